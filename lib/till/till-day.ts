import { z } from 'zod';
import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import { type Bututs, formatAmount } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import {
  type CounterDay,
  type OfWallet,
  presentCounter,
  readCounterDay,
  type Sum,
  sumOf,
} from '#lib/till/counter';
import { type Seller, seesOnlyOwn, soldBy, tillPrefix } from '#lib/till/own-sales';
import { fromRow } from '#lib/transactions/row';

/** Of the newest sales of a day so many are listed; the sums are of all. */
const LISTED = 50;

export const tillQuery = z.object({
  day: z.iso.date('This must be a day such as 2027-01-31.').optional(),
});

/**
 * What a business took at its counter on a day: by wallet, in all, by who sold, and sale by sale, the newest first. A
 * cashier's day is what they sold themselves; what was paid at the counter's own code stands beside it.
 */
export async function readTillDay(ctx: Seller, { day = banjulDay(ctx.now()) }: z.output<typeof tillQuery>) {
  const prefix = tillPrefix(day);
  const sql = sqlClient();
  const onlyOwn = seesOnlyOwn(ctx);
  const those = sql`
    t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.type = 'collection'
      and t.client_reference ~>=~ ${prefix} and t.client_reference ~<~ ${`${prefix}~`} and t.status = 'SUCCEEDED'
      ${onlyOwn ? sql`and ${soldBy(ctx)}` : sql``}`;
  const [ofTill, sales, counter, people, items] = await Promise.all([
    sql<OfWallet[]>`
      select provider, count(*)::int as count, sum(amount_bututs)::text as bututs
      from transactions t where ${those} group by provider`,
    sql`select * from transactions t where ${those} order by id desc limit ${LISTED}`,
    readCounterDay(ctx, day),
    onlyOwn ? [] : readSellers(ctx, those),
    readItems(those),
  ]);
  const all = [...ofTill, ...(onlyOwn ? [] : (counter?.sums ?? []))];
  const wallets = sumUp(all, ({ provider }) => provider);
  const inAll = sumOf(all);
  return {
    day,
    only_own: onlyOwn,
    count: inAll.count,
    total: formatAmount(inAll.bututs),
    wallets: [...wallets]
      .sort(([a, one], [b, other]) => Number(other.bututs - one.bututs) || (a < b ? -1 : 1))
      .map(([provider, { count, bututs }]) => ({
        ...presentRail(provider),
        count,
        amount: formatAmount(bututs),
      })),
    people: peopleOf(people, onlyOwn ? null : counter),
    items: itemsOf(items, sumOf(ofTill).bututs),
    sales: sales.map((row) => {
      const sale = fromRow(row);
      return {
        transaction_id: sale.id,
        client_reference: sale.clientReference,
        amount: formatAmount(sale.amountBututs),
        ...presentRail(sale.provider),
        mobile: sale.mobile,
        completed_at: sale.completedAt?.toISOString() ?? null,
      };
    }),
    counter: counter && presentCounter(counter),
  };
}

export type TillDay = Awaited<ReturnType<typeof readTillDay>>;

interface OfItem {
  name: string;
  count: number;
  bututs: string;
}

/** By item, as it was called and what it cost when it was sold; the one with most first. */
function readItems(those: ReturnType<typeof soldBy>): Promise<OfItem[]> {
  return sqlClient()<OfItem[]>`
    select i.name, sum(i.count)::int as count, sum(i.count * i.price)::text as bututs
    from transactions t
    join payment_links l on l.client_id = t.client_id and l.environment = t.environment and l.id = t.payment_link_id
    cross join lateral jsonb_to_recordset(l.sold) as i (name text, count int, price bigint)
    where ${those} and l.sold is not null
    group by i.name order by sum(i.count * i.price) desc, i.name`;
}

/** What was sold of each item, and what was typed beside them; null: no item was sold. */
function itemsOf(items: OfItem[], ofTill: Bututs) {
  if (items.length === 0) return null;
  const all = sumOf(items).bututs;
  return {
    sold: items.map(({ bututs, ...item }) => ({ ...item, amount: formatAmount(BigInt(bututs)) })),
    typed: formatAmount(ofTill - all),
  };
}

interface OfPerson {
  seller: string | null;
  name: string | null;
  count: number;
  bututs: string;
}

/** By whoever made the page for the customer, as `soldBy` has it, or began the payment. */
function readSellers({ client }: Seller, those: ReturnType<typeof soldBy>): Promise<OfPerson[]> {
  return sqlClient()<OfPerson[]>`
    with sold as materialized (
      select coalesce(l.made_by, h.actor) as seller, count(*)::int as count, sum(t.amount_bututs)::text as bututs
      from transactions t
      left join lateral (
        select made_by from payment_links
        where t.customer_chooses and client_id = t.client_id and environment = t.environment and id = t.payment_link_id offset 0) l on true
      left join lateral (
        select actor from transaction_changes
        where not t.customer_chooses and client_id = t.client_id and transaction_id = t.id and sequence = 1 offset 0) h on true
      where ${those} group by 1
    )
    select seller, count, bututs,
      (select name from users where client_id = ${client.id} and 'user:' || id = seller) as name
    from sold`;
}

/** Each person, the one with most first; programs and who is gone have no name, and are one each. */
function peopleOf(sellers: OfPerson[], counter: CounterDay | null) {
  const unnamed = ({ seller }: OfPerson) => (seller?.startsWith('api_key:') ? 'By API' : 'Others');
  const sums = sumUp(sellers, (each) => (each.name === null ? unnamed(each) : (each.seller as string)));
  const names = new Map(sellers.map(({ seller, name }) => [seller, name]));
  const people = [...sums].map(([key, sum]) => ({ key, name: names.get(key) ?? key, ...sum }));
  if (counter && counter.sums.length > 0) {
    people.push({ key: 'counter', name: 'The counter’s code', ...counter.all });
  }
  return people
    .sort((one, other) => Number(other.bututs - one.bututs) || (one.name < other.name ? -1 : 1))
    .map(({ bututs, ...person }) => ({ ...person, amount: formatAmount(bututs) }));
}

function sumUp<Row extends Pick<OfWallet, 'count' | 'bututs'>>(
  rows: Row[],
  keyOf: (row: Row) => string,
): Map<string, Sum> {
  return new Map([...Map.groupBy(rows, keyOf)].map(([key, those]) => [key, sumOf(those)]));
}
