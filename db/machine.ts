import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'postgres';

// The machine that enforces: functions, triggers, constraints, indexes, columns, and who may do what. A superuser who can
// replace one of them can rewrite a digest that the database holds as well, so what is expected comes with the release:
// db/machine.json, which `npm run db:machine` makes of a fresh database.

/** Where this release lies: a program may be run from another folder, and what Next has bundled knows none but that. */
const own = path.join(process.cwd(), 'db');
const folder = existsSync(path.join(own, 'machine.json')) ? own : import.meta.dirname;
const file = path.join(folder, 'machine.json');

/**
 * One row for each object: its name, and the digest of its canonical text, which is the same on PostgreSQL 15 to 18. A
 * partition is named for its table (`entries_*`), whatever its time. The application is whoever may call `commit_changes`
 * and does not own the books; with one role for both there is none, and nothing is said of grants. An index or a table
 * that an operator adds is none of ours, unless it refuses rows.
 */
export const machineQuery = `
  with owner as (
    select relowner as oid from pg_class where oid = 'public.transactions'::regclass
  ), relations as (
    select c.oid, c.relname as own, coalesce(p.relname || '_*', c.relname) as name,
           case when p.oid is null then '' else c.relname end as part, c.relkind, c.relpersistence,
           c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.relowner = (select oid from owner) as is_of_owner
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ), functions as (
    select p.oid, p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name, p.prosrc, p.prosecdef,
           p.provolatile, p.proisstrict, p.proretset, p.proconfig, p.proacl, l.lanname, pg_get_function_result(p.oid) as result,
           pg_get_function_arguments(p.oid) as arguments, p.proowner = (select oid from owner) as is_of_owner
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p', 'w')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  ), privileges as (
    select 'table ' || r.name as object, a.grantee, a.privilege_type as privilege
    from relations r cross join aclexplode(r.relacl) a
    union all
    select 'table ' || r.name, a.grantee, a.privilege_type || '(' || t.attname || ')'
    from relations r join pg_attribute t on t.attrelid = r.oid and t.attnum > 0 cross join aclexplode(t.attacl) a
    union all
    select 'function ' || f.name, a.grantee, a.privilege_type
    from functions f cross join aclexplode(coalesce(f.proacl, acldefault('f', (select oid from owner)))) a
    union all
    select 'schema public', a.grantee, a.privilege_type
    from pg_namespace n cross join aclexplode(n.nspacl) a where n.nspname = 'public' and a.privilege_type = 'CREATE' and a.grantee <> n.nspowner
  ), applications as (
    select p.grantee as oid from privileges p join pg_roles r on r.oid = p.grantee
    where p.object like 'function commit#_changes#(%' escape '#' and not r.rolsuper and p.grantee <> (select oid from owner)
  ), objects (name, text, part) as (
    select 'table ' || r.name, concat_ws(' ', r.relkind in ('r', 'p'), r.relpersistence, r.relrowsecurity, r.relforcerowsecurity, r.is_of_owner, (
        select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
                 pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attname)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped)), r.part
    from relations r
    union all
    -- PostgreSQL 16 and later name a column of the only table without that table.
    select 'view ' || r.own, regexp_replace(regexp_replace(pg_get_viewdef(r.oid), '\\m[a-z_]+\\.', '', 'g'), '\\s+', ' ', 'g'), r.part
    from relations r where r.relkind = 'v'
    union all
    -- That a column is not null stands with the column: PostgreSQL 18 makes a constraint of it.
    select 'constraint ' || r.name || '.' || coalesce(p.conname || '_*', c.conname), concat_ws(' ', pg_get_constraintdef(c.oid), c.convalidated), r.part
    from pg_constraint c join relations r on r.oid = c.conrelid left join pg_constraint p on p.oid = c.conparentid
    where c.contype in ('c', 'p', 'u', 'f', 'x')
    union all
    select 'index ' || r.name || '.' || coalesce(p.relname || '_*', c.relname),
           concat_ws(' ', x.indisunique, x.indisvalid, x.indisready, substring(pg_get_indexdef(x.indexrelid) from ' USING .*')), r.part
    from pg_index x join relations r on r.oid = x.indrelid join pg_class c on c.oid = x.indexrelid
    left join pg_inherits i on i.inhrelid = x.indexrelid left join pg_class p on p.oid = i.inhparent
    union all
    select 'function ' || f.name, concat_ws(' ', f.prosrc, f.arguments, f.result, f.lanname, f.prosecdef, f.provolatile, f.proisstrict,
             f.proretset, f.is_of_owner, (select string_agg(s, ', ' order by s) from unnest(f.proconfig) s)), ''
    from functions f
    union all
    select 'trigger ' || r.name || '.' || t.tgname, concat_ws(' ', t.tgenabled, replace(pg_get_triggerdef(t.oid), ' ON public.' || quote_ident(r.own) || ' ', ' ')), r.part
    from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal or t.tgparentid <> 0
    union all
    select 'rule ' || r.name || '.' || w.rulename, pg_get_ruledef(w.oid), r.part
    from pg_rewrite w join relations r on r.oid = w.ev_class where w.rulename <> '_RETURN'
    union all
    select 'policy ' || r.name || '.' || p.polname, p.polpermissive::text, r.part
    from pg_policy p join relations r on r.oid = p.polrelid
    union all
    select 'setting ' || s.name, 'set for a role or the database', ''
    from pg_db_role_setting d cross join lateral (select split_part(c, '=', 1) as name from unnest(d.setconfig) c) s
    where s.name in ('session_replication_role', 'search_path')
      and (d.setdatabase in (0, (select oid from pg_database where datname = current_database())))
      and (d.setrole in (0, (select oid from owner)) or d.setrole in (select oid from applications))
    union all
    select 'grants on ' || p.object || ' to the application', string_agg(p.privilege, ', ' order by p.privilege collate "C"), ''
    from privileges p where p.grantee in (select oid from applications) group by p.object, p.grantee
    union all
    -- Another role may be let read, which is its operator's affair.
    select distinct 'privilege ' || p.privilege || ' on ' || p.object || ' of ' || coalesce(r.rolname, 'everybody'), 'granted', ''
    from privileges p left join pg_roles r on r.oid = p.grantee
    where p.grantee <> (select oid from owner) and not p.grantee in (select oid from applications) and r.rolsuper is not true
      and p.privilege not like 'SELECT%' and exists (select from applications)
    union all
    select 'role of the application', concat_ws(' ', rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
             exists (select from pg_auth_members m where m.member = r.oid
                       and (m.roleid = (select oid from owner) or m.roleid in (select oid from pg_roles where rolsuper)))), ''
    from pg_roles r where r.oid in (select oid from applications)
  )
  select name, substr(encode(sha256(convert_to(replace(text, 'public.', ''), 'UTF8')), 'hex'), 1, 32) as digest, part from objects`;

