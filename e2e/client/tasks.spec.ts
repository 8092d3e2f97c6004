import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { signInAsNewOwner } from './support.ts';

// The pages for people, followed word by word: what they print bold is what is pressed and read here, in this order.

test.describe.configure({ timeout: 120_000 });

/** Hands out the bold words of a page one after the other; what is left at the end was not followed. */
function follow(file: string) {
  const words = [...readFileSync(`docs/guides/${file}.md`, 'utf8').matchAll(/\*\*(.+?)\*\*/g)]
    .map(([, each = '']) => each)
    .filter((each) => each !== 'bold');
  return {
    next(expected: string): string {
      expect(words.shift()).toBe(expected);
      return expected;
    },
    isDone: () => expect(words).toEqual([]),
  };
}

const press = (page: Page, role: 'button' | 'link', name: string) =>
  page.getByRole(role, { name, exact: true }).first().click();

test('a first payment is taken as the page says', async ({ page, context }) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  const { next, isDone } = follow('first-payment');
  await page.goto('/dashboard/live');
  await press(page, 'link', next('Sandbox'));
  await expect(page).toHaveURL(/\/dashboard\/sandbox$/);
  await press(page, 'link', next('Charge'));
  await page.getByLabel(next('Amount in GMD')).fill('150.25');
  await expect(page.getByLabel('Provider').locator('option:checked')).toContainText(next('Any wallet'));
  await press(page, 'button', next('Charge'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'button', next('Copy the link'));
  const opening = context.waitForEvent('page');
  await press(page, 'link', next('Open the page'));
  const customer = await opening;
  await customer.getByRole('radio', { name: next('Wallet W') }).check();
  await press(customer, 'button', next('Continue'));
  await press(customer, 'button', next('Pay GMD 150.25'));
  await page.bringToFront();
  await expect(page.getByText(next('Succeeded'), { exact: true }).first()).toBeVisible();
  await press(page, 'link', next('Transactions'));
  await expect(page.getByRole('row').nth(1)).toContainText('GMD 150.25');
  // And the same for real is behind this one.
  await press(page, 'link', next('Live'));
  await expect(page).toHaveURL(/\/dashboard\/live/);
  await press(page, 'link', next('Charge'));
  await expect(page.getByText(next('No provider is open for collections here'))).toBeVisible();
  isDone();
});

test('a payment is given back as the page says', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 100_00n, float: 500_00n });
  const { next, isDone } = follow('give-a-payment-back');
  await page.goto('/dashboard/sandbox');
  await press(page, 'link', next('Transactions'));
  await press(page, 'link', 'opening balance');
  await press(page, 'button', next('Refund'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(next('Amount in GMD'))).toHaveValue('100.00');
  // Nobody wrote the customer's number down.
  await dialog.getByLabel('Amount in GMD').fill('40.00');
  await expect(dialog.getByLabel(next('Customer’s number'))).toBeVisible();
  await dialog.getByLabel(next('Reason (optional)')).fill('The shoes were too small');
  await dialog.getByLabel('Amount in GMD').fill('100.00');
  await expect(dialog.getByText(/leaves your available balance now/)).toBeVisible();
  expect(next('Refund GMD 40.00')).toBe('Refund GMD 40.00');
  await dialog.getByRole('button', { name: 'Refund GMD 100.00' }).click();
  expect(next('Refunded GMD 40.00 of GMD 100.00')).toBe('Refunded GMD 40.00 of GMD 100.00');
  await expect(page.getByText('Refunded GMD 100.00 of GMD 100.00', { exact: true })).toBeVisible();
  expect(next('Refund')).toBe('Refund');
  isDone();
});

test('a held payout is dealt with as the page says', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 1000_00n });
  const { next, isDone } = follow('held-payout');
  for (const amount of ['300.00', '40.00']) {
    await page.goto('/dashboard/sandbox/payouts/new');
    await page.getByLabel('Mobile number').fill('7012345');
    await page.getByLabel('Amount in GMD').fill(amount);
    await press(page, 'button', 'Review the payout');
    const held = page.getByRole('dialog');
    await expect(held.getByText('held', { exact: true })).toBeVisible();
    await held.getByRole('button', { name: `Pay out GMD ${amount}` }).click();
    await expect(page).toHaveURL(/\/payouts$/);
  }
  next('Held');
  await expect(page.getByText(next('Available to pay out'))).toBeVisible();
  await expect(page.getByText('GMD 660.00', { exact: true })).toBeVisible();
  await press(page, 'link', next('Payouts'));
  await expect(
    page.getByRole('heading', { name: next('Held until the wallet’s balance covers them') }),
  ).toBeVisible();
  const rows = page.getByRole('region', { name: 'Held payouts' }).getByRole('row');
  const dearer = rows.filter({ hasText: 'GMD 300.00' }).first();
  expect(next('Cancel')).toBe('Cancel');
  await dearer.getByRole('button', { name: /^Cancel/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: next('Cancel the payout') })
    .click();
  await expect(page.getByText('GMD 300.00 is back in your balance.')).toBeVisible();
  await press(page, 'link', next('Fund a wallet'));
  expect(next('Fund the missing')).toBe('Fund the missing');
  await page.getByRole('button', { name: 'Fund the missing GMD 40.00' }).click();
  await expect(rows).toHaveCount(0);
  isDone();
});
