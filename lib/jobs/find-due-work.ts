import { sqlClient } from '#db/client';
import type { WorkKind } from '#lib/jobs/wake';
import { queuesOfOperations } from '#lib/rail-work/turn';

/** What can be seen without a claim. Whose deliveries may go next, only their claim can say. */
export type SeenKind = Exclude<WorkKind, 'deliveries'> | 'fold';

/**
 * The kinds of work of which something may be due, in one statement for all of them. Each condition takes in all that
 * the claim of its kind could take: one that finds work too often costs a claim, one that finds too little loses work.
 * Each asks for the first of an order, which has an index: a bare `exists` may read a whole table where the planner
 * believes that the first row will do.
 */
export async function findDueWork(): Promise<SeenKind[]> {
  const [row] = await sqlClient()<{ due: SeenKind[] }[]>`
    select array_remove(array[
      case when exists (
        select from jsonb_to_recordset(${JSON.stringify(queuesOfOperations())}::jsonb) as q (environment text, provider text)
        cross join lateral (
          select from rail_operations o
          where o.environment = q.environment and o.provider = q.provider and o.run_at <= now() order by o.run_at limit 1
        ) d
      ) then 'operations' end,
      case when (select min(run_at) from rail_notices) <= now() then 'notices' end,
      case when (select true from transactions where status = 'AWAITING_LIQUIDITY'
                 order by environment, provider, id limit 1) then 'held_payouts' end,
      case when (select min(run_at) from payout_batches where status = 'RUNNING') <= now() then 'payout_batches' end,
      case when (select min(run_at) from messages) <= now() then 'messages' end,
      case when exists (select from unfolded_entries) or exists (select from unfolded_tallies) then 'fold' end
    ], null) as due`;
  return row?.due ?? [];
}
