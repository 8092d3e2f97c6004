import { expect, type Locator, type Page, test } from '@playwright/test';
import { newPerson } from '#e2e/setup/browser-people';
import { newMember, signInAsNewOwner, tillListens } from './support.ts';

// How many taps people need for what they do most; what is typed is not counted, nor is the tap into a field.

test.describe.configure({ timeout: 120_000 });

function countTaps() {
  let count = 0;
  return {
    async tap(target: Locator): Promise<void> {
      await target.click();
      count++;
    },
    get count() {
      return count;
    },
  };
}

async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  return page.getByRole('button', { name: 'Sign in' });
}

const first = (page: Page, role: 'link' | 'button', name: string) =>
  page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('an owner signs in and has a live code in three taps', async ({ page }) => {
      const taps = countTaps();
      await taps.tap(await fillSignIn(page, await newMember()));
      await taps.tap(first(page, 'link', 'Charge'));
      await page.getByLabel('Amount in GMD').fill('150.25');
      await taps.tap(first(page, 'button', 'Charge'));
      await expect(page.getByRole('img', { name: /code/i }).first()).toBeInViewport();
      expect(taps.count).toBeLessThanOrEqual(3);
    });

    test('a cashier signs in and has a live code in two', async ({ page }) => {
      const owner = await newMember();
      const cashier = await newPerson('cashier', owner.clientId);
      const taps = countTaps();
      await taps.tap(await fillSignIn(page, cashier));
      await tillListens(page);
      await page.keyboard.type('150');
      await taps.tap(page.getByRole('button', { name: 'Charge' }));
      await expect(page.getByRole('img', { name: 'The code that the customer scans' })).toBeInViewport();
      expect(taps.count).toBeLessThanOrEqual(3);
    });

    test('an owner pays a saved recipient in four taps', async ({ page }) => {
      await signInAsNewOwner(page, { balance: 1000_00n, float: 500_00n });
      await page.goto('/dashboard/sandbox/recipients');
      await page.getByRole('button', { name: 'New recipient' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Awa Ceesay');
      await page.getByLabel('Mobile number').fill('701 2345');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Awa Ceesay').filter({ visible: true }).first()).toBeVisible();
      await page.goto('/dashboard/sandbox');
      const taps = countTaps();
      await taps.tap(first(page, 'link', 'Pay out'));
      await page.getByRole('combobox', { name: 'Name or mobile number' }).fill('awa');
      await taps.tap(page.getByRole('option', { name: /Awa Ceesay/ }));
      await page.getByLabel('Amount in GMD').fill('25');
      await taps.tap(page.getByRole('button', { name: 'Review the payout' }));
      await taps.tap(page.getByRole('dialog').getByRole('button', { name: 'Pay out GMD 25.00' }));
      await expect(page.getByText('GMD 25.00 to +220 701 2345 was paid.')).toBeVisible();
      expect(taps.count).toBeLessThanOrEqual(4);
    });

    test('a developer signs in and is at the keys in two taps, or three by the menu', async ({ page }) => {
      const taps = countTaps();
      await taps.tap(await fillSignIn(page, await newMember('developer')));
      if (width < 768) await taps.tap(first(page, 'button', 'More'));
      await taps.tap(first(page, 'link', 'API keys'));
      await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
      expect(taps.count).toBeLessThanOrEqual(3);
    });
  });
}
