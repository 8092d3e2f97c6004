import { expect, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { isAccessible, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
// Several pages are looked at in both themes in each journey.
test.describe.configure({ timeout: 180_000 });

test('a link is made, shared, paid by the customer, and the page shows it without reload', async ({
  page,
  context,
}) => {
  await signInAsNewOwner(page);
  await page.goto(`${home}/collect`);
  await expect(page.getByText('No collection yet')).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Amount in GMD').fill('150.25');
  await page.getByLabel('Provider').selectOption('PROVIDER_W');
  await page.getByText('Who pays, and for what').click();
  await page.getByLabel('Customer’s name (optional)').fill('Awa Ceesay');
  await page.getByRole('button', { name: 'Charge' }).dblclick();
  await expect(page.getByRole('img', { name: 'The payment link as a QR code' })).toBeVisible();
  await isAccessible(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/\/checkout\/[0-9a-f-]{36}$/);
  const link = await copied();

  const customer = await context.newPage();
  await customer.goto(link);
  await customer.getByRole('button', { name: 'Pay GMD 150.25' }).click();
  await expect(page.getByText('Succeeded')).toBeVisible();
  await expect(page.getByRole('img', { name: 'The payment link as a QR code' })).toBeHidden();
  await isAccessible(page);

  // The wrong amount, seen at once: one tap.
  await page.getByRole('link', { name: 'Refund', exact: true }).click();
  const refund = page.getByRole('dialog', { name: 'Refund this payment' });
  await expect(refund.getByLabel('Amount in GMD')).toHaveValue('150.25');
  await refund.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
  await expect(refund).toHaveCount(0);
  await page.goBack();

  await page.getByRole('link', { name: 'Charge the next customer' }).click();
  await expect(page.getByRole('region', { name: 'Newest collections' }).getByRole('row')).toHaveCount(2);
});

test('the rail with a code takes it here: a wrong one is counted, the right one pays', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  await page.goto(`${home}/collect`);
  await page.getByLabel('Provider').selectOption('PROVIDER_A');
  await page.getByLabel('Amount in GMD').fill('75.00');
  await page.getByRole('button', { name: 'Charge' }).click();
  await expect(page.getByText(/The customer’s mobile number is needed/)).toBeVisible();
  await page.getByLabel('Customer’s mobile').fill('7012345');
  await page.getByRole('button', { name: 'Charge' }).click();
  await expect(page.getByText('Sent to +220*****45.')).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Submit the code' }).click();
  await expect(page.getByText('The one-time password is wrong. 2 of 3 tries remain.')).toBeVisible();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Submit the code' }).click();
  await expect(page.getByText('Succeeded')).toBeVisible();
});

test('a collection that nobody wants any more is cancelled', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  await page.goto(`${home}/collect`);
  await page.getByLabel('Amount in GMD').fill('31.00');
  await page.getByRole('button', { name: 'Charge' }).click();
  await page.getByRole('button', { name: 'Cancel the collection' }).click();
  await isAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the collection' }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await expect(page.getByText('Nothing was charged. The same reference')).toBeVisible();
});

test('a float is funded and the payout that waited for it goes, before one’s eyes', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 1000_01n });
  await page.goto(`${home}/sandbox-tools`);
  await page.getByRole('button', { name: 'GMD 1.00: more than there is' }).first().click();
  const held = page.getByRole('region', { name: 'Held payouts' }).getByRole('row', { name: /TRY-PAYOUT/ });
  await expect(held).toBeVisible();
  const happened = page.getByRole('region', { name: 'What happened' }).last();
  await expect(happened.getByText('Held')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Fund the missing GMD 1.00' }).click();
  await expect(page.getByText('The balance at Wallet W was funded to GMD 1.00.')).toBeVisible();
  await expect(held).toHaveCount(0);
  await expect(happened.getByText('Succeeded')).toBeVisible();

  await page.getByLabel('Amount to add to Wallet C').fill('250.50');
  await page.getByLabel('Amount to add to Wallet C').press('Enter');
  await expect(page.getByText('The balance at Wallet C was funded to GMD 250.50.')).toBeVisible();
});

test('each magic amount ends as it says, live', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  await page.goto(`${home}/sandbox-tools`);
  await page.getByLabel('Provider', { exact: true }).selectOption('PROVIDER_C');
  const happened = page.getByRole('region', { name: 'What happened' }).last();
  for (const [amount, status] of [
    ['100.00', 'Succeeded'],
    ['400.00', 'Failed'],
    ['408.00', 'Expired'],
    ['499.00', 'Cancelled'],
    ['500.00', 'Refused'],
  ]) {
    await page.getByRole('button', { name: `GMD ${amount}` }).click();
    await expect(happened.getByRole('row', { name: new RegExp(`GMD ${amount}`) })).toContainText(`${status}`);
  }
  await expect(happened.getByText('The request was answered with 500 INTERNAL_ERROR.')).toBeVisible();
});

test('a scenario is pressed, time is let pass, and what expired is paid before one’s eyes', async ({
  page,
}) => {
  await signInAsNewOwner(page, { balance: 1000_01n });
  await page.goto(`${home}/sandbox-tools`);
  await page.getByRole('button', { name: 'late_success' }).click();
  const happened = page.getByRole('region', { name: 'What happened' }).last();
  const tried = happened.getByRole('row', { name: /GMD 150\.00/ });
  await expect(tried).toBeVisible();
  await page.getByRole('button', { name: 'A minute', exact: true }).click();
  // On a slow machine all that is due within a minute has happened before the button is pressed.
  await expect(
    page.getByText(/^A minute has passed\. (Nothing was due|(One thing|\d+ things) happened)\.$/),
  ).toBeVisible();
  await expect(tried).toContainText('Succeeded');

  await page.getByRole('button', { name: 'float_short' }).click();
  const held = happened.getByRole('row', { name: /GMD 1\.00/ });
  await expect(held).toContainText('Held');
  await page.getByRole('button', { name: 'An hour', exact: true }).click();
  await expect(page.getByText(/^An hour has passed\./)).toBeVisible();
  await expect(held).toContainText('Succeeded');
  await isAccessible(page);
});

test('open checkouts are listed with their pages, and the list forgets those that ended', async ({
  page,
  context,
}) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  await page.goto(`${home}/sandbox-tools`);
  await expect(page.getByText('No checkout is open')).toBeVisible();
  await page.getByRole('button', { name: 'GMD 200.00' }).click();
  const open = page.getByRole('region', { name: 'Open checkouts' });
  await expect(open.getByRole('row', { name: /TRY-200/ })).toBeVisible();
  const opening = context.waitForEvent('page');
  await open.getByRole('link', { name: /^Open the checkout/ }).click();
  const customer = await opening;
  await expect(customer.getByRole('button', { name: 'Pay GMD 200.00' })).toBeVisible();
  await customer.close();
  await open
    .getByRole('link', { name: /TRY-200-/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Cancel the collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the collection' }).click();
  await page.goto(`${home}/sandbox-tools`);
  await expect(page.getByText('No checkout is open')).toBeVisible();
});

test('Live has no such page', async ({ page }) => {
  await signInAsNewOwner(page);
  const answer = await page.goto('/dashboard/live/sandbox-tools');
  expect(answer?.status()).toBe(404);
});
