import { banjulDay } from '#lib/clock';
import { AppError } from '#lib/errors';
import { dayField } from '#lib/ledger/periods';
import { railDefinitions } from '#lib/rails/registry';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A day of a live rail, as the address of a page names it. Throws `NOT_FOUND` for a rail or a day that is none. */
export function requireRailDay(provider: string, day: string, now: Date): void {
  const isRail = railDefinitions.some(({ traits }) => traits.provider === provider);
  if (isRail && dayField.safeParse(day).success && day <= banjulDay(now)) return;
  throw new AppError('NOT_FOUND', 'There is no such rail, or no such day yet.');
}

/** When it begins, and when the next one does. */
export function boundsOf(day: string): { from: string; until: string } {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from: from.toISOString(), until: new Date(from.getTime() + DAY_MS).toISOString() };
}

/** What is asked of a day whose statement was never imported. */
export function notImported(): AppError {
  return new AppError('INVALID_STATE', 'No statement of this day was imported yet.');
}

export function dayClosed(): AppError {
  return new AppError('INVALID_STATE', 'This day is closed; its statement stays as it is.');
}
