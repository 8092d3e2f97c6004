import { sqlClient } from '#db/client';
import type { Fragment } from '#lib/auth/audit-log';
import { type Invitation, invitationPath, VALID_MS } from '#lib/auth/invitations';
import { newId } from '#lib/ids';
import { queueMessage } from '#lib/messages/queue-message';

/**
 * The message with an invitation's link, to the `email` and `name` that `from` has, for this client or the operators, or a
 * team by its name where the client is made by the same statement: a CTE beside the invitation.
 */
export function tellInvited(
  now: Date,
  { token }: Invitation,
  of: { clientId: string | null } | { team: string },
  from: Fragment,
): Fragment {
  const sql = sqlClient();
  const team =
    'team' in of
      ? sql`${of.team}::text`
      : sql`coalesce((select name from clients where id = ${of.clientId}::uuid), 'the operators')`;
  return queueMessage(
    now,
    {
      kind: 'invitation',
      event: `invitation:${newId(now)}`,
      facts: sql`jsonb_build_object('team', ${team})`,
      link: invitationPath(token),
      usefulMs: VALID_MS,
    },
    from,
  );
}
