import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { adjustedBefore, isWhatStatementSays } from '#lib/cases/adjusted-before';
import { requireUnbookedPayment } from '#lib/cases/booked-already';
import { type CaseRow, type Proposal, requireSettler } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { type CaseDetail, getCase } from '#lib/cases/get-case';
import { adjustedAlready } from '#lib/cases/propose-settlement';
import { requireUnusedReference } from '#lib/cases/rail-reference';
import { changesOfSettlement } from '#lib/cases/settlement';
import { AppError, type ErrorCode, invariant } from '#lib/errors';
import { proseField } from '#lib/fields';
import { newId } from '#lib/ids';
import { formatAmount, parseAmount } from '#lib/money';
import { afterEnd } from '#lib/rail-work/book-collection';
import { afterFailure } from '#lib/rail-work/book-payout';
import { readCalls, reasonForReversal } from '#lib/rail-work/calls';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { type Committed, commitOn } from '#lib/transactions/advance';
import type { Adjustment, Change } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { readForOperator } from '#lib/transactions/read-for-operator';
import { isSent, type Transaction } from '#lib/transactions/transaction';

/** Which proposal is meant: that which was read, and no other that took its place. */
const proposedAt = z.iso.datetime('This must be the time of the proposal.');

export const confirmation = z.object({ proposed_at: proposedAt });
export const settlementRejection = z.object({ proposed_at: proposedAt, reason: proseField(1, 500) });

/** Whoever said yes and died with it is followed by whoever says it again after this time. */
const CONFIRMED_FOR_SECONDS = 60;

/**
 * Four eyes: an operator who did not propose it says yes. What it does to the transaction, its journal and the end of
 * the case are one statement, once, however many say so. Where the transaction is no longer what it was proposed on,
 * nothing moves and that is told; where the books refuse it, the proposal stays. Throws `NOT_FOUND`, `FORBIDDEN` and
 * `INVALID_STATE`.
 */
export async function confirmSettlement(
  ctx: UserContext,
  id: string,
  proposed_at: string,
): Promise<CaseDetail> {
  const found = await requireDecidable(ctx, id);
  const { proposal, proposed_by_name: proposer } = await takeDecision(ctx, found, proposed_at);
  const { transaction_id: transactionId } = found;
  invariant(transactionId, 'a settlement is proposed for a transaction');
  const operator = await readForOperator(ctx, transactionId);
  try {
    // After it was taken, so that of two with the same reference at the same time one at least sees the other.
    await requireUnusedReference(found, proposal);
    await requireUnbookedPayment(operator.transaction, proposal);
    if (proposal.outcome === 'succeeded' && (await getCaseRow(id)).is_other_amount) {
      throw new AppError(
        'INVALID_STATE',
        'The rail has named another amount for it since this was proposed. Reject it, and propose what came.',
      );
    }
  } catch (error) {
    await giveDecisionBack(found, ctx, error instanceof AppError ? error.message : null);
    throw error;
  }
  if (proposal.outcome === 'refunded') await giveBack(ctx, found, operator);
  const closeCase = {
    id,
    closedBy: ctx.user.id,
    closedByName: ctx.user.name,
    resolution: resolutionOf(proposal, proposer),
  };
  const now = ctx.now();
  const adjustment = adjustmentOf(id, proposal, proposer, ctx.user.name, newId(now));
  const build = async (present: Transaction): Promise<Change[] | null> => {
    if (!(await isAsProposed(present, proposal))) return null;
    const reason = reasonForReversal(await readCalls(present));
    const changes = changesOfSettlement(present, proposal, found, { adjustment, reason }, now);
    const [first] = changes ?? [];
    const last = changes?.at(-1);
    if (!first || !last) return null;
    if (first.dropOperations) first.operations = stillToDo(present, proposal.outcome, now);
    // No step before the last closes it by itself: an adjustment is of an open case.
    if (first !== last && first.closeCases) {
      first.closeCases.kinds = first.closeCases.kinds.filter((kind) => kind !== found.kind);
    }
    last.closeCase = closeCase;
    if (adjustment && (await isWhatStatementSays(present, adjustment))) {
      last.closeCases = {
        kinds: ['amount_differs'],
        resolution: 'What the statement says was booked by two people.',
      };
    }
    return changes;
  };
  const { transaction, moved, refusal } = await commitOn(operator.ctx, operator.transaction, build, reread);
  if (moved) return getCase(id);
  // An adjustment of a case that is no longer open.
  if (refusal?.outcome === 'exists') throw decidedMeanwhile(await getCaseRow(id));
  if (refusal) {
    const refused = refusedByBooks(refusal, transaction);
    await giveDecisionBack(found, ctx, refused.message);
    throw refused;
  }
  await dropProposal(id, ctx);
  throw new AppError('INVALID_STATE', overtaken(transaction, proposal));
}

