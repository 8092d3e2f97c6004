import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { presentUser, type UserRow, userColumns } from '#lib/users/user-row';

/** A user of this client or, where that is null, of the operators. Throws `NOT_FOUND`. */
export async function getUser(clientId: string | null, id: string) {
  const [row] = isUuid(id)
    ? await sqlClient()<UserRow[]>`
        select ${userColumns()} from users where id = ${id} and client_id is not distinct from ${clientId}`
    : [];
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such user.');
  return presentUser(row);
}
