import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { csvRecord } from '#lib/csv';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import type { LinkRow } from '#lib/payment-links/payment-link';
import {
  ownRequests,
  presentPaymentRequest,
  requestOf,
  requestRows,
  statusIs,
  waits,
} from '#lib/payment-requests/payment-request';
import { getList } from '#lib/request-lists/list-lists';

export const listRequestsQuery = z.object({
  show: z
    .enum(['all', 'paid', 'unpaid', 'cancelled'], 'Show one of all, paid, unpaid, cancelled.')
    .default('all'),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

const BELOW_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** The requests of a list in the order of their file: all, or who has paid, or who has not. Throws `NOT_FOUND`. */
export async function listRequests(
  ctx: Context,
  id: string,
  { show, limit, cursor }: z.output<typeof listRequestsQuery>,
) {
  const list = await getList(ctx, id);
  const now = ctx.now();
  const rows = await sqlClient()<LinkRow[]>`
    ${rowsOf(ctx, list.id)} and r.id > ${cursor?.[0] ?? BELOW_ALL_IDS} and ${shown(show, now)}
    order by r.id limit ${limit + 1}`;
  const page = rows.slice(0, limit).map(requestOf);
  const last = page.at(-1);
  return {
    status: 'success' as const,
    data: page.map((request) => presentPaymentRequest(request, now)),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.link.id]) : null },
  };
}

function rowsOf(ctx: Context, listId: string): Fragment {
  return sqlClient()`
    ${requestRows()}
    where ${ownRequests(ctx)} and r.client_id = ${ctx.client.id} and r.environment = ${ctx.environment}
      and r.list_id = ${listId}`;
}

function shown(show: z.output<typeof listRequestsQuery>['show'], now: Date): Fragment {
  const sql = sqlClient();
  if (show === 'all') return sql`true`;
  if (show === 'cancelled') return statusIs('CANCELLED', now);
  if (show === 'paid') return sql`(${statusIs('PAID', now)} or ${statusIs('PAID_BY_HAND', now)})`;
  return waits();
}

const columns = [
  ...[
    'reference',
    'name',
    'mobile',
    'email',
    'amount',
    'due_on',
    'message',
    'status',
    'paid_at',
    'paid_with',
  ],
  ...['note', 'address', 'paid', 'paid_by_hand', 'left'],
];

/** All requests of a list as a CSV text that a spreadsheet can open safely. Throws `NOT_FOUND`. */
export async function makeListFile(ctx: Context, id: string): Promise<{ fileName: string; text: string }> {
  const list = await getList(ctx, id);
  const now = ctx.now();
  const rows = await sqlClient()<LinkRow[]>`${rowsOf(ctx, list.id)} order by r.id`;
  const lines = rows.map((row) => {
    const request = presentPaymentRequest(requestOf(row), now);
    return csvRecord([
      request.client_reference,
      request.customer_name,
      request.customer_mobile,
      request.customer_email,
      request.amount,
      request.due_on,
      request.message,
      request.status.toLowerCase(),
      request.payment?.completed_at ?? request.paid_by_hand?.at ?? null,
      request.payment?.provider_name ?? null,
      request.paid_by_hand?.note ?? null,
      request.url,
      request.paid,
      request.status === 'PAID_BY_HAND' ? (request.paid_by_hand?.amount ?? null) : '0.00',
      request.left,
    ]);
  });
  const stem =
    list.name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z0-9 _.-]/g, '')
      .trim() || 'requests';
  return { fileName: `${stem}.csv`, text: csvRecord(columns) + lines.join('') };
}
