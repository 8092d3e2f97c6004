import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import {
  type LinkRow,
  linkOf,
  linkStatuses,
  ownLinks,
  type PresentedLink,
  presentPaymentLink,
  statusIs,
} from '#lib/payment-links/payment-link';

export const paymentLinkQuery = z.object({
  status: z
    .enum(linkStatuses, `The status must be one of ${linkStatuses.join(', ')}.`)
    .meta({ description: 'Only those that stand so.', examples: ['ACTIVE'] })
    .optional(),
  limit: limitField.default(10),
  cursor: cursorField.optional(),
});

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface LinkPage {
  status: 'success';
  data: PresentedLink[];
  pagination: { limit: number; next_cursor: string | null };
}

/** Newest first. */
export async function listPaymentLinks(
  ctx: Context,
  { status, limit, cursor }: z.output<typeof paymentLinkQuery>,
): Promise<LinkPage> {
  const sql = sqlClient();
  const now = ctx.now();
  const rows = await sql<LinkRow[]>`
    select * from payment_links
    where ${ownLinks(ctx)} and id < ${cursor?.[0] ?? ABOVE_ALL_IDS}
      ${status === undefined ? sql`` : sql`and ${statusIs(status, now)}`}
    order by id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(linkOf);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map((link) => presentPaymentLink(link, now)),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}
