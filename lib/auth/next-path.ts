import type { Door } from '#lib/auth/sessions';

/** `next` of a log-in page: a path of this site below the dashboard, else the dashboard itself. */
export function nextPath(door: Door, next: unknown): string {
  const home = door === 'admin' ? '/admin' : '/dashboard';
  if (typeof next !== 'string' || !next.startsWith(home)) return home;
  const url = URL.parse(next, 'http://site');
  // Put there by Next where it asks for a page's data.
  url?.searchParams.delete('_rsc');
  return url?.origin === 'http://site' && (url.pathname === home || url.pathname.startsWith(`${home}/`))
    ? url.pathname + url.search
    : home;
}
