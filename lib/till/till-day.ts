import { z } from 'zod';
import { sqlClient } from '#db/client';
import { banjulDay } from '#lib/clock';
import { type Bututs, formatAmount } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import { type Seller, seesOnlyOwn, soldBy, tillPrefix } from '#lib/till/own-sales';
import { fromRow } from '#lib/transactions/row';

/** Of the newest sales of a day so many are listed; the sums are of all. */
const LISTED = 50;

export const tillQuery = z.object({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
});

/** What a business took at its till on a day, or a cashier of it: by wallet, in all, and sale by sale, the newest first. */
export async function readTillDay(ctx: Seller, { day = banjulDay(ctx.now()) }: z.output<typeof tillQuery>) {
  const prefix = tillPrefix(day);
  const sql = sqlClient();
  const onlyOwn = seesOnlyOwn(ctx);
  const those = sql`
    client_id = ${ctx.client.id} and environment = ${ctx.environment} and type = 'collection'
      and client_reference ~>=~ ${prefix} and client_reference ~<~ ${`${prefix}~`} and status = 'SUCCEEDED'
      ${onlyOwn ? sql`and ${soldBy(ctx)}` : sql``}`;
  const [sums, sales] = await Promise.all([
    sql`
      select provider, count(*)::int as count, sum(amount_bututs)::text as bututs
      from transactions t where ${those} group by provider order by sum(amount_bututs) desc, provider`,
    sql`select * from transactions t where ${those} order by id desc limit ${LISTED}`,
  ]);
  const total = sums.reduce<Bututs>((all, { bututs }) => all + BigInt(bututs), 0n);
  return {
    day,
    only_own: onlyOwn,
    count: sums.reduce<number>((all, { count }) => all + count, 0),
    total: formatAmount(total),
    wallets: sums.map(({ provider, count, bututs }) => ({
      ...presentRail(provider),
      count: count as number,
      amount: formatAmount(BigInt(bututs)),
    })),
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
  };
}

export type TillDay = Awaited<ReturnType<typeof readTillDay>>;
