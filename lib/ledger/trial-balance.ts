import { z } from 'zod';
import { banjulDay } from '#lib/clock';
import { validationError } from '#lib/http/respond';
import { isUuid } from '#lib/ids';
import { isAsset } from '#lib/ledger/accounts';
import { dayField, endOf, isSettled } from '#lib/ledger/periods';
import { readWhole } from '#lib/ledger/read-whole';
import { formatAmount } from '#lib/money';

export const trialBalanceQuery = z.object({
  environment: z.enum(['SANDBOX', 'LIVE'], 'The environment must be SANDBOX or LIVE.').default('LIVE'),
  date: dayField.optional(),
  client_id: z.string().refine(isUuid, 'This must be an id, a UUID.').optional(),
});

/** The day that an address asks for; undefined for what is none, or has not come. */
export function readDate(text: string | undefined, now: Date): string | undefined {
  const day = dayField.safeParse(text);
  return day.success && day.data <= banjulDay(now) ? day.data : undefined;
}

interface Row {
  account: string;
  is_house: boolean;
  debit: string;
  credit: string;
}

/** A day's end at which two operators closed the books, and what they kept of it. */
interface Close {
  closed_by_name: string;
  closed_at: string;
  lines: Row[];
}

/**
 * Every account at the end of `date`, today without one, with all that was ever debited and credited: summed over the
 * clients, the house's apart. It is a sum of the entries dated until then, whatever was committed in which order; a day
 * is `settled` once nothing can be dated into it any more. Of the end of a closed period it says what differs from what
 * was kept at the close, which must be nothing. The cost grows with the entries. Throws `VALIDATION_ERROR` for a day to come.
 */
export async function getTrialBalance(query: z.output<typeof trialBalanceQuery>, now: Date) {
  const { environment, client_id } = query;
  const date = query.date ?? banjulDay(now);
  if (date > banjulDay(now)) {
    throw validationError([{ path: 'date', message: 'This day has not come yet.', code: 'invalid_date' }]);
  }
  const { rows, close } = await readWhole(async (tx) => {
    const rows = await tx<Row[]>`
      select account, is_house, debit_bututs::text as debit, credit_bututs::text as credit
      from trial_balance(${environment}, ${endOf(date).toISOString()}::text::timestamptz, ${client_id ?? null}::text::uuid)
      order by is_house, account collate "C"`;
    const closes = await tx<Close[]>`
      select closed_by_name, closed_at, lines from period_closes
      where environment = ${environment} and last_day = ${date}::text::date`;
    return { rows, close: client_id === undefined ? closes[0] : undefined };
  });
  const debit = rows.reduce((sum, row) => sum + BigInt(row.debit), 0n);
  const credit = rows.reduce((sum, row) => sum + BigInt(row.credit), 0n);
  return {
    environment,
    date,
    client_id: client_id ?? null,
    /** False: of today, or of a day so near that a clock that is wrong may still date into it. */
    settled: isSettled(date, now),
    accounts: rows.map(presentLine),
    totals: {
      debit: formatAmount(debit),
      credit: formatAmount(credit),
      difference: formatAmount(debit - credit),
    },
    /** Null: no period ends with this day. */
    close: close
      ? {
          closed_by: close.closed_by_name,
          closed_at: new Date(close.closed_at).toISOString(),
          /** Accounts of which the books say something else by now. */
          differs: differencesOf(rows, close.lines),
        }
      : null,
  };
}

export type TrialBalance = Awaited<ReturnType<typeof getTrialBalance>>;

function presentLine({ account, is_house, debit, credit }: Row) {
  const balance = BigInt(debit) - BigInt(credit);
  const side = isAsset(account) ? ('debit' as const) : ('credit' as const);
  return {
    name: account,
    owner: is_house ? ('house' as const) : ('clients' as const),
    side,
    debit: formatAmount(BigInt(debit)),
    credit: formatAmount(BigInt(credit)),
    /** On its side; below zero where it stands on the other one. */
    balance: formatAmount(side === 'debit' ? balance : -balance),
  };
}

/** Pure: which accounts do not stand as they were kept. */
export function differencesOf(rows: Row[], kept: Row[]): string[] {
  const nameOf = ({ account, is_house }: Row) => (is_house ? `${account} of the house` : account);
  const stood = new Map(kept.map((line) => [nameOf(line), line]));
  const standing = new Map(rows.map((line) => [nameOf(line), line]));
  return [...new Set([...stood.keys(), ...standing.keys()])].filter((name) => {
    const [was, is] = [stood.get(name), standing.get(name)];
    return was?.debit !== is?.debit || was?.credit !== is?.credit;
  });
}
