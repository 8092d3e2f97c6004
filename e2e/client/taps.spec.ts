import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { contextOf, newPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { createClient } from '#lib/clients/create-client';
import { systemContext } from '#lib/context';
import { askForKey } from '#lib/keys/ask-for-key';
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

async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
  door = '/login',
) {
  await page.context().clearCookies();
  await page.goto(door);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  return page.getByRole('button', { name: 'Sign in' });
}

const first = (page: Page, role: 'link' | 'button', name: string) =>
  page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });
    if (width !== 390) leaveToLongRun();

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

    test('an accountant signs in and has the month as a file in three taps, or four by the menu', async ({
      page,
    }) => {
      const member = await newMember('accountant');
      const taps = countTaps();
      await taps.tap(await fillSignIn(page, member));
      if (width < 768) await taps.tap(first(page, 'button', 'More'));
      await taps.tap(first(page, 'link', 'Statement'));
      const file = page.waitForEvent('download');
      await taps.tap(first(page, 'link', 'PDF'));
      expect((await file).suggestedFilename()).toMatch(/^kaira-statement-sandbox-.*\.pdf$/);
      expect(taps.count).toBeLessThanOrEqual(4);
    });

    test('an operator signs in and has approved a key in four taps, or five by the menu', async ({
      page,
    }) => {
      const name = `Bakau Boats ${randomUUID().slice(0, 8)}`;
      const contact = { businessPhone: '+2207012345', businessEmail: 'boats@shop.example' };
      const owner = await newPerson('owner', await createClient({ name, ...contact }));
      const operator = await newPerson('admin');
      const ctx = {
        ...systemContext({ id: owner.clientId ?? '', name: '', commissionBps: 0 }, 'LIVE'),
        ...contextOf(owner),
      };
      await askForKey(ctx, { scope: 'full' });
      const taps = countTaps();
      await taps.tap(await fillSignIn(page, operator, '/admin/login'));
      if (width < 768) await taps.tap(first(page, 'button', 'Open the navigation'));
      await taps.tap(
        page
          .getByRole('link', { name: /^Approvals/ })
          .filter({ visible: true })
          .first(),
      );
      const request = page.getByRole('listitem').filter({ hasText: name });
      await taps.tap(request.getByRole('button', { name: 'Approve' }));
      await taps.tap(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(request).toHaveCount(0);
      expect(taps.count).toBeLessThanOrEqual(5);
    });
  });
}
