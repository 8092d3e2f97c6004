import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { codeOf, contextOf, forgetStep, logIn, newPerson } from '#e2e/setup/browser-people';
import { beginTwoFactor, confirmTwoFactor } from '#lib/auth/two-factor';

/** A merchant's first day, in one go; each part is looked at more closely in a file of its own. */

const home = '/dashboard/sandbox';

test('a merchant signs in with two factors, collects, sees a held payout go and takes the figures along', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const owner = await newPerson('owner');
  const { secret } = await beginTwoFactor(contextOf(owner), owner.password);
  await confirmTwoFactor(contextOf(owner), await codeOf(secret));
  await forgetStep(owner);

  await test.step('signs in with password and code', async () => {
    await logIn(page, owner);
    await page.getByLabel('Code').fill(await codeOf(secret));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(home);
  });

  await test.step('collects, and watches it succeed without a reload', async () => {
    await page.getByRole('link', { name: 'Charge', exact: true }).first().click();
    await page.getByLabel('Amount in GMD').fill('100.00');
    await page.getByLabel('Provider').selectOption('PROVIDER_W');
    await page.getByText('Who pays, and for what').click();
    await page.getByLabel('Reference').fill('FIRST-DAY-1');
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('button', { name: 'Charge' }).click();
    await expect(page.getByText('Succeeded')).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  await test.step('pays out more than the float has, funds it, and sees the payout go', async () => {
    await page.getByRole('link', { name: 'Payouts', exact: true }).click();
    await page.getByRole('link', { name: 'New payout' }).click();
    await page.getByLabel('Mobile number').fill('7012345');
    await page.getByLabel('Amount in GMD').fill('40.00');
    await page.getByLabel('Reference').fill('FIRST-DAY-2');
    await page.getByRole('button', { name: 'Review the payout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pay out GMD 40.00' }).click();
    const held = page.getByRole('region', { name: 'Held payouts' }).getByRole('row', { name: /FIRST-DAY-2/ });
    await expect(held).toContainText('GMD 40.00');
    await page.getByRole('link', { name: 'Sandbox tools' }).click();
    await expect(held).toBeVisible();
    await page.getByRole('button', { name: 'Fund the missing GMD 40.00' }).click();
    await expect(held).toHaveCount(0);
  });

  await test.step('exports both as CSV', async () => {
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await expect(page.getByRole('row', { name: /FIRST-DAY-2/ })).toContainText('Succeeded');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text).toContain(',FIRST-DAY-1,SUCCEEDED,100.00,1.50,');
    expect(text).toContain(',FIRST-DAY-2,SUCCEEDED,40.00,');
  });
});

test('a page that takes its time is announced by its outline, and the one before comes back unharmed', async ({
  page,
}) => {
  const owner = await newPerson('owner');
  await logIn(page, owner);
  await expect(page).toHaveURL(home);
  await page.goto(`${home}/collect`);
  await page.getByLabel('Amount in GMD').fill('12.00');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/team(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  // The page listens to clicks once its script has come.
  await expect(async () => {
    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel('Amount in GMD')).toBeHidden();
  letGo();
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  // Its own address, of which the log-in page knew nothing, is gone back to.
  await page.context().clearCookies();
  await page.goto(`${home}/transactions?status=FAILED`);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`${home}/transactions?status=FAILED`)}`);
});
