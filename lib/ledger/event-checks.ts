import { type AuditCheck, check, count, SCHEDULED_ATTEMPTS } from '#lib/ledger/audit-check';

/** Whether the form of an event that a transaction `t` had at its change `c` reads as `d`, the body's `data`. */
const dataMatches = `
  d->>'id' = t.id::text and d->>'type' = t.type and d->>'reference' = t.client_reference and d->>'currency' = 'GMD'
  and jsonb_typeof(d->'amount') = 'string'
  and d->>'amount' = (t.amount_bututs / 100) || '.' || lpad((t.amount_bututs % 100)::text, 2, '0')
  and d->>'status' = c.to_status and d->>'provider' is not distinct from nullif(t.provider, 'CUSTOMER_CHOICE') and d->>'environment' = t.environment
  and (c.to_status not in ('PENDING', 'AWAITING_LIQUIDITY')) = (d->>'completed_at' is not null)
  and (c.to_status not in ('SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED')
       or d->>'completed_at' = to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  and (c.to_status = 'FAILED') = (d->'failure'->>'code' is not null)
  and (t.type = 'collection' or d->>'recipient_mobile' is not distinct from t.mobile)
  and (t.type <> 'refund' or (d->'collection'->>'transaction_id' = t.collection_id::text
                              and d->'collection'->>'client_reference' = t.collection_reference))`;

/** The adjustment `a` that a change `c` is. */
const isAdjusted =
  'a.client_id = c.client_id and a.transaction_id = c.transaction_id and a.created_at = c.at';

