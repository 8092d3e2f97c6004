import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { lookUpPayout } from '#lib/rail-work/look-up';
import { fromRow } from '#lib/transactions/row';

/** Each is a call to a rail that the client waits for. */
const MOST_ASKED = 3;

/**
 * Before money of a live collection goes back once more: asks the rail about what failed of it lately and is still to be
 * looked at, for it may be paid all the same. What is heard counts against what is left. A silent rail is not waited for
 * beyond its deadline, and holds up nothing.
 */
export async function askAboutFailed(ctx: Context, collectionId: string): Promise<void> {
  if (ctx.environment !== 'LIVE') return;
  const rows = await sqlClient()`
    select t.* from (
      select * from transactions
      where client_id = ${ctx.client.id} and environment = 'LIVE' and collection_id = ${collectionId} and refund_method = 'payout'
      union all
      select * from transactions
      where client_id = ${ctx.client.id} and environment = 'LIVE' and type = 'payout'
        and client_reference = any (payback_references(${collectionId}::uuid))
    ) t
    where t.status = 'FAILED' and not t.delivered_after_failure and exists (
      select from rail_operations o where o.client_id = t.client_id and o.transaction_id = t.id and o.kind = 'look_up')
    order by t.id desc limit ${MOST_ASKED}`;
  for (const row of rows) await lookUpPayout({ ...ctx, idempotency: undefined }, fromRow(row));
}
