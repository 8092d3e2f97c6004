import { expect, type Page, test } from '@playwright/test';
import { contextOf, newPerson } from '#e2e/setup/browser-people';
import { changeClientRail } from '#lib/clients/change-client-rail';
import { isAccessible, newMember, openAs, signIn, tillListens } from './support.ts';

/** What somebody meets who tries Kaira for the first time: amounts that the sandbox plays, and Live before it is open. */

const note = (page: Page) => page.getByText('is a test amount of the sandbox.');
const charge = (page: Page) => page.getByRole('button', { name: 'Charge', exact: true });

test('a test amount is told beside the amount before it is charged, and its error as it is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await newMember(), '/collect');
  const amount = page.getByLabel('Amount in GMD');
  await expect(async () => {
    await amount.fill('');
    await amount.pressSequentially('400');
    await expect(note(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(note(page)).toContainText('GMD 400.00');
  await expect(note(page)).toContainText('The customer does not have enough money.');
  await isAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await amount.fill('350');
  await expect(note(page)).toHaveCount(0);
  await amount.fill('500.00');
  await expect(note(page)).toContainText('nothing is stored');
  await charge(page).click();
  await expect(page.getByText('Simulated server error')).toBeVisible();
  await expect(page.getByText('No answer came')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Look what became of it' })).toHaveCount(0);
});

test('the till tells it too, and does not say that pressing again helps', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await newMember(), '/till');
  await tillListens(page);
  for (const key of ['5', '0']) await page.keyboard.press(key);
  await expect(note(page)).toHaveCount(0);
  await page.keyboard.press('0');
  await expect(note(page)).toContainText('GMD 500.00');
  await charge(page).click();
  await expect(page.getByText('Simulated server error')).toBeVisible();
  await expect(page.getByText('Press Charge again')).toHaveCount(0);
});

test('where nothing is open in Live, charging and paying lead to the same page of the sandbox', async ({
  page,
}) => {
  const member = await newMember();
  const operator = contextOf(await newPerson('admin'));
  for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD']) {
    for (const direction of ['collection', 'payout'] as const) {
      // Nothing is paid out to a card.
      if (provider === 'PROVIDER_C_CARD' && direction === 'payout') continue;
      await changeClientRail(operator, member.clientId, provider, {
        environment: 'LIVE',
        direction,
        enabled: false,
      });
    }
  }
  await signIn(page, member);
  for (const address of ['collect', 'till', 'payouts/new']) {
    await expect(async () => {
      await page.goto(`/dashboard/live/${address}`);
      await expect(page.getByText('No provider is open for')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('link', { name: 'Try it in the sandbox' }).click();
    await expect(page).toHaveURL(`/dashboard/sandbox/${address}`);
    await expect(page.getByText('No provider is open for')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Try it in the sandbox' })).toHaveCount(0);
  }
});
