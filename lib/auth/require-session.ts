import { sqlClient } from '#db/client';
import { claimsOf, findSession, type Session } from '#lib/auth/sessions';
import { exactTime } from '#lib/browser/format';
import { browserName } from '#lib/browser/user-agent';
import { AppError } from '#lib/errors';

/**
 * The live session behind a cookie's token. Throws `UNAUTHORIZED`, which tells whoever bears the token of a session
 * that another log-in ended of that log-in.
 */
export async function requireSession(token: string | undefined, now: Date): Promise<Session> {
  const session = await findSession(token, now);
  if (session !== undefined) return session;
  const why = await whyEnded(token);
  throw new AppError(
    'UNAUTHORIZED',
    why === undefined ? 'There is no session, or it has ended. Sign in.' : `${why} Sign in again.`,
  );
}

/**
 * For the bearer of a token whose session another log-in ended: when that was and from where, in a sentence for
 * people. Undefined for a session that lives or ended otherwise, and for what is no token of ours.
 */
export async function whyEnded(token: string | undefined): Promise<string | undefined> {
  const claims = await claimsOf(token);
  if (claims === undefined) return undefined;
  // Ids of later lines are greater, so only what came after the session is read.
  const [line] = await sqlClient()`
    select at, address, after ->> 'user_agent' as user_agent from audit_log
    where user_id = ${claims.userId} and id > ${claims.sessionId} and action = 'session.started'
      and before ->> 'ended_session' = ${claims.sessionId}
    order by id limit 1`;
  if (line === undefined) return undefined;
  const device = browserName(line.user_agent) ?? 'an unknown device';
  return `You were signed out by another sign-in to your account: on ${exactTime(new Date(line.at).toISOString())}, from ${line.address ?? 'an unknown address'}, by ${device}. If that was not you, change your password.`;
}
