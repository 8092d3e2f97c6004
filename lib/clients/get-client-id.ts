import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';

/** The id of a client that exists; the house is none, and nobody signs in for it. Throws `NOT_FOUND`. */
export async function getClientId(id: string): Promise<string> {
  const [row] =
    isUuid(id) && id !== HOUSE_CLIENT_ID ? await sqlClient()`select id from clients where id = ${id}` : [];
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.');
  return row.id;
}
