import { sqlClient } from '#db/client';
import { operatorRequest } from '#lib/approvals/ask-for-operator';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { endInvitations, prepareInvitation, presentInvitation } from '#lib/auth/invitations';
import { countInvitation } from '#lib/auth/login-throttle';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { tellInvited } from '#lib/messages/tell-invited';
import { getUser } from '#lib/users/get-user';

/**
 * A new link with which a user sets a password, the first or a forgotten one; an earlier link is dead. The second
 * factor stays as it is. For an operator whom nobody has confirmed yet, that is asked for again. Throws `NOT_FOUND`, `INVALID_STATE` (disabled), `RATE_LIMITED`, and `FORBIDDEN` for oneself: one's own
 * password is changed with the present one.
 */
export async function inviteUser(ctx: UserContext, clientId: string | null, id: string) {
  const user = await getUser(clientId, id);
  if (user.id === ctx.user.id) throw new AppError('FORBIDDEN', 'Change your own password in your account.');
  if (clientId !== null) await countInvitation(clientId, user.email);
  const sql = sqlClient();
  const changed = sql`from changed`;
  const { invitation, insert } = prepareInvitation(ctx.now(), changed);
  const entry = { action: 'user.invited', clientId: clientId ?? undefined, subjectId: user.id };
  const [row] = await sql`
    with changed as (
      select id, coalesce(invited_as, email) as email, name, role, confirmed_at from users where id = ${user.id} and disabled_at is null for update
    ), dead as (${endInvitations(ctx.now(), changed)}), invited as (${insert}),
    told as (${tellInvited(ctx.now(), invitation, { clientId }, changed)}),
    kept as (${accessGrant(ctx, 'invited', changed)}),
    asked as (${clientId === null ? operatorRequest(ctx, sql`from changed where confirmed_at is null`) : sql`select`}),
    noted as (${auditLine(ctx, entry, changed)})
    select 1 from changed`;
  if (row === undefined) throw new AppError('INVALID_STATE', 'This user is disabled. Enable the user first.');
  return { user, invitation: presentInvitation(invitation) };
}
