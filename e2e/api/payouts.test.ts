import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, test } from 'vitest';
import {
  type Account,
  balanceOf,
  collect,
  fieldPaths,
  fund,
  isError,
  isRefused,
  isSigned,
  type Json,
  lookUp,
  named,
  newAccount,
  newEndpoint,
  newReference,
  payingProviders,
  payOut,
  payoutBody,
  payoutShape,
  type Reply,
  send,
  settle,
  shape,
  startReceiver,
  statusPath,
} from './support.ts';

const initiate = '/api/v1/payouts/initiate';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

/** An account with a balance and enough float on every rail. */
async function funded(balance: string, float = '100000.00'): Promise<Account> {
  const account = await newAccount({ commissionBps: 0 });
  await settle(account, balance);
  if (float !== '0') for (const provider of payingProviders) await fund(account, float, provider);
  return account;
}
const api = await funded('50000.00');
const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

describe('within balance and float', () => {
  test.each(payingProviders)('a payout on %s has succeeded when it is answered', async (provider) => {
    const before = await balanceOf(api);
    const body = payoutBody({ provider, amount: '12.5', metadata: { payroll: 'week 47' } });
    const reply = await api.post(initiate, body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: payoutShape({
        client_reference: body.client_reference,
        amount: '12.50',
        status: 'SUCCEEDED',
        provider,
        recipient_mobile: '+2207654321',
        metadata: { payroll: 'week 47' },
        completed_at: shape.time,
      }),
    });
    expect(isReplay(reply)).toBe(false);
    const after = await balanceOf(api);
    expect(before.available_balance_bututs - after.available_balance_bututs).toBe(12_50);
    expect(after.total_paid_out_bututs - before.total_paid_out_bututs).toBe(12_50);
    expect(after.total_payouts).toBe(before.total_payouts + 1);
    expect(after.held_bututs).toBe(0);
  });

  test('the default provider is PROVIDER_W, and the look-up says the same, by reference and by id', async () => {
    const made = await payOut(api);
    expect(made.provider).toBe('PROVIDER_W');
    const reply = await api.get(statusPath('payouts', made.client_reference));
    expect(reply.body).toStrictEqual({ status: 'success', data: made });
    expect(await lookUp(api, 'payouts', made.transaction_id)).toStrictEqual(made);
  });

  test('the float falls by the amount', async () => {
    const account = await funded('100.00', '50.00');
    await payOut(account, { amount: '20.00', provider: 'PROVIDER_C' });
    const floats = await account.get('/api/v1/sandbox/rail-floats');
    expect(floats.body).toStrictEqual({
      status: 'success',
      data: [
        { ...named('PROVIDER_W'), balance_bututs: 50_00, balance_gmd: '50.00' },
        { ...named('PROVIDER_A'), balance_bututs: 50_00, balance_gmd: '50.00' },
        { ...named('PROVIDER_C'), balance_bututs: 30_00, balance_gmd: '30.00' },
      ],
    });
  });

  test('exactly one webhook is sent, payout.succeeded, signed', async () => {
    const account = await funded('100.00');
    const endpoint = await newEndpoint(account, receiver.url());
    const made = await payOut(account);
    const hook = await receiver.next('payout.succeeded', ({ body }) => body.data.id === made.transaction_id);
    expect(hook.body).toStrictEqual({
      event: 'payout.succeeded',
      data: {
        id: made.transaction_id,
        type: 'payout',
        reference: made.client_reference,
        amount: '10.00',
        currency: 'GMD',
        status: 'SUCCEEDED',
        ...named('PROVIDER_W'),
        environment: 'SANDBOX',
        completed_at: made.completed_at,
        recipient_mobile: '+2207654321',
      },
    });
    expect(hook.headers).toMatchObject({ 'x-gw-event': 'payout.succeeded', 'x-gw-sandbox': 'true' });
    isSigned(hook, endpoint.secret);
    const events = await account.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
    expect(events.body.data.map((each: Json) => each.event)).toEqual(['payout.succeeded']);
  });
});

