import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/** A transaction of any client, and what a verb is told when an operator changes it. Throws `TRANSACTION_NOT_FOUND`. */
export async function readForOperator(
  operator: UserContext,
  id: string,
): Promise<{ ctx: Context; transaction: Transaction }> {
  const [row] = isUuid(id)
    ? await sqlClient()`
        select t.*, c.name as client_name, c.commission_bps as client_commission_bps
        from transactions t join clients c on c.id = t.client_id where t.id = ${id}`
    : [];
  if (row === undefined) throw new AppError('TRANSACTION_NOT_FOUND', 'There is no such transaction.');
  const transaction = fromRow(row);
  const ctx: Context = {
    client: { id: transaction.clientId, name: row.client_name, commissionBps: row.client_commission_bps },
    environment: transaction.environment,
    actor: { type: 'user', id: operator.user.id },
    now: operator.now,
  };
  return { ctx, transaction };
}
