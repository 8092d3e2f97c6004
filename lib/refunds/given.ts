import { sqlClient } from '#db/client';
import type { Bututs } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

export interface Given {
  amountBututs: Bututs;
  commissionBututs: Bututs;
  /** Whether refunds of the client return the commission from now on. */
  isReturned: boolean;
}

/** What goes back of a collection already, or did: all its refunds that have not failed. */
export async function readGiven({ clientId, environment, id }: Transaction): Promise<Given> {
  const [row] = await sqlClient()`
    select coalesce(sum(r.amount_bututs), 0)::text as amount, coalesce(sum(r.commission_bututs), 0)::text as commission,
           (select refund_commission = 'return' from clients where id = ${clientId}) as is_returned
    from transactions r
    where r.client_id = ${clientId} and r.environment = ${environment} and r.collection_id = ${id} and r.status <> 'FAILED'`;
  return {
    amountBututs: BigInt(row?.amount),
    commissionBututs: BigInt(row?.commission),
    isReturned: row?.is_returned === true,
  };
}
