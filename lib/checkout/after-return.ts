import type { Checkout } from '#lib/checkout/find-checkout';
import { systemClock } from '#lib/clock';
import { refreshIfDue } from '#lib/collections/get-collection';
import type { Context } from '#lib/context';
import { closeCollection } from '#lib/rail-work/close';
import type { Transaction } from '#lib/transactions/transaction';

/** Whether it waits for a live rail, which alone knows what became of it. */
function awaitsRail({ environment, status }: Transaction): boolean {
  return environment === 'LIVE' && status === 'PENDING';
}

/**
 * What became of a collection whose customer a live rail has sent back: the rail is asked, not believed by the address
 * that it used. Nothing is ended by it, since an address is opened by scanners of links and by whoever was sent it.
 */
export async function afterReturn(checkout: Checkout): Promise<Transaction> {
  const { transaction } = checkout;
  return awaitsRail(transaction) ? refreshIfDue(contextOf(checkout), transaction) : transaction;
}

/**
 * The customer's word that it is not going to be paid: the session is closed at the rail and cancelled, and if it was
 * paid after all, that wins. Nothing where it waits for no live rail.
 */
export async function giveUp(checkout: Checkout): Promise<void> {
  const asked = await afterReturn(checkout);
  if (awaitsRail(asked)) await closeCollection(contextOf(checkout), asked, 'rail_cancelled');
}

function contextOf({ transaction: { environment, provider }, client }: Checkout): Context {
  return { client, environment, actor: { type: 'rail', provider }, now: systemClock };
}
