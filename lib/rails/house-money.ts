import { z } from 'zod';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import type { HouseRequest } from '#lib/ledger/move-house-money';
import type { Bututs } from '#lib/money';
import { canDo, traitsOf } from '#lib/rails/registry';
import { settings } from '#lib/settings';

/** An id of a booking is younger than this, so that journals stay in the order of their making. */
const ID_HOLDS_MS = 24 * 60 * 60 * 1000;

/** What every booking of the house's money says. */
export const houseBooking = z.object({
  /** Made by who asks, once for a booking: the same again books nothing. */
  id: z.uuidv7('The id must be a UUIDv7.'),
  amount: amountField,
  note: textField(500),
});

/** On what condition it is booked: another operator has asked for it, or it is little enough for one. */
export interface AskedBooking {
  request: HouseRequest;
  /** What the audit log says of it besides. */
  noted: Record<string, string>;
}

/** What comes of it; `booked` false: it was booked when it was first asked for. */
export interface HouseBooked {
  id: string;
  booked: boolean;
}

/** Throws `VALIDATION_ERROR` for no amount, and for an id that was not made within the last day. */
export function requireBookable({ now }: UserContext, { id, amount }: { id: string; amount: Bututs }): void {
  if (amount < 1n) throw fault('amount', 'The amount must be 0.01 or more.', 'invalid_amount');
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  if (Math.abs(now().getTime() - madeAt) > ID_HOLDS_MS) {
    throw fault('id', 'The id must have been made within the last day.', 'invalid_id');
  }
}

/** What one operator may book alone; above it, another one approves. */
export function limitOfOne(): Bututs {
  return BigInt(settings().HOUSE_MONEY_TWO_PEOPLE_ABOVE) * 100n;
}

/** Throws `NOT_FOUND` for a rail without payouts. */
export function requireFloat(provider: string): void {
  if (canDo(provider, 'payout')) return;
  throw new AppError('NOT_FOUND', 'There is no rail with a float by this name.');
}

/** Throws `VALIDATION_ERROR` where a transfer goes to no other rail that pays out. */
export function requireOther(provider: string, to: string): void {
  if (to !== provider && canDo(to, 'payout')) return;
  throw fault('to', 'This must be another rail that pays out.', 'invalid_rail');
}

/** Throws `NOT_FOUND` but for a rail whose collected money lies in no wallet that pays out: it is paid to our bank. */
export function requireCollectingOnly(provider: string): void {
  if (canDo(provider, 'collection') && !traitsOf(provider).oneWallet) return;
  throw new AppError(
    'NOT_FOUND',
    'What is collected on this rail lies in the wallet of its float: move it there, and withdraw it.',
  );
}

/** Throws `NOT_FOUND` for a rail with two wallets. */
export function requireOneWallet(provider: string): void {
  if (traitsOf(provider).oneWallet) return;
  throw new AppError('NOT_FOUND', 'What is collected on this rail does not lie in the wallet of its float.');
}

function fault(path: string, message: string, code: string): AppError {
  return validationError([{ path, message, code }]);
}
