import { afterAll, describe, expect, test } from 'vitest';
import {
  type Account,
  balanceOf,
  collect,
  fieldPaths,
  fund,
  isError,
  isSigned,
  type Json,
  lookUp,
  named,
  newAccount,
  newEndpoint,
  newReference,
  type Reply,
  reaches,
  settle,
  shape,
  startReceiver,
  statusPath,
} from './support.ts';

const path = '/api/v1/refunds';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

/** A collection of the card rail, which gives any part back itself. */
async function cardPaid(api: Account): Promise<Json> {
  const { client_reference } = await collect(api, { amount: '100.00', provider: 'PROVIDER_C_CARD' });
  return reaches(api, 'collections', client_reference, 'SUCCEEDED');
}

const back = (collection: Json, more: object = {}) => ({
  collection: collection.client_reference,
  client_reference: newReference(),
  ...more,
});

async function refund(api: Account, collection: Json, more: object = {}): Promise<Json> {
  const reply = await api.post(path, back(collection, more));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';

describe('a refund', () => {
  test('is answered whole, succeeds by itself, and is told in webhooks that are signed', async () => {
    const api = await newAccount({ commissionBps: 0 });
    const collection = await cardPaid(api);
    const endpoint = await newEndpoint(api, receiver.url());
    const body = back(collection, { amount: '40', reason: 'Sold out.', metadata: { desk: '3' } });
    const reply = await api.post(path, body);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: {
        transaction_id: shape.id,
        client_reference: body.client_reference,
        type: 'refund',
        collection: {
          transaction_id: collection.transaction_id,
          client_reference: collection.client_reference,
        },
        amount: '40.00',
        currency: 'GMD',
        status: 'PENDING',
        ...named('PROVIDER_C_CARD'),
        method: 'reversal',
        recipient_mobile: collection.customer_mobile,
        environment: 'SANDBOX',
        reason: 'Sold out.',
        failure: null,
        metadata: { desk: '3' },
        created_at: shape.time,
        updated_at: shape.time,
        completed_at: null,
      },
    });
    const made = reply.body.data;
    expect(await balanceOf(api)).toMatchObject({ held_gmd: '40.00', total_refunded_gmd: '0.00' });
    const done = await reaches(api, 'refunds', body.client_reference, 'SUCCEEDED');
    expect(done).toStrictEqual({
      ...made,
      status: 'SUCCEEDED',
      updated_at: shape.time,
      completed_at: shape.time,
    });
    expect(await lookUp(api, 'refunds', made.transaction_id)).toStrictEqual(done);
    expect(await balanceOf(api)).toMatchObject({
      available_balance_gmd: '60.00',
      held_gmd: '0.00',
      total_refunded_gmd: '40.00',
      total_paid_out_gmd: '0.00',
    });
    for (const event of ['refund.pending', 'refund.succeeded']) {
      const hook = await receiver.next(event, ({ body: told }) => told.data.id === made.transaction_id);
      isSigned(hook, endpoint.secret);
      expect(hook.body.data).toMatchObject({
        type: 'refund',
        reference: body.client_reference,
        amount: '40.00',
        recipient_mobile: collection.customer_mobile,
        collection: {
          transaction_id: collection.transaction_id,
          client_reference: collection.client_reference,
        },
      });
    }
  });

  test('shows in its collection, in the list and in the ledger', async () => {
    const api = await newAccount({ commissionBps: 0 });
    const collection = await cardPaid(api);
    const made = await refund(api, collection, { amount: '40.00' });
    await reaches(api, 'refunds', made.client_reference, 'SUCCEEDED');
    expect(await lookUp(api, 'collections', collection.client_reference)).toMatchObject({
      status: 'SUCCEEDED',
      refunded_amount: '40.00',
      refunds: [
        {
          transaction_id: made.transaction_id,
          client_reference: made.client_reference,
          status: 'SUCCEEDED',
          amount: '40.00',
        },
      ],
    });
    const { body: all } = await api.get('/api/v1/client/transactions');
    expect(all.data.map((each: Json) => each.type)).toEqual(['refund', 'collection']);
    expect(all.data[1].refunded_amount).toBe('40.00');
    const { body: only } = await api.get('/api/v1/client/transactions?type=refund');
    expect(only.data).toMatchObject([{ transaction_id: made.transaction_id, method: 'reversal' }]);
    const { body: ledger } = await api.get('/api/v1/client/ledger');
    expect(ledger.data[0]).toMatchObject({ transaction_id: made.transaction_id });
  });

  test('to a number waits for the float, goes out when it is funded, and can be cancelled until then', async () => {
    const api = await newAccount({ commissionBps: 0 });
    const collection = await settle(api, '100.00');
    const first = await refund(api, collection, { amount: '30.00' });
    const second = await refund(api, collection, { amount: '20.00' });
    expect(first).toMatchObject({
      status: 'AWAITING_LIQUIDITY',
      method: 'payout',
      liquidity: { queue_position: 1 },
    });
    expect(second.liquidity.queue_position).toBe(2);
    const cancelled = await api.post(`${path}/${second.transaction_id}/cancel`);
    expect(cancelled.body.data).toMatchObject({ status: 'FAILED', failure: { code: 'CANCELLED_BY_CLIENT' } });
    isError(await api.post(`${path}/${second.transaction_id}/cancel`), 422, 'INVALID_STATE');
    await fund(api, '30.00', 'PROVIDER_A');
    await reaches(api, 'refunds', first.client_reference, 'SUCCEEDED');
    expect(await balanceOf(api)).toMatchObject({
      available_balance_gmd: '70.00',
      total_refunded_gmd: '30.00',
    });
  });
});

