import { sqlClient } from '#db/client';
import type { Environment } from '#lib/context';

/** The directions of rails that operators switched off for all clients; by whom and when, as the audit log knows it. */
export async function listSwitchedOff(environment: Environment) {
  const rows = await sqlClient()`
    select s.provider, s.direction, a.user_name, a.at from rail_settings s
    left join lateral (
      select user_name, at from audit_log
      where action = 'rail.changed' and environment = s.environment and subject_id = s.provider || ':' || s.direction
        and after ->> 'enabled' = 'false' and before ->> 'enabled' is distinct from 'false'
      order by id desc limit 1
    ) a on true
    where s.environment = ${environment} and not s.enabled
    order by s.direction`;
  return rows.map((row) => ({
    provider: row.provider as string,
    direction: row.direction as 'collection' | 'payout',
    by: row.user_name as string | null,
    at: row.at === null ? null : new Date(row.at).toISOString(),
  }));
}
