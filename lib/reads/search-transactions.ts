import { z } from 'zod';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import type { Context } from '#lib/context';
import { amountField, listField, textField } from '#lib/fields';
import type { InPlace } from '#lib/http/api-route';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';
import { readBooks, total } from '#lib/ledger/balances';
import { spellingsOf } from '#lib/phone';
import { railDefinitions } from '#lib/rails/registry';
import { findNoted, nothingNoted } from '#lib/reads/find-noted';
import { statuses, timeField } from '#lib/reads/list-transactions';
import { readNumbered } from '#lib/reads/numbered-references';
import { periods, withPeriod } from '#lib/reads/period';
import { presentTransaction } from '#lib/reads/present-transaction';
import { readingSql } from '#lib/reads/read-apart';
import {
  amountOf,
  conditionsOf,
  type Fragment,
  mayBeName,
  mobileOf,
  nameCondition,
  prefixCondition,
  withinTime,
} from '#lib/reads/transaction-conditions';
import { fromRow } from '#lib/transactions/row';
import { edges } from '#lib/transactions/state';
import type { Transaction } from '#lib/transactions/transaction';
import { unguessed } from '#lib/transactions/unguessed';

/** A number as people write it: with or without +220, with spaces or hyphens. */
const looseMobileField = z.string().transform((text, check): string => {
  const mobile = mobileOf(text);
  if (mobile !== undefined) return mobile;
  check.addIssue({
    code: 'custom',
    message: 'This must be a Gambian mobile number, such as +220 701 2345.',
    params: { code: 'invalid_mobile' },
  });
  return z.NEVER;
});

const types = ['collection', 'payout', 'refund'] as const;

/** What a search and an export take alike. */
export const transactionFilters = z.object({
  /**
   * An id, a mobile number, an amount, the rail's reference, or the client's own, its beginning or its number
   * (lib/reads/numbered-references.ts); words of the customer's name, or of a refund's reason, from the beginning of one, among the newest 20,000; and words of what was noted
   * (lib/reads/find-noted.ts).
   */
  q: textField(255)
    .transform((text) => text.trim())
    .optional(),
  /** Each of these three may be several, with commas between them. */
  type: listField(
    types,
    'The type must be "collection", "payout" or "refund", or several with commas between them.',
  ).optional(),
  status: listField(
    statuses,
    `The status must be one of ${statuses.join(', ')}, or several with commas between them.`,
  ).optional(),
  provider: textField(200)
    .transform((text) => text.split(','))
    .optional(),
  /** The reference or its beginning. */
  reference: textField(255).optional(),
  mobile: looseMobileField.optional(),
  amount_min: amountField.optional(),
  amount_max: amountField.optional(),
  from: timeField(false).optional(),
  to: timeField(true).optional(),
  /** A span that moves with the day on which it is looked at; `from` and `to` go before it. */
  period: z.enum(periods, `The period must be one of ${periods.join(', ')}.`).optional(),
});

export const searchQuery = transactionFilters
  .extend({
    limit: limitField.default(50),
    /** Older than this place. */
    cursor: cursorField.optional(),
    /** Newer than this place. */
    back: cursorField.optional(),
  })
  .refine((query) => query.cursor === undefined || query.back === undefined, {
    path: ['back'],
    message: 'Use either cursor or back, not both.',
  });

export type TransactionFilters = z.output<typeof transactionFilters>;
export type TransactionSearch = Awaited<ReturnType<typeof searchTransactions>>;

/**
 * A page of an environment's transactions, newest first, with the places before and after it. The total is known
 * where the tallies know it (no filter but type, status and rail), else null.
 */
