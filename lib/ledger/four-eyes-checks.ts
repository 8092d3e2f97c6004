import type { AuditCheck } from '#lib/ledger/audit-check';

// What wants two people had two, by the rows that tell who did it; and what is counted beside it. Not covered: a payment
// from the dashboard above a client's threshold that waited for nobody, since what a threshold was stands in the audit log
// alone, and which payments came from the dashboard nowhere.

const HOUSE = '00000000-0000-7000-8000-000000000000';

/** Lines of the audit log about the house's money: `after` names the journal, and what one operator might book alone. */
const houseLines = `
  select l.id, l.at, l.user_id, l.after->>'journal' as journal, (l.after->>'amount')::numeric * 100 as bututs,
         (l.after->>'alone_up_to')::numeric * 100 as most, l.after ? 'asked_by' as is_asked
  from audit_log l
  where l.after ? 'journal' and l.action in ('rail.float_funded', 'rail.float_withdrawn', 'rail.float_transferred',
                                             'rail.collections_moved', 'rail.collections_withdrawn')`;

/** Payouts since their client's limits are what they are, a minute left out for what was under way then. */
const limitedPayouts = `
  select t.id, t.client_id, t.environment, t.amount_bututs, t.status, (t.created_at at time zone 'UTC')::date as day,
         c.payout_limit_bututs as most, c.payout_limit_day_bututs as most_of_day, c.payout_limit_month_bututs as most_of_month
  from clients c
  join lateral (
    select max(l.at) as at from audit_log l
    where l.client_id = c.id and l.action = 'client.changed'
      and (l.before->'payout_limit_bututs', l.before->'payout_limit_day_bututs', l.before->'payout_limit_month_bututs')
        is distinct from (l.after->'payout_limit_bututs', l.after->'payout_limit_day_bututs', l.after->'payout_limit_month_bututs')
  ) s on s.at is not null
  join transactions t on t.client_id = c.id and t.type = 'payout' and t.created_at > s.at + interval '1 minute'`;

/** The same of a rail's limits: in LIVE of all clients together. */
const payoutsOverLimitedRails = `
  select t.id, t.environment, t.provider, case t.environment when 'SANDBOX' then t.client_id end as client_id, t.amount_bututs,
         (t.created_at at time zone 'UTC')::date as day, r.day_limit_bututs as most_of_day, r.month_limit_bututs as most_of_month
  from rail_settings r
  join lateral (
    select max(l.at) as at from audit_log l
    where l.action = 'rail.changed' and l.environment = r.environment and l.subject_id = r.provider || ':payout'
      and (l.before->'day_limit', l.before->'month_limit') is distinct from (l.after->'day_limit', l.after->'month_limit')
  ) s on s.at is not null
  join transactions t on t.environment = r.environment and t.provider = r.provider and t.type = 'payout'
    and t.status <> 'FAILED' and t.created_at > s.at + interval '1 minute'
  where r.direction = 'payout' and coalesce(r.day_limit_bututs, r.month_limit_bututs) is not null`;

