import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { lowestIdAt } from '#lib/ids';
import type { Bututs } from '#lib/money';
import type { Status } from '#lib/transactions/transaction';

/** A payment of the same amount to the same number within this time is more often a mistake than meant. */
const TWIN_WINDOW_MS = 10 * 60 * 1000;

export interface Twin {
  id: string;
  clientReference: string;
  /** As it was asked for, whichever of its two spellings the payout has. */
  mobile: string;
  amountBututs: Bututs;
  status: Status;
  /** It is `FAILED`, and its rail has paid it all the same. */
  isDeliveredAfterFailure: boolean;
  createdAt: Date;
}

/**
 * Payouts of the last ten minutes that went, or will go, also after they had failed, to one of these numbers with its very amount; newest first.
 * An id begins with the time of its row, so this reads ten minutes of the primary key and nothing older.
 */
export async function findRecentTwins(
  ctx: Context,
  payments: { mobile: string; amountBututs: Bututs }[],
): Promise<Twin[]> {
  const since = new Date(ctx.now().getTime() - TWIN_WINDOW_MS);
  const wanted = payments.map((each) => ({ mobile: each.mobile, amount: each.amountBututs.toString() }));
  const rows = await sqlClient()`
    select t.id, t.client_reference, w.mobile, t.amount_bututs, t.status, t.delivered_after_failure, t.created_at from transactions t
    join (
      select distinct w.mobile, w.amount from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (mobile text, amount bigint)
    ) w on w.amount = t.amount_bututs and right(w.mobile, 7) = right(t.mobile, 7) and is_same_number(w.mobile, t.mobile)
    where t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.id >= ${lowestIdAt(since)}
      and t.type = 'payout' and (t.status not in ('FAILED', 'REVERSED') or t.delivered_after_failure)
    order by t.id desc`;
  return rows.map((row) => ({
    id: row.id,
    clientReference: row.client_reference,
    mobile: row.mobile,
    amountBututs: BigInt(row.amount_bututs),
    status: row.status,
    isDeliveredAfterFailure: row.delivered_after_failure,
    createdAt: new Date(row.created_at),
  }));
}
