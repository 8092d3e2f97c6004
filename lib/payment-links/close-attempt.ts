import type { MetLink } from '#lib/payment-links/find-open-link';
import { closeCollection } from '#lib/rail-work/close';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** How often it is closed anew when somebody else, such as a one-time password, changed it first. */
const MAX_TRIES = 5;

/**
 * Before another wallet is chosen: the attempt is closed at its rail first, and if it was paid, that wins. Still
 * `PENDING`: the rail did not confirm, and no other attempt may begin.
 */
export async function closeAttempt({ ctx }: MetLink, attempt: Transaction): Promise<Transaction> {
  let transaction = attempt;
  for (let tries = 0; tries < MAX_TRIES && transaction.status === 'PENDING'; tries++) {
    const { version } = transaction;
    const closed = await closeCollection(ctx, transaction, 'rail_cancelled');
    transaction = closed.moved ? closed.transaction : await reread(transaction);
    // What is as it was read was refused by the rail, not by somebody who was faster.
    if (closed.moved || transaction.version === version) break;
  }
  return transaction;
}
