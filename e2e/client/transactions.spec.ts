import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { api, collect, fitsItsWidth, isAccessible, newMember, openAs, payOut, settle } from './support.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Transactions' }).getByRole('row');
const pill = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: new RegExp(`^${name}`) });

async function shows(page: Page, ...references: string[]): Promise<void> {
  await expect(rows(page)).toHaveCount(references.length + 1);
  for (const reference of references) await expect(rows(page).filter({ hasText: reference })).toHaveCount(1);
}

test('filters narrow the list on the server, stand in the address and survive a reload and a step back', async ({
  page,
}) => {
  const member = await newMember();
  await settle(member, '150.00', { client_reference: 'paid-1', customer_mobile: '+2207000001' });
  await settle(member, '90.00', { client_reference: 'paid-2', customer_mobile: '+2207000002' });
  await collect(member, { client_reference: 'open-1', amount: '30.00' });
  await payOut(member, '20.00', { client_reference: 'held-1' });
  await openAs(page, member, '/transactions');
  await shows(page, 'paid-1', 'paid-2', 'open-1', 'held-1');
  await expect(page.getByText('4 transactions')).toBeVisible();

  await pill(page, 'Status').click();
  await page.getByRole('button', { name: 'Succeeded', exact: true }).click();
  await shows(page, 'paid-1', 'paid-2');
  await expect(page).toHaveURL(/\?status=SUCCEEDED$/);

  await pill(page, 'Amount').click();
  await page.getByLabel('At least').fill('100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await shows(page, 'paid-1');
  await page.reload();
  await shows(page, 'paid-1');
  await expect(pill(page, 'Amount')).toContainText('at least GMD 100.00');
  await page.goBack();
  await shows(page, 'paid-1', 'paid-2');
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await shows(page, 'paid-1', 'paid-2', 'open-1', 'held-1');

  await pill(page, 'Type').click();
  await page.getByRole('button', { name: 'Payout', exact: true }).click();
  await shows(page, 'held-1');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await pill(page, 'Mobile').click();
  await page.getByRole('textbox', { name: 'Mobile' }).fill('700 0002');
  await page.getByRole('button', { name: 'Apply' }).click();
  await shows(page, 'paid-2');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await pill(page, 'Reference').click();
  await page.getByRole('textbox', { name: 'Reference' }).fill('paid');
  await page.getByRole('button', { name: 'Apply' }).click();
  await shows(page, 'paid-1', 'paid-2');
  await pill(page, 'Date').click();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Today' }).click();
  await shows(page, 'paid-1', 'paid-2');
  await pill(page, 'Provider').click();
  await page.getByRole('button', { name: 'Wallet C', exact: true }).click();
  await expect(page.getByText('No transaction matches')).toBeVisible();
});

test('filters take several values, are saved under a name, and are there on the way back from a transaction', async ({
  page,
}) => {
  leaveToLongRun();
  const member = await newMember();
  await settle(member, '150.00', { client_reference: 'paid-1' });
  await collect(member, { client_reference: 'open-1' });
  await settle(member, '1000.00', { client_reference: 'paid-2' });
  await payOut(member, '20.00', { client_reference: 'held-1' });
  await openAs(page, member, '/transactions');
  await pill(page, 'Status').click();
  await page.getByRole('button', { name: 'Pending', exact: true }).click();
  await shows(page, 'open-1');
  await page.getByRole('button', { name: 'Held', exact: true }).click();
  await shows(page, 'open-1', 'held-1');
  await expect(page).toHaveURL(/\?status=PENDING%2CAWAITING_LIQUIDITY$/);
  await page.keyboard.press('Escape');
  await expect(pill(page, 'Status')).toContainText('Pending or Held');
  await pill(page, 'Date').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/period=last_7_days/);
  await shows(page, 'open-1', 'held-1');

  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByLabel('Save these filters as').fill('Not done');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Not done' })).toBeVisible();
  await page.getByRole('link', { name: 'held-1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('GMD 20.00');
  await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
  await shows(page, 'open-1', 'held-1');
  await expect(page.getByRole('link', { name: 'held-1' })).toBeFocused();

  await page.getByRole('button', { name: 'Clear all' }).click();
  await shows(page, 'paid-1', 'open-1', 'paid-2', 'held-1');
  await page.reload();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('link', { name: 'Not done', exact: true }).click();
  await shows(page, 'open-1', 'held-1');
  await page.getByRole('button', { name: 'Not done' }).click();
  await page.getByRole('button', { name: 'Remove Not done' }).click();
  await expect(page.getByRole('button', { name: 'Remove Not done' })).toHaveCount(0);
});

test('a filter that is wrong says what would be right', async ({ page }) => {
  await openAs(page, await newMember(), '/transactions?amount_min=abc');
  await expect(page.getByText(/Write the amount like 1500/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('No transactions yet')).toBeVisible();
});

test('the search finds a transaction by each of its identifiers, and by the name of who paid', async ({
  page,
}) => {
  leaveToLongRun();
  const member = await newMember();
  const wanted = await settle(member, '70.00', {
    client_reference: 'INV-2026-77',
    customer_name: 'Awa Ceesay',
    customer_mobile: '+2207000077',
  });
  await settle(member, '71.00', { client_reference: 'OTHER', customer_name: 'Lamin Jallow' });
  await openAs(page, member, '/transactions');
  for (const text of [
    wanted.transaction_id,
    `sim_${wanted.transaction_id}`,
    'INV-2026-77',
    'INV-',
    '+220 700 0077',
    '7000077',
    'ceesay',
  ]) {
    // The page listens for keys once its script has come.
    await expect(async () => {
      await page.locator('body').press('/');
      await expect(page.getByLabel('Search transactions')).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Search ${text}`)).toBeVisible();
    await shows(page, 'INV-2026-77');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await shows(page, 'INV-2026-77', 'OTHER');
    await page.getByLabel('Search transactions').fill('');
    await page.getByLabel('Search transactions').blur();
  }
});

test('pages lead to the oldest transaction and back', async ({ page }) => {
  leaveToLongRun();
  const member = await newMember();
  for (let number = 0; number < 56; number++) await collect(member, { client_reference: `no-${number}` });
  await openAs(page, member, '/transactions');
  await expect(rows(page)).toHaveCount(51);
  await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled();
  await page.getByRole('link', { name: 'Older' }).click();
  await shows(page, 'no-5', 'no-4', 'no-3', 'no-2', 'no-1', 'no-0');
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled();
  await page.reload();
  await shows(page, 'no-5', 'no-4', 'no-3', 'no-2', 'no-1', 'no-0');
  await page.getByRole('link', { name: 'Newer' }).click();
  await expect(rows(page)).toHaveCount(51);
  await expect(page.getByText('56 transactions')).toBeVisible();
});

test('columns that were chosen are there the next time', async ({ page }) => {
  const member = await newMember();
  await settle(member, '250.00');
  await openAs(page, member, '/transactions');
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Commission')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Commission' }).check();
  await page.getByRole('checkbox', { name: 'Provider', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('cell', { name: 'GMD 3.75' })).toBeVisible();
  await page.reload();
  await expect(header('Commission')).toBeVisible();
  await expect(header('Provider')).toHaveCount(0);
});

test('a transaction that comes and goes on is seen without a reload', async ({ page }) => {
  const member = await newMember();
  const waiting = await collect(member, { client_reference: 'first' });
  await openAs(page, member, '/transactions');
  await expect(rows(page).filter({ hasText: 'first' })).toContainText('Pending');
  await collect(member, { client_reference: 'second' });
  await expect(rows(page).filter({ hasText: 'second' })).toContainText('Pending');
  await api(member, `/collections/${waiting.transaction_id}/cancel`, {});
  await expect(rows(page).filter({ hasText: 'first' })).toContainText('Cancelled');
});

test('the export holds what the filters leave, and no cell that a spreadsheet would run', async ({
  page,
}) => {
  const member = await newMember();
  await settle(member, '10.00', { client_reference: '=cmd|calc', customer_name: '+SUM(A1)' });
  await settle(member, '20.00', { client_reference: 'with "quotes", and commas' });
  await collect(member, { client_reference: 'open' });
  await openAs(page, member, '/transactions?status=SUCCEEDED');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^kaira-transactions-sandbox-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFFcreated_at,')).toBe(true);
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(
    ',"with ""quotes"", and commas",SUCCEEDED,20.00,0.30,GMD,PROVIDER_A,+2207012345,',
  );
  expect(lines[2]).toContain(",'=cmd|calc,SUCCEEDED,10.00,0.15,GMD,PROVIDER_A,+2207012345,'+SUM(A1),");
});

test.describe('a transaction', () => {
  let shop: Server;
  let hooks: string;
  test.beforeAll(async () => {
    shop = createServer((request, response) => {
      request.resume();
      response.writeHead(request.url === '/fails' ? 500 : 200).end('seen');
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    hooks = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  });
  test.afterAll(() => {
    shop.close();
    shop.closeAllConnections();
  });

  test('is followed to its end, with bookings that balance and every webhook attempt', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const member = await newMember();
    await api(member, '/webhook-endpoints', { url: `${hooks}/works` });
    await api(member, '/webhook-endpoints', { url: `${hooks}/fails` });
    const {
      client_reference,
      transaction_id: id,
      redirect_url,
    } = await collect(member, { amount: '150.00' });
    await openAs(page, member, '/transactions');
    await page.getByRole('link', { name: client_reference }).click();
    await expect(page).toHaveURL(new RegExp(`/transactions/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('GMD 150.00');
    await expect(page.getByRole('status').filter({ hasText: 'Pending' })).toBeVisible();
    await expect(page.getByText('Expires, unless it is paid before')).toBeVisible();
    await page.getByText('Ledger', { exact: true }).click();
    await expect(page.getByText('No money has moved, so nothing is booked.')).toBeVisible();
    await page.getByText('Webhooks', { exact: true }).last().click();
    await expect(page.getByRole('link', { name: 'Open the checkout' })).toHaveAttribute('href', redirect_url);

    await fetch(redirect_url, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }) });
    await expect(page.getByRole('status').filter({ hasText: 'Succeeded' })).toBeVisible();
    await expect(page.getByText('Succeeded: the provider confirmed the payment')).toBeVisible();
    await expect(page.getByText(/with the key sk_test_…/)).toBeVisible();
    const ledger = page.getByRole('region', { name: 'Ledger entries' });
    await expect(ledger.getByRole('row', { name: 'Available 147.75' })).toContainText('147.75');
    await expect(ledger.getByRole('row', { name: 'Commission 2.25' })).toContainText('2.25');
    await expect(ledger.getByRole('row', { name: 'Sum' })).toHaveText('Sum150.00150.00');
    await expect(page.getByText('Answered 200')).toBeVisible();
    await expect(page.getByText('Answered 500')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the checkout' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Answered 500')).toHaveCount(2);
    await page.getByRole('button', { name: `Copy ${id}`, exact: true }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(id);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(copied).toBe(page.url());
  });
});

test('a pending collection is cancelled after one question that says what will happen', async ({ page }) => {
  const member = await newMember();
  const { transaction_id: id } = await collect(member, { amount: '45.00' });
  await openAs(page, member, `/transactions/${id}`);
  await page.getByRole('button', { name: 'Cancel collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this collection?' });
  await expect(dialog).toContainText('can no longer pay GMD 45.00');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect((await api(member, `/collections/status/${id}`)).status).toBe('PENDING');
  await page.getByRole('button', { name: 'Cancel collection' }).click();
  await dialog.getByRole('button', { name: 'Cancel the collection' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible();
  await expect(page.getByText('by Awa Ceesay')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel collection' })).toHaveCount(0);
  expect((await api(member, `/collections/status/${id}`)).status).toBe('CANCELLED');
});

test('a payment that was cancelled is offered again by its own reference, from its page', async ({
  page,
}) => {
  const member = await newMember();
  const { transaction_id: id, client_reference: reference } = await collect(member, { amount: '45.00' });
  await openAs(page, member, `/transactions/${id}`);
  await expect(page.getByRole('link', { name: 'Remind by WhatsApp' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Offer it again' })).toHaveCount(0);
  await api(member, `/collections/${id}/cancel`, {});
  await page.getByRole('link', { name: 'Offer it again' }).click();
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('45.00');
  await page.getByRole('button', { name: 'Charge', exact: true }).click();
  await expect(page).toHaveURL(/\/collect\/[\w-]{36}$/);
  const again = await api(member, `/collections/status/${reference}`);
  expect(again).toMatchObject({ status: 'PENDING', amount: '45.00' });
  expect(again.transaction_id).not.toBe(id);
  await page.goto(`/dashboard/sandbox/transactions/${id}`);
  await expect(page.getByRole('link', { name: 'Offer it again' })).toHaveCount(0);
  await expect(page.getByText('No. 1, this one')).toBeVisible();
});

test('a held payout is cancelled and its money is back', async ({ page }) => {
  const member = await newMember();
  await settle(member, '1000.00');
  const { transaction_id: id, status } = await payOut(member, '600.00');
  expect(status).toBe('AWAITING_LIQUIDITY');
  await openAs(page, member, `/transactions/${id}`);
  await page.getByRole('button', { name: 'Cancel payout' }).click();
  await page.getByRole('button', { name: 'Cancel the payout' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Failed' })).toBeVisible();
  await expect(page.getByText('The payout was cancelled while it waited for liquidity.')).toBeVisible();
  await page.getByText('Ledger', { exact: true }).click();
  await expect(page.getByText('Given back to your balance').first()).toBeVisible();
  expect((await api(member, '/client/balance')).available_balance_gmd).toBe('985.00');
});

test('a role that may not act sees everything and no action', async ({ page }) => {
  const viewer = await newMember('viewer');
  const { transaction_id: id } = await collect(viewer);
  await openAs(page, viewer, `/transactions/${id}`);
  await expect(page.getByRole('status').filter({ hasText: 'Pending' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel collection' })).toHaveCount(0);
  const refused = await page.request.post(`/api/dashboard/collections/${id}/cancel?environment=SANDBOX`, {
    data: {},
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(refused.status()).toBe(403);
});

test('another client’s transaction, one of the other environment and one that never was are all not there', async ({
  page,
}) => {
  const [member, other] = [await newMember(), await newMember()];
  const theirs = await collect(other);
  const mine = await collect(member);
  await openAs(page, member);
  for (const address of [
    `/dashboard/sandbox/transactions/${theirs.transaction_id}`,
    `/dashboard/live/transactions/${mine.transaction_id}`,
    `/dashboard/sandbox/transactions/${randomUUID()}`,
    '/dashboard/sandbox/transactions/nonsense',
  ]) {
    const response = await page.goto(address);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('There is no such transaction here')).toBeVisible();
  }
  const answer = await page.request.get(
    `/api/dashboard/transactions/${theirs.transaction_id}?environment=SANDBOX`,
  );
  expect(answer.status()).toBe(404);
});

test('the list breaks no rule of axe, and nothing stands out at 360 px', async ({ page }) => {
  leaveToLongRun();
  test.slow();
  const member = await newMember();
  await settle(member, '12345.67', { client_reference: 'W'.repeat(255) });
  await collect(member, { amount: '400.00' });
  await openAs(page, member, '/transactions?type=collection');
  await expect(rows(page).filter({ hasText: 'Failed' })).toHaveCount(1);
  await pill(page, 'Date').click();
  await isAccessible(page);
});

test('a detail breaks no rule of axe, and nothing stands out at 360 px', async ({ page }) => {
  leaveToLongRun();
  test.slow();
  const member = await newMember();
  const paid = await settle(member, '12345.67', { client_reference: 'W'.repeat(255) });
  const failed = await collect(member, { amount: '400.00' });
  const held = await payOut(member, '100.00', { metadata: { ['k'.repeat(40)]: 'v'.repeat(500) } });
  await openAs(page, member);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/dashboard/sandbox/transactions/${paid.transaction_id}`);
  await expect(page.getByText('W'.repeat(255)).filter({ visible: true }).first()).toBeVisible();
  await fitsItsWidth(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const { transaction_id: id } of [failed, held]) {
    await page.goto(`/dashboard/sandbox/transactions/${id}`);
    await isAccessible(page);
  }
  await page.getByRole('button', { name: 'Cancel payout' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await isAccessible(page);
});

test('a transaction that is opened from far down the list begins at its top, and the way back keeps the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const member = await newMember();
  for (let index = 0; index < 16; index++) await collect(member, { client_reference: `far-${index}` });
  await openAs(page, member, '/transactions');
  const row = page.getByRole('link', { name: 'far-1', exact: true }).filter({ visible: true });
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 300));
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  // So slow that the place of the page is held meanwhile.
  await page.route(/\/transactions\/[0-9a-f-]{36}/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await row.click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name: /^GMD 25\.00/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(row).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
});
