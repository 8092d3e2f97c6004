import { configDefaults, defineConfig } from 'vitest/config';
// For the workers of this run, and the servers that they start.
import './scripts/compile-cache.js';

const exclude = [...configDefaults.exclude, '.next/**', '.data/**'];
/**
 * Set before any module of ours is loaded. A test prints no log unless it is asked to. BASE_URL is a setting of Kaira
 * and, with another meaning, a variable that Vite sets to `/`.
 */
const env = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', TZ: 'UTC', BASE_URL: '' };

/** A poll looks until the test's own time is nearly over, so that a slow moment of the machine fails nothing. */
const expect = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    // Most files wait for servers and processes of their own; on two cores three of them keep both busy.
    maxWorkers: 3,
    // postgres.js 3.4.9 leaves a rejection behind when a connection breaks while it reads the array types, as where a
    // test drops its database; lib/process-faults.ts lives with the same in production.
    onUnhandledError: (error) =>
      'query' in error && String(error.query).includes('typarray') ? false : undefined,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', 'e2e/**'],
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
          exclude,
          env,
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
          exclude: [...exclude, '**/*.db.test.ts'],
          env,
          expect,
          globalSetup: ['e2e/setup/database.ts', 'e2e/setup/server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
