import { expect, type Page, type Route, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { api, isAccessible, type Member, newMember, openAs, settle, signIn, sql } from './support.ts';

/** What a person sees and what leaves when the line goes away at the worst moment. */

const home = '/dashboard/sandbox';
const phone = { width: 360, height: 740 };
const nothingSent = 'You are offline. Nothing was sent.';
test.describe.configure({ timeout: 120_000 });

/** A client with money and float, whose owner is signed in. */
async function newPayer(page: Page): Promise<Member> {
  const member = await newMember('owner', 0);
  await settle(member, '1000.00');
  await api(member, '/sandbox/rail-floats', { provider: 'PROVIDER_W', amount: '500.00' });
  await signIn(page, member);
  return member;
}

async function countOf({ clientId }: Member, type: 'payout' | 'collection'): Promise<number> {
  const client = await sql();
  const [row] = await client`
    select count(*)::int as count from transactions where client_id = ${clientId} and type = ${type}`;
  return row?.count;
}

async function review(page: Page): Promise<void> {
  await page.goto(`${home}/payouts/new`);
  await page.getByLabel('Mobile number').fill('701 2345');
  await page.getByLabel('Amount in GMD').fill('25.50');
  await page.getByRole('button', { name: 'Review the payout' }).click();
  await expect(page.getByRole('dialog', { name: 'Pay out GMD 25.50?' })).toBeVisible();
}

const strip = (page: Page) => page.getByText('You are offline: what stands here may be out of date');

/** What waited for the line would be sent before the page has heard the server again, which ends the strip. */
async function comeBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(strip(page)).toBeHidden();
}

/** The server does it, and nobody hears of it. */
async function loseAnswer(route: Route): Promise<void> {
  if (route.request().method() !== 'POST') return route.continue();
  await route.fetch();
  await route.abort('connectionreset');
}

const isPosted = '**/api/dashboard/payouts?*';

test('a payout that is pressed without a line is not sent then, and not when the line is back', async ({
  page,
  context,
}) => {
  const member = await newPayer(page);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await review(page);
  await context.setOffline(true);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pay out GMD 25.50' }).click();
  await expect(dialog.getByText(nothingSent)).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Review the payout' }).click();
  await expect(page.getByRole('main').getByText(nothingSent)).toBeVisible();
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('25.50');
  await expect(page.getByLabel('Mobile number')).toHaveValue('701 2345');
  await isAccessible(page);

  await comeBack(page);
  await page.getByRole('link', { name: 'Payouts', exact: true }).first().click();
  await expect(page).toHaveURL(`${home}/payouts`);
  await expect(page.getByText('No payout yet')).toBeVisible();
  expect(posts).toEqual(['/api/dashboard/payouts/check']);
  expect(await countOf(member, 'payout')).toBe(0);
});

test('a payout whose answer got lost may have been sent: it is found, and paid once when pressed again', async ({
  page,
}) => {
  const member = await newPayer(page);
  await review(page);
  await page.route(isPosted, loseAnswer);
  const dialog = page.getByRole('dialog');
  const pay = dialog.getByRole('button', { name: 'Pay out GMD 25.50' });
  await pay.click();
  await expect(dialog.getByText('No answer came, so this payout may have been sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Look what became of it' }).click();
  await expect(dialog.getByText('It has arrived: GMD 25.50')).toBeVisible();
  await isAccessible(page);
  await page.unroute(isPosted);
  await pay.click();
  await expect(page).toHaveURL(`${home}/payouts`);
  await expect(page.getByRole('row', { name: /GMD 25.50/ })).toHaveCount(1);
  expect(await countOf(member, 'payout')).toBe(1);
});

test('a payout that got lost on its way is not found, and keeps its reference when it is pressed again', async ({
  page,
}) => {
  const member = await newPayer(page);
  await review(page);
  const references: string[] = [];
  await page.route(isPosted, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    references.push(route.request().postDataJSON().client_reference);
    return references.length === 1 ? route.abort('connectionreset') : route.continue();
  });
  const dialog = page.getByRole('dialog');
  const pay = dialog.getByRole('button', { name: 'Pay out GMD 25.50' });
  await pay.click();
  await dialog.getByRole('button', { name: 'Look what became of it' }).click();
  await expect(dialog.getByText('Kaira has no payout with this reference up to now.')).toBeVisible();
  expect(references).toHaveLength(1);
  await pay.click();
  await expect(page).toHaveURL(`${home}/payouts`);
  expect(new Set(references).size).toBe(1);
  expect(await countOf(member, 'payout')).toBe(1);
});

