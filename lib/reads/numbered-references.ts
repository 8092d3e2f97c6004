import type { Context } from '#lib/context';
import { readingSql } from '#lib/reads/read-apart';

/** So many of the newest references are looked at for how they begin, */
const NEWEST = 500;
/** and so many of the beginnings that are found there are tried, the most frequent ones. */
const TRIED = 10;
/** Letters and separators up to the first digit. Longer ones are no number's prefix. */
const HEAD = /^\D{1,40}(?=\d)/;

/**
 * The references that somebody may mean by a number, whole as this client's others are: `1042`, `order 1042` and
 * `order1042` are `ORDER-1042` where others begin with `ORDER-`. Whole, because few have it, however many there are:
 * what only begins so may be a tenth of all.
 */
export async function readNumbered(ctx: Context, q: string): Promise<string[]> {
  if (!/\d/.test(q)) return [];
  const rows = await readingSql()<{ client_reference: string }[]>`
    select client_reference from transactions
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} order by id desc limit ${NEWEST}`;
  return numbered(q, headsOf(rows.map((row) => row.client_reference)));
}

/** What stands before the first digit of these, the most frequent first. */
export function headsOf(references: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [head] of references.flatMap((each) => [HEAD.exec(each) ?? []])) {
    if (head !== undefined) counts.set(head, (counts.get(head) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return byCount.slice(0, TRIED).map(([head]) => head);
}

/** The number of a text that has one behind each head with the same letters, or behind any where it has none. */
export function numbered(q: string, heads: readonly string[]): string[] {
  const at = q.search(/\d/);
  const letters = lettersOf(q.slice(0, at));
  return heads
    .filter((head) => letters === '' || lettersOf(head) === letters)
    .map((head) => head + q.slice(at));
}

/** Whatever their case, and without what stands between them. */
function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '').toLowerCase();
}
