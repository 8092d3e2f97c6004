import { sqlClient } from '#db/client';

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

/** The outcome of the row `r` whose payout is `t`. */
export function outcomeSql() {
  return sqlClient()`
    case when r.removed_at is not null then 'removed' else case r.status when 'BAD' then 'bad' when 'READY' then 'waiting' when 'REFUSED' then 'refused' else
      case t.status when 'SUCCEEDED' then 'paid' when 'AWAITING_LIQUIDITY' then 'held' when 'FAILED' then 'refused'
                    when 'REVERSED' then 'reversed' else 'in_flight' end
    end end`;
}
