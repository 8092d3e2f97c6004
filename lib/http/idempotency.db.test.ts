import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { systemContext } from '#lib/context';
import { fingerprintOf, storeAnswer, takeTurn } from '#lib/http/idempotency';
import { newId } from '#lib/ids';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const ctx = systemContext({ id: newId(), name: 'C', commissionBps: 0 }, 'SANDBOX');
const path = '/api/v1/collections/01936f2e-5c1a-7b3d-9e4f-0a1b2c3d4e5f/otp';
const requestWith = (otp: string) => Buffer.from(`POST ${path}\n{"otp":"${otp}"}`);
const answer = { responseStatus: 200, body: '{"status":"success"}' };

const turnOf = (key: string, otp: string) =>
  takeTurn(ctx, key, fingerprintOf('POST', path, Buffer.from(`{"otp":"${otp}"}`)), () => answer);

async function storedUnder(key: string): Promise<Buffer> {
  const [row] = await sqlClient()`select fingerprint from idempotency_keys where key = ${key}`;
  return row?.fingerprint;
}

async function answered(key: string, otp: string): Promise<void> {
  const turn = await turnOf(key, otp);
  if (!(turn && 'lease' in turn)) throw new Error('the key was used');
  await storeAnswer(ctx, turn.lease, answer);
}

const plain = (otp: string) => createHash('sha256').update(requestWith(otp)).digest();

/** As the release before the key under the fingerprint left it. */
async function storedPlainly(key: string, otp: string): Promise<void> {
  await answered(key, otp);
  await sqlClient()`update idempotency_keys set fingerprint = ${plain(otp)} where key = ${key}`;
}

test('of a one-time password the database has no digest that trying all codes would find', async () => {
  const key = randomUUID();
  await answered(key, '123456');
  const stored = await storedUnder(key);
  expect(stored).not.toEqual(plain('123456'));
  expect(stored).not.toEqual(createHash('sha256').update(plain('123456')).digest());
  const secret = process.env.KAIRA_SECRET as string;
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'kaira idempotency v1', 32));
  expect(stored).toEqual(createHmac('sha256', derived).update(plain('123456')).digest());
});

describe.each([
  ['under the secret', answered],
  ['plainly, by the release before', storedPlainly],
])('a request that was stored %s', (_, store) => {
  test('is answered again, and what is stored stays', async () => {
    const key = randomUUID();
    await store(key, '123456');
    const before = await storedUnder(key);
    expect(await turnOf(key, '123456')).toEqual({ stored: answer });
    expect(await storedUnder(key)).toEqual(before);
  });

  test('is no repeat of another body', async () => {
    const key = randomUUID();
    await store(key, '123456');
    await expect(turnOf(key, '123457')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('and died is taken over by its repeat alone, and is then stored under the secret', async () => {
    const key = randomUUID();
    await store(key, '123456');
    await sqlClient()`
      update idempotency_keys set response_status = null, lease_until = now() - interval '1 second' where key = ${key}`;
    await expect(turnOf(key, '123457')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await turnOf(key, '123456')).toMatchObject({ lease: { key } });
    expect(await storedUnder(key)).not.toEqual(plain('123456'));
  });
});
