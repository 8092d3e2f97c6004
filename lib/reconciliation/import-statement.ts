import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { AppError, type FieldFault } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { RAIL_DEADLINE_MS } from '#lib/rail-work/timetable';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import type { StatementLine } from '#lib/rails/rail';
import { findRail } from '#lib/rails/registry';
import { bookReturns } from '#lib/reconciliation/book-returns';
import { proposeCandidates } from '#lib/reconciliation/candidates';
import { flagDeliveries } from '#lib/reconciliation/flag-deliveries';
import { getDay } from '#lib/reconciliation/get-day';
import { matchLines } from '#lib/reconciliation/match-lines';
import { dayClosed, requireRailDay } from '#lib/reconciliation/statement-day';
import { readStatementFile, withoutRepeats } from '#lib/reconciliation/statement-file';

/** Of lines that another day's statement has, so many are told one by one. */
const TOLD_ELSEWHERE = 20;

export const statementUpload = z.object({ csv: z.string('The csv must be the text of the file.') });

/**
 * Takes a day of a live rail's own record from a file, in the place of what was imported of it before, and says what
 * each line is. No line moves our books: what fits a payment in doubt becomes a proposal on its case, and of what came
 * back its rail is asked, whose record is booked. Importing the same again changes nothing. Throws `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_ERROR` and, once the day is closed,
 * `INVALID_STATE`.
 */
export async function importStatement(ctx: UserContext, provider: string, day: string, csv: string) {
  requireManager(ctx);
  requireRailDay(provider, day, ctx.now());
  return put(ctx, provider, day, 'csv', readStatementFile(csv, day));
}

/** The same from the rail itself, where it gives its record. Throws `PROVIDER_UNAVAILABLE` where it does not answer. */
export async function fetchStatement(ctx: UserContext, provider: string, day: string) {
  requireManager(ctx);
  requireRailDay(provider, day, ctx.now());
  const rail = await findRail('LIVE', provider);
  if (rail?.fetchStatement === undefined) {
    throw new AppError('INVALID_STATE', `${provider} gives no statement by itself. Import its file.`);
  }
  const outcome = await askRail({ environment: 'LIVE', provider }, 'statement', async () =>
    rail.fetchStatement
      ? rail.fetchStatement(day, { key: newId(), deadlineMs: RAIL_DEADLINE_MS, now: ctx.now() })
      : { kind: 'not_sent', why: 'this rail gives no statement' },
  );
  if (outcome.kind !== 'done') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      `${provider} did not give its statement: ${whyOf(outcome)}. Nothing was changed.`,
      { retryAfterSeconds: 10 },
    );
  }
  return put(ctx, provider, day, 'fetched', outcome.value);
}

function requireManager(ctx: UserContext): void {
  if (ctx.clientId === undefined && mayDo(ctx.user.role, 'reconciliation.manage')) return;
  throw new AppError('FORBIDDEN', 'Only an operator may import a statement.');
}

async function put(
  ctx: UserContext,
  provider: string,
  day: string,
  source: 'csv' | 'fetched',
  read: StatementLine[] | FieldFault[],
) {
  const lines = isFaults(read) ? read : withoutRepeats(read);
  if (isFaults(lines)) throw validationError(lines);
  const leftOut = await listOfClosedDays(provider, day, lines);
  const isLeftOut = new Set(leftOut.map((each) => `${each.kind} ${each.rail_reference}`));
  const own = lines.filter(({ kind, railReference }) => !isLeftOut.has(`${kind} ${railReference}`));
  await store(ctx, { provider, day, source, lines: own, leftOut });
  await matchLines(provider, day);
  await flagDeliveries(provider, day, ctx.now);
  await bookReturns(provider, day, ctx.now);
  const proposed = await proposeCandidates(ctx, provider, day);
  return {
    ...(await getDay(provider, day, ctx.now())),
    proposed,
    left_out: leftOut.slice(0, TOLD_ELSEWHERE),
  };
}

function isFaults(read: StatementLine[] | FieldFault[]): read is FieldFault[] {
  const [first] = read;
  return first !== undefined && 'message' in first;
}

/** A line that stands in the statement of a closed day, which stays as it is. */
interface LeftOut {
  kind: StatementLine['kind'];
  rail_reference: string;
  amount: string;
  currency: string;
  /** Whose statement has it. */
  day: string;
}

/**
 * A payment stands in one day's statement. What another open day has is refused, and put right there; what a closed one
 * has is left out here, for nobody can change that one. Returns what is left out.
 */
async function listOfClosedDays(provider: string, day: string, lines: StatementLine[]): Promise<LeftOut[]> {
  const rows = await sqlClient()`
    select o.day, l.kind, l.rail_reference, l.amount_bututs, l.currency, s.closed_at is not null as is_closed
    from jsonb_to_recordset(${toJson(lines)}::jsonb) as l (kind text, rail_reference text, amount_bututs text, currency text)
    join rail_statement_lines o on o.provider = ${provider} and o.kind = l.kind and o.rail_reference = l.rail_reference
    join rail_statements s on s.provider = o.provider and s.day = o.day
    where o.day <> ${day} order by l.kind, l.rail_reference`;
  const elsewhere = rows.filter((row) => !row.is_closed).slice(0, TOLD_ELSEWHERE);
  if (elsewhere.length > 0) {
    throw validationError(
      elsewhere.map((row) => ({
        path: 'csv',
        message: `The ${row.kind} ${row.rail_reference} stands in the statement of ${row.day} already.`,
        code: 'invalid_file',
      })),
    );
  }
  return rows.map((row) => ({
    kind: row.kind,
    rail_reference: row.rail_reference,
    amount: formatAmount(BigInt(row.amount_bututs)),
    currency: row.currency,
    day: row.day,
  }));
}

/** All lines of the day or none, with their line in the audit log. */
async function store(
  ctx: UserContext,
  {
    provider,
    day,
    source,
    lines,
    leftOut,
  }: {
    provider: string;
    day: string;
    source: 'csv' | 'fetched';
    lines: StatementLine[];
    leftOut: LeftOut[];
  },
): Promise<void> {
  const sql = sqlClient();
  const entry = {
    action: 'statement.imported',
    environment: 'LIVE' as const,
    subjectId: `${provider}:${day}`,
    after: {
      source,
      lines: lines.length,
      ...(leftOut.length > 0 && { left_out: leftOut.slice(0, TOLD_ELSEWHERE) }),
    },
  };
  const [row] = await sql`
    with changed as materialized (
      select store_statement(${provider}, ${day}, ${source}, ${toJson(lines)}::jsonb, ${ctx.user.name}, ${ctx.now().toISOString()}) as is_stored
    ), noted as (${auditLine(ctx, entry, sql`from changed where is_stored`)})
    select is_stored from changed`;
  if (!row?.is_stored) throw dayClosed();
  const [stored] = await sql`
    select count(*)::int as lines from rail_statement_lines where provider = ${provider} and day = ${day}`;
  if (stored?.lines !== lines.length) {
    throw new AppError('INVALID_STATE', 'This day was imported twice at the same time. Import it once more.');
  }
}

function toJson(lines: StatementLine[]): string {
  return JSON.stringify(
    lines.map((line) => ({
      kind: line.kind,
      rail_reference: line.railReference,
      reference: line.reference,
      amount_bututs: line.amountBututs.toString(),
      fee_bututs: line.feeBututs?.toString() ?? null,
      currency: line.currency,
      mobile: line.mobile,
      at: line.at,
    })),
  );
}
