import { sqlClient } from '#db/client';
import { openCaseOf } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { wasTakenBack } from '#lib/rail-work/book-payout';
import { lookUpPayout } from '#lib/rail-work/look-up';
import { isReachable } from '#lib/rails/registry';
import { fromRow } from '#lib/transactions/row';

/**
 * Books each payout that a day's statement has as come back and our books have not, by its rail's own record, which is
 * asked for because of the line. Where that says nothing of it, a case is open afterwards, for two people to settle; one
 * that they have settled is not opened anew.
 */
export async function bookReturns(provider: string, day: string, now: () => Date): Promise<void> {
  const rows = await sqlClient()`
    select t.*, l.rail_reference as came_back_as, c.name as client_name, c.commission_bps as client_commission_bps
    from rail_statement_lines l
    join transactions t on t.client_id = l.client_id and t.environment = 'LIVE' and t.id = l.transaction_id
    join clients c on c.id = t.client_id
    where l.provider = ${provider} and l.day = ${day} and l.kind = 'reversal' and l.match = 'DIFFERS'
      and (t.type = 'payout' or t.refund_method = 'payout') and t.status in ('SUCCEEDED', 'FAILED')
      and l.amount_bututs = t.amount_bututs and l.currency = 'GMD'
      and not exists (
        select from cases k where k.transaction_id = t.id and k.kind = 'returned' and k.status = 'CLOSED')`;
  let isSilent = false;
  for (const row of rows) {
    const payout = fromRow(row);
    if (wasTakenBack(payout)) continue;
    const ctx: Context = {
      client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
      environment: 'LIVE',
      actor: { type: 'rail', provider },
      now,
    };
    // A rail that is away is not waited for once for each line.
    if (!isSilent && (await isReachable(payout))) {
      const { word, transaction } = await lookUpPayout(ctx, payout);
      if (transaction.status === 'REVERSED') continue;
      isSilent = word === 'silent' && payout.railReference !== null;
    }
    const details = { ours: payout.status, theirs: 'REVERSED', day, rail_reference: row.came_back_as };
    await openCaseOf('returned', payout, details, now());
  }
}
