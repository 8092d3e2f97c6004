import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseOf, evidence, propose } from '#e2e/setup/cases';
import {
  auditFaults,
  backdateCalls,
  balance,
  callsOf,
  casesOf,
  codeFor,
  collect,
  control,
  ctx,
  keysOf,
  kit,
  paidByRail,
  present,
  raiseLiveStage,
  settle,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { staffContext } from '#e2e/setup/people';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposeSettlement } from '#lib/cases/propose-settlement';
import { newId } from '#lib/ids';
import { moveCollections } from '#lib/rails/move-house-money';
import { matchLines } from '#lib/reconciliation/match-lines';
import { cancelRefund } from '#lib/refunds/cancel-refund';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
import { decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { toRailRefund } from '#lib/transactions/rail-side';
import { failure, type Transaction } from '#lib/transactions/transaction';

// Refunds over live rails, against the simulator over real HTTP: given back once, never twice, never too much.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

async function paid(amount: bigint, provider = 'PROVIDER_W'): Promise<Transaction> {
  const opened = await collect(amount, provider);
  await control('pay', { rail: provider, reference: opened.id });
  await settle(2);
  return present(opened);
}

let order = 0;
async function refund(collection: Transaction, amount?: string): Promise<Transaction> {
  const client_reference = `back ${++order}`;
  const request = readRefund({ collection: collection.id, client_reference, ...(amount && { amount }) });
  return (await initiateRefund(ctx, request)).transaction;
}

/** How often the rail has given a session back, and whether it still has the payment. */
async function atRail({ id }: Transaction): Promise<{ refunds: number }> {
  const state = (await (await fetch(`${simulator.url}/control/state?reference=${id}`)).json()) as {
    payments: { refunded_at: string | null }[];
  };
  return { refunds: state.payments.filter((each) => each.refunded_at !== null).length };
}

describe('a payment too many', () => {
  const refunded = { outcome: 'refunded' as const, rail_reference: null, evidence };
  const refundsOf = (collection: Transaction) =>
    sql`select client_reference, status, amount_bututs::int as bututs from transactions where collection_id = ${collection.id}`;

  it('goes back to its payer once, when one operator proposes it and another confirms, however many do', async () => {
    const collection = await paid(155_00n);
    const id = await caseOf(collection, 'double_payment');
    const before = await balance();
    const proposer = staffContext();
    const { proposal, possible_outcomes: outcomes } = await proposeSettlement(proposer, id, refunded);
    expect(outcomes).toContain('refunded');
    const at = proposal?.proposed_at ?? '';
    expect(await refundsOf(collection)).toEqual([]);
    await expect(confirmSettlement(proposer, id, at)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, () => confirmSettlement(staffContext(), id, at)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await settle(2);
    expect(await refundsOf(collection)).toEqual([
      { client_reference: `case-${id}`, status: 'SUCCEEDED', bututs: 155_00 },
    ]);
    expect(await atRail(collection)).toEqual({ refunds: 1 });
    expect(before - (await balance())).toBe(155_00n);
    expect((await getCase(id)).closed?.resolution).toMatch(/^Settled as refunded/);
    const again = await caseOf(collection, 'double_payment');
    await expect(propose(again, refunded)).rejects.toThrow('Nothing of this collection is left');
  });

  it('that its client has given back meanwhile is not given back again, and the proposal says why', async () => {
    const collection = await paid(156_00n);
    const id = await caseOf(collection, 'double_payment');
    const at = await propose(id, refunded);
    await refund(collection);
    const before = await balance();
    await expect(confirmSettlement(staffContext(), id, at)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await getCase(id)).toMatchObject({
      status: 'OPEN',
      proposal: { outcome: 'refunded', confirmed_by: null },
      history: [
        {},
        {},
        { action: 'case.settlement_refused', after: { reason: expect.stringContaining('0.00 GMD') } },
      ],
    });
    expect(await refundsOf(collection)).toMatchObject([{ bututs: 156_00 }]);
    expect(await balance()).toBe(before);
  });

  it.each(['contradiction', 'returned'] as const)('is no case of %s', async (kind) => {
    const collection = await paid(157_00n);
    await expect(propose(await caseOf(collection, kind), refunded)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });
});

describe('the whole of a collection of PROVIDER_W', () => {
  it('is given back by the rail itself, out of what it collected', async () => {
    const collection = await paid(150_00n);
    const before = await balance();
    const back = await refund(collection);
    expect(back).toMatchObject({
      status: 'SUCCEEDED',
      refundMethod: 'reversal' as const,
      connectionId: collection.connectionId,
    });
    expect(await atRail(collection)).toEqual({ refunds: 1 });
    expect(before - (await balance())).toBe(150_00n);
    const [row] = await sql`
      select count(*)::int as n from journals where transaction_id = ${back.id} and kind = 'refund_reversed'`;
    expect(row?.n).toBe(1);
  });

  it.each(['error_500_done', 'reset_done', 'timeout_not_done', 'html', 'done_then_401'])(
    'whose answer was lost by %s stays PENDING, is asked for again with the same key, and given back once',
    async (kind) => {
      const collection = await paid(151_00n);
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'refund', kind, times: 1, seconds: 1 });
      const back = await refund(collection);
      expect(back.status).toBe('PENDING');
      await settle(2);
      expect(await statusOf(back)).toBe('SUCCEEDED');
      expect(await atRail(collection)).toEqual({ refunds: 1 });
      expect(await keysOf(back)).toEqual([back.id]);
    },
    30_000,
  );

  it('that the rail refuses is the client’s again, and can be refunded anew', async () => {
    const collection = await paid(152_00n);
    const before = await balance();
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'refund', kind: 'refusal', times: 1 });
    expect(await refund(collection)).toMatchObject({ status: 'FAILED', failureCode: 'PROVIDER_ERROR' });
    expect(await balance()).toBe(before);
    expect(await refund(collection)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await atRail(collection)).toEqual({ refunds: 1 });
  });

  it('that may have been given back never fails by a refusal that comes later: it is a case', async () => {
    const collection = await paid(153_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'refund', kind: 'error_500_done', times: 1 });
    const back = await refund(collection);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'refund', kind: 'done_then_429', times: 1 });
    await settle(1);
    // The refusal of a repeat says nothing of what came before.
    const rail = await kit.findRail('LIVE', 'PROVIDER_W');
    const real = rail?.refundCollection;
    const refused = { kind: 'refused', failure: failure('PROVIDER_ERROR') } as const;
    Object.assign(rail ?? {}, { refundCollection: async () => refused });
    await backdateCalls(back, 20);
    await settle(1);
    Object.assign(rail ?? {}, { refundCollection: real });
    expect(await statusOf(back)).toBe('PENDING');
    expect(await casesOf(back)).toEqual(['unknown_outcome']);
    await settle(1);
    expect(await statusOf(back)).toBe('SUCCEEDED');
    expect(await casesOf(back)).toEqual([]);
    expect(await atRail(collection)).toEqual({ refunds: 1 });
  });

  it.each(['done_then_401', 'error_500_done', 'html'])(
    'that was given back under %s, and whose repeats are refused, is not the client’s again',
    async (kind) => {
      const collection = await paid(158_00n);
      const before = await balance();
      const lies = { rail: 'PROVIDER_W', operation: 'refund' };
      await control('misbehave', { ...lies, kind, times: 1 });
      await control('misbehave', { ...lies, kind: 'duplicate_refused', times: 99 });
      const back = await refund(collection);
      await settle(3);
      expect([await statusOf(back), before - (await balance())]).toEqual(['PENDING', 158_00n]);
      expect((await callsOf(back, 'refund')).slice(0, 2)).toEqual(['unknown', 'refused']);
      expect(await atRail(collection)).toEqual({ refunds: 1 });
      await backdateCalls(back, 20);
      await settle(1);
      expect(await casesOf(back)).toEqual(['unknown_outcome']);
      await control('behave', {});
      await settle(1);
      expect([await statusOf(back), await casesOf(back)]).toEqual(['SUCCEEDED', []]);
      expect(await atRail(collection)).toEqual({ refunds: 1 });
    },
    30_000,
  );

  it.each([false, true])(
    'whose process died with the intent committed is given back once by a worker; the rail had done it: %s',
    async (isDone) => {
      const collection = await paid(156_00n);
      const now = new Date();
      const facts = {
        ...{
          id: newId(now),
          type: 'refund' as const,
          clientReference: `died ${isDone}`,
          attempt: 1,
          provider: 'PROVIDER_W',
        },
        ...{
          amountBututs: 156_00n,
          mobile: collection.mobile,
          refundMethod: 'reversal' as const,
        },
        ...{ collectionId: collection.id, collectionReference: collection.clientReference },
        connectionId: collection.connectionId,
      } as const;
      const { requestHashOf } = await import('#e2e/setup/live');
      const draft = newTransaction(ctx, { requestHash: requestHashOf(facts), ...facts }, now);
      const change = decide(null, draft, { kind: 'reversal_asked' }, now);
      if ('refused' in change) throw new Error('refused');
      const call = {
        id: newId(now),
        key: facts.id,
        operation: 'refund',
        connectionId: collection.connectionId,
      } as const;
      const operations = [{ kind: 'refund', runAt: now, leaseToken: newId(now) } as const];
      await kit.commitChanges(ctx, [{ ...change, call, operations }]);
      const rail = await kit.findRail('LIVE', 'PROVIDER_W');
      const asked = { key: facts.id, deadlineMs: 10_000, now };
      if (isDone) await rail?.refundCollection?.(toRailRefund(draft, collection), asked);
      await settle(2);
      expect(await statusOf(draft)).toBe('SUCCEEDED');
      expect(await atRail(collection)).toEqual({ refunds: 1 });
    },
  );

  it('leaves from the wallet that was paid into, and covers no payout while it is on its way', async () => {
    const collection = await paid(157_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'refund', kind: 'error_500_done', times: 1 });
    const [before] = await sql`select collected_on('PROVIDER_W')::int as bututs`;
    const back = await refund(collection);
    const [during] = await sql`select collected_on('PROVIDER_W')::int as bututs`;
    expect(before?.bututs - during?.bututs).toBe(157_00);
    await settle(2);
    const [after] = await sql`select collected_on('PROVIDER_W')::int as bututs`;
    expect([await statusOf(back), after?.bututs]).toEqual(['SUCCEEDED', during?.bututs]);
  });

  it('of which a part went back already is paid to the number: the rail gives back the whole or nothing', async () => {
    const collection = await paid(154_00n);
    const part = await refund(collection, '50.00');
    const rest = await refund(collection);
    await settle();
    for (const back of [part, rest]) {
      expect(await present(back)).toMatchObject({ status: 'SUCCEEDED', refundMethod: 'payout' });
      expect(await paidByRail('PROVIDER_W', back.id)).toBe(1);
    }
    expect([part.amountBututs, rest.amountBututs]).toEqual([50_00n, 104_00n]);
    expect(await atRail(collection)).toEqual({ refunds: 0 });
  });

  it('is paid to the number where what was collected was moved to the float', async () => {
    const collection = await paid(155_00n, 'PROVIDER_W');
    const [row] = await sql`select collected_on('PROVIDER_W')::text as bututs`;
    const move = { id: newId(), amount: BigInt(row?.bututs) - 100_00n, note: 'For payouts.' };
    await moveCollections(staffContext(), 'PROVIDER_W', move);
    const back = await refund(collection);
    expect(back.refundMethod).toBe('payout');
    await settle();
    expect(await statusOf(back)).toBe('SUCCEEDED');
    expect(await atRail(collection)).toEqual({ refunds: 0 });
  });
});

