import { z } from 'zod';
import { sqlClient } from '#db/client';
import { approveApplication, returnApplication } from '#lib/applications/decide-application';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  approvalNotFound,
  isOfColleagues,
  presentApproval,
  wrongState,
} from '#lib/approvals/approval';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine, type Fragment } from '#lib/auth/audit-log';
import { forgetCallers } from '#lib/auth/find-caller';
import { mayDo } from '#lib/auth/roles';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { AppError, invariant } from '#lib/errors';
import { textField } from '#lib/fields';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { closePeriod } from '#lib/ledger/close-period';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';
import { bookAsked } from '#lib/rails/book-house-money';
import { bookAskedFees } from '#lib/reconciliation/book-fees';
import { approveSettlementAccount } from '#lib/settlements/approve-account';

export const rejection = z.object({ reason: textField(500) });

/**
 * Four eyes: an operator who did not ask says yes. A key can then be revealed, once, by the client, and a link by the
 * operator who asked; an IP allowlist is in force, a settlement account added, a business's papers approved, an operator
 * confirmed, a period closed and the house's money booked from then on. Throws `NOT_FOUND`,
 * `FORBIDDEN` and `INVALID_STATE`.
 */
export async function approve(ctx: UserContext, id: string): Promise<Approval> {
  const request = await requireDecidable(ctx, id);
  if (request.kind === 'ip_allowlist') return applyAllowlist(ctx, request);
  if (request.kind === 'settlement_account')
    return decided(request, await approveSettlementAccount(ctx, request));
  if (request.kind === 'period_close') return decided(request, await closePeriod(ctx, request));
  if (request.kind === 'application') return decided(request, await approveApplication(ctx, request));
  if (request.kind === 'house_money') {
    await (request.details.action === 'fees' ? bookAskedFees(ctx, request) : bookAsked(ctx, request));
    return presentApproval((await findApproval(id)) ?? request);
  }
  return request.kind === 'new_operator' ? confirmOperator(ctx, request) : decide(ctx, request, null);
}

/** The same with a no, and why: nothing changes. Throws as `approve` does. */
export async function reject(ctx: UserContext, id: string, reason: string): Promise<Approval> {
  const request = await requireDecidable(ctx, id);
  if (request.kind === 'application') return decided(request, await returnApplication(ctx, request, reason));
  return decide(ctx, request, reason);
}

/** A route asks for the permission as well; here it holds for whoever calls the verb. */
async function requireDecidable(ctx: UserContext, id: string): Promise<ApprovalRow> {
  if (ctx.clientId !== undefined || !mayDo(ctx.user.role, 'approvals.decide')) {
    throw new AppError('FORBIDDEN', 'Only an operator may decide a request.');
  }
  const request = await findApproval(id);
  if (request === undefined) throw approvalNotFound();
  if (isOfColleagues(request.kind)) {
    throw new AppError('FORBIDDEN', 'Only the client’s own people may decide this request.');
  }
  const isLiveKey = request.environment === 'LIVE';
  await requireSecondPerson(ctx, { what: 'request', by: request.requested_by, isLiveKey });
  // Whoever opened the client could have handed the papers in as its owner.
  if (request.kind === 'application')
    await requireSecondPerson(ctx, { what: 'request', by: request.details.submitted_by, isLiveKey: true });
  return request;
}

async function decide(ctx: UserContext, request: ApprovalRow, reason: string | null): Promise<Approval> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: reason === null ? 'approval.approved' : 'approval.rejected',
    clientId: accountOf(request),
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
    ), noted as (${auditLine(ctx, entry, sql`from changed`)}),
    told as (${reason === null ? tellOfKey(ctx, request) : sql`select`})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await decidedMeanwhile(request);
  return presentApproval(row);
}

/** Whoever asked for a key, beside a row `changed`. */
function tellOfKey(ctx: UserContext, request: ApprovalRow): Fragment {
  const sql = sqlClient();
  if (request.kind !== 'new_key' && request.kind !== 'key_rotation') return sql`select`;
  const environment = request.environment === 'LIVE' ? 'live' : 'sandbox';
  const facts = { environment, scope: String(request.details.scope) };
  return queueMessage(
    ctx.now(),
    { kind: 'key_approved', event: `key_approved:${request.id}`, facts },
    sql`from users where id = ${request.requested_by} and disabled_at is null and exists (select from changed)`,
  );
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
  const allowed = (request.details.allowlist as string[]).join(', ');
  const message = {
    kind: 'allowlist_changed' as const,
    event: `allowlist_changed:${request.id}`,
    facts: { team: request.client_name, allowlist: allowed || 'anywhere' },
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
    ), noted as (${auditLine(ctx, entry, sql`from changed`)}),
    told as (${queueMessage(ctx.now(), message, peopleOf(message.kind, request.client_id, sql`exists (select from changed)`))})
    select ${approvalColumns()} from changed a`;
  if (row === undefined) throw await decidedMeanwhile(request);
  // The change was announced to every server; this one need not wait to hear of it.
  forgetCallers(request.client_id);
  return presentApproval(row);
}

/** The operator may do all that the role is good for, if it is still the role that was asked for. */
async function confirmOperator(ctx: UserContext, request: ApprovalRow): Promise<Approval> {
  const sql = sqlClient();
  const { user_id, name, email, role } = request.details;
  const now = ctx.now().toISOString();
  const entry = {
    action: 'user.confirmed',
    subjectId: user_id,
    after: { name, email, role },
  };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals a set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        decided_at = ${now}, ended_at = ${now}
      from users u
      where a.client_id = ${request.client_id} and a.id = ${request.id} and a.status = 'PENDING'
        and u.id = ${user_id} and u.client_id is null and u.role = ${role} and u.disabled_at is null
      returning a.*
    ), confirmed as (
      update users set confirmed_at = ${now} where id = ${user_id} and role = ${role} and exists (select from changed)
      returning id
    ), kept as (${accessGrant(ctx, 'confirmed', sql`from confirmed`)}),
    noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  if (row !== undefined) return presentApproval(row);
  const present = await findApproval(request.id);
  if (present?.status !== 'PENDING') throw await decidedMeanwhile(request);
  throw new AppError(
    'INVALID_STATE',
    'This operator has another role by now, or is disabled. Reject the request.',
  );
}

/** Without a row, somebody else decided it first. */
async function decided(request: ApprovalRow, row: ApprovalRow | undefined): Promise<Approval> {
  if (row === undefined) throw await decidedMeanwhile(request);
  return presentApproval(row);
}

/** Whose account the audit log's line is about; none of a client's where it is about an operator. */
function accountOf({ client_id }: ApprovalRow): string | undefined {
  return client_id === HOUSE_CLIENT_ID ? undefined : client_id;
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
