import type { PendingQuery, Row, Sql } from 'postgres';
import { isUuid, lowestIdAt } from '#lib/ids';
import { type Bututs, parseAmount } from '#lib/money';
import { normaliseMobile, parseMobile, spellingsOf } from '#lib/phone';
import { type Noted, wordsOf } from '#lib/reads/find-noted';
import type { TransactionFilters } from '#lib/reads/search-transactions';
import { typedAmount } from '#lib/typed-amount';

export type Fragment = PendingQuery<Row[]>;

/** Every filter as a condition on a row `t`. */
export function conditionsOf(
  sql: Sql,
  filters: TransactionFilters,
  noted: Noted,
  numbered: string[],
): Fragment {
  const { q, type, status, provider, reference, mobile } = filters;
  const { amount_min: atLeast, amount_max: atMost } = filters;
  const conditions = [
    ...(type ? [sql`t.type = any (${type})`] : []),
    ...(status ? [sql`t.status = any (${status})`] : []),
    ...(provider ? [sql`t.provider = any (${provider})`] : []),
    ...(mobile ? [sql`t.mobile = any (${spellingsOf(mobile)})`] : []),
    ...(reference ? [prefixCondition(sql, sql`t.client_reference`, reference)] : []),
    ...(q ? [anyIdentifier(sql, q, noted, numbered)] : []),
    ...(atLeast === undefined ? [] : [sql`t.amount_bututs >= ${atLeast.toString()}`]),
    ...(atMost === undefined ? [] : [sql`t.amount_bututs <= ${atMost.toString()}`]),
    withinTime(sql, filters),
  ];
  return conditions.reduce((all, each) => sql`${all} and ${each}`, sql`true`);
}

/** An id begins with the time of its row, so the bounds are found in the indexes, which end in the id. */
export function withinTime(sql: Sql, { from, to }: TransactionFilters): Fragment {
  const after = from ? sql`t.id >= ${lowestIdAt(from)} and t.created_at >= ${from.toISOString()}` : sql`true`;
  return to ? sql`${after} and t.id < ${lowestIdAt(to)} and t.created_at < ${to.toISOString()}` : after;
}

function anyIdentifier(
  sql: Sql,
  q: string,
  { mobiles, links, payouts }: Noted,
  numbered: string[],
): Fragment {
  const number = mobileOf(q);
  const amount = amountOf(q);
  const alternatives = [
    prefixCondition(sql, sql`t.client_reference`, q),
    ...(numbered.length > 0 ? [sql`t.client_reference = any (${numbered})`] : []),
    sql`t.rail_reference = ${q}`,
    ...(isUuid(q) ? [sql`t.id = ${q}`] : []),
    ...(number === undefined ? [] : [sql`t.mobile = any (${spellingsOf(number)})`]),
    ...(amount === undefined ? [] : [sql`t.amount_bututs = ${amount.toString()}`]),
    ...(mobiles.length > 0 ? [sql`t.mobile = any (${mobiles})`] : []),
    ...(links.length > 0 ? [sql`t.payment_link_id = any (${links}::uuid[])`] : []),
    ...(payouts.length > 0 ? [sql`t.id = any (${payouts}::uuid[])`] : []),
    ...(mayBeName(q) ? [nameCondition(sql, q)] : []),
  ];
  return sql`(${alternatives.reduce((all, each) => sql`${all} or ${each}`)})`;
}

/** Names have no digits, nearly all references and numbers have one. */
export function mayBeName(q: string): boolean {
  return /^\D{2,}$/.test(q);
}

/** Words of a name, or of why something was given back, whatever their case: `awa cee` is of `Awa Ceesay`. */
export function nameCondition(sql: Sql, q: string): Fragment {
  const words = wordsOf(q);
  return sql`(t.customer_name ~* ${words} or t.refund_reason ~* ${words})`;
}

/** Byte for byte, as `text_pattern_ops` orders the index: from the prefix to before the next one of its length. */
export function prefixCondition(sql: Sql, column: Fragment, prefix: string): Fragment {
  const end = textAfterPrefix(prefix);
  return end === undefined
    ? sql`${column} ~>=~ ${prefix}`
    : sql`${column} ~>=~ ${prefix} and ${column} ~<~ ${end}`;
}

/** The first text, in the order of UTF-8's bytes, that comes after all that begin with `prefix`. */
export function textAfterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (each) => each.codePointAt(0) as number);
  while (points.length > 0) {
    const last = points.pop() as number;
    // Surrogates are no characters: the one after U+D7FF is U+E000.
    if (last < 0x10ffff) return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}

/** `701 2345`, `220 7012345`, `+220-701-2345` → `+2207012345`. */
export function mobileOf(text: string): string | undefined {
  return parseMobile(normaliseMobile(text))?.e164;
}

/** `500`, `1 250.50`, `GMD 1,250` in bututs; undefined for what is no amount. */
export function amountOf(text: string): Bututs | undefined {
  return parseAmount(typedAmount(text.replace(/^(GMD|D)\s*/i, '')));
}
