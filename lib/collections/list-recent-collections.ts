import { sqlClient } from '#db/client';
import { listUnchosen } from '#lib/collections/unchosen';
import type { Context } from '#lib/context';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';

/** So many of the newest transactions are looked through, so that the cost is the same after a million of them. */
const LOOKED_THROUGH = 2_000;
const LISTED = { open: 20, all: 8 };

/**
 * The newest collections, those that wait for a wallet among them, or those of them that still wait for the customer: a short list to come back to, out of the
 * newest 2,000 transactions. The whole list is `listTransactions`.
 */
export async function listRecentCollections(
  ctx: Context,
  query: { onlyOpen: boolean },
): Promise<Transaction[]> {
  const rows = await sqlClient()`
    select * from (
      select * from transactions where client_id = ${ctx.client.id} and environment = ${ctx.environment}
      order by id desc limit ${LOOKED_THROUGH}
    ) newest
    where type = 'collection' and (status = 'PENDING' or not ${query.onlyOpen})
    order by id desc limit ${query.onlyOpen ? LISTED.open : LISTED.all}`;
  const stored = rows.map((row) => fromRow(row as Parameters<typeof fromRow>[0]));
  const most = query.onlyOpen ? LISTED.open : LISTED.all;
  return [...stored, ...(await listUnchosen(ctx, most))]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, most);
}