describe('without enough balance', () => {
  test('is INSUFFICIENT_BALANCE with both figures, stores nothing, and leaves the reference free', async () => {
    const account = await funded('30.00');
    const body = payoutBody({ amount: '30.01' });
    isError(await account.post(initiate, body), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 30_01,
      available_balance_bututs: 30_00,
    });
    isError(await account.get(statusPath('payouts', body.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    const listed = await account.get('/api/v1/client/transactions?type=payout');
    expect(listed.body.data).toEqual([]);
    const events = await account.get('/api/v1/events');
    expect(events.body.data.map((each: Json) => each.event)).toEqual(['payment.succeeded']);

    const paid = await account.post(initiate, { ...body, amount: '30.00' });
    expect(paid.body.data?.status, paid.text).toBe('SUCCEEDED');
    expect(isReplay(paid)).toBe(false);
    expect((await balanceOf(account)).available_balance_bututs).toBe(0);
  });

  test('the commission is not there to be paid out', async () => {
    const account = await newAccount();
    await settle(account, '90.00');
    await fund(account, '100.00');
    isError(await account.post(initiate, payoutBody({ amount: '90.00' })), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 90_00,
      available_balance_bututs: 88_65,
    });
    expect((await payOut(account, { amount: '88.65' })).status).toBe('SUCCEEDED');
  });

  test('a collection that is pending is no balance', async () => {
    const account = await newAccount();
    await collect(account, { amount: '200.00' });
    isError(await account.post(initiate, payoutBody()), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 10_00,
      available_balance_bututs: 0,
    });
  });
});

