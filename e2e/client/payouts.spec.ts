import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { makeWorkbook } from '#lib/browser/workbook/make-workbook';
import { fundFloat } from '#lib/ledger/fund-float';
import { isAccessible, payOut, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
// Several pages are looked at in both themes in each journey.
test.describe.configure({ timeout: 180_000 });

async function fillPayout(page: Page, mobile: string, amount: string): Promise<void> {
  await page.goto(`${home}/payouts/new`);
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByLabel('Amount in GMD').fill(amount);
  await page.getByRole('button', { name: 'Review the payout' }).click();
}

test('a payout is confirmed with number, operator, amount and what is left, and is then paid', async ({
  page,
}) => {
  await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  await fillPayout(page, '701 2345', '25.50');
  const dialog = page.getByRole('dialog', { name: 'Pay out GMD 25.50?' });
  for (const fact of ['+220 701 2345', 'Africell, by its prefix', 'GMD 0.00', 'GMD 974.51', 'Wallet W']) {
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible();
  }
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Pay out GMD 25.50' }).click();
  await expect(page).toHaveURL(`${home}/payouts`);
  await expect(page.getByText('GMD 25.50 to +220 701 2345 was paid.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Succeeded GMD 25.50 \+220 701 2345/ })).toBeVisible();
  await expect(page.getByText('GMD 974.51')).toBeVisible();
});

test('the same amount to the same number again is warned of, and paid only when that is meant', async ({
  page,
}) => {
  await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  await fillPayout(page, '+2203012345', '40.00');
  await page.getByRole('button', { name: 'Pay out GMD 40.00' }).click();
  await expect(page).toHaveURL(`${home}/payouts`);

  await fillPayout(page, '+2203012345', '40.00');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('QCell, by its prefix')).toBeVisible();
  await expect(dialog.getByText('GMD 40.00 was already paid to this number')).toBeVisible();
  const pay = dialog.getByRole('button', { name: 'Pay out GMD 40.00' });
  await expect(pay).toBeDisabled();
  await dialog.getByLabel('Pay it again: this is another payment.').check();
  await isAccessible(page);
  await pay.click();
  await expect(page.getByRole('row', { name: /Succeeded GMD 40.00/ })).toHaveCount(2);
});

test('whoever was paid is paid again by one tap, over the same wallet', async ({ page }) => {
  const member = await signInAsNewOwner(page, { balance: 1000_01n, float: 500_00n });
  await fundFloat(member.ctx, 'PROVIDER_C', 500_00n);
  const facts = { recipient_mobile: '+2203730461', provider: 'PROVIDER_C' };
  const paid = await payOut(member, '25.50', facts);
  await page.goto(`${home}/transactions/${paid.transaction_id}`);
  await page.getByRole('link', { name: 'Pay again' }).click();
  await expect(page.getByLabel('Name or mobile number')).toHaveValue('+2203730461');
  await expect(page.getByLabel('Provider')).toHaveValue('PROVIDER_C');
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('25.50');
  await page.getByLabel('Amount in GMD').fill('30');
  await page.getByRole('button', { name: 'Review the payout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay out GMD 30.00' }).click();
  await expect(page.getByText('GMD 30.00 to +220 373 0461 was paid.')).toBeVisible();
});

test('faults stand at their fields, and what the balance cannot cover is not sent', async ({ page }) => {
  await signInAsNewOwner(page, { balance: 10_01n, float: 500_00n });
  await fillPayout(page, '12', 'ten');
  await expect(page.getByText('This must be a Gambian mobile number')).toBeVisible();
  await expect(page.getByText('Write the amount like 1500, 1,500 or 1500.50')).toBeVisible();
  await isAccessible(page);
  await fillPayout(page, '5512345', '10.02');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('QCell, by its prefix')).toBeVisible();
  await expect(dialog.getByText('Your balance does not cover this payout.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Pay out GMD 10.02' })).toBeDisabled();
});

