import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';

const key = process.env.KAIRA_TEST_KEY ?? '';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guide is read, an example is seen in another language, and a search finds a code', async ({
    page,
  }) => {
    await page.goto('/docs');
    await expect(page).toHaveURL(/\/docs\/quick-start$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quick start');

    await page.goto('/docs/reference/collections');
    const first = page
      .locator('figure')
      .filter({ has: page.getByLabel('Python') })
      .first();
    await expect(first).toContainText('curl "$KAIRA');
    await first.getByText('Python', { exact: true }).click();
    await expect(first.getByText('import requests')).toBeVisible();
    await expect(first.getByText('curl "$KAIRA')).toBeHidden();
    // What only a script can do is not offered.
    await expect(page.getByText('Try it').first()).toBeHidden();

    await page.getByRole('searchbox').fill('INVALID_OTP');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'INVALID_OTP' }).first().click();
    await expect(page).toHaveURL(/\/docs\/errors#INVALID_OTP$/);
  });

  test('at 320 px nothing stands out to the right', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const slug of [
      'quick-start',
      'webhooks',
      'errors',
      'reference/collections',
      'operations/settings',
    ]) {
      await page.goto(`/docs/${slug}`);
      const tooWide = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(tooWide, slug).toBe(0);
    }
  });
});

test('a language is chosen once for all examples, also of the next page', async ({ page }) => {
  await page.goto('/docs/reference/payouts');
  await page.getByText('PHP', { exact: true }).first().click();
  await expect(page.getByText('curl_init').first()).toBeVisible();
  await page.goto('/docs/reference/collections');
  await expect(page.getByText('curl_init').first()).toBeVisible();
  await expect(page.getByText('curl "$KAIRA').first()).toBeHidden();
});

test('an example is copied as it stands', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/reference/payouts');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl "\$KAIRA\/api\/v1\//);
});

test('a request is tried with a test key, and a live key is not sent', async ({ page }) => {
  await page.goto('/docs/collections');
  const form = page.locator('details').filter({ hasText: 'Try it' }).first();
  await form.getByText('Try it').click();
  await form.getByLabel('Test key').fill('sk_live_x');
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled();

  await form.getByLabel('Test key').fill(key);
  const body = form.getByLabel('Body');
  const reference = `tried-${randomUUID()}`;
  await body.fill(JSON.stringify({ amount: '150.00', currency: 'GMD', client_reference: reference }));
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('status')).toHaveText(/^200 in \d+ ms$/);
  await expect(form).toContainText('"status": "PENDING"');
});

test('what becomes of a payment is chosen where it is tried, and its time is let pass there', async ({
  page,
}) => {
  await page.goto('/docs/test-your-integration');
  const begins = page.locator('details').filter({ hasText: 'Try it' }).first();
  await begins.getByText('Try it').click();
  await expect(begins.getByLabel('Scenario')).toHaveValue('late_success');
  await begins.getByLabel('Scenario').selectOption('declined');
  await begins.getByLabel('Test key').fill(key);
  const reference = `tried-${randomUUID()}`;
  await begins
    .getByLabel('Body')
    .fill(JSON.stringify({ amount: '150.00', currency: 'GMD', client_reference: reference }));
  await begins.getByRole('button', { name: 'Send' }).click();
  await expect(begins.getByRole('status')).toHaveText(/^200 in \d+ ms$/);

  const later = page.locator('details').filter({ hasText: 'Try it' }).nth(2);
  await later.getByText('Try it').click();
  await expect(later.getByLabel('Scenario')).toHaveCount(0);
  await later.getByRole('button', { name: 'Send' }).click();
  await expect(later.getByRole('status')).toHaveText(/^200 in \d+ ms$/);

  const status = page.locator('details').filter({ hasText: 'Try it' }).nth(3);
  await status.getByText('Try it').click();
  await status.getByLabel('GET').fill(`/api/v1/collections/status/${reference}`);
  await status.getByRole('button', { name: 'Send' }).click();
  await expect(status).toContainText('"code": "DECLINED"');

  // A request that names no scenario does not get one by being tried.
  await page.goto('/docs/collections');
  const plain = page.locator('details').filter({ hasText: 'Try it' }).first();
  await plain.getByText('Try it').click();
  await expect(plain.getByLabel('Scenario')).toHaveValue('');
});

test('programs get the pages as markdown, and a list of them', async ({ request }) => {
  const index = await request.get('/llms.txt');
  expect(index.headers()['content-type']).toContain('text/plain');
  const pages = [...(await index.text()).matchAll(/\]\((http[^)]+\.md)\)/g)].map(([, url = '']) => url);
  expect(pages.length).toBeGreaterThan(20);
  for (const url of pages) {
    const page = await request.get(url);
    expect([url, page.status()]).toEqual([url, 200]);
    expect(await page.text()).toMatch(/^# /);
  }
  const missing = await request.get('/docs/no-such-page.md');
  expect(missing.status()).toBe(404);
  expect((await request.get('/docs/no-such-page')).status()).toBe(404);
  const file = await request.get('/docs/files/verify.py');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect((await request.get('/docs/files/test-your-shop.php')).status()).toBe(200);
});
