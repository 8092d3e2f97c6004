import { z } from 'zod';
import { banjulDay } from '#lib/clock';
import { CSV_BOM, csvRecord } from '#lib/csv';
import { validationError } from '#lib/http/respond';
import { endOf, lastDayOf, monthAfter, monthField, startOf } from '#lib/ledger/periods';
import { readWhole } from '#lib/ledger/read-whole';
import { formatAmount } from '#lib/money';

const MAX_MONTHS = 36;

export const profitQuery = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
  /** Both included; without them the last twelve months. */
  from: monthField.optional(),
  to: monthField.optional(),
});

/** What the house earns and bears, in the order in which it is shown. Expenses are below zero. */
export const profitLines = [
  'commission_earned',
  'commission_returned',
  'rail_fees',
  'adjustments',
  'losses',
  'other',
] as const;
export type ProfitLine = (typeof profitLines)[number];

interface Row {
  month: string;
  account: string;
  kind: string;
  debit: string;
  credit: string;
}

/**
 * What the house earned and bore in each month, from the entries on its accounts of income and expense, by the kinds
 * that stand in the books: a kind that is new appears by itself. Positive is earned. Throws `VALIDATION_ERROR` for
 * months in the wrong order, or too many.
 */
export async function getProfitAndLoss(query: z.output<typeof profitQuery>, now: Date) {
  const { environment } = query;
  const months = monthsOf(query, now);
  const from = startOf(`${months[0]}-01`).toISOString();
  const until = endOf(lastDayOf(months.at(-1) as string)).toISOString();
  const rows = await readWhole(
    (tx) => tx<Row[]>`
      select to_char(e.created_at at time zone 'UTC', 'YYYY-MM') as month, e.account, coalesce(j.kind, 'unknown') as kind,
             coalesce(sum(e.amount_bututs) filter (where e.amount_bututs > 0), 0)::text as debit,
             coalesce(-sum(e.amount_bututs) filter (where e.amount_bututs < 0), 0)::text as credit
      from entries e
      left join journals j on j.id = e.journal_id
        and j.created_at >= ${from}::text::timestamptz and j.created_at < ${until}::text::timestamptz
      where e.environment = ${environment} and e.created_at >= ${from}::text::timestamptz and e.created_at < ${until}::text::timestamptz
        and (e.account in ('commission', 'losses') or e.account like 'rail\\_fees%')
      group by 1, 2, 3 order by 1, 2, 3`,
  );
  return { environment, months: months.map((month) => presentMonth(month, rows)) };
}

export type ProfitAndLoss = Awaited<ReturnType<typeof getProfitAndLoss>>;

/** Pure: which line a movement on an account of income or expense belongs to; `isCredit`: it raises the profit. */
export function lineOf(account: string, kind: string, isCredit: boolean): ProfitLine {
  if (account === 'commission') return isCredit ? 'commission_earned' : 'commission_returned';
  if (account.startsWith('rail_fees')) return 'rail_fees';
  if (account === 'losses') return kind === 'adjustment' ? 'adjustments' : 'losses';
  return 'other';
}

/** The same as a file, one line a month and line, with the accounts and kinds that it is made of. */
export function profitCsv({ environment, months }: ProfitAndLoss): string {
  const head = ['month', 'environment', 'line', 'account', 'kind', 'amount', 'currency'];
  const records = months.flatMap(({ month, movements, net }) => [
    ...movements.map((each) => [month, environment, each.line, each.account, each.kind, each.amount, 'GMD']),
    [month, environment, 'net', null, null, net, 'GMD'],
  ]);
  return CSV_BOM + [head, ...records].map(csvRecord).join('');
}

export function profitName({ environment, months }: ProfitAndLoss): string {
  return `kaira-profit-${environment.toLowerCase()}-${months[0]?.month}-${months.at(-1)?.month}.csv`;
}

function presentMonth(month: string, rows: Row[]) {
  const movements = rows
    .filter((row) => row.month === month)
    .flatMap(({ account, kind, debit, credit }) => [
      { line: lineOf(account, kind, true), account, kind, bututs: BigInt(credit) },
      { line: lineOf(account, kind, false), account, kind, bututs: -BigInt(debit) },
    ])
    .filter(({ bututs }) => bututs !== 0n);
  const sum = (of: typeof movements) => of.reduce((total, { bututs }) => total + bututs, 0n);
  return {
    month,
    lines: Object.fromEntries(
      profitLines.map((line) => [line, formatAmount(sum(movements.filter((each) => each.line === line)))]),
    ) as Record<ProfitLine, string>,
    net: formatAmount(sum(movements)),
    movements: movements.map(({ bututs, ...each }) => ({ ...each, amount: formatAmount(bututs) })),
  };
}

function monthsOf({ from, to }: z.output<typeof profitQuery>, now: Date): string[] {
  const last = to ?? banjulDay(now).slice(0, 7);
  const first = from ?? elevenBefore(last);
  const months = [first];
  while (months.length <= MAX_MONTHS && (months.at(-1) as string) < last) {
    months.push(monthAfter(months.at(-1) as string));
  }
  if (first > last || months.length > MAX_MONTHS) {
    const message = `From and to must be in this order, and ${MAX_MONTHS} months at most.`;
    throw validationError([{ path: 'from', message, code: 'invalid_period' }]);
  }
  return months;
}

function elevenBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return banjulDay(new Date(Date.UTC(year, number - 12, 1))).slice(0, 7);
}
