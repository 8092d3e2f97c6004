import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-readme-'));
let key: string;

beforeAll(async () => {
  process.env.DATABASE_URL = inject('databaseUrl');
  process.env.KAIRA_SECRET = inject('kairaSecret');
  const { createApiKey, createClient } = await import('#lib/clients/create-client');
  const id = await createClient({
    name: 'Readme',
    businessPhone: '+2207012345',
    businessEmail: 'readme@kaira.example',
  });
  key = await createApiKey(id, 'SANDBOX');
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const { closeDatabase } = await import('#db/client');
  await closeDatabase();
});

it('the README’s lines work as printed, one after the other', async () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] as string);
  const [setUp, ...rest] = blocks;
  // Only where the server is and whose key it is differ from what a reader has.
  expect(setUp).toMatch(/^BASE=http:\/\/localhost:3000\nKEY=/);
  const script = [
    `BASE=${inject('baseUrl')}`,
    `KEY=${key}`,
    ...rest.map((block) => `${block}\necho`),
    'kill %1',
  ].join('\n');
  const { stdout } = await run('bash', ['-e', '-o', 'monitor', '-c', script], {
    cwd: folder,
    timeout: 25_000,
  });

  expect(stdout).toContain('"status":"PENDING"');
  expect(stdout).toContain(
    '"client_reference":"order-1001","amount":"100.00","currency":"GMD","status":"SUCCEEDED"',
  );
  expect(stdout).toContain('"type":"payout","amount":"25.00","currency":"GMD","status":"SUCCEEDED"');
  expect(stdout).toContain('"available_balance_gmd":"73.50"');
  const printed = /= ([0-9a-f]{64})\n([0-9a-f]{64})\n/.exec(stdout);
  expect(printed?.[1]).toBe(printed?.[2]);
  expect(stdout).not.toContain('"status":"error"');
});
