import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { sqlClient } from '#db/client';
import { move, newDoubt, newLiveCollection } from '#e2e/setup/live';
import { leaveToLongRun, themes } from '#e2e/setup/long-run';
import { memberContext, newClient } from '#e2e/setup/people';
import { openCaseOf } from '#lib/cases/open-case';
import { createUser } from '#lib/clients/create-user';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount } from '#lib/money';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import type { Transaction } from '#lib/transactions/transaction';
import { isSound, newOperator, signIn } from './support.ts';

// They make their own people and payments, and some of them two log-ins.
test.describe.configure({ timeout: 90_000 });

const asAdmin = async (browser: Browser) => (await signIn(browser, 'admin', await newOperator())).page;

/** A sandbox payout that was delivered. */
async function delivered(client: Context['client']): Promise<Transaction> {
  const ctx = memberContext(client);
  const facts = { currency: 'GMD', provider: 'PROVIDER_W', metadata: {} } as const;
  const { transaction } = await initiateCollection(ctx, {
    ...facts,
    amount: 500_01n,
    client_reference: randomUUID(),
  });
  await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  await fundFloat(ctx, 'PROVIDER_W', 200_00n);
  const paid = await initiatePayout(ctx, {
    ...facts,
    amount: 125_50n,
    recipient_mobile: '+2207012345',
    client_reference: randomUUID(),
  });
  return paid.transaction;
}

/** A live charge whose answer was lost, and its case. */
async function doubt(client: Context['client'], at = new Date()) {
  const call = { operation: 'charge', outcome: 'unknown' } as const;
  const charge = await newLiveCollection(client, { at, amountBututs: 64_25n, call });
  await newDoubt(charge, at);
  const [row] = await sqlClient()`select id from cases where transaction_id = ${charge.id}`;
  return { charge, path: `/admin/cases/${row?.id}` };
}

/** A live collection of 100.00 of which its rail says that 90.00 were paid, and its case. */
async function paidInPart(client: Context['client']) {
  const collection = await newLiveCollection(client, { amountBututs: 100_00n });
  const details = { what: 'amount', ours: '100.00', theirs: '90.00' };
  await openCaseOf('mismatch', collection, details, new Date());
  const [row] = await sqlClient()`select id from cases where transaction_id = ${collection.id}`;
  return { collection, path: `/admin/cases/${row?.id}` };
}

async function propose(page: Page, outcome: RegExp, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose a settlement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: outcome }).check();
  await dialog.getByLabel('Rail reference').fill(reference);
  await dialog.getByLabel('Evidence').fill('Line 7 of the statement of today, same number and amount.');
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('an operator takes a payout back within its window, after reading what it is about', async ({
  browser,
}) => {
  const client = await newClient();
  const payout = await delivered(client);
  const page = await asAdmin(browser);
  await page.goto(`/admin/transactions/${payout.id}`);
  await expect(page.getByText(/^71 h 5[89] min \d\d s left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Reverse the payout' }).click();
  const dialog = page.getByRole('dialog');
  for (const fact of ['+220 701 2345', 'GMD 125.50', client.name]) {
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible();
  }
  await dialog.getByLabel('Reason').fill('Sent to a wrong number');
  await dialog.getByRole('button', { name: 'Reverse GMD 125.50' }).click();
  await expect(page.getByText('GMD 125.50 is back, and the client’s again.')).toBeVisible();
  await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reverse the payout' })).toHaveCount(0);
});

test('a payment too many goes back from its case: one operator proposes it, another confirms, and what the rail cannot do stays open', async ({
  browser,
}) => {
  leaveToLongRun();
  const client = await newClient();
  const made = await newLiveCollection(client, { amountBututs: 100_00n });
  const collection = await move(client, made, { kind: 'rail_succeeded', railReference: `A_${randomUUID()}` });
  await openCaseOf(
    'double_payment',
    collection,
    { client_reference: collection.clientReference },
    new Date(),
  );
  const [row] = await sqlClient()`select id from cases where transaction_id = ${collection.id}`;
  const first = await asAdmin(browser);
  await first.goto(`/admin/cases/${row?.id}`);
  await first.getByRole('button', { name: 'Give it back…' }).click();
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /Give it back|Refunded/ })).toBeChecked();
  await dialog.getByLabel('Evidence').fill('Paid twice, lines 7 and 8 of the statement of today.');
  await isSound(first, 'the dialog that gives a payment back', themes);
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(first.getByText('Yours: a colleague decides')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Give it back…' })).toHaveCount(0);

  const second = await asAdmin(browser);
  await second.goto(`/admin/cases/${row?.id}`);
  await second.getByRole('button', { name: 'Confirm' }).click();
  const confirming = second.getByRole('dialog');
  await expect(confirming.getByText('GMD 100.00', { exact: true }).first()).toBeVisible();
  // No live rail is connected here: nothing is sent, and both stay as they are.
  await confirming.getByRole('button', { name: /GMD 100.00/ }).click();
  await expect(confirming.getByRole('alert')).toBeVisible();
  const refunds = await sqlClient()`select from transactions where collection_id = ${collection.id}`;
  expect(refunds).toHaveLength(0);
  await second.reload();
  await expect(second.getByRole('button', { name: 'Confirm' })).toBeVisible();
});

