import { gzipSync } from 'node:zlib';
import {
  type Browser,
  type BrowserContext,
  test as base,
  devices,
  expect,
  type Page,
  type Route,
} from '@playwright/test';
import { haveAxe, violationsOn } from '#e2e/setup/axe';
import {
  expectAccessible,
  fitsItsWidth,
  isEasilyTapped,
  newPerson,
  type Person,
} from '#e2e/setup/browser-people';
import { isLongRun } from '#e2e/setup/is-long-run';
import { type AppPage, listPages, makeSample, type Sample } from '#scripts/pages';

/**
 * What every page of the app owes whoever opens it; the pages are found in `app/`, so that none is left out. axe looks at
 * each in one of the themes, at all in both with `npm run test:long`.
 */

/** What the heaviest page has, and 3 % more: what is not needed at first comes on demand. */
const FIRST_LOAD_AT_MOST = 181 * 1024;

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Opened {
  sample: Sample;
  states: Record<AppPage['visitor'], State>;
}

/** A page that is led from one address to the next, and what its policies have refused so far. */
interface Tab {
  page: Page;
  refused: string[];
}

type Tabs = (which: Pick<AppPage, 'visitor' | 'isApp'>) => Promise<Tab>;

// biome-ignore lint/complexity/noBannedTypes: Playwright's word for "no fixtures of a test".
const test = base.extend<{}, { opened: Opened; tabs: Tabs }>({
  opened: [
    async ({ playwright }, use) => {
      const baseURL = process.env.KAIRA_TEST_BASE_URL ?? '';
      const signIn = async ({ email, password, door }: Person) => {
        const context = await playwright.request.newContext({ baseURL });
        const answer = await context.post(`/auth/${door}/login`, { data: { email, password } });
        expect(answer.status(), await answer.text()).toBe(200);
        return context;
      };
      const owner = await newPerson('owner');
      const [client, admin] = [await signIn(owner), await signIn(await newPerson('admin'))];
      const sample = await makeSample({
        baseUrl: baseURL,
        owner: client,
        admin,
        clientId: owner.clientId ?? '',
      });
      const states = {
        client: await client.storageState(),
        admin: await admin.storageState(),
        nobody: { cookies: [], origins: [] },
      };
      await Promise.all([client.dispose(), admin.dispose()]);
      await use({ sample, states });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // One for each kind of visitor: a page in a browser of its own has all scripts to load and to compile again, half of
  // what looking at it costs.
  tabs: [
    async ({ browser, opened }, use) => {
      const open: Partial<Record<string, Tab>> = {};
      await use(async ({ visitor, isApp }) => {
        const kind = isApp ? visitor : 'customer';
        const tab = open[kind] ?? (await openTab(browser, opened.states[visitor], isApp));
        open[kind] = tab;
        tab.refused.length = 0;
        return tab;
      });
      for (const tab of Object.values(open)) await tab?.page.context().close();
    },
    { scope: 'worker' },
  ],
});

async function openTab(browser: Browser, storageState: State, isApp: boolean): Promise<Tab> {
  const context = await browser.newContext({ storageState });
  const refused = await watchPolicy(context);
  await haveAxe(context);
  const page = await context.newPage();
  if (!isApp) await page.route('**/*', withoutRefresh);
  return { page, refused };
}

/** As if nobody had been there before: what pages remember is gone, and the window is as wide as at first. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.setViewportSize(devices['Desktop Chrome'].viewport);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/**
 * A customer's page has no script, so that it can only ask again what became of a payment by being loaded anew, which
 * would end axe's look at it. That it does so is the one rule that it breaks (meta-refresh).
 */
async function withoutRefresh(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.continue();
  const response = await route.fetch();
  const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '');
  await route.fulfill({ response, body });
}

/** Told of everything that a page's own Content-Security-Policy refuses. */
async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const refused: string[] = [];
  await context.exposeBinding('policyRefused', (_source, what: string) => refused.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const told = `${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`;
      (window as unknown as { policyRefused(what: string): void }).policyRefused(told);
    });
  });
  return refused;
}

/** Whatever an attacker manages to write into a page is not run. */
async function runsNothingInjected(page: Page, refused: string[]): Promise<void> {
  const before = refused.length;
  const ran = await page.evaluate(async () => {
    const ran: string[] = [];
    Object.assign(window, { ran: (what: string) => ran.push(what) });
    const holder = document.body.appendChild(document.createElement('div'));
    holder.innerHTML =
      '<img src="data:," onerror="ran(\'handler\')"><a href="javascript:ran(\'link\')">x</a>';
    holder.querySelector('a')?.click();
    const script = document.createElement('script');
    script.textContent = "ran('script')";
    document.body.appendChild(script);
    const far = document.createElement('script');
    far.src = 'data:text/javascript,ran("data")';
    document.body.appendChild(far);
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script>parent.ran("frame")</' + 'script>';
    document.body.appendChild(frame);
    await new Promise((resolve) => setTimeout(resolve, 300));
    holder.remove();
    for (const each of [script, far, frame]) each.remove();
    return ran;
  });
  expect(ran).toEqual([]);
  expect(refused.slice(before).join('\n')).toMatch(/script-src/);
}