export async function searchTransactions(ctx: Context, query: z.output<typeof searchQuery>) {
  const { limit, cursor, back } = query;
  const filters = withPeriod(query, ctx.now());
  const plan = await planOf(ctx, filters);
  const totalRows = totalOf(ctx, filters);
  const newer = back && (await readPage(ctx, plan, { newerThan: back[0] as string }, limit + 1));
  // Whoever goes back and arrives at the newest page sees a whole one.
  const isBack = newer !== undefined && newer.length > limit;
  const place = cursor && { olderThan: cursor[0] as string };
  const rows = isBack ? newer.reverse().slice(1) : await readPage(ctx, plan, place, limit + 1);
  const page = rows.slice(0, limit);
  const [first, last] = [page[0], page.at(-1)];
  const isMoreBelow = isBack || rows.length > limit;
  return {
    status: 'success',
    data: page.map(presentTransaction),
    pagination: {
      limit,
      total: await totalRows,
      previous_cursor: (isBack || cursor) && first ? makeCursor([first.id]) : null,
      next_cursor: isMoreBelow && last ? makeCursor([last.id]) : null,
    },
  };
}

/**
 * All that match, newest first, in pages of `size`; each page is read when it is asked for. `inPlace` is what a page
 * after the first is read within.
 */
export async function* walkTransactions(
  ctx: Context,
  filters: TransactionFilters,
  size: number,
  inPlace: InPlace,
): AsyncGenerator<Transaction[]> {
  const plan = await planOf(ctx, withPeriod(filters, ctx.now()));
  let rows = await readPage(ctx, plan, undefined, size);
  for (;;) {
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) return;
    const place = { olderThan: last.id };
    rows = await inPlace(() => readPage(ctx, plan, place, size));
  }
}

type Place = { olderThan: string } | { newerThan: string } | undefined;

/** A way to find rows: all of the filters hold for what it gives, and it reads no more of an index than a page needs. */
type Source = (page: { columns: Fragment; place: Fragment; order: Fragment; limit: number }) => Fragment;

interface Plan {
  sources: Source[];
  /** One source gives the page as it is; of several, and of many ranges, the ids are merged first. */
  isMerged: boolean;
  /** Of sources that found no whole page: where else to look, if they looked at a part of the transactions only. */
  otherwise?: (page: { place: Fragment; order: Fragment }) => Promise<Plan | undefined>;
}

/** Of a beginning that more references have than this, the newest are found sooner by walking all transactions. */
const NARROW_PREFIX = 10_000;
/** But not where all that have it are old: so many are walked, and then all that have it are read. No index has names. */
const WALKED = 20_000;

