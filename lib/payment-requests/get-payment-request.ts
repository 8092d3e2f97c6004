import { sqlClient } from '#db/client';
import { isUuid } from '#lib/ids';
import type { LinkRow } from '#lib/payment-links/payment-link';
import {
  type Asker,
  ownRequests,
  type PaymentRequest,
  requestNotFound,
  requestOf,
  requestRows,
} from '#lib/payment-requests/payment-request';

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getPaymentRequest(ctx: Asker, id: string): Promise<PaymentRequest> {
  if (!isUuid(id)) throw requestNotFound();
  const [row] = await sqlClient()<LinkRow[]>`${requestRows()} where ${ownRequests(ctx)} and r.id = ${id}
    and r.client_id = ${ctx.client.id} and r.environment = ${ctx.environment}`;
  if (row === undefined) throw requestNotFound();
  return requestOf(row);
}
