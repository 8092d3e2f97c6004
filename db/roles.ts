import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { parseDatabaseUrl } from '#db/hosts';

// Two roles: the owner of the books, which migrates, and the application's, which may do what
// db/functions/60_privileges.sql grants it and nothing else.

const OWNER = 'kaira_owner';
const APPLICATION = 'kaira_app';

/** The role of the application cannot be made or used; the message is one sentence for the person at the terminal. */
export class RoleError extends Error {}

/**
 * The address at which the application reaches the built-in PostgreSQL. Its password follows from the superuser's, and
 * not the other way round, so that a backup needs to hold one password only.
 */
export function applicationUrl(superuserUrl: string): string {
  const { password } = loginOf(superuserUrl);
  const own = createHmac('sha256', password).update(`kaira role ${APPLICATION}`).digest('base64url');
  return superuserUrl.replace(/^([^/]*\/\/)[^@/]*@/, `$1${APPLICATION}:${own}@`);
}

/** The addresses of one database for its owner, who may be a superuser, and for the application. */
export interface Addresses {
  owner: string;
  application: string;
}

/** Of the built-in PostgreSQL. */
export function builtInAddresses(superuserUrl: string): Addresses {
  return { owner: superuserUrl, application: applicationUrl(superuserUrl) };
}

/** Of a server of one's own; without an owner's address the application is both. */
export function addressesIn(settings: {
  DATABASE_URL: string;
  DATABASE_OWNER_URL?: string | undefined;
}): Addresses {
  const { DATABASE_URL: application, DATABASE_OWNER_URL: owner = application } = settings;
  return { owner, application };
}

/** Of an address: its role and password. */
function loginOf(url: string): { role: string; password: string } {
  const { username = '', password = '' } = new URL(parseDatabaseUrl(url)?.url ?? url);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Guarantee: there is a role for the application, as `url` names it. Where `sql` is a superuser's, its password is that
 * of the address, and from here on `sql` works as an owner who is none, to whom all of ours belongs. Throws `RoleError`.
 */
export async function prepareRoles(sql: Sql, url: string): Promise<void> {
  const { role, password } = loginOf(url);
  const [state] = await sql<{ superuser: boolean; creates: boolean; exists: boolean }[]>`
    select rolsuper as superuser, rolsuper or rolcreaterole as creates,
           exists (select from pg_roles where rolname = ${role}) as exists
    from pg_roles where rolname = current_user`;
  if (!state?.exists && !state?.creates) {
    throw new RoleError(
      `The role ${role || '(none is named)'} of DATABASE_URL does not exist, and that of DATABASE_OWNER_URL may not make it: make it with create role (docs/operations/install.md).`,
    );
  }
  if (!state.exists) await sql.unsafe(await statement(sql, 'create role %I login', role));
  if (state.superuser || !state.exists) {
    if (password) await sql.unsafe(await statement(sql, 'alter role %I password %L', role, password));
  }
  if (state.superuser) await becomeOwner(sql);
}

/** What a superuser made before there was an owner is handed to it; a second time there is nothing to do. */
async function becomeOwner(sql: Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      v text;
    begin
      if to_regrole('${OWNER}') is null then
        create role ${OWNER} nologin;
      end if;
      for v in
        select format('alter database %I owner to ${OWNER}', datname) from pg_database
        where datname = current_database() and datdba <> '${OWNER}'::regrole
        union all
        select format('alter schema %I owner to ${OWNER}', nspname) from pg_namespace
        where nspname in ('public', 'drizzle') and not nspowner in ('${OWNER}'::regrole, 'pg_database_owner'::regrole)
        union all
        select format('alter %s %s owner to ${OWNER}', case c.relkind when 'v' then 'view' else 'table' end, c.oid::regclass)
        from pg_class c
        where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
          and c.relkind in ('r', 'p', 'v') and c.relowner <> '${OWNER}'::regrole
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        union all
        select format('alter function %s owner to ${OWNER}', p.oid::regprocedure)
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.proowner <> '${OWNER}'::regrole
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      loop
        execute v;
      end loop;
    end $$`);
  await sql.unsafe(`set role ${OWNER}`);
}

/** Guarantee: the role of `url` has what db/functions/60_privileges.sql grants, and no more. */
export async function grantPrivileges(sql: Sql, url: string): Promise<void> {
  await sql`select grant_privileges(${loginOf(url).role})`;
}

/** Whether the role of this connection could change the books without the functions; undefined where there are none. */
export async function ownsBooks(sql: Sql): Promise<boolean | undefined> {
  const [row] = await sql`
    select pg_has_role(relowner, 'member') as owns from pg_class where oid = to_regclass('public.transactions')`;
  return row?.owns;
}

async function statement(sql: Sql, text: string, ...words: string[]): Promise<string> {
  const [row] = await sql`select format(${text}, variadic ${words}::text[]) as statement`;
  return row?.statement;
}
