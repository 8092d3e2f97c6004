import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { pdfTexts } from '#e2e/setup/pdf-text';
import { isAccessible, newMember, openAs, payOut, settle } from './support.ts';

const lines = (page: Page) => page.getByRole('region', { name: 'Lines' }).getByRole('row');
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const today = () => new Date().toISOString().slice(0, 10);

async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the month so far has its balances, its totals by kind and a line for each movement; a line leads to its payment', async ({
  page,
}) => {
  const member = await newMember('accountant');
  await settle(member, '1500.00', { client_reference: 'order-1', customer_name: 'Awa Ceesay' });
  await payOut(member, '20.00', { client_reference: 'supplier-1' });
  await openAs(page, member, '/statement');
  await expect(page.getByRole('link', { name: 'Statement', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(summary(page).getByRole('row')).toHaveText([
    /What/,
    /Opening balance.*GMD 0\.00/,
    /Collection.*GMD 1,500\.00 paid by customers, less GMD 22\.50 commission.*1.*\+GMD 1,477\.50/,
    /Payout.*1.*−GMD 20\.00/,
    /Closing balance now.*GMD 1,457\.50/,
  ]);
  await expect(lines(page)).toHaveText([
    /Date and time/,
    /Collection.*order-1.*Awa Ceesay.*1,477\.50/,
    /Payout.*supplier-1.*\+220 345 6789.*20\.00.*1,457\.50/,
  ]);
  await isAccessible(page);
  await page.getByRole('link', { name: 'order-1' }).click();
  await expect(page).toHaveURL(/\/dashboard\/sandbox\/transactions\/[0-9a-f-]{36}$/);
});

test('a month, or two days, are chosen and stand in the address; what is no period says what would be one', async ({
  page,
}) => {
  leaveToLongRun();
  const member = await newMember();
  await settle(member, '100.00');
  await openAs(page, member, '/statement');
  await expect(page.getByText('1 line', { exact: true })).toBeVisible();
  await page.getByLabel('Month', { exact: true }).selectOption({ index: 2 });
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)$/);
  await expect(page.getByText('Nothing moved your balance')).toBeVisible();
  await page.getByLabel('From').fill(today());
  await page.getByLabel('To', { exact: true }).fill(today());
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('1 line', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Nothing moved your balance')).toBeVisible();
  await page.goto('/dashboard/sandbox/statement?from=2026-03-02&to=2026-03-01');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The first day must not be after the last one. Swap them.' }),
  ).toBeVisible();
  await isAccessible(page);
  await page.goto('/dashboard/sandbox/statement?from=x&to=2026-03-01');
  await expect(page.getByRole('alert').filter({ hasText: 'This must be a day such as' })).toBeVisible();
});

test('what is shown can be kept as CSV and as PDF', async ({ page }) => {
  const member = await newMember('viewer', 0);
  await settle(member, '1500.00', { client_reference: 'order-1', customer_name: 'Fatou Sène' });
  await openAs(page, member, `/statement?from=${today()}&to=${today()}`);
  const csv = await download(page, 'CSV');
  expect(csv.name).toBe(`kaira-statement-sandbox-${today()}-${today()}.csv`);
  expect(csv.bytes.toString()).toContain(',collection,');
  expect(csv.bytes.toString()).toContain(',order-1,Fatou Sène,,1500.00,1500.00\r\n');
  const pdf = await download(page, 'PDF');
  expect(pdf.name).toBe(`kaira-statement-sandbox-${today()}-${today()}.pdf`);
  expect(pdfTexts(pdf.bytes)).toEqual(
    expect.arrayContaining([member.ctx.client.name, 'Closing balance', 'order-1', 'Fatou Sène', '1,500.00']),
  );
});

test('more lines than a page has come on demand, and the balance runs on', async ({ page }) => {
  leaveToLongRun();
  const member = await newMember('owner', 0);
  await settle(member, '100.00');
  for (let index = 0; index < 54; index++) await payOut(member, '1.00');
  await openAs(page, member, '/statement');
  await expect(page.getByText('55 lines')).toBeVisible();
  await expect(lines(page)).toHaveCount(51);
  // What happens meanwhile is of another statement.
  await payOut(member, '1.00');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(lines(page)).toHaveCount(56);
  await expect(lines(page).last()).toHaveText(/1\.00.*46\.00$/);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});
