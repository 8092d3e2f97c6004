import { sqlClient } from '#db/client';
import type { ApplicationDetails } from '#db/schema/approvals';
import { requireActive } from '#lib/applications/require-active';
import { type ApprovalRow, approvalColumns } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';
import { peopleOf } from '#lib/messages/recipients';

/**
 * The second operator's yes: the papers are approved, and live settlements may go to the account that they name. All of it
 * is one statement, with the line in the client's activity. Undefined when somebody decided it first. Throws
 * `INVALID_STATE` while the client is suspended.
 */
export async function approveApplication(
  ctx: UserContext,
  request: ApprovalRow,
): Promise<ApprovalRow | undefined> {
  await requireActive(request.client_id);
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const message = {
    kind: 'application_answered' as const,
    event: `application_approved:${request.id}`,
    facts: { team: request.client_name, outcome: 'APPROVED', note: '' },
  };
  const entry = {
    action: 'approval.approved',
    ...{ clientId: request.client_id, subjectId: request.id },
    after: { kind: request.kind, ...(request.details as ApplicationDetails) },
  };
  const [row] = await sql<ApprovalRow[]>`
    with held as (
      select client_id from applications
      where client_id = ${request.client_id} and status = 'PROPOSED' and version = ${request.details.version}::int for update
    ), changed as (
      update approvals a set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        decided_at = ${now}, ended_at = ${now}
      from held h
      where a.client_id = h.client_id and a.id = ${request.id} and a.status = 'PENDING'
      returning a.*
    ), applied as (
      update applications p set status = 'APPROVED', approved_at = ${now}, note = null, updated_at = ${now}
      from changed c where p.client_id = c.client_id returning p.*
    ), added as (
      insert into settlement_accounts (client_id, environment, id, kind, holder, bank, account_number, provider, mobile,
                                       added_by, added_by_name, added_at, approved_by_name)
      select p.client_id, 'LIVE', ${newId(ctx.now())}::uuid, p.account ->> 'account_kind', p.account ->> 'holder',
             p.account ->> 'bank', p.account ->> 'account_number', p.account ->> 'provider', p.account ->> 'mobile',
             p.submitted_by, p.submitted_by_name, ${now}::timestamptz, ${ctx.user.name}
      from applied p
      where not exists (
        select from settlement_accounts s
        where s.client_id = p.client_id and s.environment = 'LIVE' and s.removed_at is null
          and s.account_number is not distinct from p.account ->> 'account_number'
          and s.mobile is not distinct from p.account ->> 'mobile'
          and s.provider is not distinct from p.account ->> 'provider' and s.bank is not distinct from p.account ->> 'bank'
      )
    ), noted as (${auditLine(ctx, entry, sql`from changed`)}),
    told as (${queueMessage(ctx.now(), message, peopleOf(message.kind, request.client_id, sql`exists (select from changed)`))})
    select ${approvalColumns()} from changed a`;
  return row;
}

/** The second operator's no to the first one's yes: the papers are read once more. Undefined when it was decided first. */
export async function returnApplication(
  ctx: UserContext,
  request: ApprovalRow,
  reason: string,
): Promise<ApprovalRow | undefined> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'approval.rejected',
    ...{ clientId: request.client_id, subjectId: request.id, before: { status: 'PENDING' } },
    after: { kind: request.kind, reason },
  };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals set status = 'REJECTED', reason = ${reason}, decided_by = ${ctx.user.id},
        decided_by_name = ${ctx.user.name}, decided_at = ${now}, ended_at = ${now}
      where client_id = ${request.client_id} and id = ${request.id} and status = 'PENDING'
      returning *
    ), back as (
      update applications p set status = 'SUBMITTED', updated_at = ${now}
      from changed c where p.client_id = c.client_id and p.status = 'PROPOSED'
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  return row;
}
