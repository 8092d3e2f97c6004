import { sqlClient } from '#db/client';
import type { Bututs } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

export interface Given {
  /** Of its refunds that have not failed. */
  amountBututs: Bututs;
  /** What can still go back: neither refunded, also by one that failed and arrived all the same, nor taken back by the rail. */
  leftBututs: Bututs;
  commissionBututs: Bututs;
  /** Whether refunds of the client return the commission from now on. */
  isReturned: boolean;
}

/** What goes back of a collection already, or did, and what is left of it. */
export async function readGiven({ clientId, environment, id, amountBututs }: Transaction): Promise<Given> {
  const [row] = await sqlClient()`
    select coalesce(sum(r.amount_bututs), 0)::text as amount, coalesce(sum(r.commission_bututs), 0)::text as commission,
           (select jsonb_build_object('left', left_of_collection(k)::text, 'refunded', refunded_of(k)::text) from transactions k
            where k.client_id = ${clientId} and k.environment = ${environment} and k.id = ${id}) as standing,
           (select refund_commission = 'return' from clients where id = ${clientId}) as is_returned
    from transactions r
    where r.client_id = ${clientId} and r.environment = ${environment} and r.collection_id = ${id} and r.status <> 'FAILED'`;
  const unrefunded = amountBututs - BigInt(row?.standing?.refunded ?? 0);
  const standing = BigInt(row?.standing?.left ?? 0);
  const left = standing < unrefunded ? standing : unrefunded;
  return {
    amountBututs: BigInt(row?.amount),
    leftBututs: left > 0n ? left : 0n,
    commissionBututs: BigInt(row?.commission),
    isReturned: row?.is_returned === true,
  };
}
