import { machineDifferences, shippedMachine } from '#db/machine';
import { factChecks } from '#lib/ledger/fact-checks';
import { fourEyesChecks } from '#lib/ledger/four-eyes-checks';
import { jobChecks } from '#lib/ledger/job-checks';
import { sealChecks } from '#lib/ledger/seal-checks';

/** One line of the audit. All of it is SQL of its own: it shares no rule with the code that it checks. */
export interface AuditCheck {
  invariant: number;
  name: string;
  /** A scalar expression: how many rows the check looks at. */
  rows: string;
  /** A query of one column: what breaks the rule. */
  violations: string;
}

const HOUSE = '00000000-0000-7000-8000-000000000000';
/** contract.md §3: nine digits of dalasi and two of bututs. */
const HIGHEST_BUTUTS = '99999999999';
/** contract.md §7. */
const SCHEDULED_ATTEMPTS = 11;

/** A trial of the other checks that plants mistakes into the machine itself leaves this one out. */
export const MACHINE = 'what enforces the rules is as this release ships it';

/**
 * What several checks ask for; each runs only where it is named. design.md §4, written down a second time on purpose.
 */
export const sharedTables = `
edges (type, from_status, trigger, to_status, posting, event) as (values
  ('collection', '', 'initiated', 'PENDING', null, null),
  ('collection', 'PENDING', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'PENDING', 'rail_failed', 'FAILED', null, 'payment.failed'),
  ('collection', 'PENDING', 'rail_expired', 'EXPIRED', null, 'payment.expired'),
  ('collection', 'PENDING', 'rail_cancelled', 'CANCELLED', null, 'payment.cancelled'),
  ('collection', 'PENDING', 'cancelled_by_client', 'CANCELLED', null, 'payment.cancelled'),
  ('collection', 'EXPIRED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'CANCELLED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('collection', 'FAILED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  ('payout', '', 'initiated', 'PENDING', 'payout_accepted', null),
  ('payout', '', 'initiated_float_short', 'AWAITING_LIQUIDITY', 'payout_accepted', 'payout.pending'),
  ('payout', 'AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'payout.pending'),
  ('payout', 'AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_cancelled', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_in_flight', 'PENDING', null, 'payout.pending'),
  ('payout', 'PENDING', 'payout_delivered', 'SUCCEEDED', 'payout_delivered', 'payout.succeeded'),
  ('payout', 'PENDING', 'payout_refused', 'FAILED', 'payout_returned', 'payout.failed'),
  ('payout', 'PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'payout.pending'),
  ('payout', 'SUCCEEDED', 'payout_reversed', 'REVERSED', 'payout_reversed', 'payout.reversed'),
  ('refund', '', 'reversal_asked', 'PENDING', 'refund_accepted', null),
  ('refund', 'PENDING', 'reversal_done', 'SUCCEEDED', 'refund_reversed', 'refund.succeeded'),
  ('refund', 'PENDING', 'reversal_refused', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', '', 'initiated', 'PENDING', 'refund_accepted', null),
  ('refund', '', 'initiated_float_short', 'AWAITING_LIQUIDITY', 'refund_accepted', 'refund.pending'),
  ('refund', 'AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'refund.pending'),
  ('refund', 'AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_cancelled', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_in_flight', 'PENDING', null, 'refund.pending'),
  ('refund', 'PENDING', 'payout_delivered', 'SUCCEEDED', 'refund_paid', 'refund.succeeded'),
  ('refund', 'PENDING', 'payout_refused', 'FAILED', 'refund_returned', 'refund.failed'),
  ('refund', 'PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'refund.pending'),
  ('refund', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('refund', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('collection', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('collection', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('collection', 'EXPIRED', 'adjusted', 'EXPIRED', 'adjustment', 'balance.adjusted'),
  ('collection', 'CANCELLED', 'adjusted', 'CANCELLED', 'adjustment', 'balance.adjusted'),
  ('payout', 'SUCCEEDED', 'adjusted', 'SUCCEEDED', 'adjustment', 'balance.adjusted'),
  ('payout', 'FAILED', 'adjusted', 'FAILED', 'adjustment', 'balance.adjusted'),
  ('payout', 'REVERSED', 'adjusted', 'REVERSED', 'adjustment', 'balance.adjusted')
),
-- What moves the money of floats beside all transactions: which accounts, and of how many rails.
float_moves (kind, debit, credit, rails) as (values
  ('float_funded', 'rail_float:', 'float_funding', 1),
  ('float_withdrawn', 'float_funding', 'rail_float:', 1),
  ('float_transferred', 'rail_float:', 'rail_float:', 2),
  ('float_covered', 'rail_float:', 'rail_collections:', 1),
  ('collections_moved', 'rail_float:', 'rail_collections:', 1),
  ('collections_withdrawn', 'float_funding', 'rail_collections:', 1)
),
settlement_edges (from_status, to_status, posting, debit, credit) as (values
  ('', 'REQUESTED', 'settlement_accepted', 'available', 'held'),
  ('REQUESTED', 'CANCELLED', 'settlement_returned', 'held', 'available'),
  ('SENT', 'CONFIRMED', 'settlement_paid', 'held', 'float_funding'),
  ('SENT', 'FAILED', 'settlement_returned', 'held', 'available'),
  ('CONFIRMED', 'RETURNED', 'settlement_came_back', 'float_funding', 'available')
),
changes as (
  select c.*, coalesce(c.from_status, '') as from_name, t.type, t.environment
  from transaction_changes c join transactions t on t.client_id = c.client_id and t.id = c.transaction_id
),
balances as (
  select client_id, environment, account, sum(amount_bututs) as bututs from entries group by 1, 2, 3
),
in_flight as (
  select case environment when 'LIVE' then '${HOUSE}'::uuid else client_id end as client_id, environment,
         'rail_float:' || provider as account, sum(amount_bututs + rail_fee_bututs) as bututs
  from transactions where (type = 'payout' or refund_method = 'payout') and status = 'PENDING' group by 1, 2, 3
),
attempts_kept as (
  -- Whole months of attempts are dropped when they are old; of the deliveries from this id on, all are there.
  select case when bool_or(b.bound like '%FROM (MINVALUE)%') then '00000000-0000-0000-0000-000000000000'::uuid
         else min(substring(b.bound from $$FROM \\('([^']+)'\\)$$))::uuid end as from_id
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
  where i.inhparent = to_regclass('delivery_attempts')
)`;

