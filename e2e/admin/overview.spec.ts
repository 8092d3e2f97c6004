import { expect, test } from '@playwright/test';
import { contextOf, newPerson } from '#e2e/setup/browser-people';
import { changeRail } from '#lib/rails/change-rail';
import { isSound, newOperator, signIn } from './support.ts';

test('a rail that is switched off is called that, by whom and since when', async ({ browser }) => {
  const person = await newPerson('admin');
  // Nobody else's test looks at what is live here: no rail is connected.
  const setting = {
    environment: 'LIVE',
    direction: 'payout',
    min_amount: 100n,
    max_amount: 100_000_00n,
  } as const;
  await changeRail(contextOf(person), 'PROVIDER_C', { ...setting, enabled: false });
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  try {
    await page.goto('/admin?environment=LIVE');
    const row = page.getByRole('region', { name: 'Rails' }).getByRole('row', { name: /^Wallet C / });
    await expect(row).toContainText(`Switched off payouts, by ${person.name}`);
    await expect(row.locator('time')).toBeVisible();
    await expect(row).not.toContainText('Operational');
    const line = page.getByRole('link', { name: `Wallet C is switched off for payouts by ${person.name}` });
    await expect(line).toHaveAttribute('href', '/admin/rails');
    await isSound(page, 'the overview with a rail that is off');
    await page.goto('/admin?environment=SANDBOX');
    await expect(row).toContainText('Simulated');
  } finally {
    await changeRail(contextOf(person), 'PROVIDER_C', { ...setting, enabled: true });
    await context.close();
  }
});
