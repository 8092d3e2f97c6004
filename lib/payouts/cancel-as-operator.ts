import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { advance } from '#lib/transactions/advance';
import { getTransactionAsOperator } from '#lib/transactions/get-as-operator';
import { reread } from '#lib/transactions/read';
import { readForOperator } from '#lib/transactions/read-for-operator';
import { failure } from '#lib/transactions/transaction';

export const cancellation = z.object({ reason: textField(500) });

/**
 * Guarantee: a payout that waits for liquidity ends as `FAILED` with `CANCELLED_BY_OPERATOR` and its money is back in
 * the client's balance; any other stays as it is and `INVALID_STATE` is thrown. The audit log has it before it is
 * done, so that nothing is done without a line. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelAsOperator(operator: UserContext, id: string, reason: string) {
  const { ctx, transaction: payout } = await readForOperator(operator, id);
  if (payout.status !== 'AWAITING_LIQUIDITY') throw notHeld(payout.status);
  await sqlClient()`${auditLine(operator, {
    action: 'payout.cancellation_asked',
    clientId: payout.clientId,
    environment: payout.environment,
    subjectId: payout.id,
    after: { reason },
  })}`;
  const trigger = { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_OPERATOR') } as const;
  const { transaction, moved } = await advance(ctx, payout, trigger, reread);
  if (!moved) throw notHeld(transaction.status);
  return getTransactionAsOperator(id, operator.now());
}

function notHeld(status: string): AppError {
  return new AppError(
    'INVALID_STATE',
    `This transaction is ${status}; only a payout that is AWAITING_LIQUIDITY can be cancelled.`,
  );
}
