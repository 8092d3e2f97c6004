import { type AuditCheck, check, count, HOUSE } from '#lib/ledger/audit-check';

export const accessChecks: AuditCheck[] = [
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
