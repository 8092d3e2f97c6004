import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// What an import cannot show, and so dependency-cruiser cannot check: which SQL a file speaks.

const root = path.resolve(import.meta.dirname, '..');
const production = ['app', 'components', 'lib', 'db']
  .flatMap(filesUnder)
  // Scenarios play what happened, for a test alone.
  .filter((file) => !/\.test\.tsx?$|^db\/scenarios\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** Making ids, keeping an idempotency key's answer and adding up move no money. */
const harmless = [
  'uuid_v7',
  'store_answer',
  'collected_on',
  'cover_on',
  'is_held_by_scenario',
  'stays_held',
  'exceeds_what_came',
  'paid_after_failure',
  'payout_limits',
  'rail_payout_limits',
  'would_be_held',
  'with_recipient',
  'refunded_of',
  'is_same_number',
  'payback_collection',
  'payback_references',
  'paybacks_of',
  'left_of_collection',
  'books_alone',
];
/** Those of the books. */
const ledgerFunctions = readdirSync(path.join(root, 'db/functions'))
  .filter((name) => /^[23]\d_/.test(name))
  .flatMap((name) => [
    ...readFileSync(path.join(root, 'db/functions', name), 'utf8').matchAll(
      /create or replace function (\w+)/g,
    ),
  ])
  .map(([, name = '']) => name)
  .filter((name) => !harmless.includes(name));

test("only the ledger and the one way to change a status call the ledger's SQL functions", () => {
  expect(ledgerFunctions).toEqual(expect.arrayContaining(['commit_changes', 'post_journal', 'fold_entries']));
  const call = new RegExp(`\\b(${ledgerFunctions.join('|')})\\s*\\(`);
  const offenders = production
    .filter(({ file }) => file !== 'lib/transactions/commit-together.ts' && !file.startsWith('lib/ledger/'))
    .filter(({ text }) => call.test(text))
    .map(({ file }) => file);
  expect(offenders).toEqual([]);
});

test('the books are written by SQL functions alone', () => {
  // An account may be opened elsewhere: it is empty then.
  const write =
    /\b(insert\s+into|update|delete\s+from)\s+(journals|entries|unfolded_entries|tallies|tally_totals|rail_tallies)\b|\bupdate\s+accounts\b/i;
  const offenders = production.filter(({ text }) => write.test(text)).map(({ file }) => file);
  expect(offenders).toEqual([]);
});

test('no interactive transaction is opened outside the one guarded helper', () => {
  // A lost connection breaks the atomicity of the driver's `begin`; one that only reads has nothing to break.
  const begin =
    /\b(sql|tx|db|database\(\)|sqlClient\(\))\s*\.\s*(begin|transaction|savepoint)\s*(<[^>]*>)?\((?!'[^']*read only')/;
  const offenders = production
    .filter(({ file, text }) => file !== 'db/transaction.ts' && begin.test(text))
    .map(({ file }) => file);
  expect(offenders).toEqual([]);
});

test('the model of the product knows nothing of how the product is made', () => {
  // It is written from the documents alone; it starts the gateway, and draws its steps, as other proofs do.
  const allowed =
    /^(node:|\.\/|postgres$|vitest$|#e2e\/setup\/|#scripts\/(build|terminal)$|#proof\/(run-and-clear-up|simulation\/(chance|bugs))$)/;
  const offenders = filesUnder('proof/model').flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)]
      .map(([, name = '']) => name)
      .filter((name) => !allowed.test(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(offenders).toEqual([]);
});

test('no file has both sides of a merge in it', () => {
  const { status, stdout } = spawnSync('git', ['grep', '-nE', '^(<{7}|>{7}) '], {
    cwd: root,
    encoding: 'utf8',
  });
  // 1: nothing was found; 128: no repository, as in an archive.
  expect([1, 128], stdout).toContain(status);
});

function filesUnder(folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, ...name.split(path.sep)));
  } catch {
    return [];
  }
}
