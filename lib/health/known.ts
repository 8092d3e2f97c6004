import { describeError, log } from '#lib/log';
import { within } from '#lib/within';

/** What was found, or why it is not known, as the end of "not known: …". */
export type Known<T> = { value: T } | { unknown: string };

const FOUND_WITHIN_MS = 5_000;

/** Never throws: what cannot be found out in five seconds is not known, for `reason`. */
export async function known<T>(reason: string, find: () => Promise<T>): Promise<Known<T>> {
  try {
    return { value: await within(FOUND_WITHIN_MS, find()) };
  } catch (error) {
    log.warn({ reason, ...describeError(error) }, 'a part of the installation’s health is not known');
    return { unknown: reason };
  }
}
