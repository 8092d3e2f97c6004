import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import type { Role } from '#lib/auth/sessions';
import type { MessageKind } from '#lib/messages/letters';

/**
 * Those of a client, or of the operators where that is null, who have one of these roles, can sign in and want messages of
 * this kind, if `condition` holds: for `queueMessage`.
 */
export function peopleOf(
  kind: MessageKind,
  clientId: string | null,
  roles: readonly Role[],
  condition: Fragment,
): Fragment {
  return sqlClient()`
    from people_told(${clientId}::uuid, ${[...roles]}::text[], ${kind}::text) where ${condition}`;
}
