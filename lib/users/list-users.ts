import { sqlClient } from '#db/client';
import { presentUser, type UserRow, userColumns } from '#lib/users/user-row';

/** Everybody who signs in for this client or, where that is null, for the operators; the oldest first. */
export async function listUsers(clientId: string | null) {
  const rows = await sqlClient()<UserRow[]>`
    select ${userColumns()} from users where client_id is not distinct from ${clientId} order by id`;
  return rows.map(presentUser);
}
