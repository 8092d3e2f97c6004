import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client';
import { migrate } from '#db/migrate';
import { createPartitions, dropAttempts } from '#db/partitions';
import { migrateTo } from '#e2e/setup/older-database';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { lowestIdAt, newId } from '#lib/ids';
import { forgetAnswers } from '#lib/jobs/retention';
import { auditLedger } from '#lib/ledger/audit';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { createEndpoint, newEndpoint } from '#lib/webhooks/endpoints';

const client = newId();
const day = (text: string) => new Date(`${text}T12:00:00Z`);
/** So many days ago, it was some time of that day. */
const daysSince = (text: string) => Math.floor((Date.now() - Date.parse(`${text}T00:00:00Z`)) / 86_400_000);
let database: TestDatabase;
let shop: { id: string; name: string };
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 4, 'kaira partitions');
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

// The audit looks at all rows, and the attempts that tests add belong to no delivery.
afterEach(async () => {
  const session = await sql.reserve();
  await session`set session_replication_role = replica`;
  await session`delete from delivery_attempts`;
  await session`reset session_replication_role`;
  session.release();
});

describe('partitions', () => {
  test('are there for now and for the time to come, and are made once', async () => {
    const thisMonth = new Date().toISOString().slice(0, 7).replace('-', '_');
    expect(await names(sql, 'delivery_attempts')).toContain(`delivery_attempts_${thisMonth}`);
    expect(await createPartitions(sql)).toEqual([]);
    const made = await createPartitions(sql, day('2041-11-22'));
    expect(made.filter((name) => name.startsWith('entries'))).toEqual(['entries_2041', 'entries_2042']);
    expect(made.filter((name) => name.startsWith('delivery'))).toEqual([
      'delivery_attempts_2041_11',
      'delivery_attempts_2041_12',
      'delivery_attempts_2042_01',
    ]);
    expect(await createPartitions(sql, day('2041-11-22'))).toEqual([]);
  });

  test('take the rows of their time; what is of none is kept too', async () => {
    await createPartitions(sql, day('2043-11-22'));
    const placed = async (deliveryId: string) => {
      await addAttempt(sql, deliveryId, new Date());
      const [row] = await sql`
        select tableoid::regclass::text as name from delivery_attempts where delivery_id = ${deliveryId}`;
      return row?.name;
    };
    expect(await placed(newId(new Date('2043-11-30T23:59:59.999Z')))).toBe('delivery_attempts_2043_11');
    expect(await placed(lowestIdAt(new Date('2043-12-01T00:00:00.000Z')))).toBe('delivery_attempts_2043_12');
    expect(await placed(newId(day('2001-01-01')))).toBe('delivery_attempts_before');
    expect(await placed('ffffffff-0000-4000-8000-000000000000')).toBe('delivery_attempts_other');
  });

  test('are not made over rows that are kept in the rest, which stay readable', async () => {
    const id = newId(day('2045-11-22'));
    await addAttempt(sql, id, new Date());
    expect(await createPartitions(sql, day('2045-11-22'))).not.toContain('delivery_attempts_2045_11');
    expect(await names(sql, 'delivery_attempts')).toContain('delivery_attempts_2045_12');
    expect(await sql`select from delivery_attempts where delivery_id = ${id}`).toHaveLength(1);
  });

  test.each(['journals', 'entries', 'transaction_changes', 'events', 'delivery_attempts'])(
    'of %s refuse a change made past their table',
    async (table) => {
      for (const name of await names(sql, table)) {
        await expect(sql.unsafe(`delete from ${name}`), name).rejects.toMatchObject({ code: 'KA001' });
        await expect(sql.unsafe(`truncate ${name}`), name).rejects.toMatchObject({ code: 'KA001' });
      }
    },
  );

  test('of entries refuse a journal that does not sum to zero', async () => {
    for (const name of await names(sql, 'entries')) {
      const [bounds] =
        await sql`select coalesce(from_id, ${newId(day('2001-01-01'))}::uuid) as id, is_other from partitions where name = ${name}`;
      const id = bounds?.is_other ? 'ffffffff-0000-4000-8000-000000000000' : bounds?.id;
      await expect(
        sql.unsafe(`insert into ${name} values ('${client}', 'SANDBOX', 'available', '${id}', 5, now())`),
        name,
      ).rejects.toMatchObject({ code: 'KA002' });
    }
  });

  test('are left for later while somebody is in the way, who is not held up for long', async () => {
    const reader = await sql.reserve();
    await reader`begin`;
    await reader`select count(*) from entries`;
    const begun = Date.now();
    const made = await createPartitions(sql, day('2047-11-22'));
    expect(Date.now() - begun).toBeLessThan(2_000);
    expect(made.filter((name) => name.startsWith('entries'))).toEqual([]);
    expect(made).toContain('journals_2047');
    await reader`commit`;
    reader.release();
    expect(await createPartitions(sql, day('2047-11-22'))).toEqual(['entries_2047', 'entries_2048']);
  });

  test('one without its guard is a violation of the audit', async () => {
    await sql`drop trigger journals_append_only on journals_other`;
    expect(await violations()).toEqual([
      'what enforces the rules is as this release ships it: trigger journals_*.journals_append_only of journals_other is missing',
    ]);
    await sql`select guard_partitions()`;
    expect(await violations()).toEqual([]);
  });
});