/** What refuses a refund; it moved nothing. Anything else is no word on it, and a yes after a minute makes the same one. */
const refundRefusals: readonly ErrorCode[] = [
  'INVALID_STATE',
  'INSUFFICIENT_BALANCE',
  'REFUND_EXCEEDS_COLLECTION',
  'REFUND_NOT_POSSIBLE',
  'DUPLICATE_REFERENCE',
];

/** By the case's own reference: however often it is confirmed, it is one refund. Throws `INVALID_STATE` with the reason. */
async function giveBack(
  ctx: UserContext,
  found: CaseRow,
  { ctx: own, transaction }: Awaited<ReturnType<typeof readForOperator>>,
): Promise<void> {
  try {
    await initiateRefund(own, {
      ...{ collection: transaction.id, client_reference: `case-${found.id}`, metadata: { case: found.id } },
      reason: 'Given back by the operators.',
    });
  } catch (error) {
    if (!(error instanceof AppError) || !refundRefusals.includes(error.code)) throw error;
    await giveDecisionBack(found, ctx, error.message);
    throw new AppError('INVALID_STATE', error.message);
  }
}

/** The same with a no, and why: the case stays open, for another proposal. Throws as `confirmSettlement` does. */
export async function rejectSettlement(
  ctx: UserContext,
  id: string,
  { proposed_at, reason }: z.output<typeof settlementRejection>,
): Promise<CaseDetail> {
  const found = await requireDecidable(ctx, id);
  await takeAway(ctx, found, proposed_at, 'case.settlement_rejected', reason);
  return getCase(id);
}

/** Whoever proposed it takes it back. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`. */
export async function withdrawSettlement(
  ctx: UserContext,
  id: string,
  proposed_at: string,
): Promise<CaseDetail> {
  requireSettler(ctx);
  const found = await getCaseRow(id);
  if (found.proposal !== null && found.proposed_by !== ctx.user.id) {
    throw new AppError('FORBIDDEN', 'This proposal is not yours. Confirm or reject it.');
  }
  await takeAway(ctx, found, proposed_at, 'case.settlement_withdrawn', null);
  return getCase(id);
}

async function requireDecidable(ctx: UserContext, id: string): Promise<CaseRow> {
  requireSettler(ctx);
  const found = await getCaseRow(id);
  if (found.status === 'OPEN' && found.proposed_by !== null) {
    await requireSecondPerson(ctx, { what: 'proposal', by: found.proposed_by });
  }
  return found;
}

/** Takes the decision on this proposal, with its line in the audit log: from then on it is nobody else's. */
async function takeDecision(
  ctx: UserContext,
  { id, environment }: CaseRow,
  proposed_at: string,
): Promise<{ proposal: Proposal; proposed_by_name: string }> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const taken = { confirmed_by: ctx.user.id, confirmed_by_name: ctx.user.name, confirmed_at: now };
  const entry = {
    action: 'case.settlement_confirmed',
    environment,
    subjectId: id,
    before: sql`(select jsonb_build_object('proposed_by', proposed_by_name) from changed)`,
    after: sql`(select proposal - array['confirmed_by', 'confirmed_by_name', 'confirmed_at'] from changed)`,
  };
  const [row] = await sql<{ proposal: Proposal; proposed_by_name: string }[]>`
    with changed as (
      update cases set proposal = proposal || ${JSON.stringify(taken)}::jsonb
      where id = ${id} and status = 'OPEN' and proposed_at = ${proposed_at} and proposed_by <> ${ctx.user.id}
        and coalesce((proposal ->> 'confirmed_at')::timestamptz, '-infinity')
            < ${now}::timestamptz - make_interval(secs => ${CONFIRMED_FOR_SECONDS})
      returning proposal, proposed_by_name
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select proposal, proposed_by_name from changed`;
  if (row === undefined) throw decidedMeanwhile(await getCaseRow(id));
  return row;
}

