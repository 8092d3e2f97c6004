import { type Browser, expect, type Page, test } from '@playwright/test';
import { logIn, newPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { banjulDay } from '#lib/clock';
import {
  fitsItsWidth,
  isAccessible,
  newMember,
  openAs,
  settle,
  signInAsNewOwner,
  sql,
  tillListens,
} from './support.ts';

const home = '/dashboard/sandbox';
const today = () => banjulDay(new Date()).replaceAll('-', '');
test.describe.configure({ timeout: 180_000 });

/** The customer's phone, with the code scanned and Wallet A chosen. */
async function scan(page: Page, browser: Browser): Promise<Page> {
  const code = page.getByRole('img', { name: 'The code that the customer scans' });
  const address = ((await code.getAttribute('src')) ?? '').replace('/qr.svg', '');
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const payer = await phone.newPage();
  await payer.goto(new URL(address, page.url()).href);
  await payer.getByLabel('Your mobile number').fill('701 2345');
  await payer.getByRole('radio', { name: 'Wallet A' }).check();
  await payer.getByRole('button', { name: 'Continue' }).click();
  return payer;
}

async function payWith(payer: Page): Promise<void> {
  await payer.getByLabel('Code').fill('000000');
  await payer.getByRole('button', { name: /^Pay GMD/ }).click();
  await expect(payer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
}

/** What the till lets one hear and feel, from then on. */
async function listen(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const felt: unknown[] = [];
    const vibrate = (pattern: unknown) => felt.push(pattern) > 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      felt.push('note');
      return start.apply(this, when);
    };
    Object.assign(navigator, { vibrate });
    Object.assign(window, { felt });
  });
  return () => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt);
}

