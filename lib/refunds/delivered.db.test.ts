import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjusted, nothing, caseOf as openedCase, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  balance,
  casesOf,
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
import { newUser } from '#e2e/setup/people';
import { getOverview } from '#lib/clients/get-overview';
import { watchForMessages } from '#lib/messages/watch';
import { listAlarms } from '#lib/overview/alarms';
import { NAMED } from '#lib/payouts/held-back';
import { releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';
import { cancelRefund } from '#lib/refunds/cancel-refund';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefundsOf } from '#lib/refunds/present-refunds-of';
import { readRefund } from '#lib/refunds/refund-request';
import type { Transaction } from '#lib/transactions/transaction';

// A refund that is FAILED here and that its rail has paid all the same: its payer has the money, and gets it once.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const rail = 'PROVIDER_W';

async function refund(collection: Transaction, amount?: string): Promise<Transaction> {
  const reference = { collection: collection.id, client_reference: randomUUID() };
  return (await initiateRefund(ctx, readRefund({ ...reference, ...(amount && { amount }) }))).transaction;
}

const exceeds = (left: number) => ({
  code: 'REFUND_EXCEEDS_COLLECTION',
  details: { refundable_amount_bututs: left },
});

/** Of 200.00, of which 150.00 were refunded: the rail gave that up. */
async function failed(): Promise<{ collection: Transaction; back: Transaction }> {
  const opened = await collect(200_00n);
  await control('pay', { rail, reference: opened.id });
  await settle(2);
  await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
  const back = await refund(opened, '150.00');
  await control('payout-end', { rail, reference: back.id, state: 'failed' });
  await settle(2);
  expect(await statusOf(back)).toBe('FAILED');
  return { collection: await present(opened), back };
}

/** And has paid it after that. */
async function paidAfterFailure() {
  const made = await failed();
  await paidNow(made.back);
  return made;
}

