import { expect, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { fitsItsWidth, isAccessible, newMember, settle, signIn } from './support.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.describe.configure({ timeout: 180_000 });

test('an owner erases a customer who asks for it; the payment stays without them', async ({ page }) => {
  const owner = await newMember('owner', 0);
  await signIn(page, owner);
  await settle(owner, '150.00', { customer_name: 'Awa Ceesay', customer_mobile: '+2207012345' });
  await page.goto('/dashboard/sandbox/customers/2207012345');
  const personal = page.getByRole('region', { name: 'Personal data' });
  await personal.getByRole('button', { name: 'Erase personal data' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nobody can bring it back.');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Erase' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await page.getByText('Erased customers').click();
  await expect(page.getByText('1 payment without name or number now.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/without name or number now/)).toHaveCount(1);
  await expect(page.getByText('No customer yet')).toBeVisible();
  await fitsItsWidth(page);
  await isAccessible(page);
  await page.goto('/dashboard/sandbox/transactions');
  await expect(page.getByText('+GMD 150.00').filter({ visible: true })).toBeVisible();
  await expect(page.getByText(/Awa Ceesay|701 2345/).filter({ visible: true })).toHaveCount(0);
});

test('somebody who was only saved is found by the whole number, and erased', async ({ page }) => {
  leaveToLongRun();
  const owner = await newMember('owner', 0);
  await signIn(page, owner);
  await page.goto('/dashboard/sandbox/customers?q=7012399');
  const personal = page.getByRole('region', { name: 'Personal data' });
  const erase = async () => {
    await personal.getByRole('button', { name: 'Erase personal data' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  };
  await erase();
  await expect(page.getByRole('dialog')).toContainText('have no customer with that number');
  await isAccessible(page);
  const saved = await page.request.post('/api/dashboard/recipients?environment=SANDBOX', {
    data: { name: 'Isatou Njie', mobile: '+2207012399' },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(saved.ok()).toBe(true);
  await page.reload();
  await erase();
  await expect(page.getByText('Erased customers')).toBeVisible();
  await expect(page).toHaveURL(/\/customers$/);
});

test('a colleague who is no owner is not offered it', async ({ page }) => {
  const accountant = await newMember('accountant', 0);
  await signIn(page, accountant);
  await settle(accountant, '10.00', { customer_name: 'Awa Ceesay', customer_mobile: '+2207012345' });
  await page.goto('/dashboard/sandbox/customers/2207012345');
  await expect(page.getByRole('heading', { level: 1, name: 'Awa Ceesay' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);
});
