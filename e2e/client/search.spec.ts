import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { collect, isAccessible, newMember, openAs, settle } from './support.ts';

/** What the search of every page offers while somebody types. */

const field = (page: Page) => page.getByRole('combobox', { name: 'Search transactions' });
const options = (page: Page) => page.getByRole('option');

for (const width of [390, 1280]) {
  test(`names, numbers and references are offered as one types, at ${width} px`, async ({ page }) => {
    if (width !== 390) leaveToLongRun();
    await page.setViewportSize({ width, height: 800 });
    const [member, other] = [await newMember(), await newMember()];
    const wanted = await settle(member, '70.00', {
      ...{ client_reference: 'INV-77', customer_name: 'Awa Ceesay', customer_mobile: '+2207000077' },
    });
    await settle(member, '71.00', { client_reference: 'OTHER-1', customer_name: 'Lamin Jallow' });
    await settle(other, '72.00', { client_reference: 'INV-78', customer_name: 'Awa Ceesay' });
    await openAs(page, member, '/customers');
    for (const text of ['cees', 'INV-', '7000077']) {
      // The field listens once its script has come.
      await expect(async () => {
        await field(page).fill('');
        await field(page).pressSequentially(text);
        await expect(options(page)).toHaveCount(1, { timeout: 3_000 });
      }).toPass();
      await expect(options(page)).toContainText('Awa Ceesay');
      await expect(options(page)).toContainText('+GMD 70.00');
      await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
    }
    await isAccessible(page);
    await page.setViewportSize({ width, height: 800 });

    await test.step('Escape keeps what was typed, and takes the list away', async () => {
      await field(page).press('Escape');
      await expect(options(page)).toHaveCount(0);
      await expect(field(page)).toHaveValue('7000077');
    });

    await test.step('the keys choose one, and Enter opens it', async () => {
      await field(page).fill('INV');
      await expect(options(page)).toHaveCount(1);
      await field(page).press('ArrowDown');
      await expect(options(page)).toHaveAttribute('aria-selected', 'true');
      const id = await options(page).getAttribute('id');
      await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
      await field(page).press('ArrowDown');
      await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
      await field(page).press('ArrowUp');
      await field(page).press('Enter');
      await expect(page).toHaveURL(new RegExp(`/transactions/${wanted.transaction_id}$`));
      await expect(options(page)).toHaveCount(0);
    });

    await test.step('so does a tap', async () => {
      await field(page).fill('jall');
      await options(page).filter({ hasText: 'Lamin Jallow' }).click();
      await expect(page.getByText('OTHER-1').first()).toBeVisible();
    });

    await test.step('Enter without a choice lists all', async () => {
      await field(page).fill('INV');
      await expect(options(page)).toHaveCount(1);
      await field(page).press('Enter');
      await expect(page).toHaveURL(/\/transactions\?q=INV$/);
      await expect(options(page)).toHaveCount(0);
    });
  });
}

test('what is offered is of the environment that one is in', async ({ page }) => {
  leaveToLongRun();
  const member = await newMember();
  await collect(member, { client_reference: 'SANDBOX-1', provider: 'PROVIDER_W' });
  await openAs(page, member, '/customers');
  await expect(async () => {
    await field(page).fill('');
    await field(page).pressSequentially('SANDBOX');
    await expect(options(page)).toHaveCount(1, { timeout: 3_000 });
  }).toPass();
  await page.goto('/dashboard/live/customers');
  await field(page).pressSequentially('SANDBOX');
  const answered = await page.waitForResponse((response) => response.url().includes('q=SANDBOX'));
  expect(answered.status()).toBe(200);
  await expect(options(page)).toHaveCount(0);
});

test('the field says what the list is narrowed to, and nothing where it is not', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const member = await newMember();
  await settle(member, '70.00', { client_reference: 'INV-77', customer_name: 'Awa Ceesay' });
  await settle(member, '71.00', { client_reference: 'OTHER-1', customer_name: 'Lamin Jallow' });
  await openAs(page, member, '/transactions?q=awa');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' });
  await expect(field(page)).toHaveValue('awa');
  await expect(rows).toHaveCount(1);

  await test.step('the menu leads to all, and the field is empty', async () => {
    await menu.click();
    await expect(rows).toHaveCount(2);
    await expect(field(page)).toHaveValue('');
  });

  await test.step('the way back has both again, and a filter more keeps both', async () => {
    await page.goBack();
    await expect(rows).toHaveCount(1);
    await expect(field(page)).toHaveValue('awa');
    await page.goto('/dashboard/sandbox/transactions?q=awa&status=FAILED');
    await expect(field(page)).toHaveValue('awa');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(rows).toHaveCount(2);
    await expect(field(page)).toHaveValue('');
  });

  await test.step('what was typed on another page does not come along', async () => {
    await page.goto('/dashboard/sandbox/customers');
    await field(page).fill('lam');
    await menu.click();
    await expect(rows).toHaveCount(2);
    await expect(field(page)).toHaveValue('');
  });

  await test.step('an emptied field finds all', async () => {
    await field(page).fill('lam');
    await field(page).press('Enter');
    await expect(rows).toHaveCount(1);
    await field(page).fill('');
    await field(page).press('Enter');
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/\/transactions$/);
  });
});

test('a reference is found and offered by its number alone', async ({ page }) => {
  const member = await newMember();
  await settle(member, '455.55', { client_reference: 'ORDER-1042' });
  await settle(member, '71.00', { client_reference: 'ORDER-7' });
  await openAs(page, member, '/transactions?q=1042');
  await expect(page.getByText('ORDER-1042').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('ORDER-7').filter({ visible: true })).toHaveCount(0);
  await expect(async () => {
    await field(page).fill('');
    await field(page).pressSequentially('order 1042');
    await expect(options(page)).toHaveCount(1, { timeout: 3_000 });
  }).toPass();
  await expect(options(page)).toContainText('ORDER-1042');
  await page.goto('/dashboard/sandbox/transactions?q=1043');
  await expect(page.getByText('1042 finds ORDER-1042')).toBeVisible();
});
