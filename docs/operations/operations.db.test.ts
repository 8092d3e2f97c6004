import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '#db/client';
import { isMigrated, migrate } from '#db/migrate';
import { applicationUrl, ownsBooks } from '#db/roles';
import { longTest } from '#e2e/setup/long-test';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { createApiKey } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { newId } from '#lib/ids';
import { listKeys } from '#lib/keys/list-keys';
import { createEndpoint, getEndpoint, signingSecrets } from '#lib/webhooks/endpoints';
import { rotateSecret } from '#lib/webhooks/rotate-secret';
import { fencesOf } from './read-pages.ts';

// What the operators' pages say of the database, on a database.

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});

afterAll(() => database.drop());

describe('incidents.md', () => {
  const queries = fencesOf('incidents.md', 'sql');

  test.each(queries)('a query runs, and changes nothing: %s', async (query) => {
    const reader = connect(database.url, 1);
    try {
      const work = reader.begin('read only', (tx) => tx.unsafe(query));
      await expect(work).resolves.toBeDefined();
    } finally {
      await reader.end();
    }
  });

  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  test.skipIf(!hasPsql)(
    'the lines for psql reach the built-in PostgreSQL and cannot write (skipped without psql)',
    async () => {
      const [row] = await sql`select current_setting('data_directory') as data, current_database() as name`;
      const [block = ''] = fencesOf('incidents.md', 'sh');
      const lines = block
        .replace(/^DATA=.*$/m, `DATA=${path.resolve(row?.data, '../..')}`)
        .replace('--dbname=kaira', `--dbname=${row?.name}`);
      const input = 'select count(*) as clients from clients; create table t ();';
      const { stdout, stderr } = spawnSync('bash', ['-c', lines], { input, encoding: 'utf8' });
      expect(stdout).toContain('clients');
      expect(stderr).toContain('cannot execute CREATE TABLE in a read-only transaction');
    },
  );

  test('the payments that a leaked key made are found by its last four characters, and no others', async () => {
    const client = await newClient();
    const [leaked, kept] = [
      await createApiKey(client.id, 'SANDBOX'),
      await createApiKey(client.id, 'SANDBOX'),
    ];
    const keys = await listKeys(client.id, new Date());
    for (const [index, key] of [leaked, kept].entries()) {
      const id = keys.find(({ last4 }) => key.endsWith(last4))?.id ?? '';
      const ctx = {
        client,
        environment: 'SANDBOX',
        actor: { type: 'api_key', id },
        now: () => new Date(),
      } as const;
      await initiateCollection(ctx, {
        amount: 150_00n,
        currency: 'GMD',
        client_reference: `order-${index}`,
        provider: 'PROVIDER_W',
        metadata: {},
      });
    }
    const query = queries.find((each) => each.includes("k.last4 = 'XyZ9'")) ?? '';
    const rows = await sql.unsafe(
      query
        .replace('Brikama Bakery', client.name)
        .replace('XyZ9', leaked.slice(-4))
        .replace("'LIVE'", "'SANDBOX'"),
    );
    expect(rows.map((row) => row.client_reference)).toEqual(['order-0']);
    expect(rows[0]?.gmd).toMatch(/^150\.0+$/);
  });

  test('an endpoint whose secret cannot be unsealed signs again once it was rotated', async () => {
    const ctx = memberContext(await newClient());
    const { endpoint } = await createEndpoint(ctx, {
      url: 'https://shop.example.com/kaira',
      events: [],
      payload_form: 'current',
      description: null,
    });
    // As after a start with another KAIRA_SECRET.
    await sql`update webhook_endpoints set secret_sealed = ${randomBytes(70)} where id = ${endpoint.id}`;
    const secrets = async () => signingSecrets(await getEndpoint(ctx, endpoint.id), ctx.now());
    await expect(secrets()).rejects.toThrow('KAIRA_SECRET is not the one that sealed it');
    const { secret } = await rotateSecret(ctx, endpoint.id);
    expect(await secrets()).toMatchObject({ secret });
  });
});

describe('install.md', () => {
  longTest(
    'two ordinary roles are enough for all that a start does there, and only one of them may change the schema',
    async () => {
      const name = `kaira_${randomBytes(6).toString('hex')}`;
      const [block = ''] = fencesOf('install.md', 'sql');
      const statements = block.replaceAll(/\bkaira(_app)?\b/g, `${name}$1`).split(';\n');
      const administrator = connect(inject('postgresUrl'), 1);
      const url = new URL(inject('postgresUrl'));
      url.username = name;
      url.password = encodeURIComponent('a long random one');
      url.pathname = `/${name}`;
      const application = new URL(url);
      application.username = `${name}_app`;
      application.password = encodeURIComponent('another long random one');
      try {
        for (const statement of statements) await administrator.unsafe(statement);
        await expect(migrate(application.href)).rejects.toThrow('this role may not bring it there');
        await migrate(url.href, application.href);
        await migrate(url.href, application.href);
        await migrate(application.href);
        for (const [address, owns] of [
          [url.href, true],
          [application.href, false],
        ] as const) {
          const role = connect(address, 1);
          expect(await isMigrated(role)).toBe(true);
          expect(await ownsBooks(role)).toBe(owns);
          const [rights] = await role`
          select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user`;
          expect(rights).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
          const denied = role`update transactions set amount_bututs = 1`;
          if (owns) await denied;
          else await expect(denied).rejects.toMatchObject({ code: '42501' });
          await role.end();
        }
        // One role for both, as it was before there were two.
        await migrate(url.href);
        const missing = new URL(application);
        missing.username = `${name}_nobody`;
        await expect(migrate(url.href, missing.href)).rejects.toThrow(
          `The role ${name}_nobody of DATABASE_URL does not exist`,
        );
      } finally {
        await administrator.unsafe(`drop database if exists ${name} with (force)`);
        await administrator.unsafe(`drop role if exists ${name}, ${name}_app`);
        await administrator.end();
      }
    },
  );
});

describe('scaling.md', () => {
  test('what has no partition of its own is found, and nothing else', async () => {
    const [query = ''] = fencesOf('scaling.md', 'sql');
    expect(await sql.unsafe(query)).toEqual([]);
    await sql`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, latency_ms)
      select gen_random_uuid(), id::uuid, 1, now(), 1
      from unnest(array['ffffffff-0000-4000-8000-000000000000', ${newId()}]) id`;
    await sql`analyze delivery_attempts`;
    expect(await sql.unsafe(query)).toEqual([{ name: 'delivery_attempts_other', rows: '1' }]);
  });
});

describe('upgrade.md', () => {
  test('functions of another release are replaced as a whole at a start, and until then nobody is ready anew', async () => {
    const bodyOf = async () => {
      const [row] = await sql`select prosrc as body from pg_proc where proname = 'refuse_change'`;
      return row?.body as string;
    };
    const own = await bodyOf();
    await sql.unsafe(`
      create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$;
      update schema_functions set digest = 'of another release'`);
    expect(await isMigrated(sql)).toBe(false);
    await migrate(database.url, applicationUrl(database.url));
    expect(await bodyOf()).toBe(own);
    expect(await isMigrated(sql)).toBe(true);
  });

  test('a database with a migration that this release does not know is refused, and left as it is', async () => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', 9999999999999)`;
    await sql`update schema_functions set digest = 'of a newer release'`;
    await expect(migrate(database.url)).rejects.toThrow('it is of a newer release');
    const [row] = await sql`select digest from schema_functions`;
    expect(row?.digest).toBe('of a newer release');
  });
});
