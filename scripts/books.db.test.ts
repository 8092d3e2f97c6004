import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { sealBooks } from '#lib/book-seals/seal-books';
import { eraseCustomer } from '#lib/customers/erase-customer';
import { workErasures } from '#lib/customers/work-erasures';
import { failure } from '#lib/transactions/transaction';

let database: TestDatabase;
/** Nobody can pay it any more. */
const past = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
const folder = mkdtempSync(path.join(tmpdir(), 'kaira-books-'));

beforeAll(async () => {
  database = await createTestDatabase();
  const client = await newClient();
  await move(client, await newLivePayout(client), { kind: 'payout_delivered', railReference: 'one' });
  const owner = await newUser('owner', client);
  const asked = { ...{ mobile: '+2207014321', customerName: 'Awa', metadata: { class: '7b' } }, at: past };
  await move(client, await newLiveCollection(client, asked), {
    kind: 'rail_failed',
    failure: failure('DECLINED'),
  });
  while (await sealBooks());
  // Nor what was erased, sealed anew.
  await eraseCustomer({ ...owner, environment: 'LIVE' }, '+2207014321');
  await workErasures(new Date());
  while (await sealBooks());
  // What waits to be sealed is no fault, nor what was sealed in an earlier version.
  await newLivePayout(client);
  const done = spawnSync(process.execPath, ['scripts/books-export.ts', '--to', folder], { encoding: 'utf8' });
  expect(done.stderr + done.stdout).toContain('The books are in');
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database?.drop();
});

function verify(...more: string[]) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.resolve('scripts/books-verify.ts'), '--from', folder, ...more],
    { encoding: 'utf8', cwd: tmpdir(), env: { NODE_ENV: 'test' } },
  );
  return { status, stdout };
}

/** What is said once one text in a file of the export is another; the file stays as it was. */
function altered(name: string, change: (text: string) => string) {
  const file = path.join(folder, name);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  const found = verify();
  writeFileSync(file, before);
  return found;
}

test('an export verifies without anything of Kaira, and names the chain that an auditor keeps', () => {
  const { status, stdout } = verify();
  expect(stdout).toMatch(/^2 seals, \d+ rows, 0 faults; the chain ends with [0-9a-f]{64}\n$/);
  expect(status).toBe(0);
  const chain = stdout.trim().split(' ').at(-1);
  expect(verify('--chain', `2=${chain}`).status).toBe(0);
  expect(verify('--chain', `1=${'0'.repeat(64)}`)).toMatchObject({ status: 1 });
  expect(verify('--chain', `3=${chain}`).stdout).toContain('seal 3, which you kept, is not there');
});

test('what was erased is not there, and without the row that says so its payment was changed', () => {
  const rows = readFileSync(path.join(folder, 'rows.jsonl'), 'utf8');
  expect(rows).toContain('erased_rows');
  expect(rows).not.toContain('+2207014321');
  const { status, stdout } = altered('rows.jsonl', (text) =>
    text.replace(/^.*"kind": "erased_rows".*\n/gm, ''),
  );
  expect(stdout).toMatch(/transactions \S+ was changed/);
  expect(stdout).toMatch(/erased_rows .* was removed/);
  expect(status).toBe(1);
});

test('the verifier imports nothing of ours', () => {
  const text = readFileSync('scripts/books-verify.ts', 'utf8');
  expect([...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual([
    'node:crypto',
    'node:fs',
    'node:readline',
  ]);
});

test.each([
  [
    'an amount',
    'rows.jsonl',
    (text: string) => text.replace('\\"amount_bututs\\": 5000', '\\"amount_bututs\\": 5001'),
    'was changed',
  ],
  [
    'an entry',
    'rows.jsonl',
    (text: string) => text.replace(/(\\"available\\", )(-?\d+)/, '$11'),
    'does not sum to zero',
  ],
  [
    'a row that is gone',
    'rows.jsonl',
    (text: string) => text.replace(/^.*"kind": "transaction_changes".*\n/m, ''),
    'was removed',
  ],
  [
    'a balance',
    'balances.jsonl',
    (text: string) => text.replace(/"bututs": "-?[1-9]\d*"/, '"bututs": "1"'),
    'is not the sum of its entries',
  ],
  [
    'a leaf',
    'leaves.jsonl',
    (text: string) => text.replace(/"hash": "[0-9a-f]{4}/, '"hash": "0000'),
    'is not the root of its leaves',
  ],
  [
    'a root',
    'seals.jsonl',
    (text: string) => text.replace(/"root": "[0-9a-f]{4}/, '"root": "0000'),
    'does not follow from the one before',
  ],
])('%s, changed, is a fault', (_what, name, change, fault) => {
  const { status, stdout } = altered(name, change);
  expect(stdout).toContain(fault);
  expect(status).toBe(1);
});
