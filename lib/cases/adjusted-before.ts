import { sqlClient } from '#db/client';
import { adjustedLine } from '#lib/reconciliation/differences';
import type { Adjustment } from '#lib/transactions/decide';
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

/**
 * Whether what two people are about to book of a transaction is what a closed statement has of it: then the case of their
 * difference has been answered. Not where two lines differ, nor in a number or a currency.
 */
export async function isWhatStatementSays(
  { clientId, id, type, status, amountBututs }: Transaction,
  adjustment: Adjustment,
): Promise<boolean> {
  const booked = status === 'SUCCEEDED' || status === 'REVERSED' ? amountBututs : 0n;
  const [row] = await sqlClient()`
    with a as (
      select ${type}::text as type, ${booked.toString()}::bigint as booked,
             ${adjustment.railBututs.toString()}::bigint + coalesce(sum(rail_bututs), 0)::bigint as adjusted
      from adjustments where client_id = ${clientId} and transaction_id = ${id}
    )
    select count(*) = 1 and bool_and(c.details->>'what' in ('amount', 'status') and l.currency = 'GMD'
             and l.amount_bututs = ${adjustedLine({ kind: 'l.kind', type: 'a.type', edge: 'a.booked', adjusted: 'a.adjusted' })}) as is_it
    from cases c cross join a
    left join rail_statement_lines l on l.transaction_id = ${id} and l.provider || ':' || l.kind || ':' || l.rail_reference = c.subject
    where c.transaction_id = ${id} and c.kind = 'amount_differs' and c.status = 'OPEN'`;
  return row?.is_it ?? false;
}
