import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';
import { type Key, type KeyRow, presentKey } from '#lib/keys/key';

const LISTED = 200;

/** A client's keys, those that work first, newest first. Without an environment, of both. */
export async function listKeys(clientId: string, now: Date, environment?: Environment): Promise<Key[]> {
  const sql = sqlClient();
  const rows = await sql<KeyRow[]>`
    select * from api_keys
    where client_id = ${clientId} ${environment === undefined ? sql`` : sql`and environment = ${environment}`}
    order by revoked_at is not null or coalesce(expires_at <= ${now.toISOString()}, false), created_at desc, id desc
    limit ${LISTED}`;
  return rows.map((row) => presentKey(row, now));
}
