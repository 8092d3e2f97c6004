import { z } from 'zod';
import { sqlClient } from '#db/client';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  approvalNotFound,
  presentApproval,
  wrongState,
} from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import { forgetCallers } from '#lib/auth/find-caller';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { AppError, invariant } from '#lib/errors';
import { textField } from '#lib/fields';
import { isUuid } from '#lib/ids';

export const rejection = z.object({ reason: textField(500) });

/**
 * Four eyes: an operator who did not ask says yes. A key can then be revealed, once, by the client; an IP allowlist is
 * in force from then on. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`.
 */
export async function approve(ctx: UserContext, id: string): Promise<Approval> {
  const request = await requireDecidable(ctx, id);
  return request.kind === 'ip_allowlist' ? applyAllowlist(ctx, request) : decide(ctx, request, null);
}

/** The same with a no, and why: nothing changes for the client's keys. Throws as `approve` does. */
export async function reject(ctx: UserContext, id: string, reason: string): Promise<Approval> {
  return decide(ctx, await requireDecidable(ctx, id), reason);
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
async function requireDecidable(ctx: UserContext, id: string): Promise<ApprovalRow> {
  if (ctx.clientId !== undefined || !mayDo(ctx.user.role, 'approvals.decide')) {
    throw new AppError('FORBIDDEN', 'Only an operator may decide a request.');
  }
  const request = await findApproval(id);
  if (request === undefined) throw approvalNotFound();
  if (request.requested_by === ctx.user.id) {
    throw new AppError('FORBIDDEN', 'Nobody decides a request of their own. Ask another operator.');
  }
  return request;
}

async function decide(ctx: UserContext, request: ApprovalRow, reason: string | null): Promise<Approval> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: reason === null ? 'approval.approved' : 'approval.rejected',
    clientId: request.client_id,
    ...(request.environment && { environment: request.environment }),
    subjectId: request.id,
    before: { status: 'PENDING' },
    after: sql`(select jsonb_strip_nulls(jsonb_build_object('status', status, 'kind', kind, 'reason', reason)) || details from changed)`,
  };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals
      set status = ${reason === null ? 'APPROVED' : 'REJECTED'}, reason = ${reason},
          decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name}, decided_at = ${now},
          ended_at = ${reason === null ? null : now}
      where client_id = ${request.client_id} and id = ${request.id} and status = 'PENDING'
      returning *
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await decidedMeanwhile(request);
  return presentApproval(row);
}

async function applyAllowlist(ctx: UserContext, request: ApprovalRow): Promise<Approval> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'approval.approved',
    clientId: request.client_id,
    subjectId: request.id,
    before: sql`(select jsonb_build_object('allowlist', details -> 'previous') from changed)`,
    after: sql`(select jsonb_build_object('kind', kind, 'allowlist', details -> 'allowlist') from changed)`,
  };
  const [row] = await sql<ApprovalRow[]>`
    with client as (
      select ip_allowlist from clients where id = ${request.client_id} for update
    ), changed as (
      update approvals a
      set status = 'DONE', details = details || jsonb_build_object('previous', to_jsonb(client.ip_allowlist)),
          decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name}, decided_at = ${now}, ended_at = ${now}
      from client
      where a.client_id = ${request.client_id} and a.id = ${request.id} and a.status = 'PENDING'
      returning a.*
    ), applied as (
      update clients set ip_allowlist = array(select jsonb_array_elements_text(changed.details -> 'allowlist'))
      from changed where clients.id = changed.client_id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await decidedMeanwhile(request);
  // The change was announced to every server; this one need not wait to hear of it.
  forgetCallers(request.client_id);
  return presentApproval(row);
}

async function decidedMeanwhile({ id }: ApprovalRow): Promise<AppError> {
  const request = await findApproval(id);
  invariant(request, 'a request is never removed');
  return wrongState(request.status);
}

async function findApproval(id: string): Promise<ApprovalRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await sqlClient()<
    ApprovalRow[]
  >`select ${approvalColumns()} from approvals a where a.id = ${id}`;
  return row;
}
