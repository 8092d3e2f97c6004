import { z } from 'zod';
import type { Fragment } from '#lib/auth/audit-log';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid, lowestIdAt } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { withPeriod } from '#lib/reads/period';
import { readingSql } from '#lib/reads/read-apart';
import { transactionFilters } from '#lib/reads/search-transactions';
import { textFault } from '#lib/text';
import { fromRow, type TransactionRow } from '#lib/transactions/row';

export const operatorQuery = transactionFilters
  .pick({ type: true, status: true, provider: true, from: true, to: true, period: true })
  .extend({
    /** The whole id, reference, mobile number or rail reference. */
    q: z.string().trim().max(255).optional(),
    environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').optional(),
    /** Ids, with commas between them. */
    client: z
      .string()
      .transform((text) => text.split(','))
      .refine((ids) => ids.every(isUuid), 'The client must be an id, or several with commas between them.')
      .optional(),
    limit: limitField.default(50),
    cursor: cursorField.optional(),
  });

type OperatorQuery = z.output<typeof operatorQuery>;

const LOWEST = '00000000-0000-0000-0000-000000000000';
const BEYOND = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Transactions of all clients, newest first: the latest, those of some types, statuses and rails, or all that bear an
 * identifier. Each way is found in an index, and costs by the number of clients, not of transactions.
 */
export async function findTransactionsAsOperator(query: OperatorQuery, now: Date) {
  const sql = readingSql();
  const { q, limit } = query;
  const isText = q !== undefined && q !== '' && textFault(q, { max: 255 }) === undefined;
  const { type, status, provider } = query;
  const span = spanOfIds(withPeriod(query, now));
  const matching = q
    ? bearing(q, query, span)
    : type || status || provider
      ? ofFacets(query, span)
      : newest(query, span);
  const rows: TransactionRow[] =
    q && !isText
      ? []
      : await sql`
          select t.*, c.name as client_name from (${matching}) t join clients c on c.id = t.client_id
          order by t.id desc limit ${limit + 1}`;
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    status: 'success',
    data: items.map(presentFound),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}

interface Span {
  /** The lowest id that may be, and the first one that is beyond. */
  from: string;
  before: string;
}

/** An id begins with the time of its row, so days and places in the list are bounds of ids. */
function spanOfIds({ from, to, cursor }: OperatorQuery): Span {
  const ends = [(cursor?.[0] as string | undefined) ?? BEYOND, ...(to ? [lowestIdAt(to)] : [])];
  return { from: from ? lowestIdAt(from) : LOWEST, before: ends.sort()[0] as string };
}

/** Every pair of a client and an environment that is asked for: `c.id` and `e`. */
function queues({ client, environment }: OperatorQuery): Fragment {
  const sql = readingSql();
  const environments = environment ? [environment] : ['SANDBOX', 'LIVE'];
  const clients = client ? sql`(select id from clients where id = any (${client}::uuid[]))` : sql`clients`;
  return sql`${clients} c cross join unnest(${environments}::text[]) e`;
}

/** As a range of the primary key alone: along the ids of all, a client with few would be looked for to the end. */
function newest(query: OperatorQuery, { from, before }: Span): Fragment {
  return readingSql()`
    select t.* from ${queues(query)} cross join lateral (
      select * from transactions x
      where (x.client_id, x.environment, x.id) < (c.id, e, ${before}::uuid)
        and (x.client_id, x.environment, x.id) >= (c.id, e, ${from}::uuid)
      order by x.client_id desc, x.environment desc, x.id desc limit ${query.limit + 1}
    ) t`;
}

/**
 * Of each type, status and rail that a client has had by its tallies, a range of `transactions_facets` alone: whatever the
 * planner believes of the client, it walks no row that is not asked for.
 */
function ofFacets(query: OperatorQuery, { from, before }: Span): Fragment {
  const sql = readingSql();
  const { type, status, provider } = query;
  const tallied = (table: Fragment) => sql`
    select f.client_id, f.environment, f.type, f.status, f.provider
    from ${queues(query)} cross join lateral (
      select * from ${table} t where t.client_id = c.id and t.environment = e
        and ${type ? sql`t.type = any (${type})` : sql`true`}
        and ${status ? sql`t.status = any (${status})` : sql`true`}
        and ${provider ? sql`t.provider = any (${provider})` : sql`true`}
    ) f`;
  return sql`
    select t.* from (${tallied(sql`tally_totals`)} union ${tallied(sql`unfolded_tallies`)}) f cross join lateral (
      select * from transactions x
      where (x.client_id, x.environment, x.type, x.status, x.provider, x.id) < (f.client_id, f.environment, f.type, f.status, f.provider, ${before}::uuid)
        and (x.client_id, x.environment, x.type, x.status, x.provider, x.id) >= (f.client_id, f.environment, f.type, f.status, f.provider, ${from}::uuid)
      order by x.client_id desc, x.environment desc, x.type desc, x.status desc, x.provider desc, x.id desc
      limit ${query.limit + 1}
    ) t`;
}

/** Every index leads with the client, so each client's is asked in turn. */
function bearing(q: string, query: OperatorQuery, { from, before }: Span): Fragment {
  const sql = readingSql();
  const { type, status, provider, limit } = query;
  const of = (condition: Fragment) => sql`
    (select t.* from ${queues(query)} cross join lateral (
      select * from transactions x
      where x.client_id = c.id and x.environment = e and x.id < ${before}::uuid and x.id >= ${from}::uuid and ${condition}
        and ${type ? sql`x.type = any (${type})` : sql`true`}
        and ${status ? sql`x.status = any (${status})` : sql`true`}
        and ${provider ? sql`x.provider = any (${provider})` : sql`true`}
      order by x.id desc limit ${limit + 1}
    ) t)`;
  return sql`
    ${of(sql`x.id = ${isUuid(q) ? q : null}`)} union ${of(sql`x.mobile = any(${mobilesOf(q)})`)}
    union ${of(sql`x.rail_reference = ${q}`)}
    union ${of(sql`x.type = 'collection' and x.client_reference = ${q}`)}
    union ${of(sql`x.type = 'payout' and x.client_reference = ${q}`)}
    union ${of(sql`x.type = 'refund' and x.client_reference = ${q}`)}`;
}

export type FoundTransaction = ReturnType<typeof presentFound>;

function presentFound(row: TransactionRow) {
  const transaction = fromRow(row);
  return {
    id: transaction.id,
    client: { id: transaction.clientId, name: row.client_name as string },
    environment: transaction.environment,
    type: transaction.type,
    reference: transaction.clientReference,
    status: transaction.status,
    late: transaction.late,
    provider: transaction.provider,
    amount: formatAmount(transaction.amountBututs),
    mobile: transaction.mobile,
    created_at: transaction.createdAt.toISOString(),
  };
}

/** How the number may be stored: people leave out the country's code and put in spaces. */
function mobilesOf(text: string): string[] {
  const digits = text.replace(/[\s-]/g, '');
  if (/^\+220(\d{7}|\d{9})$/.test(digits)) return [digits];
  return /^(220)?(\d{7}|\d{9})$/.test(digits) ? [`+220${digits.replace(/^220(?=\d{7})/, '')}`] : [];
}
