import { banjulDay } from '#lib/clock';
import type { Context } from '#lib/context';
import { type Books, readBooks, sumOf, total } from '#lib/ledger/balances';
import { formatAmount, moneyFields } from '#lib/money';

const DAY_MS = 24 * 60 * 60 * 1000;
const CHART_DAYS = 7;

/** The balance body; contract.md §4: available = collected − commission − paid out − held. */
export async function getBalance(ctx: Context) {
  const books = await readBooks(ctx.client.id, ctx.environment);
  const collected = sumOf(books, 'rail_collections:');
  const commission = sumOf(books, 'commission');
  const paidOut = total(books, (tally) => tally.type === 'payout' && tally.status === 'SUCCEEDED');
  return {
    ...moneyFields('available_balance', sumOf(books, 'available')),
    ...moneyFields('total_collected', collected),
    ...moneyFields('platform_commissions', commission),
    ...moneyFields('net_collections', collected - commission),
    ...moneyFields('total_paid_out', paidOut.amountBututs),
    ...moneyFields('held', sumOf(books, 'held')),
    successful_collections: succeededCollections(books).count,
    total_payouts: paidOut.count,
  };
}

/** The stats body, bare; contract.md §5. */
export async function getStats(ctx: Context) {
  const books = await readBooks(ctx.client.id, ctx.environment);
  const today = succeededCollections(books, banjulDay(ctx.now()));
  const pending = total(
    books,
    (tally) => tally.status === 'PENDING' || tally.status === 'AWAITING_LIQUIDITY',
  );
  return {
    ...moneyFields('total_volume', succeededCollections(books).amountBututs),
    ...moneyFields('today_earnings', today.amountBututs - today.commissionBututs),
    pending_transactions_count: pending.count,
    ...moneyFields('pending_volume', pending.amountBututs),
  };
}

/** The last seven days, oldest first, today last, days without a collection as zeros. */
export async function getEarningsChart(ctx: Context) {
  const books = await readBooks(ctx.client.id, ctx.environment);
  const now = ctx.now().getTime();
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const date = banjulDay(new Date(now - (CHART_DAYS - 1 - index) * DAY_MS));
    const { count, amountBututs, commissionBututs } = succeededCollections(books, date);
    const earnings = amountBututs - commissionBututs;
    return { date, earnings_bututs: Number(earnings), earnings_gmd: formatAmount(earnings), count };
  });
}

function succeededCollections(books: Books, day?: string) {
  return total(
    books,
    (tally) =>
      tally.type === 'collection' && tally.status === 'SUCCEEDED' && (day === undefined || tally.day === day),
  );
}
