import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { collectionsOf, type Recent, requestsOf } from '#lib/customers/newest-activity';
import { type Bututs, formatAmount } from '#lib/money';
import { spellingsOf } from '#lib/phone';
import { presentTransaction } from '#lib/reads/present-transaction';
import { fromRow } from '#lib/transactions/row';
import type { Transaction } from '#lib/transactions/transaction';
import { unguessed } from '#lib/transactions/unguessed';

/** Of a customer with more transactions than this, a list adds up the newest: each is a page of the table to read. */
const ADDED_UP = 1_000;
/** Among the newest so many collections or requests a name is looked for. */
const NAMED = 100;

/** What a customer has paid, by what the books say of their numbers. */
export interface Figures {
  payments: number;
  /** Of collections that succeeded, less the refunds that did. */
  paidBututs: Bututs;
  payouts: number;
  paidOutBututs: Bututs;
  /** False: they are of the newest transactions of each number only. */
  isWhole: boolean;
}

export interface KnownCustomer extends Recent {
  /** As it was given last. */
  name: string | null;
  figures: Figures;
  /** Null: they were asked to pay, and nothing was begun. */
  lastPayment: Transaction | null;
}

/** What is known of these customers, in their order. */
export async function knowCustomers(
  ctx: Context,
  recent: readonly Recent[],
  addedUp: number,
): Promise<KnownCustomer[]> {
  const spellings = recent.map(({ mobile }) => spellingsOf(mobile));
  const mobiles = spellings.flat();
  const [figures, names, payments] = await Promise.all([
    readFigures(ctx, mobiles, addedUp),
    readNames(ctx, mobiles),
    readLastPayments(ctx, mobiles),
  ]);
  return recent.map((each, index) => {
    const own = spellings[index] ?? [];
    const of = <T>(found: ReadonlyMap<string, T>) => own.flatMap((mobile) => found.get(mobile) ?? []);
    return {
      ...each,
      name: newestOf(of(names))?.name ?? null,
      figures: of(figures).reduce(together),
      lastPayment: newestOf(of(payments)) ?? null,
    };
  });
}

export async function presentCustomers(ctx: Context, recent: readonly Recent[]) {
  if (recent.length === 0) return [];
  return (await knowCustomers(ctx, recent, ADDED_UP)).map(presentCustomer);
}

/** A customer of a list. */
export function presentCustomer({ mobile, name, figures, lastPayment }: KnownCustomer) {
  return {
    mobile,
    name,
    payments: figures.payments,
    paid_amount: formatAmount(figures.paidBututs),
    payouts: figures.payouts,
    paid_out_amount: formatAmount(figures.paidOutBututs),
    figures_are_whole: figures.isWhole,
    last_payment: lastPayment && presentTransaction(lastPayment),
  };
}

export type PresentedCustomer = ReturnType<typeof presentCustomer>;

function newestOf<T extends { id: string }>(each: T[]): T | undefined {
  return each.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
}

function together(a: Figures, b: Figures): Figures {
  return {
    payments: a.payments + b.payments,
    paidBututs: a.paidBututs + b.paidBututs,
    payouts: a.payouts + b.payouts,
    paidOutBututs: a.paidOutBututs + b.paidOutBututs,
    isWhole: a.isWhole && b.isWhole,
  };
}

/** The number, with the name that was given with it last; also of somebody who is no customer yet. */
export async function nameCustomer(ctx: Context, mobile: string) {
  const names = await readNames(ctx, spellingsOf(mobile));
  return { mobile, name: newestOf([...names.values()])?.name ?? null };
}

/** One look at each number, whose rows `m` has. */
function eachOf(mobiles: string[]): Fragment {
  return sqlClient()`unnest(${mobiles}::text[]) as m (mobile)`;
}

async function readFigures(ctx: Context, mobiles: string[], atMost: number): Promise<Map<string, Figures>> {
  const sql = sqlClient();
  const { client, environment } = unguessed(ctx);
  const rows = await sql`
    select m.mobile, f.* from ${eachOf(mobiles)} cross join lateral (
      select count(*)::int as rows,
             count(*) filter (where type = 'collection')::int as payments,
             coalesce(sum(case type when 'collection' then amount_bututs when 'refund' then -amount_bututs end), 0)::text as paid,
             count(*) filter (where type = 'payout')::int as payouts,
             coalesce(sum(amount_bututs) filter (where type = 'payout'), 0)::text as paid_out
      from (
        select case t.status when 'SUCCEEDED' then t.type end as type, t.amount_bututs from transactions t
        where t.client_id = ${client} and t.environment = ${environment} and t.mobile between m.mobile and m.mobile
        order by t.mobile desc, t.id desc limit ${atMost + 1}
      ) n
    ) f`;
  return new Map(
    rows.map((row) => [
      row.mobile,
      {
        payments: row.payments,
        paidBututs: BigInt(row.paid),
        payouts: row.payouts,
        paidOutBututs: BigInt(row.paid_out),
        isWhole: row.rows <= atMost,
      },
    ]),
  );
}

async function readNames(
  ctx: Context,
  mobiles: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const sql = sqlClient();
  const rows = await sql`
    select m.mobile, named.id, named.customer_name as name from ${eachOf(mobiles)} cross join lateral (
      select * from (
        (select t.id, t.customer_name from ${collectionsOf(ctx, sql`m.mobile`)} limit ${NAMED})
        union all
        (select l.id, l.customer_name from ${requestsOf(ctx, sql`m.mobile`)} limit ${NAMED})
      ) n where customer_name is not null order by id desc limit 1
    ) named`;
  return new Map(rows.map(({ mobile, id, name }) => [mobile, { id, name }]));
}

async function readLastPayments(ctx: Context, mobiles: string[]): Promise<Map<string, Transaction>> {
  const sql = sqlClient();
  const rows = await sql`
    select last.* from ${eachOf(mobiles)} cross join lateral (
      select t.* from ${collectionsOf(ctx, sql`m.mobile`)} limit 1
    ) last`;
  return new Map(rows.map((row) => [row.mobile, fromRow(row)]));
}
