import { sqlClient } from '#db/client';
import { connectionFor } from '#lib/rails/registry';
import { skippedSince } from '#lib/sandbox/skipped-since';
import { REVERSAL_WINDOW_MS } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

/** Whether an operator can have a payout taken back now, and if not, why; null for what is no delivered payout. */
export async function getReversalView(payout: Transaction, now: Date) {
  const { type, status, completedAt } = payout;
  if (type !== 'payout' || status !== 'SUCCEEDED' || completedAt === null) return null;
  const skippedMs = await skippedSince(payout, completedAt);
  const until = new Date(completedAt.getTime() + REVERSAL_WINDOW_MS - skippedMs);
  const [rail, asked] = await Promise.all([
    connectionFor(payout, { mayMove: false }).then(
      (connected) => connected.rail,
      () => undefined,
    ),
    findAsked(payout),
  ]);
  const why =
    asked !== null
      ? 'asked'
      : now > until
        ? 'window_over'
        : rail === undefined
          ? 'not_connected'
          : rail.reversePayout === undefined
            ? 'not_offered'
            : null;
  return { until: until.toISOString(), possible: why === null, why_not: why, asked };
}

/** When the rail was asked for a reversal that it has not answered yet. */
async function findAsked({ clientId, id }: Transaction): Promise<{ at: string } | null> {
  const [row] = await sqlClient()`
    select max(c.started_at) as at from rail_operations o
    join rail_calls c on c.client_id = o.client_id and c.transaction_id = o.transaction_id and c.operation = 'reverse'
    where o.client_id = ${clientId} and o.transaction_id = ${id} and o.kind = 'reverse'`;
  return row?.at ? { at: new Date(row.at).toISOString() } : null;
}
