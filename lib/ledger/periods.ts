import { z } from 'zod';
import { banjulDay } from '#lib/clock';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long after its end a period may still get journals: statements end after 10 s, the rest is for clocks that are
 * wrong. `close_period` (db/functions/25_periods.sql) has it once more.
 */
const SETTLED_AFTER_MS = DAY_MS;

export const dayField = z.iso.date('This must be a day such as 2026-07-31.');
export const monthField = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This must be a month such as 2026-07.');

/** When a day begins in Banjul, which is when it begins in UTC. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** When it is over: the first instant that is no longer of it. */
export function endOf(day: string): Date {
  return new Date(startOf(day).getTime() + DAY_MS);
}

/** `2026-02` → `2026-02-28`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  // The day before the first of the month after; the months of a Date begin with 0.
  return banjulDay(new Date(Date.UTC(year, number, 0)));
}

/** `2026-12` → `2027-01`. */
export function monthAfter(month: string): string {
  return banjulDayAfter(lastDayOf(month)).slice(0, 7);
}

/** `2026-02-28` → `2026-03-01`. */
export function banjulDayAfter(day: string): string {
  return banjulDay(endOf(day));
}

/** Whether nothing that is dated by its own time can be dated into the day any more. */
export function isSettled(day: string, now: Date): boolean {
  return now.getTime() >= endOf(day).getTime() + SETTLED_AFTER_MS;
}
