import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { fitsItsWidth as fits } from '#e2e/setup/browser-people';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { newId } from '#lib/ids';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { places, seal } from '#lib/seal';
import { makeWebhookSecret } from '#lib/webhooks/signature';
import {
  api,
  collect,
  isAccessible,
  type Member,
  newMember,
  openAs,
  payOut,
  settle,
  sql,
} from './support.ts';

const figure = (page: Page, name: string) =>
  page.locator('main dl > div').filter({ hasText: new RegExp(`^${name}`) });

/** A collection that was paid so many days ago. */
/** The worker may find it expired before it is booked, as what is as old is; then another one. */
async function settleEarlier({ ctx: current }: Member, daysAgo: number, amount: bigint) {
  const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
  const ctx = { ...current, now: () => at };
  for (;;) {
    const { transaction } = await initiateCollection(ctx, {
      amount,
      currency: 'GMD',
      client_reference: `early-${randomUUID()}`,
      provider: 'PROVIDER_W',
      metadata: {},
    });
    const booked = await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
    if (booked.transaction.status === 'SUCCEEDED') return;
  }
}

test('a new account is led to its first collection and sees it succeed without a reload', async ({
  page,
}) => {
  const member = await newMember();
  await page.clock.install();
  await openAs(page, member);
  await expect(page.getByText('Take a payment for practice')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Charge GMD 100.00' })).toBeVisible();
  await page.getByText('For developers').click();
  await expect(page.getByText('$KAIRA_TEST_KEY')).toBeVisible();
  await expect(figure(page, 'Available')).toContainText('0.00');
  const loaded = await page.evaluate(() => performance.timeOrigin);

  const { client_reference } = await collect(member, { amount: '100.00' });
  // The page looks every 15 s, and every 5 s while something is open.
  await page.clock.fastForward(15_000);
  const row = page.getByRole('listitem').filter({ hasText: client_reference });
  await expect(row).toContainText('Succeeded');
  await expect(figure(page, 'Available')).toContainText('98.50');
  await expect(figure(page, 'Collected')).toContainText('100.00');
  await expect(figure(page, 'Commission')).toContainText('1.50');
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});

test('the figures, the chart’s table and the success by rail agree with what happened', async ({ page }) => {
  const member = await newMember();
  await settle(member, '300.00');
  await settle(member, '100.00');
  await api(member, '/sandbox/rail-floats', { provider: 'PROVIDER_W', amount: '50.00' });
  await payOut(member, '40.00');
  const failing = await collect(member, { amount: '5.00', provider: 'PROVIDER_A' });
  await api(member, `/collections/${failing.transaction_id}/cancel`, {});
  await openAs(page, member);
  await expect(figure(page, 'Available')).toContainText('354.00');
  await expect(figure(page, 'Paid out')).toContainText('40.00');
  await expect(page.getByText('GMD 394.00 from 2 collections, after commission')).toBeVisible();

  await page.getByText('Show as a table').click();
  const days = page.getByRole('region', { name: 'Earnings by day' });
  await expect(days.getByRole('row')).toHaveCount(31);
  await expect(days.getByRole('row').nth(1)).toContainText('GMD 394.00');
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(page).toHaveURL(/\?days=90$/);
  await expect(days.getByRole('row')).toHaveCount(91);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Earnings, last 90 days' })).toBeVisible();

  const rails = page.getByRole('region', { name: 'Success by provider' });
  await expect(rails.getByRole('row', { name: 'Wallet A' })).toContainText('66.7 %');
  await expect(rails.getByRole('row', { name: 'Wallet W' })).toContainText('100.0 %');
  await expect(rails.getByRole('row', { name: 'Card' })).toContainText('This provider pays nothing out');
  await expect(rails.getByRole('row', { name: 'Card' })).toContainText('None ended in this period');
  // French is longer: the last column was cut at a desk.
  await page.goto(`${page.url()}&lang=fr`);
  await fits(page.getByRole('region', { name: 'Opérateurs' }), 'success by provider');
});

test('what came in today stands first, beside the same day of last week, and a phone has what is done most at hand', async ({
  page,
}) => {
  const member = await newMember();
  await settleEarlier(member, 7, 250_00n);
  await settleEarlier(member, 6, 999_00n);
  await settle(member, '300.00');
  await settle(member, '1000.50');
  await payOut(member, '40.00');
  await page.setViewportSize({ width: 390, height: 780 });
  await openAs(page, member);
  const today = page.getByRole('region', { name: 'Came in today' });
  await expect(today).toContainText('GMD 1,300.50');
  await expect(today).toContainText(/2 payments\. Last \w+day: GMD 250\.00 from 1 payment\./);
  await expect(today.getByRole('link', { name: 'Pay out' })).toHaveAttribute('href', /\/payouts\/new$/);
  const latest = page.getByRole('region', { name: 'Latest payments' });
  await expect(latest.getByRole('listitem').first()).toContainText('−GMD 40.00');
  await expect(latest.getByRole('listitem').nth(1)).toContainText('+GMD 1,000.50');
  const bar = page.getByRole('navigation', { name: 'Most used' });
  for (const each of await bar.getByRole('listitem').all()) {
    const box = await each.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await bar.getByRole('link', { name: 'Charge' }).click();
  await expect(page).toHaveURL(/\/collect$/);
  const more = bar.getByRole('button', { name: 'More' });
  const menu = page.getByRole('complementary', { name: 'Navigation' });
  await more.press('Enter');
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await menu.getByRole('button', { name: 'Awa Ceesay' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Documentation' })).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: 'Team' }).click();
  await expect(page).toHaveURL(/\/team$/);
});

test('what needs attention is named and leads to where it is put right', async ({ page }) => {
  const member = await newMember();
  await settle(member, '600.00');
  await payOut(member, '120.00');
  await payOut(member, '80.00');
  const db = await sql();
  const id = newId();
  await db`update api_keys set created_at = now() - interval '100 days' where client_id = ${member.clientId}`;
  await db`
    insert into webhook_endpoints (client_id, environment, id, url, status, secret_sealed, secret_last4, created_at)
    values (${member.clientId}, 'SANDBOX', ${id}, 'https://shop.example/hooks', 'PAUSED', ${seal(places.webhookSecret(id), makeWebhookSecret())}, 'abcd', now())`;
  await db`
    insert into approvals (id, client_id, environment, kind, status, details, requested_by, requested_by_name, requested_at, decided_at, decided_by, decided_by_name)
    values (${newId()}, ${member.clientId}, 'SANDBOX', 'new_key', 'APPROVED', '{"scope":"full"}', ${newId()}, 'Awa', now(), now(), ${newId()}, 'An operator')`;
  await openAs(page, member);
  const matters = page.getByRole('region', { name: 'Needs attention' });
  await expect(
    matters.getByRole('link', { name: /The webhook endpoint shop\.example is paused/ }),
  ).toBeVisible();
  await expect(matters.getByRole('link', { name: /is 100 days old/ })).toHaveAttribute(
    'href',
    '/dashboard/sandbox/keys',
  );
  await expect(matters.getByRole('link', { name: '1 approved key is ready to be revealed' })).toHaveAttribute(
    'href',
    '/dashboard/sandbox/keys',
  );
  await matters.getByRole('link', { name: '2 payouts are held, GMD 200.00' }).click();
  await expect(page).toHaveURL(/transactions\?status=AWAITING_LIQUIDITY$/);
  await expect(page.getByRole('row', { name: 'supplier-' })).toHaveCount(2);
});

test('an account without trouble is told so', async ({ page }) => {
  const member = await newMember();
  await openAs(page, member);
  await expect(page.getByText('Nothing: providers, webhooks, keys and payouts')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page can be read', async ({ page }) => {
    const member = await newMember();
    await settle(member, '250.00');
    await openAs(page, member);
    await expect(figure(page, 'Available')).toContainText('246.25');
    await expect(page.getByRole('listitem').filter({ hasText: 'order-' })).toContainText('Succeeded');
    const today = new Date().toISOString().slice(0, 10);
    expect((await page.locator(`[data-day="${today}"]`).boundingBox())?.height).toBeGreaterThan(100);
    await page.getByText('Show as a table').click();
    await expect(page.getByRole('region', { name: 'Earnings by day' })).toContainText('GMD 246.25');
  });
});

for (const [width, days] of [
  [1280, 7],
  [1280, 30],
  [360, 7],
  [360, 90],
] as const)
  test(`the chart of ${days} days answers to the pointer, and stands where it was drawn, at ${width} px`, async ({
    page,
  }) => {
    if (days !== 7) leaveToLongRun();
    const member = await newMember();
    await settle(member, '1234.00');
    await settleEarlier(member, 2, 600_00n);
    await page.setViewportSize({ width, height: 900 });
    await openAs(page, member, `?days=${days}`);
    const chart = page.getByRole('img', { name: 'Bar chart' });
    const seen = async (bars: string) => ({
      texts: (await chart.locator('text:visible').allTextContents()).toSorted(),
      bars: await chart.locator(bars).evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ x, y, width, height }) => [x, y, width, height]),
      ),
    });
    await chart.scrollIntoViewIfNeeded();
    const drawn = await seen('[data-day]');
    expect(drawn.bars).toHaveLength(2);
    expect(drawn.texts.length).toBeGreaterThan(6);

    await chart.hover();
    await expect(chart.locator('.recharts-bar')).toBeVisible();
    const shown = await seen('.recharts-bar path');
    expect(shown.texts).toEqual(drawn.texts);
    for (const [index, bar] of drawn.bars.entries())
      for (const [side, place] of bar.entries())
        expect(Math.abs((shown.bars[index]?.[side] ?? Number.NaN) - place)).toBeLessThan(1.5);

    const [x = 0, y = 0, barWidth = 0] = shown.bars.at(-1) ?? [];
    await page.mouse.move(x + barWidth / 2, y + 20);
    await expect(chart.getByText('GMD 1,215.49')).toBeVisible();
    await expect(chart.getByText('1 collection')).toBeVisible();
  });

