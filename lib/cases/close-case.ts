import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { type CaseRow, requireSettler } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { type CaseDetail, getCase } from '#lib/cases/get-case';
import { isClosableByOne, possibleOutcomes } from '#lib/cases/settlement';
import { AppError } from '#lib/errors';
import { proseField } from '#lib/fields';
import { isFinal } from '#lib/transactions/transaction';

export const closing = z.object({ resolution: proseField(10, 1_000) });

/**
 * Closes a case that moves nothing, with what was found or done. One about the money of a live transaction is closed by
 * two people, who settle it or say that our books are right, or by the rail's word. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`.
 */
export async function closeCase(ctx: UserContext, id: string, resolution: string): Promise<CaseDetail> {
  requireSettler(ctx);
  const found = await getCaseRow(id);
  requireClosable(found);
  const sql = sqlClient();
  const entry = {
    action: 'case.closed',
    environment: found.environment,
    subjectId: id,
    before: { kind: found.kind, ...found.details },
    after: { resolution },
  };
  const rows = await sql`
    with changed as (
      select ${id}::uuid as id
      where close_case(${id}, ${found.proposed_at}, ${ctx.user.id}, ${ctx.user.name}, ${resolution}, ${ctx.now().toISOString()})
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  if (rows.length > 0) return getCase(id);
  const present = await getCaseRow(id);
  requireClosable(present);
  throw new AppError('INVALID_STATE', 'This case was just changed by somebody else. Look at it again.');
}

function requireClosable(found: CaseRow): void {
  const { environment, type, status, resolution, transaction_status, proposal } = found;
  if (status === 'CLOSED') throw new AppError('INVALID_STATE', `This case is closed: ${resolution}`);
  if (type === null || transaction_status === null) return;
  const outcomes = possibleOutcomes({ environment, type, status: transaction_status }, found);
  if (proposal !== null && outcomes.includes(proposal.outcome)) {
    throw new AppError('INVALID_STATE', 'A settlement is proposed. Confirm or reject it first.');
  }
  if (isClosableByOne(found)) return;
  throw new AppError(
    'INVALID_STATE',
    isFinal(transaction_status)
      ? 'This case is about money, so two people close it: propose what is to be booked, or that our books are right as they are.'
      : `The transaction is ${transaction_status}: settle it by evidence, or wait for the rail’s word.`,
  );
}
