import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import type { Context } from '#lib/context';
import type { Recent } from '#lib/customers/newest-activity';
import { railDefinitions } from '#lib/rails/registry';
import { unguessed } from '#lib/transactions/unguessed';

// The three ways by which customers are found in the payments and requests of a client.

export interface Walked {
  /** Each number by its newest activity among those that were looked at. */
  recent: Recent[];
  /** The last that was looked at, where there is more beyond it. */
  end: string | null;
}

interface Walk {
  /** Older than this. */
  before: string;
  /** So many are looked at. */
  atMost: number;
  /** Of rows `a` with `mobile` and `customer_name`. */
  condition?: Fragment;
}

/** Who is found among the newest transactions of all types, and requests to pay: the quickest where most are collections. */
export function walkNewest(ctx: Context, walk: Walk): Promise<Walked> {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  return walkIds(
    ctx,
    walk,
    sql`(select t.id from transactions t
      where t.client_id = ${client} and t.environment = ${environment} and t.id < ${walk.before}
      order by t.id desc limit ${walk.atMost})`,
  );
}

const statuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'];

/** The same among the newest collections alone, for who pays out much more than is collected. */
export function walkCollections(ctx: Context, walk: Walk): Promise<Walked> {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  // Of some that ended, nobody had chosen a wallet.
  const rails = [CUSTOMER_CHOICE, ...railDefinitions.map(({ traits }) => traits.provider)];
  return walkIds(
    ctx,
    walk,
    sql`(select f.id from unnest(${statuses}::text[]) as s (status) cross join unnest(${rails}::text[]) as p (provider)
      cross join lateral (
        select t.id from transactions t
        where t.client_id = ${client} and t.environment = ${environment} and t.type = 'collection'
          and t.status = s.status and t.provider = p.provider and t.id < ${walk.before}
        order by t.id desc limit ${walk.atMost}
      ) f order by f.id desc limit ${walk.atMost})`,
  );
}

/** Each id is looked up in the primary key of its table, also where the planner does not know how many there are. */
async function walkIds(
  ctx: Context,
  { before, atMost, condition }: Walk,
  payments: Fragment,
): Promise<Walked> {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  const rows = await sql`
    with walked as materialized (
      select * from (
        select id, false as is_request from ${payments} p
        union all
        select id, true from (
          select r.id from payment_requests r
          where r.client_id = ${client} and r.environment = ${environment} and r.id < ${before}
          order by r.id desc limit ${atMost}
        ) r
      ) u order by id desc limit ${atMost}
    ), named as (
      select w.id, f.mobile, f.customer_name from walked w cross join lateral (
        (select t.mobile, t.customer_name, t.type = 'collection' as counts from transactions t
         where not w.is_request and t.client_id = ${client} and t.environment = ${environment} and t.id = w.id
         offset 0)
        union all
        (select l.customer_mobile, l.customer_name, true from payment_links l
         where w.is_request and l.client_id = ${client} and l.environment = ${environment} and l.id = w.id
         offset 0)
      ) f where f.counts and f.mobile is not null
    )
    select o.id as end, a.mobile, a.id
    from (select (select id from walked order by id desc offset ${atMost - 1} limit 1) as id) o
    left join (
      select distinct on (mobile) mobile, id from named a where ${condition ?? sql`true`} order by mobile, id desc
    ) a on true`;
  return {
    recent: rows.flatMap(({ mobile, id }) => (mobile === null ? [] : [{ mobile, id }])),
    end: rows[0]?.end ?? null,
  };
}

/**
 * Every number that a client has paid, been paid by or asked to pay, each found by one step in an index; undefined where
 * there are more than `atMost`.
 */
export async function allNumbers(ctx: Context, atMost: number): Promise<string[] | undefined> {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  const after = (column: Fragment, from: Fragment, than: Fragment) => sql`
    (select ${column} from ${from}
     where client_id = ${client} and environment = ${environment} and ${column} > ${than} order by ${column} limit 1)`;
  const numbersOf = (column: Fragment, from: Fragment) => sql`
    with recursive numbers (mobile) as (
      select ${after(column, from, sql`''`)}
      union all
      select ${after(column, from, sql`n.mobile`)} from numbers n where n.mobile is not null
    )
    select mobile from numbers where mobile is not null limit ${atMost + 1}`;
  const found = await Promise.all([
    sql`${numbersOf(sql`mobile`, sql`transactions`)}`,
    sql`${numbersOf(sql`customer_mobile`, sql`(select * from payment_links where is_request) l`)}`,
  ]);
  const numbers = new Set(found.flatMap((rows) => rows.map(({ mobile }) => mobile as string)));
  return numbers.size > atMost ? undefined : [...numbers];
}
