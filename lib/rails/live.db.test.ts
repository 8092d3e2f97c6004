import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  auditFaults,
  balance,
  callsOf,
  casesOf,
  codeFor,
  collect,
  control,
  ctx,
  keysOf,
  kit,
  operator,
  paidByRail,
  payOut,
  present,
  raiseLiveStage,
  settle,
  simulator,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import type { Transaction } from '#lib/transactions/transaction';

// The live flow against the rail simulator over real HTTP: what the rails do wrong must never cost money.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

describe('a collection on a redirect rail', () => {
  it.each(['PROVIDER_W', 'PROVIDER_C'])('is opened, paid and credited once on %s', async (provider) => {
    const opened = await collect(150_00n, provider);
    expect(opened).toMatchObject({ status: 'PENDING', redirectUrl: expect.stringContaining(simulator.url) });
    await control('pay', { rail: provider, reference: opened.id });
    await settle();
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    const [entries] = await sql`select count(*)::int as n from journals where transaction_id = ${opened.id}`;
    expect(entries?.n).toBe(1);
  });

  it('whose answer was lost is found again by our reference', async () => {
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'open', kind: 'error_500_done', times: 1 });
    const started = await collect(160_00n);
    expect(started).toMatchObject({ status: 'PENDING', redirectUrl: null });
    await settle(2);
    expect((await present(started)).redirectUrl).not.toBeNull();
    expect(await callsOf(started, 'start')).toEqual(['unknown', 'done']);
  });

  it('that did not reach the rail is refused with PROVIDER_UNAVAILABLE, and a repeat opens it', async () => {
    const { findRail } = await import('#lib/rails/registry');
    const rail = await findRail('LIVE', 'PROVIDER_W');
    const start = rail?.startCollection;
    Object.assign(rail ?? {}, { startCollection: async () => ({ kind: 'not_sent', why: 'refused' }) });
    await expect(collect(161_00n, 'PROVIDER_W', 'again')).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('could not be reached'),
    });
    // A key that the rail refuses is no matter of a few seconds.
    const why = 'the rail refused our credentials (401)';
    Object.assign(rail ?? {}, { startCollection: async () => ({ kind: 'not_sent', why }) });
    await expect(collect(161_00n, 'PROVIDER_W', 'again')).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('its operators have to put right'),
    });
    Object.assign(rail ?? {}, { startCollection: start });
    const repeated = await collect(161_00n, 'PROVIDER_W', 'again');
    expect(repeated.redirectUrl).not.toBeNull();
  });

  it('is asked about once in ten seconds, however often its status is looked up', async () => {
    const opened = await collect(174_00n);
    const { findRail } = await import('#lib/rails/registry');
    const rail = await findRail('LIVE', 'PROVIDER_W');
    const fetch = rail?.fetchCollection;
    let asked = 0;
    const count: typeof fetch = (...given) => {
      asked++;
      return fetch?.(...given) as ReturnType<NonNullable<typeof fetch>>;
    };
    Object.assign(rail ?? {}, { fetchCollection: count });
    const lookUpAfter = async (ms: number) => {
      const now = () => new Date(opened.createdAt.getTime() + ms);
      const { transaction } = await kit.getCollection({ ...ctx, now }, opened.id);
      return [transaction.status, asked];
    };
    expect(await lookUpAfter(1_000)).toEqual(['PENDING', 1]);
    expect(await lookUpAfter(10_999)).toEqual(['PENDING', 1]);
    expect(await lookUpAfter(11_000)).toEqual(['PENDING', 2]);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    expect(await lookUpAfter(21_000)).toEqual(['SUCCEEDED', 3]);
    // What is paid is asked about by nobody.
    expect(await lookUpAfter(40_000)).toEqual(['SUCCEEDED', 3]);
    Object.assign(rail ?? {}, { fetchCollection: fetch });
  });

  it('is closed at the rail when it is cancelled; one that was paid a moment before is paid', async () => {
    const left = await collect(170_00n);
    expect((await kit.cancelCollection(ctx, left.id)).transaction.status).toBe('CANCELLED');
    await expect(control('pay', { rail: 'PROVIDER_W', reference: left.id })).rejects.toThrow();

    const paid = await collect(171_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
    expect((await kit.cancelCollection(ctx, paid.id)).transaction.status).toBe('SUCCEEDED');
  });

  it('that the rail ends only by itself and that is paid after it was cancelled is credited late', async () => {
    const left = await collect(172_00n, 'PROVIDER_C');
    expect((await kit.cancelCollection(ctx, left.id)).transaction.status).toBe('CANCELLED');
    await control('pay', { rail: 'PROVIDER_C', reference: left.id });
    await settle();
    expect(await present(left)).toMatchObject({ status: 'SUCCEEDED', late: true });
  });

  it('is credited twice and flagged when a re-offer and its first session are both paid', async () => {
    const first = await collect(173_00n, 'PROVIDER_C', 'twice');
    await kit.cancelCollection(ctx, first.id);
    const second = await collect(173_00n, 'PROVIDER_C', 'twice');
    expect(second.attempt).toBe(2);
    for (const each of [first, second]) await control('pay', { rail: 'PROVIDER_C', reference: each.id });
    await settle();
    expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect([...(await casesOf(first)), ...(await casesOf(second))]).toEqual(['double_payment']);
  });
});

