import { sqlClient } from '#db/client';
import type { Transaction } from '#lib/transactions/transaction';

/** What was adjusted of a transaction so far: how often, and how much of it was taken out. */
export async function adjustedBefore({
  clientId,
  id,
}: Pick<Transaction, 'clientId' | 'id'>): Promise<{ count: number; outBututs: bigint }> {
  const [row] = await sqlClient()`
    select count(*)::int as count, -coalesce(sum(least(rail_bututs, 0)), 0) as out_bututs
    from adjustments where client_id = ${clientId} and transaction_id = ${id}`;
  return { count: row?.count, outBututs: BigInt(row?.out_bututs) };
}
