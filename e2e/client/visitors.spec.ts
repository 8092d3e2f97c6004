import { type Browser, expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { newMember, sql } from './support.ts';

// Several who pay at one link at the same time, on phones of their own, by habits and lines that phones have.

test.describe.configure({ timeout: 180_000 });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function newLink(facts: Record<string, unknown>): Promise<{ id: string; url: string }> {
  const { key } = await newMember('owner', 0);
  const answer = await fetch(`${test.info().project.use.baseURL}/api/v1/payment-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'School fees', ...facts }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).data;
}

async function visitor(browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  return (await browser.newContext({ ...phone, ...options })).newPage();
}

/** 400 kbit/s and 1.5 s until anything comes. */
async function onASlowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = (400 * 1024) / 8;
  const line = {
    offline: false,
    latency: 1_500,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  };
  await session.send('Network.emulateNetworkConditions', line);
}

async function choose(page: Page, wallet: string, mobile?: string): Promise<void> {
  if (mobile !== undefined) await page.getByLabel('Your mobile number').fill(mobile);
  await page.getByRole('radio', { name: wallet }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const paid = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 60_000 });

const rowsOf = async (link: string) => (await sql())`
  select provider, status, over_limit from transactions where payment_link_id = ${link} order by provider`;

test('a link is opened by three at once, and paid once by each, in three wallets', async ({ browser }) => {
  leaveToLongRun();
  const { id, url } = await newLink({ amount: '25.00' });
  const withoutScript = async () => {
    const page = await visitor(browser, { javaScriptEnabled: false });
    await page.goto(url);
    await choose(page, 'Wallet A', '701 2345');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: /^Pay GMD/ }).click();
    await paid(page);
  };
  const slowly = async () => {
    const page = await visitor(browser);
    await onASlowLine(page);
    await page.goto(url);
    await choose(page, 'Wallet W');
    await page.getByRole('button', { name: 'Pay GMD 25.00' }).click();
    await paid(page);
    await page.reload();
    await paid(page);
  };
  const offlineInBetween = async () => {
    const page = await visitor(browser);
    await page.goto(url);
    await choose(page, 'Wallet C');
    await expect(page.getByRole('button', { name: 'Pay GMD 25.00' })).toBeVisible();
    await page.context().setOffline(true);
    await page.reload().catch(() => undefined);
    await page.context().setOffline(false);
    await page.goto(url);
    await page.getByRole('link', { name: 'Continue to Wallet C' }).click();
    await page.getByRole('button', { name: 'Pay GMD 25.00' }).click();
    await paid(page);
  };
  await Promise.all([withoutScript(), slowly(), offlineInBetween()]);
  expect(await rowsOf(id)).toMatchObject([
    { provider: 'PROVIDER_A', status: 'SUCCEEDED', over_limit: false },
    { provider: 'PROVIDER_C', status: 'SUCCEEDED', over_limit: false },
    { provider: 'PROVIDER_W', status: 'SUCCEEDED', over_limit: false },
  ]);
});

test('of two who pay at once what one may, one has paid, and the other is told', async ({ browser }) => {
  leaveToLongRun();
  const { id, url } = await newLink({ amount: '25.00', max_payments: 1 });
  const pages = await Promise.all([visitor(browser), visitor(browser)]);
  for (const page of pages) {
    await page.goto(url);
    await choose(page, 'Wallet W');
    await expect(page.getByRole('button', { name: 'Pay GMD 25.00' })).toBeVisible();
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Pay GMD 25.00' }).click()));
  await expect
    .poll(async () => (await rowsOf(id)).filter(({ status }) => status === 'PENDING').length, {
      timeout: 60_000,
    })
    .toBe(0);
  const rows = await rowsOf(id);
  expect(rows.filter(({ status, over_limit: over }) => status === 'SUCCEEDED' && !over)).toHaveLength(1);
  for (const { status, over_limit: over } of rows)
    expect(over || ['SUCCEEDED', 'CANCELLED', 'EXPIRED'].includes(status)).toBe(true);
  const third = await visitor(browser);
  expect((await third.goto(url))?.status()).toBe(410);
});
