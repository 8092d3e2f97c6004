import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from '@playwright/test';
import { OneSentenceError } from '#db/one-sentence-error';
import { ensureChromium } from '#scripts/chromium';
import type { DemoFile } from '#scripts/demo';
import { freePort } from '#scripts/free-port';
import { type AppPage, listPages, makeSample } from '#scripts/pages';
import { reportFailure, step } from '#scripts/terminal';

// npm run screenshots: a picture of every page, wide and narrow, light and dark, to be looked at.

const usage = `Use it so: npm run screenshots
  --base-url  a gateway with demo data that runs; without it one is started, and ended afterwards
  --data      the folder that holds that gateway's demo.json; else KAIRA_DATA_DIR, else .data
  --out       where the pictures go; else kaira-screenshots in the folder for temporary files
  --only      only the pages whose name has this in it, such as --only admin`;

const root = path.resolve(import.meta.dirname, '..');
const widths = { 1280: 800, 360: 740 };
const themes = ['light', 'dark'] as const;
const readyWithinMs = 180_000;
/** A page is whole when nothing of it is still being loaded; one that goes on asking is not waited for. */
const quietWithinMs = 3_000;

interface Gateway {
  baseUrl: string;
  demo: DemoFile;
  end(): Promise<void>;
}

process.chdir(root);
await main().catch(reportFailure);

async function main(): Promise<void> {
  const options = readOptions();
  const executablePath = await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const gateway = await (options.baseUrl ? findGateway(options.baseUrl, options.data) : startGateway());
  // Chromium's sandbox does not work as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args }).catch(async (error) => {
    await gateway.end();
    throw error;
  });
  try {
    await takeAll(browser, gateway, options);
  } finally {
    await browser.close();
    await gateway.end();
  }
}

async function takeAll(browser: Browser, { baseUrl, demo }: Gateway, options: Options): Promise<void> {
  const client = demo.clients[0];
  if (!client) throw new OneSentenceError('The demo.json names no client.');
  const visitors = {
    client: await signIn(browser, baseUrl, 'client', client),
    admin: await signIn(browser, baseUrl, 'admin', demo.admin),
    nobody: await newContext(browser, baseUrl),
  };
  const [owner, admin] = [visitors.client.request, visitors.admin.request];
  const sample = await makeSample({ baseUrl, owner, admin, clientId: client.id });
  const pages = listPages(sample).filter(({ name }) => name.includes(options.only));
  mkdirSync(options.out, { recursive: true });
  for (const each of pages) {
    for (const file of await take(visitors[each.visitor], each, options.out)) {
      process.stdout.write(`${file}  ${each.address}\n`);
    }
  }
  process.stdout.write(`${pages.length * 4} pictures, ${pages.length} pages, in ${options.out}\n`);
}

/** The page as a person finds it who comes with this width and theme; returns the names of the files. */
async function take(context: BrowserContext, { address, name }: AppPage, folder: string): Promise<string[]> {
  const files: string[] = [];
  const page = await context.newPage();
  for (const [width, height] of Object.entries(widths)) {
    for (const colorScheme of themes) {
      await page.setViewportSize({ width: Number(width), height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(address);
      await page.waitForLoadState('networkidle', { timeout: quietWithinMs }).catch(() => {});
      const file = `${name}.${width}.${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: true });
      files.push(file);
    }
  }
  await page.close();
  return files;
}

function newContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL, locale: 'en-GB', reducedMotion: 'reduce' });
}

async function signIn(
  browser: Browser,
  baseUrl: string,
  door: 'client' | 'admin',
  { email, password }: { email: string; password: string },
): Promise<BrowserContext> {
  const context = await newContext(browser, baseUrl);
  const answer = await context.request.post(`/auth/${door}/login`, {
    data: { email, password },
    headers: { origin: baseUrl },
  });
  const home = door === 'admin' ? '/admin' : '/dashboard/sandbox';
  const isIn = answer.ok() && (await context.request.get(home, { maxRedirects: 0 })).status() === 200;
  if (isIn) return context;
  throw new OneSentenceError(
    `${email} could not sign in with the password of demo.json (${answer.status()}): start the gateway anew with demo data.`,
  );
}

async function findGateway(given: string, folder: string): Promise<Gateway> {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol)) throw new OneSentenceError('--base-url is no web address.');
  return { baseUrl: url.origin, demo: readDemo(folder), end: async () => {} };
}

function readDemo(folder: string): DemoFile {
  const file = path.join(folder, 'demo.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new OneSentenceError(
    `${file} is not there: name the folder of the gateway's demo data with --data, or leave out --base-url.`,
  );
}

/** What `npm start` runs, on a free port with demo data of its own that is removed afterwards. */
async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-pictured-'));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      KAIRA_MODE: 'local',
      KAIRA_DATA_DIR: path.join(folder, 'data'),
      KAIRA_DEMO_DATA: 'always',
      PORT: String(port),
      BASE_URL: baseUrl,
      DATABASE_URL: '',
      KAIRA_SECRET: '',
      NODE_ENV: 'development',
      WEB_CONCURRENCY: '1',
      LOG_LEVEL: 'warn',
    },
  });
  const end = async () => {
    await endProcess(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  };
  try {
    await step('Starting a gateway with demo data', () => isReady(child, baseUrl));
    return { baseUrl, demo: readDemo(path.join(folder, 'data')), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function isReady(child: ChildProcess, baseUrl: string): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null)
      throw new OneSentenceError('The gateway did not start; its words are above.');
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new OneSentenceError(`The gateway was not ready within ${readyWithinMs / 1000} s.`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

interface Options {
  baseUrl: string | undefined;
  data: string;
  out: string;
  only: string;
}

function readOptions(): Options {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { 'base-url': text, data: text, out: text, only: text } });
    return {
      baseUrl: values['base-url'],
      data: path.resolve(values.data ?? process.env.KAIRA_DATA_DIR ?? '.data'),
      out: path.resolve(values.out ?? path.join(tmpdir(), 'kaira-screenshots')),
      only: values.only ?? '',
    };
  } catch (error) {
    throw new OneSentenceError(`${(error as Error).message}.\n${usage}`);
  }
}
