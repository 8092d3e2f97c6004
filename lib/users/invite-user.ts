import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { getUser } from '#lib/users/get-user';

/**
 * A new link with which a user sets a password, the first or a forgotten one; an earlier link is dead. The second
 * factor stays as it is. Throws `NOT_FOUND`, `INVALID_STATE` (disabled), and `FORBIDDEN` for oneself: one's own
 * password is changed with the present one.
 */
export async function inviteUser(ctx: UserContext, clientId: string | null, id: string) {
  const user = await getUser(clientId, id);
  if (user.id === ctx.user.id) throw new AppError('FORBIDDEN', 'Change your own password in your account.');
  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const changed = sql`from changed`;
  const { invitation, insert } = prepareInvitation(ctx.now(), changed);
  const entry = { action: 'user.invited', clientId: clientId ?? undefined, subjectId: user.id };
  const [row] = await sql`
    with changed as (select id from users where id = ${user.id} and disabled_at is null for update),
    dead as (
      update invitations set expires_at = ${now}
      where user_id in (select id from changed) and used_at is null and expires_at > ${now}
    ), invited as (${insert}), noted as (${auditLine(ctx, entry, changed)})
    select 1 from changed`;
  if (row === undefined) throw new AppError('INVALID_STATE', 'This user is disabled. Enable the user first.');
  return { user, invitation: presentInvitation(invitation) };
}
