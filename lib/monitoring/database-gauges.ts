import { sqlClient } from '#db/client';
import { floatOwner } from '#lib/ledger/accounts';
import { describeError, log } from '#lib/log';
import {
  auditAgeSeconds,
  auditViolations,
  backupAgeSeconds,
  casesOpen,
  databaseUp,
  payoutHeldSeconds,
  railFloatBututs,
  railStatus,
  sealAgeSeconds,
  workOverdueSeconds,
} from '#lib/metrics';
import { settings } from '#lib/settings';
import { within } from '#lib/within';

// What only the database knows, so that any server process tells the same whichever worker does the work.

/** Several scrapers, or several processes behind one address, ask the database once. */
const FRESH_MS = 5_000;
/** Less than a scraper waits: the figures of this process are told in any case. */
const ANSWER_WITHIN_MS = 3_000;

const levels: Record<string, number> = { OPERATIONAL: 0, DELAYED: 1, CLOSED: 2 };
let readAt = Number.NEGATIVE_INFINITY;

/** Brings the gauges up to date, for a scrape. Never throws: a database that is away is a figure as well. */
export async function readDatabaseGauges(): Promise<void> {
  const now = performance.now();
  if (now - readAt < FRESH_MS) return;
  readAt = now;
  try {
    const row = await within(ANSWER_WITHIN_MS, readDatabaseFigures());
    databaseUp.set(1);
    // A kind whose last case was closed has none.
    for (const gauge of [casesOpen, payoutHeldSeconds, railStatus]) gauge.reset();
    for (const { work, seconds } of row?.due ?? []) workOverdueSeconds.set({ work }, seconds);
    for (const { kind, count } of row?.cases ?? []) casesOpen.set({ kind }, count);
    for (const { provider, seconds } of row?.held ?? []) payoutHeldSeconds.set({ provider }, seconds);
    for (const { provider, balance, reserved } of row?.floats ?? []) {
      railFloatBututs.set({ provider, part: 'balance' }, balance);
      railFloatBututs.set({ provider, part: 'reserved' }, reserved);
    }
    for (const { provider, direction, status } of row?.rails ?? [])
      railStatus.set({ provider, direction }, levels[status] ?? 0);
    auditViolations.set(row?.violations ?? 0);
    sealAgeSeconds.set(row?.seal_age ?? 0);
    // A trial has nothing to lose.
    if (settings().KAIRA_MODE !== 'production') return;
    auditAgeSeconds.set(row?.audit_age ?? 0);
    backupAgeSeconds.set(row?.backup_age ?? 0);
  } catch (error) {
    databaseUp.set(0);
    log.warn(describeError(error), 'the database’s figures could not be read for a scrape');
  }
}

/** As they are now; ages are seconds, and those of the audit and the backup count from the first start where there was none. */
export async function readDatabaseFigures() {
  const [row] = await sqlClient()`
    with due as (
      select 'operations' as work, min(run_at) as at from rail_operations
      union all select 'notices', min(run_at) from rail_notices
      union all select 'payout_batches', min(run_at) from payout_batches where status = 'RUNNING'
      union all select 'messages', min(run_at) from messages
      union all select 'deliveries', min(first.run_at) from webhook_endpoints w cross join lateral (
        select run_at from deliveries d
        where d.client_id = w.client_id and d.environment = w.environment and d.endpoint_id = w.id and d.status = 'PENDING'
        order by run_at limit 1) first
      where w.status = 'ACTIVE' and w.deleted_at is null
    ), floats as (
      select replace(a.name, 'rail_float:', '') as provider, (a.reserved_bututs + u.reserved)::float8 as reserved,
             (a.balance_bututs + u.amount)::float8 as balance
      from accounts a cross join lateral (
        select coalesce(sum(amount_bututs), 0) as amount, coalesce(sum(reserved_bututs), 0) as reserved from unfolded_entries
        where client_id = a.client_id and environment = a.environment and account = a.name) u
      where a.client_id = ${floatOwner('LIVE', '')} and a.environment = 'LIVE' and a.name like 'rail\\_float:%'
    ), held as (
      select provider, extract(epoch from now() - min(held_since))::float8 as seconds
      from transactions where environment = 'LIVE' and status = 'AWAITING_LIQUIDITY' group by provider
    )
    select audits.violations, audits.last as audited_at, (select max(finished_at) from backups) as backed_up_at,
           extract(epoch from now() - coalesce(audits.last, first_start))::float8 as audit_age,
           extract(epoch from now() - coalesce((select max(finished_at) from backups), first_start))::float8 as backup_age,
           case when exists (select from unsealed) or exists (select from unsealed_payments)
             then extract(epoch from now() - coalesce((select sealed_at from book_seals order by id desc limit 1), first_start)) end::float8 as seal_age,
           (select json_agg(json_build_object('work', work, 'seconds', greatest(0, coalesce(extract(epoch from now() - at), 0)))) from due) as due,
           (select json_agg(json_build_object('kind', kind, 'count', n)) from (select kind, count(*) as n from cases where status = 'OPEN' group by kind) c) as cases,
           (select json_agg(f) from floats f) as floats,
           (select json_agg(h) from held h) as held,
           (select json_agg(r) from (select provider, direction, coalesce(override, status) as status from rail_health) r) as rails
    from (select min(created_at) as first_start from clients) c
    left join (
      select finished_at as last, (select coalesce(sum((line->>'violations')::float8), 0) from jsonb_array_elements(lines) line) as violations
      from ledger_audits where finished_at is not null order by finished_at desc limit 1
    ) audits on true`;
  return row;
}