/** What a machine is made of: it tells a `machine.json` that is older than the files beside it. */
export function machineSources(): string {
  const hash = createHash('sha256');
  for (const part of ['functions', 'migrations']) {
    const names = readdirSync(path.join(folder, part)).filter((name) => name.endsWith('.sql'));
    for (const name of names.sort()) hash.update(readFileSync(path.join(folder, part, name)));
  }
  return hash.digest('hex');
}

let shipped: Record<string, string> | undefined;

/**
 * What this release ships: digests by name. Between a change of its sources and `npm run db:machine` nothing is known, and
 * nothing is compared; `db/machine.db.test.ts` fails meanwhile, so that no release is like that.
 */
export function shippedMachine(): Record<string, string> {
  if (shipped === undefined) {
    const { sources, objects } = JSON.parse(readFileSync(file, 'utf8'));
    shipped = sources === machineSources() ? (objects as Record<string, string>) : {};
  }
  return shipped;
}

/** A query of one column: each object that is missing, of another form than this release ships, or none of its own. */
export function machineDifferences(): string {
  const objects = shippedMachine();
  if (Object.keys(objects).length === 0) return 'select null::text as difference where false';
  const literal = `'${JSON.stringify(objects).replaceAll("'", "''")}'`;
  return `
    with found as materialized (${machineQuery}), expected as (
      -- Each partition has all that its table's have.
      select e.name, e.digest, coalesce(i.part, '') as part
      from (select key as name, value as digest, substring(key from '^\\w+ (\\w+)_\\*') as parent from jsonb_each_text(${literal}::jsonb)) e
      left join lateral (
        select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('public.' || e.parent)
      ) i on e.parent is not null
    )
    select name || case part when '' then '' else ' of ' || part end || case when f.digest is null then ' is missing'
             when e.digest is null then ' is not of this release' else ' is not as this release has it' end as difference
    from found f full join expected e using (name, part)
    where f.digest is distinct from e.digest
      and not (e.digest is null and (name like 'table %' or name like 'view %'))
      and not (e.digest is null and name like 'index %' and exists (
        select from pg_index x where x.indexrelid = to_regclass('public.' || quote_ident(split_part(name, '.', 2))) and not x.indisunique))
      -- With one role for the owner and the application nothing is granted.
      and not (f.digest is null and (name like 'grants %' or name = 'role of the application') and not exists (
        select from found g where g.name = 'role of the application'))`;
}

/** What differs in the database; nothing where it is as shipped. */
export async function findMachineDifferences(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe(machineDifferences());
  return rows.map((row) => row.difference);
}
