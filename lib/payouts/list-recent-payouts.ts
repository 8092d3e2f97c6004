import type { Context } from '#lib/context';
import { validate } from '#lib/http/validate';
import type { presentPayout } from '#lib/payouts/present-payout';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';

const LISTED = '10';

/** The newest payouts, as the list of transactions has them. */
export async function listRecentPayouts(ctx: Context): Promise<ReturnType<typeof presentPayout>[]> {
  const query = validate(transactionQuery, { type: 'payout', limit: LISTED });
  const { data } = await listTransactions(ctx, query);
  return data as ReturnType<typeof presentPayout>[];
}
