import { expect, test } from '@playwright/test';
import { adjusted, caseOf, settleByTwo } from '#e2e/setup/cases';
import { liveContext, move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { newUser } from '#e2e/setup/people';
import { commitOn } from '#lib/transactions/advance';
import { amend } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { failure } from '#lib/transactions/transaction';
import { isAccessible, newMember, signIn, signInAsNewOwner } from './support.ts';

const home = '/dashboard/live';
const twoOperators = async () => [await newUser('admin'), await newUser('admin')] as const;
// Several pages are looked at in both themes.
test.describe.configure({ timeout: 180_000 });

test('what came for a payment that did not succeed goes back from its own page, once', async ({ page }) => {
  const member = await signInAsNewOwner(page);
  const { client } = member.ctx;
  const collection = await newLiveCollection(client, {
    amountBututs: 320_00n,
    clientReference: 'order-2026-11-0042',
    customerName: 'Fatou Jallow',
  });
  const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '320.00', theirs: '300.00' });
  const reason = 'The customer paid 300.00 for order-2026-11-0042.';
  await settleByTwo(id, adjusted({ direction: 'in', amount: 300_00n, reason }), await twoOperators());

  await page.goto(`${home}/transactions/${collection.id}`);
  await expect(
    page.getByText('The customer has paid GMD 300.00, and this payment did not succeed'),
  ).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Pay GMD 300.00 back' }).click();
  await expect(page.getByRole('heading', { name: 'Pay it back' })).toBeVisible();
  const reference = `payback-${collection.id}`;
  await expect(page.getByLabel('Name or mobile number')).toHaveValue('+2207012345');
  await expect(page.getByLabel('Name or mobile number')).toHaveAttribute('readonly');
  await expect(page.getByLabel('Who has it')).toHaveValue('Fatou Jallow');
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('300.00');
  await expect(page.getByLabel('Reference')).toHaveValue(reference);
  await expect(page.getByLabel('Reference')).toHaveAttribute('readonly');
  await isAccessible(page);

  // No rail is connected here: what it would be sent as.
  const payout = await newLivePayout(client, { clientReference: reference, amountBututs: 300_00n });
  await move(client, payout, { kind: 'payout_delivered', railReference: `back-${collection.id}` });
  // Whoever still has the form open in another window is led to what became of it.
  await page.reload();
  await expect(page).toHaveURL(`${home}/transactions/${collection.id}`);
  await expect(page.getByText('It goes back to the customer')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay .* back$/ })).toHaveCount(0);
  await isAccessible(page);
  await page.getByRole('link', { name: 'a payout' }).click();
  await expect(page).toHaveURL(`${home}/transactions/${payout.id}`);
});

test('one that failed and was paid all the same is not offered again, and what is left of it is', async ({
  page,
}) => {
  const { ctx } = await signInAsNewOwner(page);
  const collection = await newLiveCollection(ctx.client, { amountBututs: 320_00n });
  const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '320.00', theirs: '300.00' });
  await settleByTwo(id, adjusted({ direction: 'in', amount: 300_00n }), await twoOperators());
  const sent = await newLivePayout(ctx.client, {
    clientReference: `payback-${collection.id}`,
    amountBututs: 240_00n,
  });
  const failed = await move(ctx.client, sent, { kind: 'payout_refused', failure: failure('PROVIDER_ERROR') });
  await caseOf(failed, 'delivered_after_failure', { theirs: 'SUCCEEDED' });
  await commitOn(
    liveContext(ctx.client),
    failed,
    (now) => [amend(now, { deliveredAfterFailure: true }, new Date())],
    reread,
  );

  await page.goto(`${home}/transactions/${collection.id}`);
  await expect(page.getByText('GMD 240.00 by a payout')).toBeVisible();
  await expect(page.getByText('The wallet has paid it all the same, so do not pay it again.')).toBeVisible();
  await expect(page.getByText('GMD 60.00 of what the customer has paid did not go back')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Pay GMD 60.00 back' }).click();
  await expect(page.getByLabel('Amount in GMD')).toHaveValue('60.00');
  await expect(page.getByLabel('Reference')).toHaveValue(`payback-${collection.id}-2`);
});

test('what was paid too much needs attention, with the way back on its own page', async ({ page }) => {
  leaveToLongRun();
  const { ctx } = await signInAsNewOwner(page);
  const { client } = ctx;
  const begun = (facts: Parameters<typeof newLiveCollection>[1]) =>
    newLiveCollection(client, { amountBututs: 100_00n, ...facts });
  const pay = (made: Awaited<ReturnType<typeof begun>>) =>
    move(client, made, { kind: 'rail_succeeded', railReference: `paid-${made.id}` });
  const paid = async (facts: Parameters<typeof newLiveCollection>[1]) => pay(await begun(facts));
  // Offered anew after its end, and paid both times.
  const ended = await move(client, await begun({ clientReference: 'order-78' }), { kind: 'rail_expired' });
  await paid({ clientReference: 'order-78', attempt: 2 });
  await pay(ended);
  const more = await paid({ clientReference: 'rice' });
  const beyond = await caseOf(more, 'mismatch', { what: 'amount', ours: '100.00', theirs: '130.00' });
  await settleByTwo(beyond, adjusted({ direction: 'in', amount: 30_00n }), await twoOperators());
  const other = await newLiveCollection(client, { amountBututs: 320_00n, clientReference: 'oil' });
  const failed = await caseOf(other, 'mismatch', { what: 'amount', ours: '320.00', theirs: '300.00' });
  await settleByTwo(failed, adjusted({ direction: 'in', amount: 300_00n }), await twoOperators());

  await page.goto(home);
  const matters = page.getByRole('region', { name: 'Needs attention' });
  await isAccessible(page);
  await matters.getByRole('link', { name: 'order-78 was paid twice, GMD 100.00 too much' }).click();
  await page.getByRole('button', { name: 'Refund GMD 100.00' }).click();
  await expect(page.getByRole('dialog', { name: 'Refund this payment' })).toBeVisible();
  await page.goto(home);
  await matters.getByRole('link', { name: 'GMD 30.00 more than was asked for came for rice' }).click();
  await page.getByRole('button', { name: 'Refund GMD 30.00' }).click();
  await expect(page.getByRole('dialog').getByLabel('Amount in GMD')).toHaveValue('30.00');
  await page.goto(home);
  await matters.getByRole('link', { name: 'GMD 300.00 came for oil, which did not succeed' }).click();
  await expect(page.getByRole('link', { name: 'Pay GMD 300.00 back' })).toBeVisible();
});

test('whoever may not pay out reads of it, and is offered nothing', async ({ page }) => {
  const viewer = await newMember('viewer');
  const collection = await newLiveCollection(viewer.ctx.client, { amountBututs: 320_00n });
  const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '320.00', theirs: '300.00' });
  await settleByTwo(id, adjusted({ direction: 'in', amount: 300_00n }), await twoOperators());
  await signIn(page, viewer);
  await page.goto(`${home}/transactions/${collection.id}`);
  await expect(page.getByText('The customer has paid GMD 300.00')).toBeVisible();
  await expect(page.getByRole('link', { name: /back$/ })).toHaveCount(0);
});
