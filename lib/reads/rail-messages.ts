import { sqlClient } from '#db/client';
import type { CallEnd, CallIntent } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

export type RailCallView = Awaited<ReturnType<typeof listRailCalls>>[number];
export type RailNoticeView = Awaited<ReturnType<typeof listRailNotices>>[number];

/** What the live rail was asked for a transaction, with how each call ended; oldest first. The note is for operators. */
export async function listRailCalls({ clientId, id }: Pick<Transaction, 'clientId' | 'id'>) {
  const rows = await sqlClient()`
    select id, operation, started_at, ended_at, outcome, note from rail_calls
    where client_id = ${clientId} and transaction_id = ${id} order by started_at, id`;
  return rows.map((row) => ({
    id: row.id as string,
    operation: row.operation as CallIntent['operation'],
    started_at: new Date(row.started_at).toISOString(),
    ended_at: row.ended_at && (new Date(row.ended_at).toISOString() as string),
    /** Null while it is under way, or where its process died with it: what became of it is then unknown. */
    outcome: row.outcome as CallEnd['outcome'] | null,
    note: row.note as string | null,
  }));
}

/** What the live rail told of a transaction by itself, oldest first; what exactly it wrote stays sealed. */
export async function listRailNotices({ id }: Pick<Transaction, 'id'>) {
  const rows = await sqlClient()`
    select dedupe_id, received_at, repeats, status, note from rail_notices
    where transaction_id = ${id} order by received_at, dedupe_id`;
  return rows.map((row) => ({
    id: row.dedupe_id as string,
    received_at: new Date(row.received_at).toISOString(),
    repeats: row.repeats as number,
    status: row.status as 'RECEIVED' | 'APPLIED' | 'IGNORED' | 'CASE',
    note: row.note as string | null,
  }));
}
