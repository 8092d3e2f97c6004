import { defaultLanguage, type Language } from '#lib/browser/language/languages';
import type { Context } from '#lib/context';
import { csvRecord } from '#lib/csv';
import type { InPlace } from '#lib/http/api-route';
import { validationError } from '#lib/http/respond';
import { streamChunks } from '#lib/http/stream-chunks';
import { eachInLanguage } from '#lib/language/in-language';
import { MAX_PRINTED_LINES, printStatement } from '#lib/ledger/print-statement';
import {
  countOf,
  type Period,
  readStatement,
  type Statement,
  type StatementLine,
  walkLines,
} from '#lib/ledger/statement';
import { formatAmount } from '#lib/money';

/** Read when the receiver has taken the page before: a statement of any length holds one page in memory. */
const PAGE_SIZE = 1_000;

export type StatementFormat = 'json' | 'csv' | 'pdf';

export interface WrittenStatement {
  stream: ReadableStream<Uint8Array>;
  type: string;
  /** Of the file; JSON is none. */
  name?: string;
}

const types: Record<StatementFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

type Asked = Period & {
  format: StatementFormat;
  /** Stands before the CSV: programs want none. */
  csvMark?: string;
  /** Of the PDF: whoever has it made reads it. */
  language?: Language;
};

/**
 * A client's statement (statement.ts) as it is sent. JSON and CSV of a period that has passed are the same bytes for
 * ever. A stream that is not all of it breaks off and never ends well. Throws as `readStatement` does, and
 * `VALIDATION_ERROR` for a PDF of more than 20,000 lines.
 */
export async function writeStatement(
  ctx: Context,
  { from, to, format, csvMark = '', language = defaultLanguage }: Asked,
  inPlace: InPlace,
): Promise<WrittenStatement> {
  const statement = await readStatement(ctx, { from, to });
  const pages = walkLines(ctx, statement, PAGE_SIZE, inPlace);
  const stream = await streamChunks(chunksOf({ format, csvMark, language }, ctx, statement, pages));
  const name = `kaira-statement-${ctx.environment.toLowerCase()}-${from}-${to}.${format}`;
  return { stream, type: types[format], ...(format !== 'json' && { name }) };
}

type Pages = AsyncGenerator<StatementLine[]>;

function chunksOf(
  { format, csvMark, language }: Required<Pick<Asked, 'format' | 'csvMark' | 'language'>>,
  ctx: Context,
  statement: Statement,
  pages: Pages,
) {
  if (format === 'json') return jsonChunks(statement, pages);
  if (format === 'csv') return csvChunks(pages, csvMark);
  requirePrintable(countOf(statement));
  return eachInLanguage(language, printStatement(ctx, statement, pages));
}

function requirePrintable(count: number): void {
  if (count <= MAX_PRINTED_LINES) return;
  const [most, here] = [MAX_PRINTED_LINES, count].map((each) => each.toLocaleString('en'));
  const message = `A PDF has at most ${most} lines, and this period has ${here}. Ask for a shorter one, or for csv.`;
  throw validationError([{ path: 'format', message, code: 'too_long' }]);
}

async function* jsonChunks(statement: Statement, pages: Pages): AsyncGenerator<string> {
  const head = JSON.stringify(presentStatement(statement)).slice(0, -1);
  let text = `{"status":"success","data":${head},"lines":[`;
  let separator = '';
  for await (const lines of pages) {
    yield text + separator + lines.map((line) => JSON.stringify(presentLine(line))).join(',');
    text = '';
    separator = ',';
  }
  yield `${text}]}}`;
}

async function* csvChunks(pages: Pages, mark: string): AsyncGenerator<string> {
  let text = mark + csvRecord([...columns]);
  for await (const lines of pages) {
    const records = lines.map((line) => {
      const shown = presentLine(line);
      return csvRecord(columns.map((name) => shown[name]));
    });
    yield text + records.join('');
    text = '';
  }
  if (text !== '') yield text;
}

/** All of a statement but its lines; contract-more.md §13. */
export function presentStatement({ from, to, openingBututs, closingBututs, totals }: Statement) {
  return {
    from,
    to,
    currency: 'GMD',
    opening_balance: formatAmount(openingBututs),
    closing_balance: formatAmount(closingBututs),
    totals: Object.fromEntries(
      [...totals].map(([kind, { count, amountBututs }]) => [
        kind,
        { count, amount: formatAmount(amountBututs) },
      ]),
    ),
  };
}

const columns = [
  'at',
  'kind',
  'transaction_id',
  'client_reference',
  'counterparty',
  'debit',
  'credit',
  'balance',
] as const satisfies (keyof PresentedLine)[];

/** One side has the amount and the other is null: what left `available` is a debit, as on a bank's statement. */
export function presentLine(line: StatementLine) {
  const { amountBututs: amount } = line;
  return {
    at: line.at.toISOString(),
    kind: line.kind,
    transaction_id: line.transactionId,
    client_reference: line.clientReference,
    counterparty: line.counterparty,
    debit: amount < 0n ? formatAmount(-amount) : null,
    credit: amount < 0n ? null : formatAmount(amount),
    balance: formatAmount(line.balanceBututs),
  };
}

export type PresentedStatement = ReturnType<typeof presentStatement>;
export type PresentedLine = ReturnType<typeof presentLine>;
