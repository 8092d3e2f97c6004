import { sqlClient } from '#db/client';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  approvalNotFound,
  colleagueKinds,
  isUnused,
  paymentKinds,
  presentToClient,
  wrongState,
} from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import { requireSecondColleague } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { type ClaimRow, carryOut, claimColumns, claimedOf } from '#lib/payment-approvals/carry-out';
import type { MemberContext } from '#lib/payment-approvals/threshold';

/**
 * Four eyes of a client: another owner or accountant says yes. A payment is made then and there, with all its checks made
 * anew, and a threshold is in force. Of several at the same time one decides. Throws `NOT_FOUND`, `FORBIDDEN`,
 * `INVALID_STATE`, and what the payment is refused with: then it waits on.
 */
export async function approvePayment(ctx: MemberContext, id: string): Promise<Approval> {
  const request = await requireDecidable(ctx, id);
  if (request.kind === 'payout_approval') return applyThreshold(ctx, request);
  const sql = sqlClient();
  const [claimed] = await sql<ClaimRow[]>`
    with changed as (
      update approvals a set status = 'APPROVED', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        decided_at = ${ctx.now().toISOString()}
      where ${isOpen(ctx, id)} and a.kind = any (${[...paymentKinds]}) and ${askerMayStill()}
      returning a.*
    ), noted as (${auditLine(ctx, entryOf(request, 'approval.approved'), sql`from changed`)})
    select ${claimColumns()} from changed a`;
  if (claimed === undefined) throw await whyNot(ctx, id);
  return presentToClient(await carryOut(claimedOf(claimed, ctx.now)), ctx.user);
}

/** The same with a no, and why: nothing is paid. Throws as `approvePayment` does. */
export async function rejectPayment(ctx: MemberContext, id: string, reason: string): Promise<Approval> {
  const request = await requireDecidable(ctx, id);
  const now = ctx.now().toISOString();
  const sql = sqlClient();
  const entry = { ...entryOf(request, 'approval.rejected'), after: { kind: request.kind, reason } };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals a set status = 'REJECTED', reason = ${reason}, decided_by = ${ctx.user.id},
        decided_by_name = ${ctx.user.name}, decided_at = ${now}, ended_at = ${now}
      where ${isOpen(ctx, id)} returning a.*
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await whyNot(ctx, id);
  return presentToClient(row, ctx.user);
}

/**
 * Takes back what was asked for and nobody has decided: by who asked, or by an owner. Throws `NOT_FOUND`, `FORBIDDEN`
 * and `INVALID_STATE`.
 */
export async function withdrawPayment(ctx: MemberContext, id: string): Promise<Approval> {
  const request = await findRequest(ctx, id);
  if (request.requested_by !== ctx.user.id && ctx.user.role !== 'owner') {
    throw new AppError('FORBIDDEN', 'Only who asked for this, or an owner of the account, may withdraw it.');
  }
  const sql = sqlClient();
  const entry = {
    ...entryOf(request, 'approval.withdrawn'),
    before: { kind: request.kind, status: 'PENDING' },
  };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals a set status = 'WITHDRAWN', ended_at = ${ctx.now().toISOString()}
      where ${isOpen(ctx, id)} returning a.*
    ), noted as (${auditLine(ctx, { ...entry, after: {} }, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await whyNot(ctx, id);
  return presentToClient(row, ctx.user);
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
async function requireDecidable(ctx: MemberContext, id: string): Promise<ApprovalRow> {
  const request = await findRequest(ctx, id);
  if (!mayDo(ctx.user.role, 'payouts.decide')) {
    throw new AppError('FORBIDDEN', 'Only an owner or an accountant of the account may decide this.');
  }
  await requireSecondColleague(ctx, request.requested_by);
  return request;
}

/** Throws `NOT_FOUND`, also for another client's, and for what operators decide. */
async function findRequest(ctx: UserContext, id: string): Promise<ApprovalRow> {
  const [row] = isUuid(id)
    ? await sqlClient()<ApprovalRow[]>`
        select ${approvalColumns()} from approvals a
        where a.client_id = ${ctx.clientId ?? null} and a.id = ${id} and a.kind = any (${[...colleagueKinds]})`
    : [];
  if (row === undefined) throw approvalNotFound();
  return row;
}

/** The threshold is as it was asked for, if it is still the one that it was asked of. */
async function applyThreshold(ctx: MemberContext, request: ApprovalRow): Promise<Approval> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const [row] = await sql<ApprovalRow[]>`
    with client as (
      select id, payout_approval_above_bututs as present from clients where id = ${ctx.client.id} for update
    ), changed as (
      update approvals a set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        decided_at = ${now}, ended_at = ${now}
      from client
      where ${isOpen(ctx, request.id)} and a.kind = 'payout_approval' and ${askerMayStill()}
        and present is not distinct from ((a.details ->> 'previous')::numeric * 100)::bigint
      returning a.*
    ), applied as (
      update clients set payout_approval_above_bututs = ((changed.details ->> 'amount')::numeric * 100)::bigint
      from changed where clients.id = changed.client_id
    ), noted as (${auditLine(ctx, entryOf(request, 'approval.approved'), sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row !== undefined) return presentToClient(row, ctx.user);
  throw await whyNot(
    ctx,
    request.id,
    'The setting was changed meanwhile. Withdraw this request and ask anew.',
  );
}

/** Of `a`: it waits, and is this client's. */
function isOpen(ctx: MemberContext, id: string) {
  return sqlClient()`a.client_id = ${ctx.client.id} and a.id = ${id} and a.kind = any (${[...colleagueKinds]})
    and a.status = 'PENDING' and not ${isUnused(ctx.now())}`;
}

/** Of `a`: whoever asked could still do it alone, were it less. */
function askerMayStill() {
  return sqlClient()`exists (
    select from users u where u.id = a.requested_by and u.client_id = a.client_id and u.role = 'owner' and u.disabled_at is null)`;
}

function entryOf({ kind, id, client_id, environment, details }: ApprovalRow, action: string) {
  return {
    action,
    clientId: client_id,
    ...(environment && { environment }),
    subjectId: id,
    after: { kind, amount: details.amount, client_reference: details.client_reference },
  };
}

async function whyNot(ctx: MemberContext, id: string, otherwise?: string): Promise<AppError> {
  const { status, kind } = await findRequest(ctx, id);
  if (status !== 'PENDING') return wrongState(status, kind);
  const isAskerGone = await sqlClient()`
    select from approvals a where a.client_id = ${ctx.client.id} and a.id = ${id} and not ${askerMayStill()}`;
  if (isAskerGone.length === 0 && otherwise) return new AppError('INVALID_STATE', otherwise);
  return new AppError(
    'INVALID_STATE',
    'Whoever asked for this is no longer an owner of the account. Reject it, and ask for it anew.',
  );
}