describe('notices', () => {
  it.each(['wrong_amount', 'wrong_currency'])(
    'of a %s open a case and move nothing by themselves',
    async (kind) => {
      const opened = await collect(180_00n);
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind, times: 1 });
      await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
      await settle();
      // The rail's own record has the right amount.
      expect(await statusOf(opened)).toBe('SUCCEEDED');
      expect(await casesOf(opened)).toEqual(['mismatch']);
    },
  );

  it('that are forged, repeated or replayed change nothing', async () => {
    const opened = await collect(181_00n);
    for (const kind of ['forged', 'duplicate', 'replayed']) {
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind, times: 1 });
    }
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle();
    const [journals] = await sql`select count(*)::int as n from journals where transaction_id = ${opened.id}`;
    expect([await statusOf(opened), journals?.n]).toEqual(['SUCCEEDED', 1]);
  });

  it('that are lost are made up for by a look-up', async () => {
    const opened = await collect(182_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });

  it('of a payment that we do not know become a case, once', async () => {
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'notice',
      kind: 'unknown_reference',
      times: 1,
    });
    const opened = await collect(183_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(12);
    const rows = await sql`select 1 from cases where kind = 'unknown_reference'`;
    expect(rows).toHaveLength(1);
  });
});

describe('the card rail', () => {
  it('is told by its notice alone', async () => {
    const opened = await collect(190_00n, 'PROVIDER_C_CARD');
    expect(opened).toMatchObject({
      nextStep: 'show_card_page',
      cardPageUrl: expect.stringContaining('/checkout/pay/'),
    });
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle();
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });

  it('is asked once at the end, when its notice was lost', async () => {
    const opened = await collect(191_00n, 'PROVIDER_C_CARD');
    await control('misbehave', { rail: 'PROVIDER_C_CARD', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle(3);
    expect(await statusOf(opened)).toBe('PENDING');
    await sql`update rail_operations set run_at = now() - interval '1 second' where transaction_id = ${opened.id} and kind = 'close'`;
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });
});

describe('the rail with a one-time password', () => {
  it('charges once for a right code, and its leave to charge is given back', async () => {
    const opened = await collect(200_01n, 'PROVIDER_A');
    expect(opened).toMatchObject({ nextStep: 'submit_otp', otpAttemptsRemaining: 3 });
    await expect(kit.submitOtp(ctx, opened.id, '0000')).rejects.toMatchObject({ code: 'INVALID_OTP' });
    const { transaction } = await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    expect(transaction.status).toBe('SUCCEEDED');
    await settle(2);
    expect((await present(opened)).railStateSealed).toBeNull();
    const left = await sql`select kind from rail_operations where transaction_id = ${opened.id}`;
    expect(left).toEqual([]);
  });

  it('charges once for a right code that comes ten times at once', async () => {
    const opened = await collect(200_02n, 'PROVIDER_A');
    const code = await codeFor(opened);
    await Promise.allSettled(Array.from({ length: 10 }, () => kit.submitOtp(ctx, opened.id, code)));
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    expect(await callsOf(opened, 'charge')).toEqual(['done']);
  });

  it('is never charged again when the answer was lost, but left to a person', async () => {
    const opened = await collect(200_03n, 'PROVIDER_A');
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'error_500_done', times: 1 });
    const { transaction } = await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    expect(transaction.status).toBe('PENDING');
    await sql`update rail_operations set run_at = now() - interval '1 second' where transaction_id = ${opened.id}`;
    await settle();
    expect(await statusOf(opened)).toBe('PENDING');
    expect(await casesOf(opened)).toEqual(['unknown_outcome']);
    expect(await callsOf(opened, 'charge')).toEqual(['unknown']);
  });
});