const weights = new Map<string, Promise<number>>();

/** The compressed bytes of every script that the page's HTML names, also those that React loads for it. */
async function firstLoad(page: Page, html: string): Promise<number> {
  const names = new Set([...html.matchAll(/static\/chunks\/[^"'\\?\s]+\.js/g)].map(([name]) => name));
  // A browser that knows modules leaves this one alone.
  for (const [, name] of html.matchAll(/<script src="[^"]*\/(static\/chunks\/[^"?]+\.js)[^"]*" noModule/gi)) {
    names.delete(name ?? '');
  }
  const load = async (name: string) =>
    gzipSync(await (await page.request.get(`/_next/${name}`)).body()).byteLength;
  const all = [...names].map((name) => {
    const weight = weights.get(name) ?? load(name);
    weights.set(name, weight);
    return weight;
  });
  return (await Promise.all(all)).reduce((sum, weight) => sum + weight, 0);
}

/** Both keys do what the dialog of keys says of them, wherever one is. */
async function listensForKeys(page: Page): Promise<void> {
  const search = page.getByRole('banner').getByLabel('Search transactions');
  // The page listens for keys once its script has come.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await search.blur();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

// Only their names are wanted before there is a server to make a sample in.
const names = listPages({
  clientId: '',
  collectionId: '',
  openCollectionId: '',
  endpointId: '',
  deliveryId: '',
  linkId: '',
  linkCode: '',
  closedLinkCode: '',
  linkPaymentId: '',
  receiptToken: '',
  batchId: '',
  requestId: '',
  requestListId: '',
  invitation: '/invitation/',
  caseId: '',
});

test('axe is asked so that it tells of each element that breaks a rule', async ({ page }) => {
  const faint = (text: string) => `<p style="color:#ddd;background:#fff">${text}</p>`;
  const field = '<input aria-label="faint" style="border:1px solid #ddd;background:#fff">';
  const fault = `<img src="data:,">${faint('one')}${faint('two')}${field}`;
  await page.setContent(`<html lang="en"><title>Planted</title><main><h1>Planted</h1>${fault}</main></html>`);
  expect(await violationsOn(page)).toEqual([
    expect.stringMatching(/^color-contrast: .*one.* \| .*two/),
    expect.stringMatching(/^image-alt: <img/),
    expect.stringMatching(/^field-border: <input aria-label="faint"/),
  ]);
});

for (const [index, { name, visitor, isApp }] of names.entries()) {
  const isDashboard = visitor !== 'nobody' && isApp;
  const owes = isDashboard ? ', is light to load and listens for / and ?' : '';
  test(`${name} breaks no rule of axe or of its own policy, fits both widths and runs nothing injected${owes}`, async ({
    opened,
    tabs,
  }) => {
    test.setTimeout(90_000);
    const { address } = find(opened, name);
    const { page, refused } = await tabs({ visitor, isApp });
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBeLessThan(500);
    if (!answer?.headers()['content-type']?.startsWith('text/html')) return;
    if (isDashboard) {
      const bytes = await firstLoad(page, await answer.text());
      test.info().annotations.push({ type: 'first load', description: `${(bytes / 1024).toFixed(1)} KB` });
      expect(bytes, 'a page of ours has scripts').toBeGreaterThan(0);
      expect(bytes, `compressed bytes of scripts of ${address}`).toBeLessThanOrEqual(FIRST_LOAD_AT_MOST);
      await listensForKeys(page);
    }
    await isDrawnIn(page, 'light');
    if (isLongRun || index % 2 === 0) await expectAccessible(page, `${address}, light`);
    // Narrower it is the same page in the same colours, laid out otherwise.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await isDrawnIn(page, 'dark');
    await page.setViewportSize({ width: 360, height: 740 });
    if (isLongRun || index % 2 === 1) await expectAccessible(page, `${address}, dark, 360 px`);
    else await fitsItsWidth(page.locator('html'), `${address}, 360 px`);
    await isEasilyTapped(page, `${address}, 360 px`);
    expect(refused, 'what the page does that its own policy refuses').toEqual([]);
    await runsNothingInjected(page, refused);
    await leave(page);
  });
}

/** A page of ours says so, and one without a script is so at once. */
async function isDrawnIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.locator(`html[data-theme="${theme}"], html:not([data-theme])`).waitFor();
}

function find({ sample }: Opened, name: string): AppPage {
  const page = listPages(sample).find((each) => each.name === name);
  if (!page) throw new Error(`There is no page called ${name}.`);
  return page;
}
