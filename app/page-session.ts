import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { nextPath } from '#lib/auth/next-path';
import { mayDo, type Permission } from '#lib/auth/roles';
import { type Door, findSession, type Session, type SessionUser } from '#lib/auth/sessions';
import { userContext } from '#lib/auth/user-context';
import type { Context, Environment } from '#lib/context';
import { invariant } from '#lib/errors';
import { PAGE_PATH } from '#lib/http/page-headers';
import { soleSessionToken } from '#lib/http/session-cookie';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import { getAccount } from '#lib/users/get-account';

/** The session of a page's visitor. Without one of this dashboard it redirects (307) to the log-in page and back. */
export async function requirePage(door: Door, path: string): Promise<Session> {
  const session = await findPageSession();
  if (session?.door === door) return session;
  redirect(`${door === 'admin' ? '/admin/login' : '/login'}?next=${encodeURIComponent(path)}`);
}

/**
 * The same for a layout, which nobody tells its page, so that also the log-in leads back to that page. The page asks
 * again, since a layout is not made anew from page to page.
 */
export async function requireLayout(door: Door): Promise<Session> {
  return requirePage(door, nextPath(door, (await headers()).get(PAGE_PATH)));
}

/** The session that a route under `/api` would find with the same cookies; looked up once a request. */
const findPageSession = cache(async (): Promise<Session | undefined> => {
  const [session] = await Promise.all([
    findSession(soleSessionToken(await headers()), new Date()),
    refreshRailFaces(),
  ]);
  return session;
});

/** What `<environment>` of an address means. A 404 for what is none. */
export function readEnvironment(segment: string): { environment: Environment; home: string } {
  if (segment !== 'live' && segment !== 'sandbox') notFound();
  return { environment: segment === 'live' ? 'LIVE' : 'SANDBOX', home: `/dashboard/${segment}` };
}

/**
 * `requirePage` for `/dashboard/<environment>/…`: what a page there asks the verbs with. A 404 for another environment,
 * and for a role that the page is not for; the home of such a role is the till.
 */
export async function requireDashboardPage(
  params: Promise<{ environment: string }>,
  path: string,
  permission: Permission | 'own_account' = 'business.read',
) {
  const { environment, home } = readEnvironment((await params).environment);
  const session = await requirePage('client', home + path);
  const { client, user } = session;
  invariant(client, 'a client user has a client');
  if (permission !== 'own_account' && !mayDo(user.role, permission)) {
    if (path === '') redirect(`${home}/till`);
    notFound();
  }
  const ctx: Context & { user: SessionUser } = {
    client,
    user,
    environment,
    actor: { type: 'user', id: user.id },
    now: () => new Date(),
  };
  return { session, environment, home, ctx };
}

/** The visitor's own account, for the settings of both dashboards. */
export function getPageAccount(session: Session) {
  return getAccount(userContext(session, { address: undefined, userAgent: null }));
}