test.describe('at the counter, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('an amount, a code to scan, and paid: three taps, sound and a shake; then the day by wallet', async ({
    page,
    browser,
  }) => {
    const felt = await listen(page);
    await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    await expect(page.getByText('0 sales')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Charge' })).toBeDisabled();
    await fitsItsWidth(page);
    await isAccessible(page);
    for (const key of ['1', '2', '5', '0', 'Point', '5', '5'])
      await page.getByRole('button', { name: key, exact: true }).tap();
    await page.getByRole('button', { name: 'Take the last digit back' }).tap();
    await expect(page.getByText('1,250.5')).toBeVisible();
    await page.getByRole('button', { name: 'Charge' }).tap();
    const code = page.getByRole('img', { name: 'The code that the customer scans' });
    await expect(code).toBeVisible();
    await expect(page.getByText('Scan to pay')).toBeVisible();
    await fitsItsWidth(page);
    await isAccessible(page);

    const payer = await scan(page, browser);
    await expect(page.getByText('The customer pays by Wallet A')).toBeVisible();
    await payWith(payer);
    // It looks every 700 ms; the rest is for a busy machine.
    await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: 3_000 });
    expect(await felt()).toEqual([[120, 60, 120], 'note', 'note']);
    await isAccessible(page);
    await expect(page.getByText('1 sale', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Next sale' }).tap();
    await expect(page.getByRole('button', { name: 'Charge' })).toBeDisabled();
    await expect(page.getByText('1 sale', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'GMD 1,250.50' })).toBeVisible();
    await payer.context().close();
  });

  test('the counter’s own code: made with one tap, and whoever pays there appears by name, with a sound', async ({
    page,
    browser,
  }) => {
    leaveToLongRun();
    const felt = await listen(page);
    await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    await page.getByRole('button', { name: 'Make a code for the counter' }).tap();
    await page.getByRole('link', { name: 'Show or print it' }).tap();
    const address = await page.getByRole('link', { name: /\/pay\// }).getAttribute('href');
    await page.goto(`${home}/till`);
    await page.getByText('Today: 0 payments, GMD 0.00').tap();
    const asked = { day: 0, news: 0 };
    page.on('request', (request) => {
      if (/\/api\/dashboard\/till\?/.test(request.url())) asked.day++;
      if (/\/api\/dashboard\/till\/counter\?/.test(request.url())) asked.news++;
    });

    const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const payer = await phone.newPage();
    await payer.goto(new URL(new URL(address ?? '').pathname, page.url()).href);
    await payer.getByLabel('Amount in dalasi (GMD)').fill('75.50');
    await payer.getByLabel('Your name').fill('Fatou Jallow');
    await payer.getByLabel('Your mobile number').fill('701 2345');
    await payer.getByRole('radio', { name: 'Wallet A' }).check();
    await payer.getByRole('button', { name: 'Continue' }).click();
    await payWith(payer);
    await phone.close();

    await expect(page.getByText('Fatou Jallow paid GMD 75.50')).toBeVisible({ timeout: 10_000 });
    // The whole day is asked for once somebody has paid, and twice a minute.
    expect(asked.news).toBeGreaterThan(0);
    expect(asked.day).toBeLessThanOrEqual(3);
    expect(await felt()).toEqual([[120, 60, 120], 'note', 'note']);
    await expect(page.getByText('Today: 1 payment, GMD 75.50')).toBeVisible();
    await expect(page.getByText('In all 1 sale')).toBeVisible();
    await fitsItsWidth(page);
    await isAccessible(page);
    await page.getByRole('button', { name: 'Switch it off' }).tap();
    await expect(page.getByText('Off. Today: 1 payment, GMD 75.50')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Switch it on' })).toBeVisible();
  });

  test('items with prices: an owner lists them, a cashier taps them and types beside them, and the day has them', async ({
    page,
    browser,
  }) => {
    leaveToLongRun();
    const shop = await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    await page.getByRole('button', { name: 'Sell items with a tap' }).tap();
    await page.getByLabel('Name of item 1').fill('Domoda');
    await page.getByLabel('Price of Domoda in GMD').fill('75');
    await page.getByRole('button', { name: 'Add an item' }).tap();
    await page.getByLabel('Name of item 2').fill('Juice');
    await page.getByLabel('Price of Juice in GMD').fill('1,5');
    await isAccessible(page);
    await fitsItsWidth(page);
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(page.getByRole('dialog').getByText('Write the amount')).toBeVisible();
    await page.getByLabel('Price of Juice in GMD').fill('25.50');
    await page.getByRole('button', { name: 'Move Juice up' }).tap();
    await page.getByRole('button', { name: 'Save' }).tap();
    const items = page.getByRole('group', { name: 'Items', exact: true });
    await expect(items.getByRole('button')).toHaveText([/Juice/, /Domoda/]);

    await page.context().clearCookies();
    await logIn(page, await newPerson('cashier', shop.clientId));
    await page.waitForURL(`**${home}/till`);
    await expect(page.getByRole('button', { name: 'Change the items' })).toHaveCount(0);
    for (const name of ['Domoda', 'Domoda', 'Juice', 'Juice'])
      await items.getByRole('button', { name }).tap();
    await page.getByRole('button', { name: 'One Juice less' }).tap();
    const sold = page.getByRole('list', { name: 'What is sold' });
    await expect(sold).toContainText('2 x Domoda');
    await expect(sold).toContainText('1 x Juice');
    await page.getByRole('button', { name: 'Keypad', exact: true }).tap();
    for (const key of ['1', '2']) await page.getByRole('button', { name: key, exact: true }).tap();
    const sale = page.getByRole('region', { name: 'New sale' });
    await expect(sale).toContainText('1 x Juice, 2 x Domoda');
    await expect(sale).toContainText('GMD 187.50');
    // All of it is above the bar at the bottom, without scrolling.
    const [charge, bar] = [
      await page.getByRole('button', { name: 'Charge' }).boundingBox(),
      await page.getByRole('navigation', { name: 'Most used' }).boundingBox(),
    ];
    expect((charge?.y ?? 0) + (charge?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    for (const button of await page.getByRole('region', { name: 'New sale' }).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await fitsItsWidth(page);
    await isAccessible(page);
    await page.getByRole('button', { name: 'Charge' }).tap();
    await expect(page.getByRole('region', { name: 'The sale' })).toContainText('1 x Juice, 2 x Domoda');
    const payer = await scan(page, browser);
    await payWith(payer);
    await payer.context().close();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: 10_000 });
    await page.getByRole('button', { name: 'Next sale' }).tap();
    const day = page.getByRole('region', { name: /Your sales today/ });
    await expect(day).toContainText('2 x Domoda');
    await expect(day).toContainText('GMD 150.00');
    await expect(day).toContainText('Amounts typed');
    await fitsItsWidth(page);
    await isAccessible(page);

    await test.step('a price that has changed meanwhile is not charged', async () => {
      await items.getByRole('button', { name: 'Domoda' }).tap();
      await (await sql())`
        update tills set version = version + 1,
          items = (select jsonb_agg(i || case when i->>'name' = 'Domoda' then '{"price": "8000"}' else '{}' end::jsonb)
                   from jsonb_array_elements(items) i)
        where client_id = ${shop.clientId}`;
      await page.getByRole('button', { name: 'Charge' }).tap();
      await expect(page.getByText('The items or their prices have changed.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'New sale' })).toContainText('GMD 80.00');
      await page.getByRole('button', { name: 'Charge' }).tap();
      await expect(page.getByRole('region', { name: 'The sale' })).toContainText('GMD 80.00');
      await page.getByRole('button', { name: 'Stop this sale' }).tap();
    });
  });

  test('a cashier signs in to the till, sells, and sees their own sales and little else', async ({
    page,
    browser,
  }) => {
    const shop = await newMember('owner', 0);
    const others = await settle(shop, '77.00', { client_reference: `TILL-${today()}-OTHERS` });
    await logIn(page, await newPerson('cashier', shop.clientId));
    await page.waitForURL(`**${home}/till`);
    await expect(page.getByText('Your sales today')).toBeVisible();
    await expect(page.getByText('0 sales')).toBeVisible();
    await isAccessible(page);
    const bar = page.getByRole('navigation', { name: 'Most used' });
    await expect(bar.getByRole('link')).toHaveText(['Till', 'Requests']);
    await expect(page.getByLabel('Search transactions')).toBeHidden();
    await bar.getByRole('button', { name: 'More' }).tap();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText(['Till', 'Requests']);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '9', exact: true }).tap();
    await page.getByRole('button', { name: 'Charge' }).tap();
    await expect(page.getByText('Scan to pay')).toBeVisible();
    const payer = await scan(page, browser);
    await payWith(payer);
    await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: 10_000 });
    await payer.context().close();
    await page.getByRole('button', { name: 'Next sale' }).tap();
    await expect(page.getByText('1 sale', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('GMD 77.00')).toHaveCount(0);
    await page.getByRole('link', { name: 'GMD 9.00' }).tap();
    await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See everything about it' })).toHaveCount(0);

    for (const path of [
      '/transactions',
      '/team',
      '/statement',
      '/collect',
      `/collect/${others.transaction_id}`,
    ]) {
      await page.goto(`${home}${path}`);
      await expect(page.getByText('There is no such page')).toBeVisible();
    }
    await page.goto(home);
    await expect(page).toHaveURL(/\/till$/);
    await page.goto(`${home}/settings`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('no answer came: the same amount is the same sale, and another amount another one', async ({
    page,
  }) => {
    await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    const references: string[] = [];
    // The server has it, and its answer is lost.
    await page.route('**/api/dashboard/collections?*', async (route) => {
      references.push(route.request().postDataJSON().client_reference);
      if (references.length > 2) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const charge = async () => {
      await press('Charge');
      await expect(page.getByText('No answer came.')).toBeVisible();
    };
    await press('5');
    await charge();
    await charge();
    expect(new Set(references).size).toBe(1);
    await press('0');
    await press('Charge');
    await expect(page.getByRole('region', { name: 'The sale' })).toContainText('GMD 50.00');
    expect(references.at(-1)).not.toBe(references[0]);
  });

  test('two taps on Charge, on a slow line or a fast one, are one sale; so are two of Enter', async ({
    page,
  }) => {
    const shop = await signInAsNewOwner(page);
    const made: string[] = [];
    let waitsMs = 0;
    await page.route('**/api/dashboard/collections?*', async (route) => {
      made.push(route.request().postDataJSON().client_reference);
      await new Promise((resolve) => setTimeout(resolve, waitsMs));
      await route.continue();
    });
    const charges = [
      () => page.getByRole('button', { name: 'Charge' }).dblclick(),
      async () => {
        for (const _ of [1, 2]) await page.keyboard.press('Enter');
      },
    ];
    for (const [at, charge] of [...charges, ...charges].entries()) {
      waitsMs = at < charges.length ? 0 : 400;
      await page.goto(`${home}/till`);
      await tillListens(page);
      await page.keyboard.press(`${at + 1}`);
      await charge();
      await expect(page.getByText('Scan to pay')).toBeVisible();
      await page.getByRole('button', { name: 'Stop this sale' }).click();
      await expect(page.getByText('Nothing was charged.')).toBeVisible();
    }
    expect(new Set(made).size).toBe(4);
    const links = await (await sql())`
      select count(*)::int as made from payment_links where client_id = ${shop.clientId}`;
    expect(links[0]?.made).toBe(4);
  });

  test('whoever loads the till anew is at the sale that is open, can stop it, and goes on to the next one', async ({
    page,
    browser,
  }) => {
    leaveToLongRun();
    await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    for (const key of ['7', '1']) await page.getByRole('button', { name: key, exact: true }).tap();
    await page.getByRole('button', { name: 'Charge' }).tap();
    const code = page.getByRole('img', { name: 'The code that the customer scans' });
    const shown = await code.getAttribute('src');
    await page.reload();
    await expect(page.getByRole('region', { name: 'The sale' })).toContainText('GMD 71.00');
    expect(await code.getAttribute('src')).toBe(shown);
    await page.goto(`${home}/settings`);
    await page.goBack();
    await expect(page.getByText('Scan to pay')).toBeVisible();
    await fitsItsWidth(page);
    await isAccessible(page);
    const payer = await scan(page, browser);
    await page.reload();
    await expect(page.getByText('The customer pays by Wallet A')).toBeVisible();
    await payWith(payer);
    await payer.context().close();
    await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: 10_000 });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Charge' })).toBeVisible();
    await page.getByRole('button', { name: '8', exact: true }).tap();
    await page.getByRole('button', { name: 'Charge' }).tap();
    await expect(page.getByText('Scan to pay')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Stop this sale' }).tap();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Next sale' }).tap();
    await expect(page.getByRole('button', { name: 'Charge' })).toBeVisible();
  });

  test('a customer who walks away: the sale is stopped, and nothing counts', async ({ page }) => {
    await signInAsNewOwner(page);
    await page.goto(`${home}/till`);
    await page.getByRole('button', { name: '7', exact: true }).tap();
    await page.getByRole('button', { name: 'Charge' }).tap();
    await expect(page.getByText('Scan to pay')).toBeVisible();
    await page.getByRole('button', { name: 'Stop this sale' }).tap();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Next sale' }).tap();
    await expect(page.getByText('0 sales')).toBeVisible();
  });
});

test('a keyboard types as well, and a viewer only looks', async ({ page }) => {
  await signInAsNewOwner(page);
  await page.goto(`${home}/till`);
  await tillListens(page);
  await page.keyboard.type('12,50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('GMD 12.50')).toBeVisible();
  await openAs(page, await newMember('viewer'), '/till');
  await expect(page.getByText('Today’s sales')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden();
});
