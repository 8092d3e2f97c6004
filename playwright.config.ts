import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { debianChromium } from '#scripts/chromium';
import { freePort } from '#scripts/free-port';
// For the workers of this run, and the server.
import './scripts/compile-cache.js';

// Read once in the main process and again in each worker, which inherits what the first reading chose.
const { env } = process;
env.KAIRA_E2E_PORT ??= String(await freePort());
env.KAIRA_E2E_DIR ??= path.join(tmpdir(), `kaira-e2e-${process.pid}`);
const baseURL = `http://localhost:${env.KAIRA_E2E_PORT}`;
const executablePath = env.CHROMIUM_PATH ?? debianChromium();

export default defineConfig({
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(env.CI),
  // What passes only then is told by name (scripts/test.ts).
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    // Each test has a browser as new, but for the scripts that it has loaded and compiled already.
    reuseContext: true,
    locale: 'en-GB',
    // Requests of a page that has one are not seen by the tests' own routes; e2e/client/installed.spec.ts has it.
    serviceWorkers: 'block',
    // A colour that is still changing is none that axe could judge.
    contextOptions: { reducedMotion: 'reduce' },
    // Of what failed, while it is repeated: recorded of every test it would cost each of them time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's sandbox does not work as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: ['pages', 'site', 'client', 'admin'].map((name) => ({ name, testDir: `e2e/${name}` })),
  globalSetup: './e2e/setup/browser.ts',
  // What `npm start` runs, with a database and demo data of its own; the log-ins are in KAIRA_E2E_DIR/demo.json.
  webServer: {
    command: `"${process.execPath}" scripts/start.ts`,
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      KAIRA_MODE: 'local',
      KAIRA_DATA_DIR: env.KAIRA_E2E_DIR,
      KAIRA_DEMO_DATA: 'always',
      PORT: env.KAIRA_E2E_PORT,
      BASE_URL: baseURL,
      DATABASE_URL: '',
      KAIRA_SECRET: '',
      NODE_ENV: '',
      WEB_CONCURRENCY: '1',
      SANDBOX_RESOLVE_MS: '300',
      LOG_LEVEL: 'warn',
    },
  },
});