describe('a payout', () => {
  it.each(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])('is delivered once on %s', async (provider) => {
    const sent = await payOut(30_00n, provider);
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await callsOf(sent, 'send')).toEqual(['done']);
  });

  it.each(['error_500_done', 'reset_done', 'html', 'empty'])(
    'whose answer is %s is PENDING, and paid once',
    async (kind) => {
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind, times: 1 });
      const sent = await payOut(31_00n);
      expect(sent.status).toBe('PENDING');
      const [event] = await sql`select event from events where transaction_id = ${sent.id}`;
      expect(event?.event).toBe('payout.pending');
      await settle();
      expect(await statusOf(sent)).toBe('SUCCEEDED');
      expect(await paidByRail('PROVIDER_W', sent.id)).toBe(1);
    },
  );

  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'that the rail did not do on %s is sent again with the same key',
    async (provider) => {
      await control('misbehave', {
        rail: provider,
        operation: 'payout',
        kind: 'error_500_not_done',
        times: 1,
      });
      const sent = await payOut(32_00n, provider);
      expect(sent.status).toBe('PENDING');
      await settle();
      expect(await statusOf(sent)).toBe('SUCCEEDED');
      expect(await paidByRail(provider, sent.id)).toBe(1);
      expect(await callsOf(sent, 'send')).toEqual(['unknown', 'done']);
      expect(await keysOf(sent)).toEqual([sent.id]);
    },
  );

  it('whose answer was lost on a rail without a key is never sent again, but left to a person', async () => {
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'payout', kind: 'error_500_done', times: 1 });
    const sent = await payOut(33_00n, 'PROVIDER_A');
    await settle();
    expect(await statusOf(sent)).toBe('PENDING');
    expect(await casesOf(sent)).toEqual(['unknown_outcome']);
    expect(await callsOf(sent, 'send')).toEqual(['unknown']);
  });

  it('that the rail refuses is FAILED with its reason, and the money is back', async () => {
    const before = await balance();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'payout',
      kind: 'refusal',
      code: 'recipient-account-inactive',
      times: 1,
    });
    const sent = await payOut(34_00n);
    expect(sent).toMatchObject({ status: 'FAILED', failureCode: 'RECIPIENT_INACTIVE' });
    expect(await balance()).toBe(before);
  });

  it('for which the rail itself is short is held, and goes out when it no longer is', async () => {
    await control('float', { rail: 'PROVIDER_W', amount: '5.00' });
    const sent = await payOut(35_00n);
    expect(sent.status).toBe('AWAITING_LIQUIDITY');
    await settle(2);
    expect(await statusOf(sent)).toBe('AWAITING_LIQUIDITY');
    await control('float', { rail: 'PROVIDER_W', amount: '90000.00' });
    await sql`update rail_wallets set short_until = null`;
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', sent.id)).toBe(1);
  });

  it('is sent by a worker when its process died between the intent and the call', async () => {
    const { decide } = await import('#lib/transactions/decide');
    const { commitChanges } = await import('#lib/transactions/advance');
    const { newTransaction } = await import('#lib/transactions/new-transaction');
    const { newId } = await import('#lib/ids');
    const { requestHashOf } = await import('#e2e/setup/live');
    const now = new Date();
    const facts = {
      id: newId(now),
      type: 'payout',
      clientReference: 'died',
      attempt: 1,
      provider: 'PROVIDER_W',
      amountBututs: 36_00n,
      mobile: '+2207012345',
    } as const;
    const draft = newTransaction(ctx, { requestHash: requestHashOf(facts), ...facts }, now);
    const change = decide(null, draft, { kind: 'initiated' }, now);
    if ('refused' in change) throw new Error('refused');
    const call = { id: newId(now), key: facts.id, operation: 'send' } as const;
    const operations = [{ kind: 'send', runAt: now, leaseToken: newId(now) } as const];
    await commitChanges(ctx, [{ ...change, call, operations }]);
    await settle();
    expect(await statusOf(draft)).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', draft.id)).toBe(1);
  });
});

