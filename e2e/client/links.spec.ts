import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { pdfTexts } from '#e2e/setup/pdf-text';
import {
  fitsItsWidth,
  isAccessible,
  newMember,
  recordShares,
  signIn,
  signInAsNewOwner,
  sql,
} from './support.ts';

const home = '/dashboard/sandbox';

/** Somebody else's site with these lines in it. */
async function openShop(
  browser: Browser,
  lines: string,
  viewport: { width: number; height: number },
  visit: (shop: Page) => Promise<void>,
): Promise<void> {
  const body = `<!doctype html><html lang="en"><title>Honey</title><h1>Honey</h1>${lines}</html>`;
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 700 });
  const shop = await context.newPage();
  await shop.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(shop.getByRole('link', { name: 'Pay with mobile money' })).toHaveCSS(
    'display',
    'inline-block',
  );
  await visit(shop);
  await context.close();
  server.close();
}
test.describe.configure({ timeout: 180_000 });

test('two clicks on Make the link make one', async ({ page }) => {
  const shop = await signInAsNewOwner(page);
  const asked: (string | undefined)[] = [];
  await page.route('**/api/dashboard/payment-links?*', async (route) => {
    asked.push(route.request().headers()['idempotency-key']);
    await route.continue();
  });
  await page.goto(`${home}/links`);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabel('What is it for?').fill('School fees');
  await page.getByLabel('Amount in GMD').fill('15');
  // Twice before the page is drawn anew, as by a finger that trembles.
  await page.getByRole('button', { name: 'Make the link' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'School fees' })).toBeVisible();
  expect(asked.filter((key) => key !== undefined)).toHaveLength(1);
  const links = await (await sql())`
    select count(*)::int as made from payment_links where client_id = ${shop.clientId}`;
  expect(links[0]?.made).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a link is made, paid by somebody without script, and what it brought in is seen', async ({
    page,
    browser,
  }) => {
    await recordShares(page);
    await signInAsNewOwner(page);
    await page.goto(`${home}/links`);
    await expect(page.getByText('No link yet')).toBeVisible();
    await fitsItsWidth(page);
    await page.getByRole('button', { name: 'New link' }).click();
    await page.getByLabel('What is it for?').fill('School fees, term 2');
    await page.getByLabel('Amount in GMD').fill('1,5');
    await page.getByLabel('How many payments (optional)').fill('2');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('1,500');
    await isAccessible(page);
    await page.getByLabel('Amount in GMD').fill('1,500');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'School fees, term 2' })).toBeVisible();
    await expect(page.getByText('0 of 2')).toBeVisible();

    const address = (await page.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? '';
    await test.step('it gets to payers by every way that there is', async () => {
      const message = `Test, no real money: School fees, term 2, GMD 1,500.00. Pay here: ${address}`;
      const ways = { WhatsApp: /^https:\/\/wa\.me\/\?text=/, SMS: /^sms:/, 'E-mail': /^mailto:\?/ };
      for (const [name, form] of Object.entries(ways)) {
        const href = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
        expect(href).toMatch(form);
        expect(decodeURIComponent(href), name).toContain(message);
      }
      await page.getByRole('button', { name: 'More ways to share' }).click();
      expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
        { title: 'School fees, term 2', text: message },
      ]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      await expect(page.getByRole('img', { name: 'The address of this link as a QR code' })).toBeVisible();
      await isAccessible(page);
    });

    await test.step('a shop has it as a button, in its own page on a phone', async () => {
      await page.getByText('A button for your own site').click();
      await page.getByRole('button', { name: 'Copy the lines' }).click();
      const lines = await page.evaluate(() => navigator.clipboard.readText());
      const [, shown = ''] =
        /```html\n(.*?)\n```/s.exec(await readFile('docs/guides/payment-links.md', 'utf8')) ?? [];
      expect(lines).toBe(
        shown
          .replace(/https:\S+?\/pay\/\w{10}/, address)
          .replace('https://pay.example.com', new URL(address).origin),
      );
      await openShop(browser, lines, { width: 360, height: 740 }, async (shop) => {
        await shop.getByRole('link', { name: 'Pay with mobile money' }).click();
        await expect(shop).toHaveURL(address);
      });
      await openShop(browser, lines, { width: 1280, height: 900 }, async (shop) => {
        const opening = shop.context().waitForEvent('page');
        await shop.getByRole('link', { name: 'Pay with mobile money' }).click();
        const beside = await opening;
        await expect(beside).toHaveURL(address);
        expect(await beside.evaluate(() => window.opener)).toBeNull();
        await expect(shop.getByRole('heading', { name: 'Honey' })).toBeVisible();
      });
    });

    await test.step('its poster is a file of one page', async () => {
      for (const size of ['A4', 'A6']) {
        const downloading = page.waitForEvent('download');
        await page.getByRole('link', { name: `${size} poster` }).click();
        const file = await downloading;
        expect(file.suggestedFilename()).toMatch(new RegExp(`^poster-\\w{10}-${size.toLowerCase()}\\.pdf$`));
        const texts = pdfTexts(await readFile(await file.path())).join(' ');
        expect(texts).toContain('School fees, term 2');
        expect(texts).toContain(address.replace(/^https?:\/\//, ''));
      }
    });

    await test.step('somebody else pays, without script', async () => {
      const phone = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 320, height: 640 },
      });
      const payer = await phone.newPage();
      await payer.goto(address);
      await expect(payer.getByText('1,500.00')).toBeVisible();
      await payer.getByLabel('Your mobile number').fill('701 2345');
      await payer.getByRole('radio', { name: 'Wallet A' }).check();
      await payer.getByRole('button', { name: 'Continue' }).click();
      await payer.getByLabel('Code').fill('000000');
      await payer.getByRole('button', { name: 'Pay GMD 1,500.00' }).click();
      await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      await fitsItsWidth(payer);
      await phone.close();
    });

    await test.step('the page of the link and the list show it', async () => {
      // The page asks again by itself.
      await expect(page.getByText('1 of 2')).toBeVisible();
      await page.reload();
      const row = page.getByRole('row', { name: /\+220 701 2345/ });
      await expect(row).toContainText('GMD 1,500.00');
      await expect(row).toContainText('Succeeded');
      await page.goto(`${home}/links`);
      const listed = page.getByRole('row', { name: /School fees, term 2/ });
      await expect(listed).toContainText('GMD 1,500.00');
      await expect(listed).toContainText('1 of 2');
      await expect(listed).toContainText('Active');
      await isAccessible(page);
    });

    await test.step('switched off it takes nothing, and switched on it does again', async () => {
      await page.getByRole('link', { name: 'School fees, term 2' }).click();
      await page.getByRole('button', { name: 'Switch off' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
      await expect(page.getByText('Switched off', { exact: true })).toBeVisible();
      expect((await page.request.get(address)).status()).toBe(410);
      await page.getByRole('button', { name: 'Switch on' }).click();
      await expect(page.getByText('Active', { exact: true })).toBeVisible();
      expect((await page.request.get(address)).status()).toBe(200);
    });
  });
});

