import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';

const [a, b] = ['a secret of before, 32 characters or more', 'the secret of now, 32 characters or more'];
const ids = { client: '', user: '' };
const fields = { base_url: 'https://rail.example', api_key: 'k-1', notice_secrets: 'n-1' };
let database: TestDatabase;

/** The product as a process with these secrets has it. */
async function as(secret: string, previous = '') {
  await closeLast();
  vi.resetModules();
  (globalThis as { kairaOnlyBound?: boolean }).kairaOnlyBound = false;
  vi.stubEnv('KAIRA_SECRET', secret);
  vi.stubEnv('KAIRA_SECRET_PREVIOUS', previous);
  const modules = {
    ...(await import('#lib/seal')),
    ...(await import('#lib/secrets/reseal')),
    ...(await import('#lib/secrets/only-bound')),
    ...(await import('#lib/rails/connections')),
    ...(await import('#lib/http/idempotency')),
    ...(await import('#lib/rails/registry')),
    ...(await import('#lib/ids')),
    ...(await import('#db/client')),
  };
  closeLast = modules.closeDatabase;
  return modules;
}
let closeLast = async () => {};

beforeAll(async () => {
  database = await createTestDatabase();
  // The command works as the owner: the application may not write what is sealed in the books.
  process.env.DATABASE_URL = database.url;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await closeLast();
  await database.drop();
});

