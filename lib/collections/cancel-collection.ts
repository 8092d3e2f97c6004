import { closeChoice, endUnchosen, findUnchosenById } from '#lib/collections/unchosen';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { closeCollection } from '#lib/rail-work/close';
import { getTransaction, listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** How often a collection is closed anew when somebody else, such as a one-time password, changed it first. */
const MAX_TRIES = 5;

/**
 * Guarantee: a pending collection is closed at the rail and `CANCELLED`, or `SUCCEEDED` if the rail was paid first.
 * An already cancelled one is answered again. Where the customer chooses the wallet, none is chosen any more, also after
 * an attempt that came to nothing. Throws `INVALID_STATE` in another final state, `TRANSACTION_NOT_FOUND`.
 */
export async function cancelCollection(
  ctx: Context,
  id: string,
): Promise<{ transaction: Transaction; attempts: Transaction[] }> {
  const link = await findUnchosenById(ctx, id);
  if (link) {
    const ended = await endUnchosen(ctx, link, 'cancelled_by_client', (transaction, attempts) => ({
      transaction,
      attempts,
    }));
    if (ended) return ended;
  }
  const found = await getTransaction(ctx, 'collection', id);
  const wasToBeChosen = found.customerChooses && (await closeChoice(ctx, found));
  const attempts = await listAttempts(ctx, 'collection', found.clientReference);
  const resultOf = (transaction: Transaction) => ({
    transaction,
    attempts: attempts.map((each) => (each.id === transaction.id ? transaction : each)),
  });
  let { transaction, moved } = { transaction: found, moved: false };
  for (let tries = 0; tries < MAX_TRIES && transaction.status === 'PENDING'; tries++) {
    const { version } = transaction;
    ({ transaction, moved } = await closeCollection(ctx, transaction, 'cancelled_by_client', resultOf));
    // What is still as it was read was refused by the rail, not by somebody who was faster.
    if (moved || transaction.version === version) break;
  }
  const isClosed = wasToBeChosen && transaction.status !== 'SUCCEEDED';
  if (!moved && transaction.status === 'PENDING') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The rail did not confirm that the session was closed, so the collection is still PENDING. Try again in a few seconds.',
      {
        retryAfterSeconds: 10,
      },
    );
  }
  if (!moved && transaction.status !== 'CANCELLED' && !isClosed) {
    throw new AppError(
      'INVALID_STATE',
      `This collection is ${transaction.status} and can no longer be cancelled.`,
    );
  }
  return resultOf(transaction);
}
