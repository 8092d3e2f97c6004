import { expect, type Locator, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { isAccessible, newMember, openAs, signInAsNewOwner } from './support.ts';

/** What a form owes whoever filled it in wrongly, or as people write. */

const home = '/dashboard/sandbox';
test.describe.configure({ timeout: 120_000 });

/** The first field that is wrong has the focus, can be seen, and is described by what is wrong with it. */
async function leadsTo(page: Page, field: Locator, sentence: RegExp): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(sentence);
  await expect(page.locator('#fault-summary')).toHaveText(/wrong: /);
}

for (const width of [360, 390]) {
  test(`on a phone of ${width} px a wrong amount is led to, and said`, async ({ page }) => {
    if (width !== 360) leaveToLongRun();
    await page.setViewportSize({ width, height: 560 });
    await signInAsNewOwner(page, { balance: 1000_00n, float: 500_00n });
    for (const [address, button] of [
      ['/payouts/new', 'Review the payout'],
      ['/collect', 'Charge'],
    ] as const) {
      await page.goto(home + address);
      const mobile = page.getByLabel(/mobile number|Customer’s mobile/);
      await mobile.fill('701 2345');
      const amount = page.getByLabel('Amount in GMD');
      await amount.fill('1,50');
      const send = page.getByRole('button', { name: button });
      await send.scrollIntoViewIfNeeded();
      await send.click();
      await leadsTo(page, amount, /Write the amount like 1500, 1,500 or 1500\.50/);
      await expect(page.locator('#fault-summary')).toHaveText('One field is wrong: Amount in GMD.');
      // Whoever corrects it is not led back before it was sent again.
      await mobile.fill('12');
      await expect(mobile).toBeFocused();
      await send.click();
      await expect(page.locator('#fault-summary')).toHaveText(/^2 fields are wrong: .*Amount in GMD/);
    }
    await isAccessible(page);
  });
}

test('in a dialog, what is missing is led to as well, whoever refuses it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 560 });
  await openAs(page, await newMember(), '/team');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.locator('button[type=submit]');
  await send.click();
  await leadsTo(page, dialog.getByLabel('Name'), /Fill this in\./);
  await dialog.getByLabel('Name').fill('Awa');
  await expect(dialog.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
  await send.click();
  await leadsTo(page, dialog.getByLabel('E-mail'), /Fill this in\./);
  await dialog.getByLabel('Name').fill('A\u200bwa');
  await dialog.getByLabel('E-mail').fill('awa@shop.example');
  await send.click();
  await leadsTo(page, dialog.getByLabel('Name'), /control or format characters/);
  await isAccessible(page);
});

test('an address of a webhook that is none is led to', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await openAs(page, await newMember(), '/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('ftp://nowhere');
  await dialog.locator('button[type=submit]').click();
  await leadsTo(page, dialog.getByRole('textbox').first(), /https/);
});

test('amounts and numbers are taken as people write them, in every form', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 5000_00n, float: 5000_00n });
  for (const [number, amount] of [
    ['00220 701-2345', '1,500'],
    ['220 (701) 2345', '1 500.00'],
    ['\u202a+220 701 2345\u202c', '1\u00a0500'],
  ] as const) {
    await page.goto(`${home}/payouts/new`);
    await page.getByLabel('Mobile number').fill(number);
    await page.getByLabel('Amount in GMD').fill(amount);
    await page.getByRole('button', { name: 'Review the payout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pay out GMD 1,500.00?' });
    await expect(dialog.getByText('+220 701 2345')).toBeVisible();

    await page.goto(`${home}/collect`);
    await page.getByLabel(/Customer’s mobile/).fill(number);
    await page.getByLabel('Amount in GMD').fill(amount);
    await page.getByRole('button', { name: 'Charge' }).click();
    await expect(page).toHaveURL(/\/collect\/[0-9a-f-]{36}$/);
    await expect(page.getByText('GMD 1,500.00').first()).toBeVisible();
    await expect(page.getByText('+220 701 2345')).toBeVisible();
  }
  await page.goto(`${home}/sandbox-tools`);
  const fund = page.getByLabel('Amount to add to Wallet W');
  await fund.fill('1,50');
  await fund.press('Enter');
  await leadsTo(page, fund, /Write the amount like/);
  await fund.fill('1,500');
  await fund.press('Enter');
  await expect(page.getByText('was funded to GMD 6,500.00')).toBeVisible();

  await page.goto(`${home}/transactions`);
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByLabel('At least').fill('1,50');
  await page.getByRole('button', { name: 'Apply' }).click();
  await leadsTo(page, page.getByLabel('At least'), /Write the amount like/);
  await page.getByLabel('At least').fill('1,500');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/amount_min=1500$/);
  await expect(page.getByText('at least GMD 1,500.00')).toBeVisible();
});

test('a refusal names fields as the form does, never as the API', async ({ page }) => {
  await openAs(page, await newMember(), '/collect');
  await page.getByLabel('Amount in GMD').fill('5');
  await page.getByLabel('Provider').selectOption('PROVIDER_A');
  await page.getByRole('button', { name: 'Charge' }).click();
  await leadsTo(page, page.getByLabel(/Customer’s mobile/), /The customer’s mobile number is needed/);
  const said = await page.getByRole('main').innerText();
  expect(said).not.toMatch(/customer_mobile|client_reference|decimal string|is required on/);
});
