import { sqlClient } from '#db/client';

/** A rail's other connection, or its removal, that one operator asked for and another one has to decide, under Rails. */
export interface WaitingConnection {
  provider: string;
  kind: 'set' | 'remove';
  requested_by: { id: string; name: string };
  requested_at: string;
}

/** Oldest first; the fields themselves are not among it. */
export async function listWaitingConnections(): Promise<WaitingConnection[]> {
  const rows = await sqlClient()`
    select provider, kind, requested_by, requested_by_name, requested_at from rail_connection_requests
    where status = 'PENDING' order by requested_at, provider`;
  return rows.map((row) => ({
    provider: row.provider,
    kind: row.kind,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: new Date(row.requested_at).toISOString(),
  }));
}
