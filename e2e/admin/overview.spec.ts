import { expect, test } from '@playwright/test';
import { contextOf, newPerson } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { resumeClient, suspendClient } from '#lib/clients/update-client';
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
    await expect(row).toContainText('Not connected, and switched off for payouts');
    await expect(row).toContainText(`payouts switched off by ${person.name}`);
    await expect(row.locator('time')).toBeVisible();
    await expect(row).not.toContainText('healthy');
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

test('a suspended account is named to the operators, and told to its own people on every page', async ({
  browser,
}) => {
  leaveToLongRun();
  const [operator, owner] = [await newPerson('admin'), await newPerson('owner')];
  const clientId = owner.clientId ?? '';
  await suspendClient(contextOf(operator), clientId, 'Their key is out.');
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  const { page: theirs, context: theirContext } = await signIn(browser, 'client', owner);
  try {
    await page.goto('/admin?environment=LIVE');
    const line = page.locator(`a[href="/admin/clients/${clientId}"]`);
    await expect(line).toContainText('Brikama Bakery is suspended');
    await isSound(page, 'the overview with a suspended client');
    for (const path of ['', '/collect', '/payouts/new', '/keys']) {
      await theirs.goto(`/dashboard/live${path}`);
      await expect(theirs.getByRole('alert').first()).toContainText('This account is suspended');
    }
    await theirs.goto('/dashboard/live');
    await expect(theirs.getByText('Nothing: rails, webhooks')).toHaveCount(0);
    await isSound(theirs, 'the home of a suspended account');
  } finally {
    await resumeClient(contextOf(operator), clientId, 'A new key.');
    await context.close();
    await theirContext.close();
  }
});
