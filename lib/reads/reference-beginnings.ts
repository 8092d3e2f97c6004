import type { Context } from '#lib/context';
import { readingSql } from '#lib/reads/read-apart';

/** So many of the newest references are looked at for how they begin, */
const NEWEST = 500;
/** and so many of the beginnings that are found there are tried, the most frequent ones. */
const TRIED = 10;
/** Letters and separators up to the first digit. Longer ones are no number's prefix. */
const HEAD = /^\D{1,40}(?=\d)/;

/**
 * How a reference may begin that somebody looks for as `q`: as it was typed, and for one with a number also behind what
 * this client's references have before theirs: `1042`, `order 1042` and `order1042` are `ORDER-1042` where others are
 * called `ORDER-`.
 */
export async function readBeginnings(ctx: Context, q: string): Promise<string[]> {
  if (!/\d/.test(q)) return [q];
  const rows = await readingSql()<{ client_reference: string }[]>`
    select client_reference from transactions
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} order by id desc limit ${NEWEST}`;
  return beginningsOf(q, headsOf(rows.map((row) => row.client_reference)));
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

/** Of a text with a digit: itself, and its number behind each head that has the same letters, or any where it has none. */
export function beginningsOf(q: string, heads: readonly string[]): string[] {
  const at = q.search(/\d/);
  const letters = lettersOf(q.slice(0, at));
  const fitting = heads.filter((head) => letters === '' || lettersOf(head) === letters);
  return [...new Set([q, ...fitting.map((head) => head + q.slice(at))])];
}

/** Whatever their case, and without what stands between them. */
function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '').toLowerCase();
}
