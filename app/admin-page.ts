import { notFound } from 'next/navigation';
import { requirePage } from '#app/page-session';
import { mayDo, type Permission } from '#lib/auth/roles';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { firstEnvironment } from '#lib/rails/registry';

/** The query of a page's address; of a name that is given several times, the first. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** An admin page's visitor, with what the page's address asks for. Redirects to the log-in page and back. */
export async function requireAdminPage(path: string, searchParams?: SearchParams) {
  const given = Object.entries((await searchParams) ?? {}).map(([name, value]) => [
    name,
    [value].flat()[0] ?? '',
  ]);
  const query: Record<string, string> = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const search = new URLSearchParams(query).toString();
  const session = await requirePage('admin', search ? `${path}?${search}` : path);
  const environment: Environment =
    query.environment === 'LIVE' || query.environment === 'SANDBOX'
      ? query.environment
      : await firstEnvironment();
  return {
    session,
    query,
    environment,
    may: (permission: Permission) => session.isConfirmed && mayDo(session.user.role, permission),
  };
}

/** What a verb finds, or the page that says that there is no such page. */
export async function orNotFound<Result>(found: Promise<Result>): Promise<Result> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) notFound();
    throw error;
  }
}
