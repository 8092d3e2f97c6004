import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, newPerson, type Person } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { createApiKey } from '#lib/clients/create-client';
import { settle as settleAtOnce } from './support.ts';

/** The webhook pages, as somebody who connects a shop goes through them. */

interface Hook {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The merchant's own server: each path keeps what came to it and answers what it was told to. */
let shop: Server;
let shopUrl: string;
const hooks = new Map<string, Hook[]>();
const answers = new Map<string, number>();

test.beforeAll(async () => {
  shop = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '/';
    const hook = { headers: request.headers, bytes: Buffer.concat(chunks) };
    hooks.set(path, [...(hooks.get(path) ?? []), hook]);
    response.writeHead(answers.get(path) ?? 200).end('taken');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

interface Member extends Person {
  /** What the shop's program calls the API with. */
  key: string;
}

async function newMember(role: 'owner' | 'developer' = 'owner'): Promise<Member> {
  const person = await newPerson(role);
  return { ...person, key: await createApiKey(person.clientId ?? '', 'SANDBOX') };
}

/** Signs in as the log-in page does, without the page, and opens a page of the sandbox dashboard. */
async function openAs(page: Page, { email, password }: Person, path: string): Promise<void> {
  const answer = await page.request.post('/auth/client/login', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(`/dashboard/sandbox${path}`);
}

async function api(member: Member, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const response = await fetch(`${process.env.KAIRA_TEST_BASE_URL}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text).data;
}

/** A collection that is paid at once: by the code of the rail that asks for one. */
const settle = (member: Member, amount: string, reference = `order-${amount}`) =>
  settleAtOnce(member, amount, { client_reference: reference });

const came = (path: string) => hooks.get(path) ?? [];
const signatureOf = (secret: string, { bytes }: Hook) =>
  createHmac('sha256', secret).update(bytes).digest('hex');
const dialogOf = (page: Page) => page.getByRole('dialog');

async function newEndpoint(member: Member, path: string, facts: Record<string, unknown> = {}) {
  return api(member, '/webhook-endpoints', { url: shopUrl + path, ...facts });
}

async function readSecret(page: Page): Promise<string> {
  const secret =
    (await dialogOf(page)
      .getByText(/^whsec_/)
      .textContent()) ?? '';
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await dialogOf(page).getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  return secret;
}

test('an endpoint from its first test event to a rotated secret', async ({ page }) => {
  test.slow();
  const member = await newMember('developer');
  await openAs(page, member, '/webhooks');
  await expect(page.getByText('Nobody is told yet')).toBeVisible();
  await expect(page.getByText(/npm run listen/)).toBeVisible();

  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await dialogOf(page).getByLabel('URL').fill('ftp://shop.example');
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialogOf(page).getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await dialogOf(page).getByLabel('URL').fill(`${shopUrl}/journey`);
  await dialogOf(page).getByLabel('Description').fill('The shop');
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  const secret = await readSecret(page);
  await page.getByRole('link', { name: `${shopUrl}/journey` }).click();
  await expect(page.getByRole('heading', { name: `${shopUrl}/journey` })).toBeVisible();
  await expect(page.getByText('Nothing was sent here yet')).toBeVisible();

  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialogOf(page).getByLabel('Event').selectOption('payout.failed');
  await dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialogOf(page).getByText('Answered 200')).toBeVisible();
  await expect(dialogOf(page).getByText('taken', { exact: true })).toBeVisible();
  await expect(dialogOf(page).getByText(/^\{"test":true,"event":"payout.failed"/)).toBeVisible();
  await page.keyboard.press('Escape');
  const [tried] = came('/journey');
  expect(tried?.headers['x-gw-signature']).toBe(tried && signatureOf(secret, tried));

  // The page is looked at while the customer pays.
  await settle(member, '45.00', 'order-journey');
  const row = page.getByRole('row').filter({ hasText: 'order-journey' });
  await expect(row).toBeVisible();
  await expect(row.getByText('Delivered')).toBeVisible();
  await row.getByRole('link').click();

  const [, first] = came('/journey');
  await expect(page.getByRole('heading', { name: 'payment.succeeded' })).toBeVisible();
  await expect(page.getByText(first?.bytes.toString() ?? '', { exact: true })).toBeVisible();
  await expect(page.getByText('1 attempt', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('2 attempts', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').getByText('Delivered')).toBeVisible();
  const [, , again] = came('/journey');
  expect(again?.bytes).toEqual(first?.bytes);
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

  await page.getByRole('link', { name: 'Debug the signature' }).click();
  await page.getByRole('button', { name: 'Find the cause' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Valid', { exact: true })).toBeVisible();
  const body = page.getByLabel('Body', { exact: true });
  await body.fill(JSON.stringify(JSON.parse(await body.inputValue()), null, 2));
  await page.getByRole('button', { name: 'Find the cause' }).click();
  await expect(result.getByText('Not valid', { exact: true })).toBeVisible();
  await expect(result.getByText('body_reserialised')).toBeVisible();
  await expect(result.getByText(/^The body was parsed and printed again/)).toBeVisible();
  await page.getByLabel('Headers').fill('no header at all');
  await page.getByRole('button', { name: 'Find the cause' }).click();
  await expect(page.getByText(/This line is no header/)).toBeVisible();

  await page.goto('/dashboard/sandbox/webhooks');
  await page.getByRole('link', { name: `${shopUrl}/journey` }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
  await expect(dialogOf(page)).toContainText(/24 hours .* both sign/);
  await dialogOf(page).getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(dialogOf(page)).toContainText(/The one before signs as well until \d/);
  const rotated = await readSecret(page);
  await expect(page.getByText(/The secret before this one signs as well until/)).toBeVisible();
  await settle(member, '46.00');
  await expect.poll(() => came('/journey').length).toBe(4);
  const last = came('/journey')[3];
  expect(last?.headers['x-gw-signature']).toBe(last && signatureOf(rotated, last));
  expect(last?.headers['x-gw-signature-previous']).toBe(last && signatureOf(secret, last));

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialogOf(page).getByRole('button', { name: 'Delete the endpoint' }).click();
  await expect(page.getByText('Nobody is told yet')).toBeVisible();
});

test('what a disabled endpoint missed is replayed once it is resumed', async ({ page }) => {
  leaveToLongRun();
  const member = await newMember();
  const { id } = await newEndpoint(member, '/away', { events: ['payment.succeeded'] });
  answers.set('/away', 410);
  await openAs(page, member, `/webhooks/${id}`);
  await settle(member, '47.00');
  await expect(page.getByText(/Your server answered 410/)).toBeVisible();
  await settle(member, '48.00', 'order-missed');
  const row = page.getByRole('row').filter({ hasText: 'order-missed' });
  await expect(row.getByText('Skipped')).toBeVisible();
  answers.set('/away', 200);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('It missed 1 delivery')).toBeVisible();
  await page.getByRole('button', { name: 'Replay what was missed' }).click();
  await dialogOf(page).getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(row.getByText('Delivered')).toBeVisible();
  await expect(page.getByText('It missed 1 delivery')).toHaveCount(0);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Resend what failed' }).click();
  await dialogOf(page).getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(page.getByText('1 delivery on the way.').first()).toBeVisible();
  await expect(page.getByRole('row').getByText('Failed')).toHaveCount(0);
});

test('an edit changes only what was changed', async ({ page }) => {
  const member = await newMember();
  const { id } = await newEndpoint(member, '/edited', { description: 'first' });
  await openAs(page, member, `/webhooks/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialogOf(page).getByLabel('Only these').check();
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(page).getByText('Choose at least one event')).toBeVisible();
  await dialogOf(page)
    .getByLabel(/payment.succeeded/)
    .check();
  // Somebody else changes the description meanwhile.
  await api(member, `/webhook-endpoints/${id}`, { description: 'second' }, 'PATCH');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('definition').getByText('payment.succeeded')).toBeVisible();
  expect(await api(member, `/webhook-endpoints/${id}`)).toMatchObject({
    events: ['payment.succeeded'],
    description: 'second',
  });
});

test('the log’s filters stand in the address', async ({ page }) => {
  const member = await newMember();
  await newEndpoint(member, '/filtered');
  await settle(member, '49.00', 'order-one');
  await settle(member, '50.00', 'order-two');
  await openAs(page, member, '/webhooks/deliveries');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Reference' }).click();
  await page.getByRole('textbox', { name: 'Reference' }).fill('order-two');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\?reference=order-two$/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByText('No delivery matches')).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove the filter Reference' }).click();
  await expect(rows).toHaveCount(3);
  await page.goto('/dashboard/sandbox/webhooks/deliveries?event_id=none');
  await expect(page.getByText('Event id: This must be an id, a UUID.')).toBeVisible();
});

test('a viewer reads and is offered no change', async ({ page }) => {
  const member = await newMember();
  const { id } = await newEndpoint(member, '/viewed');
  await settle(member, '51.00');
  await openAs(page, await newPerson('viewer', member.clientId ?? ''), '/webhooks');
  await expect(page.getByRole('link', { name: `${shopUrl}/viewed` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add endpoint' })).toHaveCount(0);
  await page.goto(`/dashboard/sandbox/webhooks/${id}`);
  await page.getByRole('row').filter({ hasText: 'Delivered' }).getByRole('link').click();
  await expect(page.getByText('1 attempt', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend|Send|Edit|More actions/ })).toHaveCount(0);
});

test('a page is readable before any script runs', async ({ browser }) => {
  const member = await newMember();
  await newEndpoint(member, '/plain');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openAs(page, member, '/webhooks');
  await expect(page.getByRole('link', { name: `${shopUrl}/plain` })).toBeVisible();
  await context.close();
});

test('an endpoint of another client is not there', async ({ page }) => {
  const [member, other] = [await newMember(), await newMember()];
  const { id } = await newEndpoint(member, '/others');
  await openAs(page, other, `/webhooks/${id}`);
  await expect(page.getByText('Nothing of yours is here')).toBeVisible();
});

/** Each theme once and each width once: the colours of one theme are the same at any width. */
const looks = [
  { colorScheme: 'light', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 360, height: 740 },
] as const;

/** axe finds nothing and nothing stands out to the right; what is open stays open. */
async function isAccessible(page: Page, what: string): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    // The colours on their way from one theme to the other are nobody's.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
    });
    await page.setViewportSize(size);
    await expectAccessible(page, `${what}, ${colorScheme}, ${size.width} px`);
  }
}

