import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { adjustedBefore } from '#lib/cases/adjusted-before';
import { requireUnbookedPayment } from '#lib/cases/booked-already';
import { type CaseRow, type Proposal, requireSettler } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { type CaseDetail, getCase } from '#lib/cases/get-case';
import { requireUnusedReference } from '#lib/cases/rail-reference';
import { faultOfAdjustment, possibleOutcomes } from '#lib/cases/settlement';
import { AppError } from '#lib/errors';
import { amountField, proseField, textField } from '#lib/fields';
import { formatAmount } from '#lib/money';
import { readGiven } from '#lib/refunds/given';
import { readForOperator } from '#lib/transactions/read-for-operator';
import type { Transaction, TransactionType } from '#lib/transactions/transaction';

const adjustmentRequest = z.object({
  direction: z.enum(['in', 'out'], 'The direction must be "in" or "out".'),
  amount: amountField.refine((bututs) => bututs > 0n, 'The amount must be above zero.'),
  borne_by: z.enum(['client', 'house'], 'It must be borne by "client" or "house".'),
  /** What the client is told. */
  reason: textField(200),
});

export const proposalRequest = z
  .object({
    outcome: z.enum(
      ['succeeded', 'failed', 'reversed', 'refunded', 'adjusted', 'nothing'],
      'The outcome must be "succeeded", "failed", "reversed", "refunded", "adjusted" or "nothing".',
    ),
    /** The rail's own name of the payment, where the evidence tells one. */
    rail_reference: textField(255)
      .transform((text) => text.trim())
      .refine((text) => /^[!-~]+$/.test(text), {
        error: 'Write the reference as the rail has it: letters, digits and signs, without a space.',
      })
      .nullish(),
    evidence: proseField(10, 1_000),
    adjustment: adjustmentRequest.optional(),
  })
  .superRefine(({ outcome, adjustment }, check) => {
    if ((outcome === 'adjusted') === (adjustment !== undefined)) return;
    check.addIssue({
      code: 'custom',
      path: ['adjustment'],
      message:
        outcome === 'adjusted'
          ? 'Say what is to be booked.'
          : 'Only the outcome "adjusted" goes with an adjustment.',
    });
  });

/**
 * Says what became of a transaction, and by what evidence: how it ended, what an adjustment is to book of it, or that
 * our books are right. Nothing moves until another operator confirms it. One proposal stands at a time. Throws
 * `NOT_FOUND`, `FORBIDDEN`, `INVALID_STATE`.
 */
export async function proposeSettlement(
  ctx: UserContext,
  id: string,
  { outcome, rail_reference, evidence, adjustment }: z.output<typeof proposalRequest>,
): Promise<CaseDetail> {
  requireSettler(ctx);
  const found = await getCaseRow(id);
  const proposal: Proposal = { outcome, rail_reference: rail_reference ?? null, evidence };
  if (adjustment) proposal.adjustment = { ...adjustment, amount: formatAmount(adjustment.amount) };
  const transaction = await requireSettleable(ctx, found, proposal);
  await requireUnusedReference(found, proposal);
  await requireUnbookedPayment(transaction, proposal);
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

/** And notes on the proposal what it is based on. */
async function requireSettleable(ctx: UserContext, found: CaseRow, proposal: Proposal): Promise<Transaction> {
  if (found.status === 'CLOSED' || found.proposal !== null) throw notProposable(found);
  if (found.transaction_id === null || found.type === null) {
    throw new AppError(
      'INVALID_STATE',
      'This case is about no transaction of ours. Close it with what was done.',
    );
  }
  const { transaction } = await readForOperator(ctx, found.transaction_id);
  const { type, status } = transaction;
  const { outcome, adjustment } = proposal;
  if (!possibleOutcomes(transaction, found).includes(outcome)) {
    const why = found.is_other_amount ? ', for the rail names another amount for it' : '';
    throw new AppError('INVALID_STATE', `A ${type} that is ${status} cannot be settled as ${outcome}${why}.`);
  }
  if (outcome === 'succeeded' || outcome === 'failed') return transaction;
  const before = await adjustedBefore(transaction);
  if (outcome === 'refunded') {
    if ((await readGiven(transaction)).leftBututs > 0n) return transaction;
    throw new AppError('INVALID_STATE', 'Nothing of this collection is left to give back.');
  }
  proposal.based_on = { status, adjustments: before.count };
  if (outcome === 'reversed' && before.count > 0) throw adjustedAlready(type);
  const fault =
    adjustment &&
    faultOfAdjustment(transaction, adjustment, {
      outBututs: before.outBututs,
      leftBututs: before.leftBututs,
      isOtherAmount: found.is_other_amount,
    });
  if (fault) throw new AppError('INVALID_STATE', fault);
  return transaction;
}

/** What two people have booked by hand is not booked again by an edge. */
export function adjustedAlready(type: TransactionType): AppError {
  return new AppError(
    'INVALID_STATE',
    `Money of this ${type} was adjusted by hand before. Book what is left of it by another adjustment.`,
  );
}

function notProposable({ status, proposed_by_name: name, resolution }: CaseRow): AppError {
  return new AppError(
    'INVALID_STATE',
    status === 'CLOSED'
      ? `This case is closed: ${resolution}`
      : `${name} has proposed a settlement already. It is decided first.`,
  );
}