test('the payer may be left to say how much, until a last day', async ({ page }) => {
  await signInAsNewOwner(page);
  await page.goto(`${home}/links`);
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabel('What is it for?').fill('  Roof of the   mosque ');
  await page.getByLabel('Who says how much?').selectOption('The payer types it');
  await expect(page.getByLabel('Amount in GMD')).toHaveCount(0);
  await page.getByLabel('Last day (optional)').fill('2099-12-31');
  await page.getByLabel('More about it (optional)').fill('All of it\ngoes there.');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roof of the mosque' })).toBeVisible();
  await expect(page.getByText('Typed by the payer')).toBeVisible();
  await expect(page.getByText('All of it goes there.')).toBeVisible();
  await page.goto(`${home}/activity`);
  await expect(page.getByText('Awa Ceesay made the payment link Roof of the mosque')).toBeVisible();
});

test('a viewer is not offered to make a link, and another business sees nothing of them', async ({
  page,
}) => {
  const owner = await signInAsNewOwner(page);
  const made = await page.request.post('/api/dashboard/payment-links?environment=SANDBOX', {
    data: { title: 'Stall at the market' },
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin },
  });
  const { id } = (await made.json()).data;
  const viewer = await newMember('viewer');
  expect(owner.clientId).not.toBe(viewer.clientId);
  await signIn(page, viewer);
  for (const address of ['', '/collections', '/poster']) {
    const answer = await page.request.get(`/api/dashboard/payment-links/${id}${address}?environment=SANDBOX`);
    expect(answer.status(), address).toBe(404);
  }
  await page.goto(`${home}/links/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Stall at the market');
  await page.goto(`${home}/links`);
  await expect(page.getByText('An owner or a developer of your account can make one.')).toBeVisible();
});
