import { sqlClient } from '#db/client';
import type { ClientProfile } from '#lib/context';
import { isUuid } from '#lib/ids';
import { fromRow, type TransactionRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/** A collection as its customer meets it, with the business that asked for the money. */
export interface Checkout {
  transaction: Transaction;
  client: ClientProfile;
}

/** The collection with this id, of whichever client: the customer knows nothing but the id. */
export async function findCheckout(transactionId: string): Promise<Checkout | undefined> {
  if (!isUuid(transactionId)) return undefined;
  const [row] = await sqlClient()<TransactionRow[]>`
    select t.*, c.name as client_name, c.commission_bps as client_commission_bps
    from transactions t join clients c on c.id = t.client_id
    where t.id = ${transactionId} and t.type = 'collection'`;
  if (row === undefined) return undefined;
  return {
    transaction: fromRow(row),
    client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
  };
}