// The pages as they are at first are in pages/every-page.spec.ts.
test('axe finds nothing on a log of nobody yet, an endpoint that fails, and what the debugger found', async ({
  page,
}) => {
  leaveToLongRun();
  test.setTimeout(180_000);
  const member = await newMember();
  answers.set('/broken', 500);
  await newEndpoint(member, '/taken', { description: 'The shop’s order server' });
  await newEndpoint(member, '/broken', { events: ['payment.succeeded'], payload_form: 'legacy' });
  await settle(member, '52.00');
  await openAs(page, member, '/webhooks');
  await expect(page.getByText('Failing').filter({ visible: true })).toBeVisible();
  await isAccessible(page, 'endpoints');
  await page.goto('/dashboard/live/webhooks/deliveries');
  await isAccessible(page, 'deliveries of nobody yet');
  await page.goto('/dashboard/sandbox/webhooks/deliveries?status=PENDING');
  await page.getByRole('link', { name: 'payment.succeeded' }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'Debug the signature' }).click();
  await page.getByRole('button', { name: 'Find the cause' }).click();
  await page.getByRole('region', { name: 'Result' }).getByText('Header by header').waitFor();
  await isAccessible(page, 'debugger');
});

test('axe finds nothing in any of the dialogs', async ({ page }) => {
  leaveToLongRun();
  test.setTimeout(180_000);
  const member = await newMember();
  const { id } = await newEndpoint(member, '/dialogs');
  await openAs(page, member, '/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await dialogOf(page).getByLabel('Only these').check();
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  await isAccessible(page, 'new endpoint');
  await dialogOf(page).getByLabel('Every event').check();
  await dialogOf(page).getByLabel('URL').fill(`${shopUrl}/second`);
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  await dialogOf(page)
    .getByText(/^whsec_/)
    .waitFor();
  await isAccessible(page, 'secret');

  await page.goto(`/dashboard/sandbox/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await dialogOf(page).getByText('Answered 200').waitFor();
  await isAccessible(page, 'test event');
  for (const action of ['Rotate the secret', 'Resend what failed', 'Delete']) {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await dialogOf(page).waitFor();
    await isAccessible(page, action);
  }
});
