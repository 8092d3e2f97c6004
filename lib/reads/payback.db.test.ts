import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjusted, caseOf, nothing, settleByTwo } from '#e2e/setup/cases';
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
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { findRecentTwins } from '#lib/payouts/find-recent-twins';
import { releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { isSameNumber } from '#lib/phone';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';
import { findOpenPayback } from '#lib/reads/payback';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
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
  if (open?.mobile == null || open.reference === null) throw new Error('nothing can be paid back');
  const { leftBututs: amountBututs, mobile, reference } = open;
  return requestOf({ amountBututs, mobile, reference });
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
    ...{ provider: 'PROVIDER_W', can_begin: true, waits_for_approval: false, payouts: [] },
  });
  const owed = await balance();
  const request = await payBack(collection);
  const all = await Promise.all(Array.from({ length: 64 }, () => kit.initiatePayout(ctx, request)));
  expect(new Set(all.map(({ transaction }) => transaction.id)).size).toBe(1);
  await settle(2);
  expect(owed - (await balance())).toBe(250_00n);
  expect(await paybackOf(collection)).toMatchObject({
    amount: '0.00',
    can_begin: false,
    payouts: [
      {
        ...{ transaction_id: all[0]?.transaction.id, amount: '250.00', status: 'SUCCEEDED' },
        delivered_after_failure: false,
      },
    ],
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
  expect((await paybackOf(collection))?.payouts).toHaveLength(1);
});

it('is not let through where nothing was credited: while it can be paid, after its end, and where operators give back what came', async () => {
  const open = await collect(40_00n);
  const cancelled = await collect(40_00n);
  await kit.cancelCollection(ctx, cancelled.id);
  const otherwise = await collect(40_00n);
  const id = await caseOf(otherwise, 'mismatch', { what: 'amount', ours: '40.00', theirs: '30.00' });
  await settleByTwo(id, nothing);
  for (const collection of [open, cancelled, otherwise]) {
    for (const [behind, bututs] of [
      ['', 1_00n],
      ['-2', 40_00n],
    ] as const) {
      const reference = `payback-${collection.id}${behind}`;
      const mobile = collection.mobile ?? '';
      await expect(
        kit.initiatePayout(ctx, requestOf({ amountBututs: bututs, mobile, reference })),
      ).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_COLLECTION' });
    }
  }
  const reference = `payback-${cancelled.id}`;
  await kit.initiatePayout(ctx, requestOf({ amountBututs: 1_00n, mobile: '+2207999999', reference }));
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
    payouts: [],
  });
  await sql`update clients set payout_approval_above_bututs = null where id = ${ctx.client.id}`;
});

const rail = 'PROVIDER_W';
const overRail = async (collection: Transaction) => ({ ...(await payBack(collection)), provider: rail });

