import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { isUuid } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { textFault } from '#lib/text';
import { fromRow, type TransactionRow } from '#lib/transactions/row';

export const operatorQuery = z.object({
  /** The whole id, reference, mobile number or rail reference. */
  q: z.string().trim().max(255).optional(),
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').optional(),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

/** Transactions of all clients, newest first: the latest, or all that bear an identifier. Each way is found in an index. */
export async function findTransactionsAsOperator({
  q,
  environment,
  limit,
  cursor,
}: z.output<typeof operatorQuery>) {
  const sql = sqlClient();
  const environments = environment ? [environment] : ['SANDBOX', 'LIVE'];
  const before = cursor?.[0] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const isText = q !== undefined && q !== '' && textFault(q, { max: 255 }) === undefined;
  // Every index leads with the client, so each client's is asked in turn.
  const of = (condition: Fragment) => sql`
    (select t.* from clients c cross join unnest(${environments}::text[]) e cross join lateral (
      select * from transactions x
      where x.client_id = c.id and x.environment = e and x.id < ${before}::uuid and ${condition}
      order by x.id desc limit ${limit + 1}
    ) t)`;
  // As a range of the primary key alone: along the ids of all, a client with few would be looked for to the end.
  const newest = sql`
    select t.* from clients c cross join unnest(${environments}::text[]) e cross join lateral (
      select * from transactions x
      where (x.client_id, x.environment, x.id) < (c.id, e, ${before}::uuid) and (x.client_id, x.environment) >= (c.id, e)
      order by x.client_id desc, x.environment desc, x.id desc limit ${limit + 1}
    ) t`;
  const matching = !q
    ? newest
    : sql`
        ${of(sql`x.id = ${isUuid(q) ? q : null}`)} union ${of(sql`x.mobile = any(${mobilesOf(q)})`)}
        union ${of(sql`x.rail_reference = ${q}`)}
        union ${of(sql`x.type = 'collection' and x.client_reference = ${q}`)}
        union ${of(sql`x.type = 'payout' and x.client_reference = ${q}`)}
        union ${of(sql`x.type = 'refund' and x.client_reference = ${q}`)}`;
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
