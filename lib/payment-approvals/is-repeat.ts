import { sqlClient } from '#db/client';
import type { PaymentDetails } from '#db/schema/approvals';
import { isUuid } from '#lib/ids';
import type { PaymentKind } from '#lib/payment-approvals/ask-for-payment';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import type { Transaction } from '#lib/transactions/transaction';

/** As the form has them: a refund that names no amount means what was left when it was asked for. */
type FormDetails = Omit<PaymentDetails, 'amount'> & { amount?: string };

/**
 * Whether a form asks again for what waited, was approved and made since: the same person, and the same fields. The
 * transaction itself has its approval in the metadata, so that it is no repeat of the body alone.
 */
export async function isRepeat(
  ctx: MemberContext,
  made: Transaction,
  kind: PaymentKind,
  details: FormDetails,
): Promise<boolean> {
  const { approval } = made.metadata;
  if (approval === undefined || !isUuid(approval)) return false;
  const rows = await sqlClient()`
    select from approvals a
    where a.client_id = ${ctx.client.id} and a.id = ${approval} and a.environment = ${ctx.environment} and a.kind = ${kind}
      and a.status in ('APPROVED', 'DONE') and a.requested_by = ${ctx.user.id}
      and a.details - 'refusal' - 'transaction_id'
        = jsonb_build_object('amount', a.details -> 'amount') || ${JSON.stringify(details)}::jsonb`;
  return rows.length > 0;
}