test('a held payout says how much float is missing and can be cancelled', async ({ page }) => {
  await signInAsNewOwner(page, { balance: 1000_01n, float: 100_00n });
  await fillPayout(page, '9912345', '300.00');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Gamcel, by its prefix')).toBeVisible();
  await expect(dialog.getByText(/The balance at Wallet W is GMD 100.00/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay out GMD 300.00' }).click();
  const held = page.getByRole('region', { name: 'Held payouts' }).getByRole('row', { name: /PAY-/ });
  await expect(held).toContainText('GMD 200.00');
  await isAccessible(page);
  await held.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payout' }).click();
  await expect(page.getByText('GMD 300.00 is back in your balance.')).toBeVisible();
  await expect(held).toHaveCount(0);
  await expect(page.getByText('GMD 1,000.01')).toBeVisible();
});

const file = (count: number, badEvery: number) => ({
  name: 'salaries.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'reference,mobile,amount,name',
      ...Array.from({ length: count }, (_, index) => {
        const mobile = index % badEvery === 7 ? 'nobody' : `70${10_000 + index}`;
        return `SALARY-${index},${mobile},2.00,Awa Ceesay`;
      }),
    ].join('\n'),
  ),
});

test('a file of 200 rows with 10 bad ones is checked, confirmed once from two windows, left, and paid', async ({
  page,
  context,
}) => {
  await signInAsNewOwner(page, { balance: 1000_01n, float: 300_00n });
  await page.goto(`${home}/payouts/bulk`);
  await expect(page.getByText('No file yet')).toBeVisible();
  await isAccessible(page);
  await page.getByLabel('Excel or CSV file').setInputFiles(file(200, 20));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'salaries.csv' })).toBeVisible();
  await expect(page.getByText('190 of 200')).toBeVisible();
  await expect(page.getByText(/The balance at Wallet W lacks GMD 80.00/)).toBeVisible();
  await page.getByRole('button', { name: 'Faulty 10' }).click();
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('row');
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(1)).toContainText('9Faulty');
  await expect(rows.nth(1)).toContainText('This is no Gambian mobile number');
  await isAccessible(page);

  const second = await context.newPage();
  await second.goto(page.url());
  for (const each of [page, second]) {
    await each.getByRole('button', { name: 'Pay 190 rows' }).click();
    await expect(each.getByRole('dialog', { name: 'Pay out GMD 380.00 to 190 recipients?' })).toBeVisible();
  }
  await isAccessible(page);
  await Promise.all(
    [page, second].map((each) => each.getByRole('button', { name: 'Pay out GMD 380.00' }).click()),
  );
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
  await second.close();
  await page.goto(`${home}/payouts`);
  await expect(page.getByText('GMD 620.01')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'GMD 80.00 in 40 payouts' })).toBeVisible();

  await page.getByRole('link', { name: 'Many from a file' }).click();
  await page.getByRole('link', { name: 'salaries.csv' }).click();
  await expect(page.getByRole('button', { name: 'Paid 150' })).toBeVisible();
  await page.getByRole('button', { name: 'Held 40' }).click();
  await expect(rows).toHaveCount(41);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Results as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('salaries-results.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.filter((line) => line.includes(',paid,'))).toHaveLength(150);
  expect(lines.filter((line) => line.includes(',bad,'))).toHaveLength(10);
});

test('a file that is none says what is missing; one that is too dear says by how much and pays nobody', async ({
  page,
}) => {
  await signInAsNewOwner(page, { balance: 10_01n, float: 300_00n });
  await page.goto(`${home}/payouts/bulk`);
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Missing: reference, mobile, amount.')).toBeVisible();
  await page.getByLabel('Excel or CSV file').setInputFiles(file(6, 100));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Your balance lacks GMD 1.99.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay 6 rows' }).click();
  await page.getByRole('button', { name: 'Pay out GMD 12.00' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nothing was paid');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Discarded')).toBeVisible();
});

