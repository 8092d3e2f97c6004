import { sqlClient } from '#db/client';

/** Whether a client has, or ever had, a live key or a live transaction. */
export async function hasLiveUse(clientId: string): Promise<boolean> {
  const [row] = await sqlClient()`
    select exists (select from api_keys where client_id = ${clientId} and environment = 'LIVE')
        or exists (select from transactions where client_id = ${clientId} and environment = 'LIVE') as is_live`;
  return row?.is_live === true;
}
