import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import type { Bututs } from '#lib/money';
import { bookCollectionNews } from '#lib/rail-work/book-collection';

/** A balance to pay out, as it comes about: a collection that is paid, and of which nothing is taken. */
export async function giveBalance(ctx: Context, amount: Bututs): Promise<void> {
  const own: Context = { ...ctx, client: { ...ctx.client, commissionBps: 0 } };
  const { transaction } = await initiateCollection(own, {
    amount,
    currency: 'GMD',
    client_reference: `balance-${newId()}`,
    provider: 'PROVIDER_W',
    metadata: {},
  });
  await bookCollectionNews(own, transaction, { state: 'SUCCEEDED' });
}
