import { afterAll, describe, expect, test } from 'vitest';
import { superuserSql } from '#e2e/setup/test-database';
import {
  type Account,
  balanceOf,
  fund,
  isError,
  isSigned,
  type Json,
  lookUp,
  named,
  newAccount,
  newEndpoint,
  payingProviders,
  payOut,
  payoutBody,
  payoutShape,
  reaches,
  settle,
  shape,
  startReceiver,
  until,
} from './support.ts';

const initiate = '/api/v1/payouts/initiate';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

/** An account with a balance of 1000.00 and, as a new client has it, a float of 0.00 on each rail. */
async function withBalance(): Promise<Account> {
  const account = await newAccount({ commissionBps: 0 });
  await settle(account, '1000.00');
  return account;
}

const statusOf = async (api: Account, made: Json): Promise<string> =>
  (await lookUp(api, 'payouts', made.client_reference)).status;

const positionOf = async (api: Account, made: Json): Promise<number> =>
  (await lookUp(api, 'payouts', made.client_reference)).liquidity.queue_position;

/** Funds the float and waits until all of it that can be used is used. */
async function fundAndSee(api: Account, amount: string, released: Json[], provider = 'PROVIDER_W') {
  await fund(api, amount, provider);
  for (const each of released) await reaches(api, 'payouts', each.client_reference, 'SUCCEEDED');
}

test('a new client has a float of 0.00 on each rail that pays out', async () => {
  const api = await newAccount();
  const floats = await api.get('/api/v1/sandbox/rail-floats');
  expect(floats.body).toStrictEqual({
    status: 'success',
    data: payingProviders.map((provider) => ({ ...named(provider), balance_bututs: 0, balance_gmd: '0.00' })),
  });
});

test.each(payingProviders)(
  'beyond the float of %s a payout is held, not failed, and its money with it',
  async (provider) => {
    const api = await withBalance();
    const body = payoutBody({ provider, amount: '40.00' });
    const reply = await api.post(initiate, body);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: payoutShape({
        client_reference: body.client_reference,
        amount: '40.00',
        status: 'AWAITING_LIQUIDITY',
        provider,
        recipient_mobile: '+2207654321',
        completed_at: null,
        liquidity: { queue_position: 1, since: shape.time },
      }),
    });
    expect(await lookUp(api, 'payouts', body.client_reference)).toStrictEqual(reply.body.data);
    expect(await balanceOf(api)).toMatchObject({
      available_balance_gmd: '960.00',
      held_gmd: '40.00',
      total_paid_out_gmd: '0.00',
      total_payouts: 0,
    });
    const stats = await api.get('/api/v1/client/stats');
    expect(stats.body).toMatchObject({ pending_transactions_count: 1, pending_volume_gmd: '40.00' });
  },
);

