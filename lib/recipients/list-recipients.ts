import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { textField } from '#lib/fields';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import {
  ownRecipients,
  type PresentedRecipient,
  presentRecipient,
  type RecipientRow,
  recipientOf,
} from '#lib/recipients/recipient';

export const recipientQuery = z.object({
  q: textField(120)
    .meta({
      description: 'Only those whose name has this text, in any case, or whose number has these digits.',
      examples: ['awa'],
    })
    .optional(),
  limit: limitField.default(10),
  cursor: cursorField.optional(),
});

/** What may stand between the digits of a number that somebody looks for. */
const LAYOUT = /[\s()+.-]/g;
const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface RecipientPage {
  status: 'success';
  data: PresentedRecipient[];
  pagination: { limit: number; next_cursor: string | null };
}

/** Newest first. A search looks at each of the client's recipients until the page is full. */
export async function listRecipients(
  ctx: Context,
  { q, limit, cursor }: z.output<typeof recipientQuery>,
): Promise<RecipientPage> {
  const sql = sqlClient();
  const digits = (q ?? '').replaceAll(LAYOUT, '');
  const isNumber = /^\d+$/.test(digits);
  const rows = await sql<RecipientRow[]>`
    select * from recipients
    where ${ownRecipients(ctx)} and id < ${cursor?.[0] ?? ABOVE_ALL_IDS} and deleted_at is null
      ${q === undefined ? sql`` : sql`and (strpos(lower(name), lower(${q})) > 0 or ${isNumber} and strpos(mobile, ${digits}) > 0)`}
    order by id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(recipientOf);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map(presentRecipient),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
