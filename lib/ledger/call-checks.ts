import { type AuditCheck, check, count } from '#lib/ledger/audit-check';

/** What a call to a rail may have done that nobody has heard of, or has. */
const mayHaveActed = "coalesce(r.outcome, 'unknown') in ('done', 'unknown')";

/** The transactions with a call `f` that came after a call `r` to the same, which may have acted. */
const repeatedCalls = (where: string) => `
  select distinct r.transaction_id from rail_calls r
  join rail_calls f on f.client_id = r.client_id and f.transaction_id = r.transaction_id
    and f.operation = r.operation and f.started_at > r.started_at
  where ${mayHaveActed} and ${where}`;

export const callChecks: AuditCheck[] = [
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
