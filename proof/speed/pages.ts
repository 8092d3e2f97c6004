import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { closeDatabase } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createUser } from '#lib/clients/create-user';
import { build } from '#scripts/build';
import { ensureChromium } from '#scripts/chromium';
import { elapsed, step } from '#scripts/terminal';
import { buildEmptyPage } from './empty-page.ts';
import { fill, median, root, serve, startDatabase, strike } from './stage.ts';

// npm run bench:pages [-- --transactions 1000000] [--rounds 5] [--slowdown 4] [--phone]
// How long the first pages of the client dashboard take in Chromium on a processor that is so many times slower, of an account
// with so many transactions, on the production build. Each visit has an empty cache. The network is this machine's own; with
// --phone it is a slow line of 1.6 Mbit/s and 150 ms, and the window 390 px wide.
// What is measured is what Lighthouse measures: https://web.dev/articles/vitals

const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
    phone: { type: 'boolean', default: false },
  },
});
const ROW = 'main a[href*="/sandbox/transactions/"]';
const LIST = '/dashboard/sandbox/transactions';
/** Of the newest transaction, once it is known. */
const DETAIL = 'detail';
/** Not ours: what Next costs by itself, in the same run. */
const EMPTY = 'of Next alone';
const pages = [
  { name: 'log-in', path: '/login', shows: 'form button', isOut: true },
  { name: 'overview', path: '/dashboard/sandbox', shows: ROW },
  { name: 'transactions', path: LIST, shows: ROW },
  { name: DETAIL, path: '', shows: 'main h1' },
  { name: 'collect', path: '/dashboard/sandbox/collect', shows: 'main form button[type=submit]' },
  { name: EMPTY, path: '', shows: 'main button', isOut: true },
];
/** As "Slow 4G" of Lighthouse has it. https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Interactive is what has had no long task for so long. https://web.dev/articles/tti */
const QUIET_MS = 5_000;
const INTERACTIVE_WITHIN_MS = 1_500;

interface Visit {
  firstPaintMs: number;
  largestPaintMs: number;
  /** When the first row of real figures stood there. */
  shownMs: number;
  /** When it stood there and the last long task was over. */
  interactiveMs: number;
  blockedMs: number;
  shift: number;
  /** Of all that it loaded, as it came over the line. */
  scriptBytes: number;
}

process.chdir(root);
const startedAt = performance.now();
let browser: Browser | undefined;
try {
  await measure();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await strike();
}

async function measure(): Promise<void> {
  await build();
  const executablePath = await ensureChromium();
  const url = await step('A PostgreSQL of its own', () => startDatabase(false));
  process.env.DATABASE_URL = url;
  process.env.KAIRA_SECRET = 'a secret of the bench, 32 characters or more';
  await migrate(url, applicationUrl(url));
  const count = Number(options.transactions);
  const { profile } = await step(`${count.toLocaleString('en')} transactions, by SQL`, () =>
    fill(url, count, 365),
  );
  const email = 'owner@bench.example';
  const { password } = await createUser({ clientId: profile.id, email, name: 'Awa Ceesay', role: 'owner' });
  await closeDatabase();
  const origin = (await serve('server.ts', url)).replace('127.0.0.1', 'localhost');
  const empty = await step('An empty page of Next', () => serve('next start', url, {}, buildEmptyPage()));
  browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const storageState = await logIn(origin, email, password);

  const line = options.phone ? ', 390 px, 1.6 Mbit/s, 150 ms' : '';
  console.log(`\n${options.rounds} visits each, ${options.slowdown} times slower${line}; medians\n`);
  console.log('page           first paint  largest  rows shown  interactive  blocked  shift  scripts');
  const newest = await newestTransaction(origin, storageState);
  for (const { name, path, shows, isOut } of pages) {
    const visits: Visit[] = [];
    const address = name === EMPTY ? empty : origin + (name === DETAIL ? newest : path);
    const state = isOut ? undefined : storageState;
    // The first visit wakes the server up, and is not counted.
    await visit(address, shows, state);
    for (let round = 0; round < Number(options.rounds); round++)
      visits.push(await visit(address, shows, state));
    const of = (key: keyof Visit) => median(visits.map((each) => each[key]));
    const cells = [
      of('firstPaintMs'),
      of('largestPaintMs'),
      of('shownMs'),
      of('interactiveMs'),
      of('blockedMs'),
    ];
    const [first, largest, shown, interactive, blocked] = cells.map((ms) =>
      `${ms.toFixed(0)} ms`.padStart(8),
    );
    const shift = Math.max(...visits.map((each) => each.shift));
    const scripts = `${(of('scriptBytes') / 1024).toFixed(0)} KB`.padStart(7);
    console.log(
      `${name.padEnd(14)}    ${first} ${largest}    ${shown}     ${interactive} ${blocked}  ${shift.toFixed(3)}  ${scripts}`,
    );
    const isOurs = name !== EMPTY;
    if (isOurs && (of('interactiveMs') > INTERACTIVE_WITHIN_MS || shift > 0)) process.exitCode = 1;
  }
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

async function logIn(origin: string, email: string, password: string) {
  const context = await browser!.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard/**');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Its path, as the list has it. */
async function newestTransaction(origin: string, storageState: State): Promise<string> {
  const context = await browser!.newContext({ storageState });
  const page = await context.newPage();
  await page.goto(origin + LIST);
  const path = await page.locator(ROW).first().getAttribute('href');
  await context.close();
  return path ?? LIST;
}

type State = Awaited<ReturnType<typeof logIn>>;

async function visit(address: string, shows: string, storageState: State | undefined): Promise<Visit> {
  const viewport = options.phone ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  const context = await browser!.newContext({ ...(storageState && { storageState }), viewport });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.slowdown) });
  if (options.phone) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  }
  await page.addInitScript(watch, shows);
  await page.goto(address);
  await page.locator(shows).filter({ visible: true }).first().waitFor();
  await page.waitForTimeout(QUIET_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.js(\?|$)/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  await context.close();
  const { largestPaintMs, shownMs, lastTaskEndMs, blockedMs, shift } = seen;
  return {
    firstPaintMs,
    largestPaintMs,
    shownMs,
    interactiveMs: Math.max(firstPaintMs, shownMs, lastTaskEndMs),
    blockedMs,
    shift,
    scriptBytes,
  };
}

interface Seen {
  largestPaintMs: number;
  shownMs: number;
  lastTaskEndMs: number;
  blockedMs: number;
  shift: number;
}

/** Runs in the page, before anything of it. */
function watch(shows: string): void {
  const seen: Seen = { largestPaintMs: 0, shownMs: Number.NaN, lastTaskEndMs: 0, blockedMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaintMs = entry.startTime;
  });
  observe('longtask', ({ startTime, duration }) => {
    seen.lastTaskEndMs = startTime + duration;
    seen.blockedMs += duration - 50;
  });
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  const look = () => {
    if (document.querySelector(shows)) seen.shownMs = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}
