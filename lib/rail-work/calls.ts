import { sqlClient } from '#db/client';
import { CALL_LEASE_MS } from '#lib/rail-work/timetable';
import type { CallEnd, CallIntent } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

export interface Call {
  id: string;
  operation: CallIntent['operation'];
  connectionId: string | null;
  /** Null while it is under way, or when its process died with it. */
  outcome: CallEnd['outcome'] | null;
  startedAt: Date;
  note: string | null;
}

/** Every recorded call that was made for a transaction, oldest first. */
export async function readCalls({ clientId, id }: Transaction): Promise<Call[]> {
  const rows = await sqlClient()`
    select id, operation, connection_id, outcome, started_at, note from rail_calls
    where client_id = ${clientId} and transaction_id = ${id} order by started_at, id`;
  return rows.map((row) => ({
    id: row.id,
    operation: row.operation,
    connectionId: row.connection_id,
    outcome: row.outcome,
    startedAt: new Date(row.started_at),
    note: row.note,
  }));
}

/** Pure: those of an operation, oldest first. */
export function callsTo(calls: readonly Call[], operation: Call['operation']): Call[] {
  return calls.filter((call) => call.operation === operation);
}

/** Pure: whether the rail may have done what nobody knows of; `except` is the call that is being looked at. */
export function isInDoubt(calls: readonly Call[], operation: Call['operation'], except?: string): boolean {
  return callsTo(calls, operation).some(
    ({ id, outcome }) => id !== except && (outcome === null || outcome === 'unknown'),
  );
}

/** Pure: why an operator wanted a payout taken back, where the rail was asked to and may have done it; else null. */
export function reasonForReversal(calls: readonly Call[]): string | null {
  const asked = callsTo(calls, 'reverse');
  return asked.findLast(({ outcome }) => outcome !== 'refused' && outcome !== 'not_sent')?.note ?? null;
}

/** Pure: whether the rail is being asked at this moment. */
export function isUnderWay(calls: readonly Call[], operation: Call['operation'], now: Date): boolean {
  const call = callsTo(calls, operation).at(-1);
  return call?.outcome === null && now.getTime() < call.startedAt.getTime() + CALL_LEASE_MS;
}