describe('a refund to the payer’s number', () => {
  it.each(['PROVIDER_C', 'PROVIDER_W'])(
    'on %s is paid once, also when the answer was lost',
    async (provider) => {
      const collection = await paid(160_00n, provider);
      await control('misbehave', { rail: provider, operation: 'payout', kind: 'error_500_done', times: 1 });
      const back = await refund(collection, '60.00');
      expect(back).toMatchObject({ status: 'PENDING', refundMethod: 'payout', mobile: collection.mobile });
      await settle();
      expect(await statusOf(back)).toBe('SUCCEEDED');
      expect(await paidByRail(provider, back.id)).toBe(1);
    },
  );

  it('that the rail took back before its end is the client’s again; after it, a case', async () => {
    const collection = await paid(161_00n);
    const back = await refund(collection, '61.00');
    await settle();
    await control('reverse', { rail: 'PROVIDER_W', reference: back.id });
    await settle();
    expect(await statusOf(back)).toBe('SUCCEEDED');
    expect(await casesOf(back)).toEqual(['returned']);
  });

  it('that was never sent can be cancelled, one that may have been paid cannot', async () => {
    const collection = await paid(162_00n);
    const rail = await kit.findRail('LIVE', 'PROVIDER_W');
    const real = rail?.sendPayout;
    Object.assign(rail ?? {}, { sendPayout: async () => ({ kind: 'not_sent', why: 'refused' }) });
    const unsent = await refund(collection, '1.00');
    Object.assign(rail ?? {}, { sendPayout: real });
    expect((await cancelRefund(ctx, unsent.id)).transaction).toMatchObject({
      status: 'FAILED',
      failureCode: 'CANCELLED_BY_CLIENT',
    });
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind: 'error_500_done', times: 1 });
    const doubtful = await refund(collection, '2.00');
    await expect(cancelRefund(ctx, doubtful.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await settle();
    expect(await statusOf(doubtful)).toBe('SUCCEEDED');
  });

  it('of PROVIDER_A goes the same way', async () => {
    const opened = await collect(163_00n, 'PROVIDER_A');
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    await settle(1);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    const back = await refund(await present(opened));
    expect(back).toMatchObject({ status: 'SUCCEEDED', refundMethod: 'payout', mobile: opened.mobile });
  });

  it('is none on the card rail, whose acquirer is not asked to give anything back', async () => {
    const opened = await collect(164_00n, 'PROVIDER_C_CARD');
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle(2);
    await expect(refund(await present(opened))).rejects.toMatchObject({
      code: 'REFUND_NOT_POSSIBLE',
      details: { reason: 'rail_takes_nothing_back' },
    });
  });
});

