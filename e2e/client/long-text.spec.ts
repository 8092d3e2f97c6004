import { expect, type Page, test } from '@playwright/test';
import { fitsItsWidth, newPerson, type Person } from '#e2e/setup/browser-people';
import { caseOf } from '#e2e/setup/cases';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { beginAttempt } from '#lib/payment-links/begin-attempt';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { findLinkByCode } from '#lib/payment-links/find-open-link';
import { newPaymentLink } from '#lib/payment-links/link-request';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { receiptUrl } from '#lib/receipts/receipt-token';
import { openCounter } from '#lib/till/counter';
import { findTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

// What a stranger may type stands on the pages of people who serve customers: no word of it is too long for a page.

const W = (letters: number) => 'W'.repeat(letters);
test.describe.configure({ timeout: 180_000 });

async function plant(owner: Person) {
  const client = { id: owner.clientId ?? '', name: 'Brikama Bakery', commissionBps: 0 };
  const ctx = systemContext(client, 'SANDBOX');
  const paid = async (transaction: Transaction) => {
    await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
    return transaction.id;
  };
  const payment = { provider: 'PROVIDER_W', amountBututs: 2_00n, mobile: null, attempt: 1, network: 'a' };
  const begin = async (code: string, reference: string, answers: Record<string, string>) => {
    const met = await findLinkByCode(code);
    const begun = met && (await beginAttempt(met, { ...payment, reference, answers }));
    if (!begun || typeof begun === 'string') throw new Error('The link is closed');
    return begun;
  };
  const counter = await openCounter(ctx);
  // As rows from before the name had a limit have it.
  const atCounter = await paid(await begin(counter.code, `${counter.code}-one`, { name: W(500) }));
  const body = newPaymentLink.SANDBOX.parse({
    title: W(120),
    description: W(500),
    amount: '2.00',
    max_payments: 1,
    client_reference: W(255),
    fields: [{ key: W(40), label: W(80), required: true }],
    metadata: { note: W(500) },
  });
  const { link } = await createPaymentLink(ctx, body);
  const open = await begin(link.code, W(255), { [W(40)]: W(500) });
  const facts = { amount: 5_00n, currency: 'GMD', provider: 'PROVIDER_W' } as const;
  const { transaction } = await initiateCollection(ctx, {
    ...facts,
    client_reference: `R${W(254)}`,
    customer_name: W(120),
    metadata: { [W(40)]: W(500) },
  });
  const shown = await paid(transaction);
  const found = await findTransaction(client.id, 'SANDBOX', shown);
  const receipt = (found && receiptUrl(found)) ?? '';
  return { counter, atCounter, link, open, shown, receipt, transaction };
}

async function fits(page: Page, address: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await fitsItsWidth(page.locator('html'), `${address} at ${width} px`);
  }
}

test('the longest words that may be typed widen no page, and the till can charge', async ({ page }) => {
  leaveToLongRun();
  const owner = await newPerson('owner');
  const { counter, atCounter, link, open, shown, receipt } = await plant(owner);
  for (const address of [
    `/pay/${link.code}/${open.id}`,
    `/pay/${counter.code}`,
    `/checkout/${open.id}`,
    `/checkout/${shown}`,
    receipt,
  ])
    await fits(page, address);
  await page.request.post('/auth/client/login', { data: { email: owner.email, password: owner.password } });
  const home = '/dashboard/sandbox';
  for (const path of [
    '',
    '/till',
    '/transactions',
    `/transactions/${atCounter}`,
    `/transactions/${shown}`,
    '/links',
    `/links/${link.id}`,
    `/links/${counter.id}`,
    '/collect',
    `/collect/${shown}`,
    '/statement',
    '/payouts',
    '/requests',
    '/webhooks/deliveries',
    '/activity',
  ])
    await fits(page, home + path);

  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${home}/till`);
    await expect(page.getByText(W(500))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Charge' })).toBeInViewport({ ratio: 1 });
  }
});

test('nor one of the operators’', async ({ page }) => {
  leaveToLongRun();
  const { link, shown, transaction } = await plant(await newPerson('owner'));
  const id = await caseOf(transaction, 'mismatch', {
    what: 'reference',
    expected: transaction.clientReference,
    reported: W(255),
  });
  const { email, password } = await newPerson('admin');
  await page.request.post('/auth/admin/login', { data: { email, password } });
  for (const path of [
    '',
    '/transactions',
    `/transactions/${shown}`,
    '/cases',
    `/cases/${id}`,
    `/clients/${link.clientId}`,
  ])
    await fits(page, `/admin${path}`);
});
