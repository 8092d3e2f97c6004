import { expect, type Page, test } from '@playwright/test';
import { newPerson, signIn as signInPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { superuserSql } from '#e2e/setup/test-database';
import { isAccessible, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';

async function addBankAccount(page: Page): Promise<void> {
  await page.goto(`${home}/settlements`);
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Holder').fill('Bakau Boats Ltd');
  await dialog.getByLabel('Bank', { exact: true }).fill('Trust Bank');
  await dialog.getByLabel('Account number').fill('0011 2233-44');
  await dialog.getByRole('button', { name: 'Add the account' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Trust Bank 0011223344')).toBeVisible();
}

async function settle(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Settle now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in GMD').fill(amount);
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

// One after the other: the file that operators make in the first has whatever waits, also what the second would cancel.
test.describe.configure({ mode: 'default' });

test('a balance goes to the client’s own bank: asked for, in a file, sent by one operator, confirmed by another', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const member = await signInAsNewOwner(page, { balance: 1000_00n });
  await addBankAccount(page);
  await settle(page, '400.00');
  await expect(
    page.getByRole('row', { name: /Waiting for a file GMD 400.00 Trust Bank 0011223344/ }),
  ).toBeVisible();
  await expect(page.getByText('GMD 600.00')).toBeVisible();
  const reference = (await page.getByRole('row').nth(1).getByRole('cell').first().textContent()) ?? '';
  await isAccessible(page);

  const [sender, confirmer] = [await newPerson('admin'), await newPerson('admin')];
  const first = await (await browser.newContext()).newPage();
  await signInPerson(first, sender);
  await first.goto('/admin/settlements?environment=SANDBOX');
  await first.getByRole('button', { name: 'Make a file' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Make the file' }).click();
  await expect(first.getByRole('dialog')).toHaveCount(0);
  const download = first.waitForEvent('download');
  await first.getByRole('link', { name: 'Download' }).first().click();
  expect((await download).suggestedFilename()).toMatch(/^settlements-sandbox-.*\.csv$/);
  await first.getByRole('button', { name: 'Mark as sent' }).first().click();
  await first.getByRole('dialog').getByRole('button', { name: 'It was sent' }).click();
  await expect(first.getByRole('dialog')).toHaveCount(0);
  const own = first.getByRole('row').filter({ hasText: reference });
  await expect(own.getByText('Yours: a colleague answers')).toBeVisible();
  await isAccessible(first);

  const second = await (await browser.newContext()).newPage();
  await signInPerson(second, confirmer);
  await second.goto('/admin/settlements?environment=SANDBOX');
  await second.getByRole('button', { name: `Confirm ${reference}` }).click();
  await second.getByRole('dialog').getByLabel('The bank’s reference').fill('TB-2026-77');
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(second.getByRole('row').filter({ hasText: reference })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('row', { name: /Paid Bank: TB-2026-77 GMD 400.00/ })).toBeVisible();
  await page.goto(`${home}/activity`);
  await expect(page.getByText('confirmed that the bank paid a settlement of GMD 400.00')).toBeVisible();
  expect(member.clientId).toBeTruthy();
});

test('a settlement is cancelled while it waits, and a schedule says what it will do', async ({ page }) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 1000_00n });
  await addBankAccount(page);
  await settle(page, '250.00');
  await page.getByRole('button', { name: /^Cancel KAIRA-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the settlement' }).click();
  await expect(page.getByRole('row', { name: /Cancelled GMD 250.00/ })).toBeVisible();
  await expect(page.getByText('GMD 1,000.00')).toBeVisible();

  await page.getByRole('button', { name: 'Change the schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('When').selectOption('balance');
  await dialog.getByLabel('Above this sum in GMD').fill('100.00');
  await dialog.getByLabel('Always keep, in GMD').fill('200.00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('more than what is kept')).toBeVisible();
  await dialog.getByLabel('Above this sum in GMD').fill('2000.00');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText(
      'Every hour, when more than GMD 2,000.00 is available, all but GMD 200.00 goes to Trust Bank 0011223344.',
    ),
  ).toBeVisible();
});

test('what may go to a wallet now is shown before one types, where a limit leaves less than the balance, and a twin before it goes', async ({
  page,
}) => {
  leaveToLongRun();
  const { clientId } = await signInAsNewOwner(page, { balance: 1000_00n });
  await superuserSql()`update clients set payout_limit_day_bututs = 30000 where id = ${clientId}`;
  await addBankAccount(page);
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('wallet');
  await dialog.getByLabel('Holder').fill('Bakau Boats');
  await dialog.getByLabel('Number of the wallet').fill('7012345');
  await dialog.getByRole('button', { name: 'Add the account' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Settle now' }).click();
  await dialog.getByLabel('To').selectOption({ label: 'Trust Bank 0011223344' });
  await expect(dialog.getByText('Up to GMD 1,000.00 now')).toBeVisible();
  await dialog.getByLabel('To').selectOption({ index: 1 });
  await expect(
    dialog.getByText('Up to GMD 300.00 now: what is left of your limit for payouts today'),
  ).toBeVisible();
  await isAccessible(page);
  await dialog.getByLabel('Amount in GMD').fill('20.00');
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  // The same once more is more often a mistake than meant: it is said before it goes.
  await page.getByRole('button', { name: 'Settle now' }).click();
  await dialog.getByLabel('To').selectOption({ index: 1 });
  await dialog.getByLabel('Amount in GMD').fill('20.00');
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(dialog.getByText('GMD 20.00 was already paid to this number')).toBeVisible();
  await isAccessible(page);
  const sent = () =>
    superuserSql()`select from transactions where client_id = ${clientId} and type = 'payout'`;
  expect(await sent()).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Settle it again' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await sent()).toHaveLength(2);
});

test('in live an account waits for an operator', async ({ page }) => {
  await signInAsNewOwner(page);
  await page.goto('/dashboard/live/settlements');
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Holder').fill('Bakau Boats Ltd');
  await dialog.getByLabel('Bank', { exact: true }).fill('Trust Bank');
  await dialog.getByLabel('Account number').fill('0011223344');
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByText('account 0011223344 at Trust Bank, of Bakau Boats Ltd')).toBeVisible();
  await expect(page.getByText('Waiting for approval')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settle now' })).toBeDisabled();
});
