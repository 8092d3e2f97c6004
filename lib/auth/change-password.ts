import { sqlClient } from '#db/client';
import { writeAuditLog } from '#lib/auth/audit-log';
import { hashPassword, passwordFault } from '#lib/auth/passwords';
import { endSessionsOf } from '#lib/auth/sessions';
import { requirePassword } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { validationError } from '#lib/http/respond';

/** Needs the present password, and ends every other session. Throws `FORBIDDEN`, `VALIDATION_ERROR` and `RATE_LIMITED`. */
export async function changePassword(ctx: UserContext, current: string, password: string): Promise<void> {
  await requirePassword(ctx, current);
  const fault = passwordFault(password, ctx.user);
  if (fault !== undefined)
    throw validationError([{ path: 'password', message: fault, code: 'weak_password' }]);
  await sqlClient()`update users set password_hash = ${await hashPassword(password)} where id = ${ctx.user.id}`;
  await endSessionsOf(ctx.user.id, ctx.sessionId);
  await writeAuditLog(ctx, { action: 'password.changed', subjectId: ctx.user.id });
}
