import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { textField } from '#lib/fields';
import { endUnsent, requireUnsent } from '#lib/payouts/cancel-payout';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { readForOperator } from '#lib/transactions/read-for-operator';

export const cancellation = z.object({ reason: textField(500) });

/**
 * Guarantee: a payout that was surely never paid ends as `FAILED` with `CANCELLED_BY_OPERATOR` and its money is back in
 * the client's balance; any other stays as it is and `INVALID_STATE` is thrown. The audit log has it before it is
 * done, so that nothing is done without a line. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelAsOperator(operator: UserContext, id: string, reason: string) {
  const { ctx, transaction: payout } = await readForOperator(operator, id);
  await requireUnsent(payout);
  await sqlClient()`${auditLine(operator, {
    action: 'payout.cancellation_asked',
    clientId: payout.clientId,
    environment: payout.environment,
    subjectId: payout.id,
    after: { reason },
  })}`;
  await endUnsent(ctx, payout, 'CANCELLED_BY_OPERATOR');
  return getTransactionAsOperator(id, operator.now());
}