/** Which index finds the page: that of an identifier, of type, status and rail, or the newest-first one. */
async function planOf(ctx: Context, filters: TransactionFilters): Promise<Plan> {
  const sql = readingSql();
  const own = sql`t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment}`;
  const { client, environment } = unguessed(ctx);
  const [noted, numbered] =
    filters.q === undefined
      ? [nothingNoted, []]
      : await Promise.all([findNoted(ctx, filters.q), readNumbered(ctx, filters.q)]);
  const rest = conditionsOf(sql, filters, noted, numbered);
  const range =
    (condition: Fragment): Source =>
    ({ columns, place, order, limit }) =>
      sql`(select ${columns} from transactions t where ${own} and ${condition} and ${rest} and ${place} order by t.id ${order} limit ${limit})`;
  const isFaceted = Boolean(filters.type || filters.status || filters.provider);
  const walk = (): Plan => ({ sources: [isFaceted ? byFacets() : range(sql`true`)], isMerged: isFaceted });
  const byFacets = (): Source => {
    const facets = facetsOf(filters);
    return ({ place, order, limit }) => sql`
      (select f.id from unnest(${facets.map((each) => each[0])}::text[], ${facets.map((each) => each[1])}::text[],
        ${facets.map((each) => each[2])}::text[]) as c (type, status, provider)
      cross join lateral (
        select t.id from transactions t
        where t.client_id = ${client} and t.environment = ${environment} and t.type = c.type and t.status = c.status and t.provider = c.provider and ${rest} and ${place}
        order by t.id ${order} limit ${limit}
      ) f)`;
  };
  /** The newest of each of these. */
  const byEach =
    (column: Fragment, values: string[], type: Fragment): Source =>
    ({ place, order, limit }) =>
      sql`
      (select f.id from unnest(${values}::text[]) as c (value) cross join lateral (
        select t.id from transactions t where ${own} and ${column} = c.value::${type} and ${rest} and ${place}
        order by t.id ${order} limit ${limit}
      ) f)`;
  const ofTypes = filters.type ?? [...types];
  // The fence keeps the planner from walking the newest-first index in hope of an early match.
  const byPrefix =
    (prefix: string): Source =>
    ({ columns, place, order, limit }) =>
      sql`
      (select ${columns} from (
        select r.* from unnest(${ofTypes}::text[]) as c (type) cross join lateral (
          select r.* from transactions r
          where r.client_id = ${client} and r.environment = ${environment} and r.type = c.type
            and ${prefixCondition(sql, sql`r.client_reference`, prefix)}
          offset 0
        ) r
      ) t where ${rest} and ${place} order by t.id ${order} limit ${limit})`;

  const byReference: Source = ({ place, order, limit }) =>
    sql`
      (select f.id from unnest(${ofTypes}::text[]) as c (type) cross join unnest(${numbered}::text[]) as n (value)
      cross join lateral (
        select t.id from transactions t
        where t.client_id = ${client} and t.environment = ${environment} and t.type = c.type and t.client_reference = n.value and ${rest} and ${place}
        order by t.id ${order} limit ${limit}
      ) f)`;

  const { q, reference, mobile } = filters;
  const prefix = q ?? reference;
  /** Of a number, all spellings: each is a range, newest last. */
  const byNumber = (number: string) => spellingsOf(number).map((each) => range(sql`t.mobile = ${each}`));
  if (prefix === undefined) {
    const sources = mobile ? byNumber(mobile) : [];
    return mobile ? { sources, isMerged: sources.length > 1 } : walk();
  }
  const inOrder = ({ place, order }: { place: Fragment; order: Fragment }) =>
    sql`transactions t where ${own} and ${withinTime(sql, filters)} and ${place} order by t.id ${order}`;
  const amongNewest =
    (condition: Fragment): Source =>
    ({ columns, place, order, limit }) =>
      sql`
    (select ${columns} from (select t.* from ${inOrder({ place, order })} limit ${WALKED}) t
     where ${condition} and ${rest} order by t.id ${order} limit ${limit})`;
  const number = q && mobileOf(q);
  const amount = q === undefined ? undefined : amountOf(q);
  const byIdentifier: Plan = {
    sources: [
      byPrefix(prefix),
      ...(numbered.length > 0 ? [byReference] : []),
      ...(q ? [range(sql`t.rail_reference = ${q}`)] : []),
      ...(q && isUuid(q) ? [range(sql`t.id = ${q}`)] : []),
      ...(number ? byNumber(number) : []),
      ...(amount === undefined ? [] : [range(sql`t.amount_bututs = ${amount.toString()}`)]),
      ...(noted.mobiles.length > 0 ? [byEach(sql`t.mobile`, noted.mobiles, sql`text`)] : []),
      ...(noted.links.length > 0 ? [byEach(sql`t.payment_link_id`, noted.links, sql`uuid`)] : []),
      ...(noted.payouts.length > 0 ? [byEach(sql`t.id`, noted.payouts, sql`uuid`)] : []),
      ...(q && mayBeName(q) ? [amongNewest(nameCondition(sql, q))] : []),
    ],
    isMerged: q !== undefined,
  };
  if ((await countBeginning(ctx, ofTypes, prefix, NARROW_PREFIX + 1)) <= NARROW_PREFIX) return byIdentifier;
  const fewer = async () => {
    if (!isFaceted) return byIdentifier;
    const inFacets = await countFacets(ctx, filters);
    return (await countBeginning(ctx, ofTypes, prefix, inFacets + 1)) <= inFacets ? byIdentifier : walk();
  };
  let other: Promise<Plan> | undefined;
  return {
    sources: [amongNewest(sql`true`)],
    isMerged: false,
    async otherwise(page) {
      const [beyond] = await sql`select from ${inOrder(page)} limit 1 offset ${WALKED}`;
      if (beyond === undefined) return undefined;
      other ??= fewer();
      return other;
    },
  };
}

