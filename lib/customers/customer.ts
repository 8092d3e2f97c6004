import { AppError } from '#lib/errors';
import { normaliseMobile, parseMobile, spellingsOf } from '#lib/phone';

// A customer is a number of which a client has a collection, whatever became of it, or a request to pay. No table has
// customers: they are read from the payments and requests, so that nothing more is written where money moves.

/** One person under all spellings of the number. */
export function personOf(mobile: string): string {
  return spellingsOf(mobile).toSorted()[0] as string;
}

/** All spellings of the number that an address or a person names, as people write it. Throws `NOT_FOUND` for none. */
export function readSpellings(text: string): string[] {
  const mobile = normaliseMobile(text);
  if (parseMobile(mobile) === undefined) throw customerNotFound();
  return spellingsOf(mobile);
}

export function customerNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This account and environment have no customer with that number.');
}