test('a repeat of a held one is the same payout, as it stands', async () => {
  const api = await withBalance();
  const body = payoutBody();
  const first = await api.post(initiate, body);
  const again = await api.post(initiate, body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toStrictEqual(first.body);
  await fundAndSee(api, '10.00', [first.body.data]);
  const later = await api.post(initiate, body);
  expect(later.headers.get('idempotent-replayed')).toBe('true');
  expect(later.body.data).toMatchObject({
    status: 'SUCCEEDED',
    transaction_id: first.body.data.transaction_id,
  });
  expect(later.body.data).not.toHaveProperty('liquidity');
});

test('when the float is funded, held payouts leave in the order in which they came', async () => {
  const api = await withBalance();
  const made: Json[] = [];
  for (let index = 0; index < 5; index++) made.push(await payOut(api, { amount: '10.00' }));
  expect(await Promise.all(made.map((each) => positionOf(api, each)))).toEqual([1, 2, 3, 4, 5]);

  await fundAndSee(api, '20.00', made.slice(0, 2));
  expect(await Promise.all(made.slice(2).map((each) => positionOf(api, each)))).toEqual([1, 2, 3]);
  expect(await balanceOf(api)).toMatchObject({ held_gmd: '30.00', total_paid_out_gmd: '20.00' });

  await fundAndSee(api, '1000.00', made.slice(2));
  const completed = await Promise.all(
    made.map(async (each) => (await lookUp(api, 'payouts', each.client_reference)).completed_at),
  );
  expect(completed).toEqual([...completed].sort());
  expect(await balanceOf(api)).toMatchObject({
    available_balance_gmd: '950.00',
    held_gmd: '0.00',
    total_paid_out_gmd: '50.00',
    total_payouts: 5,
  });
});

test('one that is too big is overtaken by a later one that fits', async () => {
  const api = await withBalance();
  const big = await payOut(api, { amount: '300.00' });
  const small = await payOut(api, { amount: '50.00' });
  const middle = await payOut(api, { amount: '200.00' });
  await fundAndSee(api, '60.00', [small]);
  expect(await statusOf(api, big)).toBe('AWAITING_LIQUIDITY');
  expect(await statusOf(api, middle)).toBe('AWAITING_LIQUIDITY');
  expect(await Promise.all([big, middle].map((each) => positionOf(api, each)))).toEqual([1, 2]);
  await fundAndSee(api, '190.00', [middle]);
  expect(await statusOf(api, big)).toBe('AWAITING_LIQUIDITY');
  await fundAndSee(api, '300.00', [big]);
  expect(await balanceOf(api)).toMatchObject({ held_gmd: '0.00', total_paid_out_gmd: '550.00' });
});

test('once it is an hour old, nothing that is held behind it overtakes it', async () => {
  const api = await withBalance();
  const big = await payOut(api, { amount: '300.00' });
  const small = await payOut(api, { amount: '50.00', provider: 'PROVIDER_W' });
  const elsewhere = await payOut(api, { amount: '50.00', provider: 'PROVIDER_A' });
  await superuserSql()`
    update transactions set held_since = held_since - interval '61 minutes' where id = ${big.transaction_id}`;
  await fund(api, '60.00');
  // The queue of another rail, funded afterwards, shows that the first one was looked at.
  await fundAndSee(api, '60.00', [elsewhere], 'PROVIDER_A');
  expect(await statusOf(api, small)).toBe('AWAITING_LIQUIDITY');
  await fundAndSee(api, '240.00', [big]);
  expect(await statusOf(api, small)).toBe('AWAITING_LIQUIDITY');
  await fundAndSee(api, '50.00', [small]);
});

test('nor does a newcomer, though the float would cover it', async () => {
  const api = await withBalance();
  const big = await payOut(api, { amount: '300.00' });
  await fund(api, '60.00');
  expect((await payOut(api, { amount: '5.00' })).status).toBe('SUCCEEDED');
  await superuserSql()`
    update transactions set held_since = held_since - interval '61 minutes' where id = ${big.transaction_id}`;
  const newcomer = await payOut(api, { amount: '5.00' });
  expect(newcomer).toMatchObject({ status: 'AWAITING_LIQUIDITY', liquidity: { queue_position: 2 } });
  await fundAndSee(api, '250.00', [big, newcomer]);
  expect(await balanceOf(api)).toMatchObject({ held_gmd: '0.00', total_paid_out_gmd: '310.00' });
});

test('the queue of one rail does not wait for another, nor one client for another', async () => {
  const [api, other] = [await withBalance(), await withBalance()];
  const waiting = await payOut(api, { provider: 'PROVIDER_C' });
  await fund(other, '500.00', 'PROVIDER_C');
  await fund(api, '500.00', 'PROVIDER_W');
  expect((await payOut(api)).status).toBe('SUCCEEDED');
  expect((await payOut(other, { provider: 'PROVIDER_C' })).status).toBe('SUCCEEDED');
  expect(await statusOf(api, waiting)).toBe('AWAITING_LIQUIDITY');
});

test('the client is told: payout.pending with AWAITING_LIQUIDITY, then payout.succeeded', async () => {
  const api = await withBalance();
  const endpoint = await newEndpoint(api, receiver.url());
  const made = await payOut(api, { amount: '40.00' });
  const isOf =
    (event: string) =>
    ({ body }: Json) =>
      body.data.id === made.transaction_id && body.event === event;
  const held = await receiver.next('payout.pending', isOf('payout.pending'));
  const facts = {
    id: made.transaction_id,
    type: 'payout',
    reference: made.client_reference,
    amount: '40.00',
    currency: 'GMD',
    ...named('PROVIDER_W'),
    environment: 'SANDBOX',
    recipient_mobile: '+2207654321',
  };
  expect(held.body).toStrictEqual({
    event: 'payout.pending',
    data: { ...facts, status: 'AWAITING_LIQUIDITY', completed_at: null },
  });
  isSigned(held, endpoint.secret);

  await fundAndSee(api, '40.00', [made]);
  const paid = await receiver.next('payout.succeeded', isOf('payout.succeeded'));
  expect(paid.body).toStrictEqual({
    event: 'payout.succeeded',
    data: { ...facts, status: 'SUCCEEDED', completed_at: shape.time },
  });
  isSigned(paid, endpoint.secret);
  const events = await api.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
  const told = events.body.data.map((each: Json) => each.event).reverse();
  expect([told[0], told.at(-1)]).toEqual(['payout.pending', 'payout.succeeded']);
});

describe('cancelling', () => {
  const cancel = (api: Account, made: Json) => api.post(`/api/v1/payouts/${made.transaction_id}/cancel`);

  test('while held gives the money back: FAILED, CANCELLED_BY_CLIENT, payout.failed', async () => {
    const api = await withBalance();
    const endpoint = await newEndpoint(api, receiver.url(), { events: ['payout.failed'] });
    const made = await payOut(api, { amount: '40.00' });
    const reply = await cancel(api, made);
    expect(reply.status, reply.text).toBe(200);
    const { liquidity: _, ...rest } = made;
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: payoutShape({
        ...rest,
        status: 'FAILED',
        failure: { code: 'CANCELLED_BY_CLIENT', message: shape.text },
        updated_at: shape.time,
        completed_at: shape.time,
      }),
    });
    expect(await balanceOf(api)).toMatchObject({
      available_balance_gmd: '1000.00',
      held_gmd: '0.00',
      total_paid_out_gmd: '0.00',
      total_payouts: 0,
    });
    const hook = await receiver.next('payout.failed', ({ body }) => body.data.id === made.transaction_id);
    expect(hook.body).toMatchObject({
      event: 'payout.failed',
      data: { status: 'FAILED', failure: { code: 'CANCELLED_BY_CLIENT' }, recipient_mobile: '+2207654321' },
    });
    isSigned(hook, endpoint.secret);

    isError(await cancel(api, made), 422, 'INVALID_STATE');
    const again = await api.post(
      initiate,
      payoutBody({ amount: '40.00', client_reference: made.client_reference }),
    );
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.status).toBe('FAILED');
  });

  test('16 times at once gives the money back once', async () => {
    const api = await withBalance();
    const made = await payOut(api, { amount: '40.00' });
    const replies = await Promise.all(Array.from({ length: 16 }, () => cancel(api, made)));
    expect(replies.filter((each) => each.status === 200)).toHaveLength(1);
    for (const each of replies.filter((reply) => reply.status !== 200)) isError(each, 422, 'INVALID_STATE');
    expect((await balanceOf(api)).available_balance_gmd).toBe('1000.00');
  });

  test('at the same time as the float is funded ends in exactly one of the two', async () => {
    const api = await withBalance();
    const made = await Promise.all(Array.from({ length: 10 }, () => payOut(api, { amount: '10.00' })));
    const [, ...replies] = await Promise.all([fund(api, '100.00'), ...made.map((each) => cancel(api, each))]);
    const statuses = await until('none is held', async () => {
      const all = await Promise.all(made.map((each) => statusOf(api, each)));
      return all.includes('AWAITING_LIQUIDITY') ? undefined : all;
    });
    const paid = statuses.filter((each) => each === 'SUCCEEDED').length;
    for (const [index, reply] of replies.entries()) {
      expect(reply.status).toBe(statuses[index] === 'FAILED' ? 200 : 422);
    }
    expect(await balanceOf(api)).toMatchObject({
      available_balance_bututs: 1000_00 - paid * 10_00,
      total_payouts: paid,
      held_bututs: 0,
    });
  });

  test("of another client's is TRANSACTION_NOT_FOUND, and leaves it held", async () => {
    const [api, other] = [await withBalance(), await newAccount()];
    const made = await payOut(api);
    isError(await cancel(other, made), 404, 'TRANSACTION_NOT_FOUND');
    expect(await statusOf(api, made)).toBe('AWAITING_LIQUIDITY');
  });
});

