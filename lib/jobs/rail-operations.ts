import { sqlClient } from '#db/client';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { closeCollection } from '#lib/collections/close-collection';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { getRail } from '#lib/rails/registry';
import type { OperationKind } from '#lib/transactions/decide';
import { fromRow } from '#lib/transactions/row';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** What a dead worker had in hand is taken up by another after this time; twice the deadline of a rail's answer. */
const LEASE_SECONDS = 20;
/** An operation that did not settle is done again after this time: the simulator's clock may be a little behind. */
const AGAIN_SECONDS = { notice: 1, close: 60 };

export interface ClaimedOperation {
  kind: OperationKind;
  leaseToken: string;
  lagSeconds: number;
  transaction: Transaction;
  client: Context['client'];
}

/** Takes operations that are due under a lease, each with its transaction, in one statement. */
export async function claimOperations(limit: number): Promise<ClaimedOperation[]> {
  const rows = await sqlClient()`
    with due as (
      select client_id, transaction_id, kind, run_at from rail_operations
      where run_at <= now() order by run_at limit ${limit} for update skip locked
    ), claimed as (
      update rail_operations o
      set lease_token = ${newId()}, run_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = o.attempts + 1
      from due where o.client_id = due.client_id and o.transaction_id = due.transaction_id and o.kind = due.kind
      returning o.*, due.run_at as due_at
    )
    select t.*, c.kind, c.lease_token, extract(epoch from now() - c.due_at)::float8 as lag,
           l.name as client_name, l.commission_bps as client_commission_bps
    from claimed c
    join transactions t on t.client_id = c.client_id and t.environment = c.environment and t.id = c.transaction_id
    join clients l on l.id = c.client_id`;
  return rows.map((row) => ({
    kind: row.kind,
    leaseToken: row.lease_token,
    lagSeconds: row.lag,
    transaction: fromRow(row),
    client: { id: row.client_id, name: row.client_name, commissionBps: row.client_commission_bps },
  }));
}

/**
 * Does one operation. The commit of a final status removes the transaction's operations, so only what is still open
 * is put back; a worker that died is followed by another when its lease ends.
 */
export async function runOperation(operation: ClaimedOperation, now = () => new Date()): Promise<void> {
  const { transaction } = operation;
  const ctx: Context = {
    client: operation.client,
    environment: transaction.environment,
    actor: { type: 'rail', provider: transaction.provider },
    now,
  };
  const { transaction: after, moved } = await act(ctx, operation);
  if (moved && isFinal(after.status)) return;
  if (isFinal(after.status)) await dropOperation(operation);
  else await postponeOperation(operation);
}

async function act(
  ctx: Context,
  { kind, transaction }: ClaimedOperation,
): Promise<{ transaction: Transaction; moved: boolean }> {
  if (isFinal(transaction.status)) return { transaction, moved: false };
  if (kind === 'close') return closeCollection(ctx, transaction, 'rail_expired');
  const rail = getRail(transaction.environment, transaction.provider);
  return applyCollectionNews(
    ctx,
    transaction,
    rail.dueNotice?.(transaction, ctx.now()) ?? { state: 'PENDING' },
  );
}

async function dropOperation({ transaction, kind, leaseToken }: ClaimedOperation): Promise<void> {
  await sqlClient()`
    delete from rail_operations
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}

async function postponeOperation({ transaction, kind, leaseToken }: ClaimedOperation): Promise<void> {
  await sqlClient()`
    update rail_operations set run_at = now() + make_interval(secs => ${AGAIN_SECONDS[kind]}), lease_token = null
    where client_id = ${transaction.clientId} and transaction_id = ${transaction.id} and kind = ${kind}
      and lease_token = ${leaseToken}`;
}
