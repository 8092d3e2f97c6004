import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Role } from '#lib/auth/sessions';

/**
 * Those of a client, or of the operators where that is null, who have one of these roles and can sign in, if `condition`
 * holds: for `queueMessage`. An operator whom nobody has confirmed decides nothing, and is told of nothing.
 */
export function peopleOf(clientId: string | null, roles: readonly Role[], condition: Fragment): Fragment {
  return sqlClient()`
    from users where client_id is not distinct from ${clientId}::uuid and role = any (${[...roles]})
      and disabled_at is null and password_hash is not null and (client_id is not null or confirmed_at is not null)
      and ${condition}`;
}
