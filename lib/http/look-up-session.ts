import { claimsOf } from '#lib/auth/sessions';
import type { Peer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { guestOf, room } from '#lib/http/room';

/**
 * `lookUp` of the session behind a token, within a place of the network that asks, where look-ups wait for nothing but
 * each other. A session has a rate of its own: whoever holds a cookie that has ended uses up nothing of its owner, who
 * has signed in since. Throws `RATE_LIMITED`.
 */
export async function lookUpSession<T>(
  token: string | undefined,
  { network }: Peer,
  signal: AbortSignal,
  lookUp: () => Promise<T>,
): Promise<T> {
  const claims = await claimsOf(token);
  // One that is made up costs no query, and would only fill the memory of limits.
  if (claims === undefined) return lookUp();
  requireRateOf(`session ${claims.sessionId}`, 'you');
  return room.within(guestOf(`sessions from ${network}`, { isRead: true }), signal, lookUp);
}
