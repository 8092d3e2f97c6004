import { z } from 'zod';
import { sqlClient, sqlState } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { validationError } from '#lib/http/respond';
import { wakeWorker } from '#lib/jobs/wake';
import { type AccountName, HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type Bututs, formatAmount } from '#lib/money';
import { type HouseBooked, houseBooking, requireBookable } from '#lib/rails/house-money';
import { canDo, traitsOf } from '#lib/rails/registry';

const UNIQUE_VIOLATION = '23505';

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
): Promise<HouseBooked> {
  requireFloat(provider);
  return move(operator, provider, body, {
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
): Promise<HouseBooked> {
  requireFloat(provider);
  if (to === provider || !canDo(to, 'payout')) {
    const message = 'This must be another rail that pays out.';
    throw validationError([{ path: 'to', message, code: 'invalid_rail' }]);
  }
  return move(operator, provider, body, {
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
): Promise<HouseBooked> {
  requireFloat(provider);
  if (!traitsOf(provider).oneWallet) {
    throw new AppError(
      'NOT_FOUND',
      'What is collected on this rail does not lie in the wallet of its float.',
    );
  }
  return move(operator, provider, body, {
    action: 'rail.collections_moved',
    kind: 'collections_moved',
    from: 'collections',
    debit: `rail_float:${provider}`,
    credit: `rail_collections:${provider}`,
  });
}

function requireFloat(provider: string): void {
  if (!canDo(provider, 'payout'))
    throw new AppError('NOT_FOUND', 'There is no rail with a float by this name.');
}

interface Move {
  action: string;
  /** Of the journal. */
  kind: string;
  /** What there has to be enough of. */
  from: 'float' | 'collections';
  /** The account that grows in the books' sense, and the one that it comes out of; both are the house's. */
  debit: AccountName;
  credit: AccountName;
  /** What the audit log says besides. */
  also?: Record<string, string>;
}

async function move(
  operator: UserContext,
  provider: string,
  body: z.output<typeof houseBooking>,
  { action, kind, from, debit, credit, also }: Move,
): Promise<HouseBooked> {
  requireBookable(operator, body);
  const { id, amount, note } = body;
  const entry = (account: AccountName, bututs: Bututs) => ({
    client_id: HOUSE_CLIENT_ID,
    account,
    amount_bututs: bututs.toString(),
  });
  const order = {
    client_id: HOUSE_CLIENT_ID,
    environment: 'LIVE',
    account: `rail_float:${provider}`,
    from,
    provider,
    amount_bututs: amount.toString(),
    journal: { id, kind, entries: [entry(debit, amount), entry(credit, -amount)] },
    now: operator.now(),
  };
  const line = {
    action,
    environment: 'LIVE' as const,
    subjectId: provider,
    after: { amount: formatAmount(amount), ...also, note, journal: id },
  };
  const { outcome, roomBututs } = await bookOnce(order, line, operator);
  if (outcome === 'too_much') throw tooMuch(provider, from, roomBututs);
  if (outcome === 'done') wakeWorker('held_payouts');
  return { id, booked: outcome === 'done' };
}

async function bookOnce(
  order: Record<string, unknown>,
  line: Parameters<typeof auditLine>[1],
  operator: UserContext,
): Promise<{ outcome: 'done' | 'booked_before' | 'too_much'; roomBututs: Bututs }> {
  const sql = sqlClient();
  try {
    const [row] = await sql`
      with moved as materialized (select move_house_money(${JSON.stringify(order)}::jsonb) as result),
      noted as (${auditLine(operator, line, sql`from moved where result->>'outcome' = 'done'`)})
      select result->>'outcome' as outcome, result->>'room_bututs' as room from moved`;
    return { outcome: row?.outcome, roomBututs: BigInt(row?.room ?? 0) };
  } catch (error) {
    // The same id for another rail's float, at the same time.
    if (sqlState(error) === UNIQUE_VIOLATION) return { outcome: 'booked_before', roomBututs: 0n };
    throw error;
  }
}

function tooMuch(provider: string, from: Move['from'], roomBututs: Bututs): AppError {
  const room = `GMD ${formatAmount(roomBututs > 0n ? roomBututs : 0n)}`;
  return new AppError(
    'INVALID_STATE',
    from === 'float'
      ? `The float of ${provider} has ${room} that no payout has set aside. Nothing was booked.`
      : `Of what was collected on ${provider}, ${room} is not in the float yet. Nothing was booked.`,
  );
}
