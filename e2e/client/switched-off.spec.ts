import { expect, test } from '@playwright/test';
import { contextOf, newPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { changeClientRail } from '#lib/clients/change-client-rail';
import { isAccessible, newMember, openAs } from './support.ts';

test('a rail that is switched off is not called as it should be', async ({ page }) => {
  leaveToLongRun();
  const member = await newMember();
  await openAs(page, member);
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention).toContainText(
    'Nothing: providers, webhooks, keys and payouts are as they should be.',
  );
  const operator = contextOf(await newPerson('admin'));
  const off = { environment: 'SANDBOX', direction: 'payout', enabled: false } as const;
  await changeClientRail(operator, member.clientId, 'PROVIDER_C', off);
  // Every process knows it within two seconds.
  await expect(async () => {
    await page.reload();
    await expect(attention).toContainText('Wallet C is not available for payouts at the moment', {
      timeout: 1_000,
    });
  }).toPass();
  await expect(attention).not.toContainText('as they should be');
  await isAccessible(page);
});
