import { sqlClient } from '#db/client';
import { type ApprovalRow, approvalColumns } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { newId } from '#lib/ids';

/**
 * An operator's yes to where a client's own money may go: from then on it may. The decision, the account and the line in
 * the client's activity are one statement. Undefined when somebody decided it first.
 */
export async function approveSettlementAccount(
  ctx: UserContext,
  request: ApprovalRow,
): Promise<ApprovalRow | undefined> {
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'approval.approved',
    clientId: request.client_id,
    ...(request.environment && { environment: request.environment }),
    subjectId: request.id,
    after: { kind: request.kind, ...request.details },
  };
  const [row] = await sql<ApprovalRow[]>`
    with changed as (
      update approvals a set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
        decided_at = ${now}, ended_at = ${now}
      where a.client_id = ${request.client_id} and a.id = ${request.id} and a.status = 'PENDING'
      returning *
    ), added as (
      insert into settlement_accounts (client_id, environment, id, kind, holder, bank, account_number, provider, mobile,
                                       added_by, added_by_name, added_at, approved_by_name)
      select client_id, environment, ${newId(ctx.now())}::uuid, details ->> 'account_kind', details ->> 'holder',
             details ->> 'bank', details ->> 'account_number', details ->> 'provider', details ->> 'mobile',
             requested_by, requested_by_name, ${now}::timestamptz, ${ctx.user.name}
      from changed
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()} from changed a`;
  return row;
}
