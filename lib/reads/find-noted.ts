import type { Context } from '#lib/context';
import { spellingsOf } from '#lib/phone';
import { readingSql } from '#lib/reads/read-apart';
import { unguessed } from '#lib/transactions/unguessed';

/** What words that somebody wrote stand on, as far as transactions can be found by it. */
export interface Noted {
  /** Every spelling of the customers' numbers; E.164. */
  mobiles: string[];
  /** Ids of payment links, which requests to pay have too. */
  links: string[];
  /** Ids of the payouts that rows of files became. */
  payouts: string[];
}

export const nothingNoted: Noted = { mobiles: [], links: [], payouts: [] };

/** Of each kind, so many of the newest are read, and so many that have the words are taken. */
const READ = 20_000;
const TAKEN = 50;

/**
 * Where these words stand, each from the beginning of one and whatever their case: in a note about a customer, in the
 * title or the description of a payment link, in what was noted of cash, and in the note of a payout's row in a file. Only
 * for roles that may read the business: all of it stands on pages that they have. Nothing for fewer than three letters in a row.
 */
export async function findNoted(ctx: Context, q: string): Promise<Noted> {
  if (!/\p{L}{3}/u.test(q)) return nothingNoted;
  const { client, environment } = unguessed(ctx);
  const words = wordsOf(q);
  const rows = await readingSql()<{ kind: string; found: string }[]>`
    (select 'mobile' as kind, mobile as found from (
       select mobile, text from customer_notes
       where client_id = ${client} and environment = ${environment} order by id desc limit ${READ}
     ) n where text ~* ${words} limit ${TAKEN})
    union all
    (select 'link', id::text from (
       select id, title, description from payment_links
       where client_id = ${client} and environment = ${environment} order by id desc limit ${READ}
     ) l where title ~* ${words} or description ~* ${words} limit ${TAKEN})
    union all
    (select 'link', id::text from (
       select id, paid_by_hand_note from payment_requests
       where client_id = ${client} and environment = ${environment} order by id desc limit ${READ}
     ) r where paid_by_hand_note ~* ${words} limit ${TAKEN})
    union all
    (select 'payout', transaction_id::text from (
       select transaction_id, note from payout_batch_rows
       where client_id = ${client} order by batch_id desc, line desc limit ${READ}
     ) b where transaction_id is not null and note ~* ${words} limit ${TAKEN})`;
  const of = (kind: string) => [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.found))];
  return { mobiles: of('mobile').flatMap(spellingsOf), links: of('link'), payouts: of('payout') };
}

/** The pattern of these words, from the beginning of one; what PostgreSQL takes for a sign is taken as it stands. */
export function wordsOf(q: string): string {
  return `(^|[^[:alnum:]])${q.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')}`;
}
