import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjusted, caseOf, evidence, nothing, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  balance,
  casesOf,
  collect,
  control,
  ctx,
  kit,
  paidByRail,
  payOut,
  present,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import type { Transaction } from '#lib/transactions/transaction';

// What a rail does after the end, over real HTTP, and how two people book it.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const caseIn = async ({ id }: Transaction) =>
  (await sql`select id, details from cases where transaction_id = ${id} and status = 'OPEN'`)[0];
const floatOf = async (provider: string) =>
  BigInt(
    (
      await sql`
        select coalesce(sum(amount), 0)::text as total from (
          select balance_bututs as amount from accounts where environment = 'LIVE' and name = ${`rail_float:${provider}`}
          union all
          select amount_bututs from unfolded_entries where environment = 'LIVE' and account = ${`rail_float:${provider}`}
        ) booked`
    )[0]?.total,
  );
const eventsOf = async ({ id }: Transaction) =>
  (await sql`select event from events where transaction_id = ${id} order by sequence`).map(
    (row) => row.event,
  );

/** A payout that its rail gave up, and has paid after that. */
async function paidAfterFailure(amount: bigint, rail = 'PROVIDER_C'): Promise<Transaction> {
  await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
  const sent = await payOut(amount, rail);
  await control('payout-end', { rail, reference: sent.id, state: 'failed' });
  await settle(2);
  expect(await statusOf(sent)).toBe('FAILED');
  await control('payout-end', { rail, reference: sent.id, state: 'paid' });
  await settle(2);
  return sent;
}

describe('a payout that is FAILED here and was paid at the rail', () => {
  it('is flagged and a case, and the client’s balance bears it', async () => {
    const before = await balance();
    const float = await floatOf('PROVIDER_C');
    const sent = await paidAfterFailure(41_00n);
    expect(await paidByRail('PROVIDER_C', sent.id)).toBe(1);
    expect(await present(sent)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
    expect(await casesOf(sent)).toEqual(['delivered_after_failure']);
    expect(await balance()).toBe(before);
    const { id } = (await caseIn(sent)) ?? {};
    await settleByTwo(id, adjusted({ amount: 41_00n }));
    expect(await balance()).toBe(before - 41_00n);
    expect(await floatOf('PROVIDER_C')).toBe(float - 41_00n);
    // However often the rail says it again.
    await settle();
    expect([await balance(), await casesOf(sent)]).toEqual([before - 41_00n, []]);
    expect((await eventsOf(sent)).slice(-2)).toEqual(['payout.failed', 'balance.adjusted']);
  });

  it('may be borne by the house: the client keeps the money and hears nothing', async () => {
    const before = await balance();
    const sent = await paidAfterFailure(42_00n);
    const { id } = (await caseIn(sent)) ?? {};
    await settleByTwo(id, adjusted({ amount: 42_00n, borne_by: 'house' }));
    await settle();
    expect([await balance(), await casesOf(sent)]).toEqual([before, []]);
    expect((await eventsOf(sent)).at(-1)).toBe('payout.failed');
    const [lost] = await sql`
      select sum(amount_bututs)::text as lost from entries where account = 'losses' and environment = 'LIVE'`;
    expect(lost?.lost).toBe('4200');
  });
});

describe('a payout that people have ended, and its rail pays afterwards', () => {
  const paysLate = async (sent: Transaction) => {
    expect(await statusOf(sent)).toBe('FAILED');
    await control('payout-end', { rail: 'PROVIDER_W', reference: sent.id, state: 'paid' });
    await settle(1);
    expect(await present(sent)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
    expect(await casesOf(sent)).toEqual(['delivered_after_failure']);
    await settleByTwo((await caseIn(sent))?.id, adjusted({ amount: sent.amountBututs }));
  };
  const next = (kind: string, more: object = {}) =>
    control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind, times: 1, ...more });

  it('is asked about once more and flagged, where its client has cancelled what the rail was short for', async () => {
    await next('refusal', { code: 'insufficient-funds' });
    const sent = await payOut(44_00n);
    expect(sent.status).toBe('AWAITING_LIQUIDITY');
    await kit.cancelPayout(ctx, sent.id);
    await paysLate(sent);
  });

  it('the same, where two people have settled it as failed', async () => {
    await next('pending');
    await next('error_500_done');
    const sent = await payOut(45_00n);
    expect(sent.status).toBe('PENDING');
    await settleByTwo(await caseOf(sent, 'unknown_outcome'), { outcome: 'failed', evidence });
    await paysLate(sent);
  });

  it('and a collection that two people have settled as failed is credited when it is paid', async () => {
    const opened = await collect(46_00n);
    await settleByTwo(await caseOf(opened, 'unknown_outcome'), { outcome: 'failed', evidence });
    expect(await statusOf(opened)).toBe('FAILED');
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(1);
    expect(await present(opened)).toMatchObject({ status: 'SUCCEEDED', late: true });
  });
});

describe('a payout that was paid after it FAILED and then came back', () => {
  it.each(['PROVIDER_C', 'PROVIDER_W'] as const)(
    'on %s is a case also where two people have settled the payment, and the client has its money again',
    async (provider) => {
      const before = await balance();
      const sent = await paidAfterFailure(43_00n, provider);
      const settled = adjusted({ amount: 43_00n });
      await settleByTwo((await caseIn(sent))?.id, settled);
      await control('reverse', { rail: provider, reference: sent.id });
      await settle();
      expect([await balance(), await casesOf(sent)]).toEqual([before - 43_00n, ['returned']]);
      const found = await caseIn(sent);
      expect(found?.details).toMatchObject({ ours: 'FAILED', theirs: 'REVERSED' });
      const [notice] = await sql`select status from rail_notices where transaction_id = ${sent.id}
        order by received_at desc limit 1`;
      expect(notice?.status).toBe('CASE');
      const reason = 'The rail gave it back.';
      await settleByTwo(found?.id, adjusted({ direction: 'in', amount: 43_00n, reason }));
      await settle();
      expect([await balance(), await casesOf(sent)]).toEqual([before, []]);
      expect(await present(sent)).toMatchObject({ status: 'FAILED', deliveredAfterFailure: true });
    },
  );
});

describe('a customer who pays 90 of 100', () => {
  async function paidInPart() {
    const opened = await collect(100_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id, amount: '90.00' });
    await settle();
    expect([await statusOf(opened), await casesOf(opened)]).toEqual(['PENDING', ['mismatch']]);
    const found = await caseIn(opened);
    expect(found?.details).toMatchObject({ what: 'amount', ours: '100.00', theirs: '90.00' });
    return { opened, id: found?.id as string };
  }

  it('has 90 credited to the client, and the collection never becomes a success', async () => {
    const before = await balance();
    const { opened, id } = await paidInPart();
    await settleByTwo(id, adjusted({ direction: 'in', amount: 90_00n }));
    await settle();
    expect(await balance()).toBe(before + 90_00n);
    expect(await present(opened)).toMatchObject({ status: 'FAILED', amountBututs: 100_00n });
    expect([await eventsOf(opened), await casesOf(opened)]).toEqual([
      ['payment.failed', 'balance.adjusted'],
      [],
    ]);
  });

  it('or gets them back', async () => {
    const before = await balance();
    const { opened, id } = await paidInPart();
    await settleByTwo(id, nothing);
    await settle();
    expect([await balance(), await statusOf(opened), await casesOf(opened)]).toEqual([before, 'FAILED', []]);
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
