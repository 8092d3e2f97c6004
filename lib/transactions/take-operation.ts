import { sqlClient } from '#db/client';
import { newId } from '#lib/ids';
import type { OperationKind } from '#lib/transactions/decide';
import { CALL_LEASE_MS } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** Guarantee: true for one caller at a time, who then does it; false when it is not to be done, or somebody has it in hand. */
export async function takeOperation({ clientId, id }: Transaction, kind: OperationKind): Promise<boolean> {
  const taken = await sqlClient()`
    update rail_operations
    set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${CALL_LEASE_MS / 1000})
    where client_id = ${clientId} and transaction_id = ${id} and kind = ${kind}
      and (lease_token is null or run_at <= now())
    returning 1`;
  return taken.length > 0;
}