describe('retention', () => {
  test('drops whole months of attempts; what remains is audited, and an old delivery can be sent again', async () => {
    // As if this release had run since then.
    await sql`alter table delivery_attempts detach partition delivery_attempts_before`;
    await sql`drop table delivery_attempts_before`;
    await createPartitions(sql, day('2024-01-15'));
    shop = {
      id: await createClient({
        name: 'Shop',
        businessPhone: '+2207012345',
        businessEmail: 's@kaira.example',
      }),
      name: 'Shop',
    };
    await createEndpoint(
      systemContext({ ...shop, commissionBps: 0 }, 'SANDBOX'),
      newEndpoint.parse({ url: 'https://192.0.2.1/hook' }),
    );
    const [old, lost, last] = [
      await deliver(day('2023-01-15')),
      await deliver(day('2024-01-31')),
      await deliver(day('2024-02-01')),
    ];
    expect(await sql`select from delivery_attempts where delivery_id = ${old}`).toHaveLength(1);
    expect(await violations()).toEqual([]);
    expect(await dropAttempts(sql, daysSince('2024-01-31'))).toEqual([]);
    expect(await dropAttempts(sql, daysSince('2024-02-01'))).toEqual(['delivery_attempts_2024_01']);
    expect(await dropAttempts(sql, 36_500)).toEqual([]);
    const left = await sql`select delivery_id from delivery_attempts order by delivery_id`;
    // What had no month of its own is not of an old month either.
    expect(left.map((row) => row.delivery_id)).toEqual([old, last]);
    expect(await violations()).toEqual([]);
    await addAttempt(sql, lost, new Date(), 2, shop.id);
    await sql`update deliveries set attempts = 2 where id = ${lost}`;
    expect(await violations()).toEqual([]);
    // What is kept is still looked at.
    await sql`update deliveries set attempts = 2 where id = ${last}`;
    expect(await violations()).toEqual([
      `each delivery counts its attempts, numbered from 1 without a gap: ${last}`,
    ]);
  });

  test('forgets answers after 30 days, so many at a time', async () => {
    await sql`
      insert into idempotency_keys (client_id, environment, key, fingerprint, lease_until, created_at)
      select ${client}, 'SANDBOX', 'k' || n, '', now(), now() - make_interval(days => 28 + n) from generate_series(1, 6) n`;
    expect(await forgetAnswers(3)).toBe(3);
    expect(await forgetAnswers(3)).toBe(2);
    expect(await forgetAnswers(3)).toBe(0);
    const left = await sql`select key from idempotency_keys`;
    expect(left.map((row) => row.key)).toEqual(['k1']);
  });
});

