import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// No code stands in the documentation that is not run. What runs it is named here, and names the page itself.

/** By page and language, the test that runs the blocks as they are printed. */
const executedBy: Record<string, Record<string, string>> = {
  'README.md': { sh: 'e2e/api/readme.test.ts' },
  'docs/contributing/README.md': { sh: 'docs/contributing/followed.test.ts' },
  'docs/contributing/add-a-migration.md': followed('diff', 'sh'),
  'docs/contributing/add-a-text.md': followed('diff', 'sh'),
  'docs/contributing/add-a-rail.md': followed('diff', 'sh', 'ts'),
  'docs/contributing/add-a-verb.md': followed('diff', 'sh', 'ts'),
  'docs/guides/payment-links.md': { html: 'e2e/client/links.spec.ts' },
  'docs/guides/prove-a-payment.md': { python: 'lib/book-seals/proofs.db.test.ts' },
  'docs/guides/quick-start.md': { sh: 'e2e/api/docs.test.ts' },
  'docs/guides/webhooks.md': { sh: 'e2e/api/docs.test.ts', js: 'e2e/api/docs.test.ts' },
  'docs/operations/backup-restore.md': { sh: 'scripts/dump-restore.db.test.ts' },
  'docs/operations/incidents.md': {
    sh: 'docs/operations/operations.db.test.ts',
    sql: 'docs/operations/operations.db.test.ts',
  },
  'docs/operations/install.md': {
    caddyfile: 'docs/operations/proxies.test.ts',
    nginx: 'docs/operations/proxies.test.ts',
    dotenv: 'docs/operations/operations.test.ts',
    sh: 'docs/operations/operations.test.ts',
    sql: 'docs/operations/operations.db.test.ts',
  },
  'docs/operations/scaling.md': { sql: 'docs/operations/operations.db.test.ts' },
  'docs/operations/monitoring.md': { yaml: 'docs/operations/monitoring.test.ts' },
  'sdk/php/README.md': { php: 'e2e/api/sdk-php.test.ts', sh: 'e2e/api/sdk-php.test.ts' },
  'sdk/python/README.md': { python: 'e2e/api/sdk-python.test.ts', sh: 'e2e/api/sdk-python.test.ts' },
  'sdk/typescript/README.md': {
    ts: 'e2e/api/sdk-package.test.ts',
    sh: 'e2e/api/sdk-package.test.ts',
  },
};
/** Not code, or code that another test has: lib/docs/docs.test.ts looks at the answers, the rest is prose. */
const noCode = ['', 'text', 'example', 'webhook'];

function followed(...languages: string[]): Record<string, string> {
  return Object.fromEntries(languages.map((each) => [each, 'docs/contributing/followed.test.ts']));
}

const pages = ['README.md', ...globSync(['sdk/*/README.md', 'docs/**/*.md'])].toSorted();

test.each(pages)('every block of code of %s is run by a test', (page) => {
  const languages = [...readFileSync(page, 'utf8').matchAll(/^```(\w*)[^\n]*\n[\s\S]*?^```$/gm)].map(
    ([, language = '']) => language,
  );
  const code = new Set(languages.filter((language) => !noCode.includes(language)));
  expect([...code].toSorted()).toEqual(Object.keys(executedBy[page] ?? {}).toSorted());
  for (const file of Object.values(executedBy[page] ?? {})) {
    expect(existsSync(file), file).toBe(true);
    // By its name, or with every page of its folder.
    const [folder = '', name = ''] = [page.slice(0, page.lastIndexOf('/')), page.split('/').at(-1)];
    const source = readFileSync(file, 'utf8');
    const readsFolder = file.startsWith(`${folder}/`) && source.includes("globSync('*.md'");
    expect(readsFolder || source.includes(name), `${file} reads ${page}`).toBe(true);
  }
});

test('a command that is only shown is one that exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const unknown = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([a-z][\w-]*(?::[\w-]+)*)/g)]
      .filter(([, name = '']) => scripts[name] === undefined)
      .map(([line]) => `${page}: ${line}`),
  );
  expect(unknown).toEqual([]);
});
