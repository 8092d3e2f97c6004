import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { lowestIdAt } from '#lib/ids';
import { type Bututs, formatAmount } from '#lib/money';
import { insertLink, newLink } from '#lib/payment-links/create-payment-link';
import {
  counterWords,
  type LinkRow,
  linkOf,
  type PaymentLink,
  presentPaymentLink,
} from '#lib/payment-links/payment-link';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';
import { presentRail } from '#lib/rails/rail-faces';
import { fromRow } from '#lib/transactions/row';

// The standing code of a business's counter: a payment link at which the customer types the amount and a name, so that
// whoever serves sees who has paid. One for each client and environment, for ever, so that what was printed stays right.

/** Those paid last of a day, which the till shows. */
const LISTED = 20;
const NAME = { key: 'name', label: counterWords.name, required: true };

/** What came in over one wallet, as a query says it. */
export interface OfWallet {
  provider: string;
  count: number;
  bututs: string;
}

export interface Sum {
  count: number;
  bututs: Bututs;
}

/** Pure: of rows as a query says them. */
export function sumOf(rows: readonly Pick<OfWallet, 'count' | 'bututs'>[]): Sum {
  return rows.reduce<Sum>(
    (all, { count, bututs }) => ({ count: all.count + count, bututs: all.bututs + BigInt(bututs) }),
    { count: 0, bututs: 0n },
  );
}

export async function findCounter({ client, environment }: Context): Promise<PaymentLink | undefined> {
  const [row] = await sqlClient()<LinkRow[]>`
    select * from payment_links where client_id = ${client.id} and environment = ${environment} and at_counter`;
  return row && linkOf(row);
}

/** Guarantee: there is one afterwards and it takes payments without an end, whatever it was, however often and in parallel this is called. */
export async function openCounter(ctx: Context): Promise<PaymentLink> {
  const found = await findCounter(ctx);
  if (found === undefined) {
    const link = {
      ...newLink(ctx, ctx.now()),
      title: counterWords.title,
      fields: [NAME],
      atCounter: true,
    };
    if (await insertLink(ctx, link, { link })) return link;
  }
  const link = found ?? (await findCounter(ctx));
  invariant(link, 'a counter is there, or was made');
  const isEndless = link.maxPayments === null && link.expiresAt === null && link.providers === null;
  if (link.isActive && isEndless) return link;
  const anew = { status: 'ACTIVE', max_payments: null, expires_at: null, providers: null } as const;
  return updatePaymentLink(ctx, link.id, anew);
}

/** Throws `NOT_FOUND` where there is none. */
export async function closeCounter(ctx: Context): Promise<PaymentLink> {
  const link = await findCounter(ctx);
  if (link === undefined) throw new AppError('NOT_FOUND', 'This counter has no code yet.');
  return updatePaymentLink(ctx, link.id, { status: 'INACTIVE' });
}

/**
 * Whether anything has come there since a till looked: one row, however many payments a day has. A till that has `seen` as
 * many asks for nothing more.
 */
export async function readCounterNews(ctx: Context) {
  const link = await findCounter(ctx);
  return link === undefined ? null : newsOf(link);
}

function newsOf(link: PaymentLink) {
  return { is_open: presentPaymentLink(link).status === 'ACTIVE', seen: link.succeeded };
}

/** What was paid there of what began on a day of Banjul; null: there is no such code. */
export async function readCounterDay(ctx: Context, day: string) {
  const link = await findCounter(ctx);
  if (link === undefined) return null;
  const sql = sqlClient();
  const begin = new Date(`${day}T00:00:00Z`);
  const those = sql`
    client_id = ${ctx.client.id} and environment = ${ctx.environment} and payment_link_id = ${link.id}
      and id >= ${lowestIdAt(begin)} and id < ${lowestIdAt(new Date(begin.getTime() + 86_400_000))}
      and status = 'SUCCEEDED'`;
  const [sums, newest] = await Promise.all([
    sql<OfWallet[]>`
      select provider, count(*)::int as count, sum(amount_bututs)::text as bututs
      from transactions where ${those} group by provider`,
    sql`select * from transactions where ${those} order by completed_at desc, id desc limit ${LISTED}`,
  ]);
  return { link, sums, all: sumOf(sums), payments: newest.map(fromRow) };
}

export type CounterDay = NonNullable<Awaited<ReturnType<typeof readCounterDay>>>;

export function presentCounter({ link, all, payments }: CounterDay) {
  const { id, url } = presentPaymentLink(link);
  return {
    link_id: id,
    url,
    ...newsOf(link),
    count: all.count,
    total: formatAmount(all.bututs),
    payments: payments.map((payment) => ({
      transaction_id: payment.id,
      /** As the payer typed it: nobody has looked whether it is true. */
      name: payment.metadata[NAME.key] ?? null,
      amount: formatAmount(payment.amountBututs),
      ...presentRail(payment.provider),
      completed_at: payment.completedAt?.toISOString() ?? null,
    })),
  };
}