test('no rule of axe is broken, and nothing stands out at 360 px', async ({ page }) => {
  leaveToLongRun();
  test.slow();
  const member = await newMember();
  await openAs(page, member);
  await isAccessible(page);
  await settle(member, '12345.67', { client_reference: 'W'.repeat(255) });
  await payOut(member, '1.00');
  await page.reload();
  await page.getByRole('img', { name: 'Bar chart' }).hover();
  await expect(page.locator('.recharts-bar')).toBeVisible();
  await page.getByText('Show as a table').click();
  await isAccessible(page);
});

test('nothing of another client is counted', async ({ page }) => {
  const [member, other] = [await newMember(), await newMember()];
  await settle(other, '777.00');
  await openAs(page, member);
  await expect(figure(page, 'Available')).toContainText('0.00');
  await expect(page.getByText('No payments yet')).toBeVisible();
});

test('earnings of earlier days stand on their days', async ({ page }) => {
  const member = await newMember();
  await settleEarlier(member, 40, 77_77n);
  await openAs(page, member, '?days=90');
  await expect(page.getByText('from 1 collection, after commission')).toBeVisible();
  await expect(page.getByText('Nothing in the 90 days before')).toBeVisible();
  await page.getByRole('link', { name: '30 days' }).click();
  await expect(page.getByText('GMD 0.00 from 0 collections')).toBeVisible();
  await expect(page.getByText('100.0 % less than in the 30 days before: GMD 76.60')).toBeVisible();
});
