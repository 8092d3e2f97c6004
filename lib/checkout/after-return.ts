import type { Checkout } from '#lib/checkout/find-checkout';
import { systemClock } from '#lib/clock';
import { refreshIfDue } from '#lib/collections/get-collection';
import type { Context } from '#lib/context';
import { closeCollection } from '#lib/rail-work/close';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * What became of a collection whose customer a live rail has sent back: the rail is asked, not believed by the address
 * that it used. `withoutPayment`: it sent the customer to the error address; a session that is still open is then
 * closed at the rail and cancelled, and if it was paid after all, that wins.
 */
export async function afterReturn(
  { transaction, client }: Checkout,
  withoutPayment: boolean,
): Promise<Transaction> {
  if (transaction.environment === 'SANDBOX' || transaction.status !== 'PENDING') return transaction;
  const { environment, provider } = transaction;
  const ctx: Context = { client, environment, actor: { type: 'rail', provider }, now: systemClock };
  const asked = await refreshIfDue(ctx, transaction);
  if (!withoutPayment || asked.status !== 'PENDING') return asked;
  return (await closeCollection(ctx, asked, 'rail_cancelled')).transaction;
}