describe('the order of checks', () => {
  test('key, body, provider, reference, balance, float: the first fault is told', async () => {
    const account = await funded('100.00', '0');
    const body = payoutBody({ amount: '40.00' });
    const first = await account.post(initiate, body);
    expect(first.body.data.status).toBe('AWAITING_LIQUIDITY');

    const worst = { ...body, recipient_mobile: 'nobody', provider: 'PROVIDER_X', amount: '5000.00' };
    isRefused(await send('POST', inject('baseUrl') + initiate, { body: worst }), 401);
    isError(await account.post(initiate, worst), 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    isError(
      await account.post(initiate, { ...worst, recipient_mobile: '+2207654321' }),
      422,
      'provider_not_enabled',
    );
    isError(await account.post(initiate, { ...body, amount: '5000.00' }), 422, 'DUPLICATE_REFERENCE');
    isError(await account.post(initiate, payoutBody({ amount: '5000.00' })), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 5000_00,
      available_balance_bututs: 60_00,
    });
    expect((await account.post(initiate, payoutBody({ amount: '60.00' }))).body.data.status).toBe(
      'AWAITING_LIQUIDITY',
    );
    // The balance is empty by now, and the same body is still the same payout.
    const again = await account.post(initiate, body);
    expect(isReplay(again)).toBe(true);
    expect(again.body.data.transaction_id).toBe(first.body.data.transaction_id);
  });

  test.each(['PROVIDER_C_CARD', 'PROVIDER_X', '', 'provider_w'])(
    'the provider "%s" does not pay out',
    async (provider) => {
      const body = payoutBody({ provider });
      isError(await api.post(initiate, body), 422, 'provider_not_enabled');
      isError(await api.get(statusPath('payouts', body.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    },
  );

  test.each([5, null, {}, ['PROVIDER_W']])(
    'the provider %j, which is no string, is 400',
    async (provider) => {
      const reply = await api.post(initiate, payoutBody({ provider }));
      isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
      expect(fieldPaths(reply)).toEqual(['provider']);
    },
  );
});

test('each missing field is named', async () => {
  const reply = await api.post(initiate, { provider: 'PROVIDER_A' });
  isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
  expect(fieldPaths(reply)).toEqual(['amount', 'client_reference', 'currency', 'recipient_mobile']);
});

test.each(['0.99', '100000.01', '1.001', '-1.00', ''])(
  'the amount "%s" is INVALID_AMOUNT with the bounds',
  async (amount) => {
    isError(await api.post(initiate, payoutBody({ amount })), 400, 'INVALID_AMOUNT', {
      min_amount: '1.00',
      max_amount: '100000.00',
    });
  },
);

test('an amount that is a JSON number is refused', async () => {
  isError(await api.post(initiate, payoutBody({ amount: 10 })), 400, 'VALIDATION_ERROR', {
    fields: expect.any(Array),
  });
});

describe('/payouts/send', () => {
  test('does the same, and says in its headers that it is the older name', async () => {
    const body = payoutBody();
    const sent = await api.post('/api/v1/payouts/send', body);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.data).toStrictEqual(
      payoutShape({
        client_reference: body.client_reference,
        amount: '10.00',
        recipient_mobile: '+2207654321',
        completed_at: shape.time,
      }),
    );
    expect(sent.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(sent.headers.get('link')).toMatch(/<[^>]*\/api\/v1\/payouts\/initiate>/);

    const again = await api.post(initiate, body);
    expect(isReplay(again)).toBe(true);
    expect(again.body).toStrictEqual(sent.body);
    expect(again.headers.get('deprecation')).toBeNull();
    isError(await api.post(initiate, { ...body, amount: '11.00' }), 422, 'DUPLICATE_REFERENCE');
  });
});

describe('the same client_reference again', () => {
  test('in another spelling is the same payout, and moves no money', async () => {
    const body = payoutBody({ amount: '7' });
    const first = await api.post(initiate, body);
    const before = await balanceOf(api);
    const spellings: Json[] = [
      body,
      Object.fromEntries(Object.entries({ ...body, amount: '7.00' }).reverse()),
      { ...body, amount: '7.0', provider: 'PROVIDER_W', metadata: {} },
      { ...body, unknown_field: 'ignored' },
    ];
    for (const spelling of spellings) {
      const again = await api.post(initiate, spelling);
      expect(again.status, again.text).toBe(200);
      expect(isReplay(again)).toBe(true);
      expect(again.body).toStrictEqual(first.body);
    }
    expect(await balanceOf(api)).toEqual(before);
  });

  test.each<[string, Record<string, unknown>]>([
    ['amount', { amount: '10.01' }],
    ['recipient', { recipient_mobile: '+2207654322' }],
    ['provider', { provider: 'PROVIDER_A' }],
    ['metadata', { metadata: { a: 'b' } }],
  ])('with another %s is DUPLICATE_REFERENCE, and moves no money', async (_, change) => {
    const body = payoutBody();
    await api.post(initiate, body);
    const before = await balanceOf(api);
    isError(await api.post(initiate, { ...body, ...change }), 422, 'DUPLICATE_REFERENCE');
    expect(await balanceOf(api)).toEqual(before);
  });

  test('64 equal payouts at once make one, and move money once', async () => {
    const account = await funded('1000.00');
    const body = payoutBody({ amount: '15.00' });
    const replies = await Promise.all(Array.from({ length: 64 }, () => account.post(initiate, body)));
    expect(replies.map((each) => each.status)).toEqual(Array(64).fill(200));
    expect(new Set(replies.map((each) => each.body.data.transaction_id)).size).toBe(1);
    expect(replies.filter((each) => !isReplay(each))).toHaveLength(1);
    expect(await balanceOf(account)).toMatchObject({
      available_balance_gmd: '985.00',
      total_paid_out_gmd: '15.00',
      total_payouts: 1,
    });
  });

  test('64 equal payouts at once on a balance for one make one, and none is refused for want of money', async () => {
    const account = await funded('15.00');
    const body = payoutBody({ amount: '15.00' });
    const replies = await Promise.all(Array.from({ length: 64 }, () => account.post(initiate, body)));
    expect(replies.map((each) => each.status)).toEqual(Array(64).fill(200));
    expect((await balanceOf(account)).available_balance_bututs).toBe(0);
  });
});

test('200 payouts of 1.00 at once on a balance of exactly 100.00 pay exactly 100', async () => {
  const account = await funded('90.00');
  await settle(account, '10.00');
  expect((await balanceOf(account)).available_balance_gmd).toBe('100.00');
  const bodies = Array.from({ length: 200 }, () => payoutBody({ amount: '1.00' }));
  const replies: Reply[] = [];
  // A server does 200 requests at once and refuses more: the last twenty leave room for those of other files.
  const lane = async () => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop())
      replies.push(await account.post(initiate, body));
  };
  await Promise.all(Array.from({ length: 180 }, lane));
  const paid = replies.filter((each) => each.status === 200);
  expect(paid).toHaveLength(100);
  expect(paid.map((each) => each.body.data.status)).toEqual(Array(100).fill('SUCCEEDED'));
  for (const each of replies.filter((reply) => reply.status !== 200)) {
    isError(each, 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 1_00,
      available_balance_bututs: 0,
    });
  }
  expect(await balanceOf(account)).toMatchObject({
    available_balance_gmd: '0.00',
    total_paid_out_gmd: '100.00',
    held_gmd: '0.00',
    total_payouts: 100,
  });
  const listed = await account.get('/api/v1/client/transactions?type=payout&limit=1');
  expect(listed.body.pagination.total).toBe(100);
});

