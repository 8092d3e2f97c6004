import { sqlClient } from '#db/client';
import type { Transaction } from '#lib/transactions/transaction';

/** How far the clock of the client's sandbox was moved since then, in milliseconds; 0 in live. Four days are remembered. */
export async function skippedSince(
  { clientId, environment }: Pick<Transaction, 'clientId' | 'environment'>,
  at: Date | null,
): Promise<number> {
  if (environment === 'LIVE' || at === null) return 0;
  const [row] = await sqlClient()`
    select coalesce(sum(moved_ms), 0)::float8 as ms from sandbox_steps where client_id = ${clientId} and at > ${at.toISOString()}`;
  return row?.ms ?? 0;
}
