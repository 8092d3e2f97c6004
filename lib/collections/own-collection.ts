import { getCollection } from '#lib/collections/get-collection';
import { presentCollection, presentFailure } from '#lib/collections/present-collection';
import type { Context } from '#lib/context';
import { findLinkOfReference, statusOf } from '#lib/payment-links/payment-link';
import { presentRail } from '#lib/rails/rail-faces';
import type { Transaction } from '#lib/transactions/transaction';

export interface Followed {
  transaction: Transaction;
  /** Its customer may choose a wallet, or another one. */
  mayChoose: boolean;
}

/**
 * A collection as whoever asked for the money follows it: where its customer chooses the wallet, to the newest attempt.
 * Throws `TRANSACTION_NOT_FOUND`.
 */
export async function followCollection(ctx: Context, id: string): Promise<Followed> {
  const { transaction, attempts } = await getCollection(ctx, id);
  if (!transaction.customerChooses) return { transaction, mayChoose: false };
  const isNewest = attempts[0]?.id === transaction.id;
  const reference = transaction.clientReference;
  const newest = isNewest ? transaction : (await getCollection(ctx, reference)).transaction;
  const link = await findLinkOfReference(ctx, reference);
  const mayChoose = link?.isChoice === true && statusOf(link, ctx.now()) === 'ACTIVE';
  return { transaction: newest, mayChoose };
}

/** What a person who asked a customer for money has to see. */
export function presentOwnCollection(transaction: Transaction, mayChoose = false) {
  return {
    ...presentCollection(transaction),
    ...presentRail(transaction.provider),
    failure: presentFailure(transaction),
    late: transaction.late,
    may_choose: mayChoose,
  };
}

export type OwnCollection = ReturnType<typeof presentOwnCollection>;
