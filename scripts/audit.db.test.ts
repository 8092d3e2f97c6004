import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';

vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase;
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-audit-'));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

test('npm run audit takes the secret of the data folder, as npm start does, and keeps its result', async () => {
  const { KAIRA_SECRET, ...env } = process.env;
  writeFileSync(path.join(folder, 'secret'), `${KAIRA_SECRET}\n`);
  const told = await new Promise<string>((resolve) => {
    const options = { env: { ...env, KAIRA_DATA_DIR: folder, KAIRA_MODE: 'local' } };
    execFile(process.execPath, ['scripts/audit.ts'], options, (_, out, err) => resolve(out + err));
  });
  expect(told).toMatch(/\d+ invariants, 0 violations/);
  expect(told).not.toContain('could not be kept');
  const [kept] =
    await sqlClient()`select count(*)::int as all from ledger_audits where finished_at is not null`;
  expect(kept?.all).toBe(1);
});
