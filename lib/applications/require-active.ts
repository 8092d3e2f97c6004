import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';

/** Papers of a client that is suspended wait until it is resumed. Throws `INVALID_STATE`. */
export async function requireActive(clientId: string): Promise<void> {
  const [client] = await sqlClient()`select status from clients where id = ${clientId}`;
  if (client?.status === 'ACTIVE') return;
  throw new AppError(
    'INVALID_STATE',
    'This client is suspended, so its papers cannot be approved. Resume the client first.',
  );
}
