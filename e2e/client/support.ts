import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { violationsOn } from '#e2e/setup/axe';
import { fitsItsWidth as fits } from '#e2e/setup/browser-people';
import { themes } from '#e2e/setup/long-run';
import { superuserSql } from '#e2e/setup/test-database';
import type { Role } from '#lib/auth/sessions';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';
import { bookCollectionNews } from '#lib/rail-work/book-collection';

const baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';

interface Caller {
  /** For what a merchant's program does: `api` calls with it. */
  key: string;
}

export interface Member extends Caller {
  email: string;
  password: string;
  clientId: string;
  ctx: Context;
}

/**
 * A new client business with one person who may sign in. Each test has its own: a new log-in ends the session before
 * it, and figures are then known to the butut.
 */
export async function newMember(role: Role = 'owner', commissionBps = 150): Promise<Member> {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@shop.example`;
  const clientId = await createClient({
    name,
    businessPhone: '+2207012345',
    businessEmail: email,
    commissionBps,
  });
  const { password } = await createUser({ clientId, email, name: 'Awa Ceesay', role });
  const key = await createApiKey(clientId, 'SANDBOX');
  return {
    email,
    password,
    clientId,
    key,
    ctx: systemContext({ id: clientId, name, commissionBps }, 'SANDBOX'),
  };
}

/** The database of the server that Playwright started, for what no merchant and no person can do. */
export async function sql() {
  return superuserSql();
}

/** Signs in as the log-in page does, without the page. */
export async function signIn(page: Page, member: Pick<Member, 'email' | 'password'>): Promise<void> {
  const { email, password } = member;
  const answer = await page.request.post('/auth/client/login', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

interface Means {
  /** In bututs, to pay out. */
  balance?: bigint;
  /** Of PROVIDER_W, in bututs. */
  float?: bigint;
}

/** A new client with these means, to the butut, whose owner is signed in. */
export async function signInAsNewOwner(
  page: Page,
  { balance = 0n, float = 0n }: Means = {},
): Promise<Member> {
  const member = await newMember('owner', 0);
  if (balance > 0n) {
    const { transaction } = await initiateCollection(member.ctx, {
      amount: balance,
      currency: 'GMD',
      client_reference: 'opening balance',
      provider: 'PROVIDER_W',
      metadata: {},
    });
    await bookCollectionNews(member.ctx, transaction, { state: 'SUCCEEDED' });
  }
  if (float > 0n) await fundFloat(member.ctx, 'PROVIDER_W', float);
  await signIn(page, member);
  return member;
}

/** Signs in a new member and opens a page of the sandbox dashboard. */
export async function openAs(page: Page, member: Member, address = ''): Promise<void> {
  await signIn(page, member);
  await page.goto(`/dashboard/sandbox${address}`);
}

// biome-ignore lint/suspicious/noExplicitAny: each test says what must be in the answer.
export async function api(member: Caller, address: string, body?: Record<string, unknown>): Promise<any> {
  const response = await fetch(`${baseUrl}/api/v1${address}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${address}: ${text}`).toBe(200);
  return JSON.parse(text).data;
}

export function collect(member: Caller, facts: Record<string, unknown> = {}) {
  return api(member, '/collections/initiate', {
    amount: '25.00',
    currency: 'GMD',
    client_reference: `order-${randomUUID().slice(0, 8)}`,
    customer_mobile: '+2207012345',
    ...facts,
  });
}

/** A collection that is paid at once: by the code of the rail that asks for one. */
export async function settle(member: Caller, amount: string, facts: Record<string, unknown> = {}) {
  const { transaction_id: id, client_reference } = await collect(member, {
    ...{ amount, provider: 'PROVIDER_A' },
    ...facts,
  });
  // Refused where the machine stood still for a second, and the sandbox has settled it by itself.
  await fetch(`${baseUrl}/api/v1/collections/${id}/otp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ otp: '000000' }),
  });
  const settled = await api(member, `/collections/status/${encodeURIComponent(client_reference)}`);
  expect(settled).toMatchObject({ status: 'SUCCEEDED' });
  return settled;
}

export function payOut(member: Member, amount: string, facts: Record<string, unknown> = {}) {
  return api(member, '/payouts/initiate', {
    amount,
    currency: 'GMD',
    recipient_mobile: '+2203456789',
    client_reference: `supplier-${randomUUID().slice(0, 8)}`,
    ...facts,
  });
}

/** No rule of axe is broken, and nothing stands out of the page at 360 px. */
export async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page), `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await fitsItsWidth(page);
  if (before) await page.setViewportSize(before);
}

/** A page never scrolls sideways; a wide table does so by itself. */
export async function fitsItsWidth(page: Page): Promise<void> {
  await fits(page.locator('html'), 'the page');
}

/** A phone's share sheet: what is given to it stands in `window.shared`. */
export function recordShares(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shared: unknown[] = [];
    const share = async (data: unknown) => void shared.push(data);
    Object.assign(navigator, { share });
    Object.assign(window, { shared });
  });
}

/** A till listens to keys once its script has come: what is typed before is lost. */
export async function tillListens(page: Page): Promise<void> {
  const charge = page.getByRole('button', { name: 'Charge' });
  await expect(async () => {
    await page.keyboard.press('1');
    await expect(charge).toBeEnabled({ timeout: 500 });
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('Backspace');
    await expect(charge).toBeDisabled({ timeout: 500 });
  }).toPass();
}
