import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// For the workers of this run, and the servers that they start.
import './scripts/compile-cache.js';

const exclude = [...configDefaults.exclude, '.next/**', '.data/**'];
/**
 * Set before any module of ours is loaded. A test prints no log unless it is asked to. BASE_URL is a setting of Kaira
 * and, with another meaning, a variable that Vite sets to `/`. A server that a test starts loads a page when it is asked for
 * one (next.config.ts).
 */
const env = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', TZ: 'UTC', BASE_URL: '', PAGES_AT_START: 'off' };

/**
 * Each connection compiles and plans for itself what it is asked; with the 16 of production, which a file's bursts open and
 * each of its later questions goes round, that was a third of what PostgreSQL did. Eight at once are still a crowd.
 */
const databaseEnv = { ...env, DATABASE_POOL: '8' };

/** A poll looks until the test's own time is nearly over, so that a slow moment of the machine fails nothing. */
const expect = { poll: { timeout: 10_000 } };

/**
 * Mostly wait, for a minute by themselves, and could be among the last to begin: one worker would be at it while the
 * others have nothing left to do.
 */
const longest = ['e2e/api/start', 'e2e/api/listen', 'e2e/api/host', 'db/pulse.db'].map(
  (each) => `${each}.test.ts`,
);

// Loading what a file imports costs more than most files do, so a process of `unit`, `db` and `api` runs one file after
// the other. Those that would leave something of theirs to the next one have each a process of their own.
const notUnit = ['**/*.db.test.ts', 'e2e/**'];
const changesItsProcess = globSync('**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (name) => ['node_modules', '.next', '.data', 'e2e'].includes(name),
}).filter((file) =>
  /\bvi\.(mock|stub|spyOn|useFake|resetModules)|process\.env\.\w+ (\?\?)?= |\bstartWorker\(|\bspeak\(/.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  ),
);
/** Of the database itself, its connections and programs. */
const notShared = ['db/**', 'proof/**', 'scripts/**'];

/** They lead their process to a database of their own, so that no other file can use it. */
const ownDatabase = [
  ...['adjustments', 'broken-connections', 'cases', 'dev', 'frozen-database', 'live-rails', 'webhook-kill'],
  'worker',
  ...['bad-input/log', 'bad-input/webhook-urls'],
].map((each) => `e2e/api/${each}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = (file: TestSpecification) => longest.some((each) => file.moduleId.endsWith(each));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    // Most files wait for servers and processes of their own; on two cores three of them keep both busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // postgres.js 3.4.9 leaves a rejection behind when a connection breaks while it reads the array types, as where a
    // test drops its database; lib/process-faults.ts lives with the same in production.
    onUnhandledError: (error) =>
      'query' in error && String(error.query).includes('typarray') ? false : undefined,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...notUnit, ...changesItsProcess],
          env,
          expect,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'unit-alone',
          include: changesItsProcess,
          exclude: notUnit,
          env,
          expect,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: [...exclude, ...notShared, ...changesItsProcess],
          env: databaseEnv,
          expect,
          globalSetup: ['e2e/setup/database.ts'],
          setupFiles: ['e2e/setup/next-file.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db-alone',
          include: [
            ...notShared.map((each) => `${each}/*.db.test.ts`),
            ...changesItsProcess.filter((each) => each.endsWith('.db.test.ts')),
          ],
          exclude,
          env: databaseEnv,
          expect,
          globalSetup: ['e2e/setup/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['e2e/api/**/*.test.ts'],
          exclude: [...exclude, ...ownDatabase],
          env,
          expect,
          globalSetup: ['e2e/setup/database.ts', 'e2e/setup/bundled-server.ts', 'e2e/setup/server.ts'],
          setupFiles: ['e2e/setup/shared-server.ts'],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api-alone',
          include: ownDatabase,
          exclude,
          env,
          expect,
          globalSetup: ['e2e/setup/database.ts', 'e2e/setup/bundled-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
