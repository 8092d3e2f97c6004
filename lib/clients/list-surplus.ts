import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { formatAmount } from '#lib/money';
import { canDo } from '#lib/rails/registry';

const MOST_SURPLUS = 20;

export interface Surplus {
  transaction_id: string;
  /** `link`: beyond what was to be paid at a link; `double`: another attempt of the reference was paid too; `more`: more came than was
   * asked for; `unsuccessful`: it came for a payment that did not succeed. The last two were credited by two operators. */
  kind: 'link' | 'double' | 'more' | 'unsuccessful';
  amount: string;
  client_reference: string;
  /** Of the link. */
  code: string | null;
}

interface SurplusRow {
  id: string;
  kind: Surplus['kind'];
  bututs: string;
  client_reference: string;
  code: string | null;
  mobile: string | null;
  provider: string;
}

/**
 * What a customer has paid too much, and has not back, the newest first. Twice for a reference: as long as the operators
 * have its case open, so that whoever keeps both is not told of it for ever; the sandbox has no cases. Of a request to
 * pay it is what is beyond its amount, what was paid by hand included: nothing, where that was taken back. What was within
 * it counts before what was flagged, and that in its order.
 */
export async function listSurplus(ctx: Context): Promise<Surplus[]> {
  const rows = await sqlClient()<SurplusRow[]>`
    ${surplusOf(ctx)} select * from counted where bututs > 0 order by id desc limit ${MOST_SURPLUS}`;
  return rows.map((row) => ({
    transaction_id: row.id,
    kind: row.kind,
    amount: formatAmount(BigInt(row.bututs)),
    client_reference: row.client_reference,
    code: row.kind === 'link' ? row.code : null,
  }));
}

/** Whether something of that is these numbers', and can go back by Kaira. */
export async function isOwedBack(ctx: Context, mobiles: string[]): Promise<boolean> {
  const rows = await sqlClient()<SurplusRow[]>`
    ${surplusOf(ctx)} select * from counted where bututs > 0 and mobile = any (${mobiles})`;
  return rows.some(({ provider }) => canDo(provider, 'payout'));
}

/** `counted`, for a statement to read from. */
function surplusOf(ctx: Context): Fragment {
  const sql = sqlClient();
  const own = sql`t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment}`;
  return sql`
    with surplus as (
      select t as k, 'link' as kind, coalesce(q.beyond_bututs, t.amount_bututs) as bututs from transactions t
      left join lateral (
        select (
          select sum(o.amount_bututs) - case when p.cancelled_at is null
              then l.amount_bututs - case when p.paid_by_hand_at is null then 0 else coalesce(p.paid_by_hand_bututs, l.amount_bututs) end
            -- Withdrawn, it asked for no more than had come.
            else least(coalesce(sum(o.amount_bututs) filter (where not o.over_limit), 0), l.amount_bututs) end
          from transactions o
          where o.client_id = t.client_id and o.environment = t.environment and o.payment_link_id = t.payment_link_id
            and o.status = 'SUCCEEDED' and (not o.over_limit or (o.completed_at, o.id) <= (t.completed_at, t.id))
        ) as beyond_bututs
        from payment_requests p
        join payment_links l on l.client_id = p.client_id and l.environment = p.environment and l.id = p.id
        where p.client_id = t.client_id and p.environment = t.environment and p.id = t.payment_link_id
      ) q on true
      where ${own} and t.over_limit
      union all
      select t, 'double', t.amount_bututs from cases c
      join transactions t on t.client_id = c.client_id and t.id = c.transaction_id
      where c.status = 'OPEN' and c.kind = 'double_payment' and c.client_id = ${ctx.client.id} and ${own}
        and t.status = 'SUCCEEDED' and not t.over_limit
      union all
      select t, case t.status when 'SUCCEEDED' then 'more' else 'unsuccessful' end, null from transactions t
      where ${own} and t.type = 'collection' and t.status <> 'PENDING'
        -- Read once, also of a client that the planner does not know yet.
        and t.id = any (array(
          select transaction_id from adjustments
          where client_id = ${ctx.client.id} and environment = ${ctx.environment} and client_bututs > 0))
    ), counted as (
      select (k).id, (k).client_reference, (k).mobile, (k).provider, (k).payment_link_code as code, kind, case kind
               -- What is given back of it is given back of what is too much.
               when 'link' then least(bututs, (k).amount_bututs) - (k).amount_bututs + least(left_of_collection(k), (k).amount_bututs)
               when 'more' then left_of_collection(k) - (k).amount_bututs
               when 'unsuccessful' then left_of_collection(k)
               else least(bututs, left_of_collection(k)) end as bututs
      from surplus
    )`;
}
