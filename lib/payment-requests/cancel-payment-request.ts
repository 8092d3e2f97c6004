import { sqlClient } from '#db/client';
import { actorName } from '#lib/context';
import { AppError } from '#lib/errors';
import { closeAttempts, closeRequest } from '#lib/payment-requests/close-request';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { type Asker, isWaiting, type PaymentRequest, statusOf } from '#lib/payment-requests/payment-request';

/** How often it is read anew when its customer pays a part at the same moment. */
const MAX_TRIES = 5;

/**
 * Guarantee: nobody can begin to pay it afterwards. What was begun is closed at its rail, and if that was paid, it counts.
 * What was paid of it before stays. A cancelled one stays as it is. Throws `NOT_FOUND`, `INVALID_STATE` (it was paid).
 */
export async function cancelPaymentRequest(ctx: Asker, id: string): Promise<PaymentRequest> {
  let request = await getPaymentRequest(ctx, id);
  for (let tries = 0; tries < MAX_TRIES && isWaiting(statusOf(request, ctx.now())); tries++) {
    const now = ctx.now();
    const cancelled = {
      ...request,
      link: { ...request.link, isActive: false, updatedAt: now },
      cancelledAt: now,
    };
    const closing = {
      action: 'payment_request.cancelled',
      set: sqlClient()`cancelled_at = ${now.toISOString()}, cancelled_by = ${actorName(ctx.actor)}`,
      after: { title: request.link.title },
    };
    const isNew = await closeRequest(ctx, cancelled, closing);
    await closeAttempts(request);
    if (isNew) return cancelled;
    request = await getPaymentRequest(ctx, id);
  }
  await closeAttempts(request);
  if (statusOf(request, ctx.now()) === 'CANCELLED') return request;
  throw new AppError('INVALID_STATE', 'This request was paid, so there is nothing to cancel.');
}
