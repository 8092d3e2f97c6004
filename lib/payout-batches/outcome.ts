import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';

/**
 * What became of a row. `bad`: never paid, it has a fault. `removed`: a person took it out. `waiting`: for its turn, or not paid where the batch was
 * ended. The others stand where their payout stands; `refused` moved no money, or gave it back.
 */
export const outcomes = [
  'bad',
  'removed',
  'waiting',
  'paid',
  'held',
  'in_flight',
  'refused',
  'reversed',
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The rows `r` of a batch after a line, in the order of the file, each with its payout `t`. `offset 0` keeps client and
 * environment from the planner's view of the payouts: where its statistics do not know one yet it expects a payout, and
 * would go through all of them for each row.
 */
export function rowsSql(ctx: Context, batchId: string, after = 0) {
  return sqlClient()`
    (
      select *, ${ctx.environment}::text as environment from payout_batch_rows
      where client_id = ${ctx.client.id} and batch_id = ${batchId} and line > ${after} order by line offset 0
    ) r
    left join transactions t on t.client_id = r.client_id and t.environment = r.environment and t.id = r.transaction_id`;
}

/** The outcome of the row `r` whose payout is `t`. */
export function outcomeSql() {
  return sqlClient()`
    case when r.removed_at is not null then 'removed' else case r.status when 'BAD' then 'bad' when 'READY' then 'waiting' when 'REFUSED' then 'refused' else
      case t.status when 'SUCCEEDED' then 'paid' when 'AWAITING_LIQUIDITY' then 'held' when 'FAILED' then 'refused'
                    when 'REVERSED' then 'reversed' else 'in_flight' end
    end end`;
}
