import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';

/** The id of a client that exists. Throws `NOT_FOUND`. */
export async function getClientId(id: string): Promise<string> {
  const [row] = isUuid(id) ? await sqlClient()`select id from clients where id = ${id}` : [];
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such client.');
  return row.id;
}
