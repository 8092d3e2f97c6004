import { banjulDay } from '#lib/clock';
import type { Context } from '#lib/context';
import { readBooks, readPaidCollections, type Sums, sumOf, type Tally, total } from '#lib/ledger/balances';
import { formatAmount, moneyFields } from '#lib/money';

const DAY_MS = 24 * 60 * 60 * 1000;
const CHART_DAYS = 7;

/** The balance body; contract.md §4, contract-more.md §20: available = collected − commission + adjustments − paid out − refunded − held. What a bank has paid
 * of the client's own settlements is paid out as well. */
export async function getBalance(ctx: Context) {
  const books = await readBooks(ctx.client.id, ctx.environment);
  // What lies at the rails is more, or less, where an adjustment was booked there.
  const collected = total(books.tallies, isPaidCollection).amountBututs;
  const commission = sumOf(books, 'commission');
  const paidOut = total(books.tallies, (tally) => tally.type === 'payout' && tally.status === 'SUCCEEDED');
  const refunded = total(books.tallies, (tally) => tally.type === 'refund' && tally.status === 'SUCCEEDED');
  return {
    ...moneyFields('available_balance', sumOf(books, 'available')),
    ...moneyFields('total_collected', collected),
    ...moneyFields('platform_commissions', commission),
    ...moneyFields('net_collections', collected - commission),
    ...moneyFields('adjustments', books.adjustedBututs),
    ...moneyFields('total_paid_out', paidOut.amountBututs + books.settled.amountBututs),
    ...moneyFields('total_refunded', refunded.amountBututs),
    ...moneyFields('held', sumOf(books, 'held')),
    successful_collections: total(books.tallies, isPaidCollection).count,
    total_payouts: paidOut.count + books.settled.count,
  };
}

/** The stats body, bare; contract.md §5. */
export async function getStats(ctx: Context) {
  const day = banjulDay(ctx.now());
  const books = await readBooks(ctx.client.id, ctx.environment, [day]);
  const today = total(books.days, (tally) => isPaidCollection(tally) && tally.day === day);
  const pending = total(
    books.tallies,
    ({ type, status }) => type !== 'refund' && (status === 'PENDING' || status === 'AWAITING_LIQUIDITY'),
  );
  return {
    ...moneyFields('total_volume', total(books.tallies, isPaidCollection).amountBututs),
    ...moneyFields('today_earnings', today.amountBututs - today.commissionBututs),
    pending_transactions_count: pending.count,
    ...moneyFields('pending_volume', pending.amountBututs),
  };
}

/** The last seven days, oldest first, today last, days without a collection as zeros. */
export async function getEarningsChart(ctx: Context) {
  const dates = lastDays(ctx.now(), CHART_DAYS);
  return earningsByDay(await readPaidCollections(ctx.client.id, ctx.environment, dates), dates);
}

/** The days up to that of `now`, `YYYY-MM-DD`, oldest first. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    banjulDay(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** The same day of the week before, `YYYY-MM-DD`. */
export function dayWeekAgo(now: Date): string {
  return banjulDay(new Date(now.getTime() - 7 * DAY_MS));
}

/** What paid collections earned on each of `dates`, net of commission, and their count. */
export function earningsByDay(paid: (Sums & { day: string })[], dates: string[]) {
  const byDay = Map.groupBy(paid, ({ day }) => day);
  return dates.map((date) => {
    const { count, amountBututs, commissionBututs } = total(byDay.get(date) ?? [], () => true);
    const earnings = amountBututs - commissionBututs;
    return { date, earnings_bututs: Number(earnings), earnings_gmd: formatAmount(earnings), count };
  });
}

export function isPaidCollection(tally: Tally): boolean {
  return tally.type === 'collection' && tally.status === 'SUCCEEDED';
}
