import { type Browser, expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { fitsItsWidth, isAccessible, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
test.describe.configure({ timeout: 180_000 });
test.use(phone);

/** Charges a customer who chooses the wallet; the address of the page for that. */
async function charge(page: Page, amount: string): Promise<string> {
  await page.goto(`${home}/collect`);
  await page.getByLabel('Amount in GMD').fill(amount);
  // What Charge begins with.
  await expect(page.getByText('chooses a wallet there')).toBeVisible();
  await page.getByRole('button', { name: 'Charge' }).click();
  await expect(page.getByText('waiting for the customer')).toBeVisible();
  return (await page.getByRole('link', { name: 'Open the page' }).getAttribute('href')) ?? '';
}

async function payerOf(browser: Browser, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ ...phone, javaScriptEnabled });
  return { context, tab: await context.newPage() };
}

for (const javaScriptEnabled of [true, false]) {
  test(`the customer chooses, changes to another wallet and pays once, script ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    page,
    browser,
  }) => {
    if (javaScriptEnabled) leaveToLongRun();
    await signInAsNewOwner(page);
    const address = await charge(page, '1,250');
    expect(address).toMatch(/\/pay\/\w{10}$/);
    await expect(page.getByRole('img', { name: 'The payment link as a QR code' })).toBeVisible();
    await expect(page.getByText('Not chosen')).toBeVisible();
    await fitsItsWidth(page);
    await isAccessible(page);

    const { context, tab } = await payerOf(browser, javaScriptEnabled);
    const other = await context.newPage();
    await test.step('two tabs and a double tap are one payment', async () => {
      await Promise.all([tab.goto(address), other.goto(address)]);
      await expect(tab.getByText('1,250.00')).toBeVisible();
      await fitsItsWidth(tab);
      await tab.getByRole('radio', { name: 'Wallet W' }).check();
      await other.getByRole('radio', { name: 'Wallet C' }).check();
      await Promise.all([
        tab.getByRole('button', { name: 'Continue' }).dblclick(),
        other.getByRole('button', { name: 'Continue' }).click(),
      ]);
      await expect(tab).toHaveURL(/\/(checkout|pay)\/.*[0-9a-f]{8}-/);
      await expect(other).toHaveURL(/\/(checkout|pay)\/.*[0-9a-f]{8}-/);
      const idOf = (each: Page) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(each.url())?.[0];
      expect(idOf(other)).toBe(idOf(tab));
    });

    await test.step('another wallet is another attempt, with a code', async () => {
      await tab.goto(address);
      await tab.getByRole('button', { name: 'Pay another way' }).click();
      await tab.getByLabel('Your mobile number').fill('701 2345');
      await tab.getByRole('radio', { name: 'Wallet A' }).check();
      await tab.getByRole('button', { name: 'Continue' }).click();
      await tab.getByLabel('Code').fill('111111');
      await tab.getByRole('button', { name: /^Pay GMD/ }).click();
      await expect(tab.getByRole('alert')).toContainText('Tries left: 2');
      await tab.getByLabel('Code').fill('000000');
      await tab.getByRole('button', { name: /^Pay GMD/ }).click();
      await expect(tab.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      await fitsItsWidth(tab);
      await tab.getByRole('link', { name: 'Receipt' }).click();
      await expect(tab.getByText('1,250.00').first()).toBeVisible();
    });

    await test.step('the business sees it by itself, and the other tab leads there', async () => {
      await expect(page.getByText('the money is in your balance')).toBeVisible();
      await expect(page.getByText('Wallet A', { exact: true })).toBeVisible();
      await other.goto(address);
      await expect(other.getByRole('heading', { name: 'Payment received' })).toBeVisible();
      const stranger = await payerOf(browser, javaScriptEnabled);
      expect((await stranger.tab.goto(address))?.status()).toBe(410);
      await stranger.context.close();
    });
    await context.close();
  });
}

test('what nobody has chosen is cancelled by the business, and the page says so', async ({
  page,
  browser,
}) => {
  leaveToLongRun();
  await signInAsNewOwner(page);
  const address = await charge(page, '75');
  const { context, tab } = await payerOf(browser, true);
  await tab.goto(address);
  await page.getByRole('button', { name: 'Cancel the collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the collection' }).click();
  await expect(page.getByText('nothing was charged', { exact: false }).first()).toBeVisible();
  await tab.getByRole('radio', { name: 'Wallet W' }).check();
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(tab.getByRole('heading', { name: 'No payment is taken here' })).toBeVisible();
  await isAccessible(tab);
  await page.getByRole('link', { name: 'See everything about it' }).click();
  await expect(page.getByText('Not chosen').first()).toBeVisible();
  await context.close();
});