describe('an older database', () => {
  test('keeps its rows and their keys, and goes on in new partitions', async () => {
    const database = await createTestDatabase();
    const sql = connect(database.url, 1, 'kaira partitions');
    await migrateTo(sql, 5);
    const old = newId(day('2026-01-15'));
    await addAttempt(sql, old, day('2026-01-15'));
    await sql`
      insert into journals (client_id, id, environment, kind, created_at) values (${client}, ${old}, 'SANDBOX', 'float_funded', now())`;
    await sql`
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
      values (${client}, 'SANDBOX', 'rail_float:PROVIDER_W', ${old}, 500, now()), (${client}, 'SANDBOX', 'float_funding', ${old}, -500, now())`;
    await sql`
      insert into accounts (client_id, environment, name, balance_bututs)
      values (${client}, 'SANDBOX', 'rail_float:PROVIDER_W', 500), (${client}, 'SANDBOX', 'float_funding', -500)`;

    await migrate(database.url);
    expect(await sql`select from entries where journal_id = ${old}`).toHaveLength(2);
    await expect(addAttempt(sql, old, new Date())).rejects.toMatchObject({ code: '23505' });
    const [kept] = await sql`select tableoid::regclass::text as name from journals where id = ${old}`;
    expect(kept?.name).toBe('journals_before');
    // All of this year is in what was there; the next one has its own.
    expect(await names(sql, 'journals')).toEqual([
      'journals_before',
      `journals_${new Date().getUTCFullYear() + 1}`,
      'journals_other',
    ]);
    await addAttempt(sql, newId(), new Date());
    const [columns] = await sql`
      select array_agg(indexdef order by indexdef) = (
        select array_agg(replace(indexdef, 'events_before', 'events') order by indexdef)
        from (select regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX i ON') as indexdef from pg_indexes where tablename = 'events_before') b
      ) as same
      from (select regexp_replace(replace(indexdef, 'ON ONLY', 'ON'), 'INDEX \\S+ ON', 'INDEX i ON') as indexdef from pg_indexes where tablename = 'events') e`;
    expect(columns?.same).toBe(true);
    await sql.end({ timeout: 5 });
    await database.drop();
  });
});

async function names(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql`select name from partitions where "table" = ${table} order by is_other, until_id`;
  return rows.map((row) => row.name);
}

async function addAttempt(
  sql: Sql,
  deliveryId: string,
  at: Date,
  attempt = 1,
  clientId = client,
): Promise<void> {
  await sql`
    insert into delivery_attempts (client_id, delivery_id, attempt, at, response_status, latency_ms)
    values (${clientId}, ${deliveryId}, ${attempt}, ${at.toISOString()}, 200, 1)`;
}

/** A webhook that arrived at this time, with all that it belongs to; returns the id of its delivery. */
async function deliver(at: Date): Promise<string> {
  const ctx = systemContext({ ...shop, commissionBps: 0 }, 'SANDBOX', () => at);
  const { transaction } = await initiateCollection(ctx, {
    currency: 'GMD',
    provider: 'PROVIDER_W',
    metadata: {},
    amount: 50_00n,
    client_reference: newId(),
    customer_mobile: '+2207012345',
  });
  await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  const [delivery] = await sql`
    update deliveries set status = 'SUCCEEDED', attempts = 1, run_at = null
    where transaction_id = ${transaction.id} returning id`;
  await addAttempt(sql, delivery?.id, at, 1, shop.id);
  return delivery?.id;
}

async function violations(): Promise<string[]> {
  const lines = await auditLedger(sql);
  return lines
    .filter((line) => line.violations > 0)
    .map((line) => `${line.name}: ${line.examples.join(', ')}`);
}
