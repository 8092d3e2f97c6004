import { afterAll, beforeAll, expect, it } from 'vitest';
import { adjusted, caseOf, settleByTwo } from '#e2e/setup/cases';
import { newLiveCollection } from '#e2e/setup/live';
import {
  auditFaults,
  balance,
  collect,
  control,
  ctx,
  kit,
  present,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { newClient, newUser } from '#e2e/setup/people';
import { payOut } from '#lib/payment-approvals/make-payment';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';
import { findOpenPayback } from '#lib/reads/payback';
import type { Transaction } from '#lib/transactions/transaction';

// What came for a collection that did not succeed goes back to the customer once.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);

/** Of 300.00, for which another amount came, which two operators credited. */
async function paidOtherwise(came = 250_00n): Promise<Transaction> {
  const opened = await collect(300_00n);
  const theirs = `${came / 100n}.00`;
  const id = await caseOf(opened, 'mismatch', { what: 'amount', ours: '300.00', theirs });
  await settleByTwo(id, adjusted({ direction: 'in', amount: came }, `C-${opened.id}`));
  expect(await statusOf(opened)).toBe('FAILED');
  return present(opened);
}

const paybackOf = async ({ id }: Transaction) => (await getTransactionDetail(ctx, id)).payback;

/** As the form sends what it was filled with. */
async function payBack(collection: Transaction) {
  const open = await findOpenPayback(ctx, collection.id);
  if (open?.mobile == null) throw new Error('nothing can be paid back');
  return requestOf({ ...open, mobile: open.mobile });
}

function requestOf(open: { amountBututs: bigint; mobile: string; reference: string }) {
  return {
    amount: open.amountBututs,
    currency: 'GMD' as const,
    recipient_mobile: open.mobile,
    client_reference: open.reference,
    provider: 'PROVIDER_A',
    metadata: {},
  };
}

it('is offered with what was credited, and 64 times at once is one payout', async () => {
  const collection = await paidOtherwise();
  expect(await paybackOf(collection)).toEqual({
    ...{ amount: '250.00', reference: `payback-${collection.id}`, mobile: collection.mobile, name: null },
    ...{ provider: 'PROVIDER_W', can_begin: true, waits_for_approval: false, payout: null },
  });
  const owed = await balance();
  const request = await payBack(collection);
  const all = await Promise.all(Array.from({ length: 64 }, () => kit.initiatePayout(ctx, request)));
  expect(new Set(all.map(({ transaction }) => transaction.id)).size).toBe(1);
  await settle(2);
  expect(owed - (await balance())).toBe(250_00n);
  expect(await paybackOf(collection)).toMatchObject({
    can_begin: false,
    payout: { transaction_id: all[0]?.transaction.id, amount: '250.00', status: 'SUCCEEDED' },
  });
  expect(await findOpenPayback(ctx, collection.id)).toBeNull();
});

it('that failed is tried again under the next reference, which is the same for whoever asks', async () => {
  const collection = await paidOtherwise();
  await control('misbehave', { rail: 'PROVIDER_A', operation: 'payout', kind: 'refusal', times: 1 });
  const { transaction } = await kit.initiatePayout(ctx, await payBack(collection));
  await settle(2);
  expect(await statusOf(transaction)).toBe('FAILED');
  const again = await payBack(collection);
  expect(again.client_reference).toBe(`payback-${collection.id}-2`);
  expect(await payBack(collection)).toEqual(again);
  await kit.initiatePayout(ctx, again);
  expect((await paybackOf(collection))?.payout).not.toBeNull();
});

it('is not offered where nothing was credited, where it was taken out again, and for what succeeded', async () => {
  const cancelled = await collect(40_00n);
  await kit.cancelCollection(ctx, cancelled.id);
  expect(await paybackOf(cancelled)).toBeNull();
  const open = await collect(40_00n);
  expect(await paybackOf(open)).toBeNull();
  const overpaid = await collect(40_00n);
  await control('pay', { rail: 'PROVIDER_W', reference: overpaid.id });
  await settle(2);
  const credit = adjusted({ direction: 'in', amount: 10_00n });
  await settleByTwo(
    await caseOf(overpaid, 'mismatch', { what: 'amount', ours: '40.00', theirs: '50.00' }),
    credit,
  );
  expect(await paybackOf(overpaid)).toBeNull();
  // Two operators have sent it back from the rail's own wallet.
  const taken = await paidOtherwise(20_00n);
  await settleByTwo(await caseOf(taken, 'amount_differs'), adjusted({ amount: 20_00n, borne_by: 'house' }));
  expect(await paybackOf(taken)).toBeNull();
});

it('names nobody where no number is known, and is no business of another client', async () => {
  const ofNobody = await newLiveCollection(ctx.client, { amountBututs: 300_00n, mobile: null });
  const id = await caseOf(ofNobody, 'mismatch', { what: 'amount', ours: '300.00', theirs: '250.00' });
  await settleByTwo(id, adjusted({ direction: 'in', amount: 250_00n }));
  expect(await paybackOf(ofNobody)).toMatchObject({ amount: '250.00', mobile: null, can_begin: false });
  expect(await findOpenPayback(ctx, ofNobody.id)).toBeNull();

  const collection = await paidOtherwise();
  const stranger = { ...ctx, client: await newClient() };
  await expect(findOpenPayback(stranger, collection.id)).rejects.toMatchObject({
    code: 'TRANSACTION_NOT_FOUND',
  });
  await expect(findOpenPayback(ctx, 'none')).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
});

it('above the client’s threshold waits for a second person, and is not offered meanwhile', async () => {
  const collection = await paidOtherwise();
  const owner = await newUser('owner', ctx.client);
  await sql`update clients set payout_approval_above_bututs = 100 where id = ${ctx.client.id}`;
  const request = await payBack(collection);
  expect(await payOut({ ...owner, environment: 'LIVE' }, request)).toHaveProperty('approval');
  expect(await paybackOf(collection)).toMatchObject({
    can_begin: false,
    waits_for_approval: true,
    payout: null,
  });
  await sql`update clients set payout_approval_above_bututs = null where id = ${ctx.client.id}`;
});

it('the books are sound after all of it', async () => {
  expect(await auditFaults()).toEqual([]);
});