const count = (table: string, where = 'true') => `select count(*) from ${table} where ${where}`;
/** The rail's account or float of a transaction `t`, where a recipe names it without the provider. */
const accountName = (name: string) =>
  `case when ${name} in ('rail_collections', 'rail_float') then ${name} || ':' || t.provider else ${name} end`;

/** What a transaction of this alias moved at its rail: what was collected, or the float that pays out. */
const wallet = (t: string) =>
  `case when ${t}.type = 'collection' or ${t}.refund_method = 'reversal' then 'rail_collections:' else 'rail_float:' end`;

/** Every check, in the order of safety.md §1. What is said of payouts holds for refunds too, which leave as they do. */
export function auditChecks(serverVersion: number): AuditCheck[] {
  // PostgreSQL 15 cannot try a cast: there, a body that is no JSON stops the audit with an error.
  const isJson = (column: string) =>
    serverVersion >= 160_000 ? `pg_input_is_valid(${column}, 'jsonb')` : 'true';
  return [
    ...money,
    machine(),
    ...sealChecks,
    ...fees,
    ...payments,
    ...jobChecks,
    ...factChecks,
    ...rails,
    ...eventChecks(isJson),
    ...access,
    ...fourEyesChecks,
  ];
}

const check = (invariant: number, name: string, rows: string, violations: string): AuditCheck => ({
  invariant,
  name,
  rows,
  violations,
});

/** Whatever the guards refuse, they are there, and nobody may go round them. */
function machine(): AuditCheck {
  const shipped = Object.keys(shippedMachine()).length;
  return check(4, MACHINE, `select ${shipped}`, machineDifferences());
}

