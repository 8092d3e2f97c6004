import { sqlClient } from '#db/client';
import type { Bututs } from '#lib/money';
import type { Transaction } from '#lib/transactions/transaction';

/** More of them are not named on a page, but counted there: each is the work of people. */
export const NAMED = 20;

export interface HeldBack {
  id: string;
  clientId: string;
  clientName: string;
  type: Transaction['type'];
  amountBututs: Bututs;
  clientReference: string;
}

/**
 * Live refunds and paybacks that wait for their float and are not sent, whatever it has: an earlier one that had failed has
 * arrived meanwhile, or the rail took the payment back, so that their customer would have back more than came. Oldest first;
 * all of them, of one client or of every one.
 */
export async function listHeldBack(clientId?: string): Promise<HeldBack[]> {
  const sql = sqlClient();
  const rows = await sql`
    select t.id, t.client_id, c.name, t.type, t.amount_bututs, t.client_reference from transactions t
    join clients c on c.id = t.client_id
    where t.environment = 'LIVE' and t.status = 'AWAITING_LIQUIDITY' and exceeds_what_came(t)
      ${clientId === undefined ? sql`` : sql`and t.client_id = ${clientId}`}
    order by t.id`;
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    clientName: row.name,
    type: row.type,
    amountBututs: BigInt(row.amount_bututs),
    clientReference: row.client_reference,
  }));
}

/** Whether this one is such. */
export async function isHeldBack({ clientId, id, status }: Transaction): Promise<boolean> {
  if (status !== 'AWAITING_LIQUIDITY') return false;
  const [row] = await sqlClient()`
    select exceeds_what_came(t) as is from transactions t where t.client_id = ${clientId} and t.id = ${id}`;
  return row?.is === true;
}
