import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Sql } from 'postgres';
import type { AuditLine } from './checker.ts';
import type { Rails } from './stage.ts';

// How a run over the live rails comes to its end: time passes, everything settles or is in a case, the books are
// audited, and what a violation names is looked up.

/**
 * The half hour is over now that a card page, a one-time password and what no rail has opened are waited for: nobody
 * is going to answer any more.
 */
export async function lapse(sql: Sql): Promise<void> {
  await sql`
    update transactions set expires_at = now()
    where environment = 'LIVE' and status = 'PENDING' and expires_at > now()
      and (provider in ('PROVIDER_A', 'PROVIDER_C_CARD') or redirect_url is null)`;
  // A quarter of an hour is over since a rail was asked to pay or to give back what it has not told the end of. All calls
  // of such a payment are moved, as their order is what the audit goes by.
  await sql.begin(async (tx) => {
    await tx`alter table rail_calls disable trigger rail_calls_kept`;
    await tx`
      update rail_calls set started_at = started_at - interval '15 min'
      where transaction_id in (
        select transaction_id from rail_calls
        where operation in ('send', 'reverse', 'refund') and coalesce(outcome, 'unknown') = 'unknown' and provider in ('PROVIDER_W', 'PROVIDER_C')
      )`;
    await tx`alter table rail_calls enable trigger rail_calls_kept`;
    // The audit would name the calls whose time was moved: the books are sealed anew, from here on.
    await tx`alter table book_seals disable trigger book_seals_append_only`;
    await tx`alter table book_leaves disable trigger book_leaves_append_only`;
    await tx`truncate book_seals, book_leaves, unsealed, unsealed_payments`;
    await tx`alter table book_seals enable trigger book_seals_append_only`;
    await tx`alter table book_leaves enable trigger book_leaves_append_only`;
    await tx`update seal_beginning set queued_at = null`;
    await tx`
      update rail_operations o set run_at = now() from transactions t
      where t.id = o.transaction_id and t.environment = 'LIVE'
        and (t.type <> 'collection' and t.status = 'PENDING' or o.kind = 'reverse') and o.lease_token is null and o.run_at > now()`;
  });
  await sql`update rail_wallets set short_until = null where short_until is not null`;
  await sql`
    update rail_operations o set run_at = now() + random() * interval '5 s'
    from transactions t
    where t.id = o.transaction_id and o.environment = 'LIVE' and o.lease_token is null and (
      (o.kind in ('close', 'look_up') and o.run_at between now() + interval '15 min' and now() + interval '35 min')
      -- Its end as it was set at first, however near it is.
      or (o.kind = 'close' and o.attempts = 0 and o.run_at > now() and t.expires_at <= now()))`;
}

/** Nothing waits but for a person, and nothing is going to be asked or told any more. */
export async function looksSettled(sql: Sql, rails: Rails): Promise<boolean> {
  const [row] = await sql`
    select (
      select count(*) from transactions t
      where environment = 'LIVE' and status in ('PENDING', 'AWAITING_LIQUIDITY') and not exists (
        select from cases c where c.transaction_id = t.id and c.status = 'OPEN' and c.kind in ('unknown_outcome', 'mismatch', 'same_payment', 'contradiction')
      )
    )::int as pending, (
      select count(*) from rail_operations o
      where environment = 'LIVE' and kind <> 'revoke' and run_at < now() + interval '2 min' and not exists (
        select from cases c where c.transaction_id = o.transaction_id and c.status = 'OPEN' and c.kind in ('unknown_outcome', 'mismatch', 'same_payment', 'contradiction')
      )
    )::int as operations, (select count(*) from rail_notices where status = 'RECEIVED')::int as notices`;
  let owed = 0;
  for (const wallet of rails.settings2 === undefined ? [1] : [1, 2]) {
    const state = await rails.control<{ notices: { owed: number } }>(`/state?wallet=${wallet}`);
    owed += state?.notices.owed ?? 0;
    await rails.control('/notices/release', { wallet });
  }
  // What no rail knows of is asked about for minutes; nothing new is going to be heard of it.
  if (owed === 0)
    await sql`update rail_notices set run_at = now() where lease_token is null and run_at > now()`;
  if (process.env.SOAK_DEBUG) console.log(row, owed);
  return row?.pending === 0 && row.operations === 0 && row.notices === 0 && owed === 0;
}

export function daysSince(since: number): string[] {
  const today = new Date();
  const first = new Date(Date.now() - (performance.now() - since));
  return [...new Set([first, today].map((each) => each.toISOString().slice(0, 10)))];
}

export async function runAudit(url: string): Promise<AuditLine[]> {
  const child = spawn(process.execPath, ['scripts/audit.ts', '--json'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return (JSON.parse(text) as { lines: AuditLine[] }).lines;
}

/** Payments that only a person can settle. */
export async function countInDoubt(sql: Sql): Promise<number> {
  const [row] = await sql`select count(*)::int from cases where status = 'OPEN' and kind = 'unknown_outcome'`;
  return row?.count;
}

/** What our books hold of each transaction that a violation names. */
export async function explain(sql: Sql, violations: string[]): Promise<string> {
  const parts: string[] = [];
  for (const violation of violations.slice(0, 200)) {
    const ids = [...new Set(violation.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [])];
    const rows = [];
    for (const id of ids.slice(0, 3)) {
      rows.push(
        await sql`select id, type, status, provider, amount_bututs, rail_reference, version, created_at, updated_at, expires_at, late, next_step, redirect_url from transactions where id = ${id}`,
        await sql`select sequence, from_status, to_status, trigger, actor, at from transaction_changes where transaction_id = ${id} order by sequence`,
        await sql`select id, operation, started_at, ended_at, outcome, note from rail_calls where transaction_id = ${id} order by started_at`,
        await sql`select kind, run_at, attempts, lease_token from rail_operations where transaction_id = ${id}`,
        await sql`select dedupe_id, status, note, attempts, received_at from rail_notices where transaction_id = ${id}`,
        await sql`select kind, status, details, opened_at, closed_at from cases where transaction_id = ${id} or subject = ${id}`,
      );
    }
    const text = rows.flatMap((each) => each.map((row) => `   ${JSON.stringify(row)}`));
    parts.push([violation, ...text].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
