import { z } from 'zod';
import type { UserContext } from '#lib/auth/user-context';
import type { AppError } from '#lib/errors';
import { amountField, textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import type { Bututs } from '#lib/money';

/** An id of a booking is younger than this, so that journals stay in the order of their making. */
const ID_HOLDS_MS = 24 * 60 * 60 * 1000;

/** What every booking of the house's money says. */
export const houseBooking = z.object({
  /** Made by who asks, once for a booking: the same again books nothing. */
  id: z.uuidv7('The id must be a UUIDv7.'),
  amount: amountField,
  note: textField(500),
});

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

function fault(path: string, message: string, code: string): AppError {
  return validationError([{ path, message, code }]);
}
