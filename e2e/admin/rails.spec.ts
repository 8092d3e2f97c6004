import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { leaveToLongRun, themes } from '#e2e/setup/long-run';
import { freePort } from '#e2e/setup/server';
import type { DemoFile } from '#scripts/demo';
import { isSound } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is read field by field, as its reader would.
type Json = any;

/**
 * The rails page on `npm run demo:live`, a gateway of its own: on the one of the other tests, a rail that is connected
 * would turn the pages of everybody to live.
 */

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let demo: ChildProcess;
let baseUrl: string;
let simulatorUrl: string;
let output = '';
let second: { email: string; password: string } | undefined;

test.describe.configure({ mode: 'serial', timeout: 180_000 });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-live-')));
  // PostgreSQL runs as another user where we are root.
  await chmod(folder, 0o755);
  const [port, railsPort] = [await freePort(), await freePort()];
  baseUrl = `http://localhost:${port}`;
  simulatorUrl = `http://localhost:${railsPort}`;
  // Of two wallets at each rail, the second one is what an operator connects.
  demo = spawn(process.execPath, ['scripts/demo-live.ts', '--wallets', '2'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      KAIRA_DATA_DIR: folder,
      PORT: String(port),
      RAILS_PORT: String(railsPort),
      LOG_LEVEL: 'warn',
    } as unknown as NodeJS.ProcessEnv,
  });
  for (const stream of [demo.stdout, demo.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await expect
    .poll(() => (demo.exitCode === null ? output : `ended: ${output}`), { timeout: 200_000 })
    .toMatch(/A rail that is out|^ended/);
  expect(demo.exitCode, output).toBeNull();
});