async function paidNow(back: Transaction): Promise<void> {
  await control('payout-end', { rail, reference: back.id, state: 'paid' });
  await settle(2);
  expect(await present(back)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
  expect(await casesOf(back)).toEqual(['delivered_after_failure']);
}

const caseOf = async ({ id }: Transaction): Promise<string> =>
  (await sql`select id from cases where transaction_id = ${id} and status = 'OPEN'`)[0]?.id;

describe('a refund that was delivered after its failure', () => {
  it('counts against what is left of its collection, however many come at once, and the collection says it', async () => {
    const { collection, back } = await paidAfterFailure();
    const before = await balance();
    await expect(refund(collection, '150.00')).rejects.toMatchObject(exceeds(50_00));
    await expect(refund(collection, '50.01')).rejects.toMatchObject(exceeds(50_00));
    expect(await balance()).toBe(before);
    expect(await presentRefundsOf(collection)).toEqual({
      refunded_amount: '0.00',
      under_way_amount: '0.00',
      refundable_amount: '50.00',
      list: [
        {
          transaction_id: back.id,
          client_reference: back.clientReference,
          status: 'FAILED',
          amount: '150.00',
          delivered_after_failure: true,
          created_at: back.createdAt.toISOString(),
        },
      ],
    });
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => refund(collection, '10.00')));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(before - (await balance())).toBe(50_00n);
  });

  it.each(['client', 'house'] as const)(
    'counts also when the %s bears it, until it came back',
    async (borne_by) => {
      const { collection, back } = await paidAfterFailure();
      await settleByTwo(await caseOf(back), adjusted({ amount: 150_00n, borne_by }));
      await expect(refund(collection, '50.01')).rejects.toMatchObject(exceeds(50_00));
      await control('reverse', { rail, reference: back.id });
      await settle();
      expect(await casesOf(back)).toEqual(['returned']);
      await settleByTwo(await caseOf(back), adjusted({ direction: 'in', amount: 150_00n, borne_by }));
      expect((await refund(collection)).amountBututs).toBe(200_00n);
    },
  );

  it('counts no more where two people say that our books are right', async () => {
    const { collection, back } = await paidAfterFailure();
    await settleByTwo(await caseOf(back), nothing);
    // Nor is it said to whoever asks, until the rail says it again.
    expect(await present(back)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: false });
    expect((await presentRefundsOf(collection))?.list[0]).not.toHaveProperty('delivered_after_failure');
    expect((await refund(collection)).amountBututs).toBe(200_00n);
    await kit.lookUpPayout(ctx, await present(back));
    expect(await present(back)).toMatchObject({ deliveredAfterFailure: true });
    expect(await casesOf(back)).toEqual(['delivered_after_failure']);
  });

  it('stays said where something was booked of it, and where another case is closed', async () => {
    const { back } = await paidAfterFailure();
    const other = await openedCase(back, 'contradiction');
    await settleByTwo(other, nothing);
    expect(await present(back)).toMatchObject({ deliveredAfterFailure: true });
    await settleByTwo(await caseOf(back), adjusted({ amount: 150_00n, borne_by: 'house' }));
    await settleByTwo(await openedCase(back, 'delivered_after_failure'), nothing);
    expect(await present(back)).toMatchObject({ deliveredAfterFailure: true });
  });

  it('that is known only after another refund leaves nothing more, and takes back none that was made', async () => {
    const { collection, back } = await failed();
    expect((await refund(collection, '100.00')).amountBututs).toBe(100_00n);
    await paidNow(back);
    await expect(refund(collection, '0.01')).rejects.toMatchObject(exceeds(0));
    expect(await presentRefundsOf(collection)).toMatchObject({
      refunded_amount: '100.00',
      refundable_amount: '0.00',
    });
  });

  it('is asked about before the next one goes out, before anybody has looked', async () => {
    const { collection, back } = await failed();
    await control('payout-end', { rail, reference: back.id, state: 'paid' });
    await expect(refund(collection)).resolves.toMatchObject({ amountBututs: 50_00n });
    expect(await present(back)).toMatchObject({ deliveredAfterFailure: true });
  });

  it('that failed and was not delivered is refunded anew', async () => {
    const { collection } = await failed();
    expect((await refund(collection)).amountBututs).toBe(200_00n);
  });

  it('keeps one that waits for its float from being sent, until two people say that it did not arrive', async () => {
    const { collection, back } = await failed();
    await control('misbehave', { rail, operation: 'payout', kind: 'float_short', times: 1 });
    const waiting = await refund(collection, '150.00');
    await settle(1);
    expect(await statusOf(waiting)).toBe('AWAITING_LIQUIDITY');
    await paidNow(back);
    const queue = { environment: 'LIVE', provider: rail, clientId: null } as const;
    expect(await releaseHeldPayouts(queue)).toBe(0);
    expect(await statusOf(waiting)).toBe('AWAITING_LIQUIDITY');
    await settleByTwo(await caseOf(back), nothing);
    expect(await releaseHeldPayouts(queue)).toBe(1);
  });

  it('is told, where another one waits for its float, to its client and to the operators', async () => {
    const { collection, back } = await failed();
    await control('misbehave', { rail, operation: 'payout', kind: 'float_short', times: 1 });
    const waiting = await refund(collection, '150.00');
    await settle(1);
    const owner = await newUser('owner', ctx.client);
    const look = async () => {
      const [{ attention }, { transaction }, { held_back }] = await Promise.all([
        getOverview(ctx, { days: 7 }),
        getTransactionDetail(ctx, waiting.id),
        listAlarms('LIVE', [], new Date()),
      ]);
      return { held: attention.held, told: attention.held_back, detail: transaction.held, held_back };
    };
    expect(await look()).toMatchObject({
      held: { count: 1, refunds: 1, amount: '150.00' },
      ...{ told: [], detail: { is_held_back: false }, held_back: [] },
    });
    await paidNow(back);
    const found = { transaction_id: waiting.id, type: 'refund', amount: '150.00' };
    expect(await look()).toMatchObject({
      // Not for want of money at the wallet.
      held: { count: 0, refunds: 0, amount: '0.00' },
      told: [found],
      detail: { is_held_back: true },
      held_back: [{ ...found, client: ctx.client.name }],
    });
    const later = new Date(Date.now() + 11 * 60_000);
    await watchForMessages()(later);
    await watchForMessages()(new Date(later.getTime() + 86_400_000));
    const messages = await sql`select kind, address from messages where address = ${owner.user.email}`;
    expect([...messages]).toEqual([{ kind: 'payment_held_back', address: owner.user.email }]);
    expect(await auditFaults(later)).toEqual([]);
    await cancelRefund(ctx, waiting.id);
    expect(await look()).toMatchObject({ told: [], held_back: [] });
  });

  it('is told of each that waits, however many: what a page does not name, it counts', async () => {
    const { collection, back } = await failed();
    await control('misbehave', { rail, operation: 'payout', kind: 'float_short', times: NAMED + 1 });
    const waiting: Transaction[] = [];
    for (let each = 0; each <= NAMED; each++) waiting.push(await refund(collection, '9.00'));
    await settle(1);
    const owner = await newUser('owner', ctx.client);
    await paidNow(back);
    const [{ attention }, alarms] = await Promise.all([
      getOverview(ctx, { days: 7 }),
      listAlarms('LIVE', [], new Date()),
    ]);
    expect(attention.held_back.map((each) => each.transaction_id)).toEqual(
      waiting.slice(0, NAMED).map(({ id }) => id),
    );
    expect(attention.held_back_in_all).toEqual({ count: 21, refunds: 21, amount: '189.00' });
    expect(attention.held).toEqual({ count: 0, refunds: 0, amount: '0.00' });
    expect([alarms.held_back.length, alarms.held_back_more]).toEqual([NAMED, 1]);
    await watchForMessages()(new Date(Date.now() + 11 * 60_000));
    const [told] = await sql`
      select count(*)::int as count from messages
      where kind = 'payment_held_back' and address = ${owner.user.email}`;
    expect(told?.count).toBe(NAMED + 1);
    for (const each of waiting) await cancelRefund(ctx, each.id);
  });
});

it('the books are sound after all of it', async () => {
  await settle(2);
  expect(await auditFaults()).toEqual([]);
});
