import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { endInvitations } from '#lib/auth/invitations';
import { hashPassword, passwordFault } from '#lib/auth/passwords';
import { prepareSession, type StartedSession } from '#lib/auth/sessions';
import { requirePassword } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { validationError } from '#lib/http/respond';

/**
 * Needs the present password. Every session of before ends, the caller's as well: the one that is returned takes its
 * place, so that a stolen cookie is worth nothing. Every link that sets a password ends as well. Throws `FORBIDDEN`, `VALIDATION_ERROR` and `RATE_LIMITED`.
 */
export async function changePassword(
  ctx: UserContext,
  current: string,
  password: string,
): Promise<StartedSession> {
  const currentHash = await requirePassword(ctx, current);
  const fault = passwordFault(password, ctx.user);
  if (fault !== undefined)
    throw validationError([{ path: 'password', message: fault, code: 'weak_password' }]);
  const sql = sqlClient();
  const changed = sql`from changed`;
  const { session, insert } = await prepareSession(ctx.user, ctx, ctx.now(), changed);
  const [row] = await sql`
    with changed as (
      update users set password_hash = ${await hashPassword(password)}
      where id = ${ctx.user.id} and password_hash = ${currentHash} returning id
    ), started as (${insert}), dead as (${endInvitations(ctx.now(), changed)}),
    noted as (${auditLine(ctx, { action: 'password.changed', subjectId: ctx.user.id }, changed)})
    select 1 from changed`;
  if (row === undefined)
    throw new AppError('FORBIDDEN', 'The password was changed by someone else just now.');
  return session;
}