/** The first payout back: its rail gave it up, and then pays it. */
async function paidAfterFailure(collection: Transaction): Promise<Transaction> {
  await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
  const { transaction } = await kit.initiatePayout(ctx, await overRail(collection));
  await control('payout-end', { rail, reference: transaction.id, state: 'failed' });
  await settle(2);
  expect(await statusOf(transaction)).toBe('FAILED');
  await control('payout-end', { rail, reference: transaction.id, state: 'paid' });
  await settle(2);
  expect(await present(transaction)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
  return transaction;
}

const exceeds = (left: number) => ({
  code: 'REFUND_EXCEEDS_COLLECTION',
  details: { refundable_amount_bututs: left },
});
const caseIn = async ({ id }: Transaction): Promise<string> =>
  (await sql`select id from cases where transaction_id = ${id} and status = 'OPEN'`)[0]?.id;

describe('a payout back that was delivered after its failure', () => {
  it('is what the customer has: nothing more is offered, nor let through, and the review warns', async () => {
    const collection = await paidOtherwise();
    const request = await overRail(collection);
    const paid = await paidAfterFailure(collection);
    expect(await paybackOf(collection)).toMatchObject({
      amount: '0.00',
      can_begin: false,
      payouts: [
        { transaction_id: paid.id, amount: '250.00', status: 'FAILED', delivered_after_failure: true },
      ],
    });
    expect(await findOpenPayback(ctx, collection.id)).toBeNull();
    const again = { ...request, client_reference: `payback-${collection.id}-2` };
    const owed = await balance();
    await expect(kit.initiatePayout(ctx, again)).rejects.toMatchObject(exceeds(0));
    await expect(kit.initiatePayout(ctx, { ...again, amount: 1n })).rejects.toMatchObject(exceeds(0));
    expect(await balance()).toBe(owed);
    // The first one is answered as it stands.
    expect((await kit.initiatePayout(ctx, request)).transaction.id).toBe(paid.id);
    const { mobile } = collection;
    const twins = await findRecentTwins(ctx, [{ mobile: mobile ?? '', amountBututs: 250_00n }]);
    expect(twins).toMatchObject([{ id: paid.id, status: 'FAILED', isDeliveredAfterFailure: true }]);
  });

  it('is asked about before the next one goes out, before anybody has looked', async () => {
    const collection = await paidOtherwise();
    await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
    const { transaction } = await kit.initiatePayout(ctx, await overRail(collection));
    await control('payout-end', { rail, reference: transaction.id, state: 'failed' });
    await settle(1);
    expect(await statusOf(transaction)).toBe('FAILED');
    const again = await overRail(collection);
    await control('payout-end', { rail, reference: transaction.id, state: 'paid' });
    await expect(kit.initiatePayout(ctx, again)).rejects.toMatchObject(exceeds(0));
    expect(await present(transaction)).toMatchObject({ deliveredAfterFailure: true });
  });

  it('is offered again when two people have booked that it came back', async () => {
    const collection = await paidOtherwise();
    const paid = await paidAfterFailure(collection);
    await settleByTwo(await caseIn(paid), adjusted({ amount: 250_00n }));
    expect(await findOpenPayback(ctx, collection.id)).toBeNull();
    await control('reverse', { rail, reference: paid.id });
    await settle();
    await settleByTwo(await caseIn(paid), adjusted({ direction: 'in', amount: 250_00n }));
    expect(await paybackOf(collection)).toMatchObject({ amount: '250.00', can_begin: true, payouts: [] });
    expect((await payBack(collection)).client_reference).toBe(`payback-${collection.id}-2`);
  });

  it.each([
    ['whose payer is known', true],
    ['without a number', false],
  ])(
    'keeps the next one of a collection %s, if it still waits for its float, from being sent',
    async (_what, isKnown) => {
      const collection = isKnown
        ? await paidOtherwise()
        : await newLiveCollection(ctx.client, { amountBututs: 300_00n, mobile: null });
      if (!isKnown) {
        const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '300.00', theirs: '250.00' });
        await settleByTwo(id, adjusted({ direction: 'in', amount: 250_00n }));
      }
      const to = { amountBututs: 250_00n, mobile: collection.mobile ?? '+2207654321' };
      const reference = `payback-${collection.id}`;
      const over = (next: string) => ({ ...requestOf({ ...to, reference: next }), provider: rail });
      await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
      const { transaction: first } = await kit.initiatePayout(ctx, over(reference));
      await control('payout-end', { rail, reference: first.id, state: 'failed' });
      await settle(2);
      await control('misbehave', { rail, operation: 'payout', kind: 'float_short', times: 1 });
      const { transaction: next } = await kit.initiatePayout(ctx, over(`${reference}-2`));
      expect([await statusOf(first), await statusOf(next)]).toEqual(['FAILED', 'AWAITING_LIQUIDITY']);
      await control('payout-end', { rail, reference: first.id, state: 'paid' });
      await settle(2);
      expect(await present(first)).toMatchObject({ deliveredAfterFailure: true });
      expect(await releaseHeldPayouts({ environment: 'LIVE', provider: rail, clientId: null })).toBe(0);
      expect(await statusOf(next)).toBe('AWAITING_LIQUIDITY');
      await cancelPayout(ctx, next.id);
      await control('behave', {});
      // Else what the next tests send would wait for the wallet as well.
      await sql`update rail_wallets set short_until = null where provider = ${rail}`;
    },
  );

  it('is not counted where two people say that our books are right', async () => {
    const collection = await paidOtherwise();
    const paid = await paidAfterFailure(collection);
    await settleByTwo(await caseIn(paid), nothing);
    expect(await present(paid)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: false });
    expect(await paybackOf(collection)).toMatchObject({ amount: '250.00', can_begin: true });
  });
});

