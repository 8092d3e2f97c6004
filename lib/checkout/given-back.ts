import { sqlClient } from '#db/client';
import type { Bututs } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

/** What a customer has back of a payment, and when. */
export interface GivenBack {
  amountBututs: Bututs;
  at: Date;
}

/** The refunds that succeeded, oldest first; none of a collection that was not paid. */
export async function readGivenBack({
  clientId,
  environment,
  id,
  status,
}: Transaction): Promise<GivenBack[]> {
  if (status !== 'SUCCEEDED') return [];
  const rows = await sqlClient()`
    select amount_bututs, completed_at from transactions
    where client_id = ${clientId} and environment = ${environment} and collection_id = ${id} and status = 'SUCCEEDED'
    order by completed_at, id`;
  return rows.map((row) => ({ amountBututs: BigInt(row.amount_bututs), at: new Date(row.completed_at) }));
}
