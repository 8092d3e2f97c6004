import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import {
  type LinkRow,
  linkNotFound,
  linkOf,
  ownLinks,
  type PaymentLink,
} from '#lib/payment-links/payment-link';

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getPaymentLink(ctx: Context, id: string): Promise<PaymentLink> {
  if (!isUuid(id)) throw linkNotFound();
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links where ${ownLinks(ctx)} and id = ${id}`;
  if (row === undefined) throw linkNotFound();
  return linkOf(row);
}
