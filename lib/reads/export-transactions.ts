import type { Context } from '#lib/context';
import { CSV_BOM, csvRecord } from '#lib/csv';
import type { InPlace } from '#lib/http/api-route';
import { formatAmount } from '#lib/money';
import { presentTransaction } from '#lib/reads/present-transaction';
import { type TransactionFilters, walkTransactions } from '#lib/reads/search-transactions';
import type { Transaction } from '#lib/transactions/transaction';

/** Read when the receiver has taken the page before: an export of any size holds one page in memory. */
const PAGE_SIZE = 1_000;

const columns: [name: string, cellOf: (transaction: Transaction) => string | null][] = [
  ['created_at', (each) => each.createdAt.toISOString()],
  ['completed_at', (each) => each.completedAt?.toISOString() ?? null],
  ['transaction_id', (each) => each.id],
  ['type', (each) => each.type],
  ['client_reference', (each) => each.clientReference],
  ['status', (each) => each.status],
  ['amount', (each) => formatAmount(each.amountBututs)],
  ['commission', (each) => presentTransaction(each).commission],
  ['currency', () => 'GMD'],
  ['provider', (each) => each.provider],
  ['mobile', (each) => each.mobile],
  ['customer_name', (each) => each.customerName],
  ['rail_reference', (each) => each.railReference],
  ['failure_code', (each) => each.failureCode],
  ['failure_message', (each) => each.failureMessage],
  ['metadata', (each) => (Object.keys(each.metadata).length > 0 ? JSON.stringify(each.metadata) : null)],
];

/**
 * All transactions that match, newest first, as CSV (lib/csv.ts). The first page is read before the stream begins, so
 * that what fails at once is an answer and no broken file; what fails later breaks the stream off. Later pages are read
 * within a place each, as `inPlace` gives it.
 */
export async function exportTransactions(
  ctx: Context,
  filters: TransactionFilters,
  inPlace: InPlace,
): Promise<ReadableStream<Uint8Array>> {
  const pages = walkTransactions(ctx, filters, PAGE_SIZE, inPlace);
  let next: Promise<IteratorResult<Transaction[]>> | undefined = Promise.resolve(await pages.next());
  const encoder = new TextEncoder();
  const head = CSV_BOM + csvRecord(columns.map(([name]) => name));
  return new ReadableStream<Uint8Array>(
    {
      start: (stream) => stream.enqueue(encoder.encode(head)),
      async pull(stream) {
        const page = await (next ?? pages.next());
        next = undefined;
        if (page.done) return stream.close();
        const records = page.value.map((each) => csvRecord(columns.map(([, cellOf]) => cellOf(each))));
        stream.enqueue(encoder.encode(records.join('')));
      },
      // Whoever hangs up ends the reading.
      cancel: async () => void (await pages.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

export function exportName(ctx: Context): string {
  return `kaira-transactions-${ctx.environment.toLowerCase()}-${ctx.now().toISOString().slice(0, 10)}.csv`;
}
