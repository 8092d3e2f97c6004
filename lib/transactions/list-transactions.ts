import { and, count, desc, eq, gte, inArray, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client';
import { transactions } from '#db/schema/transactions';
import { presentListedCollection } from '#lib/collections/present-collection';
import type { Context } from '#lib/context';
import { textField } from '#lib/fields';
import { cursorField, limitField, makeCursor, pageField } from '#lib/http/paging';
import { readBooks, total } from '#lib/ledger/balances';
import { withQueuePositions } from '#lib/payouts/get-payout';
import { presentPayout } from '#lib/payouts/present-payout';
import type { Transaction } from '#lib/transactions/transaction';

const DAY_MS = 24 * 60 * 60 * 1000;
const statuses = [
  'PENDING',
  'SUCCEEDED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'AWAITING_LIQUIDITY',
  'REVERSED',
] as const;

/** `from` and `to`: an ISO 8601 time with its zone, or a bare Banjul day, which means the whole of it. */
const timeField = (isEnd: boolean) =>
  z.string().transform((text, check): Date => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
    const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
    const at = new Date(isDay ? `${text}T00:00:00Z` : text);
    const isReal = !Number.isNaN(at.getTime()) && (!isDay || at.toISOString().startsWith(text));
    if (isReal && (isDay || isTime)) return isDay && isEnd ? new Date(at.getTime() + DAY_MS) : at;
    check.addIssue({
      code: 'custom',
      message: 'This must be a day (2026-11-20) or a time with its zone (2026-11-20T08:30:00Z).',
      params: { code: 'invalid_time' },
    });
    return z.NEVER;
  });

export const transactionQuery = z
  .object({
    page: pageField.optional(),
    limit: limitField.default(10),
    cursor: cursorField.optional(),
    type: z.enum(['collection', 'payout'], 'The type must be "collection" or "payout".').optional(),
    status: z.enum(statuses, `The status must be one of ${statuses.join(', ')}.`).optional(),
    provider: textField(40).optional(),
    reference: textField(255).optional(),
    from: timeField(false).optional(),
    to: timeField(true).optional(),
  })
  .refine((query) => query.page === undefined || query.cursor === undefined, {
    path: ['cursor'],
    message: 'Use either page or cursor, not both.',
  });

/**
 * A page of the key's transactions, newest first, both types. Without a filter that only the rows know (reference,
 * from, to) the total comes from the tallies and costs the same at any size.
 */
export async function listTransactions(ctx: Context, query: z.output<typeof transactionQuery>) {
  const page = query.page ?? 1;
  const conditions = conditionsOf(ctx, query);
  const place = query.cursor ? [lt(transactions.id, query.cursor[0] as string)] : [];
  const [rows, totalCount] = await Promise.all([
    database()
      .select()
      .from(transactions)
      .where(and(...conditions, ...place))
      .orderBy(desc(transactions.id))
      .limit(query.limit + 1)
      .offset(query.cursor ? 0 : (page - 1) * query.limit),
    countOf(ctx, query, conditions),
  ]);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    status: 'success',
    data: await present(ctx, items),
    pagination: {
      page,
      limit: query.limit,
      total: totalCount,
      total_pages: Math.ceil(totalCount / query.limit),
      next_cursor: rows.length > query.limit && last ? makeCursor([last.id]) : null,
    },
  };
}

function conditionsOf(ctx: Context, query: z.output<typeof transactionQuery>): SQL[] {
  const { type, status, provider, reference, from, to } = query;
  return [
    eq(transactions.clientId, ctx.client.id),
    eq(transactions.environment, ctx.environment),
    ...(type ? [eq(transactions.type, type)] : []),
    ...(status ? [eq(transactions.status, status)] : []),
    ...(provider ? [eq(transactions.provider, provider)] : []),
    ...(reference ? [eq(transactions.clientReference, reference)] : []),
    ...(from ? [gte(transactions.createdAt, from)] : []),
    ...(to ? [lt(transactions.createdAt, to)] : []),
  ];
}

async function countOf(
  ctx: Context,
  query: z.output<typeof transactionQuery>,
  conditions: SQL[],
): Promise<number> {
  if (query.reference === undefined && query.from === undefined && query.to === undefined) {
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

async function present(ctx: Context, items: Transaction[]) {
  const references = items.filter((each) => each.type === 'collection').map((each) => each.clientReference);
  const attempts =
    references.length === 0
      ? []
      : await database()
          .select()
          .from(transactions)
          .where(
            and(
              eq(transactions.clientId, ctx.client.id),
              eq(transactions.environment, ctx.environment),
              eq(transactions.type, 'collection'),
              inArray(transactions.clientReference, references),
            ),
          )
          .orderBy(desc(transactions.attempt));
  const payouts = await withQueuePositions(items.filter((each) => each.type === 'payout'));
  const viewOf = new Map(payouts.map((view) => [view.transaction.id, view]));
  return items.map((each) =>
    each.type === 'payout'
      ? presentPayout(viewOf.get(each.id) ?? { transaction: each })
      : presentListedCollection(
          each,
          attempts.filter((other) => other.clientReference === each.clientReference),
        ),
  );
}
