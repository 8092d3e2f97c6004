import { sqlClient } from '#db/client';

/** Every action that the audit log has a line of. Costs one look-up in the index for each, however many lines there are. */
export async function listActions(): Promise<string[]> {
  const rows = await sqlClient()`
    with recursive actions (action) as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > a.action order by l.action limit 1)
      from actions a where a.action is not null
    )
    select action from actions where action is not null`;
  return rows.map((row) => row.action);
}
