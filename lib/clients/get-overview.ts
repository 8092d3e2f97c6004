import { z } from 'zod';
import { dayWeekAgo, earningsByDay, isPaidCollection, lastDays } from '#lib/clients/account-figures';
import { getAttention } from '#lib/clients/get-attention';
import type { Context } from '#lib/context';
import { type Books, type DayTally, readBooks, sumOf, type Tally, total } from '#lib/ledger/balances';
import { formatAmount, parseAmount, toNumber } from '#lib/money';
import { railDefinitions } from '#lib/rails/registry';
import { searchTransactions } from '#lib/reads/search-transactions';

const LATEST = 8;

export const overviewQuery = z.object({
  days: z
    .enum(['7', '30', '90'], 'The days must be 7, 30 or 90.')
    .default('30')
    .transform((text) => Number(text)),
});

export type Overview = Awaited<ReturnType<typeof getOverview>>;

/**
 * What an account's first page says: what came in today, beside the same day of last week; its figures of all time, the
 * earnings over the last `days` and as many before them, the success of each rail, what needs attention, and the latest transactions. Nothing
 * of it is counted from transactions.
 */
export async function getOverview(ctx: Context, { days }: z.output<typeof overviewQuery>) {
  const dates = lastDays(ctx.now(), days);
  const datesBefore = lastDays(ctx.now(), 2 * days).slice(0, days);
  const [books, attention, latest] = await Promise.all([
    readBooks(ctx.client.id, ctx.environment, [
      ...new Set([dayWeekAgo(ctx.now()), ...datesBefore, ...dates]),
    ]),
    getAttention(ctx),
    searchTransactions(ctx, { limit: LATEST }),
  ]);
  const inPeriod = books.days.filter(({ day }) => dates.includes(day));
  const chart = earningsByDay(inPeriod.filter(isPaidCollection), dates);
  const earned = chart.reduce((sum, day) => sum + BigInt(day.earnings_bututs), 0n);
  const before = total(books.days, (tally) => isPaidCollection(tally) && datesBefore.includes(tally.day));
  return {
    today: {
      ...cameIn(books.days, dates.at(-1) ?? ''),
      week_ago: cameIn(books.days, dayWeekAgo(ctx.now())),
    },
    figures: figuresOf(books),
    is_empty: total(books.tallies, () => true).count === 0,
    period: {
      days,
      earnings_gmd: formatAmount(earned),
      count: chart.reduce((sum, day) => sum + day.count, 0),
      /** The same of as many days before these. */
      before: comparedWith(before.amountBututs - before.commissionBututs, before.count, earned),
      chart,
      rails: successByRail(inPeriod),
    },
    attention: { held: heldOf(books, attention.held_back_in_all), ...attention },
    latest: latest.data,
  };
}

/** What earlier days earned, and by how many tenths of a per cent the later ones earned more; null where they earned nothing. */
function comparedWith(before: bigint, count: number, earned: bigint) {
  const more = before > 0n ? Math.round((toNumber(earned - before) * 1000) / toNumber(before)) : null;
  return { earnings_gmd: formatAmount(before), count, more_permille: more };
}

/** What customers paid on a day, before the commission. */
function cameIn(days: DayTally[], day: string) {
  const { count, amountBututs } = total(days, (tally) => isPaidCollection(tally) && tally.day === day);
  return { date: day, came_in: formatAmount(amountBututs), count };
}

function figuresOf(books: Books) {
  const collected = total(books.tallies, isPaidCollection);
  const paidOut = total(books.tallies, (tally) => tally.type === 'payout' && tally.status === 'SUCCEEDED');
  const refunded = total(books.tallies, (tally) => tally.type === 'refund' && tally.status === 'SUCCEEDED');
  const pending = total(books.tallies, (tally) => tally.type === 'collection' && tally.status === 'PENDING');
  return {
    available: formatAmount(sumOf(books, 'available')),
    held: formatAmount(sumOf(books, 'held')),
    collected: formatAmount(collected.amountBututs),
    collected_count: collected.count,
    commission: formatAmount(sumOf(books, 'commission')),
    /** Null where there never was one, or they add up to nothing. */
    adjustments: books.adjustedBututs === 0n ? null : formatAmount(books.adjustedBututs),
    paid_out: formatAmount(paidOut.amountBututs),
    paid_out_count: paidOut.count,
    /** Null where nothing was ever given back. */
    refunded: refunded.count === 0 ? null : formatAmount(refunded.amountBututs),
    refunded_count: refunded.count,
    pending_count: pending.count,
    pending: formatAmount(pending.amountBututs),
  };
}

/** Those that wait for money at the wallet; what is held back waits for people. */
function heldOf(books: Books, heldBack: { count: number; refunds: number; amount: string }) {
  const all = total(books.tallies, (tally) => tally.status === 'AWAITING_LIQUIDITY');
  const isHeldRefund = (tally: Tally) => tally.type === 'refund' && tally.status === 'AWAITING_LIQUIDITY';
  return {
    count: all.count - heldBack.count,
    refunds: total(books.tallies, isHeldRefund).count - heldBack.refunds,
    amount: formatAmount(all.amountBututs - (parseAmount(heldBack.amount) ?? 0n)),
  };
}

/** Of the transactions that ended in these days, how each kind ended; null for what a rail cannot do. */
function successByRail(days: DayTally[]) {
  return railDefinitions.map(({ traits: { provider }, collects, paysOut }) => {
    const count = (type: string, ...statuses: string[]) =>
      total(
        days,
        (tally) => tally.provider === provider && tally.type === type && statuses.includes(tally.status),
      ).count;
    const collections = {
      succeeded: count('collection', 'SUCCEEDED'),
      failed: count('collection', 'FAILED'),
      expired: count('collection', 'EXPIRED'),
      cancelled: count('collection', 'CANCELLED'),
    };
    const payouts = {
      // A payout that was reversed had been delivered.
      succeeded: count('payout', 'SUCCEEDED', 'REVERSED'),
      failed: count('payout', 'FAILED'),
    };
    return {
      provider,
      collections: collects ? { ...collections, ...shareOf(collections) } : null,
      payouts: paysOut ? { ...payouts, ...shareOf(payouts) } : null,
    };
  });
}

/** The share that succeeded, in tenths of a per cent, rounded half up; null when nothing ended. */
function shareOf(ended: { succeeded: number } & Record<string, number>) {
  const all = Object.values(ended).reduce((sum, each) => sum + each, 0);
  return { ended: all, success_permille: all === 0 ? null : Math.round((ended.succeeded * 1000) / all) };
}