/** As releases sealed that bound the purpose and not the row. */
function sealBefore(secret: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kaira seal v1', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

type Modules = Awaited<ReturnType<typeof as>>;

/** Something sealed in every column, of both forms. */
async function fill({ sqlClient, seal, places, newId, marksOf, sealFields }: Modules, count: number) {
  const sql = sqlClient();
  ids.client = newId();
  await sql`
    insert into clients (id, name, business_phone, business_email, created_at)
    values (${ids.client}, 'Shop', '+2207012345', 'shop@kaira.example', now())`;
  for (let index = 0; index < count; index++) {
    const [endpoint, key, notice, user] = [newId(), `key ${index}`, `notice ${index}`, newId()];
    ids.user = user;
    const isOld = index % 2 === 1;
    const put = (place: import('#lib/seal').Place, text: string) =>
      isOld ? sealBefore(a, place.purpose, text) : seal(place, text);
    const secret = places.webhookSecret(endpoint);
    await sql`
      insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, previous_secret_sealed, created_at, deleted_at)
      values (${ids.client}, 'SANDBOX', ${endpoint}, 'https://x.example/', ${put(secret, 'whsec')}, 'ffff', ${put(places.previousWebhookSecret(endpoint), 'before')}, now(), now())`;
    await sql`
      insert into users (id, client_id, email, name, role, password_hash, totp_secret_sealed)
      values (${user}, ${ids.client}, ${`${user}@x.example`}, 'A', 'owner', '$argon2id$x', ${put(places.totpSecret(user), 'seed')})`;
    await sql`
      insert into rail_notices (provider, dedupe_id, body_sealed, received_at, status)
      values ('PROVIDER_W', ${notice}, ${put(places.railNotice('PROVIDER_W', notice), 'body')}, now(), 'APPLIED')`;
    await sql`
      insert into idempotency_keys (client_id, environment, key, fingerprint, response_status, response_sealed, lease_until, created_at)
      values (${ids.client}, 'SANDBOX', ${key}, ${Buffer.alloc(32)}, 200, ${put(places.answer(ids.client, 'SANDBOX', key), 'answer')}, now(), now())`;
    await sql`
      insert into messages (event, address, kind, facts, link_sealed, useful_until, created_at)
      values (${key}, 'awa@x.example', 'password_reset', '{}', ${put(places.messageLink(key), 'link')}, now(), now())`;
    const transaction = newId();
    await withoutGuards(
      (alone) => alone`
        insert into transactions ${alone({
          ...collection,
          id: transaction,
          client_id: ids.client,
          client_reference: transaction,
          rail_state_sealed: put(places.railState(transaction), 'state'),
        })}`,
    );
  }
  const [mark, draining] = [marksOf(fields)[0], newId()];
  const drained = marksOf(fields, draining)[0];
  await sql`
    insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
    values ('PROVIDER_W', ${sealFields(places.railConnection('PROVIDER_W'), fields)}, now(), 'A')`;
  await sql`
    insert into rail_connection_versions (id, provider, mark, fields_sealed, made_at)
    values (${newId()}, 'PROVIDER_W', ${mark}, ${sealFields(places.railConnectionVersion('PROVIDER_W', mark), fields)}, now()),
           (${draining}, 'PROVIDER_W', ${drained}, ${sealBefore(a, 'rail_connection', JSON.stringify(fields))}, now())`;
  const request = newId();
  await sql`
    insert into rail_connection_requests
      (id, provider, kind, fields_sealed, same_wallet, changes, status, requested_by, requested_by_name, requested_at)
    values (${request}, 'PROVIDER_W', 'set', ${sealFields(places.railConnectionRequest(request), fields)}, false, '{}', 'PENDING',
      ${newId()}, 'A', now())`;
}

const collection = {
  environment: 'LIVE',
  type: 'collection',
  attempt: 1,
  amount_bututs: '100',
  commission_bps: 0,
  request_hash: Buffer.alloc(32),
  provider: 'PROVIDER_A',
  status: 'PENDING',
  version: 1,
  metadata: '{}',
  created_at: new Date(),
  updated_at: new Date(),
};

/** What a process reads of every column, and how much of it it cannot read. */
async function readAll({ sealedColumns, sqlClient, unseal }: Modules) {
  const sql = sqlClient();
  const texts: Record<string, number> = {};
  let unread = 0;
  for (const column of sealedColumns) {
    const rows = await sql.unsafe(
      `select *, ${column.column} as sealed from ${column.table} where ${column.column} is not null`,
    );
    for (const row of rows) {
      try {
        const text = unseal(column.placeOf(row as never), row.sealed);
        texts[text] = (texts[text] ?? 0) + 1;
      } catch {
        unread++;
      }
    }
  }
  return { texts, unread };
}

test('every column that something is sealed in is known to the command', async () => {
  const { sealedColumns, sqlClient } = await as(a);
  const rows = await sqlClient()`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_sealed'`;
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

test('a secret is replaced in steps while everything stays readable, and is then not needed for anything', {
  timeout: 90_000,
}, async () => {
  const before = await as(a);
  // A new database is bound from its beginning; this one is as releases of before have filled theirs.
  expect(await superuserSql()`select count(*)::int as count from bound_secrets`).toEqual([{ count: 1 }]);
  await superuserSql()`delete from bound_secrets`;
  await fill(before, 205);
  const all = {
    whsec: 205,
    before: 205,
    seed: 205,
    body: 205,
    answer: 205,
    link: 205,
    state: 205,
    [JSON.stringify(fields)]: 4,
  };
  expect(await readAll(before)).toEqual({ texts: all, unread: 0 });

  const during = await as(b, a);
  expect(await readAll(during)).toEqual({ texts: all, unread: 0 });
  // The wallet that is connected is known again, and not taken for a new one.
  const connected = async (each: Modules) =>
    (await each.connectRails(each.railDefinitions)).connected.get('PROVIDER_W')?.connectionId;
  const wallet = await connected(during);
  const sql = during.sqlClient();
  expect(await sql`select count(*)::int as count from rail_connection_versions`).toEqual([{ count: 2 }]);
  // It is stopped after its first batch, and begun again.
  await expect(
    during.resealAll(() => {
      throw new Error('stopped');
    }, 50),
  ).rejects.toThrow('stopped');
  expect(await readAll(during)).toEqual({ texts: all, unread: 0 });
  const batches: number[] = [];
  const done = await during.resealAll(({ left }) => batches.push(left), 50);
  expect(batches.length).toBeGreaterThan(3);
  expect(done.map(({ left, unreadable }) => [left, unreadable])).toEqual(done.map(() => [0, []]));
  expect(await readAll(during)).toEqual({ texts: all, unread: 0 });

  // From now on a value of before is read by nobody, in whichever row it is put.
  expect(() => during.unseal(during.places.totpSecret(ids.user), sealBefore(a, 'totp secret', 'x'))).toThrow(
    'cannot be read',
  );
  const after = await as(b);
  await after.watchWhetherBound();
  expect(await readAll(after)).toEqual({ texts: all, unread: 0 });
  expect(await connected(after)).toBe(wallet);
  expect(wallet).toBeDefined();
  const gone = await as(a);
  expect((await readAll(gone)).texts).toEqual({});
});

test('what somebody puts into a row afterwards, of the form of before, is read by no process and sealed by no command', async () => {
  const { sqlClient, resealAll } = await as(b);
  const sql = sqlClient();
  const [own] = await sql`select totp_secret_sealed as sealed from users where id = ${ids.user}`;
  await sql`update users set totp_secret_sealed = ${sealBefore(b, 'totp secret', 'planted')} where id = ${ids.user}`;
  const done = await resealAll();
  expect(done.filter(({ left }) => left > 0)).toMatchObject([
    { table: 'users', left: 1, unreadable: [ids.user] },
  ]);
  await sql`update users set totp_secret_sealed = ${own?.sealed} where id = ${ids.user}`;
  const server = await as(b);
  await server.watchWhetherBound();
  expect(() => server.unseal(server.places.totpSecret(ids.user), sealBefore(b, 'totp secret', 'x'))).toThrow(
    'cannot be read',
  );
});

test('a rail that was connected under the secret before is the same connection throughout', async () => {
  const { sqlClient, marksOf } = await as(b);
  const [row] = await sqlClient()`
    select id, (select count(*)::int from rail_connection_versions) as all from rail_connection_versions
    where mark = ${marksOf(fields)[0]}`;
  expect(row?.all).toBe(2);
  const draining = await sqlClient()`select id, mark from rail_connection_versions where id <> ${row?.id}`;
  expect(marksOf(fields, draining[0]?.id)[0].equals(draining[0]?.mark)).toBe(true);
});

test('a value that somebody changed meanwhile stays as changed, and one that nobody can read is named', async () => {
  const { sqlClient, places, seal, resealAll, unseal } = await as(a, b);
  const sql = sqlClient();
  const place = places.totpSecret(ids.user);
  await sql`update rail_notices set body_sealed = ${randomBytes(80)} where dedupe_id = 'notice 7'`;
  const other = await sql.reserve();
  const [backend] = await other`select pg_backend_pid() as pid`;
  await other`begin`;
  await other`update users set totp_secret_sealed = ${seal(place, 'another seed')} where id = ${ids.user}`;
  const resealing = resealAll();
  await vi.waitFor(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity where ${backend?.pid}::int = any (pg_blocking_pids(pid))`;
    expect(row?.waiting).toBe(1);
  }, 10_000);
  await other`commit`;
  other.release();
  const done = await resealing;
  const [row] = await sql`select totp_secret_sealed from users where id = ${ids.user}`;
  expect(unseal(place, row?.totp_secret_sealed)).toBe('another seed');
  const notices = done.find(({ table }) => table === 'rail_notices');
  expect(notices).toMatchObject({ left: 1, unreadable: ['PROVIDER_W notice 7'] });
  expect(done.filter(({ left }) => left > 0)).toEqual([notices]);
});

test('a repeat of a request is known as one while the secret is being replaced', async () => {
  const system = { name: 'Shop', commissionBps: 0 };
  const fingerprint = Buffer.alloc(32, 7);
  const render = (result: unknown) => ({ responseStatus: 200, body: JSON.stringify(result) });
  const ctxOf = () => ({
    client: { ...system, id: ids.client },
    environment: 'SANDBOX' as const,
    actor: { type: 'system' as const },
    now: () => new Date(),
  });
  const first = await as(a);
  const turn = await first.takeTurn(ctxOf(), 'asked', fingerprint, render);
  if (!turn || !('lease' in turn)) throw new Error('the key was free');
  await first.storeAnswer(ctxOf(), turn.lease, { responseStatus: 200, body: '{}' });
  const second = await as(b, a);
  const stored = { stored: { responseStatus: 200, body: '{}' } };
  expect(await second.takeTurn(ctxOf(), 'asked', fingerprint, render)).toEqual(stored);
  await expect(second.takeTurn(ctxOf(), 'asked', Buffer.alloc(32, 8), render)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});