describe('in the order of the checks', () => {
  test('all faults of the body are told, before the collection is looked for', async () => {
    const api = await newAccount();
    const reply = await api.post(path, {
      amount: '0.00',
      client_reference: '',
      reason: 'x'.repeat(201),
      metadata: [],
    });
    expect(reply.status).toBe(400);
    expect(fieldPaths(reply).sort()).toEqual([
      'amount',
      'client_reference',
      'collection',
      'metadata',
      'reason',
    ]);
    isError(
      await api.post(path, { collection: 'x', client_reference: 'y', amount: '1.001' }),
      400,
      'INVALID_AMOUNT',
      {
        min_amount: '0.01',
        max_amount: '999999999.99',
      },
    );
    isError(
      await api.post(path, { collection: 'nobody', client_reference: 'y' }),
      404,
      'TRANSACTION_NOT_FOUND',
    );
  });

  test('the same body is the same refund, another is a clash, both before the state of the collection', async () => {
    const api = await newAccount({ commissionBps: 0 });
    const collection = await cardPaid(api);
    const body = back(collection);
    const [one, two] = await Promise.all([api.post(path, body), api.post(path, body)]);
    expect(two.body.data.transaction_id).toBe(one.body.data.transaction_id);
    expect([isReplay(one), isReplay(two)].sort()).toEqual([false, true]);
    await reaches(api, 'refunds', body.client_reference, 'SUCCEEDED');
    const again = await api.post(path, { ...body, collection: collection.transaction_id });
    expect([isReplay(again), again.body.data.status]).toEqual([true, 'SUCCEEDED']);
    isError(await api.post(path, { ...body, amount: '100.00' }), 422, 'DUPLICATE_REFERENCE', {
      client_reference: body.client_reference,
    });
    const unpaid = await collect(api, { amount: '200.00' });
    isError(
      await api.post(path, { ...body, collection: unpaid.client_reference }),
      422,
      'DUPLICATE_REFERENCE',
      {
        client_reference: body.client_reference,
      },
    );
    isError(await api.post(path, back(unpaid)), 422, 'INVALID_STATE');
    isError(await api.post(path, back(collection)), 422, 'REFUND_EXCEEDS_COLLECTION', {
      refundable_amount_bututs: 0,
    });
  });

  test('an Idempotency-Key answers the very same bytes', async () => {
    const api = await newAccount({ commissionBps: 0 });
    const body = back(await cardPaid(api));
    const headers = { 'Idempotency-Key': newReference() };
    const first = await api.post(path, body, headers);
    await reaches(api, 'refunds', body.client_reference, 'SUCCEEDED');
    const second = await api.post(path, body, headers);
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
  });

  test('a balance that does not cover it stores nothing', async () => {
    const api = await newAccount({ commissionBps: 150 });
    const body = back(await cardPaid(api));
    isError(await api.post(path, body), 422, 'INSUFFICIENT_BALANCE', {
      required_amount_bututs: 100_00,
      available_balance_bututs: 98_50,
    });
    isError(await api.get(statusPath('refunds', body.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
  });
});