async function readPage(ctx: Context, plan: Plan, place: Place, limit: number): Promise<Transaction[]> {
  const sql = readingSql();
  const isUp = place !== undefined && 'newerThan' in place;
  const order = isUp ? sql`asc` : sql`desc`;
  const bound =
    place === undefined
      ? sql`true`
      : 'newerThan' in place
        ? sql`t.id > ${place.newerThan}`
        : sql`t.id < ${place.olderThan}`;
  const found = (columns: Fragment) =>
    plan.sources
      .map((source) => source({ columns, place: bound, order, limit }))
      .reduce((all, each) => sql`${all} union all ${each}`);
  if (!plan.isMerged) {
    const rows = await found(sql`t.*`);
    const other = rows.length < limit ? await plan.otherwise?.({ place: bound, order }) : undefined;
    return other ? readPage(ctx, other, place, limit) : rows.map(fromRow);
  }
  const { client, environment } = unguessed(ctx);
  // The fence: each id is looked up in the primary key, also while the planner does not know how many rows there are.
  const rows = await sql`
    select t.* from (select distinct id from (${found(sql`t.id`)}) s order by id ${order} limit ${limit}) page
    cross join lateral (
      select * from transactions
      where client_id = ${client} and environment = ${environment} and id = page.id
      offset 0
    ) t
    order by t.id ${order}`;
  return rows.map(fromRow);
}

/** How many references begin so, up to `atMost`. */
async function countBeginning(
  ctx: Context,
  types: string[],
  prefix: string,
  atMost: number,
): Promise<number> {
  const sql = readingSql();
  const { client, environment } = unguessed(ctx);
  const [row] = await sql`
    select count(*)::int as found from (
      select from unnest(${types}::text[]) as c (type) cross join lateral (
        select from transactions r
        where r.client_id = ${client} and r.environment = ${environment} and r.type = c.type
          and ${prefixCondition(sql, sql`r.client_reference`, prefix)}
        limit ${atMost}
      ) r limit ${atMost}
    ) f`;
  return row?.found;
}

/** Every combination of type, status and rail that the filters leave. */
function facetsOf({ type, status, provider }: TransactionFilters): [string, string, string][] {
  const pairs = new Set(edges.map((edge) => `${edge.type} ${edge.to}`));
  const rails = [...railDefinitions.map((each) => each.traits.provider), CUSTOMER_CHOICE];
  const providers = provider ? [...new Set(provider)] : rails;
  return [...pairs]
    .map((pair) => pair.split(' ') as [string, string])
    .filter(([ofType, ofStatus]) => isOneOf(type, ofType) && isOneOf(status, ofStatus))
    .flatMap(([ofType, ofStatus]) =>
      providers.map((each): [string, string, string] => [ofType, ofStatus, each]),
    );
}

async function totalOf(ctx: Context, filters: TransactionFilters): Promise<number | null> {
  const { q, reference, mobile, amount_min, amount_max, from, to } = filters;
  const others = [q, reference, mobile, amount_min, amount_max, from, to];
  return others.some((value) => value !== undefined) ? null : countFacets(ctx, filters);
}

/** Without a list it is any. */
function isOneOf(list: readonly string[] | undefined, value: string): boolean {
  return list === undefined || list.includes(value);
}

/** By the tallies; unless told otherwise, of any type, status and rail. */
async function countFacets(ctx: Context, { type, status, provider }: TransactionFilters): Promise<number> {
  const { tallies } = await readBooks(ctx.client.id, ctx.environment);
  return total(
    tallies,
    (tally) =>
      isOneOf(type, tally.type) && isOneOf(status, tally.status) && isOneOf(provider, tally.provider),
  ).count;
}
