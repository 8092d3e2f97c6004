import { sqlClient } from '#db/client';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * What was adjusted of a transaction so far: how often, and how much of it was taken out; and what of a collection is still
 * its client's.
 */
export async function adjustedBefore({
  clientId,
  id,
}: Pick<Transaction, 'clientId' | 'id'>): Promise<{ count: number; outBututs: bigint; leftBututs: bigint }> {
  const [row] = await sqlClient()`
    select count(*)::int as count, -coalesce(sum(least(rail_bututs, 0)), 0) as out_bututs,
           (select left_of_collection(k) from transactions k where k.client_id = ${clientId} and k.id = ${id}) as left_bututs
    from adjustments where client_id = ${clientId} and transaction_id = ${id}`;
  return { count: row?.count, outBututs: BigInt(row?.out_bututs), leftBututs: BigInt(row?.left_bututs ?? 0) };
}
