import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import type { Bututs } from '#lib/money';
import { standingOf } from '#lib/rails/rail-settings';
import { canDo, connectionFor } from '#lib/rails/registry';
import type { Transaction } from '#lib/transactions/transaction';

export type Method = NonNullable<Transaction['refundMethod']>;
export type NotPossible = keyof typeof reasons;

/** Why money cannot go back, for programs and for people; contract-more.md §11. */
const reasons = {
  no_customer_mobile:
    'The rail does not give this amount back itself, and the collection has no customer_mobile to pay it to. Ask the payer for the number, and send it as recipient_mobile. Nothing was stored; the reference stays free.',
  rail_takes_nothing_back:
    'The rail gives nothing back itself, and pays nothing out. Return the money in another way. Nothing was stored; the reference stays free.',
  payouts_switched_off:
    'The rail does not give this amount back itself, and payouts on it are switched off for this account. Nothing was stored; the reference stays free.',
} as const;

/**
 * How a part of a collection goes back: by its rail, where that gives such a part back, else by a payout to the payer's
 * number. `leftBututs`: what was not refunded yet; `mayReverse`: what was collected there still lies there. Throws
 * `REFUND_NOT_POSSIBLE` with the reason.
 */
export async function chooseMethod(
  ctx: Context,
  collection: Transaction,
  amountBututs: Bututs,
  { leftBututs, mayReverse }: { leftBututs: Bututs; mayReverse: boolean },
): Promise<Method> {
  const { provider, mobile } = collection;
  // The wallet that was paid into may be gone, long after; the number can still be paid from that of now.
  const rail = await connectionFor(collection, { mayMove: false }).then(
    (connected) => connected.rail,
    () => undefined,
  );
  const isReversible =
    isNamedAtRail(collection) &&
    (rail?.reverses === 'any' ||
      (rail?.reverses === 'rest' && amountBututs === leftBututs) ||
      (rail?.reverses === 'whole' && amountBututs === collection.amountBututs));
  if (isReversible && mayReverse) return 'reversal';
  if (!canDo(provider, 'payout')) throw notPossible('rail_takes_nothing_back');
  const standing = await standingOf(ctx, provider, 'payout');
  if (standing === 'SWITCHED_OFF' || standing === 'NOT_ENABLED') throw notPossible('payouts_switched_off');
  // What is left is asked for in the dashboard, so it is the last reason.
  if (mobile === null) throw notPossible('no_customer_mobile');
  return 'payout';
}

/** One that people settled by a rail's statement may bear no name that the rail could be asked by. */
function isNamedAtRail({ environment, railReference }: Transaction): boolean {
  return environment === 'SANDBOX' || railReference !== null;
}

function notPossible(reason: NotPossible): AppError {
  return new AppError('REFUND_NOT_POSSIBLE', reasons[reason], {
    details: { reason },
  });
}
