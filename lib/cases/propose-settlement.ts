import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { type CaseRow, type Proposal, requireSettler } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { type CaseDetail, getCase } from '#lib/cases/get-case';
import { requireUnusedReference } from '#lib/cases/rail-reference';
import { possibleOutcomes } from '#lib/cases/settlement';
import { AppError } from '#lib/errors';
import { proseField, textField } from '#lib/fields';

export const proposalRequest = z.object({
  outcome: z.enum(['succeeded', 'failed'], 'The outcome must be "succeeded" or "failed".'),
  /** The rail's own name of the payment, where the evidence tells one. */
  rail_reference: textField(255).nullish(),
  evidence: proseField(10, 1_000),
});

/**
 * Says what became of a transaction that nobody can ask the rail about, and by what evidence. Nothing moves until
 * another operator confirms it. One proposal stands at a time. Throws `NOT_FOUND`, `FORBIDDEN`, `INVALID_STATE`.
 */
export async function proposeSettlement(
  ctx: UserContext,
  id: string,
  { outcome, rail_reference, evidence }: z.output<typeof proposalRequest>,
): Promise<CaseDetail> {
  requireSettler(ctx);
  const found = await getCaseRow(id);
  requireSettleable(found, outcome);
  const proposal = { outcome, rail_reference: rail_reference ?? null, evidence };
  await requireUnusedReference(found, proposal.rail_reference);
  if (!(await putProposal(ctx, found, proposal))) throw notProposable(await getCaseRow(id));
  return getCase(id);
}

/** Puts it on the case if none stands there, with its line in the audit log. Returns whether it was put. */
export async function putProposal(
  ctx: UserContext,
  { id, environment }: Pick<CaseRow, 'id' | 'environment'>,
  proposal: Proposal,
): Promise<boolean> {
  const sql = sqlClient();
  const entry = {
    action: 'case.settlement_proposed',
    environment,
    subjectId: id,
    after: { ...proposal },
  };
  const rows = await sql`
    with changed as (
      update cases
      set proposal = ${JSON.stringify(proposal)}::jsonb, proposed_by = ${ctx.user.id}, proposed_by_name = ${ctx.user.name},
          proposed_at = ${ctx.now().toISOString()}
      where id = ${id} and status = 'OPEN' and proposal is null
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  return rows.length > 0;
}

function requireSettleable(found: CaseRow, outcome: Proposal['outcome']): void {
  if (found.status === 'CLOSED' || found.proposal !== null) throw notProposable(found);
  const { environment, type, transaction_status: status } = found;
  if (type === null || status === null) {
    throw new AppError(
      'INVALID_STATE',
      'This case is about no transaction of ours. Close it with what was done.',
    );
  }
  if (!possibleOutcomes({ environment, type, status }).includes(outcome)) {
    throw new AppError('INVALID_STATE', `A ${type} that is ${status} cannot be settled as ${outcome}.`);
  }
}

function notProposable({ status, proposed_by_name: name, resolution }: CaseRow): AppError {
  return new AppError(
    'INVALID_STATE',
    status === 'CLOSED'
      ? `This case is closed: ${resolution}`
      : `${name} has proposed a settlement already. It is decided first.`,
  );
}
