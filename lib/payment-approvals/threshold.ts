import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import type { Bututs } from '#lib/money';

/** What a verb of the dashboard's payments is told. */
export type MemberContext = Context & UserContext;

/** What a payment from the dashboard may be without a second person; null: anything. contract-more.md §15. */
export async function readThreshold(clientId: string): Promise<Bututs | null> {
  const [row] = await sqlClient()`
    select payout_approval_above_bututs as above from clients where id = ${clientId}`;
  return row?.above == null ? null : BigInt(row.above);
}

/** Whether a payment from the dashboard of this amount waits for a second person. */
export async function mustWait(ctx: Pick<Context, 'client'>, amountBututs: Bututs): Promise<boolean> {
  const above = await readThreshold(ctx.client.id);
  return above !== null && amountBututs > above;
}