describe('funding a float', () => {
  const floats = '/api/v1/sandbox/rail-floats';

  test('adds to it and answers it', async () => {
    const api = await newAccount();
    await fund(api, '10.00', 'PROVIDER_A');
    const reply = await api.post(floats, { provider: 'PROVIDER_A', amount: '5.5' });
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: { ...named('PROVIDER_A'), balance_bututs: 15_50, balance_gmd: '15.50' },
    });
    const listed = await api.get(floats);
    expect(listed.body.data[1]).toStrictEqual(reply.body.data);
    expect((await balanceOf(api)).available_balance_bututs).toBe(0);
  });

  test('20 times at once adds 20 times', async () => {
    const api = await newAccount();
    await Promise.all(Array.from({ length: 20 }, () => fund(api, '1.00')));
    expect((await api.get(floats)).body.data[0].balance_gmd).toBe('20.00');
  });

  test('is refused for a rail that does not pay out, and for an amount that is none', async () => {
    const api = await newAccount();
    isError(
      await api.post(floats, { provider: 'PROVIDER_C_CARD', amount: '1.00' }),
      422,
      'provider_not_enabled',
    );
    isError(await api.post(floats, { provider: 'PROVIDER_X', amount: '1.00' }), 422, 'provider_not_enabled');
    for (const amount of ['0', '-1.00', '1.001', '']) {
      isError(await api.post(floats, { provider: 'PROVIDER_W', amount }), 400, 'INVALID_AMOUNT');
    }
    isError(await api.post(floats, { provider: 'PROVIDER_W', amount: 5 }), 400, 'VALIDATION_ERROR');
    isError(await api.post(floats, {}), 400, 'VALIDATION_ERROR');
    const listed = await api.get(floats);
    expect(listed.body.data.map((each: Json) => each.balance_bututs)).toEqual([0, 0, 0]);
  });
});
