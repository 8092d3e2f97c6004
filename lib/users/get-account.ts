import { sqlClient } from '#db/client';
import type { UserContext } from '#lib/auth/user-context';
import { asLanguage } from '#lib/browser/language/languages';
import { AppError } from '#lib/errors';
import { listMessages } from '#lib/users/choose-messages';

/** One's own account: who one is, how it is protected, and from where one is signed in. */
export async function getAccount(ctx: UserContext) {
  const [[row], messages] = await Promise.all([
    sqlClient()`
      select u.totp_enabled_at is not null as two_factor, u.language, s.created_at, s.last_seen_at, s.address, s.user_agent,
             (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as codes_left
      from users u join sessions s on s.user_id = u.id where s.id = ${ctx.sessionId}`,
    listMessages(ctx),
  ]);
  if (row === undefined) throw new AppError('UNAUTHORIZED', 'This session has just ended. Sign in.');
  return {
    user: ctx.user,
    two_factor: row.two_factor as boolean,
    recovery_codes_left: row.codes_left as number,
    /** Null where none was chosen. */
    language: asLanguage(row.language) ?? null,
    messages,
    session: {
      created_at: new Date(row.created_at).toISOString(),
      last_seen_at: new Date(row.last_seen_at).toISOString(),
      address: row.address as string | null,
      user_agent: row.user_agent as string | null,
    },
  };
}
