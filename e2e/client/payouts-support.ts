import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';

const _baseUrl = process.env.KAIRA_TEST_BASE_URL ?? '';

interface Means {
  /** In bututs, to pay out. */
  balance?: bigint;
  /** Of PROVIDER_W, in bututs. */
  float?: bigint;
}

/** A new client with these means, whose owner is signed in; each test has its own, as a new log-in ends the one before. */
export async function signInAsNewOwner(page: Page, { balance = 0n, float = 0n }: Means = {}): Promise<void> {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@shop.example`;
  const id = await createClient({
    name,
    businessPhone: '+2207012345',
    businessEmail: email,
    commissionBps: 0,
  });
  const { password } = await createUser({ clientId: id, email, name: 'Awa Ceesay', role: 'owner' });
  const ctx = systemContext({ id, name, commissionBps: 0 }, 'SANDBOX');
  if (balance > 0n) {
    const { transaction } = await initiateCollection(ctx, {
      amount: balance,
      currency: 'GMD',
      client_reference: 'opening balance',
      provider: 'PROVIDER_W',
      metadata: {},
    });
    await applyCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  }
  if (float > 0n) await fundFloat(ctx, 'PROVIDER_W', float);
  const answer = await page.request.post('/auth/client/login', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** No rule of axe is broken in either theme, and nothing stands out of the page at 360 px. */
export async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    expect(found, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const tooWide = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(tooWide, `pixels of ${page.url()} that stand out to the right`).toBe(0);
  if (before) await page.setViewportSize(before);
}
