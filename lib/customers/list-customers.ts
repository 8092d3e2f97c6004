import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { type PresentedCustomer, presentCustomers } from '#lib/customers/customer-figures';
import { firstOfEach, newestActivity, type Recent } from '#lib/customers/newest-activity';
import { allNumbers, walkCollections, walkNewest } from '#lib/customers/walk-activity';
import { textField } from '#lib/fields';
import { cursorField, limitField, makeCursor } from '#lib/http/paging';
import { normaliseMobile, parseMobile, spellingsOf } from '#lib/phone';

export const customerQuery = z.object({
  /** Words of a name from the beginning of one, or digits of the number. */
  q: textField(120)
    .transform((text) => text.trim())
    .optional(),
  limit: limitField.default(25),
  cursor: cursorField.optional(),
});

export interface CustomerPage {
  status: 'success';
  data: PresentedCustomer[];
  pagination: { limit: number; next_cursor: string | null };
}

const ABOVE_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** So many payments and requests are walked for a page: a few hundredths of a second. */
const WALKED = 5_000;
/** And so many collections where those name too few. */
const WALKED_FURTHER = 10_000;
/** And where somebody is looked for, as a search for payments does (lib/reads/search-transactions.ts). */
const SEARCHED = 20_000;
/** Of so many numbers all are looked at where a walk finds too few: a tenth of a second. */
const NUMBERS = 3_000;
/** Of those on the way, so many at first are looked up at once. */
const BATCH = 100;

/**
 * A page of the customers of this account and environment, the one with the newest payment or request first. Where the
 * newest 10,000 collections name too few for it, and there are more than 3,000 numbers, it is a short one that leads on.
 * A search looks at one number that is given whole, at all numbers for digits of one, where there are 3,000 at most, and
 * else at the newest 20,000 payments and requests.
 */
export async function listCustomers(
  ctx: Context,
  { q, limit, cursor }: z.output<typeof customerQuery>,
): Promise<CustomerPage> {
  const before = cursor?.[0] ?? ABOVE_ALL_IDS;
  const found = q ? await searched(ctx, q, before) : await newest(ctx, before, limit + 1);
  const page = found.recent.slice(0, limit);
  const end = found.recent.length > limit ? page.at(-1)?.id : found.end;
  return {
    status: 'success',
    data: await presentCustomers(ctx, page),
    pagination: { limit, next_cursor: end ? makeCursor([end]) : null },
  };
}

interface Found {
  /** Each customer once, newest first. */
  recent: Recent[];
  /** Where the next page goes on when these do not fill this one. */
  end: string | null;
}

async function newest(ctx: Context, before: string, wanted: number): Promise<Found> {
  const near = await walkNewest(ctx, { before, atMost: WALKED });
  const recent = await notSeenBefore(ctx, near.recent, before, wanted);
  if (recent.length >= wanted || near.end === null) return { recent, end: null };
  const numbers = await allNumbers(ctx, NUMBERS);
  if (numbers) return { recent: olderThan(before, await newestActivity(ctx, numbers)), end: null };
  const far = await walkCollections(ctx, { before, atMost: WALKED_FURTHER });
  return { recent: await notSeenBefore(ctx, far.recent, before, wanted), end: far.end };
}

/** Without those whose newest activity is on a page before. */
async function notSeenBefore(
  ctx: Context,
  walked: readonly Recent[],
  before: string,
  wanted: number,
): Promise<Recent[]> {
  const candidates = firstOfEach(walked);
  if (before === ABOVE_ALL_IDS) return candidates;
  const kept: Recent[] = [];
  for (let at = 0, size = BATCH; at < candidates.length && kept.length < wanted; at += size, size *= 2) {
    const batch = candidates.slice(at, at + size).flatMap(({ mobile }) => spellingsOf(mobile));
    kept.push(...olderThan(before, await newestActivity(ctx, batch)));
  }
  return kept;
}

const olderThan = (before: string, recent: readonly Recent[]) => recent.filter(({ id }) => id < before);

async function searched(ctx: Context, q: string, before: string): Promise<Found> {
  const number = normaliseMobile(q);
  if (parseMobile(number)) return { recent: await newestActivity(ctx, spellingsOf(number)), end: null };
  const digits = q.replaceAll(LAYOUT, '');
  const isNumber = /^\d+$/.test(digits);
  const numbers = isNumber ? await allNumbers(ctx, NUMBERS) : undefined;
  const recent = numbers
    ? await newestActivity(ctx, numbers.filter((each) => each.includes(digits)).flatMap(spellingsOf))
    : await searchedAlong(ctx, isNumber ? ofDigits(digits) : ofWords(q));
  return { recent: olderThan(before, recent), end: null };
}

/** What may stand between the digits of a number that somebody looks for. */
const LAYOUT = /[\s()+.-]/g;

/** Each by what it was found by, from the newest on however far the page is, so that nobody is on two of them. */
async function searchedAlong(ctx: Context, condition: Fragment): Promise<Recent[]> {
  const { recent } = await walkNewest(ctx, { before: ABOVE_ALL_IDS, atMost: SEARCHED, condition });
  return firstOfEach(recent);
}

const ofDigits = (digits: string) => sqlClient()`strpos(a.mobile, ${digits}) > 0`;

/** From the beginning of a word, whatever the case. */
function ofWords(q: string): Fragment {
  const words = q.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  return sqlClient()`a.customer_name ~* ${`(^|[^[:alnum:]])${words}`}`;
}
