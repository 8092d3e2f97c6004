import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { audience, type TeamKind } from '#lib/messages/audience';

/**
 * Those of a client, or of the operators where that is null, whom this kind concerns, who can sign in and have not chosen to
 * do without, if `condition` holds: for `queueMessage`.
 */
export function peopleOf(kind: TeamKind, clientId: string | null, condition: Fragment): Fragment {
  return sqlClient()`
    from people_told(${clientId}::uuid, ${[...audience[kind].roles]}::text[], ${kind}::text) where ${condition}`;
}
