import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { startEmbeddedPostgres } from '#db/embedded';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';

const TEMPLATE = 'kaira_simulation';

export interface SimulationServer {
  /** An empty, migrated database in virtual time; its superuser's URL. */
  make(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL of our own whose databases have virtual time: `now()` and `clock_timestamp()` are found in the schema `sim`
 * before PostgreSQL's own, in statements, in defaults and in functions, and says what the connection was told. Nothing is written for good.
 */
export async function startSimulationServer(): Promise<SimulationServer> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-simulation-')));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    database: TEMPLATE,
    throwAway: true,
    settings: { max_connections: '50', autovacuum: 'off', jit: 'off' },
  });
  const urlOf = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  await sql`create schema sim`;
  await sql.unsafe(`
    create function sim.now() returns timestamptz language sql stable as $$
      select coalesce(nullif(current_setting('sim.now', true), '')::timestamptz, pg_catalog.now())
    $$;
    create function sim.clock_timestamp() returns timestamptz language sql volatile as $$
      select coalesce(nullif(current_setting('sim.now', true), '')::timestamptz, pg_catalog.clock_timestamp())
    $$;
    grant usage on schema sim to public;
    alter database ${TEMPLATE} set search_path = public, sim, pg_catalog;`);
  await migrate(server.url, applicationUrl(server.url));
  await putInVirtualTime(sql);
  await sql.end();
  const admin = postgres(urlOf('postgres'), { max: 1, onnotice: () => {} });
  return {
    async make(name) {
      await admin`create database ${admin(name)} template ${admin(TEMPLATE)} owner kaira_owner`;
      await admin.unsafe(`alter database "${name}" set search_path = public, sim, pg_catalog`);
      return urlOf(name);
    },
    drop: async (name) => void (await admin`drop database if exists ${admin(name)} with (force)`),
    async stop() {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A function with a path of its own would find PostgreSQL's `now()`; after each change of the functions. */
export async function putInVirtualTime(sql: Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      v regprocedure;
    begin
      for v in select oid from pg_proc where pronamespace = 'public'::regnamespace and proconfig::text like '%search_path=%' loop
        execute format('alter function %s set search_path = public, sim, pg_catalog, pg_temp', v);
      end loop;
    end $$`);
}

/** All of it as the release ships it, once nothing is simulated any more; for connections that are made from now on. */
export async function putInRealTime(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`
    alter database "${name}" reset search_path;
    do $$
    declare
      v record;
    begin
      for v in select d.adrelid::regclass as relation, a.attname from pg_attrdef d
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
        where d.adbin::text like '%:funcid ' || 'sim.now()'::regprocedure::oid || ' %'
      loop
        execute format('alter table %s alter column %I set default pg_catalog.now()', v.relation, v.attname);
      end loop;
      for v in select oid::regprocedure as name from pg_proc
        where pronamespace = 'public'::regnamespace and proconfig::text like '%search_path=%' loop
        execute format('alter function %s set search_path = public, pg_temp', v.name);
      end loop;
    end $$`);
  await sql.end();
  // Its triggers ask the clock by themselves, and found the simulation's when they were made.
  const fresh = postgres(url, { max: 1, onnotice: () => {} });
  await fresh.unsafe(
    readFileSync(path.resolve(import.meta.dirname, '../../db/functions/10_guards.sql'), 'utf8'),
  );
  await fresh.end();
}
