/**
 * Whoever breaks into the application has its connection. With exactly that one, every write that the books must not
 * bear is tried. Each try is rolled back, after the checks that a commit would make.
 */
import postgres from 'postgres';
import { attempt, each, verdict } from './attempt.ts';
import { BOOKS, KEPT, rows } from './books.ts';
import { attack, begin, note } from './score.ts';
import type { Stage } from './stage.ts';

export async function database(stage: Stage) {
  if (!begin('database')) {
    return;
  }
  const addresses = stage.product.addresses();
  await attack('the address of the application is found in its environment', async () => [
    [addresses.length > 0, `${addresses.length} found: ${addresses.map(hidden).join(' ')}`],
  ]);
  for (const address of addresses) {
    const sql = postgres(address, { max: 1, onnotice() {}, prepare: false });
    try {
      await as(sql, hidden(address));
    } finally {
      await sql.end({ timeout: 2 });
    }
  }
}

const hidden = (address: string) => address.replace(/:[^:@/]+@/, ':…@');

async function as(sql: postgres.Sql, name: string) {
  const tables = await sql<{ name: string; parent: string | null; rows: boolean }[]>`
    select c.relname as name, p.relname as parent from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const books = tables.filter((table) => BOOKS.test(table.parent ?? table.name)).map((table) => table.name);
  const kept = tables.filter((table) => KEPT.test(table.name)).map((table) => table.name);
  note(`as ${name}: ${books.length} tables and partitions of the books: ${books.join(' ')}`);
  await standing(sql);
  await rows(sql, books, kept);
  await guards(sql, books);
  await code(sql);
}

/** What the role is and owns. */
async function standing(sql: postgres.Sql) {
  await attack('the role is no superuser, may bypass nothing and make nobody', async () => {
    const [role] =
      await sql`select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
      from pg_roles where rolname = current_user`;
    const has = Object.entries(role ?? {}).filter(([, value]) => value === true);
    return [
      [
        has.length === 0,
        `expected none, seen ${has.map(([key]) => key).join(' ') || 'none'} of ${role?.rolname}`,
      ],
    ];
  });
  await attack('it owns nothing of the schema, nor the database', async () => {
    const [owned] = await sql`select
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')) as tables,
      (select count(*)::int from pg_proc where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')) as functions,
      (select count(*)::int from pg_namespace where nspname = 'public' and pg_has_role(nspowner, 'usage')) as schemas,
      (select count(*)::int from pg_database where datname = current_database() and pg_has_role(datdba, 'usage')) as databases`;
    const some = Object.entries(owned ?? {}).filter(([, count]) => Number(count) > 0);
    return [
      [
        some.length === 0,
        `expected none, seen ${some.map(([what, n]) => `${n} ${what}`).join(', ') || 'none'}`,
      ],
    ];
  });
  await each(sql, 'it becomes nobody else, and makes nothing that others would call', {
    'set role': `do $$ declare r name; begin
      for r in select rolname from pg_roles where rolname <> current_user and (rolsuper or rolname in (select tableowner from pg_tables where schemaname = 'public')) loop
        execute format('set local role %I', r); return; end loop; raise 'nobody to become'; end $$`,
    'create in public': 'create table public.doors (a int)',
    'a function in public': "create function public.doors() returns int language sql as 'select 1'",
    'an operator in public':
      'create operator public.=== (leftarg = text, rightarg = text, function = texteq)',
    'a schema': 'create schema doors',
    'a role': 'create role doors superuser',
    'an extension': 'create extension dblink',
    'alter system': "alter system set fsync = 'off'",
    'alter database':
      "do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$",
    'another search path for its role':
      "do $$ begin execute format('alter role %I set session_replication_role = replica', current_user); end $$",
    'a file of the server': "select pg_read_file('PG_VERSION')",
    'a program of the server': "copy (select 1) to program 'true'",
    'a large object to a file': "select lo_export(lo_from_bytea(0, 'x'), '/tmp/doors-export')",
  });
}

async function guards(sql: postgres.Sql, books: string[]) {
  const main = books.filter((table) =>
    /^(transactions|entries|journals|accounts|audit_log|cases|events)$/.test(table),
  );
  const over = (statement: (table: string) => string) =>
    Object.fromEntries(main.map((table) => [table, statement(table)]));
  await each(
    sql,
    'no trigger is switched off',
    over((t) => `alter table public.${t} disable trigger user`),
  );
  await each(sql, 'no table is changed or dropped', {
    ...over((t) => `alter table public.${t} add column doors int`),
    ...Object.fromEntries(main.map((t) => [`drop ${t}`, `drop table public.${t} cascade`])),
    ...Object.fromEntries(main.map((t) => [`rename ${t}`, `alter table public.${t} rename to doors`])),
  });
  await each(sql, 'no trigger, rule or policy is added', {
    trigger:
      'create trigger doors before insert on public.entries for each row execute function pg_catalog.suppress_redundant_updates_trigger()',
    rule: 'create rule doors as on insert to public.entries do instead nothing',
    policy: 'alter table public.entries enable row level security',
    constraint: `do $$ declare c name; begin select conname into c from pg_constraint where conrelid = 'public.transactions'::regclass and contype = 'c' limit 1;
      execute format('alter table public.transactions drop constraint %I', c); end $$`,
    // Without the right to, it is a warning and no error.
    grant: `do $$ begin grant update on public.entries to public;
      if not has_table_privilege('public', 'public.entries', 'update') then raise insufficient_privilege; end if; end $$`,
  });
  await each(sql, 'the guards cannot be passed by a setting', {
    session_replication_role: 'set local session_replication_role = replica',
    'and an entry with it':
      'set local session_replication_role = replica; update public.accounts set client_id = client_id',
    row_security: 'alter role current_user bypassrls',
  });
}

async function code(sql: postgres.Sql) {
  const functions = await sql<{ name: string; oid: number; definer: boolean; path: string | null }[]>`
    select p.oid::int as oid, p.oid::regprocedure::text as name, prosecdef as definer,
      (select c from unnest(proconfig) c where c like 'search_path=%') as path
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`;
  await attack('no function is replaced, renamed or dropped', async () => {
    const done: string[] = [];
    for (const { oid, name } of functions) {
      const [row] = await sql`select pg_get_functiondef(${oid}::oid) as text`;
      for (const statement of [
        String(row?.text),
        `drop function ${name} cascade`,
        `alter function ${name} security invoker`,
      ]) {
        if ((await attempt(sql, statement)) === '') {
          done.push(name.split('(')[0] ?? name);
        }
      }
    }
    return [verdict([...new Set(done)], `${functions.length} functions`)];
  });
  await attack('what runs as its owner cannot be led to other tables', async () => {
    const definers = functions.filter(({ definer }) => definer);
    note(
      `functions that run as their owner: ${definers.map(({ name }) => name.split('(')[0]).join(' ') || 'none'}`,
    );
    const loose = definers.filter(({ path }) => !path || !/pg_temp"?\s*$/.test(path));
    return [
      [
        loose.length === 0,
        `expected a search_path that ends with pg_temp, seen ${loose.map(({ name, path }) => `${name.split('(')[0]} (${path ?? 'none'})`).join(' ') || 'all so'}`,
      ],
    ];
  });
}