test('an Excel workbook is read, its rows are mended, moved and taken out, and what is left is paid', async ({
  page,
}) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 1000_01n, float: 300_00n });
  await page.goto(`${home}/payouts/bulk`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel template' }).click();
  const template = await readFile(await (await downloading).path());
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'mine.xlsx', mimeType: '', buffer: template });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();

  await page.goto(`${home}/payouts/bulk`);
  const rows = [
    ['Salaries', '', ''],
    ['Référence', 'Numéro', 'Montant (GMD)'],
    ['E-1', '7012345', { amount: '150.10000000000002' }],
    ['E-2', 'nobody', { amount: '1.5E1' }],
    ['E-3', '7012347', { amount: '20' }],
  ];
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'pay.xlsx', mimeType: '', buffer: Buffer.from(makeWorkbook(rows, 'Pay')) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('2 of 3')).toBeVisible();
  await expect(page.getByRole('row', { name: /E-1/ })).toContainText('GMD 150.10');

  await page.getByRole('button', { name: 'Change line 4' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This is no Gambian mobile number')).toBeVisible();
  await isAccessible(page);
  await dialog.getByLabel('Mobile').fill('701 2346');
  await dialog.getByLabel('Provider').selectOption('PROVIDER_A');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('3 of 3')).toBeVisible();
  await expect(page.getByRole('row', { name: /E-2/ })).toContainText('Wallet A');
  await page.getByRole('button', { name: 'Change line 5' }).click();
  await dialog.getByRole('button', { name: 'Take this row out' }).click();
  await expect(page.getByRole('row', { name: /E-3/ })).toContainText('Taken out');
  await isAccessible(page);

  await page.getByRole('button', { name: 'Pay 2 rows' }).click();
  await expect(dialog.getByText('1 taken out')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay out GMD 165.10' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row', { name: /E-1/ })).toContainText('Paid');
  // Nothing was put into that wallet.
  await expect(page.getByRole('row', { name: /E-2/ })).toContainText('Held');
  await expect(page.getByRole('button', { name: /^Change line/ })).toHaveCount(0);
});

test('a workbook that is damaged or none says so, and nothing is sent', async ({ page }) => {
  await signInAsNewOwner(page, {});
  await page.goto(`${home}/payouts/bulk`);
  for (const [name, buffer, message] of [
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'This is an old .xls file'],
    ['broken.xlsx', Buffer.from('PK\x03\x04 no more'), 'The file is damaged'],
  ] as const) {
    await page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType: '', buffer });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText(message)).toBeVisible();
  }
});

test('the names of a file are checked by themselves, and doubts are said before one confirms', async ({
  page,
}) => {
  leaveToLongRun();
  await signInAsNewOwner(page, { balance: 1000_01n, float: 300_00n });
  await page.goto(`${home}/payouts/bulk`);
  const lines = [
    'SALARY-1,7012302,2.00,Awa Ceesay,',
    'SALARY-2,7012301,2.00,Binta Sanneh,',
    'SALARY-3,7012300,2.00,Modou Sow,',
    'SALARY-4,7012303,2.00,Lamin Touray,PROVIDER_C',
  ];
  await page.getByLabel('Excel or CSV file').setInputFiles({
    name: 'salaries.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['reference,mobile,amount,name,rail', ...lines].join('\n')),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'With a warning 2' })).toBeVisible();
  await expect(page.getByText('Of one row the wallet did not say whose number it is.')).toBeVisible();
  await expect(
    page.getByText(
      'Wallet W knows this number by another name than Modou Sow. Ask for the number once more.',
    ),
  ).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Change line 4' }).click();
  await page.getByRole('dialog').getByLabel('Mobile').fill('7012304');
  await page.getByRole('dialog').getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'With a warning 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay 4 rows' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/One row has a warning, such as/)).toBeVisible();
  await expect(dialog.getByText('Of one row the wallet did not say whose number it is.')).toBeVisible();
  await isAccessible(page);
});

test('Live says that no rail is open, and its float is a dash with the reason', async ({ page }) => {
  await signInAsNewOwner(page);
  await page.goto('/dashboard/live/payouts');
  await expect(page.getByRole('cell', { name: 'Closed' }).first()).toBeVisible();
  await expect(page.getByText('The operators keep the balances of Live').first()).toBeAttached();
  await page.goto('/dashboard/live/payouts/new');
  await expect(page.getByText('No provider is open for payouts here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review the payout' })).toBeDisabled();
});
