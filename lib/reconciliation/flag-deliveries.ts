import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { bookStatementLine } from '#lib/rail-work/book-payout';
import { commitOn } from '#lib/transactions/advance';
import type { Change } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { fromRow } from '#lib/transactions/row';

/**
 * Flags each payout of a day's statement that had failed in our books: its rail has paid it all the same. A case is open
 * for each afterwards, for two people to settle who bears it; no money moves by itself.
 * What they have found not to be paid, of this very line, is not flagged anew.
 */
export async function flagDeliveries(provider: string, day: string, now: () => Date): Promise<void> {
  const rows = await sqlClient()`
    select t.*, l.rail_reference as paid_as, c.name as client_name, c.commission_bps as client_commission_bps
    from rail_statement_lines l
    join transactions t on t.client_id = l.client_id and t.environment = 'LIVE' and t.id = l.transaction_id
    join clients c on c.id = t.client_id
    where l.provider = ${provider} and l.day = ${day} and l.kind = 'payout' and l.match = 'DIFFERS'
      and (t.type = 'payout' or t.refund_method = 'payout') and t.status = 'FAILED' and not t.delivered_after_failure
      and l.amount_bututs = t.amount_bututs and l.currency = 'GMD'
      and not exists (
        select from cases k where k.transaction_id = t.id and k.kind = 'delivered_after_failure' and k.status = 'CLOSED'
          and k.proposal ->> 'outcome' = 'nothing' and lower(k.details ->> 'rail_reference') = lower(l.rail_reference))`;
  for (const row of rows) {
    const payout = fromRow(row);
    const ctx: Context = {
      client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
      environment: 'LIVE',
      actor: { type: 'rail', provider },
      now,
    };
    const build = (present: typeof payout): Change[] | null => bookStatementLine(present, row.paid_as, now());
    await commitOn(ctx, payout, build, reread);
  }
}
