import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import type { Settings } from '#lib/settings';

const folder = mkdtempSync(path.join(tmpdir(), 'kaira-demo-'));
const rails = { RAIL_W_BASE_URL: 'https://rail.invalid' };
let database: TestDatabase;
let prepare: (changes: Partial<Settings>, isEmbedded?: boolean) => Promise<string>;
let count: () => Promise<number>;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.KAIRA_DATA_DIR = folder;
  const { settings } = await import('#lib/settings');
  const { prepareDemo } = await import('#scripts/demo');
  const { sqlClient } = await import('#db/client');
  prepare = (changes, isEmbedded = true) => prepareDemo({ ...settings(), ...changes }, isEmbedded);
  count = async () => (await sqlClient()`select count(*)::int as count from users`)[0]?.count;
  await (await import('#lib/clients/create-client')).ensureAccounts();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('demo data are made by themselves on one’s own machine only, where no real money can move', async () => {
  expect(await prepare({}, false)).toBe('none');
  expect(await prepare({ rails })).toBe('none');
  expect(await prepare({ KAIRA_MODE: 'production' })).toBe('none');
  expect(await prepare({ KAIRA_DEMO_DATA: 'never' })).toBe('none');
  await expect(prepare({ KAIRA_DEMO_DATA: 'always', rails })).rejects.toThrow(
    /^KAIRA_DEMO_DATA=always makes people whose passwords are printed, and is refused beside rails/,
  );
  expect(await count()).toBe(0);
  expect(await prepare({})).toBe('shown');
  expect(await count()).toBe(3);
});

test('what was made is shown again, but not beside rails that move money, however they were connected', async () => {
  expect(await prepare({})).toBe('shown');
  expect(await prepare({ rails })).toBe('hidden');
  expect(await prepare({ rails, KAIRA_RAILS_SIMULATED: true })).toBe('shown');
  expect(await prepare({ KAIRA_MODE: 'production' })).toBe('none');
  const { sqlClient } = await import('#db/client');
  await sqlClient()`
    insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
    values ('PROVIDER_W', ${Buffer.alloc(60)}, now(), 'Fatou')`;
  expect(await prepare({})).toBe('hidden');
  expect(await count()).toBe(3);
});
