import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { type HouseMove, moveHouseMoney } from '#lib/ledger/move-house-money';
import { type Bututs, formatAmount } from '#lib/money';
import {
  type AskedBooking,
  type HouseBooked,
  houseBooking,
  requireBookable,
  requireCollectingOnly,
  requireFloat,
  requireOneWallet,
  requireOther,
} from '#lib/rails/house-money';

export const withdrawal = houseBooking;
export const collectionsMove = houseBooking;
export const transfer = houseBooking.extend({ to: z.string('This must be the name of a rail.') });

/**
 * Books that the house took money out of its wallet at a live rail, to its bank: once for an `id`, with a line in the
 * audit log, and never of what payouts have set aside. Throws `NOT_FOUND` for a rail without payouts,
 * `VALIDATION_ERROR`, and `INVALID_STATE` where the float has not enough.
 */
export async function withdrawFloat(
  operator: UserContext,
  provider: string,
  body: z.output<typeof withdrawal>,
  asked?: AskedBooking,
): Promise<HouseBooked> {
  requireFloat(provider);
  return move(operator, provider, body, asked, {
    action: 'rail.float_withdrawn',
    kind: 'float_withdrawn',
    from: 'float',
    debit: 'float_funding',
    credit: `rail_float:${provider}`,
  });
}

/**
 * Books that the house moved money from its wallet at one live rail to that at another one. As `withdrawFloat`; payouts
 * that wait for the other float leave soon after.
 */
export async function transferFloat(
  operator: UserContext,
  provider: string,
  { to, ...body }: z.output<typeof transfer>,
  asked?: AskedBooking,
): Promise<HouseBooked> {
  requireFloat(provider);
  requireOther(provider, to);
  return move(operator, provider, body, asked, {
    action: 'rail.float_transferred',
    kind: 'float_transferred',
    from: 'float',
    debit: `rail_float:${to}`,
    credit: `rail_float:${provider}`,
    also: { to },
  });
}

/**
 * Makes what was collected on a live rail a part of its float, where both lie in one wallet: no money moves at the rail.
 * As `withdrawFloat`, and never more than was collected. Throws `NOT_FOUND` for a rail with two wallets as well.
 */
export async function moveCollections(
  operator: UserContext,
  provider: string,
  body: z.output<typeof collectionsMove>,
  asked?: AskedBooking,
): Promise<HouseBooked> {
  requireFloat(provider);
  requireOneWallet(provider);
  return move(operator, provider, body, asked, {
    action: 'rail.collections_moved',
    kind: 'collections_moved',
    from: 'collections',
    debit: `rail_float:${provider}`,
    credit: `rail_collections:${provider}`,
  });
}

/**
 * Books that what was collected on a live rail without a float, such as by cards, was paid to the house's bank. As
 * `withdrawFloat`, and never more than was collected. Throws `NOT_FOUND` for any other rail.
 */
export async function withdrawCollected(
  operator: UserContext,
  provider: string,
  body: z.output<typeof houseBooking>,
  asked?: AskedBooking,
): Promise<HouseBooked> {
  requireCollectingOnly(provider);
  return move(operator, provider, body, asked, {
    action: 'rail.collections_withdrawn',
    kind: 'collections_withdrawn',
    from: 'collections',
    debit: 'float_funding',
    credit: `rail_collections:${provider}`,
  });
}

interface Move extends Pick<HouseMove, 'kind' | 'from' | 'debit' | 'credit'> {
  action: string;
  /** What the audit log says besides. */
  also?: Record<string, string>;
}

async function move(
  operator: UserContext,
  provider: string,
  body: z.output<typeof houseBooking>,
  asked: AskedBooking | undefined,
  { action, also, ...accounts }: Move,
): Promise<HouseBooked> {
  requireBookable(operator, body);
  const { id, amount, note } = body;
  const line = {
    action,
    environment: 'LIVE' as const,
    subjectId: provider,
    after: { amount: formatAmount(amount), ...also, note, journal: id, ...asked?.noted },
  };
  const { outcome, roomBututs } = await moveHouseMoney(
    { ...accounts, journalId: id, provider, amountBututs: amount, now: operator.now() },
    auditLine(operator, line, sqlClient()`from done`),
    asked?.request,
  );
  if (outcome === 'too_much') throw tooMuch(provider, accounts, roomBututs);
  return { id, booked: outcome === 'done' };
}

function tooMuch(
  provider: string,
  { from, kind }: Pick<Move, 'from' | 'kind'>,
  roomBututs: Bututs,
): AppError {
  const room = `GMD ${formatAmount(roomBututs > 0n ? roomBututs : 0n)}`;
  const where = kind === 'collections_withdrawn' ? 'was not paid to the bank yet' : 'is not in the float yet';
  return new AppError(
    'INVALID_STATE',
    from === 'float'
      ? `The float of ${provider} has ${room} that no payout has set aside. Nothing was booked.`
      : `Of what was collected on ${provider}, ${room} ${where}. Nothing was booked.`,
  );
}