const money: AuditCheck[] = [
  check(
    1,
    'the entries of each journal sum to zero',
    count('entries'),
    `select journal_id from entries group by 1 having sum(amount_bututs) <> 0`,
  ),
  check(
    1,
    'each journal has two entries or more',
    count('journals'),
    `select j.id from journals j
     left join (select journal_id, count(*) as entries from entries group by 1) e on e.journal_id = j.id
     where coalesce(e.entries, 0) < 2`,
  ),
  check(
    1,
    'each entry belongs to a journal of its environment',
    count('entries'),
    `select e.journal_id from entries e left join journals j on j.id = e.journal_id
     where j.id is null or j.environment <> e.environment`,
  ),
  check(
    1,
    'each entry stands on an account that exists in its environment',
    'select count(*) from balances',
    `select b.client_id || '/' || b.environment || '/' || b.account from balances b
     left join accounts a on a.client_id = b.client_id and a.environment = b.environment and a.name = b.account
     where a.name is null`,
  ),
  check(
    2,
    'all entries of an environment sum to zero',
    count('entries'),
    `select environment from entries group by 1 having sum(amount_bututs) <> 0`,
  ),
  check(
    2,
    'each journal has the client and the environment of its transaction',
    count('journals', 'transaction_id is not null'),
    `select j.id from journals j
     left join transactions t on t.client_id = j.client_id and t.environment = j.environment and t.id = j.transaction_id
     where j.transaction_id is not null and t.id is null`,
  ),
  check(
    2,
    'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee',
    count('entries'),
    `select e.journal_id from entries e join journals j on j.id = e.journal_id
     where e.client_id <> case
       when e.account = 'losses' or j.kind like 'rail\\_fee%' or (j.environment = 'LIVE' and e.account like 'rail\\_float:%')
         or (j.environment = 'LIVE' and e.account = 'float_funding' and j.kind in (select posting from settlement_edges)) then '${HOUSE}'::uuid
       else j.client_id end`,
  ),
  check(
    3,
    'each balance and its unfolded entries are the sum of the entries',
    count('accounts'),
    `select s.client_id || '/' || s.environment || '/' || s.account from (
       select client_id, environment, account, bututs as booked, 0 as stated from balances
       union all select client_id, environment, name, 0, balance_bututs from accounts
       union all select client_id, environment, account, 0, amount_bututs from unfolded_entries
     ) s group by s.client_id, s.environment, s.account having sum(s.booked) <> sum(s.stated)`,
  ),
  check(
    3,
    // What the house has lost is below zero where it has won; what was collected for clients is moved in its name.
    'no account stands below zero',
    'select count(*) from balances',
    `select client_id || '/' || environment || '/' || account from balances
     where (account in ('available', 'held', 'commission') and bututs > 0)
       or (account like 'rail\\_%' and bututs < 0 and not (client_id = '${HOUSE}' and account like 'rail\\_collections:%'))`,
  ),
  check(
    3,
    'no more has left what a rail collected than was collected there',
    "select count(*) from balances where account like 'rail\\_collections:%'",
    `select environment || '/' || account from balances where account like 'rail\\_collections:%'
     group by environment, account having sum(bututs) < 0`,
  ),
  check(
    3,
    'each float has set aside what its payouts in flight will take',
    count('accounts', "name like 'rail\\_float:%'"),
    `select client_id || '/' || environment || '/' || account from (
       select client_id, environment, account, bututs as needed, 0 as reserved from in_flight
       union all select client_id, environment, name, 0, reserved_bututs from accounts
       union all select client_id, environment, account, 0, reserved_bututs from unfolded_entries
     ) s group by client_id, environment, account having sum(needed) <> sum(reserved)`,
  ),
  check(
    3,
    'each float holds what its payouts in flight will take',
    'select count(*) from in_flight',
    `select f.client_id || '/' || f.environment || '/' || f.account from in_flight f
     left join balances b on b.client_id = f.client_id and b.environment = f.environment and b.account = f.account
     where coalesce(b.bututs, 0) < f.bututs`,
  ),
  check(
    4,
    'each entry is dated as its journal',
    count('entries'),
    `select e.journal_id from entries e join journals j on j.id = e.journal_id where j.created_at <> e.created_at`,
  ),
  check(
    4,
    'the books of each closed period say what they said at its close',
    count('period_closes'),
    // One look at the entries, by day; of each close those of all days until its last.
    `with by_day as materialized (
       select environment, account, client_id = '${HOUSE}' as is_house, (created_at at time zone 'UTC')::date as day,
              sum(greatest(amount_bututs, 0)) as debit, sum(greatest(-amount_bututs, 0)) as credit
       from entries where environment in (select environment from period_closes) group by 1, 2, 3, 4
     )
     select s.environment || '/' || s.last_day || '/' || s.account || case when s.is_house then ' of the house' else '' end from (
       select c.environment, c.last_day, d.account, d.is_house, d.debit, d.credit
       from period_closes c join by_day d on d.environment = c.environment and d.day <= c.last_day
       union all
       select c.environment, c.last_day, l->>'account', (l->>'is_house')::boolean, -(l->>'debit')::numeric, -(l->>'credit')::numeric
       from period_closes c cross join jsonb_array_elements(c.lines) l
     ) s group by s.environment, s.last_day, s.account, s.is_house
     having sum(s.debit) <> 0 or sum(s.credit) <> 0`,
  ),
  check(
    5,
    'every amount is positive and within the form of an amount',
    `select (${count('transactions')}) + (${count('entries')})`,
    `select id from transactions
     where amount_bututs not between 1 and ${HIGHEST_BUTUTS} or commission_bututs not between 0 and amount_bututs
     union all select journal_id from entries where amount_bututs = 0 or abs(amount_bututs) > ${HIGHEST_BUTUTS}`,
  ),
  check(
    6,
    'what is held is the sum of the payouts and settlements under way',
    `select (${count('transactions', "type <> 'collection'")}) + (${count('settlements')})`,
    `select client_id || '/' || environment from (
       select client_id, environment, -bututs as held, 0 as under_way from balances where account = 'held'
       union all select client_id, environment, 0, amount_bututs from transactions
       where type <> 'collection' and status in ('PENDING', 'AWAITING_LIQUIDITY')
       union all select client_id, environment, 0, amount_bututs from settlements where status in ('REQUESTED', 'IN_FILE', 'SENT')
     ) s group by client_id, environment having sum(held) <> sum(under_way)`,
  ),
  check(
    7,
    'a commission is the rate’s share of a succeeded collection, and nothing otherwise',
    count('transactions'),
    `select id from transactions
     where type <> 'refund' and commission_bututs <> case when type = 'collection' and status = 'SUCCEEDED'
       then (amount_bututs * commission_bps + 5000) / 10000 else 0 end`,
  ),
  check(
    7,
    'each succeeded collection is booked as gross, net and commission',
    count('journals', "kind = 'collection_settled'"),
    `select j.id from journals j
     join transactions t on t.client_id = j.client_id and t.id = j.transaction_id
     left join entries e on e.journal_id = j.id
     where j.kind = 'collection_settled' and j.corrects_journal_id is null
     group by j.id, t.provider, t.amount_bututs, t.commission_bututs
     having coalesce(sum(e.amount_bututs) filter (where e.account = 'rail_collections:' || t.provider), 0) <> t.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = 'available'), 0) <> t.commission_bututs - t.amount_bututs
       or coalesce(sum(e.amount_bututs) filter (where e.account = 'commission'), 0) <> -t.commission_bututs
       or count(*) filter (where e.account not in ('available', 'commission', 'rail_collections:' || t.provider)) > 0`,
  ),
  check(
    7,
    'the tallies and their unfolded rows are a recount of the transactions',
    count('transactions'),
    `select concat_ws('/', client_id, environment, type, status, provider, day) from (
       select client_id, environment, type, status, provider,
              coalesce((completed_at at time zone 'UTC')::date, '1970-01-01') as day,
              1 as n, amount_bututs as amount, commission_bututs as commission from transactions
       union all select client_id, environment, type, status, provider, day, -count, -amount_bututs, -commission_bututs from tallies
       union all select client_id, environment, type, status, provider, day, -count, -amount_bututs, -commission_bututs from unfolded_tallies
     ) s group by client_id, environment, type, status, provider, day
     having sum(n) <> 0 or sum(amount) <> 0 or sum(commission) <> 0`,
  ),
  check(
    7,
    'the tallies of all time are the sums of those of the days',
    count('tallies'),
    `select concat_ws('/', client_id, environment, type, status, provider) from (
       select client_id, environment, type, status, provider, count as n, amount_bututs as amount, commission_bututs as commission
       from tallies
       union all select client_id, environment, type, status, provider, -count, -amount_bututs, -commission_bututs from tally_totals
     ) s group by client_id, environment, type, status, provider
     having sum(n) <> 0 or sum(amount) <> 0 or sum(commission) <> 0`,
  ),
];

