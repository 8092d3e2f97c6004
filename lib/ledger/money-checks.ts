import { type AuditCheck, check, count, HIGHEST_BUTUTS, HOUSE, wallet } from '#lib/ledger/audit-check';

export const moneyChecks: AuditCheck[] = [
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
  check(
    7,
    'what went out over each live rail in a day is what the tallies of all clients come to',
    count('rail_tallies'),
    `select provider || ' ' || day from (
       select provider, day, amount_bututs as amount from rail_tallies
       union all
       select provider, day, -amount_bututs from tallies where environment = 'LIVE' and type = 'payout' and status <> 'FAILED'
     ) s group by provider, day having sum(amount) <> 0`,
  ),
];

export const feeChecks: AuditCheck[] = [
  check(
    7,
    'what a rail took for each live payment whose money moved is booked exactly once, and for no other',
    count('transactions', "environment = 'LIVE'"),
    `select t.id from transactions t
     left join (
       select j.client_id, j.transaction_id, sum(e.amount_bututs) as bututs, count(*) filter (where j.kind = 'rail_fee') as charged
       from journals j join entries e on e.journal_id = j.id and e.account like 'rail\\_fees:%'
       where j.kind like 'rail\\_fee%' and j.transaction_id is not null group by 1, 2
     ) b on b.client_id = t.client_id and b.transaction_id = t.id
     where coalesce(b.bututs, 0) <> case
         when t.environment <> 'LIVE' then 0
         when t.status in ('SUCCEEDED', 'REVERSED') then t.rail_fee_bututs
         -- As the statement told it, and nothing before.
         when exists (select from adjustments a where a.client_id = t.client_id and a.transaction_id = t.id)
           then coalesce(t.rail_fee_told_bututs, 0)
         else 0 end
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
