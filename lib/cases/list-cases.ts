import { z } from 'zod';
import { sqlClient } from '#db/client';
import { type CaseRow, caseColumns, presentCase, withTransaction } from '#lib/cases/case';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { railDefinitions } from '#lib/rails/registry';

/** In the order in which people look: money that may be in the wrong place first. */
export const caseKinds = [
  'unknown_outcome',
  'contradiction',
  'mismatch',
  'unknown_reference',
  'double_payment',
  'same_payment',
  'delivered_after_failure',
  'returned',
  'rail_only',
  'books_only',
  'amount_differs',
  'float_difference',
] as const satisfies readonly CaseRow['kind'][];

export const caseQuery = z.object({
  status: z.enum(['open', 'closed'], 'The status must be "open" or "closed".').default('open'),
  kind: z.enum(caseKinds, 'There is no such kind of case.').optional(),
  provider: z
    .string()
    .refine(
      (name) => railDefinitions.some(({ traits }) => traits.provider === name),
      'There is no such rail.',
    )
    .optional(),
  limit: limitField.default(50),
  cursor: cursorField.optional(),
});

/** The operators' queue: what is open, that which waits longest first; or what was closed, newest first. */
export async function listCases({ status, kind, provider, limit, cursor }: z.output<typeof caseQuery>) {
  const sql = sqlClient();
  const isOpen = status === 'open';
  const after = cursor?.[0];
  const rows = await sql<CaseRow[]>`
    select ${caseColumns()} from cases c ${withTransaction()}
    where c.status = ${isOpen ? 'OPEN' : 'CLOSED'}
      ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}
      ${provider === undefined ? sql`` : sql`and c.provider = ${provider}`}
      ${after === undefined ? sql`` : isOpen ? sql`and c.id > ${after}` : sql`and c.id < ${after}`}
    order by c.id ${isOpen ? sql`asc` : sql`desc`} limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    status: 'success',
    data: page.map(presentCase),
    pagination: { limit, next_cursor: rows.length > limit && last ? makeCursor([last.id]) : null },
  };
}

/** Every case that a transaction is in, oldest first. */
export async function listCasesOf(transactionId: string) {
  const rows = await sqlClient()<CaseRow[]>`
    select ${caseColumns()} from cases c ${withTransaction()} where c.transaction_id = ${transactionId} order by c.id`;
  return rows.map(presentCase);
}

export async function countOpenCases(): Promise<number> {
  const [row] = await sqlClient()`select count(*)::int as open from cases where status = 'OPEN'`;
  return row?.open;
}