describe('in the end', () => {
  it('the statement of the rail answers to each refund', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const rail = await kit.findRail('LIVE', 'PROVIDER_W');
    const told = await rail?.fetchStatement?.(day, { key: 'x', deadlineMs: 10_000, now: new Date() });
    const lines = told?.kind === 'done' ? told.value : [];
    expect(lines.some(({ kind }) => kind === 'reversal')).toBe(true);
    await sql`
      insert into rail_statements (provider, day, source, imported_at, imported_by_name) values ('PROVIDER_W', ${day}, 'fetched', now(), 'Fatou')`;
    for (const { railReference, reference, kind, amountBututs, currency, mobile, at } of lines) {
      await sql`
        insert into rail_statement_lines (provider, day, kind, rail_reference, reference, amount_bututs, currency, mobile, at, match)
        values ('PROVIDER_W', ${day}, ${kind}, ${railReference}, ${reference}, ${amountBututs.toString()}, ${currency}, ${mobile}, ${at.toISOString()}, 'RAIL_ONLY')`;
    }
    await matchLines('PROVIDER_W', day);
    const rows = await sql`
      select t.refund_method, l.match, count(*)::int as n from rail_statement_lines l join transactions t on t.id = l.transaction_id
      where t.type = 'refund' and l.kind in ('payout', 'reversal') group by 1, 2 order by 1, 2`;
    const refunds = await sql`
      select refund_method, count(*)::int as n from transactions
      where type = 'refund' and provider = 'PROVIDER_W' and status = 'SUCCEEDED' group by 1 order by 1`;
    const matched = rows
      .filter(({ match }) => match === 'MATCHED')
      .map(({ refund_method, n }) => ({ refund_method, n }));
    expect(matched).toEqual(refunds.map(({ refund_method, n }) => ({ refund_method, n })));
  });

  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
