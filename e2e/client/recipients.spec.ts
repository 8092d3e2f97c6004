import { expect, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { staffContext } from '#e2e/setup/people';
import { clientChange, updateClient } from '#lib/clients/update-client';
import { isAccessible, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
// Several pages are looked at in both themes in each journey.
test.describe.configure({ timeout: 180_000 });

test('a recipient is saved, found, renamed, paid by name, and deleted', async ({ page }) => {
  await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  await page.goto(`${home}/recipients`);
  await expect(page.getByText('No recipient yet')).toBeVisible();
  await page.getByRole('button', { name: 'New recipient' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Awa Ceesay');
  await page.getByLabel('Mobile number').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This must be a Gambian mobile number')).toBeVisible();
  await page.getByLabel('Mobile number').fill('701 2345');
  await isAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Awa Ceesay \+220 701 2345/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Awa Ceesay' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Awa, the cook');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Awa, the cook/ })).toBeVisible();
  await isAccessible(page);

  await page.goto(`${home}/payouts/new`);
  const who = page.getByRole('combobox', { name: 'Name or mobile number' });
  await who.fill('COOK');
  await expect(page.getByRole('option', { name: /Awa, the cook/ })).toBeVisible();
  await isAccessible(page);
  await who.press('ArrowDown');
  await who.press('Enter');
  await expect(who).toHaveValue('Awa, the cook, +220 701 2345');
  await page.getByLabel('Amount in GMD').fill('25');
  await page.getByRole('button', { name: 'Review the payout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay out GMD 25.00?' });
  await expect(dialog.getByText('Fits: Wallet W knows the number as Awa, the cook')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay out GMD 25.00' }).click();
  await expect(page.getByText('GMD 25.00 to +220 701 2345 was paid.')).toBeVisible();

  await page.goto(`${home}/recipients?q=cook`);
  await page.getByRole('button', { name: 'Delete Awa, the cook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No recipient matches')).toBeVisible();
});

test('before a payout one sees whose number it is and what is left, and a new recipient can be saved', async ({
  page,
}) => {
  leaveToLongRun();
  const owner = await signInAsNewOwner(page, { balance: 1000_00n, float: 500_00n });
  const limits = { payout_limit_bututs: 100_00, payout_limit_day_bututs: 150_00 };
  await updateClient(staffContext(), owner.clientId, clientChange.parse(limits));
  await page.goto(`${home}/payouts/new`);
  await expect(page.getByText('Up to GMD 100.00 now')).toBeVisible();
  await page.getByLabel('Mobile number').fill('701 2300');
  await page.getByLabel('Who has it').fill('Modou Sow');
  await page.getByLabel('Amount in GMD').fill('100.01');
  await page.getByRole('button', { name: 'Review the payout' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Most in one payout: GMD 100.00.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Pay out/ })).toBeDisabled();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Back' }).click();

  await page.getByLabel('Amount in GMD').fill('100');
  await page.getByRole('button', { name: 'Review the payout' }).click();
  await expect(
    dialog.getByText('The provider knows this number by another name than Modou Sow.'),
  ).toBeVisible();
  await dialog.getByLabel('Save Modou Sow as a recipient').check();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Pay out GMD 100.00' }).click();
  await expect(page).toHaveURL(`${home}/payouts`);
  await page.goto(`${home}/recipients`);
  await page.getByRole('link', { name: 'Pay Modou Sow' }).click();
  await expect(page.getByLabel('Mobile number')).toHaveValue('Modou Sow, +220 701 2300');
  await expect(page.getByText('Up to GMD 50.00 now')).toBeVisible();
});
