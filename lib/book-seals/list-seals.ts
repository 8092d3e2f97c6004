import { z } from 'zod';
import { sqlClient } from '#db/client';
import { presentSeal } from '#lib/book-seals/present-seal';
import type { Context } from '#lib/context';
import { cursorFieldOf, limitField, makeCursor } from '#lib/http/paging';
import { getAnyTransaction } from '#lib/transactions/read';
import { idField } from '#lib/webhooks/log';

export const sealQuery = z.object({
  limit: limitField.default(10),
  cursor: cursorFieldOf({ maxLength: 30 }, (text) =>
    /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined,
  )
    .meta({ examples: [makeCursor(['4711'])] })
    .optional(),
  transaction_id: idField
    .meta({ description: 'Only those that something of this transaction stands in.' })
    .optional(),
});

/** A change is sealed within a minute or so: where so many seals after it have it not, it is from before there were seals. */
const LOOKED_AT = 200;

/**
 * The seals of the books, newest first; all clients are told the same. With `transaction_id`, those that have a step of its
 * history. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function listSeals(ctx: Context, query: z.output<typeof sealQuery>) {
  const sql = sqlClient();
  const { limit, cursor = Number.MAX_SAFE_INTEGER, transaction_id: id } = query;
  if (id !== undefined) await getAnyTransaction(ctx, id);
  const among = id === undefined ? sql`true` : sql`s.id in (${sealsOf(ctx, id)})`;
  const rows = await sql`
    select s.id, s.sealed_at, s.leaves, s.root, s.chain, b.chain as previous_chain
    from book_seals s left join book_seals b on b.id = s.id - 1
    where s.id < ${cursor} and ${among} order by s.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(presentSeal);
  const last = page.at(-1);
  const next_cursor = rows.length > limit && last ? makeCursor([String(last.id)]) : null;
  return { status: 'success', data: page, pagination: { limit, next_cursor } };
}

/** Of each change the first seal that has it, from two minutes before it on, by which clocks may differ. */
function sealsOf(ctx: Context, id: string) {
  return sqlClient()`
    select found.id from transaction_changes c
    cross join lateral (
      select l.id from (
        select id from book_seals where sealed_at >= c.at - interval '2 minutes' order by sealed_at limit ${LOOKED_AT}
      ) l join book_leaves k on k.seal_id = l.id and k.kind = 'transaction_changes'
      where concat(c.transaction_id, '/', c.sequence) = any (k.keys)
      order by l.id limit 1
    ) found
    where c.client_id = ${ctx.client.id} and c.transaction_id = ${id}`;
}
