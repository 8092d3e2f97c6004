import { type AuditCheck, accountName, check, count, HOUSE } from '#lib/ledger/audit-check';

export const paymentChecks: AuditCheck[] = [
  check(
    9,
    'no reference of a rail stands for two transactions',
    count('transactions', 'rail_reference is not null'),
    `select environment || '/' || provider || '/' || rail_reference from transactions
     where rail_reference is not null group by environment, provider, type, rail_reference having count(*) > 1`,
  ),
  check(
    10,
    'the attempts of a reference are numbered from 1 without a gap, and a payout has one',
    count('transactions'),
    `select client_id || '/' || environment || '/' || type || '/' || client_reference from transactions
     group by client_id, environment, type, client_reference
     having min(attempt) <> 1 or max(attempt) <> count(*) or count(distinct attempt) <> count(*)
       or (type <> 'collection' and count(*) > 1)`,
  ),
  check(
    10,
    'only the newest attempt is anything but expired, cancelled or paid late',
    count('transactions', 'attempt > 1'),
    `select distinct t.id from transactions n
     join transactions t on t.client_id = n.client_id and t.environment = n.environment and t.type = n.type
       and t.client_reference = n.client_reference and t.attempt < n.attempt
     where n.attempt > 1 and t.status not in ('EXPIRED', 'CANCELLED') and not (t.status = 'SUCCEEDED' and t.late)
       -- Whoever was declined at a payment link may try again there.
       and not (t.status = 'FAILED' and n.payment_link_id is not null)`,
  ),
  check(
    10,
    'all attempts of a reference ask for the same amount',
    count('transactions', 'attempt > 1'),
    `select n.id from transactions n
     join transactions t on t.client_id = n.client_id and t.environment = n.environment and t.type = n.type
       and t.client_reference = n.client_reference and t.attempt = 1
     where n.attempt > 1 and t.amount_bututs <> n.amount_bututs and n.payment_link_id is null`,
  ),
  check(
    10,
    'a payment link has counted what was begun and paid through it, to the butut',
    count('payment_links'),
    `select l.id from payment_links l left join lateral (
       select count(*) as opened, count(*) filter (where status = 'SUCCEEDED') as succeeded,
              coalesce(sum(amount_bututs) filter (where status = 'SUCCEEDED'), 0) as collected
       from transactions t
       where t.client_id = l.client_id and t.environment = l.environment and t.payment_link_id = l.id
     ) t on true
     where l.opened_count <> t.opened or l.succeeded_count <> t.succeeded or l.collected_bututs <> t.collected`,
  ),
  check(
    10,
    'what came through a payment link names one of its client, asks for its amount, and has one attempt open at a time',
    count('transactions', 'payment_link_id is not null'),
    `select t.id from transactions t
     left join payment_links l on l.client_id = t.client_id and l.environment = t.environment and l.id = t.payment_link_id
     where t.payment_link_id is not null
       and (l.id is null or l.code <> t.payment_link_code or t.type <> 'collection' 
         or (l.amount_bututs <> t.amount_bututs and not l.takes_parts)
         or l.is_choice <> t.customer_chooses
         or exists (select from transactions o where o.client_id = t.client_id and o.environment = t.environment
                      and o.type = 'collection' and o.client_reference = t.client_reference
                      and o.id <> t.id and o.status = 'PENDING' and t.status = 'PENDING'))`,
  ),
  check(
    10,
    'what ended before its customer chose a wallet was asked of no rail, and what is still to be chosen was not begun',
    count('payment_links', 'is_choice'),
    `select t.id from payment_links l
     join transactions t on t.client_id = l.client_id and t.environment = l.environment and t.payment_link_id = l.id
     where l.is_choice and (t.id = l.reserved_id or (t.provider = 'CUSTOMER_CHOICE' and (
       t.status not in ('EXPIRED', 'CANCELLED')
       or exists (select from rail_calls r where r.client_id = t.client_id and r.transaction_id = t.id)
       or exists (select from journals j where j.client_id = t.client_id and j.transaction_id = t.id))))`,
  ),
  check(
    10,
    'no payment link took more payments than it wants without saying so',
    count('payment_links', 'max_payments is not null'),
    `select t.payment_link_id from transactions t
     join payment_links l on l.client_id = t.client_id and l.environment = t.environment and l.id = t.payment_link_id
     where t.status = 'SUCCEEDED' and not t.over_limit and l.client_reference is not null
     group by t.payment_link_id, l.takes_parts, l.amount_bututs
     having case when l.takes_parts then sum(t.amount_bututs) > l.amount_bututs else count(*) > 1 end`,
  ),
  check(
    10,
    'a request to pay has its link, which asks for what its lines add up to, for one payment',
    count('payment_requests'),
    `select r.id from payment_requests r
     full join (select * from payment_links where is_request) l
       on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
     where l.id is null or r.id is null or l.max_payments is distinct from 1 or l.is_choice or l.client_reference is null
       or (l.is_active and (r.paid_by_hand_at is not null or r.cancelled_at is not null))
       or (r.lines <> '[]' and l.amount_bututs is distinct from (
         select sum((line ->> 'quantity')::bigint * ((line ->> 'unit_price')::numeric * 100)::bigint)
         from jsonb_array_elements(r.lines) line))`,
  ),
  check(
    10,
    'what was paid for a request that somebody had marked as paid by hand says that it is one too many',
    count('payment_requests', 'paid_by_hand_at is not null'),
    `select r.id from payment_requests r
     join transactions t on t.client_id = r.client_id and t.environment = r.environment and t.payment_link_id = r.id
     join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
     where r.paid_by_hand_at is not null and t.status = 'SUCCEEDED' and not t.over_limit
     -- Parts that came before are not too much.
     group by r.client_id, r.id, l.amount_bututs, r.paid_by_hand_bututs
     having sum(t.amount_bututs) + coalesce(r.paid_by_hand_bututs, l.amount_bututs) > l.amount_bututs`,
  ),
  check(
    11,
    'each history takes edges of the transition table only, one after the other',
    count('transaction_changes'),
    `select c.transaction_id || '#' || c.sequence from (
       select *, lag(to_status, 1, '') over (partition by client_id, transaction_id order by sequence) as before from changes
     ) c
     left join edges e on e.type = c.type and e.from_status = c.from_name and e.trigger = c.trigger and e.to_status = c.to_status
     where e.type is null or c.from_name <> c.before`,
  ),
  check(
    11,
    'each history begins with the first version and ends with the status',
    count('transactions'),
    `select t.id from transactions t
     left join (
       select client_id, transaction_id, min(sequence) as first, max(sequence) as last
       from transaction_changes group by 1, 2
     ) h on h.client_id = t.client_id and h.transaction_id = t.id
     left join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id and c.sequence = h.last
     where h.first is distinct from 1 or h.last > t.version or c.to_status is distinct from t.status`,
  ),
  check(
    11,
    'a transaction has completed exactly when its history says so',
    count('transactions'),
    `select t.id from transactions t
     left join (
       select distinct on (client_id, transaction_id) client_id, transaction_id, at from transaction_changes
       where to_status in ('SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED') and from_status <> to_status
       order by client_id, transaction_id, sequence desc
     ) c on c.client_id = t.client_id and c.transaction_id = t.id
     where t.completed_at is distinct from c.at`,
  ),
  check(
    11,
    'a collection is flagged late exactly when it had ended otherwise before',
    count('transactions'),
    `select t.id from transactions t
     left join (
       select distinct client_id, transaction_id from transaction_changes
       where to_status = 'SUCCEEDED' and from_status in ('FAILED', 'EXPIRED', 'CANCELLED')
     ) c on c.client_id = t.client_id and c.transaction_id = t.id
     where t.late <> (c.transaction_id is not null)`,
  ),
  check(
    11,
    'a payout is reversed exactly when its history says so',
    count('transactions', 'reversed_at is not null'),
    `select t.id from transactions t
     left join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id
       and c.to_status = 'REVERSED' and c.from_status <> 'REVERSED'
     where t.reversed_at is distinct from c.at or (t.status = 'REVERSED') <> (c.at is not null)`,
  ),
  check(
    11,
    'only a failed payout is flagged as delivered after its failure',
    count('transactions', 'delivered_after_failure'),
    `select id from transactions where delivered_after_failure and not (type <> 'collection' and status = 'FAILED')`,
  ),
  check(
    12,
    'each transaction has exactly the journals that its history requires, booked with it',
    count('journals', 'transaction_id is not null'),
    `select coalesce(r.transaction_id, j.transaction_id) || ' ' || coalesce(r.kind, j.kind) from (
       select c.client_id, c.transaction_id, e.posting as kind, c.at, count(*) as n from changes c
       join edges e on e.type = c.type and e.from_status = c.from_name and e.trigger = c.trigger and e.to_status = c.to_status
       where e.posting is not null group by 1, 2, 3, 4
     ) r
     full join (
       select client_id, transaction_id, kind, created_at as at, count(*) as n from journals
       where transaction_id is not null and corrects_journal_id is null and kind not like 'rail\\_fee%' group by 1, 2, 3, 4
     ) j on j.client_id = r.client_id and j.transaction_id = r.transaction_id and j.kind = r.kind and j.at = r.at
     where r.n is distinct from j.n`,
  ),
  check(
    12,
    'each journal of a payout moves exactly its amount between the two accounts of its kind',
    count(
      'journals',
      "kind in ('payout_accepted', 'payout_delivered', 'payout_returned', 'payout_reversed')",
    ),
    `select j.id from journals j
     join (values ('payout_accepted', 'available', 'held'), ('payout_delivered', 'held', 'rail_float'),
                  ('payout_returned', 'held', 'available'), ('payout_reversed', 'rail_float', 'available')
     ) r (kind, debit, credit) on r.kind = j.kind
     join transactions t on t.client_id = j.client_id and t.id = j.transaction_id
     left join entries e on e.journal_id = j.id
     where j.corrects_journal_id is null
     group by j.id, t.amount_bututs
     having count(*) <> 2
       or coalesce(sum(e.amount_bututs) filter (where e.account = ${accountName('r.debit')}), 0) <> t.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = ${accountName('r.credit')}), 0) <> -t.amount_bututs`,
  ),
  check(
    10,
    'each refund is of a collection of its client, environment and rail that succeeded',
    count('transactions', "type = 'refund'"),
    `select r.id from transactions r
     left join transactions k on k.client_id = r.client_id and k.environment = r.environment and k.id = r.collection_id
       and k.type = 'collection' and k.status = 'SUCCEEDED' and k.provider = r.provider
       and k.client_reference = r.collection_reference
     where r.type = 'refund' and k.id is null`,
  ),
  check(
    10,
    'the refunds of a collection that have not failed return no more commission than was taken',
    count('transactions', "type = 'refund'"),
    `select k.id from transactions r
     join transactions k on k.client_id = r.client_id and k.environment = r.environment and k.id = r.collection_id
     where r.type = 'refund' and r.status <> 'FAILED'
     group by k.id, k.commission_bututs having sum(r.commission_bututs) > k.commission_bututs`,
  ),
  check(
    12,
    'each journal of a refund moves exactly its amount, and the commission that returns with it',
    count('journals', "kind in ('refund_accepted', 'refund_reversed', 'refund_paid', 'refund_returned')"),
    `select j.id from journals j
     join (values ('refund_accepted', null, 'available', 'held', 0), ('refund_returned', null, 'held', 'available', 0),
                  ('refund_reversed', 'reversal', 'held', 'rail_collections', 1), ('refund_paid', 'payout', 'held', 'rail_float', 1)
     ) r (kind, method, debit, credit, returns) on r.kind = j.kind
     join transactions t on t.client_id = j.client_id and t.id = j.transaction_id
     left join entries e on e.journal_id = j.id
     where j.corrects_journal_id is null
     group by j.id, t.amount_bututs, t.commission_bututs, t.refund_method, r.method, r.returns
     having count(*) <> case when t.commission_bututs * r.returns > 0 then 4 else 2 end
       or r.method <> t.refund_method
       or coalesce(sum(e.amount_bututs) filter (where e.account = ${accountName('r.debit')}), 0) <> t.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = ${accountName('r.credit')}), 0) <> -t.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = 'commission'), 0) <> t.commission_bututs * r.returns
       or (r.returns = 1 and coalesce(sum(e.amount_bututs) filter (where e.account = 'available'), 0) <> -t.commission_bututs)`,
  ),
  check(
    12,
    'each settlement stands where its history left it, by steps that follow each other',
    count('settlements'),
    `select s.id from settlements s
     left join lateral (
       select array_agg(c.to_status order by c.sequence) as steps,
              bool_and(c.from_status is not distinct from c.before and c.sequence = c.place) as is_chain
       from (
         select c.*, lag(c.to_status) over (order by c.sequence) as before, row_number() over (order by c.sequence) as place
         from settlement_changes c where c.client_id = s.client_id and c.settlement_id = s.id
       ) c
     ) h on true
     where h.is_chain is not true or h.steps[1] <> 'REQUESTED' or h.steps[array_length(h.steps, 1)] <> s.status
     union all
     select c.settlement_id from settlement_changes c
     left join settlements s on s.client_id = c.client_id and s.environment = c.environment and s.id = c.settlement_id
     where s.id is null`,
  ),
  check(
    12,
    'each settlement has exactly the journals that its history requires',
    `select (${count('settlement_changes')}) + (${count('journals', 'kind in (select posting from settlement_edges)')})`,
    `select coalesce(c.settlement_id, j.id) from (
       select c.*, e.posting from settlement_changes c
       left join settlement_edges e on e.from_status = coalesce(c.from_status, '') and e.to_status = c.to_status
     ) c
     full join (select * from journals where kind in (select posting from settlement_edges) and corrects_journal_id is null) j
       on j.client_id = c.client_id and j.environment = c.environment and j.id = c.journal_id and j.created_at = c.at
     where c.posting is distinct from j.kind`,
  ),
  check(
    12,
    'each journal of a settlement moves exactly its amount between the two accounts of its step',
    count('journals', 'kind in (select posting from settlement_edges)'),
    `select c.journal_id from settlement_changes c
     join settlement_edges r on r.from_status = coalesce(c.from_status, '') and r.to_status = c.to_status
     join settlements s on s.client_id = c.client_id and s.id = c.settlement_id
     left join entries e on e.journal_id = c.journal_id
     group by c.journal_id, s.amount_bututs
     having count(*) <> 2
       or coalesce(sum(e.amount_bututs) filter (where e.account = r.debit), 0) <> s.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = r.credit), 0) <> -s.amount_bututs`,
  ),
  check(
    12,
    'each adjustment has its journal, and each journal of an adjustment has one',
    count('adjustments'),
    `select coalesce(a.id, j.id) from adjustments a
     full join (select * from journals where kind = 'adjustment' and corrects_journal_id is null) j
       on j.client_id = a.client_id and j.environment = a.environment and j.id = a.journal_id
       and j.transaction_id = a.transaction_id and j.created_at = a.created_at
     where a.id is null or j.id is null`,
  ),
  check(
    12,
    'each adjustment is a step of its transaction’s history, and each such step has one',
    count('adjustments'),
    `select coalesce(a.transaction_id, c.transaction_id) from (
       select client_id, transaction_id, created_at as at, count(*) as n from adjustments group by 1, 2, 3
     ) a
     full join (
       select client_id, transaction_id, at, count(*) as n from transaction_changes where trigger = 'adjusted' group by 1, 2, 3
     ) c on c.client_id = a.client_id and c.transaction_id = a.transaction_id and c.at = a.at
     where a.n is distinct from c.n`,
  ),
  check(
    // The wallet is what was collected for a client, or the float that pays out.
    12,
    'each journal of an adjustment moves exactly its amount between the wallet and who bears it',
    count('adjustments'),
    `select a.id from adjustments a
     join transactions t on t.client_id = a.client_id and t.id = a.transaction_id
     join entries e on e.journal_id = a.journal_id
     cross join lateral (
       select case when t.type = 'collection' or t.refund_method = 'reversal' then 'rail_collections:' else 'rail_float:' end
                || t.provider as wallet,
              case a.client_bututs when 0 then 'losses' else 'available' end as bearer
     ) r
     group by a.id, a.rail_bututs, a.client_bututs
     having count(*) <> 2 or a.client_bututs not in (0, a.rail_bututs)
       or coalesce(sum(e.amount_bututs) filter (where e.account = r.wallet), 0) <> a.rail_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = r.bearer), 0) <> -a.rail_bututs`,
  ),
  check(
    14,
    'no collection is pending ten minutes after it should have expired, unless it is a case',
    count('transactions', "type = 'collection' and status = 'PENDING'"),
    `select id from transactions t
     where type = 'collection' and status = 'PENDING' and expires_at < (select now from clock) - interval '10 minutes'
       -- Paid in part, or charged with an answer that was lost: its end is for people.
       and not exists (select from cases s where s.transaction_id = t.id and s.status = 'OPEN')`,
  ),
  check(
    14,
    'each pending collection that can expire has a job that will end it',
    count('transactions', "type = 'collection' and status = 'PENDING' and expires_at is not null"),
    `select t.id from transactions t
     left join rail_operations o on o.client_id = t.client_id and o.transaction_id = t.id
     where t.type = 'collection' and t.status = 'PENDING' and t.expires_at is not null and o.transaction_id is null`,
  ),
  check(
    14,
    'each payout in flight has a job that will learn its outcome',
    count('transactions', "type <> 'collection' and status = 'PENDING'"),
    `select t.id from transactions t
     left join rail_operations o on o.client_id = t.client_id and o.transaction_id = t.id
     where t.type <> 'collection' and t.status = 'PENDING' and o.transaction_id is null`,
  ),
  check(
    14,
    'no job of a rail is ten minutes overdue',
    count('rail_operations'),
    `select transaction_id || ' ' || kind from rail_operations where run_at < (select now from clock) - interval '10 minutes'`,
  ),
  check(
    // A younger one may be too big for the float, so only the oldest of each queue is known to be stuck.
    14,
    'no payout waits for a float that has had room for it for ten minutes',
    count('transactions', "status = 'AWAITING_LIQUIDITY'"),
    `select t.id from (
       select distinct on (client_id, environment, provider) *,
              case environment when 'LIVE' then '${HOUSE}'::uuid else client_id end as float_client,
              'rail_float:' || provider as float_account
       from transactions
       -- Those of a suspended client stay, whatever the float has.
       where status = 'AWAITING_LIQUIDITY' and client_id in (select id from clients where status = 'ACTIVE')
         -- Nor do those that a scenario of the sandbox holds.
         and not (transactions.scenario is not null and exists (
           select from rail_operations o where o.client_id = transactions.client_id and o.transaction_id = transactions.id))
         -- Nor what may not go: an earlier one of its payment has arrived after its failure, or its rail took that back.
         and coalesce(collection_id::text, substring(client_reference from '^payback-(.{36})'), '') not in (
           select coalesce(collection_id::text, substring(client_reference from '^payback-(.{36})'), id::text) from transactions
           where delivered_after_failure
           union all
           select transaction_id::text from adjustments where rail_bututs < 0)
       order by client_id, environment, provider, id
     ) t
     join balances b on b.client_id = t.float_client and b.environment = t.environment and b.account = t.float_account
     left join in_flight f on f.client_id = t.float_client and f.environment = t.environment and f.account = t.float_account
     left join rail_wallets w on t.environment = 'LIVE' and w.provider = t.provider
     where b.bututs - coalesce(f.bututs, 0) >= t.amount_bututs + t.rail_fee_bututs
       -- The rail has said itself that our wallet there is short.
       and coalesce(w.short_until, '-infinity') < (select now from clock) - interval '10 minutes'
       and t.held_since < (select now from clock) - interval '10 minutes'
       and (select max(e.created_at) from entries e where e.client_id = t.float_client and e.environment = t.environment
              and e.account = t.float_account) < (select now from clock) - interval '10 minutes'`,
  ),
];
