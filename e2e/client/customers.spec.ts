import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { fitsItsWidth, isAccessible, newMember, settle, signIn } from './support.ts';

const home = '/dashboard/sandbox';
test.describe.configure({ timeout: 180_000 });

const origin = () => new URL(test.info().project.use.baseURL ?? '').origin;

async function ask(page: Page, facts: Record<string, unknown>): Promise<void> {
  const made = await page.request.post('/api/dashboard/payment-requests?environment=SANDBOX', {
    data: { description: 'Bread', amount: '25.00', ...facts },
    headers: { origin: origin() },
  });
  expect(made.status(), await made.text()).toBe(200);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a customer is found, looked at, noted, asked to pay and charged', async ({ page }) => {
    const owner = await newMember('owner', 0);
    await signIn(page, owner);
    await page.goto(`${home}/customers`);
    await expect(page.getByText('No customer yet')).toBeVisible();
    await settle(owner, '150.00', { customer_name: 'Awa Ceesay', customer_mobile: '+2207012345' });
    await settle(owner, '20.00', { customer_mobile: '+220877012345' });
    await settle(owner, '75.00', { customer_name: 'Lamin Jallow', customer_mobile: '+2203012345' });
    await ask(page, { customer_mobile: '+2207012345', due_on: '2026-01-31' });

    await test.step('under More, and by a part of the name', async () => {
      await page.goto(home);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('link', { name: 'Customers' }).click();
      await expect(page.getByRole('row')).toHaveCount(3);
      const awa = page.getByRole('row', { name: /Awa Ceesay/ });
      for (const text of ['GMD 170.00', '2 payments', 'Succeeded']) await expect(awa).toContainText(text);
      await isAccessible(page);
      await page.getByRole('searchbox', { name: 'Name or number' }).fill('nobody');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByText('No customer matches')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Name or number' }).fill('jall');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Lamin Jallow' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Awa Ceesay' })).toHaveCount(0);
      // The number of before the renumbering, of somebody who paid with the one of after it last.
      await page.goto(`${home}/customers?q=877012345`);
      await page.getByRole('link', { name: 'Awa Ceesay' }).click();
    });

    await test.step('their page has what they paid, and what they are asked to pay', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Awa Ceesay' })).toBeVisible();
      await expect(page.getByText('GMD 170.00')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+2207012345');
      await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
        'href',
        'https://wa.me/2207012345',
      );
      const requests = page.getByRole('region', { name: 'Open requests' });
      await expect(requests.getByText('Bread')).toBeVisible();
      await expect(requests.getByText('Overdue')).toBeVisible();
      const payments = page.getByRole('region', { name: 'Payments' });
      await expect(payments.getByText('+GMD 150.00').filter({ visible: true })).toBeVisible();
      await expect(payments.getByText('+GMD 20.00').filter({ visible: true })).toBeVisible();
      await expect(page.getByText('Lamin')).toHaveCount(0);
      await isAccessible(page);
    });

    await test.step('a note is written, and taken away', async () => {
      await expect(page.getByText('No note yet.')).toBeVisible();
      await page.getByLabel('New note').fill('Pays on Fridays.\nHas a key.');
      await page.getByRole('button', { name: 'Add the note' }).click();
      const notes = page.getByRole('region', { name: 'Notes' });
      await expect(notes.getByText('Pays on Fridays.').first()).toBeVisible();
      await expect(notes.getByText('Awa Ceesay,')).toBeVisible();
      await fitsItsWidth(page);
      await page.getByRole('button', { name: /^Remove/ }).click();
      await isAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Remove the note' }).click();
      await expect(page.getByText('No note yet.')).toBeVisible();
    });

    await test.step('a request has number and name filled in', async () => {
      await page.getByRole('button', { name: 'Request a payment' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Their number')).toHaveValue('+2207012345');
      await expect(dialog.getByLabel('Name of the customer (optional)')).toHaveValue('Awa Ceesay');
      await dialog.getByLabel('What is it for?').fill('Rice for the shop');
      await dialog.getByLabel('Amount in GMD').fill('60');
      await dialog.getByRole('button', { name: 'Make the request' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Rice for the shop' })).toBeVisible();
    });

    await test.step('and so has a charge', async () => {
      await page.goto(`${home}/customers/2207012345`);
      await expect(page.getByRole('region', { name: 'Open requests' }).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('main').getByRole('link', { name: 'Charge' }).click();
      await expect(page).toHaveURL(/\/collect\?mobile=2207012345$/);
      await expect(page.getByLabel(/^Customer’s mobile/)).toHaveValue('+2207012345');
      await expect(page.getByLabel('Customer’s name (optional)')).toHaveValue('Awa Ceesay');
    });
  });
});

test('a payment’s number leads to its customer, and a viewer reads and writes nothing there', async ({
  page,
}) => {
  leaveToLongRun();
  const viewer = await newMember('viewer');
  const { transaction_id: id } = await settle(viewer, '150.00', { customer_mobile: '+2207012345' });
  await signIn(page, viewer);
  await page.goto(`${home}/transactions/${id}`);
  await page.getByRole('link', { name: '+220 701 2345' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '+220 701 2345' })).toBeVisible();
  await expect(page.getByText('No note yet.')).toBeVisible();
  for (const name of ['Add the note', 'Request a payment'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Charge' })).toHaveCount(0);
  await isAccessible(page);
  // Nobody of this business.
  const answer = await page.goto(`${home}/customers/2203456789`);
  expect(answer?.status()).toBe(404);
});

test('a cashier has no customers', async ({ page }) => {
  await signIn(page, await newMember('cashier'));
  const answer = await page.goto(`${home}/customers`);
  expect(answer?.status()).toBe(404);
});