/** It stays as it was proposed; the history says why it was not booked. */
async function giveDecisionBack(
  { id, environment }: CaseRow,
  ctx: UserContext,
  reason: string | null,
): Promise<void> {
  const sql = sqlClient();
  const entry = { action: 'case.settlement_refused', environment, subjectId: id, after: { reason } };
  await sql`
    with changed as (
      update cases set proposal = proposal - array['confirmed_by', 'confirmed_by_name', 'confirmed_at']
      where id = ${id} and status = 'OPEN' and proposal ->> 'confirmed_by' = ${ctx.user.id}
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
}

/** What it would have settled is settled: the proposal has nothing to say any more. */
async function dropProposal(id: string, ctx: UserContext): Promise<void> {
  await sqlClient()`
    update cases set proposal = null, proposed_by = null, proposed_by_name = null, proposed_at = null
    where id = ${id} and status = 'OPEN' and proposal ->> 'confirmed_by' = ${ctx.user.id}`;
}

async function takeAway(
  ctx: UserContext,
  { id, environment, proposal, proposed_by_name }: CaseRow,
  proposed_at: string,
  action: string,
  reason: string | null,
): Promise<void> {
  const sql = sqlClient();
  const entry = {
    action,
    environment,
    subjectId: id,
    before: { ...proposal, proposed_by: proposed_by_name },
    ...(reason !== null && { after: { reason } }),
  };
  const rows = await sql`
    with changed as (
      update cases set proposal = null, proposed_by = null, proposed_by_name = null, proposed_at = null
      where id = ${id} and status = 'OPEN' and proposed_at = ${proposed_at} and not proposal ? 'confirmed_at'
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  if (rows.length === 0) throw decidedMeanwhile(await getCaseRow(id));
}

function decidedMeanwhile({ status, proposal, resolution, closed_by_name: name }: CaseRow): AppError {
  if (status === 'CLOSED') {
    return new AppError(
      'INVALID_STATE',
      name === null
        ? `This case is closed. ${resolution} Nothing was changed by your decision.`
        : `${name} has closed this case. ${resolution}`,
    );
  }
  if (proposal === null) return new AppError('INVALID_STATE', 'No settlement is proposed here any more.');
  return new AppError(
    'INVALID_STATE',
    proposal.confirmed_by_name
      ? `${proposal.confirmed_by_name} has just confirmed this settlement.`
      : 'Another settlement is proposed by now. Read it first.',
  );
}

/** What was proposed of a transaction as it stood is of no use for another state of it. */
async function isAsProposed(present: Transaction, { based_on: basis }: Proposal): Promise<boolean> {
  if (basis === undefined) return true;
  return basis.status === present.status && basis.adjustments === (await adjustedBefore(present)).count;
}

function overtaken({ type, status }: Transaction, { based_on: basis }: Proposal): string {
  const what =
    basis?.status === status
      ? `Another adjustment of this ${type} was booked meanwhile.`
      : `The rail has said its word meanwhile: this ${type} is ${status}.`;
  return `${what} Nothing was changed by your decision.`;
}

function resolutionOf({ outcome, adjustment, evidence }: Proposal, proposer: string): string {
  // Each whole, so that its translation is found.
  if (outcome === 'nothing') return `Our books are right as they are, proposed by ${proposer}: ${evidence}`;
  if (!adjustment) return `Settled as ${outcome}, proposed by ${proposer}: ${evidence}`;
  const { amount } = adjustment;
  const whose = adjustment.borne_by === 'client' ? 'the client’s' : 'the house’s';
  return adjustment.direction === 'in'
    ? `Adjusted: ${amount} GMD came in, ${whose}; proposed by ${proposer}: ${evidence}`
    : `Adjusted: ${amount} GMD has left, ${whose}; proposed by ${proposer}: ${evidence}`;
}

function adjustmentOf(
  caseId: string,
  { adjustment, evidence }: Proposal,
  proposedByName: string,
  confirmedByName: string,
  id: string,
): Adjustment | null {
  if (!adjustment) return null;
  const bututs = parseAmount(adjustment.amount);
  invariant(bututs, 'an adjustment is of an amount');
  return {
    id,
    caseId,
    railBututs: adjustment.direction === 'in' ? bututs : -bututs,
    borneBy: adjustment.borne_by,
    reason: adjustment.reason,
    evidence,
    proposedByName,
    confirmedByName,
  };
}

function refusedByBooks(
  refusal: NonNullable<Committed['refusal']>,
  { provider, type }: Transaction,
): AppError {
  switch (refusal.outcome) {
    case 'insufficient_balance':
      return new AppError(
        'INVALID_STATE',
        `The client has ${formatAmount(BigInt(refusal.available_bututs))} GMD only. The proposal stays: confirm it when the balance covers it, or reject it and let the house bear it.`,
      );
    case 'float_short':
      return new AppError(
        'INVALID_STATE',
        `Our float on ${provider} does not have so much in our books. The proposal stays: book what was paid into the float, then confirm it.`,
      );
    case 'refund_exceeds':
      return new AppError(
        'INVALID_STATE',
        'Refunds of this collection were begun since this was proposed, and the client does not give it back twice. Reject it, and let the house bear what has left.',
      );
    case 'adjusted':
      return adjustedAlready(type);
    case 'same_payment':
      return new AppError(
        'INVALID_STATE',
        `The rail’s payment is the transaction ${refusal.transaction_id} already. One payment is booked once.`,
        { details: { transaction_id: refusal.transaction_id } },
      );
    default:
      throw new Error(`a settlement cannot end as ${refusal.outcome}`);
  }
}

/**
 * The end drops what was still to be done. But a leave to charge that is not given back stays to be, and what people call
 * failed is looked at once more, for its rail may pay it, or its customer, all the same.
 */
function stillToDo(present: Transaction, outcome: Proposal['outcome'], now: Date): Change['operations'] {
  const { type, railStateSealed, expiresAt } = present;
  if (isSent(present)) return outcome === 'failed' ? afterFailure(present, now) : [];
  if (type !== 'collection') return [];
  const revoke = { kind: 'revoke', runAt: now } as const;
  const looks = outcome === 'failed' ? afterEnd(present, now, expiresAt ?? now) : [];
  return [...(railStateSealed === null ? [] : [revoke]), ...looks.filter(({ kind }) => kind === 'look_up')];
}
