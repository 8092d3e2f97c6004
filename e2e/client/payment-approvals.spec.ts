import { expect, type Page, test } from '@playwright/test';
import { newPerson, signIn as signInPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { isAccessible, type Member, signInAsNewOwner } from './support.ts';

/** contract-more.md §15: above the threshold a second person of the client's decides. */

const home = '/dashboard/sandbox';

async function setThreshold(page: Page, amount: string): Promise<void> {
  await page.goto(`${home}/payouts`);
  await page.getByRole('button', { name: 'Change the amount' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('None waits').uncheck();
  await dialog.getByLabel('Above this amount in GMD').fill(amount);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

async function askForPayout(page: Page, amount: string): Promise<void> {
  await page.goto(`${home}/payouts/new`);
  await page.getByLabel('Mobile number').fill('701 2345');
  await page.getByLabel('Amount in GMD').fill(amount);
  await page.getByRole('button', { name: 'Review the payout' }).click();
  const dialog = page.getByRole('dialog', { name: `Pay out GMD ${amount}?` });
  await expect(dialog.getByText('waits', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask a second person' }).click();
  await page.waitForURL(`${home}/payouts`);
}

const waiting = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const newAccountant = (member: Member) => newPerson('accountant', member.clientId);

test('a payout above the threshold waits; an accountant sees it, approves it, and it is paid', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const member = await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  const accountant = await newAccountant(member);
  await setThreshold(page, '100.00');
  await expect(page.getByText('What is above GMD 100.00')).toBeVisible();
  await askForPayout(page, '150.00');
  const own = waiting(page, 'Payout of GMD 150.00');
  await expect(own.getByText('Yours: a colleague decides')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(page.getByText('GMD 1,000.01')).toBeVisible();
  await isAccessible(page);

  // A program of theirs pays the same meanwhile.
  await initiatePayout(member.ctx, {
    ...{ amount: 150_00n, currency: 'GMD', recipient_mobile: '+2207012345', metadata: {} },
    ...{ client_reference: 'by the program', provider: 'PROVIDER_W' },
  });
  const other = await (await browser.newContext()).newPage();
  await signInPerson(other, accountant);
  await expect(other.getByRole('link', { name: 'Payouts 1 waiting for you' })).toBeVisible();
  await other.goto(`${home}/payouts`);
  await waiting(other, 'Payout of GMD 150.00').getByRole('button', { name: 'Approve' }).click();
  const twin = other.getByRole('dialog').getByText('GMD 150.00 was already paid to this number');
  await expect(twin).toBeVisible();
  await isAccessible(other);
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByRole('row', { name: /Succeeded GMD 150.00 \+220 701 2345/ })).toHaveCount(2);
  await expect(other.getByRole('link', { name: 'Payouts', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('GMD 700.01')).toBeVisible();
});

test('what is approved and not covered by the balance waits on with the reason, and can be rejected or withdrawn', async ({
  page,
  browser,
}) => {
  leaveToLongRun();
  test.setTimeout(120_000);
  const member = await signInAsNewOwner(page, { balance: 1100_00n, float: 500_00n });
  const accountant = await newAccountant(member);
  await setThreshold(page, '100.00');
  await askForPayout(page, '900.00');
  await askForPayout(page, '800.00');
  const other = await (await browser.newContext()).newPage();
  await signInPerson(other, accountant);
  await other.goto(`${home}/payouts`);
  const approve = async (name: string) => {
    await waiting(other, name).getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  };
  await approve('Payout of GMD 900.00');
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await approve('Payout of GMD 800.00');
  await expect(other.getByRole('dialog').getByText('less than the')).toBeVisible();
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const left = waiting(other, 'Payout of GMD 800.00');
  await expect(left.getByText('It was approved, and could not be paid')).toBeVisible();
  await left.getByRole('button', { name: 'Reject' }).click();
  await other.getByRole('dialog').getByLabel('Reason').fill('Next month.');
  await other.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${home}/payouts`);
  await page.getByText(/Decided before/).click();
  await expect(page.getByText('Next month.')).toBeVisible();

  await askForPayout(page, '120.00');
  await waiting(page, 'Payout of GMD 120.00').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Payout of GMD 120.00: withdrawn.')).toBeVisible();
});

test('a higher threshold is itself asked of a second person', async ({ page }) => {
  const member = await signInAsNewOwner(page);
  await newAccountant(member);
  await setThreshold(page, '100.00');
  await expect(page.getByText('What is above GMD 100.00')).toBeVisible();
  await setThreshold(page, '500.00');
  await expect(waiting(page, 'Change which payments wait for a second person')).toBeVisible();
  await expect(page.getByText('What is above GMD 100.00')).toBeVisible();
});
