import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { database, sqlClient } from '#db/client';
import { transactions } from '#db/schema/transactions';
import { type Attempt, presentListedCollection } from '#lib/collections/present-collection';
import type { Context } from '#lib/context';
import { textField } from '#lib/fields';
import { cursorField, limitField, makeCursor, pageField } from '#lib/http/paging';
import { lowestIdAt } from '#lib/ids';
import { readBooks, total } from '#lib/ledger/balances';
import { withQueuePositions } from '#lib/payouts/get-payout';
import { presentPayout } from '#lib/payouts/present-payout';
import { presentRefund } from '#lib/refunds/present-refund';
import { sumRefunded } from '#lib/refunds/refunds-of';
import type { Transaction } from '#lib/transactions/transaction';
import { unguessed } from '#lib/transactions/unguessed';

const DAY_MS = 24 * 60 * 60 * 1000;
export const statuses = [
  'PENDING',
  'SUCCEEDED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'AWAITING_LIQUIDITY',
  'REVERSED',
] as const;

const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 0, 1);
const isWithin = (time: Date) => time.getTime() >= earliest && time.getTime() <= latest;

/** `from` and `to`: an ISO 8601 time with its zone, or a bare Banjul day, which means the whole of it. */
export const timeField = (isEnd: boolean) =>
  z
    .string()
    .transform((text, check): Date => {
      const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.exec(text);
      const day = new Date(`${form?.[1]}T00:00:00Z`);
      const at = new Date(form?.[2] ? text : day);
      // A day that is none (30 February) would be read as another one; PostgreSQL has no year 0 and we no use for 10000.
      const isReal =
        form !== null && isWithin(day) && isWithin(at) && day.toISOString().startsWith(form[1] as string);
      if (isReal) return form[2] === undefined && isEnd ? new Date(at.getTime() + DAY_MS) : at;
      check.addIssue({
        code: 'custom',
        message: 'This must be a day (2026-11-20) or a time with its zone (2026-11-20T08:30:00Z).',
        params: { code: 'invalid_time' },
      });
      return z.NEVER;
    })
    .meta({
      description: isEnd
        ? 'Up to this time, which is not included; a bare day is included whole.'
        : 'From this time on, included; a bare day begins at midnight in Banjul.',
      examples: ['2026-11-20', '2026-11-20T08:30:00Z'],
    });

export const transactionQuery = z
  .object({
    page: pageField.optional(),
    limit: limitField.default(10),
    cursor: cursorField.optional(),
    type: z
      .enum(['collection', 'payout', 'refund'], 'The type must be "collection", "payout" or "refund".')
      .meta({ description: 'Only collections, only payouts, or only refunds.', examples: ['collection'] })
      .optional(),
    status: z
      .enum(statuses, `The status must be one of ${statuses.join(', ')}.`)
      .meta({ description: 'Only what stands in this status.', examples: ['SUCCEEDED'] })
      .optional(),
    provider: textField(40)
      .meta({ description: 'Only what is on this rail.', examples: ['PROVIDER_W'] })
      .optional(),
    reference: textField(255)
      .meta({ description: 'Only what has exactly this reference.', examples: ['order-1001'] })
      .optional(),
    payment_link_id: z
      .uuid('The payment_link_id must be the id of a payment link.')
      .meta({
        description: 'Only what came through this payment link.',
        examples: ['019aa0f0-0000-7000-8000-000000000001'],
      })
      .optional(),
    from: timeField(false).optional(),
    to: timeField(true).optional(),
  })
  .refine((query) => query.page === undefined || query.cursor === undefined, {
    path: ['cursor'],
    message: 'Use either page or cursor, and not both.',
  });

/**
 * A page of the key's transactions, newest first, both types. Without a filter that only the rows know (reference,
 * link, from, to) the total comes from the tallies and costs the same at any size.
 */
export async function listTransactions(ctx: Context, query: z.output<typeof transactionQuery>) {
  const page = query.page ?? 1;
  const offset = query.cursor ? 0 : (page - 1) * query.limit;
  const conditions = conditionsOf(ctx, query);
  const total = await countOf(ctx, query, conditions);
  // A page far behind the end is not worth a walk to it.
  const rows = offset > total ? [] : await rowsOf(conditions, query, offset);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    status: 'success',
    data: await present(ctx, items),
    pagination: {
      page,
      limit: query.limit,
      total,
      total_pages: Math.ceil(total / query.limit),
      next_cursor: rows.length > query.limit && last ? makeCursor([last.id]) : null,
    },
  };
}

