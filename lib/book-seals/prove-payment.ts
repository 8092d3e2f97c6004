import { z } from 'zod';
import { sqlClient } from '#db/client';
import { merklePath } from '#lib/book-seals/merkle-path';
import { presentSeal } from '#lib/book-seals/present-seal';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { getAnyTransaction } from '#lib/transactions/read';
import { idField } from '#lib/webhooks/log';

export const proofQuery = z.object({
  transaction_id: idField.meta({ description: 'The transaction that is to be proven.' }),
});

/**
 * What a seal has of a transaction of the caller's: each row as it was sealed, with the hashes that lead from it to the
 * root. Of what the client is not told, such as the rail's fee, there is no proof here. Throws `TRANSACTION_NOT_FOUND`,
 * and `NOT_FOUND` where the seal is not there or has nothing of it.
 */
export async function provePayment(ctx: Context, number: string, query: z.output<typeof proofQuery>) {
  const { id } = await getAnyTransaction(ctx, query.transaction_id);
  const seal = /^[1-9]\d{0,14}$/.test(number) ? await readSeal(Number(number)) : undefined;
  const rows = seal ? await readRows(ctx, id, seal.id) : [];
  if (seal === undefined || rows.length === 0) {
    throw new AppError(
      'NOT_FOUND',
      'No seal of that number has anything of this transaction. GET /api/v1/seals?transaction_id= lists those that have.',
    );
  }
  const { hashes, ...row } = seal;
  return {
    seal: presentSeal(row),
    rows: rows.map(({ kind, content, place }) => ({
      kind,
      content,
      place: Number(place),
      path: merklePath(hashes, Number(place)),
    })),
  };
}

async function readSeal(number: number) {
  const [row] = await sqlClient()`
    select s.id, s.sealed_at, s.leaves, s.root, s.chain, b.chain as previous_chain,
           (select string_agg(hashes, '' order by kind collate "C") from book_leaves where seal_id = s.id) as hashes
    from book_seals s left join book_seals b on b.id = s.id - 1 where s.id = ${number}`;
  return row;
}

function readRows(ctx: Context, id: string, sealId: string) {
  return sqlClient()<{ kind: string; content: string; place: string }[]>`
    select kind, content, place from sealed_rows_of_payment(${ctx.client.id}, ${id}, ${sealId})`;
}
