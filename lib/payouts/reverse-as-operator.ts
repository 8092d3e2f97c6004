import { z } from 'zod';
import type { UserContext } from '#lib/auth/user-context';
import { textField } from '#lib/fields';
import { reversePayout } from '#lib/payouts/reverse-payout';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { readForOperator } from '#lib/transactions/read-for-operator';

export const reversalRequest = z.object({ reason: textField(500) });

/**
 * `reversePayout` for whatever client the payout is of; the reason is told to the client. Returns the payout as the
 * operators see it, which is still `SUCCEEDED` while the rail's answer is awaited. Throws as that verb does, and
 * `TRANSACTION_NOT_FOUND`.
 */
export async function reverseAsOperator(operator: UserContext, id: string, reason: string) {
  const { ctx, transaction } = await readForOperator(operator, id);
  await reversePayout(operator, ctx, transaction, reason);
  return getTransactionAsOperator(id, operator.now());
}