test('what nobody knows is settled by one operator who proposes and another who confirms', async ({
  browser,
}) => {
  const { path } = await doubt(await newClient());
  const reference = `A_${randomUUID()}`;
  const first = await asAdmin(browser);
  await first.goto('/admin');
  await first.getByRole('link', { name: /^\d+ cases? waits? for a person’s decision/ }).click();
  await expect(first.getByRole('link', { name: 'Unknown outcome' }).first()).toBeVisible();
  await first.goto(path);
  await expect(
    first.getByText('Without an end').or(first.getByText('Unknown', { exact: true })),
  ).toBeVisible();
  await propose(first, /^Succeeded/, reference);
  await expect(first.getByText('Yours: a colleague decides')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  const second = await asAdmin(browser);
  await second.goto(path);
  await second.getByRole('button', { name: 'Confirm' }).click();
  const dialog = second.getByRole('dialog');
  await expect(dialog.getByText('GMD 64.25', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Line 7 of the statement')).toBeVisible();
  await dialog.getByRole('button', { name: 'Settle GMD 64.25 as succeeded' }).click();
  await expect(second.getByText('Settled and booked.')).toBeVisible();
  await expect(second.getByText(/^Closed by /)).toBeVisible();
  await expect(second.getByText('Collection credited, less the commission')).toBeVisible();
  // Without a reload.
  await expect(first.getByText(/^Closed by /)).toBeVisible({ timeout: 20_000 });
});

test('what was paid in part is adjusted by two operators, who read what will be booked', async ({
  browser,
}) => {
  leaveToLongRun();
  const client = await newClient();
  const { collection, path } = await paidInPart(client);
  const first = await asAdmin(browser);
  await first.goto(path);
  await expect(first.getByRole('button', { name: 'Close the case' })).toHaveCount(0);
  await first.getByRole('button', { name: 'Propose a settlement' }).click();
  const form = first.getByRole('dialog');
  await form.getByRole('radio', { name: /^Another amount came/ }).check();
  await expect(form.getByLabel('Amount in GMD')).toHaveValue('90.00');
  const booked = `The collection ends as failed. GMD 90.00 goes into what was collected on the rail and is credited to ${client.name}, without a commission.`;
  await expect(form.getByText(booked)).toBeVisible();
  await form.getByLabel('What the client is told').fill('90.00 of 100.00 were paid.');
  await form.getByLabel('Evidence').fill('The rail’s page of this payment, looked at today.');
  await form.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(first.getByText('Yours: a colleague decides')).toBeVisible();

  const second = await asAdmin(browser);
  await second.goto(path);
  const card = second.getByRole('region', { name: 'Proposed settlement' });
  await expect(card.getByText('+GMD 90.00', { exact: true })).toBeVisible();
  await expect(card.getByText(booked)).toBeVisible();
  await card.getByRole('button', { name: 'Confirm' }).click();
  await second.getByRole('button', { name: 'Settle an adjustment of GMD 90.00' }).click();
  await expect(second.getByText(/^Closed by /)).toBeVisible();
  await expect(second.getByRole('list', { name: 'Adjustments' }).getByText('+GMD 90.00')).toBeVisible();

  const email = `${randomUUID()}@shop.example`;
  const { password } = await createUser({ clientId: client.id, email, name: 'Modou Jobe', role: 'owner' });
  const { page } = await signIn(browser, 'client', { email, password });
  await page.goto(`/dashboard/live/transactions/${collection.id}`);
  await expect(page.getByText(/^Your balance was adjusted: \+GMD 90\.00/)).toBeVisible();
  await isSound(page, 'an adjusted transaction');
  await page.goto('/dashboard/live');
  await expect(page.getByText('Booked by operators, by evidence').filter({ visible: true })).toBeVisible();
  await isSound(page, 'an account with an adjustment');
});

test('a rail’s day is imported, compared and closed, and what differs is a case', async ({ browser }) => {
  // Of its own for each run of the suite on one database.
  const at = new Date(Date.UTC(2024, 0, 1 + Math.trunc(Math.random() * 600), 12));
  const day = at.toISOString().slice(0, 10);
  const client = await newClient();
  const paid = await move(
    client,
    await newLiveCollection(client, { at, provider: 'PROVIDER_C' }),
    { kind: 'rail_succeeded', railReference: `C_${randomUUID()}` },
    at,
  );
  const page = await asAdmin(browser);
  await page.goto(`/admin/reconciliation?until=${day}`);
  await page
    .getByRole('link', { name: /^Wallet C, .*: Statement is missing/ })
    .first()
    .click();
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  const upload = (lines: string[]) =>
    page.getByLabel('Statement file').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['transaction_id,type,mobile,amount,currency,time,reference', ...lines].join('\r\n'),
      ),
    });
  await upload(['x']);
  await expect(page.getByRole('alert').getByText(/^Line 2: /)).toBeVisible();
  await upload([
    `${paid.railReference},collection,,${formatAmount(paid.amountBututs)},GMD,${at.toISOString()},${paid.id}`,
    `C_${randomUUID()},collection,+2207012345,9.75,GMD,${at.toISOString()},`,
  ]);
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.getByText('Only the rail has it')).toBeVisible();
  await expect(page.getByText('+GMD 9.75')).toBeVisible();
  await isSound(page, 'a day with a difference');
  await page.getByRole('button', { name: 'Close the day' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('One difference becomes a case first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(page.getByText('The day is closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close the day' })).toHaveCount(0);
  await differences.getByRole('link', { name: 'The case' }).click();
  await expect(page.getByRole('heading', { name: 'Only the rail has it' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the case' }).click();
  await page
    .getByLabel('What was found, and what was done')
    .fill('A test of the rail’s own staff; paid back.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close the case' }).click();
  await expect(page.getByText(/^Closed by /)).toBeVisible();
});

test('a reference that was paid twice says so, and offers to refund the second one', async ({ browser }) => {
  leaveToLongRun();
  const client = await newClient();
  const email = `${randomUUID()}@shop.example`;
  const { password } = await createUser({ clientId: client.id, email, name: 'Modou Jobe', role: 'owner' });
  const clientReference = `order-${randomUUID().slice(0, 8)}`;
  const at = new Date(Date.now() - 60_000);
  const once = await newLiveCollection(client, { at, clientReference });
  const expired = await move(client, once, { kind: 'rail_expired' }, at);
  const twice = await newLiveCollection(client, { at, clientReference, attempt: 2 });
  await move(client, twice, { kind: 'rail_succeeded', railReference: randomUUID() }, at);
  await move(client, expired, { kind: 'rail_succeeded', railReference: randomUUID() });
  const { page } = await signIn(browser, 'client', { email, password });
  await page.goto(`/dashboard/live/transactions/${once.id}`);
  await expect(page.getByText('The payment came late')).toBeVisible();
  await expect(page.getByText('This reference was paid twice')).toBeVisible();
  await isSound(page, 'a double payment');
  await page.getByRole('button', { name: 'Refund GMD 50.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await expect(dialog.getByLabel('Amount in GMD')).toHaveValue('50.00');
  await page.keyboard.press('Escape');
  await page.goto(`/dashboard/live/transactions/${twice.id}`);
  await expect(page.getByText('the other one came second')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund GMD 50.00' })).toHaveCount(0);
});

test('the pages of cases break no rule of axe, and fit 360 px, with their dialogs', async ({ browser }) => {
  leaveToLongRun();
  test.setTimeout(300_000);
  const client = await newClient();
  const { charge, path } = await doubt(client);
  const payout = await delivered(client);
  const page = await asAdmin(browser);
  await page.goto('/admin/cases');
  await isSound(page, 'the queue', themes);
  await page.goto('/admin/cases?status=closed&kind=float_difference');
  await isSound(page, 'an empty queue', themes);
  await page.goto(path);
  await isSound(page, 'a case', themes);
  await page.getByRole('button', { name: 'Propose a settlement' }).click();
  await page.getByRole('radio', { name: /^Failed/ }).check();
  await isSound(page, 'the dialog of a proposal', themes);
  await page.keyboard.press('Escape');
  await propose(page, /^Failed/, '');
  await isSound(page, 'a case with a proposal', themes);
  const second = await asAdmin(browser);
  await second.goto(path);
  await second.getByRole('button', { name: 'Reject' }).click();
  await isSound(second, 'the dialog of a rejection', themes);
  await second.keyboard.press('Escape');
  await second.getByRole('button', { name: 'Confirm' }).click();
  await isSound(second, 'the dialog of a confirmation', themes);
  const { path: inPart } = await paidInPart(client);
  await page.goto(inPart);
  await page.getByRole('button', { name: 'Propose a settlement' }).click();
  await page.getByRole('radio', { name: /^Another amount came/ }).check();
  await isSound(page, 'the dialog of an adjustment', themes);
  await page.getByLabel('What the client is told').fill('90.00 of 100.00 were paid.');
  await page.getByLabel('Evidence').fill('The rail’s page of this payment, looked at today.');
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isSound(page, 'a case with an adjustment that is proposed', themes);
  await page.goto(`/admin/transactions/${charge.id}`);
  await isSound(page, 'a transaction with a case', themes);
  await page.goto(`/admin/transactions/${payout.id}`);
  await page.getByRole('button', { name: 'Reverse the payout' }).click();
  await isSound(page, 'the dialog of a reversal', themes);
});
