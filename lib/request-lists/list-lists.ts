import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';
import { type Bututs, formatAmount } from '#lib/money';
import {
  isWaiting,
  type RequestStatus,
  requestStatuses,
  statusIs,
} from '#lib/payment-requests/payment-request';

export const listsQuery = z.object({ limit: limitField.default(10), cursor: cursorField.optional() });

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface PresentedList {
  id: string;
  name: string;
  requests: number;
  amount: string;
  /** How many stand so, and what they come to. */
  totals: Record<RequestStatus, { count: number; amount: string }>;
  /** What came in here, what was paid otherwise, and what the customers may still pay; in all. */
  paid: string;
  paid_by_hand: string;
  left: string;
  created_at: string;
}

/** Newest first, each with its sums. */
export async function listLists(ctx: Context, { limit, cursor }: z.output<typeof listsQuery>) {
  const sql = sqlClient();
  const rows = await sql`
    select id, name, created_at from payment_request_lists
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id < ${cursor?.[0] ?? ABOVE_ALL_IDS}
    order by id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    status: 'success' as const,
    data: await withTotals(ctx, page),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function getList(ctx: Context, id: string): Promise<PresentedList> {
  const rows = isUuid(id)
    ? await sqlClient()`
        select id, name, created_at from payment_request_lists
        where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id}`
    : [];
  const [list] = await withTotals(ctx, rows);
  if (list === undefined)
    throw new AppError('NOT_FOUND', 'This account and environment have no such list of requests.');
  return list;
}

async function withTotals(ctx: Context, lists: readonly Record<string, unknown>[]): Promise<PresentedList[]> {
  const sql = sqlClient();
  const now = ctx.now();
  const ids = lists.map(({ id }) => id as string);
  const statusOf = requestStatuses.reduce(
    (all, status) => sql`${all} when ${statusIs(status, now)} then ${status}`,
    sql``,
  );
  const sums = await sql`
    select r.list_id, case ${statusOf} end as status, count(*)::int as count, sum(l.amount_bututs)::text as bututs,
      sum(least(l.collected_bututs, l.amount_bututs))::text as paid,
      sum(coalesce(r.paid_by_hand_bututs, l.amount_bututs)) filter (where r.paid_by_hand_at is not null)::text as by_hand
    from payment_requests r
    join payment_links l on l.client_id = r.client_id and l.environment = r.environment and l.id = r.id
    where r.client_id = ${ctx.client.id} and r.environment = ${ctx.environment} and r.list_id = any (${ids}::uuid[])
    group by 1, 2`;
  return lists.map(({ id, name, created_at }) => {
    const own = sums.filter(({ list_id }) => list_id === id);
    const sum = (rows: typeof own, of: 'bututs' | 'paid' | 'by_hand') =>
      rows.reduce<Bututs>((all, row) => all + BigInt(row[of] ?? 0), 0n);
    const of = (rows: typeof own) => ({
      count: rows.reduce((all, { count }) => all + count, 0),
      amount: formatAmount(sum(rows, 'bututs')),
    });
    const waiting = own.filter(({ status }) => isWaiting(status));
    const byHand = own.filter(({ status }) => status === 'PAID_BY_HAND');
    const all = of(own);
    return {
      id: id as string,
      name: name as string,
      requests: all.count,
      amount: all.amount,
      totals: Object.fromEntries(
        requestStatuses.map((status) => [status, of(own.filter((row) => row.status === status))]),
      ) as PresentedList['totals'],
      paid: formatAmount(sum(own, 'paid')),
      paid_by_hand: formatAmount(sum(byHand, 'by_hand')),
      left: formatAmount(sum(waiting, 'bututs') - sum(waiting, 'paid')),
      created_at: new Date(created_at as string).toISOString(),
    };
  });
}