function rowsOf(
  conditions: SQL[],
  query: z.output<typeof transactionQuery>,
  offset: number,
): Promise<Transaction[]> {
  return database()
    .select()
    .from(transactions)
    .where(and(...conditions, query.cursor ? lt(transactions.id, query.cursor[0] as string) : undefined))
    .orderBy(desc(transactions.id))
    .limit(query.limit + 1)
    .offset(offset);
}

function conditionsOf(ctx: Context, query: z.output<typeof transactionQuery>): SQL[] {
  const { type, status, provider, reference, payment_link_id: link, from, to } = query;
  return [
    eq(transactions.clientId, ctx.client.id),
    eq(transactions.environment, ctx.environment),
    ...(type ? [eq(transactions.type, type)] : []),
    ...(status ? [eq(transactions.status, status)] : []),
    ...(provider ? [eq(transactions.provider, provider)] : []),
    ...(link ? [eq(transactions.paymentLinkId, link)] : []),
    ...(reference ? [eq(transactions.clientReference, reference)] : []),
    // An id begins with the time of its row, so the bounds can be found in the primary key.
    ...(from ? [gte(transactions.id, lowestIdAt(from)), gte(transactions.createdAt, from)] : []),
    ...(to ? [lt(transactions.id, lowestIdAt(to)), lt(transactions.createdAt, to)] : []),
  ];
}

async function countOf(
  ctx: Context,
  query: z.output<typeof transactionQuery>,
  conditions: SQL[],
): Promise<number> {
  if (
    query.reference === undefined &&
    query.payment_link_id === undefined &&
    query.from === undefined &&
    query.to === undefined
  ) {
    const books = await readBooks(ctx.client.id, ctx.environment);
    return total(
      books.tallies,
      (tally) =>
        (query.type === undefined || tally.type === query.type) &&
        (query.status === undefined || tally.status === query.status) &&
        (query.provider === undefined || tally.provider === query.provider),
    ).count;
  }
  const [row] = await database()
    .select({ rows: count() })
    .from(transactions)
    .where(and(...conditions));
  return row?.rows ?? 0;
}

/** More attempts of one reference than this are left to its status look-up. */
const LISTED_ATTEMPTS = 20;

async function present(ctx: Context, items: Transaction[]) {
  const references = items.filter((each) => each.type === 'collection').map((each) => each.clientReference);
  const attempts = await attemptsOf(ctx, [...new Set(references)]);
  const [views, refunded] = await Promise.all([
    withQueuePositions(items.filter((each) => each.type !== 'collection')),
    sumRefunded(
      ctx,
      items.filter((each) => each.type === 'collection').map((each) => each.id),
    ),
  ]);
  const viewOf = new Map(views.map((view) => [view.transaction.id, view]));
  return items.map((each) => {
    const view = viewOf.get(each.id) ?? { transaction: each };
    if (each.type === 'payout') return presentPayout(view);
    if (each.type === 'refund') return presentRefund(view);
    const own = attempts.get(each.clientReference) ?? [each];
    return presentListedCollection(each, own, refunded.get(each.id) ?? 0n);
  });
}

async function attemptsOf(ctx: Context, references: string[]): Promise<Map<string, Attempt[]>> {
  if (references.length === 0) return new Map();
  const { client, environment } = unguessed(ctx);
  const rows = await sqlClient()`
    select a.client_reference, a.id, a.status, a.provider, a.created_at, a.customer_chooses
    from unnest(${references}::text[]) as r (reference) cross join lateral (
      select t.* from transactions t
      where t.client_id = ${client} and t.environment = ${environment} and t.type = 'collection'
        and t.client_reference = r.reference
      order by t.attempt desc limit ${LISTED_ATTEMPTS}
    ) a
    order by a.attempt desc`;
  const attempts = rows.map((row) => ({
    reference: row.client_reference as string,
    id: row.id as string,
    status: row.status as Transaction['status'],
    provider: row.provider as string,
    createdAt: new Date(row.created_at),
    customerChooses: row.customer_chooses as boolean,
  }));
  return Map.groupBy(attempts, (each) => each.reference);
}