const fees: AuditCheck[] = [
  check(
    7,
    'what a rail took for each live payment that succeeded is booked exactly once, and for no other',
    count('transactions', "environment = 'LIVE'"),
    `select t.id from transactions t
     left join (
       select j.client_id, j.transaction_id, sum(e.amount_bututs) as bututs, count(*) filter (where j.kind = 'rail_fee') as charged
       from journals j join entries e on e.journal_id = j.id and e.account like 'rail\\_fees:%'
       where j.kind like 'rail\\_fee%' and j.transaction_id is not null group by 1, 2
     ) b on b.client_id = t.client_id and b.transaction_id = t.id
     where coalesce(b.bututs, 0) <> case when t.environment = 'LIVE' and t.status in ('SUCCEEDED', 'REVERSED') then t.rail_fee_bututs else 0 end
       or b.charged > 1`,
  ),
  check(
    7,
    'each journal of a rail’s fee moves it from the wallet that the rail took it from to the house’s expense',
    count('journals', "kind like 'rail\\_fee%'"),
    `select j.id from journals j
     left join transactions t on t.client_id = j.client_id and t.environment = j.environment and t.id = j.transaction_id
     left join entries e on e.journal_id = j.id
     where j.kind like 'rail\\_fee%'
     group by j.id, j.kind, t.id, t.environment, t.type, t.refund_method, t.provider
     having t.id is null or t.environment <> 'LIVE' or count(*) <> 2
       or j.kind not in ('rail_fee', 'rail_fee_returned', 'rail_fee_corrected')
       or count(*) filter (where e.account = 'rail_fees:' || t.provider) <> 1
       or count(*) filter (where e.account = ${wallet('t')} || t.provider) <> 1`,
  ),
  check(
    7,
    'fees of rails stand in their own journals only',
    count('entries', "account like 'rail\\_fees:%'"),
    `select e.journal_id from entries e left join journals j on j.id = e.journal_id
     where e.account like 'rail\\_fees:%' and (j.kind is null or j.kind not like 'rail\\_fee%')`,
  ),
];

