import { sqlClient } from '#db/client';
import type { PaymentDetails } from '#db/schema/approvals';
import {
  type Approval,
  type ApprovalRow,
  approvalColumns,
  type paymentKinds,
  presentToClient,
} from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { AppError, invariant } from '#lib/errors';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { duplicateReference } from '#lib/transactions/request';

export type PaymentKind = (typeof paymentKinds)[number];

/**
 * Keeps a payment until a second person decides it: it holds no money, and its reference stays free. The same payment
 * asked for again by the same person is the same request. Throws `DUPLICATE_REFERENCE` for another one while it waits, and
 * `INVALID_STATE` for too many.
 */
export async function askForPayment(
  ctx: MemberContext,
  kind: PaymentKind,
  details: PaymentDetails,
): Promise<Approval> {
  const earlier = await findOpen(ctx, kind, details);
  if (earlier) return earlier;
  const from = sqlClient()`select ${JSON.stringify(details)}::jsonb as details, null::uuid as key_id`;
  try {
    const { environment } = ctx;
    const asked = await ask(ctx, { clientId: ctx.client.id, kind, environment, from });
    invariant(asked, 'a payment can always be asked for');
    return asked;
  } catch (error) {
    // The same at the same time, from a form that was sent twice.
    const winner =
      error instanceof AppError && error.code === 'INVALID_STATE'
        ? await findOpen(ctx, kind, details)
        : undefined;
    if (winner) return winner;
    throw error;
  }
}

/** The open request of this reference; throws `DUPLICATE_REFERENCE` where it is somebody else's, or for something else. */
async function findOpen(
  ctx: MemberContext,
  kind: PaymentKind,
  details: PaymentDetails,
): Promise<Approval | undefined> {
  const [row] = await sqlClient()<(ApprovalRow & { is_same: boolean })[]>`
    select ${approvalColumns()}, a.details - 'refusal' = ${JSON.stringify(details)}::jsonb as is_same
    from approvals a
    where a.client_id = ${ctx.client.id} and a.environment = ${ctx.environment} and a.kind = ${kind}
      and a.status in ('PENDING', 'APPROVED') and a.details ->> 'client_reference' = ${details.client_reference}`;
  if (row === undefined || row.status === 'EXPIRED') return undefined;
  if (row.is_same && row.requested_by === ctx.user.id) return presentToClient(row, ctx.user);
  throw duplicateReference(details.client_reference);
}
