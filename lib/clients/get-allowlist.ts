import { sqlClient } from '#db/client';
import { invariant } from '#lib/errors';

/** The addresses that a client's keys work from, in both environments; empty means anywhere. */
export async function getAllowlist(clientId: string): Promise<string[]> {
  const [row] = await sqlClient()`select ip_allowlist from clients where id = ${clientId}`;
  invariant(row, 'a caller has a client');
  return row.ip_allowlist;
}
