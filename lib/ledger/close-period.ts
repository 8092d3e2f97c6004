import { createHash } from 'node:crypto';
import { connectAsPool, sqlClient, sqlState } from '#db/client';
import { type ApprovalRow, approvalColumns } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { requireOpen } from '#lib/ledger/ask-to-close';
import { JOURNALS_FORM, writeJournals } from '#lib/ledger/export-journals';
import { banjulDayAfter } from '#lib/ledger/periods';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { settings } from '#lib/settings';

/** `close_period` will not: something was booked meanwhile, or is under way. */
const NOT_CLOSED = 'KA021';
/** A recount that is older says too little of the books as they are closed. */
const AUDIT_HOLDS_MS = 24 * 60 * 60 * 1000;

/**
 * Closes the period that another operator asked for: from then on the database lets nothing be dated into it, and keeps
 * its trial balance, the recount that found nothing, and the digest of its journals as exported. The decision, the close
 * and the line in the audit log are one statement. Returns undefined when somebody decided it first. Throws
 * `INVALID_STATE` where the books are not recounted to zero, and while something may still be dated into the period.
 */
export async function closePeriod(ctx: UserContext, request: ApprovalRow): Promise<ApprovalRow | undefined> {
  const { environment, last_day: lastDay, settled_after: settledAfter } = request.details;
  await requireOpen(environment, lastDay);
  await requireSettled(settledAfter);
  const audit = await requireCleanAudit(ctx);
  const { digest, entries } = await digestOf(environment, lastDay);
  const close = {
    ...{ environment, last_day: lastDay, settled_after: settledAfter, approval_id: request.id },
    ...{
      digest,
      journals_form: JOURNALS_FORM,
      entries: entries.toString(),
      audit_id: audit.id,
      audit_checks: audit.checks_total,
    },
    ...{ asked_by: request.requested_by, asked_by_name: request.requested_by_name },
    ...{ asked_at: request.requested_at, closed_by: ctx.user.id, closed_by_name: ctx.user.name },
  };
  const { settled_after: _, ...told } = close;
  const now = ctx.now().toISOString();
  // It counts the whole books once more, which may take longer than a request's statement.
  const sql = connectAsPool(settings().DATABASE_URL, 1, 'kaira accounts');
  try {
    await sql`set statement_timeout = 0`;
    const entry = {
      action: 'period.closed',
      environment,
      subjectId: request.id,
      after: told,
    };
    const [row] = await sql<ApprovalRow[]>`
      with changed as (
        update approvals a set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
          decided_at = ${now}, ended_at = ${now}
        where a.client_id = ${request.client_id} and a.id = ${request.id} and a.status = 'PENDING'
        returning *
      ), closed as materialized (select close_period(${JSON.stringify(close)}::jsonb) from changed),
      noted as (${auditLine(ctx, entry, sqlClient()`from changed`)})
      select ${approvalColumns()} from changed a, (select count(*) from closed) c`;
    return row;
  } catch (error) {
    if (sqlState(error) !== NOT_CLOSED) throw error;
    throw new AppError(
      'INVALID_STATE',
      'The books of this period changed while they were counted. Nothing was closed; approve it once more.',
      { cause: error },
    );
  } finally {
    await sql.end({ timeout: 5 }).catch(() => {});
  }
}

async function requireSettled(settledAfter: string): Promise<void> {
  const [row] = await sqlClient()`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${settledAfter}::text::xid8 as is_settled`;
  if (row?.is_settled) return;
  throw new AppError(
    'INVALID_STATE',
    'A statement that was under way when this was asked for has not ended: it may still book into the period. Try again in a moment; if it stays so, reject the request and ask anew.',
  );
}

async function requireCleanAudit(ctx: UserContext) {
  const audit = await getLatestAudit(ctx.now());
  if (audit?.status === 'RUNNING') {
    throw new AppError('INVALID_STATE', 'The books are being recounted. Approve it when that is done.');
  }
  const isFresh =
    audit?.status === 'DONE' && ctx.now().getTime() - Date.parse(audit.started_at) < AUDIT_HOLDS_MS;
  if (audit === null || !isFresh) {
    throw new AppError(
      'INVALID_STATE',
      'The books were not recounted within the last day. Start a recount under Ledger, then approve this.',
    );
  }
  if (audit.violations > 0) {
    throw new AppError(
      'INVALID_STATE',
      `The recount of the books found ${audit.violations === 1 ? '1 violation' : `${audit.violations} violations`}. Nothing is closed before there is none.`,
    );
  }
  return audit;
}

async function digestOf(
  environment: Environment,
  lastDay: string,
): Promise<{ digest: string; entries: bigint }> {
  const [before] = await sqlClient()`
    select max(last_day)::text as last_day from period_closes where environment = ${environment}`;
  const from = before?.last_day ? banjulDayAfter(before.last_day) : null;
  const hash = createHash('sha256');
  const entries = await writeJournals({ environment, from, to: lastDay }, async (text) => hash.update(text));
  return { digest: hash.digest('hex'), entries };
}