test('a file of payouts is confirmed when it is pressed with a line, and never later', async ({
  page,
  context,
}) => {
  leaveToLongRun();
  const member = await newPayer(page);
  await page.goto(`${home}/payouts/bulk`);
  const csv = 'reference,mobile,amount\nA-1,7012345,"1,00"\nA-2,00220 701-2345,"2.00"\nA-3,7012346,3\n';
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'pay.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText(nothingSent)).toBeVisible();
  await comeBack(page);
  await expect(page.getByText('No file yet')).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Pay 2 rows' }).click();
  const dialog = page.getByRole('dialog');
  const pay = dialog.getByRole('button', { name: 'Pay out GMD 5.00' });
  await context.setOffline(true);
  await pay.click();
  await expect(dialog.getByText(nothingSent)).toBeVisible();
  await comeBack(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Pay 2 rows' })).toBeVisible();
  expect(await countOf(member, 'payout')).toBe(0);

  await page.route('**/payout-batches/*/confirm?*', loseAnswer);
  await page.getByRole('button', { name: 'Pay 2 rows' }).click();
  await pay.click();
  await expect(dialog.getByText('No answer came, so this may have been done all the same.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Look what became of it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  expect(await countOf(member, 'payout')).toBe(2);
});

test('a collection whose answer got lost is made once, and the form leads to it', async ({ page }) => {
  const member = await newMember('owner', 0);
  await openAs(page, member, '/collect');
  await page.getByLabel('Amount in GMD').fill('1,500');
  await page.route('**/api/dashboard/collections?*', loseAnswer);
  const send = page.getByRole('button', { name: 'Charge' });
  await send.click();
  await expect(page.getByText('No answer came, so this collection may have been sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Look what became of it' }).click();
  await expect(page.getByText('It has arrived: GMD 1,500.00')).toBeVisible();
  await page.unroute('**/api/dashboard/collections?*');
  await send.click();
  await expect(page).toHaveURL(/\/collect\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Charge', exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Newest collections' }).getByRole('row')).toHaveCount(2);
});

test('a key is not made later than it was pressed', async ({ page, context }) => {
  const member = await newMember();
  await openAs(page, member, '/keys');
  await page.getByRole('button', { name: 'Make a test key' }).click();
  const dialog = page.getByRole('dialog');
  // It has come by now, as far as it comes later than the page.
  await expect(dialog.locator('button[type=submit]')).toBeVisible();
  await context.setOffline(true);
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByText(nothingSent)).toBeVisible();
  await comeBack(page);
  const client = await sql();
  // The one that it had.
  expect(await client`select id from api_keys where client_id = ${member.clientId}`).toHaveLength(1);
});

async function fillOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await page.goto(`${home}/payouts/new`);
  await page.getByLabel('Amount in GMD').fill('25.50');
}

async function isKept(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${home}/payouts/new`);
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('25.50');
}

test('without a line the menu of a phone opens, and its links leave the form where it is', async ({
  page,
  context,
}) => {
  await newPayer(page);
  await fillOnPhone(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('complementary', { name: 'Navigation' });
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByText('You are offline, so this page stays.')).toBeVisible();
  await isKept(page);
  await comeBack(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(`${home}/transactions`);
});

test('a part that did not come says so beside the form, and comes when it is tried again', async ({
  page,
}) => {
  leaveToLongRun();
  await newPayer(page);
  const html = await (await page.request.get(`${home}/payouts/new`)).text();
  const isLate = (url: URL) => url.pathname.startsWith('/_next/static/') && !html.includes(url.pathname);
  await page.route(isLate, (route) => route.abort('internetdisconnected'));
  await fillOnPhone(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const missing = page.getByRole('alert').filter({ hasText: 'This cannot be opened without a connection' });
  await expect(missing).toBeVisible();
  await isKept(page);
  await isAccessible(page);
  await page.setViewportSize(phone);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toBeVisible();
  await page.unroute(isLate);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await isKept(page);
});

test('a page that the server does not give leaves the form where it is until it comes', async ({ page }) => {
  await newPayer(page);
  await fillOnPhone(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForLoadState('networkidle');
  const isPage = (url: URL) => url.pathname.startsWith('/dashboard/');
  await page.route(isPage, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(strip(page)).toBeVisible();
  await isKept(page);
  await page.unroute(isPage);
  await expect(page).toHaveURL(`${home}/transactions`);
});
