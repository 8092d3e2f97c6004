import { sqlClient } from '#db/client';
import type { Context, Environment } from '#lib/context';
import { lookUp } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

export interface PayoutView {
  transaction: Transaction;
  /** Place in the queue for the rail's float, from 1; only while the payout is held. */
  queuePosition?: number;
}

/** By reference or id. Throws `TRANSACTION_NOT_FOUND`. */
export async function getPayout(ctx: Context, referenceOrId: string): Promise<PayoutView> {
  const { transaction } = await lookUp(ctx, 'payout', referenceOrId);
  return withQueuePosition(transaction);
}

export async function withQueuePosition(transaction: Transaction): Promise<PayoutView> {
  return (await withQueuePositions([transaction]))[0] as PayoutView;
}

/** Where a payout that is about to be held will stand in its queue. */
export async function nextQueuePosition({ clientId, environment, provider }: Transaction): Promise<number> {
  const [row] = await sqlClient()`
    select count(*)::int as ahead from transactions
    where environment = ${environment} and provider = ${provider} ${ownQueue(environment, clientId)}
      and status = 'AWAITING_LIQUIDITY'`;
  return row?.ahead + 1;
}

/** A sandbox float is the client's own, and so is the queue for it; in live, all clients wait for the house's. */
export function ownQueue(environment: Environment, clientId: string) {
  return environment === 'LIVE' ? sqlClient()`` : sqlClient()`and client_id = ${clientId}`;
}

/** One scan of the client's queues for all of a page's held payouts, none when there are none. */
export async function withQueuePositions(transactions: Transaction[]): Promise<PayoutView[]> {
  const held = transactions.filter((each) => each.status === 'AWAITING_LIQUIDITY');
  if (held.length === 0) return transactions.map((transaction) => ({ transaction }));
  const owner = held[0] as Transaction;
  const rows = await sqlClient()`
    select id, position from (
      select id, row_number() over (partition by provider order by id)::int as position from transactions
      where environment = ${owner.environment} and status = 'AWAITING_LIQUIDITY'
        ${ownQueue(owner.environment, owner.clientId)}
    ) queued
    where id = any (${held.map((each) => each.id)}::uuid[])`;
  const positions = new Map(rows.map((row) => [row.id, row.position as number]));
  return transactions.map((transaction) => {
    const queuePosition = positions.get(transaction.id);
    return queuePosition === undefined ? { transaction } : { transaction, queuePosition };
  });
}
