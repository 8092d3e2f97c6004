import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { logIn, newPerson } from '#e2e/setup/browser-people';
import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { bookCollectionNews } from '#lib/rail-work/book-collection';

// What a page can do before its script has come, which takes a slow phone two seconds: all that only shows, hides or leads
// somewhere; and in a browser that knows no popover.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** A shop with two payments, of which one is paid. */
async function newShop() {
  const name = `Bakery ${randomUUID().slice(0, 6)}`;
  const contact = { businessPhone: '+2207012345', businessEmail: `${randomUUID()}@shop.example` };
  const clientId = await createClient({ name, ...contact });
  const ctx = systemContext({ id: clientId, name, commissionBps: 0 }, 'SANDBOX');
  for (const reference of ['paid', 'open']) {
    const { transaction } = await initiateCollection(ctx, {
      ...{ amount: 150_00n, currency: 'GMD', provider: 'PROVIDER_C', metadata: {} },
      client_reference: `${reference}-${name}`,
    });
    if (reference === 'paid') await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  }
  return { clientId, paid: `paid-${name}`, open: `open-${name}` };
}

const menu = (page: Page) => page.getByRole('complementary', { name: 'Navigation' });
const payment = (page: Page, reference: string) =>
  page.getByRole('link', { name: reference }).filter({ visible: true });

/** The filters, once `open` is no longer in the list. */
async function narrowToSucceeded(page: Page, open: string): Promise<Locator> {
  await expect(payment(page, open)).toBeVisible();
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Status' }).tap();
  await filters.getByRole('button', { name: 'Succeeded' }).tap();
  await expect(page).toHaveURL(/\?status=SUCCEEDED$/);
  await expect(payment(page, open)).toHaveCount(0);
  return filters;
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a merchant gets by the menu to the transactions, narrows them, looks at a payment and at Charge', async ({
    page,
  }) => {
    const { clientId, paid, open } = await newShop();
    await page.goto(await logIn(page, await newPerson('owner', clientId)));
    await page.getByRole('link', { name: '7 days', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Earnings, last 7 days' })).toBeVisible();

    await page.getByRole('button', { name: 'More' }).tap();
    await menu(page).getByRole('button', { name: 'Lamin owner' }).tap();
    await expect(page.getByRole('group', { name: 'Lamin owner' }).getByRole('link')).toHaveText([
      'Settings',
      'Documentation',
    ]);
    // What wants the script is not there without it.
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();
    await menu(page).getByRole('link', { name: 'Transactions' }).tap();
    await expect(page).toHaveURL(/\/transactions$/);

    const filters = await narrowToSucceeded(page, open);
    await filters.getByRole('button', { name: 'Amount' }).tap();
    await page.getByLabel('At least').fill('150.00');
    await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).tap();
    await expect(page).toHaveURL(/\?status=SUCCEEDED&amount_min=150.00/);
    await filters.getByRole('button', { name: 'Remove the filter Status' }).tap();
    await expect(payment(page, open)).toBeVisible();
    await page.getByLabel('Search transactions').fill(paid);
    await page.keyboard.press('Enter');
    await expect(payment(page, open)).toHaveCount(0);

    await payment(page, paid).tap();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('GMD 150.00');
    await page.getByText('Ledger', { exact: true }).tap();
    await page.getByRole('link', { name: 'Charge', exact: true }).filter({ visible: true }).tap();
    await page.getByText('Who pays, and for what').tap();
    await expect(page.getByLabel('Reference')).toBeVisible();
  });

  test('an operator gets by the menu to the transactions and to a payment’s page', async ({ page }) => {
    const { paid } = await newShop();
    await page.goto(await logIn(page, await newPerson('admin')));
    await page.getByRole('button', { name: 'Open the navigation' }).tap();
    await menu(page).getByRole('link', { name: 'Transactions' }).tap();
    await page.getByRole('searchbox', { name: 'Id, reference, mobile or rail reference' }).fill(paid);
    await page.keyboard.press('Enter');
    await payment(page, paid).tap();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('GMD 150.00');
  });
});

/** As Safari before 17: what popovers are done by is not there, and no press opens one. */
function knowNoPopover(): void {
  for (const name of ['popover', 'togglePopover', 'showPopover', 'hidePopover']) {
    Reflect.deleteProperty(HTMLElement.prototype, name);
  }
  const { matches } = Element.prototype;
  Object.assign(Element.prototype, {
    matches(this: Element, selectors: string) {
      if (selectors.includes(':popover-open')) throw new SyntaxError(selectors);
      return matches.call(this, selectors);
    },
  });
  const never = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('beforetoggle', never, true);
}

test('in a browser that knows no popover the menu leads on and a filter is chosen', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.addInitScript(knowNoPopover);
  const { clientId, paid, open } = await newShop();
  await page.goto(await logIn(page, await newPerson('owner', clientId)));
  await page.getByRole('button', { name: 'More' }).tap();
  await menu(page).getByRole('link', { name: 'Transactions' }).tap();
  await expect(page).toHaveURL(/\/transactions$/);
  await expect(menu(page)).toBeHidden();

  const filters = await narrowToSucceeded(page, open);
  await page.getByRole('heading', { name: 'Transactions' }).tap();
  await expect(filters.getByRole('button', { name: 'Pending' })).toBeHidden();
  await expect(payment(page, paid)).toBeVisible();

  await page.getByRole('button', { name: 'More' }).tap();
  await menu(page).getByRole('button', { name: 'Lamin owner' }).tap();
  await page.getByRole('button', { name: 'Sign out' }).tap();
  await expect(page).toHaveURL(/\/login/);
  expect(faults).toEqual([]);
});
