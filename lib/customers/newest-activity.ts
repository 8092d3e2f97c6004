import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { personOf } from '#lib/customers/customer';
import { unguessed } from '#lib/transactions/unguessed';

/** A customer, by what they were last asked for or paid. */
export interface Recent {
  /** The number in the spelling that was used then. */
  mobile: string;
  /** Of that collection or request; both are UUIDv7, so that the newer one is the greater. */
  id: string;
}

/**
 * The collections of a number, in the order of time: by a range of one number and not by `=`, for which the planner may
 * go through all of the client's rows by their ids, in hope of an early match.
 */
export function collectionsOf(ctx: Context, mobile: Fragment, order = newestFirst()): Fragment {
  const { client, environment } = unguessed(ctx);
  return sqlClient()`
    transactions t
    where t.client_id = ${client} and t.environment = ${environment} and t.mobile between ${mobile} and ${mobile}
      and t.type = 'collection'
    order by t.mobile ${order}, t.id ${order}`;
}

/** The same of what they were asked to pay. */
export function requestsOf(ctx: Context, mobile: Fragment, order = newestFirst()): Fragment {
  const { client, environment } = unguessed(ctx);
  return sqlClient()`
    payment_links l
    where l.client_id = ${client} and l.environment = ${environment} and l.is_request
      and l.customer_mobile between ${mobile} and ${mobile}
    order by l.customer_mobile ${order}, l.id ${order}`;
}

const newestFirst = () => sqlClient()`desc`;

/** Who of these numbers are customers, the one with the newest activity first; a person once. */
export async function newestActivity(ctx: Context, mobiles: string[]): Promise<Recent[]> {
  if (mobiles.length === 0) return [];
  const sql = sqlClient();
  const rows = await sql<Recent[]>`
    select m.mobile, newest.id from unnest(${mobiles}::text[]) as m (mobile)
    cross join lateral (
      select id from (
        (select t.id from ${collectionsOf(ctx, sql`m.mobile`)} limit 1)
        union all
        (select l.id from ${requestsOf(ctx, sql`m.mobile`)} limit 1)
      ) each order by id desc limit 1
    ) newest`;
  return firstOfEach(rows);
}

/** Each person by the newest of these, newest first. */
export function firstOfEach(rows: readonly Recent[]): Recent[] {
  const seen = new Set<string>();
  return rows
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .flatMap(({ mobile, id }) => {
      const person = personOf(mobile);
      if (seen.has(person)) return [];
      seen.add(person);
      return [{ mobile, id }];
    });
}
