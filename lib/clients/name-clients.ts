import { sqlClient } from '#db/client';
import { isUuid } from '#lib/ids';

/** The names of those of these clients that there are; of what is no id, none. */
export async function nameClients(ids: string[]): Promise<{ id: string; name: string }[]> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows =
    await sqlClient()`select id, name from clients where id = any (${known}::uuid[]) order by name`;
  return rows.map(({ id, name }) => ({ id, name }));
}
