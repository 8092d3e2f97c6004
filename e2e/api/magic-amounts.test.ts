import { afterAll, describe, expect, test } from 'vitest';
import {
  balanceOf,
  collect,
  collectionBody,
  isError,
  isSigned,
  type Json,
  lookUp,
  named,
  newAccount,
  newEndpoint,
  providers,
  reaches,
  settle,
  shape,
  startReceiver,
  statusPath,
} from './support.ts';

/** spec.md "Sandbox magic amounts", with the failure codes of contract.md §2. */
const outcomes = [
  ['100.00', 'SUCCEEDED', 'payment.succeeded', null],
  ['400.00', 'FAILED', 'payment.failed', 'INSUFFICIENT_FUNDS'],
  ['403.00', 'FAILED', 'payment.failed', 'ACCOUNT_BLOCKED'],
  ['408.00', 'EXPIRED', 'payment.expired', null],
  ['429.00', 'FAILED', 'payment.failed', 'RATE_LIMIT_EXCEEDED'],
  ['499.00', 'CANCELLED', 'payment.cancelled', null],
] as const;

const initiate = '/api/v1/collections/initiate';
const receiver = await startReceiver();
afterAll(() => receiver.stop());
const api = await newAccount();
const endpoint = await newEndpoint(api, receiver.url());

describe.each(providers)('on %s', { concurrent: true }, (provider) => {
  test.each(outcomes)('%s becomes %s and sends %s, signed', async (amount, status, event, failureCode) => {
    const made = await collect(api, { amount, provider });
    expect(made).toMatchObject({ amount, provider, status: 'PENDING', environment: 'SANDBOX' });

    const after = await reaches(api, 'collections', made.client_reference, status);
    const failure = failureCode && { code: failureCode, message: shape.text };
    expect(after.failure).toStrictEqual(failure);
    expect(after.next_action).toBeNull();
    expect(after.completed_at).toEqual(shape.time);

    const hook = await receiver.next(
      `${event} of ${amount}`,
      ({ body }) => body.data.id === made.transaction_id,
    );
    expect(hook.body).toStrictEqual({
      event,
      data: {
        id: made.transaction_id,
        type: 'collection',
        reference: made.client_reference,
        amount,
        currency: 'GMD',
        status,
        ...named(provider),
        environment: 'SANDBOX',
        completed_at: after.completed_at,
        receipt_url: status === 'SUCCEEDED' ? shape.receipt : null,
        ...(failure && { failure }),
      },
    });
    expect(hook.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'x-gw-event': event,
      'x-gw-sandbox': 'true',
      'x-gw-event-id': shape.id,
      'x-gw-delivery': shape.id,
      'x-gw-attempt': '1',
      'x-gw-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-id': hook.headers['x-gw-event-id'],
    });
    expect(hook.headers).not.toHaveProperty('x-gw-signature-previous');
    isSigned(hook, endpoint.secret);

    const events = await api.get(`/api/v1/events?transaction_id=${made.transaction_id}`);
    expect(events.body.data).toStrictEqual([
      { id: hook.headers['x-gw-event-id'], event, data: hook.body.data, created_at: shape.time },
    ]);
  });

  test('200.00 stays PENDING, without an end and without a webhook', async () => {
    const pending = await collect(api, { amount: '200.00', provider });
    expect(pending.expires_at).toBeNull();
    const later = await collect(api, { amount: '100.00', provider });
    await reaches(api, 'collections', later.client_reference, 'SUCCEEDED');
    await receiver.next('the later one', ({ body }) => body.data.id === later.transaction_id);
    expect(await lookUp(api, 'collections', pending.client_reference)).toMatchObject({
      status: 'PENDING',
      failure: null,
      completed_at: null,
    });
    expect(receiver.hooks.filter(({ body }) => body.data.id === pending.transaction_id)).toEqual([]);
    const events = await api.get(`/api/v1/events?transaction_id=${pending.transaction_id}`);
    expect(events.body.data).toEqual([]);
  });

  test('500.00 is INTERNAL_ERROR, stores nothing, and leaves the reference free', async () => {
    const body = collectionBody({ amount: '500.00', provider });
    const { client_reference } = body;
    const failed = await api.post(initiate, body);
    isError(failed, 500, 'INTERNAL_ERROR', { request_id: failed.headers.get('x-request-id') });
    isError(await api.get(statusPath('collections', client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    const listed = await api.get(`/api/v1/client/transactions?reference=${client_reference}`);
    expect(listed.body.data).toEqual([]);
    isError(await api.post(initiate, { ...body, amount: '500' }), 500, 'INTERNAL_ERROR');

    const made = await api.post(initiate, { ...body, amount: '100.00' });
    expect(made.status).toBe(200);
    expect(made.headers.get('idempotent-replayed')).toBeNull();
    await reaches(api, 'collections', client_reference, 'SUCCEEDED');
  });
});

test('500.00 under a reference that is taken is told of the reference', async () => {
  const body = collectionBody();
  await collect(api, body);
  isError(await api.post(initiate, { ...body, amount: '500.00' }), 422, 'DUPLICATE_REFERENCE');
});

test('only 100.00 is charged: a success credits the amount less the commission, the others nothing', async () => {
  const account = await newAccount();
  const made = await Promise.all(
    [...outcomes.map(([amount]) => amount), '200.00'].map((amount) => collect(account, { amount })),
  );
  for (const [index, [, status]] of outcomes.entries()) {
    await reaches(account, 'collections', made[index].client_reference, status);
  }
  expect(await balanceOf(account)).toMatchObject({
    total_collected_gmd: '100.00',
    platform_commissions_gmd: '1.50',
    available_balance_gmd: '98.50',
    successful_collections: 1,
  });
});

test('an amount that is not magic waits for a person', async () => {
  const waiting = await Promise.all(
    ['100.01', '99.99', '400.01', '1.00'].map((amount) => collect(api, { amount })),
  );
  const later = await collect(api, { amount: '100.00' });
  await reaches(api, 'collections', later.client_reference, 'SUCCEEDED');
  for (const { client_reference } of waiting) {
    expect((await lookUp(api, 'collections', client_reference)).status).toBe('PENDING');
  }
});

test('payouts of the same amounts are not magic: the float alone decides', async () => {
  const account = await newAccount();
  await settle(account, '9000.00');
  const replies: Json[] = [];
  for (const amount of ['100.00', '200.00', '400.00', '403.00', '408.00', '429.00', '499.00', '500.00']) {
    const body = {
      amount,
      currency: 'GMD',
      recipient_mobile: '+2207654321',
      client_reference: `payout of ${amount}`,
    };
    replies.push(await account.post('/api/v1/payouts/initiate', body));
  }
  expect(replies.map(({ body }) => body.data?.status)).toEqual(Array(8).fill('AWAITING_LIQUIDITY'));
});
