/**
 * Whoever breaks into the application has its connection. With exactly that one, every write that the books must not
 * bear is tried. Each try is rolled back, after the checks that a commit would make.
 */
import postgres from 'postgres';
import { attack, begin, type Finding, note } from './score.ts';
import type { Stage } from './stage.ts';

/** What is only added to, or is changed by the ledger's functions alone. */
const BOOKS =
  /^(transactions|transaction_changes|journals|entries|unfolded_entries|accounts|events|audit_log|adjustments|tallies|tally_totals|unfolded_tallies|rail_calls|cases|rail_notices)$/;
/** Of these the application may change some columns, but never the money. */
const WORKED_ON = /^(cases|rail_notices|rail_calls)$/;
/** Of these a row is never removed, whatever else may change in it. */
const KEPT =
  /^(approvals|clients|users|api_keys|deliveries|payout_batches|payout_batch_rows|rail_statements|rail_statement_lines|rail_connection_versions)$/;

type Try = { done: boolean; rows: number; why: string };

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

/** Every verb on every table of the books, and on each partition by itself. */
async function rows(sql: postgres.Sql, books: string[], kept: string[]) {
  const over = (tables: string[], statement: (table: string) => string) =>
    Object.fromEntries(tables.map((table) => [table, statement(table)]));
  await each(
    sql,
    'rows of the books are not deleted',
    over(books, (t) => `delete from public.${t}`),
  );
  await each(
    sql,
    'rows that are kept are not deleted',
    over(kept, (t) => `delete from public.${t}`),
  );
  await each(
    sql,
    'nothing is truncated',
    over([...books, ...kept], (t) => `truncate public.${t} cascade`),
  );
  const changes = async (title: string, column: RegExp, value: (column: string) => string) => {
    const columns = await sql<{ t: string; c: string }[]>`select table_name as t, column_name as c
      from information_schema.columns where table_schema = 'public' and table_name = any(${books})`;
    const wanted = columns.filter(({ t, c }) => column.test(c) && !WORKED_ON.test(t));
    await each(
      sql,
      title,
      Object.fromEntries(
        wanted.map(({ t, c }) => [`${t}.${c}`, `update public.${t} set ${c} = ${value(c)}`]),
      ),
    );
  };
  await changes('no amount and no balance is changed', /bututs|^balance|^count$/, (c) => `${c} + 1`);
  await changes(
    'no status is changed',
    /^status$/,
    () => "case status when 'SUCCEEDED' then 'FAILED' when 'OPEN' then 'CLOSED' else 'SUCCEEDED' end",
  );
  await changes(
    'nothing goes to another client',
    /^client_id$/,
    () => '(select id from public.clients order by id desc limit 1)',
  );
  await changes('no day is moved', /^(at|created_at|completed_at)$/, (c) => `${c} - interval '1 day'`);
  const copies = ['entries', 'journals', 'transactions', 'transaction_changes', 'events', 'accounts'].filter(
    (t) => books.includes(t),
  );
  const copy = (t: string, changed: string) =>
    `insert into public.${t} select (jsonb_populate_record(x, jsonb_build_object(${changed}))).* from public.${t} x limit 1`;
  const ids =
    "'id', gen_random_uuid(), 'sequence', 991, 'version', 991, 'client_reference', 'doors', 'name', 'doors'";
  const other = `(select a.name from public.accounts a where a.client_id = x.client_id
    and a.environment = x.environment and a.name <> x.account limit 1)`;
  await each(sql, 'no line is added to the books by itself', {
    ...over(copies, (t) => copy(t, ids)),
    'an entry without a journal': copy('entries', "'journal_id', gen_random_uuid()"),
    'an entry to a journal that is there': copy('entries', `'amount_bututs', 1, 'account', ${other}`),
    'two entries that are even': `insert into public.entries select (jsonb_populate_record(x, jsonb_build_object(
        'journal_id', j.id, 'amount_bututs', v.a, 'account', case v.a when 1 then x.account else ${other} end))).*
      from (select * from public.entries limit 1) x, (select gen_random_uuid() as id) j, (values (1), (-1)) v(a)`,
    'a credit that is not folded yet': `insert into public.unfolded_entries (client_id, environment, account, amount_bututs)
      select client_id, environment, name, 100 from public.accounts limit 1`,
    'an approval by who asked': `update public.approvals set status = 'APPROVED', decided_by = requested_by,
      decided_by_name = requested_by_name, decided_at = now()`,
    'a line of the audit log in another name, over one that is there': `insert into public.audit_log
      select * from public.audit_log limit 1 on conflict do nothing; update public.audit_log set action = 'nothing'`,
    'an entry with a journal of a temporary table': `create temp table journals (like public.journals);
      insert into pg_temp.journals select * from public.journals limit 1;
      update pg_temp.journals set id = '01900000-0000-7000-8000-000000000001';
      ${copy('entries', "'id', gen_random_uuid(), 'journal_id', '01900000-0000-7000-8000-000000000001'")}`,
    'a balance by insert on conflict': `insert into public.accounts select * from public.accounts limit 1
      on conflict do nothing; insert into public.accounts select * from public.accounts limit 1`,
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
    'event trigger':
      'create event trigger doors on ddl_command_start execute function pg_catalog.suppress_redundant_updates_trigger()',
    policy: 'alter table public.entries enable row level security',
    constraint: `do $$ declare c name; begin select conname into c from pg_constraint where conrelid = 'public.transactions'::regclass and contype = 'c' limit 1;
      execute format('alter table public.transactions drop constraint %I', c); end $$`,
    grant: 'grant update on public.entries to public',
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
        if ((await attempt(sql, statement)).done) {
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

const verdict = (done: string[], tried: string): Finding => [
  done.length === 0,
  `expected all refused, seen ${done.length === 0 ? 'so' : `done: ${done.join(', ')}`} (${tried})`,
];

/** Tries each statement; one line for all of them. */
async function each(sql: postgres.Sql, title: string, statements: Record<string, string>) {
  await attack(title, async () => {
    const done: string[] = [];
    const reasons = new Map<string, number>();
    for (const [name, statement] of Object.entries(statements)) {
      const tried = await attempt(sql, statement);
      if (tried.done) {
        done.push(name);
      }
      reasons.set(tried.why, (reasons.get(tried.why) ?? 0) + 1);
    }
    const why = [...reasons]
      .filter(([code]) => code)
      .map(([code, times]) => `${code}×${times}`)
      .join(' ');
    return [verdict(done, `${Object.keys(statements).length} tried; ${why}`)];
  });
}

class Undo extends Error {}

/** One try, undone. Done: it ran, touched something, and the checks of a commit let it through. */
async function attempt(sql: postgres.Sql, statement: string): Promise<Try> {
  let rows = 0;
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe("set local lock_timeout = '3s'; set local statement_timeout = '20s'");
      const result = await tx.unsafe(statement);
      rows = Array.isArray(result[0])
        ? 1
        : /^(update|delete|insert|with)/i.test(statement)
          ? result.count
          : 1;
      await tx.unsafe('set constraints all immediate');
      throw new Undo();
    });
    return { done: true, rows, why: '' };
  } catch (error) {
    if (error instanceof Undo) {
      return rows > 0 ? { done: true, rows, why: '' } : { done: false, rows, why: 'no-rows' };
    }
    return { done: false, rows, why: String((error as { code?: string }).code ?? error) };
  }
}
