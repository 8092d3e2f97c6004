import { z } from 'zod';
import { sqlClient } from '#db/client';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import type { LinkRow } from '#lib/payment-links/payment-link';
import {
  type Asker,
  ownRequests,
  type PresentedRequest,
  presentPaymentRequest,
  requestOf,
  requestRows,
  requestStatuses,
  statusIs,
} from '#lib/payment-requests/payment-request';

export const paymentRequestQuery = z.object({
  status: z
    .enum(requestStatuses, `The status must be one of ${requestStatuses.join(', ')}.`)
    .meta({ description: 'Only those that stand so.', examples: ['OVERDUE'] })
    .optional(),
  limit: limitField.default(10),
  cursor: cursorField.optional(),
});

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface RequestPage {
  status: 'success';
  data: PresentedRequest[];
  pagination: { limit: number; next_cursor: string | null };
}

/** Newest first. */
export async function listPaymentRequests(
  ctx: Asker,
  { status, limit, cursor }: z.output<typeof paymentRequestQuery>,
): Promise<RequestPage> {
  const sql = sqlClient();
  const now = ctx.now();
  const rows = await sql<LinkRow[]>`
    ${requestRows()}
    where ${ownRequests(ctx)} and r.client_id = ${ctx.client.id} and r.environment = ${ctx.environment}
      and r.id < ${cursor?.[0] ?? ABOVE_ALL_IDS}
      ${status === undefined ? sql`` : sql`and ${statusIs(status, now)}`}
    order by r.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(requestOf);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map((request) => presentPaymentRequest(request, now)),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.link.id]) : null },
  };
}
