import { SESSION_COOKIE } from '#lib/auth/sessions';

/**
 * The token that a request's cookies name. None of several: a neighbouring site of the same domain may have set another
 * one beside ours.
 */
export function soleSessionToken(headers: Pick<Headers, 'get'>): string | undefined {
  const tokens = sessionTokens(headers);
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** Every one, as it was sent. */
export function sessionTokens(headers: Pick<Headers, 'get'>): string[] {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const ours = pairs.filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`));
  return [...new Set(ours.map((pair) => pair.slice(SESSION_COOKIE.length + 1)))];
}

/** What sets the cookie of a session; `undefined` clears it. */
export function sessionCookie(token: string | undefined, secure: boolean): string {
  const life = token === undefined ? 0 : 30 * 24 * 60 * 60;
  return `${SESSION_COOKIE}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure ? '; Secure' : ''}`;
}
