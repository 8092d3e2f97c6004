import { sqlClient } from '#db/client';
import type { CallEnd, CallIntent } from '#lib/transactions/decide';
import { CALL_LEASE_MS } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

export interface LastCall {
  id: string;
  /** Null while it is under way, or when its process died with it. */
  outcome: CallEnd['outcome'] | null;
  startedAt: Date;
  note: string | null;
}

/** The last call of a kind that was made for a transaction. */
export async function lastCall(
  { clientId, id }: Transaction,
  operation: CallIntent['operation'],
): Promise<LastCall | undefined> {
  const [row] = await sqlClient()`
    select id, outcome, started_at, note from rail_calls
    where client_id = ${clientId} and transaction_id = ${id} and operation = ${operation}
    order by started_at desc, id desc limit 1`;
  return row && { id: row.id, outcome: row.outcome, startedAt: new Date(row.started_at), note: row.note };
}

/** The first one that was not refused. */
export async function firstCall(
  { clientId, id }: Transaction,
  operation: CallIntent['operation'],
): Promise<Pick<LastCall, 'startedAt'> | undefined> {
  const [row] = await sqlClient()`
    select min(started_at) as started_at from rail_calls
    where client_id = ${clientId} and transaction_id = ${id} and operation = ${operation}
      and outcome is distinct from 'refused'`;
  return row?.started_at ? { startedAt: new Date(row.started_at) } : undefined;
}

/** Whether a call may have happened, and how often: those that surely did not reach the rail are left out. */
export async function countCalls(
  { clientId, id }: Transaction,
  operation: CallIntent['operation'],
): Promise<number> {
  const [row] = await sqlClient()`
    select count(*)::int as calls from rail_calls
    where client_id = ${clientId} and transaction_id = ${id} and operation = ${operation}
      and outcome is distinct from 'not_sent'`;
  return row?.calls ?? 0;
}

/** Whether the rail is being asked at this moment. */
export async function isUnderWay(
  transaction: Transaction,
  operation: CallIntent['operation'],
  now: Date,
): Promise<boolean> {
  const call = await lastCall(transaction, operation);
  return call?.outcome === null && now.getTime() < call.startedAt.getTime() + CALL_LEASE_MS;
}

/** Whether the rail may have done what nobody knows of. */
export async function isInDoubt(
  transaction: Transaction,
  operation: CallIntent['operation'],
): Promise<boolean> {
  const call = await lastCall(transaction, operation);
  return call !== undefined && (call.outcome === null || call.outcome === 'unknown');
}