describe('a reversal', () => {
  const reverse = async (payout: Transaction) =>
    kit.reversePayout(operator(), ctx, await present(payout), 'sent twice');

  it('gives the money back once, also when the answer was lost', async () => {
    const before = await balance();
    const sent = await payOut(40_00n);
    await settle();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'reverse',
      kind: 'error_500_done',
      times: 1,
    });
    expect((await reverse(sent)).status).toBe('SUCCEEDED');
    await expect(reverse(sent)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await settle();
    expect(await statusOf(sent)).toBe('REVERSED');
    expect((await reverse(sent)).status).toBe('REVERSED');
    expect(await balance()).toBe(before);
  });

  it('that the rail refuses is told in its own words and changes nothing', async () => {
    const sent = await payOut(41_00n);
    await settle();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'reverse',
      kind: 'refusal',
      code: 'insufficient-funds',
      times: 1,
    });
    await expect(reverse(sent)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('insufficient-funds'),
    });
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });

  it('that the rail began itself takes the same way', async () => {
    const sent = await payOut(42_00n);
    await settle();
    await control('reverse', { rail: 'PROVIDER_W', reference: sent.id });
    await settle();
    expect(await statusOf(sent)).toBe('REVERSED');
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});

describe('messages to one number', () => {
  const ask = (reference: string, customerMobile = '+2207999001') =>
    kit
      .initiateCollection(ctx, {
        amount: 70_00n,
        currency: 'GMD',
        client_reference: reference,
        provider: 'PROVIDER_A',
        customer_mobile: customerMobile,
        metadata: {},
      })
      .then(
        ({ replayed }) => (replayed ? 'replayed' : 'sent'),
        ({ code }) => code,
      );

  it('are ten at once from one client, and a request that is only repeated sends none', async () => {
    const first = [];
    for (let each = 1; each <= 10; each++) first.push(await ask(`text ${each}`));
    expect(first).toEqual(Array(10).fill('sent'));
    expect(await ask('text 11')).toBe('RATE_LIMITED');
    expect(await ask('text 3')).toBe('replayed');
    expect(await ask('text 12', '+2207999002')).toBe('sent');
    const before = await sql`select count(*)::int as n from transactions where client_reference = 'text 11'`;
    expect(before[0]?.n).toBe(0);
  });

  it('that a stranger at a link has sent are five from one address, and use up nothing of the client’s own', async () => {
    const { textRefusal } = await import('#lib/collections/initiate-collection');
    const at = (stranger: string) =>
      textRefusal(ctx, { provider: 'PROVIDER_A', customer_mobile: '+2207999003', stranger })?.code ?? 'sent';
    expect(Array.from({ length: 6 }, () => at('192.0.2.1'))).toEqual([
      ...Array(5).fill('sent'),
      'RATE_LIMITED',
    ]);
    expect(at('192.0.2.2')).toBe('sent');
    for (let each = 1; each <= 10; each++) expect(await ask(`own ${each}`, '+2207999003')).toBe('sent');
    // However many addresses, a client's links send a number ten at once.
    const further = Array.from({ length: 6 }, (_, each) => at(`198.51.100.${each}`));
    expect(further.filter((end) => end === 'sent')).toHaveLength(4);
  });
});
