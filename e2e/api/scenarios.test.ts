import { afterAll, describe, expect, test } from 'vitest';
import { createApiKey } from '#lib/clients/create-client';
import {
  apiFor,
  balanceOf,
  collectionBody,
  fund,
  isError,
  isSigned,
  type Json,
  lookUp,
  newAccount,
  newEndpoint,
  payoutBody,
  providers,
  reaches,
  settle,
  startReceiver,
  until,
} from './support.ts';

// contract-more.md §18. Nothing here moves the clock but what says so: by itself a scenario comes to its end in seconds.

const collecting = '/api/v1/collections/initiate';
const paying = '/api/v1/payouts/initiate';
const advancing = '/api/v1/sandbox/advance';
const named = (scenario: string) => ({ 'X-Gw-Scenario': scenario });
const receiver = await startReceiver();
afterAll(() => receiver.stop());
const api = await newAccount();
const endpoint = await newEndpoint(api, receiver.url());

async function collect(scenario: string, changes: Json = {}): Promise<Json> {
  const reply = await api.post(collecting, collectionBody(changes), named(scenario));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

const hooksOf = ({ transaction_id: id }: Json) => receiver.hooks.filter(({ body }) => body.data.id === id);
const hears = (made: Json, count: number) =>
  until(
    `${count} webhooks of ${made.client_reference}`,
    () => {
      const hooks = hooksOf(made);
      return hooks.length >= count ? hooks : undefined;
    },
    20_000,
  );

describe('a scenario of a collection comes to its end by itself', () => {
  test.each([
    ['success', 'SUCCEEDED', undefined],
    ['insufficient_funds', 'FAILED', 'INSUFFICIENT_FUNDS'],
    ['account_blocked', 'FAILED', 'ACCOUNT_BLOCKED'],
    ['declined', 'FAILED', 'DECLINED'],
    ['expired', 'EXPIRED', undefined],
    ['cancelled', 'CANCELLED', undefined],
    ['unknown_then_success', 'SUCCEEDED', undefined],
    ['unknown_then_failure', 'FAILED', 'DECLINED'],
  ])('%s: %s', async (scenario, status, code) => {
    for (const provider of providers) {
      const made = await collect(scenario, { provider });
      expect(made.status).toBe('PENDING');
      const after = await reaches(api, 'collections', made.client_reference, status);
      expect(after.failure?.code).toBe(code);
    }
  });

  test('late_success is EXPIRED, then SUCCEEDED; both are told, in this order', async () => {
    const made = await collect('late_success');
    await reaches(api, 'collections', made.client_reference, 'EXPIRED');
    await reaches(api, 'collections', made.client_reference, 'SUCCEEDED');
    const hooks = await hears(made, 2);
    expect(hooks.map(({ body }) => body.event)).toEqual(['payment.expired', 'payment.succeeded']);
  });

  test('duplicate_webhook: the same event, with the same id and bytes, arrives twice', async () => {
    const made = await collect('duplicate_webhook');
    const hooks = await hears(made, 2);
    expect(hooks).toHaveLength(2);
    for (const hook of hooks) isSigned(hook, endpoint.secret);
    const distinct = (name: string) => new Set(hooks.map(({ headers }) => headers[name])).size;
    expect([distinct('x-gw-event-id'), distinct('webhook-id'), distinct('x-gw-delivery')]).toEqual([1, 1, 2]);
    expect(hooks[0]?.body).toEqual(hooks[1]?.body);
  });

  test('webhooks_out_of_order: the payment is told before the expiry that came before it', async () => {
    const made = await collect('webhooks_out_of_order');
    const hooks = await hears(made, 2);
    expect(hooks.map(({ body }) => body.event)).toEqual(['payment.succeeded', 'payment.expired']);
    const events = await api.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
    expect(events.body.data.map(({ event }: Json) => event)).toEqual([
      'payment.succeeded',
      'payment.expired',
    ]);
    expect((await lookUp(api, 'collections', made.client_reference)).status).toBe('SUCCEEDED');
  });

  test('while the rail is silent the look-up says PENDING, and nobody can cancel', async () => {
    const made = await collect('unknown_then_success');
    const cancelled = await api.post(`/api/v1/collections/${made.transaction_id}/cancel`);
    isError(cancelled, 503, 'PROVIDER_UNAVAILABLE', expect.anything());
    await reaches(api, 'collections', made.client_reference, 'SUCCEEDED');
  });
});

describe('a scenario of a payout', () => {
  test.each([
    ['success', 'SUCCEEDED', 'SUCCEEDED', ['payout.succeeded']],
    ['recipient_not_found', 'FAILED', 'FAILED', ['payout.failed']],
    ['recipient_inactive', 'FAILED', 'FAILED', ['payout.failed']],
    ['pending_then_success', 'PENDING', 'SUCCEEDED', ['payout.pending', 'payout.succeeded']],
    ['pending_then_failure', 'PENDING', 'FAILED', ['payout.pending', 'payout.failed']],
    ['reversed', 'SUCCEEDED', 'REVERSED', ['payout.succeeded', 'payout.reversed']],
  ])('%s: answered %s, in the end %s', async (scenario, answered, end, events) => {
    await settle(api, '20.00');
    await fund(api, '10.00');
    const reply = await api.post(paying, payoutBody(), named(scenario));
    expect(reply.body.data).toMatchObject({ status: answered });
    const after = await reaches(api, 'payouts', reply.body.data.client_reference, end);
    if (end === 'REVERSED') expect(after.reversal).toMatchObject({ reason: expect.any(String) });
    const hooks = await hears(reply.body.data, events.length);
    expect(hooks.map(({ body }) => body.event).toSorted()).toEqual(events.toSorted());
  });

  test('float_short is held although the float has enough, and funding it lets it go', async () => {
    const account = await newAccount();
    await settle(account, '100.00');
    await fund(account, '50.00');
    const { data } = (await account.post(paying, payoutBody(), named('float_short'))).body;
    expect(data).toMatchObject({ status: 'AWAITING_LIQUIDITY', liquidity: { queue_position: 1 } });
    expect(await balanceOf(account)).toMatchObject({ held_gmd: '10.00' });
    const plain = await account.post(paying, payoutBody());
    expect(plain.body.data.status).toBe('SUCCEEDED');
    await fund(account, '0.01');
    await reaches(account, 'payouts', data.client_reference, 'SUCCEEDED');
  });

  test('decides where the float has nothing', async () => {
    const account = await newAccount();
    await settle(account, '100.00');
    for (const [scenario, status] of [
      ['success', 'SUCCEEDED'],
      ['recipient_not_found', 'FAILED'],
      ['pending_then_success', 'PENDING'],
    ] as const) {
      const reply = await account.post(paying, payoutBody(), named(scenario));
      expect(reply.body.data.status, scenario).toBe(status);
    }
  });

  test('sent 64 times at once under one reference pays once', async () => {
    const account = await newAccount();
    await settle(account, '100.00');
    const body = payoutBody();
    const replies = await Promise.all(
      Array.from({ length: 64 }, () => account.post(paying, body, named('reversed'))),
    );
    expect(new Set(replies.map((reply) => reply.body.data?.transaction_id)).size).toBe(1);
    await reaches(account, 'payouts', body.client_reference, 'REVERSED');
    expect(await balanceOf(account)).toMatchObject({ available_balance_gmd: '98.50', held_gmd: '0.00' });
  });
});

describe('the header is refused', () => {
  const faultOf = (reply: Json) => {
    isError(reply, 400, 'VALIDATION_ERROR', expect.anything());
    return reply.body.error.details.fields.map(({ path }: Json) => path);
  };

  test('with a value that the type does not have', async () => {
    for (const scenario of [
      '',
      'SUCCESS',
      'float_short',
      'success, success',
      'stays_pending',
      'constructor',
    ]) {
      expect(faultOf(await api.post(collecting, collectionBody(), named(scenario)))).toEqual([
        'X-Gw-Scenario',
      ]);
    }
    for (const scenario of ['late_success', 'declined', 'nothing', '__proto__']) {
      expect(faultOf(await api.post(paying, payoutBody(), named(scenario)))).toEqual(['X-Gw-Scenario']);
      expect(faultOf(await api.post('/api/v1/payouts/send', payoutBody(), named(scenario)))).toHaveLength(1);
    }
    const paid = await settle(api, '10.00');
    const refund = {
      collection: paid.client_reference,
      client_reference: `refund of ${paid.client_reference}`,
    };
    expect(faultOf(await api.post('/api/v1/refunds', refund, named('success')))).toEqual(['X-Gw-Scenario']);
  });

  test('together with the faults of the body', async () => {
    const body = collectionBody({ amount: 'much', currency: 'USD' });
    const faults = faultOf(await api.post(collecting, body, named('nothing')));
    expect(faults.toSorted()).toEqual(['X-Gw-Scenario', 'amount', 'currency']);
  });

  test('with a live key, whatever it names', async () => {
    const live = await newAccount({ environment: 'LIVE' });
    for (const scenario of ['success', 'nothing']) {
      expect(faultOf(await live.post(collecting, collectionBody(), named(scenario)))).toEqual([
        'X-Gw-Scenario',
      ]);
      expect(faultOf(await live.post(paying, payoutBody(), named(scenario)))).toEqual(['X-Gw-Scenario']);
    }
    expect((await live.get('/api/v1/client/transactions')).body.data).toEqual([]);
  });
});

test('a magic amount wins over it', async () => {
  const failed = await collect('success', { amount: '400.00' });
  await reaches(api, 'collections', failed.client_reference, 'FAILED');
  isError(
    await api.post(collecting, collectionBody({ amount: '500' }), named('success')),
    500,
    'INTERNAL_ERROR',
    expect.anything(),
  );
});

test('a repeat is the same collection without it or with the same one, and clashes with another', async () => {
  const body = collectionBody();
  const first = await api.post(collecting, body, named('declined'));
  for (const headers of [named('declined'), {}]) {
    const again = await api.post(collecting, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.transaction_id).toBe(first.body.data.transaction_id);
  }
  isError(await api.post(collecting, body, named('success')), 422, 'DUPLICATE_REFERENCE');
});

describe('POST /api/v1/sandbox/advance', () => {
  const advance = async (account: Json, seconds: number) => {
    const reply = await account.post(advancing, { seconds });
    expect(reply, reply.text).toMatchObject({ status: 200 });
    return reply.body.data;
  };

  test('brings the end of a checkout, tells of it, and is answered when all of it has happened', async () => {
    const account = await newAccount();
    await newEndpoint(account, receiver.url());
    const made = (await account.post(collecting, collectionBody())).body.data;
    expect(await advance(account, 60)).toEqual({ advanced_seconds: 60, done: 0 });
    const later = await lookUp(account, 'collections', made.client_reference);
    expect(Date.parse(made.expires_at) - Date.parse(later.expires_at)).toBe(60_000);
    expect(await advance(account, 30 * 60)).toEqual({ advanced_seconds: 1800, done: 2 });
    expect(hooksOf(made).map(({ body }) => body.event)).toEqual(['payment.expired']);
    expect((await lookUp(account, 'collections', made.client_reference)).status).toBe('EXPIRED');
  });

  test('moves nothing of another client, nor of its own live', async () => {
    const account = await newAccount();
    const made = (await api.post(collecting, collectionBody())).body.data;
    await advance(account, 86_400);
    expect((await lookUp(api, 'collections', made.client_reference)).expires_at).toBe(made.expires_at);
    const live = apiFor(await createApiKey(account.clientId, 'LIVE'));
    const refused = await live.post(advancing, { seconds: 60 });
    expect([refused.status, refused.body.error]).toEqual([403, 'Forbidden']);
  });

  test('under an Idempotency-Key moves once', async () => {
    const account = await newAccount();
    const made = (await account.post(collecting, collectionBody())).body.data;
    const key = { 'Idempotency-Key': 'one hour' };
    const replies = await Promise.all([1, 2, 3].map(() => account.post(advancing, { seconds: 600 }, key)));
    for (const reply of replies) expect(reply.body.data).toEqual({ advanced_seconds: 600, done: 0 });
    const later = await lookUp(account, 'collections', made.client_reference);
    expect(Date.parse(made.expires_at) - Date.parse(later.expires_at)).toBe(600_000);
  });

  test('takes a whole number of seconds from 1 to a year', async () => {
    for (const seconds of [0, -5, 1.5, '60', null, 31_536_001, 1e99, [60]]) {
      isError(await api.post(advancing, { seconds }), 400, 'VALIDATION_ERROR', expect.anything());
    }
    isError(await api.post(advancing, {}), 400, 'VALIDATION_ERROR', expect.anything());
    const account = await newAccount();
    expect(await advance(account, 31_536_000)).toEqual({ advanced_seconds: 31_536_000, done: 0 });
  });
});
