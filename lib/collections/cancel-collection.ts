import { closeCollection } from '#lib/collections/close-collection';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { getTransaction, listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a pending collection is closed at the rail and `CANCELLED`, or `SUCCEEDED` if the rail was paid first.
 * An already cancelled one is answered again. Throws `INVALID_STATE` in another final state, `TRANSACTION_NOT_FOUND`.
 */
export async function cancelCollection(
  ctx: Context,
  id: string,
): Promise<{ transaction: Transaction; attempts: Transaction[] }> {
  const found = await getTransaction(ctx, 'collection', id);
  const attempts = await listAttempts(ctx, 'collection', found.clientReference);
  const resultOf = (transaction: Transaction) => ({
    transaction,
    attempts: attempts.map((each) => (each.id === transaction.id ? transaction : each)),
  });
  const { transaction, moved } =
    found.status === 'PENDING'
      ? await closeCollection(ctx, found, 'cancelled_by_client', resultOf)
      : { transaction: found, moved: false };
  if (!moved && transaction.status === 'PENDING') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The rail did not confirm that the session was closed. Try again.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  if (!moved && transaction.status !== 'CANCELLED') {
    throw new AppError(
      'INVALID_STATE',
      `This collection is ${transaction.status} and can no longer be cancelled.`,
    );
  }
  return resultOf(transaction);
}
