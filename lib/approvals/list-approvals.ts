import { sqlClient } from '#db/client';
import {
  type ApprovalRow,
  approvalColumns,
  clientKinds,
  presentToClient,
  statusNow,
} from '#lib/approvals/approval';
import type { Context } from '#lib/context';

/** Requests that ended longer ago are found in the audit trail. */
const LISTED = 20;

/** What the client asked for in this environment or for both: all that is open, and the last that ended; newest first. */
export async function listApprovals(ctx: Pick<Context, 'client' | 'environment'>) {
  const rows = await sqlClient()<ApprovalRow[]>`
    select * from (
      select ${approvalColumns()},
             row_number() over (partition by ${statusNow()} in ('PENDING', 'APPROVED') order by a.id desc) as place
      from approvals a
      where a.client_id = ${ctx.client.id} and a.kind = any (${[...clientKinds]}) and (a.environment = ${ctx.environment} or a.environment is null)
    ) listed
    where status in ('PENDING', 'APPROVED') or place <= ${LISTED} order by id desc`;
  return rows.map((row) => presentToClient(row));
}
