import { sqlClient } from '#db/client';
import { type Followed, followCollection } from '#lib/collections/own-collection';
import { actorName } from '#lib/context';
import { lowestIdAt } from '#lib/ids';
import type { Seller } from '#lib/till/own-sales';

/** As long as a customer may choose a wallet (contract-more.md). */
const LASTS_MS = 24 * 60 * 60_000;
/** The newest may be paid while it is looked at. */
const LOOKED_AT = 3;

/**
 * The newest sale that this person began at the till and whose customer may still pay, so that whoever opens the till
 * anew comes back to it; undefined where there is none. What others sell is theirs.
 */
export async function findOpenSale(ctx: Seller): Promise<Followed | undefined> {
  const now = ctx.now();
  const links = await sqlClient()`
    select client_reference from payment_links l
    where client_id = ${ctx.client.id} and environment = ${ctx.environment}
      and id >= ${lowestIdAt(new Date(now.getTime() - LASTS_MS))}
      and is_choice and made_by = ${actorName(ctx.actor)} and client_reference like 'TILL-%' and succeeded_count = 0
      and (is_active and expires_at > ${now.toISOString()} or exists (
        -- Its rail has not confirmed yet that it is closed.
        select from transactions t
        where t.client_id = l.client_id and t.environment = l.environment and t.type = 'collection'
          and t.client_reference = l.client_reference and t.status = 'PENDING'))
    order by id desc limit ${LOOKED_AT}`;
  for (const { client_reference: reference } of links) {
    const sale = await followCollection(ctx, reference);
    if (sale.transaction.status === 'PENDING' || sale.mayChoose) return sale;
  }
  return undefined;
}