test('payouts at once on a float for half of them: none is lost, none is paid twice', async () => {
  const account = await funded('100.00', '0');
  await fund(account, '20.00');
  const made = await Promise.all(Array.from({ length: 40 }, () => payOut(account, { amount: '1.00' })));
  expect(made.filter((each) => each.status === 'SUCCEEDED')).toHaveLength(20);
  expect(made.filter((each) => each.status === 'AWAITING_LIQUIDITY')).toHaveLength(20);
  expect(await balanceOf(account)).toMatchObject({
    available_balance_gmd: '60.00',
    total_paid_out_gmd: '20.00',
    held_gmd: '20.00',
  });
});

describe('the look-up', () => {
  test.each([
    ['a slash', `pay/roll/${randomUUID()}`],
    ['percent signs and spaces', `100% of pay ${randomUUID()}`],
    ['letters beyond ASCII', `Ñóŋ ፍ 😀 ${randomUUID()}`],
  ])('finds a reference with %s', async (_, client_reference) => {
    const made = await payOut(api, { client_reference });
    expect((await lookUp(api, 'payouts', client_reference)).transaction_id).toBe(made.transaction_id);
  });

  test("prefers a reference to another payout's id that it looks like", async () => {
    const first = await payOut(api);
    const second = await payOut(api, { client_reference: first.transaction_id });
    expect((await lookUp(api, 'payouts', first.transaction_id)).transaction_id).toBe(second.transaction_id);
  });

  test("finds neither another client's, nor a collection, nor what nobody made", async () => {
    const other = await newAccount();
    const made = await payOut(api);
    isError(await other.get(statusPath('payouts', made.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    isError(await other.get(statusPath('payouts', made.transaction_id)), 404, 'TRANSACTION_NOT_FOUND');
    const collection = await collect(other);
    isError(
      await other.get(statusPath('payouts', collection.client_reference)),
      404,
      'TRANSACTION_NOT_FOUND',
    );
    isError(await other.get(statusPath('payouts', collection.transaction_id)), 404, 'TRANSACTION_NOT_FOUND');
    isError(await api.get(statusPath('payouts', newReference())), 404, 'TRANSACTION_NOT_FOUND');
  });
});

test('a payout that has succeeded cannot be cancelled', async () => {
  const made = await payOut(api);
  const before = await balanceOf(api);
  isError(await api.post(`/api/v1/payouts/${made.transaction_id}/cancel`), 422, 'INVALID_STATE');
  expect(await balanceOf(api)).toEqual(before);
  isError(await api.post(`/api/v1/payouts/${randomUUID()}/cancel`), 404, 'TRANSACTION_NOT_FOUND');
});
