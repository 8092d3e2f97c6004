import { expect, type Page, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Bututs } from '#lib/money';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { isAccessible, type Member, newMember, openAs, signIn, signInAsNewOwner } from './support.ts';

const home = '/dashboard/sandbox';
// Several pages are looked at in both themes in each journey.
test.describe.configure({ timeout: 180_000 });

function begin({ ctx }: Member, reference: string, amount: Bututs, mobile: string | null = '+2207012345') {
  return initiateCollection(ctx, {
    amount,
    currency: 'GMD',
    client_reference: reference,
    ...(mobile !== null && { customer_mobile: mobile }),
    provider: 'PROVIDER_W',
    metadata: {},
  });
}

/** A collection that was paid, of a customer whose number is known unless it is null. */
async function paid(
  member: Member,
  amount: Bututs,
  reference = 'order-77',
  mobile?: string | null,
): Promise<string> {
  const { transaction } = await begin(member, reference, amount, mobile);
  await bookCollectionNews(member.ctx, transaction, { state: 'SUCCEEDED' });
  return transaction.id;
}

async function openRefund(page: Page, id: string) {
  await page.goto(`${home}/transactions/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  return page.getByRole('dialog', { name: 'Refund this payment' });
}

const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true });

test('a payment is given back in part and then wholly; the list, the books and the customer see it', async ({
  page,
}) => {
  const member = await signInAsNewOwner(page, { float: 500_00n });
  const id = await paid(member, 100_00n);
  const dialog = await openRefund(page, id);
  const amount = dialog.getByLabel('Amount in GMD');
  await expect(amount).toHaveValue('100.00');
  await expect(dialog.getByText('Wallet W gives it back to the wallet or the card that paid.')).toBeVisible();

  await amount.fill('100.01');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(
    dialog.getByRole('alert').getByText('Only GMD 100.00 of this payment is still to be given back.'),
  ).toBeVisible();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await amount.fill('ten');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Write the amount like 1500, 1,500 or 1500.50')).toBeVisible();
  await isAccessible(page);

  await amount.fill('40');
  await dialog.getByLabel('Reason (optional)').fill('The shoes were too small');
  await expect(
    dialog.getByText('It is sent to +220 701 2345, the customer’s number, over Wallet W.'),
  ).toBeVisible();
  await expect(
    dialog.getByText('GMD 40.00 leaves your available balance now; GMD 60.00 is left in it.'),
  ).toBeVisible();
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Refunded GMD 40.00 of GMD 100.00', { exact: true })).toBeVisible();
  await isAccessible(page);

  await page.getByRole('link', { name: /^REF-/ }).click();
  await expect(page.getByText('The customer has the money back.')).toBeVisible();
  await expect(page.getByText('To the customer’s number, as a payout goes')).toBeVisible();
  await expect(page.getByText('The shoes were too small')).toBeVisible();
  await page.getByText('Ledger', { exact: true }).click();
  await expect(
    page.getByRole('rowheader', { name: /^Taken from your balance and held for the refund/ }),
  ).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'order-77' }).click();

  await refundButton(page).click();
  await expect(amount).toHaveValue('60.00');
  await dialog.getByRole('button', { name: 'Refund GMD 60.00' }).click();
  await expect(page.getByText('The customer paid, and has all of it back.')).toBeVisible();
  await expect(refundButton(page)).toHaveCount(0);

  await page.goto(`${home}/transactions?type=refund`);
  await expect(page.getByRole('row', { name: /REF-.*Refund.*GMD 40.00/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /REF-.*Refund.*GMD 60.00/ })).toBeVisible();
  await page.goto(`/checkout/${id}`);
  await expect(page.getByText(/^GMD 40.00 was given back on/)).toBeVisible();
  await expect(page.getByText(/^GMD 60.00 was given back on/)).toBeVisible();
});

test('who may not refund sees what was refunded, and no button', async ({ page }) => {
  leaveToLongRun();
  for (const role of ['viewer', 'developer'] as const) {
    const member = await newMember(role);
    const id = await paid(member, 100_00n);
    await openAs(page, member, `/transactions/${id}?refund`);
    await expect(page.getByText('The customer paid.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(refundButton(page)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto(`/dashboard/sandbox/collect/${id}`);
    await expect(page.getByRole('link', { name: 'Charge the next customer' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Refund', exact: true })).toHaveCount(0);
  }
});

test('a refund whose answer got lost is sent again as the same one, and made once', async ({ page }) => {
  const member = await signInAsNewOwner(page, { float: 500_00n });
  const dialog = await openRefund(page, await paid(member, 100_00n));
  await dialog.getByLabel('Amount in GMD').fill('40');
  await page.route(
    '**/api/dashboard/refunds?**',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(dialog.getByText('No answer came, so this refund may have been sent.')).toBeVisible();
  await expect(dialog.getByLabel('Amount in GMD')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Look what became of it' }).click();
  await expect(dialog.getByText('It has arrived: GMD 40.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Refunded GMD 40.00 of GMD 100.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^REF-/ })).toHaveCount(1);
});

test('a refund that waits for the float is cancelled on its page, and the payment can be refunded again', async ({
  page,
}) => {
  leaveToLongRun();
  const member = await signInAsNewOwner(page);
  const id = await paid(member, 100_00n);
  const dialog = await openRefund(page, id);
  await dialog.getByLabel('Amount in GMD').fill('40');
  await expect(dialog.getByText('The balance at Wallet W is GMD 0.00: the refund waits')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(
    page.getByText('Refunded GMD 0.00 of GMD 100.00; GMD 40.00 is on its way', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: /^REF-/ }).click();
  await expect(page.getByText('the refund goes out by itself as soon as the provider can')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel refund' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the refund' }).click();
  await expect(page.getByText('To give the money back after all, refund the payment again.')).toBeVisible();
  await page.getByRole('link', { name: 'order-77' }).click();
  await refundButton(page).click();
  await expect(dialog.getByText('Of GMD 100.00 still to be given back')).toBeVisible();
});

test('a reference that was paid twice is refunded from the notice, with one click and a confirmation', async ({
  page,
}) => {
  const member = await newMember('owner', 0);
  const { transaction: first } = await begin(member, 'order-78', 100_00n);
  const { transaction: ended } = await bookCollectionNews(member.ctx, first, { state: 'EXPIRED' });
  await paid(member, 100_00n, 'order-78');
  await bookCollectionNews(member.ctx, ended, { state: 'SUCCEEDED' });
  await signIn(page, member);
  await page.goto(`${home}/transactions/${first.id}`);
  await page.getByRole('button', { name: 'Refund GMD 100.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await dialog.getByRole('button', { name: 'Refund GMD 100.00' }).click();
  await expect(page.getByText('Refunded GMD 100.00 of GMD 100.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund GMD 100.00' })).toHaveCount(0);
});

test('where the number is not known, it is asked for a part, and the money goes there', async ({ page }) => {
  const member = await signInAsNewOwner(page, { float: 500_00n });
  const id = await paid(member, 100_00n, 'order-78', null);
  const dialog = await openRefund(page, id);
  const number = dialog.getByLabel('Customer’s number');
  // All of it goes back by the provider itself.
  await expect(number).toHaveCount(0);
  await dialog.getByLabel('Amount in GMD').fill('40');
  await expect(dialog.getByText('It is sent to the customer’s number, over Wallet W.')).toBeVisible();
  await number.fill('333');
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await isAccessible(page);
  await number.fill('333 4455');
  await dialog.getByRole('button', { name: 'Refund GMD 40.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Refunded GMD 40.00 of GMD 100.00', { exact: true })).toBeVisible();
  await expect(page.getByText('Refund of GMD 40.00: succeeded')).toBeVisible();
  await page.getByRole('link', { name: /^REF-/ }).click();
  await expect(page.getByText('+220 333 4455').first()).toBeVisible();
});