export const fourEyesChecks: AuditCheck[] = [
  {
    invariant: 29,
    name: 'what was asked for was approved by another person than the one who asked',
    rows: `select count(*) from approvals where status in ('APPROVED', 'DONE')`,
    violations: `
      select id from approvals where status in ('APPROVED', 'DONE') and (decided_by is null or decided_by = requested_by)`,
  },
  {
    invariant: 29,
    name: 'each payment that a second person approved is the one that was asked for',
    rows: `select count(*) from approvals where status = 'DONE' and kind in ('payout', 'refund', 'payout_batch', 'settlement')`,
    violations: `
      select a.id from approvals a
      left join transactions t on t.client_id = a.client_id and t.environment = a.environment
        and t.id = (a.details->>'transaction_id')::uuid
      left join payout_batches b on a.kind = 'payout_batch' and b.client_id = a.client_id and b.environment = a.environment
        and b.id::text = a.details->>'client_reference'
      left join settlements s on a.kind = 'settlement' and s.client_id = a.client_id and s.environment = a.environment
        and s.client_reference = a.details->>'client_reference'
      where a.status = 'DONE' and a.kind in ('payout', 'refund', 'payout_batch', 'settlement') and (case
        when a.kind = 'payout_batch' then b.good_bututs = (a.details->>'amount')::numeric * 100
          and b.version = coalesce((a.details->>'version')::int, b.version) and b.status in ('RUNNING', 'DONE', 'STOPPED')
        when s.id is not null then s.amount_bututs = (a.details->>'amount')::numeric * 100
        else t.amount_bututs = (a.details->>'amount')::numeric * 100 and t.client_reference = a.details->>'client_reference'
          and (a.kind = 'settlement' or t.type = a.kind and t.metadata->>'approval' = a.id::text)
        end) is not true`,
  },
  {
    invariant: 29,
    name: 'what the bank made of a settlement was said by another operator than the one who sent or confirmed it',
    rows: `select count(*) from settlement_changes where from_status in ('SENT', 'CONFIRMED')`,
    violations: `
      select c.settlement_id from settlement_changes c
      join settlements s on s.client_id = c.client_id and s.environment = c.environment and s.id = c.settlement_id
      left join settlement_files f on f.id = s.file_id
      left join settlement_changes p on p.client_id = c.client_id and p.settlement_id = c.settlement_id and p.to_status = 'CONFIRMED'
      where c.from_status in ('SENT', 'CONFIRMED')
        and (c.actor_id <> case c.from_status when 'SENT' then f.sent_by else p.actor_id end) is not true`,
  },
  {
    invariant: 29,
    name: 'no file of settlements was discarded by somebody who had downloaded it',
    rows: `select count(*) from settlement_files`,
    violations: `
      select id from settlement_files f where f.discarded_by is not null
        and exists (select from jsonb_array_elements(f.downloads) d where d->>'id' = f.discarded_by::text)`,
  },
  {
    invariant: 12,
    name: 'each file of settlements has as many as it says, of the sum that it says, and they stand where it does',
    rows: `select count(*) from settlement_files`,
    violations: `
      select f.id from settlement_files f
      left join settlements s on s.file_id = f.id
      group by f.id
      having case f.status when 'DISCARDED' then count(s.id) <> 0
        else count(s.id) <> f.count or coalesce(sum(s.amount_bututs), 0) <> f.sum_bututs
          or bool_or(s.environment <> f.environment) or bool_or((s.status = 'IN_FILE') <> (f.status = 'MADE')) end`,
  },
  {
    invariant: 29,
    name: 'each period was closed by another operator than the one who asked, as the request says',
    rows: `select count(*) from period_closes`,
    violations: `
      select p.environment || ' ' || p.last_day from period_closes p
      left join approvals a on a.client_id = '${HOUSE}' and a.id = p.approval_id and a.kind = 'period_close' and a.status = 'DONE'
      where (p.asked_by <> p.closed_by and a.requested_by = p.asked_by and a.decided_by = p.closed_by) is not true`,
  },
  {
    invariant: 29,
    name: 'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another',
    rows: `select count(*) from (${houseLines}) h`,
    violations: `
      with lines as (${houseLines})
      select h.id from lines h
      left join (
        select journal_id::text as journal, sum(amount_bututs) filter (where amount_bututs > 0) as bututs from entries
        where client_id = '${HOUSE}' and journal_id::text in (select journal from lines) group by 1
      ) j on j.journal = h.journal
      where j.bututs is distinct from h.bututs
        or case when h.is_asked then not exists (
            select from approvals a where a.client_id = '${HOUSE}' and a.kind = 'house_money' and a.status = 'DONE'
              and a.details->>'id' = h.journal and a.decided_by = h.user_id and a.requested_by <> h.user_id)
          else (select sum(o.bututs) from lines o
                where o.user_id = h.user_id and not o.is_asked and o.id <= h.id and o.at > h.at - interval '24 hours') > h.most
          end`,
  },
  {
    invariant: 5,
    name: 'no client’s payouts have taken more than its limits, since those were set',
    rows: `select count(*) from (${limitedPayouts}) p`,
    violations: `
      with payouts as (${limitedPayouts})
      select id from payouts where status <> 'FAILED' and amount_bututs > most
      union all
      select client_id from payouts where status <> 'FAILED'
      group by client_id, environment, day, most_of_day having sum(amount_bututs) > most_of_day
      union all
      select client_id from payouts where status <> 'FAILED'
      group by client_id, environment, date_trunc('month', day), most_of_month having sum(amount_bututs) > most_of_month`,
  },
  {
    invariant: 5,
    name: 'no more has gone out over a rail than its limits, since those were set',
    rows: `select count(*) from (${payoutsOverLimitedRails}) p`,
    violations: `
      with payouts as (${payoutsOverLimitedRails})
      select environment || ' ' || provider || ' ' || day from payouts
      group by environment, provider, client_id, day, most_of_day having sum(amount_bututs) > most_of_day
      union all
      select environment || ' ' || provider || ' ' || date_trunc('month', day)::date from payouts
      group by environment, provider, client_id, date_trunc('month', day), most_of_month having sum(amount_bututs) > most_of_month`,
  },
];
