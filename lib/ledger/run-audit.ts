import type { Sql } from 'postgres';
import { connect, sqlClient } from '#db/client';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';
import { type AuditLine, auditLedger, notAuditable } from '#lib/ledger/audit';
import { auditChecks } from '#lib/ledger/audit-checks';
import { describeError, log } from '#lib/log';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { settings } from '#lib/settings';

/** The process that counts writes this often; one that has not for longer than `LOST_MS` is gone. */
const SEEN_EVERY_MS = 5_000;
const LOST_MS = 60_000;

interface AuditRow {
  id: string;
  started_by_name: string;
  started_at: string;
  seen_at: string;
  finished_at: string | null;
  checks_total: number;
  lines: AuditLine[];
  error: string | null;
}

/**
 * Has the books recounted in the background, on a connection of its own; `getLatestAudit` says how far it is. While
 * one is under way no other begins: that one is returned.
 */
export async function startAudit(ctx: UserContext) {
  const sql = sqlClient();
  const id = newId(ctx.now());
  const now = ctx.now().toISOString();
  const entry = { action: 'ledger.audited', subjectId: id };
  const [row] = await sql`
    with made as (
      insert into ledger_audits (id, started_by, started_by_name, started_at, seen_at, checks_total)
      select ${id}::uuid, ${ctx.user.id}::uuid, ${ctx.user.name}::text, ${now}::timestamptz, ${now}::timestamptz,
             ${auditChecks(0).length + 2}::int
      -- Nor while another one begins.
      where pg_try_advisory_xact_lock(hashtext('kaira ledger_audits')) and not exists (
        select from ledger_audits
        where finished_at is null and error is null and seen_at > ${now}::timestamptz - make_interval(secs => ${LOST_MS / 1000})
      )
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from made`)})
    select id from made`;
  if (row) void count(id);
  return getLatestAudit(ctx.now());
}

/** The last recount, also one under way; null before the first. */
export async function getLatestAudit(now: Date) {
  const [row] = await sqlClient()<AuditRow[]>`select * from ledger_audits order by id desc limit 1`;
  if (row === undefined) return null;
  const isLost =
    row.finished_at === null && row.error === null && now.getTime() - Date.parse(row.seen_at) > LOST_MS;
  return {
    id: row.id,
    started_by: row.started_by_name,
    started_at: new Date(row.started_at).toISOString(),
    finished_at: row.finished_at && new Date(row.finished_at).toISOString(),
    status: row.finished_at ? 'DONE' : row.error || isLost ? 'FAILED' : 'RUNNING',
    checks_total: row.checks_total,
    violations: row.lines.reduce((sum, line) => sum + line.violations, 0),
    lines: row.lines,
    error: isLost ? 'The server that counted was stopped. Start it again.' : row.error,
    not_auditable: notAuditable,
  };
}

/** Keeps what `npm run audit` found, as a recount that is over; it took `tookMs`. */
export async function recordAudit(sql: Sql, lines: AuditLine[], tookMs: number): Promise<void> {
  const id = newId();
  await sql`
    with told as (${tellOfViolations(id, lines)})
    insert into ledger_audits (id, started_by_name, started_at, seen_at, finished_at, checks_total, lines)
    values (${id}, 'npm run audit', now() - make_interval(secs => ${tookMs / 1000}), now(), now(),
            ${lines.length}, ${JSON.stringify(lines)}::text::jsonb)`;
}

/** Admins, where something was found: a CTE of the statement that ends the recount. */
function tellOfViolations(id: string, lines: AuditLine[]): Fragment {
  const sql = sqlClient();
  const count = lines.filter(({ violations }) => violations > 0).length;
  if (count === 0) return sql`select`;
  const facts = { count: count === 1 ? 'one' : String(count) };
  const message = { kind: 'audit_violation' as const, event: `audit_violation:${id}`, facts };
  return queueMessage(new Date(), message, peopleOf(message.kind, null, sql`true`));
}

export type LedgerAudit = Awaited<ReturnType<typeof getLatestAudit>>;

async function count(id: string): Promise<void> {
  const audit = connect(settings().DATABASE_URL, 1, 'kaira audit');
  let known: AuditLine[] = [];
  const write = async (end: { finished?: boolean; error?: string } = {}) => sqlClient()`
    with told as (${end.finished ? tellOfViolations(id, known) : sqlClient()`select`})
    update ledger_audits
    set lines = ${JSON.stringify(known)}::jsonb, seen_at = now(),
        finished_at = case when ${end.finished ?? false} then now() end, error = ${end.error ?? null}
    where id = ${id}`;
  const timer = setInterval(() => void write().catch(() => {}), SEEN_EVERY_MS).unref();
  try {
    await auditLedger(audit, {
      onLine: (lines) => {
        known = lines;
      },
    });
    clearInterval(timer);
    await write({ finished: true });
  } catch (error) {
    clearInterval(timer);
    log.error(describeError(error), 'the ledger could not be audited');
    await write({ error: 'The recount did not finish. The server’s log says why.' }).catch(() => {});
  } finally {
    await audit.end({ timeout: 5 }).catch(() => {});
  }
}
