import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { openCase } from '#lib/cases/open-case';
import { AppError, invariant } from '#lib/errors';
import { hasUnnoticed } from '#lib/reconciliation/differences';
import { type Difference, getDay, MAX_DIFFERENCES } from '#lib/reconciliation/get-day';
import { dayClosed, notImported } from '#lib/reconciliation/statement-day';

/**
 * Guarantee: a closed day has a case for each difference, and its statement stays as it is. Every difference gets its
 * case first; then the day is closed, unless one without a case has come up meanwhile or the statement was imported
 * anew. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`.
 */
export async function closeDay(ctx: UserContext, provider: string, day: string) {
  if (ctx.clientId !== undefined || !mayDo(ctx.user.role, 'reconciliation.manage')) {
    throw new AppError('FORBIDDEN', 'Only an operator may close a day.');
  }
  const found = await getDay(provider, day, ctx.now());
  const { statement, differences } = found;
  if (statement === null) throw notImported();
  if (statement.closed_at !== null) throw dayClosed();
  if (!found.is_over)
    throw new AppError('INVALID_STATE', 'This day is not over yet; more payments may come.');
  if (found.has_more_differences) {
    throw new AppError(
      'INVALID_STATE',
      `More than ${MAX_DIFFERENCES} differences: look first whether this is the statement of ${provider} of ${day}.`,
    );
  }
  for (const difference of differences) {
    if (difference.case_id === null) await openCaseOf(difference, provider, day, ctx.now());
  }
  const sql = sqlClient();
  const entry = {
    action: 'statement.day_closed',
    environment: 'LIVE' as const,
    subjectId: `${provider}:${day}`,
    after: { differences: differences.length },
  };
  const rows = await sql`
    with changed as (
      update rail_statements set closed_at = ${ctx.now().toISOString()}, closed_by_name = ${ctx.user.name}
      where provider = ${provider} and day = ${day} and closed_at is null and imported_at = ${statement.imported_at}
        and not ${hasUnnoticed(provider, day)}
      returning day
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select day from changed`;
  if (rows.length > 0) return getDay(provider, day, ctx.now());
  const present = await getDay(provider, day, ctx.now());
  if (present.statement?.closed_at) throw dayClosed();
  throw new AppError('INVALID_STATE', 'This day has changed meanwhile. Look at its differences once more.');
}

function oursOf(
  { what }: Difference,
  { status, amount, mobile }: NonNullable<Difference['transaction']>,
): string {
  return `${status}, GMD ${amount}${what === 'number' && mobile !== null ? `, ${mobile}` : ''}`;
}

function openCaseOf(difference: Difference, provider: string, day: string, now: Date): Promise<void> {
  const { found: kind, subject, transaction, client } = difference;
  const details: Record<string, string | null> = {
    day,
    what: difference.what ?? difference.kind,
    ...(difference.rail_amount !== null && {
      theirs: `${difference.kind} of ${difference.currency} ${difference.rail_amount}`,
      at: difference.at,
    }),
    ...(transaction && { ours: oursOf(difference, transaction) }),
    rail_reference: difference.rail_reference,
    ...(difference.reference !== null && { reference: difference.reference }),
    ...(difference.rail_mobile !== null && { mobile: difference.rail_mobile }),
  };
  invariant(transaction === null || client !== null, 'a transaction has a client');
  return openCase(
    {
      kind,
      provider,
      subject,
      ...(transaction &&
        client && {
          transaction: { id: transaction.id, clientId: client.id, environment: 'LIVE' as const },
        }),
      details,
    },
    now,
  );
}
