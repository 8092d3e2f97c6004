import { sqlClient } from '#db/client';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  approvalNotFound,
  clientKinds,
  isUnused,
  presentToClient,
  wrongState,
} from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import { mayDo } from '#lib/auth/roles';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';

/**
 * Takes back a request that was not carried out yet, also one that was approved: its key can no longer be revealed.
 * Throws `NOT_FOUND`, also for another client's, `FORBIDDEN` (an allowlist and a settlement account are the owner's) and `INVALID_STATE`.
 */
export async function withdrawApproval(ctx: UserContext, clientId: string, id: string): Promise<Approval> {
  if (!isUuid(id)) throw approvalNotFound();
  const isOwner = mayDo(ctx.user.role, 'allowlist.manage');
  const sql = sqlClient();
  const entry = {
    action: 'approval.withdrawn',
    clientId,
    subjectId: id,
    before: sql`(select jsonb_build_object('kind', kind, 'status', was) from changed)`,
  };
  const [row] = await sql<(ApprovalRow & { is_changed: boolean })[]>`
    with subject as (
      select * from approvals where client_id = ${clientId} and id = ${id} and kind = any (${[...clientKinds, 'settlement_account']}) for update
    ), changed as (
      update approvals a set status = 'WITHDRAWN', ended_at = ${ctx.now().toISOString()}
      from subject s
      where a.client_id = s.client_id and a.id = s.id and s.status in ('PENDING', 'APPROVED')
        and not ${isUnused(ctx.now())} and (s.kind not in ('ip_allowlist', 'settlement_account') or ${isOwner})
      returning a.*, s.status as was
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select ${approvalColumns()}, exists (select from changed) as is_changed from subject a`;
  if (row === undefined) throw approvalNotFound();
  if ((row.kind === 'ip_allowlist' || row.kind === 'settlement_account') && !isOwner) {
    throw new AppError(
      'FORBIDDEN',
      `Your role, ${ctx.user.role}, may not do this. Ask an owner of the account.`,
    );
  }
  if (!row.is_changed) throw wrongState(row.status);
  return presentToClient({ ...row, status: 'WITHDRAWN', ended_at: ctx.now().toISOString() }, ctx.user);
}
