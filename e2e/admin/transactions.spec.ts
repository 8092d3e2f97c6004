import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { leaveToLongRun, themes } from '#e2e/setup/long-run';
import { memberContext } from '#e2e/setup/people';
import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { failure } from '#lib/transactions/transaction';
import { isSound, newOperator, signIn } from './support.ts';

const folder = process.env.KAIRA_SCREENSHOTS;

/** A client with a failed collection at each of two wallets, and one that is open. */
async function newShop(name: string) {
  const id = await createClient({
    ...{ name, businessPhone: '+2207012345' },
    businessEmail: `${randomUUID()}@shop.example`,
  });
  const ctx = memberContext({ id, name, commissionBps: 0 });
  for (const [reference, provider] of [
    ['FAILED-W', 'PROVIDER_W'],
    ['FAILED-A', 'PROVIDER_A'],
    ['OPEN-W', 'PROVIDER_W'],
  ] as const) {
    const { transaction } = await initiateCollection(ctx, {
      ...{ amount: 150_00n, currency: 'GMD', provider, metadata: {} },
      ...{ client_reference: `${reference}-${name}`, customer_mobile: '+2207012399' },
    });
    const news = { state: 'FAILED' as const, failure: failure('DECLINED') };
    if (reference !== 'OPEN-W') await bookCollectionNews(ctx, transaction, news);
  }
  return id;
}

test('an operator narrows the list by clients, status, rail and days, and the address keeps it', async ({
  browser,
}) => {
  leaveToLongRun();
  const word = randomUUID().slice(0, 6);
  const [one, two] = [`Bakery ${word}`, `Fishery ${word}`];
  await newShop(one);
  await newShop(two);
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  try {
    await page.goto('/admin/transactions');
    const filter = (name: string) =>
      page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
    await filter('Client').click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Find a client').fill(word);
    await panel.getByRole('button', { name: one }).click();
    await panel.getByRole('button', { name: two }).click();
    await expect(panel.getByRole('button', { pressed: true })).toHaveCount(2);
    await page.keyboard.press('Escape');
    const rows = page.getByRole('region', { name: 'Transactions' }).getByRole('row');
    await expect(rows).toHaveCount(7);
    await filter('Status').click();
    await panel.getByRole('button', { name: 'Failed' }).click();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(5);
    await filter('Provider').click();
    await panel.getByRole('button', { name: 'Wallet A' }).click();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(3);
    await filter('Date').click();
    await panel.getByRole('button', { name: 'Today' }).click();
    await expect(page).toHaveURL(/client=[\w-]+%2C[\w-]+&status=FAILED&provider=PROVIDER_A&period=today$/);
    await page.reload();
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(`FAILED-A-${two}`);
    await isSound(page, 'the operators’ list with filters', themes);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      if (!folder) break;
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/operators-list-${width}-${colorScheme}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: `FAILED-A-${two}` }).click();
    await page.goBack();
    await expect(rows).toHaveCount(3);
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await expect(page.getByText('No transaction matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/\/admin\/transactions\?environment=LIVE$/);
    await page.goto('/admin/transactions?status=NONSENSE');
    await expect(page.getByRole('alert').filter({ hasText: 'The status must be one of' })).toBeVisible();
  } finally {
    await context.close();
  }
});

test('an operator reads the story that the client reads, with what is the house’s folded below', async ({
  browser,
}) => {
  const name = `Bakery ${randomUUID().slice(0, 6)}`;
  await newShop(name);
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  try {
    await page.goto('/admin/transactions?status=FAILED&provider=PROVIDER_W');
    await page.getByRole('link', { name: `FAILED-W-${name}` }).click();
    await expect(page.getByText(`was asked to pay for FAILED-W-${name}`)).toBeVisible();
    await expect(page.getByRole('link', { name })).toBeVisible();
    for (const ofTheClient of ['Remind by WhatsApp', 'Offer it again', 'Open the checkout']) {
      await expect(page.getByRole('link', { name: ofTheClient })).toHaveCount(0);
    }
    await expect(page.getByText('No money has moved, so nothing is booked.')).toBeHidden();
    await page.getByRole('heading', { name: 'Ledger' }).click();
    await expect(page.getByText('No money has moved, so nothing is booked.')).toBeVisible();
    await page.getByRole('heading', { name: 'With the rail' }).click();
    await expect(page.getByText('The sandbox’s simulator works inside Kaira')).toBeVisible();
    await isSound(page, 'a transaction as operators see it', themes);
    for (const width of [360, 1280]) {
      for (const colorScheme of themes) {
        if (!folder) break;
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${folder}/operators-transaction-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
    await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
    await expect(page).toHaveURL(/status=FAILED&provider=PROVIDER_W/);
  } finally {
    await context.close();
  }
});
