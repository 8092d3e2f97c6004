import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { formatAmount } from '#lib/money';
import { findTransaction } from '#lib/transactions/read';

/** To whom a payout went, how much and over which rail, to be paid once more. */
export interface PaidPayout {
  mobile: string;
  amount: string;
  provider: string;
}

/** Undefined where this client has no such payout, or it did not arrive. */
export async function findPaidPayout(ctx: Context, id: string): Promise<PaidPayout | undefined> {
  const found = isUuid(id) ? await findTransaction(ctx.client.id, ctx.environment, id) : undefined;
  if (found?.type !== 'payout' || found.status !== 'SUCCEEDED' || found.mobile === null) return undefined;
  const { mobile, amountBututs, provider } = found;
  return { mobile, amount: formatAmount(amountBututs), provider };
}
