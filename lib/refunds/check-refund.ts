import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount } from '#lib/money';
import { readThreshold } from '#lib/payment-approvals/threshold';
import { floatIn } from '#lib/payouts/payout-desk';
import { chooseMethod, type Method, type NotPossible } from '#lib/refunds/choose-method';
import { readGiven } from '#lib/refunds/given';
import { isErased } from '#lib/refunds/initiate-refund';
import { getTransaction } from '#lib/transactions/read';

/** By which way an amount would go back, or why it cannot. */
type Way = { method: Method; why_not: null } | { method: null; why_not: NotPossible };

/** What a refund of a collection could be now. Nothing is reserved: the truth is decided when it is made. */
interface RefundCheck {
  refundableBututs: Bututs;
  availableBututs: Bututs;
  /** Of the rail, for what goes as a payout; null in LIVE. */
  floatBututs: Bututs | null;
  /** Whether its share of the commission would come back. */
  isReturned: boolean;
  /** A refund of more waits for a second person; null: none does. */
  thresholdBututs: Bututs | null;
  /** Whether a refund may name the payer's number: the collection has none, and never had one that was erased. */
  takesNumber: boolean;
  /** How all that is left would go, and how any part of it; null where nothing is left. */
  ways: { all: Way; part: Way } | null;
}

/** Guarantee: nothing is stored or moved. Throws `TRANSACTION_NOT_FOUND`, and `PROVIDER_UNAVAILABLE` as the refund would. */
export async function checkRefund(ctx: Context, collectionId: string): Promise<RefundCheck> {
  const collection = await getTransaction(ctx, 'collection', collectionId);
  const [given, books, thresholdBututs] = await Promise.all([
    readGiven(collection),
    readBooks(ctx.client.id, ctx.environment),
    readThreshold(ctx.client.id),
  ]);
  const leftBututs = collection.status === 'SUCCEEDED' ? given.leftBututs : 0n;
  const wayOf = (amountBututs: Bututs): Promise<Way> =>
    chooseMethod(ctx, collection, amountBututs, { leftBututs, mayReverse: true }).then(
      (method) => ({ method, why_not: null }),
      (error) => ({ method: null, why_not: reasonOf(error) }),
    );
  return {
    refundableBututs: leftBututs,
    availableBututs: books.balances.get('available') ?? 0n,
    floatBututs: floatIn(ctx, books, collection.provider),
    isReturned: given.isReturned,
    thresholdBututs,
    takesNumber: collection.mobile === null && !isErased(collection),
    // A butut goes as every part does.
    ways: leftBututs === 0n ? null : { all: await wayOf(leftBututs), part: await wayOf(1n) },
  };
}

function reasonOf(error: unknown): NotPossible {
  if (error instanceof AppError && error.code === 'REFUND_NOT_POSSIBLE') {
    return error.details?.reason as NotPossible;
  }
  throw error;
}

export function presentRefundCheck(check: RefundCheck) {
  const { refundableBututs, availableBututs, floatBututs, isReturned, thresholdBututs, takesNumber, ways } =
    check;
  return {
    refundable_amount: formatAmount(refundableBututs),
    available: formatAmount(availableBututs),
    float: floatBututs === null ? null : formatAmount(floatBututs),
    approval_above: thresholdBututs === null ? null : formatAmount(thresholdBututs),
    returns_commission: isReturned,
    takes_number: takesNumber,
    ways,
  };
}

export type PresentedRefundCheck = ReturnType<typeof presentRefundCheck>;