test.afterAll(async () => {
  test.setTimeout(60_000);
  if (demo?.exitCode === null) {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
});

const demoFile = (): DemoFile => JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'));

/** A log-in ends the one before of the same person; the tests here run one after the other. */
async function signIn(page: Page, door: 'admin' | 'client'): Promise<void> {
  const { admin, clients } = demoFile();
  const { email, password } = door === 'admin' ? admin : (clients[0] as DemoFile['clients'][number]);
  await page.goto(`${baseUrl}${door === 'admin' ? '/admin/login' : '/login'}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(door === 'admin' ? /\/admin$/ : /\/dashboard\/live$/);
}

/** Another operator, who signs in with a browser of their own and decides what waits for a rail. */
async function colleague(browser: Browser): Promise<Page> {
  if (second === undefined) {
    const email = `${crypto.randomUUID()}@operators.example`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/admin-create.ts', '--email', email, '--name', 'Isatou Bah'],
      { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, KAIRA_DATA_DIR: folder } as never },
    );
    second = { email, password: /Password\s+(\S+)/.exec(stdout)?.[1] ?? '' };
  }
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${baseUrl}/admin/login`);
  await page.getByLabel('E-mail').fill(second.email);
  await page.getByLabel('Password').fill(second.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/admin$/);
  await page.goto(`${baseUrl}/admin/rails`);
  return page;
}

async function approve(page: Page, provider: string): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: `Approve the change of ${provider}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function askApi(url: string, body: object): Promise<{ status: number; body: Json }> {
  const headers = {
    authorization: `Bearer ${demoFile().clients[0]?.keys.live}`,
    'content-type': 'application/json',
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const collect = (provider: string) =>
  askApi(`${baseUrl}/api/v1/collections/initiate`, {
    amount: '150.00',
    currency: 'GMD',
    client_reference: crypto.randomUUID(),
    provider,
    customer_mobile: '+2207012345',
  });

test('every page says that no real money moves', async ({ page }) => {
  const strip = page.getByText('Demo: the live providers are simulated. No real money moves.');
  for (const path of ['/', '/login', '/admin/login', '/nowhere', `/checkout/${crypto.randomUUID()}`]) {
    await page.goto(baseUrl + path);
    await expect(strip, path).toBeVisible();
  }
  await signIn(page, 'client');
  for (const path of ['/dashboard/live', '/dashboard/sandbox/payouts']) {
    await page.goto(baseUrl + path);
    await expect(strip, path).toBeVisible();
  }
  const { body } = await collect('PROVIDER_W');
  await page.goto(`${baseUrl}/checkout/${body.data.transaction_id}/return`);
  await expect(strip).toBeVisible();
});

test('a rail is closed by an operator’s word, told to clients, and left to its figures again', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  const rail = page.getByRole('region', { name: 'Wallet C', exact: true });
  const row = rail.getByRole('row', { name: /^Collections/ });
  await expect(row.getByText('Operational')).toBeVisible();
  await expect(row.getByText(/^since/)).toBeVisible({ timeout: 20_000 });

  const overrule = async (choice: string, reason: string, button: string) => {
    await page.getByRole('button', { name: 'Overrule the health of Wallet C, collections' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What counts').selectOption({ label: choice });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toHaveCount(0);
  };
  await overrule('Closed, whatever they say', 'They told us by phone.', 'Close collections');
  await expect(row.getByText('Closed')).toBeVisible();
  await expect(row.getByText(/They told us by phone/)).toBeVisible();
  const line = 'Connected: collections on, but closed by an operator’s word; payouts on and healthy';
  await expect(rail.getByText(line)).toBeVisible();
  expect((await collect('PROVIDER_C')).body.error).toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { available_providers: ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C_CARD'] },
  });
  await page.goto(`${baseUrl}/admin?environment=LIVE`);
  await expect(
    page.getByRole('link', {
      name: /Wallet C is overruled to Closed for collections by .+: They told us by phone\./,
    }),
  ).toBeVisible();
  await expect(page.getByText(line)).toBeVisible();
  await isSound(page, 'the overview with a rail in trouble');
  await page.goto(`${baseUrl}/admin/rails`);
  await overrule('Its calls and probes', 'It works again.', 'Save');
  await expect(row.getByText('Operational')).toBeVisible();
  expect((await collect('PROVIDER_C')).status).toBe(200);
});

test('an outage closes a rail by itself, and clients see it', async ({ page }) => {
  leaveToLongRun();
  const outage = (body: object) => askApi(`${simulatorUrl}/control/outage`, body);
  await outage({ rail: 'PROVIDER_C_CARD' });
  await expect
    .poll(async () => (await collect('PROVIDER_C_CARD')).body.error?.code, {
      timeout: 60_000,
      intervals: [300],
    })
    .toBe('PROVIDER_UNAVAILABLE');
  await expect
    .poll(async () => (await collect('PROVIDER_C_CARD')).body.error?.details, {
      timeout: 60_000,
      intervals: [1_000],
    })
    .toMatchObject({ available_providers: ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] });
  await signIn(page, 'client');
  await page.goto(`${baseUrl}/dashboard/live`);
  await expect(page.getByText('Card does not work at present')).toBeVisible();
  await outage({ rail: 'PROVIDER_C_CARD', on: false });
  await expect
    .poll(async () => (await collect('PROVIDER_C_CARD')).status, { timeout: 60_000, intervals: [2_000] })
    .toBe(200);
});

test('credentials are replaced and removed by two people, and never shown', async ({ page, browser }) => {
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  const rail = page.getByRole('region', { name: 'Wallet W', exact: true });
  await expect(rail.getByText('Connected by the server’s settings')).toBeVisible();
  await expect(rail.getByText(`${baseUrl}/rails/PROVIDER_W/notify`)).toBeVisible();
  await page.getByRole('button', { name: 'Replace the credentials of Wallet W' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Base address').fill('http://rail.example/w');
  await dialog.getByLabel('API key').fill('a secret of the rail');
  await dialog.getByLabel('Notice secrets').fill('one,two');
  await dialog.getByRole('button', { name: 'Replace the credentials' }).click();
  await expect(dialog.getByText('This field must be an https address.')).toBeVisible();
  await dialog.getByLabel('Base address').fill(`${simulatorUrl}/w`);
  await dialog.getByRole('button', { name: 'Replace the credentials' }).click();
  await expect(dialog.getByText(/^With this the rail does not let us in/)).toBeVisible();
  await isSound(page, 'a key that opens nothing');
  const key = { rail: 'PROVIDER_W', key: 'a secret of the rail', wallet: 2 };
  await askApi(`${simulatorUrl}/control/key`, key);
  await dialog.getByRole('button', { name: 'Replace the credentials' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rail.getByText('Yours: a colleague decides')).toBeVisible();
  await expect(rail.getByText('Connected by the server’s settings')).toBeVisible();
  await isSound(page, 'a change that waits');
  const other = await colleague(browser);
  // Whoever is called to decide finds it where decisions wait, and where one looks first.
  await other.goto(`${baseUrl}/admin`);
  await expect(
    other.getByRole('link', { name: /^New credentials of Wallet W: a second operator/ }),
  ).toBeVisible();
  await other.goto(`${baseUrl}/admin/approvals`);
  await expect(other.getByText('New credentials of Wallet W')).toBeVisible();
  await expect(other.getByText('Nothing waits')).toHaveCount(0);
  await other.getByRole('link', { name: 'Look at it under Rails' }).click();
  const waiting = other.getByRole('region', { name: 'Waiting: the connection of Wallet W' });
  await expect(waiting.getByText(`stays ${simulatorUrl}/w`)).toBeVisible();
  await expect(waiting.getByText('API key, Notice secrets')).toBeVisible();
  await isSound(other, 'a change to decide');
  await approve(other, 'Wallet W');
  await page.reload();
  await expect(rail.getByText('Connected here')).toBeVisible();
  await page.reload();
  await expect(rail.getByText('Connected here')).toBeVisible();
  expect(await page.content()).not.toContain('a secret of the rail');

  await page.getByRole('button', { name: 'Disconnect Wallet W' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for the removal' }).click();
  await expect(rail.getByText('A removal waits for a decision')).toBeVisible();
  await approve(other, 'Wallet W');
  await other.close();
  await page.reload();
  await expect(rail.getByText('Connected by the server’s settings')).toBeVisible();
  await page.goto(`${baseUrl}/admin/audit?action=rail.connected`);
  await page
    .getByRole('button', { name: /^Details of Rail connected/ })
    .first()
    .click();
  await expect(page.getByText(/notice_secrets/)).toBeVisible();
  expect(await page.content()).not.toContain('a secret of the rail');
});

test('the live float is topped up, and shown beside what the rail says', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  const rail = page.getByRole('region', { name: 'Wallet W', exact: true });
  await expect(rail.getByText(/^GMD 1,000,000\.00, as the rail said/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Top up the float of Wallet W' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount, GMD').fill('250');
  await dialog.getByLabel('Note').fill('Transfer 4711');
  await dialog.getByRole('button', { name: 'Book the top-up' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(rail.getByText('GMD 1,000,250.00', { exact: true })).toBeVisible();
  await expect(rail.getByText('−GMD 250.00')).toBeVisible();
  await expect(rail.getByText(/which nothing under way explains$/)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw from the float of Wallet W' }).click();
  await dialog.getByLabel('Note').fill('The top-up 4711 never came');
  // More than there is wants a second operator first: book-house-money.db.test.ts.
  await dialog.getByLabel('Amount, GMD').fill('250');
  await dialog.getByRole('button', { name: 'Book the withdrawal' }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(rail.getByText('GMD 1,000,000.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Transfer from the float of Wallet W' }).click();
  await dialog.getByLabel('To the float of').selectOption('PROVIDER_C');
  await dialog.getByLabel('Amount, GMD').fill('1000');
  await dialog.getByLabel('Note').fill('Transfer 4712');
  await dialog.getByRole('button', { name: 'Book the transfer' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rail.getByText('GMD 999,000.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Switch off: collected money of Wallet W pays payouts' }).click();
  await dialog.getByRole('button', { name: 'Switch it off' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rail.getByText('Off', { exact: true })).toBeVisible();
  await page.goto(`${baseUrl}/admin/ledger?environment=LIVE`);
  await expect(page.getByText('The books balance')).toBeVisible();
});

test('a wallet that was replaced is shown until what was begun there has ended', async ({
  page,
  browser,
}) => {
  leaveToLongRun();
  const { body } = await collect('PROVIDER_C');
  const key = 'a key of another wallet';
  await askApi(`${simulatorUrl}/control/key`, { rail: 'PROVIDER_C', key, wallet: 2 });
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  const rail = page.getByRole('region', { name: 'Wallet C', exact: true });
  const replace = async (isSame: boolean) => {
    await rail.getByRole('button', { name: 'Replace the credentials of Wallet C' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByLabel('Notice secrets').fill('one');
    if (isSame) await dialog.getByLabel('Same wallet, new key').check();
    await dialog.getByRole('button', { name: 'Replace the credentials' }).click();
    return dialog;
  };
  const refused = await replace(true);
  await expect(
    refused.getByText(/So it is not known to be the same wallet, and nothing was changed/),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(await replace(false)).toHaveCount(0);
  const other = await colleague(browser);
  await approve(other, 'Wallet C');
  await page.reload();
  await expect(
    rail.getByText(/open on it: what was begun goes on there until all of them have ended/),
  ).toBeVisible();
  await isSound(page, 'a wallet that drains');
  await askApi(`${simulatorUrl}/control/pay`, { rail: 'PROVIDER_C', reference: body.data.transaction_id });
  await rail.getByRole('button', { name: 'Disconnect Wallet C' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for the removal' }).click();
  await expect(rail.getByText('A removal waits for a decision')).toBeVisible();
  await approve(other, 'Wallet C');
  await other.close();
  await page.reload();
  await expect(rail.getByText('Connected by the server’s settings')).toBeVisible();
});

test('a rail is switched off for one client, and on again', async ({ page }) => {
  await signIn(page, 'admin');
  const client = demoFile().clients[0];
  await page.goto(`${baseUrl}/admin/clients/${client?.id}`);
  const change = async (name: string, action: string) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await change('Wallet A, collections, live: switch off', 'Switch off collections');
  await expect(page.getByRole('button', { name: 'Wallet A, collections, live: switch on' })).toBeVisible();
  expect((await collect('PROVIDER_A')).body.error).toMatchObject({ code: 'provider_not_enabled' });
  await change('Wallet A, collections, live: switch on', 'Switch on collections');
  expect((await collect('PROVIDER_A')).status).toBe(200);
});

test('a rail gets a name and a logo, which merchants and customers then see, and programs are told', async ({
  page,
}) => {
  const drawing = '<svg viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a0"/></svg>';
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  await page.getByRole('button', { name: 'Name and logo of Wallet A' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Wallet C');
  await dialog.getByLabel('Logo').setInputFiles({
    name: 'bad.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(drawing.replace('<circle', '<script>alert(1)</script><circle')),
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The logo has <script>, which is not taken.')).toBeVisible();
  await dialog
    .getByLabel('Logo')
    .setInputFiles({ name: 'good.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Another rail is called Wallet C.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Kora Money');
  await isSound(page, 'a name and a logo');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const rail = page.getByRole('region', { name: 'Kora Money', exact: true });
  await expect(rail).toBeVisible();
  const logo = rail.locator('img').first();
  await expect(logo).toHaveJSProperty('complete', true);
  await expect(logo).not.toHaveJSProperty('naturalWidth', 0);

  await expect
    .poll(async () => (await collect('PROVIDER_A')).body.data, { timeout: 20_000, intervals: [500] })
    .toMatchObject({ provider: 'PROVIDER_A', provider_name: 'Kora Money' });
  const { body } = await collect('PROVIDER_A');
  await page.goto(`${baseUrl}/checkout/${body.data.transaction_id}/return`);
  await expect(page.getByText('Kora Money')).toBeVisible();
  await expect(page.locator('dd img')).toHaveJSProperty('complete', true);
  await signIn(page, 'client');
  await page.goto(`${baseUrl}/dashboard/live/transactions`);
  await expect(page.getByRole('row').filter({ hasText: 'Kora Money' }).first()).toBeVisible();
  await expect(page.getByText('PROVIDER_')).toHaveCount(0);

  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  await page.getByRole('button', { name: 'Name and logo of Kora Money' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Wallet A');
  await dialog.getByRole('button', { name: 'Without a logo' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Wallet A', exact: true })).toBeVisible();
});

test('what may go out over a rail in a day and in a month is set where its amounts are', async ({ page }) => {
  leaveToLongRun();
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  const rail = page.getByRole('region', { name: 'Wallet W', exact: true });
  const change = async (day: string, month: string) => {
    await rail.getByRole('button', { name: 'Change Wallet W, Live, payouts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Most in a day, GMD').fill(day);
    await dialog.getByLabel('Most in a month, GMD').fill(month);
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  };
  const dialog = await change('250,000', '200000');
  await expect(dialog.getByText('The limit of a month must not be less than that of a day.')).toBeVisible();
  await dialog.getByLabel('Most in a month, GMD').fill('5000000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rail.getByText('At most GMD 250,000.00 a day, GMD 5,000,000.00 a month')).toBeVisible();
  await isSound(page, 'a rail with limits', themes);
  await change('', '');
  await expect(rail.getByText(/^At most/)).toHaveCount(0);
});

test('the rails page breaks no rule of axe and fits 360 px, with its dialogs', async ({ page }) => {
  leaveToLongRun();
  await signIn(page, 'admin');
  await page.goto(`${baseUrl}/admin/rails`);
  await isSound(page, 'rails', themes);
  for (const name of [
    'Replace the credentials of Wallet W',
    'Overrule the health of Wallet W, payouts',
    'Top up the float of Wallet W',
    'Transfer from the float of Wallet W',
    'Move collected money of Wallet W to the float',
    'collected money of Wallet W pays payouts',
    'Change Wallet W, Live, payouts',
  ]) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await isSound(page, name, themes);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`${baseUrl}/admin/clients/${demoFile().clients[0]?.id}`);
  await isSound(page, 'a client with rails', themes);
});
