import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { lowestIdAt } from '#lib/ids';
import type { Bututs } from '#lib/money';
import { spellingsOf } from '#lib/phone';
import type { Status } from '#lib/transactions/transaction';

/** A payment of the same amount to the same number within this time is more often a mistake than meant. */
const TWIN_WINDOW_MS = 10 * 60 * 1000;

export interface Twin {
  id: string;
  type: 'payout' | 'refund';
  clientReference: string;
  /** The number as it was asked about. */
  mobile: string;
  amountBututs: Bututs;
  status: Status;
  /** It is `FAILED`, and its rail has paid it all the same. */
  isDeliveredAfterFailure: boolean;
  createdAt: Date;
}

/**
 * Payouts, and refunds that go as payouts, of the ten minutes before a time and of all since, that went, or will go, also
 * after they had failed, to one of these numbers, in any spelling, with its very amount; newest first. An id begins with
 * the time of its row, so this reads those minutes of the primary key, or those of the numbers' own index.
 */
export async function findRecentTwins(
  ctx: Pick<Context, 'client' | 'environment' | 'now'>,
  payments: { mobile: string; amountBututs: Bututs }[],
  before = ctx.now(),
): Promise<Twin[]> {
  const since = new Date(before.getTime() - TWIN_WINDOW_MS);
  const wanted = payments.flatMap(({ mobile, amountBututs }) =>
    spellingsOf(mobile).map((spelling) => ({ mobile, spelling, amount: amountBututs.toString() })),
  );
  const rows = await sqlClient()`
    select t.id, t.type, t.client_reference, w.mobile, t.amount_bututs, t.status, t.delivered_after_failure, t.created_at
    from (
      select distinct * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (mobile text, spelling text, amount bigint)
    ) w
    join transactions t on t.mobile = w.spelling and t.amount_bututs = w.amount
    where t.client_id = ${ctx.client.id} and t.environment = ${ctx.environment} and t.id >= ${lowestIdAt(since)}
      and (t.type = 'payout' or t.refund_method = 'payout')
      and (t.status not in ('FAILED', 'REVERSED') or t.delivered_after_failure)
    order by t.id desc`;
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    clientReference: row.client_reference,
    mobile: row.mobile,
    amountBututs: BigInt(row.amount_bututs),
    status: row.status,
    isDeliveredAfterFailure: row.delivered_after_failure,
    createdAt: new Date(row.created_at),
  }));
}

/** As the quote and the dashboard have them. */
export function presentTwin(twin: Twin) {
  return {
    transaction_id: twin.id,
    type: twin.type,
    client_reference: twin.clientReference,
    status: twin.status,
    delivered_after_failure: twin.isDeliveredAfterFailure,
    created_at: twin.createdAt.toISOString(),
  };
}

export type PresentedTwin = ReturnType<typeof presentTwin>;