/** Whether the form of an event of an adjustment `a` of a transaction `t` reads as `d`: contract-more.md §20. */
const adjustmentMatches = `
  d->>'id' = a.id::text and d->>'type' = 'adjustment' and d->>'reference' = t.client_reference and d->>'currency' = 'GMD'
  and jsonb_typeof(d->'amount') = 'string'
  and d->>'amount' = case when a.rail_bututs < 0 then '-' else '' end
    || (abs(a.rail_bututs) / 100) || '.' || lpad((abs(a.rail_bututs) % 100)::text, 2, '0')
  and d->>'reason' = a.reason and d->>'environment' = t.environment
  and d->>'completed_at' = to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `offset 0` keeps the planner from parsing a body anew for each of its fields. */
export const eventChecks = (isJson: (column: string) => string): AuditCheck[] => [
  check(
    // Of changes that one statement makes together, only the last is announced: nobody saw the ones before it.
    17,
    'each change that is to be announced has its event',
    count('transaction_changes'),
    `select c.transaction_id || '#' || c.sequence from changes c
     join edges e on e.type = c.type and e.from_status = c.from_name and e.trigger = c.trigger and e.to_status = c.to_status
     left join events v on v.client_id = c.client_id and v.transaction_id = c.transaction_id and v.sequence = c.sequence
     where e.event is not null and v.id is null
       and (c.trigger <> 'adjusted' or exists (select from adjustments a where ${isAdjusted} and a.client_bututs <> 0))
       and not (c.type <> 'collection' and exists (
         select from transaction_changes n where n.client_id = c.client_id and n.transaction_id = c.transaction_id
           and n.sequence > c.sequence and n.at = c.at))`,
  ),
  check(
    // A payout that is answered while it is in flight is announced by payout.pending from its beginning.
    17,
    'each event tells of a change of its transaction and bears its name',
    count('events'),
    `select v.id from events v
     left join changes c on c.client_id = v.client_id and c.environment = v.environment
       and c.transaction_id = v.transaction_id and c.sequence = v.sequence
     left join edges e on e.type = c.type and e.from_status = c.from_name and e.trigger = c.trigger and e.to_status = c.to_status
     where v.event is distinct from coalesce(e.event, case when e.type <> 'collection' then e.type || '.pending' end)`,
  ),
  check(
    17,
    'no change has two events',
    count('events'),
    `select transaction_id || '#' || sequence from events group by client_id, transaction_id, sequence having count(*) > 1`,
  ),
  check(
    17,
    'the body of each event says what its transaction was at that change',
    count('events'),
    `select v.id from events v
     join transactions t on t.client_id = v.client_id and t.id = v.transaction_id
     join transaction_changes c on c.client_id = v.client_id and c.transaction_id = v.transaction_id and c.sequence = v.sequence
     cross join lateral (select case when ${isJson('v.body')} then v.body::jsonb end as body offset 0) b
     cross join lateral (select b.body->'data' as d offset 0) x
     where c.trigger <> 'adjusted' and (b.body->>'event' = v.event and ${dataMatches}) is not true`,
  ),
  check(
    17,
    'the body of each event of an adjustment says what was adjusted',
    count('events', "event = 'balance.adjusted'"),
    `select v.id from events v
     join transactions t on t.client_id = v.client_id and t.id = v.transaction_id
     join transaction_changes c on c.client_id = v.client_id and c.transaction_id = v.transaction_id and c.sequence = v.sequence
     cross join lateral (select case when ${isJson('v.body')} then v.body::jsonb end as body offset 0) b
     cross join lateral (select b.body->'data' as d offset 0) x
     where c.trigger = 'adjusted' and (b.body->>'event' = v.event and exists (
       select from adjustments a where ${isAdjusted} and ${adjustmentMatches})) is not true`,
  ),
  check(
    17,
    'no client is told of an adjustment that the house bears',
    count('events', "event = 'balance.adjusted'"),
    `select v.id from events v
     join transaction_changes c on c.client_id = v.client_id and c.transaction_id = v.transaction_id and c.sequence = v.sequence
     where c.trigger = 'adjusted' and exists (select from adjustments a where ${isAdjusted} and a.client_bututs = 0)
       and not exists (select from adjustments a where ${isAdjusted} and a.client_bututs <> 0)`,
  ),
  check(
    17,
    'the earlier form of an event exists for final states only and says the same',
    count('events'),
    `select v.id from events v
     join transactions t on t.client_id = v.client_id and t.id = v.transaction_id
     join transaction_changes c on c.client_id = v.client_id and c.transaction_id = v.transaction_id and c.sequence = v.sequence
     cross join lateral (select case when ${isJson('v.legacy_body')} then v.legacy_body::jsonb->'transaction' end as d offset 0) b
     where case when c.to_status in ('PENDING', 'AWAITING_LIQUIDITY') or c.trigger = 'adjusted' then v.legacy_body is not null
       else (d->>'id' = t.id::text and d->>'client_reference' = t.client_reference and d->>'type' = upper(t.type)
             and jsonb_typeof(d->'amount') = 'number' and (d->>'amount')::numeric = t.amount_bututs::numeric / 100
             and d->>'status' = c.to_status) is not true end`,
  ),
  check(
    // The past settings of an endpoint are not kept. Its present ones are known to have held for an event when its
    // row was last written by an earlier database transaction; for older events nothing is known, and nothing is said.
    // The second keeps out an endpoint that was being made at that moment.
    18,
    'each event has a delivery for every endpoint that was to hear of it',
    `select count(*) from events v join webhook_endpoints w on w.client_id = v.client_id and w.environment = v.environment
     where w.deleted_at is null and age(w.xmin) > age(v.xmin) and w.created_at < v.created_at - interval '1 second'`,
    `select v.id || ' to ' || w.id from events v
     join webhook_endpoints w on w.client_id = v.client_id and w.environment = v.environment
     left join deliveries d on d.client_id = v.client_id and d.event_id = v.id and d.endpoint_id = w.id
     where w.deleted_at is null and age(w.xmin) > age(v.xmin) and w.created_at < v.created_at - interval '1 second'
       and (w.events = '{}' or v.event = any (w.events)) and (w.payload_form = 'current' or v.legacy_body is not null)
       and d.id is null`,
  ),
  check(
    18,
    'each delivery counts its attempts, numbered from 1 without a gap',
    count('deliveries'),
    `select d.id from deliveries d
     left join (
       select client_id, delivery_id, count(*) as n, min(attempt) as first, max(attempt) as last
       from delivery_attempts group by 1, 2
     ) a on a.client_id = d.client_id and a.delivery_id = d.id
     where d.id >= (select from_id from attempts_kept) and (d.attempts <> coalesce(a.n, 0) or (a.n > 0 and (a.first <> 1 or a.last <> a.n)))`,
  ),
  check(
    18,
    'no delivery is tried more often than the schedule has attempts, counted from its last resend',
    count('deliveries'),
    `select id from deliveries where attempts - attempts_at_resend not between 0 and ${SCHEDULED_ATTEMPTS}`,
  ),
  check(
    18,
    'a delivery has succeeded only with a 2xx answer',
    count('deliveries', "status = 'SUCCEEDED'"),
    `select d.id from deliveries d where d.id >= (select from_id from attempts_kept) and d.status = 'SUCCEEDED' and not exists (
       select from delivery_attempts a where a.client_id = d.client_id and a.delivery_id = d.id
         and a.response_status between 200 and 299)`,
  ),
  check(
    18,
    'a delivery is due exactly while it is pending',
    count('deliveries'),
    `select id from deliveries where (status = 'PENDING') <> (run_at is not null)`,
  ),
  check(
    20,
    'no endpoint was sent anything two minutes after it was removed',
    count('delivery_attempts'),
    `select d.id from webhook_endpoints w
     join deliveries d on d.client_id = w.client_id and d.environment = w.environment and d.endpoint_id = w.id
     join delivery_attempts a on a.client_id = d.client_id and a.delivery_id = d.id
     where a.at > w.deleted_at + interval '2 minutes'`,
  ),
];
