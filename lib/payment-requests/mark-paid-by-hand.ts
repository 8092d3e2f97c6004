import { z } from 'zod';
import { sqlClient } from '#db/client';
import { money } from '#lib/browser/format';
import { actorName } from '#lib/context';
import { AppError } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { formatAmount } from '#lib/money';
import { closeAttempts, closeRequest } from '#lib/payment-requests/close-request';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import {
  type Asker,
  isWaiting,
  leftBututs,
  type PaymentRequest,
  statusOf,
} from '#lib/payment-requests/payment-request';

export const markPaidBody = z.object({
  note: textField(200)
    .nullable()
    .default(null)
    .meta({ description: 'How it was paid, for your own people.', examples: ['Cash at the counter'] }),
  left: amountField
    .optional()
    .meta({ description: 'What you have seen to be left. Where something else is, nothing is marked.' }),
});

/**
 * Records that a request, or what is left of it, was paid otherwise, such as in cash: by whom, when, and a note. No money
 * moves and no book knows of it. Guarantee: of a payment and a mark that come at the same time, one is refused, or the payment says
 * that it was one too many. The same mark of the same person again changes nothing.
 * Throws `NOT_FOUND`, `INVALID_STATE` (it was paid, marked by somebody else, or cancelled, or other than `left` is left).
 */
export async function markPaidByHand(
  ctx: Asker & { user?: { name?: string } },
  id: string,
  { note, left }: z.output<typeof markPaidBody>,
): Promise<PaymentRequest> {
  const now = ctx.now();
  const actor = actorName(ctx.actor);
  const request = await getPaymentRequest(ctx, id);
  const isOther = left !== undefined && left !== leftBututs(request);
  if (isOther && isWaiting(statusOf(request, now))) throw new AppError('INVALID_STATE', whyNot(request, now));
  const marked = {
    ...request,
    link: { ...request.link, isActive: false, updatedAt: now },
    paidByHand: { at: now, by: ctx.user?.name ?? null, actor, note, bututs: leftBututs(request) },
  };
  const closing = {
    action: 'payment_request.paid_by_hand',
    set: sqlClient()`paid_by_hand_at = ${now.toISOString()}, paid_by_hand_by = ${actor}, paid_by_hand_note = ${note},
      paid_by_hand_bututs = l.amount_bututs - l.collected_bututs`,
    after: { title: request.link.title, amount: formatAmount(leftBututs(request)), note },
  };
  const isNew = await closeRequest(ctx, marked, closing);
  await closeAttempts(request);
  if (isNew) return marked;
  const present = await getPaymentRequest(ctx, id);
  const before = present.paidByHand;
  if (statusOf(present, now) === 'PAID_BY_HAND' && before?.actor === actor && before.note === note)
    return present;
  throw new AppError('INVALID_STATE', whyNot(present, now));
}

function whyNot(request: PaymentRequest, now: Date): string {
  const status = statusOf(request, now);
  if (status === 'CANCELLED') return 'This request was cancelled. Make a new one.';
  if (status === 'PAID_BY_HAND')
    return `This request was marked as paid already, by ${request.paidByHand?.by ?? 'a program'}.`;
  if (isWaiting(status))
    return `The customer has paid meanwhile: ${money(formatAmount(leftBututs(request)))} is left. Look at it again.`;
  return 'This request was paid already. Do not take the money twice.';
}
