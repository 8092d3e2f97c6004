import { z } from 'zod';
import { sqlClient } from '#db/client';
import { accessGrant } from '#lib/auth/access-grants';
import { auditLine } from '#lib/auth/audit-log';
import { secretField } from '#lib/auth/secret-field';
import { requirePassword } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { getUser } from '#lib/users/get-user';

/** The password of who resets it: a borrowed browser must not open another person's account. */
export const resetRequest = z.object({ password: secretField('password') });

/**
 * For a person who lost the phone and the recovery codes: both stand for nothing from now on, every session of theirs
 * ends, and the password alone signs in until they switch a second factor on again. Throws `NOT_FOUND`,
 * `INVALID_STATE` when it is off, `FORBIDDEN` for a wrong password and for oneself (one's own takes a code as well),
 * and `RATE_LIMITED`.
 */
export async function resetTwoFactor(
  ctx: UserContext,
  clientId: string | null,
  id: string,
  { password }: z.output<typeof resetRequest>,
) {
  const user = await getUser(clientId, id);
  if (user.id === ctx.user.id) {
    throw new AppError('FORBIDDEN', 'Switch off your own two-factor authentication in your settings.');
  }
  await requirePassword(ctx, password);
  const sql = sqlClient();
  const entry = { action: 'two_factor.reset', clientId: clientId ?? undefined, subjectId: user.id };
  const [row] = await sql`
    with changed as (
      update users set totp_enabled_at = null, totp_secret_sealed = null, totp_last_step = null
      where id = ${user.id} and totp_enabled_at is not null returning id
    ), forgotten as (delete from recovery_codes where user_id in (select id from changed)),
    ended as (delete from sessions where user_id in (select id from changed)),
    kept as (${accessGrant(ctx, 'reset', sql`from changed`)}),
    noted as (${auditLine(ctx, entry, sql`from changed`)})
    select 1 from changed`;
  if (row === undefined) throw new AppError('INVALID_STATE', 'Two-factor authentication is off already.');
  return getUser(clientId, user.id);
}
