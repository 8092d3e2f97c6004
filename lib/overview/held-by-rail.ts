import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';

export interface HeldPayouts {
  provider: string;
  count: number;
  /** In bututs. */
  amount: string;
}

/** The payouts, and refunds that go as one, of all clients that wait for a float, by rail; from tallies, so that it costs the same after years. */
export function heldByRail(environment: Environment): Promise<HeldPayouts[]> {
  return sqlClient()<HeldPayouts[]>`
    select provider, sum(count)::int as count, sum(amount_bututs)::text as amount from (
      select provider, count, amount_bututs from tally_totals
      where environment = ${environment} and type in ('payout', 'refund') and status = 'AWAITING_LIQUIDITY'
      union all
      select provider, count, amount_bututs from unfolded_tallies
      where environment = ${environment} and type in ('payout', 'refund') and status = 'AWAITING_LIQUIDITY'
    ) held group by 1`;
}
