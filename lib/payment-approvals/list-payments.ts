import { sqlClient } from '#db/client';
import {
  type ApprovalRow,
  approvalColumns,
  colleagueKinds,
  presentToClient,
  statusNow,
} from '#lib/approvals/approval';
import { formatAmount } from '#lib/money';
import { type MemberContext, readThreshold } from '#lib/payment-approvals/threshold';
import { findWaitingTwins, noTwins } from '#lib/payment-approvals/waiting-twins';

/** Requests that ended longer ago are found in the activity. */
const LISTED = 20;

/** The threshold, the payments that wait in this environment, and the last that were decided; newest first. */
export async function listPayments(ctx: Pick<MemberContext, 'client' | 'environment' | 'user'>) {
  const [rows, above] = await Promise.all([
    sqlClient()<ApprovalRow[]>`
      select * from (
        select ${approvalColumns()},
               row_number() over (partition by ${statusNow()} in ('PENDING', 'APPROVED') order by a.id desc) as place
        from approvals a
        where a.client_id = ${ctx.client.id} and a.kind = any (${[...colleagueKinds]})
          and (a.environment = ${ctx.environment} or a.environment is null)
      ) listed
      where status in ('PENDING', 'APPROVED') or place <= ${LISTED} order by id desc`,
    readThreshold(ctx.client.id),
  ]);
  const twins = await findWaitingTwins(ctx, rows);
  return {
    payout_approval_above: above === null ? null : formatAmount(above),
    approvals: rows.map((row) => ({
      ...presentToClient(row, ctx.user),
      twins: twins.get(row.id) ?? noTwins,
    })),
  };
}

export type ListedPayments = Awaited<ReturnType<typeof listPayments>>;
