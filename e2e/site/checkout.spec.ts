import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { fitsItsWidth } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';

const baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';
const key = process.env.KAIRA_TEST_KEY ?? '';

/** A merchant's shop: it only has to be somewhere else, so that the way back leaves our origin. */
let shop: Server;
let shopUrl: string;

test.beforeAll(async () => {
  expect(baseUrl, 'KAIRA_TEST_BASE_URL').not.toBe('');
  expect(key, 'KAIRA_TEST_KEY').not.toBe('');
  shop = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop.test');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const frame = url.searchParams.get('frame');
    response.end(
      frame
        ? `<title>Shop</title><iframe title="Card" width="340" height="620" src="${frame}"></iframe>`
        : `<h1>Shop ${url.pathname}</h1>`,
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

async function call(path: string, body?: Record<string, unknown>) {
  const response = await fetch(`${baseUrl}/api/v1/collections/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, `${path} is answered with 200`).toBe(200);
  return (await response.json()).data;
}

const urls = () => ({ success_url: `${shopUrl}/thanks`, error_url: `${shopUrl}/sorry` });
const collect = (facts: Record<string, unknown> = {}) =>
  call('initiate', {
    amount: '150.00',
    currency: 'GMD',
    client_reference: `order ${randomUUID()}`,
    ...facts,
  });
const statusOf = async (id: string) => (await call(`status/${id}`)).status;

for (const javaScriptEnabled of [false, true]) {
  test.describe(`at 320 px, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 320, height: 640 } });
    if (javaScriptEnabled) leaveToLongRun();

    const journeys = [
      { button: 'Pay GMD 150.00', status: 'SUCCEEDED', leadsTo: '/thanks', result: 'Payment received' },
      { button: 'Decline', status: 'FAILED', leadsTo: '/sorry', result: 'Payment declined' },
      { button: 'Cancel', status: 'CANCELLED', leadsTo: '/sorry', result: 'Payment cancelled' },
    ];
    for (const { button, status, leadsTo, result } of journeys) {
      test(`${button} on PROVIDER_W makes it ${status} and leads back to the shop`, async ({ page }) => {
        const collection = await collect(urls());
        await page.goto(collection.redirect_url);
        await expect(page.getByText('Sandbox – no real money moves')).toBeVisible();
        await expect(page.getByText(collection.client_reference)).toBeVisible();
        await page.getByRole('button', { name: button }).click();
        await expect(page).toHaveURL(`${shopUrl}${leadsTo}`);
        await expect(page.getByRole('heading', { name: `Shop ${leadsTo}` })).toBeVisible();
        expect(await statusOf(collection.transaction_id)).toBe(status);
      });

      test(`${button} without a way back ends on our own result page`, async ({ page }) => {
        const collection = await collect();
        await page.goto(collection.redirect_url);
        await page.getByRole('button', { name: button }).click();
        await expect(page.getByRole('heading', { name: result })).toBeVisible();
        await page.goto(collection.redirect_url);
        await expect(page.getByRole('heading', { name: result })).toBeVisible();
        await expect(page.getByRole('button')).toHaveCount(0);
      });
    }

    test('an amount that stays pending waits, and leads back to the checkout', async ({ page }) => {
      const collection = await collect({ amount: '200.00', ...urls() });
      await page.goto(collection.redirect_url);
      await expect(page.getByText('This test amount stays pending')).toBeVisible();
      await page.getByRole('button', { name: 'Pay GMD 200.00' }).click();
      await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible();
      await page.waitForURL(/\?since=\d{13}$/);
      const { searchParams } = new URL(page.url());
      await page.waitForRequest((request) => request.url() === page.url());
      expect(new URL(page.url()).searchParams.get('since')).toBe(searchParams.get('since'));
      await page.getByRole('link', { name: 'Back to the checkout' }).click();
      await expect(page).toHaveURL(collection.redirect_url);
    });

    test('the return page goes on by itself as soon as the truth is known', async ({ page }) => {
      const collection = await collect(urls());
      await page.goto(`${collection.redirect_url}/return`);
      await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible();
      await fetch(collection.redirect_url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) });
      await expect(page).toHaveURL(`${shopUrl}/thanks`);
    });

    test('the card page asks for nothing and works in a frame of the shop', async ({ page }) => {
      const collection = await collect({ provider: 'PROVIDER_C_CARD', ...urls() });
      const cardUrl = collection.next_action.show_card_page.url;
      await page.goto(`${shopUrl}/?frame=${encodeURIComponent(cardUrl)}`);
      const card = page.frameLocator('iframe');
      await expect(card.getByText('the acquirer’s own card page stands here')).toBeVisible();
      await expect(card.locator('input, select, textarea')).toHaveCount(0);
      await card.getByRole('button', { name: 'Pay GMD 150.00' }).click();
      await expect(card.getByRole('heading', { name: 'Shop /thanks' })).toBeVisible();
      expect(await statusOf(collection.transaction_id)).toBe('SUCCEEDED');
    });

    test('every page fits its width, with the longest words', async ({ page }) => {
      const collection = await collect({
        amount: '99999.99',
        client_reference: randomUUID().replaceAll('-', 'W').repeat(7),
      });
      await page.goto(collection.redirect_url);
      await fitsItsWidth(page.locator('html'), 'the checkout');
      await page.goto(`${collection.redirect_url}/return?since=${Date.now() - 130_000}`);
      await expect(page.getByRole('heading', { name: 'Still waiting for confirmation' })).toBeVisible();
      await fitsItsWidth(page.locator('html'), 'the checkout');
      await page.goto(collection.redirect_url);
      await page.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByRole('heading', { name: 'Payment declined' })).toBeVisible();
      await fitsItsWidth(page.locator('html'), 'the checkout');
    });
  });
}

test('buttons are large enough for a thumb, and the keyboard reaches them in order', async ({ page }) => {
  const collection = await collect();
  await page.goto(collection.redirect_url);
  for (const button of await page.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible();
});

test('a page breaks no rule of its own Content-Security-Policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const collection = await collect(urls());
  await page.goto(collection.redirect_url);
  await page.getByRole('button', { name: 'Pay GMD 150.00' }).click();
  await expect(page).toHaveURL(`${shopUrl}/thanks`);
  expect(complaints.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([]);
});

test('the checkout of a wallet shows nothing in a frame of another site', async ({ page }) => {
  const collection = await collect();
  await page.goto(`${shopUrl}/?frame=${encodeURIComponent(collection.redirect_url)}`);
  await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
});

test('an unknown payment is a page that says so', async ({ page }) => {
  for (const id of [randomUUID(), 'nonsense']) {
    const response = await page.goto(`${baseUrl}/checkout/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'No such payment' })).toBeVisible();
  }
});