describe('what came', () => {
  it('goes back in parts, however many at once, and never more of it', async () => {
    const collection = await paidOtherwise();
    const request = await payBack(collection);
    const owed = await balance();
    const all = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) =>
        kit.initiatePayout(ctx, {
          ...request,
          amount: 60_00n,
          client_reference: n === 0 ? request.client_reference : `${request.client_reference}-${n + 1}`,
        }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: exceeds(10_00) });
    await settle(2);
    expect(owed - (await balance())).toBe(240_00n);
    expect((await paybackOf(collection))?.payouts).toHaveLength(4);
    // The rest is offered under a reference that nobody has used.
    const rest = await payBack(collection);
    expect(rest.amount).toBe(10_00n);
    await kit.initiatePayout(ctx, rest);
    expect(await findOpenPayback(ctx, collection.id)).toBeNull();
  });

  it('and what is credited later is offered as the rest', async () => {
    const collection = await paidOtherwise();
    await kit.initiatePayout(ctx, await payBack(collection));
    await settle(2);
    const more = await caseOf(collection, 'contradiction');
    await settleByTwo(more, adjusted({ direction: 'in', amount: 15_00n }, `more-${collection.id}`));
    expect(await paybackOf(collection)).toMatchObject({ amount: '15.00', can_begin: true });
    expect(await payBack(collection)).toMatchObject({
      amount: 15_00n,
      client_reference: `payback-${collection.id}-2`,
    });
  });

  it('is not taken from the client as well once it went back', async () => {
    const collection = await paidOtherwise();
    await kit.initiatePayout(ctx, await payBack(collection));
    await settle(2);
    const id = await caseOf(collection, 'contradiction');
    await expect(settleByTwo(id, adjusted({ amount: 1n }))).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringMatching(/^0\.00 GMD of this collection can still be taken from the client/),
    });
  });

  it('goes back to the payer alone: another number under such a reference is a payout like any', async () => {
    const collection = await paidOtherwise();
    const request = await payBack(collection);
    const other = { ...request, amount: 1_00n, recipient_mobile: '+2203456789' };
    await kit.initiatePayout(ctx, other);
    await settle(2);
    expect(await paybackOf(collection)).toMatchObject({
      ...{ amount: '250.00', reference: `payback-${collection.id}-2`, can_begin: true, payouts: [] },
    });
  });

  it('has one payer by the database’s rule as by ours', async () => {
    const numbers = ['+2207012367', '+220877012367', '+220837012367', '+2207012368', '+22067', '7012367'];
    const pairs = numbers.flatMap((a) => numbers.map((b) => [a, b] as const));
    for (const [a, b] of pairs) {
      const [row] = await sql`select is_same_number(${a}, ${b}) as is_same`;
      expect([a, b, row?.is_same]).toEqual([a, b, isSameNumber(a, b)]);
    }
  });

  it('goes back once, in whichever spelling of the renumbering their number is written', async () => {
    const collection = await paidOtherwise();
    const request = await payBack(collection);
    const renumbered = `+22087${collection.mobile?.slice(4)}`;
    await kit.initiatePayout(ctx, { ...request, amount: 200_00n, recipient_mobile: renumbered });
    await settle(2);
    expect(await paybackOf(collection)).toMatchObject({ amount: '50.00', payouts: [{ amount: '200.00' }] });
    const again = { ...request, client_reference: `payback-${collection.id}-2`, amount: 50_01n };
    for (const recipient_mobile of [renumbered, request.recipient_mobile])
      await expect(kit.initiatePayout(ctx, { ...again, recipient_mobile })).rejects.toMatchObject(
        exceeds(50_00),
      );
    const twins = await findRecentTwins(ctx, [{ mobile: request.recipient_mobile, amountBututs: 200_00n }]);
    expect(twins).toMatchObject([{ mobile: request.recipient_mobile, status: 'SUCCEEDED' }]);
    // A number of nine digits with another beginning is another one.
    const now = { ...(await newLiveCollection(ctx.client, { amountBututs: 300_00n, mobile: renumbered })) };
    const id = await caseOf(now, 'mismatch', { what: 'amount', ours: '300.00', theirs: '250.00' });
    await settleByTwo(id, adjusted({ direction: 'in', amount: 250_00n }));
    const other = `+22083${collection.mobile?.slice(4)}`;
    const to = requestOf({ amountBututs: 1_00n, mobile: other, reference: `payback-${now.id}` });
    await kit.initiatePayout(ctx, to);
    expect(await paybackOf(now)).toMatchObject({ amount: '250.00', payouts: [] });
  });

  it('and came back from the payer’s wallet is offered again', async () => {
    const collection = await paidOtherwise();
    const { transaction } = await kit.initiatePayout(ctx, await overRail(collection));
    await settle(2);
    await control('reverse', { rail, reference: transaction.id });
    await settle();
    expect(await statusOf(transaction)).toBe('REVERSED');
    expect(await paybackOf(collection)).toMatchObject({ amount: '250.00', can_begin: true, payouts: [] });
  });

  it('of a collection that succeeded goes back once as well: by a refund or by such a payout, and both are said', async () => {
    const opened = await collect(300_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(2);
    const mobile = opened.mobile ?? '';
    const over = (bututs: bigint, behind = '') =>
      requestOf({ amountBututs: bututs, mobile, reference: `payback-${opened.id}${behind}` });
    const { transaction } = await kit.initiatePayout(ctx, over(200_00n));
    await settle(2);
    expect(await paybackOf(opened)).toMatchObject({
      ...{
        amount: '0.00',
        can_begin: false,
        payouts: [{ transaction_id: transaction.id, amount: '200.00' }],
      },
    });
    expect(await findOpenPayback(ctx, opened.id)).toBeNull();
    const refund = (amount: string) =>
      initiateRefund(ctx, readRefund({ collection: opened.id, client_reference: `r-${amount}`, amount }));
    await expect(refund('100.01')).rejects.toMatchObject(exceeds(100_00));
    await refund('60.00');
    await expect(kit.initiatePayout(ctx, over(40_01n, '-2'))).rejects.toMatchObject(exceeds(40_00));
    await kit.initiatePayout(ctx, over(40_00n, '-2'));
    await expect(refund('0.01')).rejects.toMatchObject(exceeds(0));
  });

  it('is not counted by a reference that is like it, which is a payout like any', async () => {
    const collection = await paidOtherwise();
    const request = { ...(await payBack(collection)), amount: 1_00n };
    const { client_reference: reference } = request;
    for (const other of [
      `${reference}-1`,
      `${reference}-02`,
      `${reference}-100`,
      reference.toUpperCase(),
      `${reference} `,
    ])
      await kit.initiatePayout(ctx, { ...request, client_reference: other });
    expect(await paybackOf(collection)).toMatchObject({ amount: '250.00', payouts: [] });
  });

  it('is the limit of its own references alone', async () => {
    const collection = await paidOtherwise();
    const request = { ...(await payBack(collection)), amount: 251_00n };
    await expect(kit.initiatePayout(ctx, request)).rejects.toMatchObject(exceeds(250_00));
    const unknown = { ...request, client_reference: `payback-${ctx.client.id}` };
    expect((await kit.initiatePayout(ctx, unknown)).replayed).toBe(false);
  });
});

it('the books are sound after all of it', async () => {
  expect(await auditFaults()).toEqual([]);
});