const payments: AuditCheck[] = [
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
       and (l.id is null or l.code <> t.payment_link_code or t.type <> 'collection' or l.amount_bututs <> t.amount_bututs
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
     group by t.payment_link_id having count(*) > 1`,
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
    'the refunds of a collection that have not failed give back no more than was paid, nor more commission than was taken',
    count('transactions', "type = 'refund'"),
    `select k.id from transactions r
     join transactions k on k.client_id = r.client_id and k.environment = r.environment and k.id = r.collection_id
     where r.type = 'refund' and r.status <> 'FAILED'
     group by k.id, k.amount_bututs, k.commission_bututs
     having sum(r.amount_bututs) > k.amount_bututs or sum(r.commission_bututs) > k.commission_bututs`,
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

/** What a call to a rail may have done that nobody has heard of, or has. */
const mayHaveActed = "coalesce(r.outcome, 'unknown') in ('done', 'unknown')";
/** The transactions with a call `f` that came after a call `r` to the same, which may have acted. */
const repeatedCalls = (where: string) => `
  select distinct r.transaction_id from rail_calls r
  join rail_calls f on f.client_id = r.client_id and f.transaction_id = r.transaction_id
    and f.operation = r.operation and f.started_at > r.started_at
  where ${mayHaveActed} and ${where}`;

const rails: AuditCheck[] = [
  check(
    9,
    'no payout was sent under a second key while the first may have paid',
    count('rail_calls', "operation in ('send', 'refund')"),
    repeatedCalls("r.operation in ('send', 'refund') and coalesce(r.key, r.id) <> coalesce(f.key, f.id)"),
  ),
  check(
    9,
    'no wallet was charged again while a charge may have gone through',
    count('rail_calls', "operation = 'charge'"),
    repeatedCalls("r.operation = 'charge' and coalesce(r.key, r.id) <> coalesce(f.key, f.id)"),
  ),
  check(
    // Rows from before connections had ids name no wallet.
    9,
    'no payment was asked for at a second wallet while the first may have made it',
    count('rail_calls', "operation in ('send', 'charge', 'refund')"),
    repeatedCalls("r.operation in ('send', 'charge', 'refund') and r.connection_id <> f.connection_id"),
  ),
  check(
    9,
    'a call to a rail has an outcome exactly when it has ended',
    count('rail_calls'),
    `select transaction_id || ' ' || id from rail_calls where (outcome is null) <> (ended_at is null)`,
  ),
  check(
    // It is asked by the database's clock, and completed by a server's; what is asked again was asked in time.
    11,
    'no rail was asked to take a payout back later than 72 hours after its completion',
    count('rail_calls', "operation = 'reverse'"),
    `select t.id from transactions t
     join rail_calls r on r.client_id = t.client_id and r.transaction_id = t.id and r.operation = 'reverse'
     group by t.client_id, t.id, t.completed_at
     having min(r.started_at) > t.completed_at + interval '72 hours 1 minute'`,
  ),
  check(
    13,
    'no payout that may have been paid has failed but by the word of its rail or of a person',
    count('transactions', "type <> 'collection' and environment = 'LIVE' and status = 'FAILED'"),
    `select t.id from transactions t
     join transaction_changes c on c.client_id = t.client_id and c.transaction_id = t.id
       and c.to_status = 'FAILED' and c.from_status <> 'FAILED'
     where t.type <> 'collection' and t.environment = 'LIVE' and t.status = 'FAILED'
       and c.actor not like 'rail:%' and c.actor not like 'user:%'
       and exists (select from rail_calls r where r.client_id = t.client_id and r.transaction_id = t.id
                     and r.operation in ('send', 'refund') and ${mayHaveActed})`,
  ),
  check(
    13,
    'no payout that may have been paid was cancelled',
    count('transaction_changes', "trigger = 'payout_cancelled'"),
    `select distinct c.transaction_id from transaction_changes c
     join rail_calls r on r.client_id = c.client_id and r.transaction_id = c.transaction_id
     where c.trigger = 'payout_cancelled' and r.operation in ('send', 'refund') and ${mayHaveActed}`,
  ),
  check(
    14,
    'each payout whose end has been unknown for half an hour is a case',
    count('rail_calls', "operation in ('send', 'refund')"),
    `select distinct t.id from transactions t
     join rail_calls r on r.client_id = t.client_id and r.transaction_id = t.id
       and r.operation in ('send', 'refund') and ${mayHaveActed}
     where t.type <> 'collection' and t.environment = 'LIVE' and t.status = 'PENDING'
       and r.started_at < (select now from clock) - interval '30 minutes'
       and not exists (select from cases s where s.transaction_id = t.id and s.status = 'OPEN')`,
  ),
  check(
    15,
    'each notice that was left to a person is a case',
    count('rail_notices', "status = 'CASE'"),
    `select n.provider || ' ' || n.dedupe_id from rail_notices n
     where n.status = 'CASE' and not exists (
       -- One that was closed before the notice came is about something else.
       select from cases s where s.provider = n.provider and (s.closed_at is null or s.closed_at >= n.received_at)
         and case when n.transaction_id is null then s.kind = 'unknown_reference' else s.transaction_id = n.transaction_id end)`,
  ),
  check(
    16,
    'each reference that was paid twice is a case',
    count('transactions', "type = 'collection' and environment = 'LIVE' and status = 'SUCCEEDED'"),
    `select (array_agg(t.id))[1] from transactions t
     where t.type = 'collection' and t.environment = 'LIVE' and t.status = 'SUCCEEDED'
     group by t.client_id, t.client_reference
     having count(*) > 1 and not exists (
       select from cases s where s.kind = 'double_payment' and s.transaction_id = any (array_agg(t.id)))`,
  ),
  check(
    13,
    'nobody settled a case by a proposal of their own',
    count('cases'),
    `select id from cases where proposed_by = closed_by`,
  ),
  check(
    13,
    'each adjustment settled a case of its transaction, which is closed',
    count('adjustments'),
    `select a.id from adjustments a
     where not exists (
       select from cases s where s.id = a.case_id and s.transaction_id = a.transaction_id and s.status = 'CLOSED')`,
  ),
  check(
    13,
    'no case was settled by two adjustments',
    count('adjustments'),
    `select case_id from adjustments group by 1 having count(*) > 1`,
  ),
  check(
    // Two people may have one name: then their ids tell.
    13,
    'each adjustment was confirmed by another person than proposed it',
    count('adjustments'),
    `select a.id from adjustments a left join cases s on s.id = a.case_id
     where a.proposed_by_name = a.confirmed_by_name and (s.proposed_by <> s.closed_by) is not true`,
  ),
  check(
    16,
    'each failed payout that was delivered all the same is a case',
    count('transactions', 'delivered_after_failure'),
    `select t.id from transactions t
     where t.delivered_after_failure and not exists (select from cases s where s.transaction_id = t.id)`,
  ),
  check(
    16,
    'each failed payout for which money has left by an adjustment is flagged as delivered',
    count('adjustments', 'rail_bututs < 0'),
    `select distinct t.id from transactions t
     join adjustments a on a.client_id = t.client_id and a.transaction_id = t.id and a.rail_bututs < 0
     where (t.type = 'payout' or t.refund_method = 'payout') and t.status = 'FAILED' and not t.delivered_after_failure`,
  ),
];

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
const eventChecks = (isJson: (column: string) => string): AuditCheck[] => [
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

const access: AuditCheck[] = [
  check(
    22,
    'no process misses what it acknowledged, but for what an operator has accepted',
    count('history_losses'),
    'select id from history_losses where decided_at is null',
  ),
  check(
    23,
    'a journal without a transaction moves the money of a float or a settlement, or corrects a journal',
    count('journals', 'transaction_id is null or corrects_journal_id is not null'),
    `select j.id from journals j
     left join journals c on c.client_id = j.client_id and c.environment = j.environment and c.id = j.corrects_journal_id
     where case when j.corrects_journal_id is not null then c.id is null
       else j.transaction_id is null and j.kind not in (select kind from float_moves) and j.kind not in (select posting from settlement_edges) end`,
  ),
  check(
    23,
    'each journal of a float moves one sum between the two accounts of its kind',
    count('journals', 'kind in (select kind from float_moves)'),
    `select j.id from journals j
     join float_moves m on m.kind = j.kind
     left join entries e on e.journal_id = j.id
     where j.corrects_journal_id is null
     group by j.id, m.debit, m.credit, m.rails
     having count(*) <> 2
       or count(*) filter (where e.amount_bututs > 0 and starts_with(e.account, m.debit)) <> 1
       or count(*) filter (where e.amount_bututs < 0 and starts_with(e.account, m.credit)) <> 1
       or count(distinct nullif(split_part(e.account, ':', 2), '')) <> m.rails`,
  ),
  check(
    // In the sandbox a client has floats of its own, which it funds.
    23,
    'only the house moves money in and out of its wallets, in LIVE and for no transaction',
    count('journals', "kind in (select kind from float_moves) and kind <> 'float_funded'"),
    `select id from journals
     where kind in (select kind from float_moves) and kind <> 'float_funded'
       and not (client_id = '${HOUSE}' and environment = 'LIVE' and transaction_id is null)`,
  ),
  check(
    25,
    'each row of a transaction belongs to its client and environment',
    `select (${count('transaction_changes')}) + (${count('events')}) + (${count('rail_operations')})
       + (${count('rail_calls')}) + (${count('adjustments')}) + (${count('deliveries')}) + (${count('delivery_attempts')})`,
    `select 'change of ' || c.transaction_id from transaction_changes c
     left join transactions t on t.client_id = c.client_id and t.id = c.transaction_id where t.id is null
     union all
     select 'event ' || v.id from events v
     left join transactions t on t.client_id = v.client_id and t.environment = v.environment and t.id = v.transaction_id
     where t.id is null
     union all
     select 'job of ' || o.transaction_id from rail_operations o
     left join transactions t on t.client_id = o.client_id and t.environment = o.environment and t.id = o.transaction_id
     where t.id is null
     union all
     select 'call of ' || r.transaction_id from rail_calls r
     left join transactions t on t.client_id = r.client_id and t.environment = r.environment and t.id = r.transaction_id
     where t.id is null
     union all
     select 'adjustment ' || a.id from adjustments a
     left join transactions t on t.client_id = a.client_id and t.environment = a.environment and t.id = a.transaction_id
     where t.id is null
     union all
     select 'delivery ' || d.id from deliveries d
     left join events v on v.client_id = d.client_id and v.environment = d.environment and v.id = d.event_id
       and v.transaction_id = d.transaction_id and v.event = d.event
     left join webhook_endpoints w on w.client_id = d.client_id and w.environment = d.environment and w.id = d.endpoint_id
     where v.id is null or w.id is null
     union all
     select 'attempt of ' || a.delivery_id from delivery_attempts a
     left join deliveries d on d.client_id = a.client_id and d.id = a.delivery_id where d.id is null`,
  ),
  check(
    25,
    'everything belongs to a client that exists',
    `select (${count('accounts')}) + (${count('transactions')}) + (${count('webhook_endpoints')}) + (${count('idempotency_keys')})`,
    `select s.what || ' of ' || s.client_id from (
       select distinct 'accounts' as what, client_id from accounts
       union select 'transactions', client_id from transactions
       union select 'webhook endpoints', client_id from webhook_endpoints
       union select 'idempotency keys', client_id from idempotency_keys
     ) s left join clients c on c.id = s.client_id where c.id is null`,
  ),
  check(
    28,
    'a key is kept as a hash, with its prefix and its last four characters only',
    count('api_keys'),
    `select id from api_keys
     where octet_length(key_hash) <> 32 or length(last4) <> 4
       or prefix not like case environment when 'LIVE' then 'sk\\_live\\_%' else 'sk\\_test\\_%' end or length(prefix) > 12`,
  ),
  check(
    28,
    'webhook secrets, stored answers and what rails gave us are sealed',
    `select (${count('webhook_endpoints')}) + (${count('idempotency_keys', 'response_sealed is not null')})
       + (${count('rail_connections')}) + (${count('rail_connection_versions', 'fields_sealed is not null')})
       + (${count('rail_notices')})`,
    // Sealed is a nonce of 12 bytes and a tag of 16 before the text; what reads as text is not. One random byte alone
    // may well be a bracket: all of the first twenty are looked at.
    `select s.id from (
       select id::text, secret_sealed as sealed from webhook_endpoints
       union all select id::text, previous_secret_sealed from webhook_endpoints where previous_secret_sealed is not null
       union all select key, response_sealed from idempotency_keys where response_sealed is not null
       union all select provider, fields_sealed from rail_connections
       union all select id::text, fields_sealed from rail_connection_versions where fields_sealed is not null
       union all select dedupe_id, body_sealed from rail_notices
       union all select id::text, rail_state_sealed from transactions where rail_state_sealed is not null
     ) s where octet_length(s.sealed) <= 28 or encode(substring(s.sealed from 1 for 6), 'escape') = 'whsec_'
       or (substring(s.sealed from 1 for 1) in ('{', '[', '"')
           and encode(substring(s.sealed from 1 for 20), 'escape') !~ '\\\\[0-7]{3}')`,
  ),
  check(
    28,
    'a password is kept as an argon2id hash',
    count('users'),
    `select id from users where password_hash not like '$argon2id$%'`,
  ),
  check(
    // A lease lasts 60 s; the rest is for clocks that differ.
    30,
    'no lease lasts longer than two minutes',
    `select (${count('rail_operations', 'lease_token is not null')}) + (${count('deliveries', 'lease_token is not null')})
       + (${count('idempotency_keys', 'lease_token is not null')}) + (${count('rail_notices', 'lease_token is not null')})`,
    `select 'job of ' || transaction_id from rail_operations
     where lease_token is not null and run_at > (select now from clock) + interval '2 minutes'
     union all
     select 'delivery ' || id from deliveries
     where lease_token is not null and run_at > (select now from clock) + interval '2 minutes'
     union all
     select 'idempotency key ' || key from idempotency_keys
     where lease_token is not null and lease_until > (select now from clock) + interval '2 minutes'
     union all
     select 'notice ' || dedupe_id from rail_notices
     where lease_token is not null and run_at > (select now from clock) + interval '2 minutes'`,
  ),
];
