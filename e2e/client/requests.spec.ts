import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { NEXT_YEAR } from '#e2e/setup/next-year';
import { pdfTexts } from '#e2e/setup/pdf-text';
import { fitsItsWidth, isAccessible, newMember, recordShares, signIn, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
test.describe.configure({ timeout: 180_000 });

const origin = () => new URL(test.info().project.use.baseURL ?? '').origin;

async function make(page: Page, facts: Record<string, unknown> = {}) {
  const made = await page.request.post('/api/dashboard/payment-requests?environment=SANDBOX', {
    data: { description: 'Bread', customer_mobile: '+2207012345', amount: '25.00', ...facts },
    headers: { origin: origin() },
  });
  expect(made.status(), await made.text()).toBe(200);
  return (await made.json()).data;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a request of two lines is made, sent, printed, and paid by its customer without script', async ({
    page,
    browser,
  }) => {
    await recordShares(page);
    await signInAsNewOwner(page);
    await page.goto(`${home}/requests`);
    await expect(page.getByText('No request yet')).toBeVisible();
    await fitsItsWidth(page);
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByLabel('What is it for?').fill('Rice for the shop');
    await page.getByLabel('Name of the customer (optional)').fill('Awa Ceesay');
    await page.getByLabel('How much?').selectOption('Several lines');
    await page.getByLabel('Line 1: what').fill('Bag of rice, 50 kg');
    await page.getByLabel('Line 1: how many').fill('2');
    await page.getByLabel('Line 1: price of one in GMD').fill('1,450');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByLabel('Line 2: what').fill('Transport');
    await page.getByLabel('Line 2: price of one in GMD').fill('1,5');
    await page.getByLabel('Pay by (optional)').fill(`${NEXT_YEAR}-01-31`);
    await page.getByLabel('Write to them by e-mail').check();
    await page.getByRole('button', { name: 'Make the request' }).click();
    await expect(page.getByRole('dialog').getByText('the customer needs an e-mail address')).toBeVisible();
    // All that is wrong at once: nobody to ask, and a price that is none.
    await expect(page.getByRole('dialog').getByText('Name the mobile number or the e-mail')).toBeVisible();
    await expect(page.getByRole('dialog').getByText('1,500')).toBeVisible();
    await isAccessible(page);
    await page.getByLabel('Their number').fill('701 2345');
    await page.getByLabel('Write to them by e-mail').uncheck();
    await page.getByLabel('Write to them by SMS').check();
    await page.getByLabel('Line 2: price of one in GMD').fill('200');
    await page.getByRole('button', { name: 'Make the request' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rice for the shop' })).toBeVisible();
    await expect(page.getByText('GMD 3,100.00')).toBeVisible();
    await expect(page.getByText('Open', { exact: true })).toBeVisible();
    const made = await page.request.get('/api/dashboard/payment-requests?environment=SANDBOX');
    expect((await made.json()).data).toMatchObject([{ send_email: false, send_sms: true }]);
    await isAccessible(page);

    const address = (await page.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? '';
    await test.step('it gets to the customer by every way that there is', async () => {
      const message = `Test, no real money: Rice for the shop, GMD 3,100.00, by 31 Jan ${NEXT_YEAR}. Pay here: ${address}`;
      const ways = {
        WhatsApp: /^https:\/\/wa\.me\/2207012345\?text=/,
        SMS: /^sms:\+2207012345\?&body=/,
        'E-mail': /^mailto:\?/,
      };
      for (const [name, form] of Object.entries(ways)) {
        const href = (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '';
        expect(href).toMatch(form);
        expect(decodeURIComponent(href), name).toContain(message);
      }
      await page.getByRole('button', { name: 'More ways to share' }).click();
      expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
        { title: 'Rice for the shop', text: message },
      ]);
    });

    await test.step('it is printed with its lines', async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Print it (PDF)' }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toMatch(/^request-\w{10}\.pdf$/);
      const texts = pdfTexts(await readFile(await file.path())).join(' ');
      for (const text of [
        'Awa Ceesay',
        'Bag of rice, 50 kg',
        '2,900.00',
        'GMD 3,100.00',
        `${NEXT_YEAR}-01-31`,
      ])
        expect(texts).toContain(text);
    });

    await test.step('the customer pays, in French and without script', async () => {
      const phone = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
        locale: 'fr',
      });
      const payer = await phone.newPage();
      await payer.goto(address);
      for (const text of ['3 100,00', 'Bag of rice, 50 kg', `31 janvier ${NEXT_YEAR}`, 'Awa Ceesay'])
        await expect(payer.getByText(text).first()).toBeVisible();
      await fitsItsWidth(payer);
      await payer.getByRole('radio', { name: 'Wallet A' }).check();
      await payer.getByRole('button', { name: 'Continuer' }).click();
      await payer.getByLabel('Code').fill('000000');
      await payer.getByRole('button', { name: 'Payer 3 100,00 GMD' }).click();
      await expect(payer.getByRole('heading', { name: 'Paiement reçu' })).toBeVisible();
      await payer.context().clearCookies();
      await payer.goto(address);
      await expect(payer.getByText('Ceci a déjà été payé.')).toBeVisible();
      await phone.close();
    });

    await test.step('the page says so by itself, and the list too', async () => {
      await expect(page.getByText('The money has come in.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Paid by hand' })).toHaveCount(0);
      await page.goto(`${home}/requests`);
      const row = page.getByRole('row', { name: /Awa Ceesay/ });
      await expect(row).toContainText('GMD 3,100.00');
      await expect(row).toContainText('Paid');
      await isAccessible(page);
      await page.getByRole('button', { name: 'Status' }).click();
      await page.getByRole('button', { name: 'Overdue', exact: true }).click();
      await expect(page.getByText('No request stands so')).toBeVisible();
    });
  });

  test('one is paid in cash, another is cancelled, and who did it is told', async ({ page }) => {
    await signInAsNewOwner(page);
    const [cash, gone] = [await make(page), await make(page, { description: 'Fish' })];
    await page.goto(`${home}/requests/${cash.id}`);
    await page.getByRole('button', { name: 'Paid by hand' }).click();
    await page.getByLabel('Note (optional)').fill('Cash at the counter');
    await isAccessible(page);
    await page.getByRole('button', { name: 'Yes, it is paid' }).click();
    await expect(page.getByText('said by Awa Ceesay: Cash at the counter')).toBeVisible();
    await expect(page.getByRole('link', { name: /\/pay\// })).toHaveCount(0);
    expect((await page.request.get(cash.url)).status()).toBe(410);
    await page.goto(`${home}/requests/${gone.id}`);
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).click();
    await expect(page.getByText('Nobody can pay it any more.')).toBeVisible();
    await page.goto(`${home}/activity`);
    await expect(page.getByText('marked the request to pay Bread as paid by hand')).toBeVisible();
    await expect(page.getByText('cancelled the request to pay Fish')).toBeVisible();
  });

  test('one in parts: the customer writes how much, without script; what is left is shown, marked, and the mark is taken back', async ({
    page,
    browser,
  }) => {
    leaveToLongRun();
    await signInAsNewOwner(page);
    await page.goto(`${home}/requests`);
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByLabel('What is it for?').fill('School fees, term 2');
    await page.getByLabel('Name of the customer (optional)').fill('Binta Touray');
    await page.getByLabel('Their number').fill('701 2345');
    await page.getByLabel('Amount in GMD').fill('1,500');
    await page.getByLabel('It may be paid in parts').check();
    await page.getByLabel('Smallest part in GMD (optional)').fill('100');
    await isAccessible(page);
    await page.getByRole('button', { name: 'Make the request' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'School fees, term 2' })).toBeVisible();
    await expect(page.getByText('Of GMD 100.00 or more')).toBeVisible();
    const address = (await page.getByRole('link', { name: /\/pay\// }).getAttribute('href')) ?? '';

    await test.step('a part is paid with the number that the page does not show', async () => {
      const phone = await browser.newContext({
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      });
      const payer = await phone.newPage();
      await payer.goto(address);
      await fitsItsWidth(payer);
      expect(await payer.content()).not.toMatch(/701\D?2345/);
      await expect(payer.getByLabel('Write the other number')).toBeHidden();
      await expect(payer.getByLabel('Pay with the number ending 345')).toBeChecked();
      await expect(payer.getByLabel('Amount in dalasi (GMD)')).toHaveValue('1500.00');
      await payer.getByLabel('Amount in dalasi (GMD)').fill('50');
      await payer.getByRole('radio', { name: 'Wallet A' }).check();
      await payer.getByRole('button', { name: 'Continue' }).click();
      await expect(payer.getByText('from GMD 100.00 to GMD 1,500.00').first()).toBeVisible();
      await payer.getByLabel('Amount in dalasi (GMD)').fill('600');
      await payer.getByRole('button', { name: 'Continue' }).click();
      await payer.getByLabel('Code').fill('000000');
      await payer.getByRole('button', { name: 'Pay GMD 600.00' }).click();
      await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      await expect(payer.getByText('GMD 900.00')).toBeVisible();
      await payer.getByRole('button', { name: 'Pay another part' }).click();
      await expect(payer.getByLabel('Amount in dalasi (GMD)')).toHaveValue('900.00');
      await fitsItsWidth(payer);
      await phone.close();
    });

    await test.step('the page and the list say what is left', async () => {
      await expect(page.getByText('GMD 900.00 left')).toBeVisible();
      await expect(page.getByText('GMD 600.00 of GMD 1,500.00 is paid.')).toBeVisible();
      await fitsItsWidth(page);
      await isAccessible(page);
      const whatsApp =
        (await page.getByRole('link', { name: 'WhatsApp', exact: true }).getAttribute('href')) ?? '';
      expect(decodeURIComponent(whatsApp)).toContain('GMD 900.00');
      await page.goto(`${home}/requests`);
      const row = page.getByRole('row', { name: /Binta Touray/ });
      await expect(row).toContainText('Partly paid');
      await expect(row).toContainText('GMD 900.00 left');
      await row.getByRole('link', { name: 'Binta Touray' }).click();
    });

    await test.step('the rest is paid by hand, which is taken back, and both are told', async () => {
      await page.getByRole('button', { name: 'Paid by hand' }).click();
      await expect(page.getByRole('heading', { name: 'You have GMD 900.00 already?' })).toBeVisible();
      await page.getByRole('button', { name: 'Yes, it is paid' }).click();
      await page.getByRole('button', { name: 'Take it back' }).click();
      await isAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
      await expect(page.getByText('Taken back by Awa Ceesay')).toBeVisible();
      await expect(page.getByText('GMD 900.00 left')).toBeVisible();
      await isAccessible(page);
      await page.goto(`${home}/activity`);
      await expect(
        page.getByText('took back that the request to pay School fees, term 2 was paid by hand'),
      ).toBeVisible();
    });
  });

  test('a cashier makes one, and sees no other', async ({ page }) => {
    await signInAsNewOwner(page);
    const { id } = await make(page);
    const cashier = await newMember('cashier');
    await signIn(page, cashier);
    await page.goto(`${home}/till`);
    await page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name: 'Requests' }).click();
    await expect(page.getByText('No request yet')).toBeVisible();
    const own = await make(page, { description: 'Cloth' });
    await page.goto(`${home}/requests/${own.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Cloth' })).toBeVisible();
    await isAccessible(page);
    const answer = await page.request.get(`/api/dashboard/payment-requests/${id}?environment=SANDBOX`);
    expect(answer.status()).toBe(404);
  });

  test('school fees from a file: what is wrong is told by its line, all are made once, and who has paid is seen', async ({
    page,
    browser,
  }) => {
    leaveToLongRun();
    await signInAsNewOwner(page);
    await page.goto(`${home}/requests`);
    await page.getByRole('link', { name: 'From a file' }).click();
    await expect(page.getByText('No list yet')).toBeVisible();
    const good = `Pupil,Phone,Amount,Ref,Due\nAwa Ceesay,701 2345,"1,500",T2-001,31/01/${NEXT_YEAR}\nLamin Jallow,3456789,1500,T2-002,`;
    const choose = (text: string) =>
      page
        .getByLabel('Excel or CSV file')
        .setInputFiles({ name: 'class 4b.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByLabel('What is it for?').fill('School fees, term 2');
    await choose(`${good}\nBinta Touray,12,"1,5",T2-003,`);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText('1 row cannot be taken')).toBeVisible();
    const bad = page.getByRole('row', { name: /Binta Touray/ });
    await expect(bad).toContainText('Put it right');
    await expect(bad).toContainText('Write the amount like');
    await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0);
    await isAccessible(page);
    await choose(`${good}\nBinta Touray,7012346,950.50,T2-003,`);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(page.getByText('3 requests of GMD 3,950.50 in all.')).toBeVisible();
    await page.getByRole('button', { name: 'Make 3 requests' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'School fees, term 2' })).toBeVisible();
    await expect(page.getByText('0 of 3 have paid.')).toBeVisible();
    const reminder = page.getByRole('link', { name: 'WhatsApp to Awa Ceesay' });
    const href = (await reminder.getAttribute('href')) ?? '';
    expect(href).toContain('https://wa.me/2207012345?text=');
    const address = /http\S+$/.exec(decodeURIComponent(href))?.[0] ?? '';

    await test.step('one pays, and one brings cash', async () => {
      const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await payer.goto(address);
      await payer.getByRole('radio', { name: 'Wallet A' }).check();
      await payer.getByRole('button', { name: 'Continue' }).click();
      await payer.getByLabel('Code').fill('000000');
      await payer.getByRole('button', { name: 'Pay GMD 1,500.00' }).click();
      await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      await payer.context().close();
      await page.getByRole('link', { name: 'Lamin Jallow', exact: true }).click();
      await page.getByRole('button', { name: 'Paid by hand' }).click();
      await page.getByRole('button', { name: 'Yes, it is paid' }).click();
      await expect(page.getByText('said by Awa Ceesay')).toBeVisible();
    });

    await test.step('the list says who, with its sums and as a file', async () => {
      await page.goto(`${home}/requests/file`);
      await expect(page.getByRole('row', { name: /School fees, term 2/ })).toContainText('2 of 3');
      await page.getByRole('link', { name: 'School fees, term 2' }).click();
      await expect(page.getByText('2 of 3 have paid.')).toBeVisible();
      await isAccessible(page);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('button', { name: 'Not paid', exact: true }).click();
      await expect(page.getByRole('row', { name: /Binta Touray/ })).toContainText('GMD 950.50');
      await expect(page.getByRole('row', { name: /Awa Ceesay/ })).toHaveCount(0);
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe('School fees term 2.csv');
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toMatch(
        new RegExp(`^T2-001,Awa Ceesay,\\+2207012345,,1500.00,${NEXT_YEAR}-01-31,,paid,`, 'm'),
      );
      expect(text).toMatch(/^T2-002,.*,paid_by_hand,/m);
    });

    await test.step('the same file again makes nothing', async () => {
      await page.goto(`${home}/requests/file`);
      await page.getByLabel('What is it for?').fill('School fees, term 2');
      await choose(`${good}\nBinta Touray,7012346,950.50,T2-003,`);
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByText('3 rows stood in an earlier file')).toBeVisible();
      await page.getByRole('button', { name: 'Show the list' }).click();
      await expect(page.getByText('2 of 3 have paid.')).toBeVisible();
    });
  });
});
