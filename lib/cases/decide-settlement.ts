import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { type CaseRow, type Proposal, requireSettler } from '#lib/cases/case';
import { getCaseRow } from '#lib/cases/find-case';
import { type CaseDetail, getCase } from '#lib/cases/get-case';
import { requireUnusedReference } from '#lib/cases/rail-reference';
import { triggerOfSettlement } from '#lib/cases/settlement';
import { AppError, invariant } from '#lib/errors';
import { proseField } from '#lib/fields';
import { advance } from '#lib/transactions/advance';
import type { Change } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { readForOperator } from '#lib/transactions/read-for-operator';
import type { Transaction } from '#lib/transactions/transaction';

/** Which proposal is meant: that which was read, and no other that took its place. */
const proposedAt = z.iso.datetime('This must be the time of the proposal.');

export const confirmation = z.object({ proposed_at: proposedAt });
export const settlementRejection = z.object({ proposed_at: proposedAt, reason: proseField(1, 500) });

/** Whoever said yes and died with it is followed by whoever says it again after this time. */
const CONFIRMED_FOR_SECONDS = 60;

/**
 * Four eyes: an operator who did not propose it says yes. The transaction takes its edge in the very statement that
 * closes the case, once, however many say so. Where the rail has said its word meanwhile, nothing moves and that is
 * told. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`.
 */
export async function confirmSettlement(
  ctx: UserContext,
  id: string,
  proposed_at: string,
): Promise<CaseDetail> {
  const found = await requireDecidable(ctx, id);
  const proposal = await takeDecision(ctx, found, proposed_at);
  const { transaction_id: transactionId } = found;
  invariant(transactionId, 'a settlement is proposed for a transaction');
  try {
    // After it was taken, so that of two with the same reference at the same time one at least sees the other.
    await requireUnusedReference(found, proposal.rail_reference);
  } catch (error) {
    await giveDecisionBack(id, ctx);
    throw error;
  }
  const operator = await readForOperator(ctx, transactionId);
  const closeCase = {
    id,
    closedBy: ctx.user.id,
    closedByName: ctx.user.name,
    resolution: `Settled as ${proposal.outcome}, proposed by ${found.proposed_by_name}: ${proposal.evidence}`,
  };
  const { transaction, moved } = await advance(
    operator.ctx,
    operator.transaction,
    triggerOfSettlement(operator.transaction.type, proposal),
    reread,
    { also: { closeCase, operations: stillToRevoke(operator.transaction, ctx.now()) } },
  );
  if (moved) return getCase(id);
  await dropProposal(id, ctx);
  throw new AppError(
    'INVALID_STATE',
    `The rail has said its word meanwhile: this ${transaction.type} is ${transaction.status}. Nothing was changed by your decision.`,
  );
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
  if (found.status === 'OPEN' && found.proposed_by === ctx.user.id) {
    throw new AppError('FORBIDDEN', 'Nobody decides a proposal of their own. Ask another operator.');
  }
  return found;
}

/** Takes the decision on this proposal, with its line in the audit log: from then on it is nobody else's. */
async function takeDecision(
  ctx: UserContext,
  { id, environment }: CaseRow,
  proposed_at: string,
): Promise<Proposal> {
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
  const [row] = await sql<{ proposal: Proposal }[]>`
    with changed as (
      update cases set proposal = proposal || ${JSON.stringify(taken)}::jsonb
      where id = ${id} and status = 'OPEN' and proposed_at = ${proposed_at} and proposed_by <> ${ctx.user.id}
        and coalesce((proposal ->> 'confirmed_at')::timestamptz, '-infinity')
            < ${now}::timestamptz - make_interval(secs => ${CONFIRMED_FOR_SECONDS})
      returning proposal, proposed_by_name
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select proposal from changed`;
  if (row === undefined) throw decidedMeanwhile(await getCaseRow(id));
  return row.proposal;
}

/** It stays as it was proposed. */
async function giveDecisionBack(id: string, ctx: UserContext): Promise<void> {
  await sqlClient()`
    update cases set proposal = proposal - array['confirmed_by', 'confirmed_by_name', 'confirmed_at']
    where id = ${id} and status = 'OPEN' and proposal ->> 'confirmed_by' = ${ctx.user.id}`;
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

/** The end drops what was still to be done, but a leave to charge that is not given back stays to be. */
function stillToRevoke({ type, railStateSealed }: Transaction, now: Date): Change['operations'] {
  return type === 'collection' && railStateSealed !== null ? [{ kind: 'revoke', runAt: now }] : [];
}
