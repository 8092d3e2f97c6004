import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  balanceOf,
  collect,
  collectionBody,
  fund,
  isError,
  type Json,
  lookUp,
  newAccount,
  newReference,
  payoutBody,
  type Reply,
  reaches,
  settle,
  statusPath,
} from './support.ts';

const collections = '/api/v1/collections/initiate';
const payouts = '/api/v1/payouts/initiate';
const floats = '/api/v1/sandbox/rail-floats';
const endpoints = '/api/v1/webhook-endpoints';

const api = await newAccount();
await settle(api, '900.00');
const newKey = () => ({ 'Idempotency-Key': `key ${randomUUID()}` });
const isReplay = (reply: Reply) => reply.headers.get('idempotent-replayed') === 'true';
const floatOf = async (provider: string, account = api): Promise<number> =>
  (await account.get(floats)).body.data.find((each: Json) => each.provider === provider).balance_bututs;

describe('a repeat under the same key', () => {
  test('of a collection is byte-identical, though the collection has moved on since', async () => {
    const key = newKey();
    const body = collectionBody({ amount: '100.00', provider: 'PROVIDER_A' });
    const first = await api.post(collections, body, key);
    expect(isReplay(first)).toBe(false);
    await reaches(api, 'collections', body.client_reference, 'SUCCEEDED');
    const again = await api.post(collections, body, key);
    expect(again.status).toBe(200);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    expect(again.body.data.status).toBe('PENDING');
  });

  test('of a payout is byte-identical, though the payout was cancelled since', async () => {
    const key = newKey();
    const body = payoutBody({ provider: 'PROVIDER_C' });
    const first = await api.post(payouts, body, key);
    expect(first.body.data?.status, first.text).toBe('AWAITING_LIQUIDITY');
    await api.post(`/api/v1/payouts/${first.body.data.transaction_id}/cancel`);
    const again = await api.post(payouts, body, key);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
  });

  test('of an endpoint makes no second one and shows the same secret', async () => {
    const key = newKey();
    const body = {
      url: 'http://127.0.0.1:9999/never',
      events: ['payout.reversed'],
      description: 'made once',
    };
    const first = await api.post(endpoints, body, key);
    expect(first.body.data?.secret, first.text).toMatch(/^whsec_/);
    const again = await api.post(endpoints, body, key);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    const listed = (await api.get(endpoints)).body.data;
    expect(listed.filter((each: Json) => each.description === 'made once')).toHaveLength(1);
  });

  test('of a float funding adds once', async () => {
    const key = newKey();
    const before = await floatOf('PROVIDER_A');
    const body = { provider: 'PROVIDER_A', amount: '70.00' };
    const first = await api.post(floats, body, key);
    const again = await api.post(floats, body, key);
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    expect(await floatOf('PROVIDER_A')).toBe(before + 70_00);
  });

  test('of a cancel and of a code answers what the first one did', async () => {
    for (const [path, body] of [
      ['cancel', undefined],
      ['otp', { otp: '000000' }],
    ] as const) {
      const key = newKey();
      const made = await collect(api, { provider: 'PROVIDER_A' });
      const url = `/api/v1/collections/${made.transaction_id}/${path}`;
      const first = await api.post(url, body, key);
      expect(first.status, first.text).toBe(200);
      const again = await api.post(url, body, key);
      expect(isReplay(again)).toBe(true);
      expect(again.text).toBe(first.text);
    }
  });

  test('is looked up before the reference: with another reference it is a reuse, not a new collection', async () => {
    const key = newKey();
    await api.post(collections, collectionBody(), key);
    const other = collectionBody();
    isError(await api.post(collections, other, key), 422, 'IDEMPOTENCY_KEY_REUSED');
    isError(await api.get(statusPath('collections', other.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
  });
});

describe('another request under the same key is IDEMPOTENCY_KEY_REUSED', () => {
  test('with another body', async () => {
    const key = newKey();
    const body = payoutBody({ provider: 'PROVIDER_A', amount: '1.00' });
    expect((await api.post(payouts, body, key)).status).toBe(200);
    isError(await api.post(payouts, { ...body, amount: '2.00' }, key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await lookUp(api, 'payouts', body.client_reference)).amount).toBe('1.00');
  });

  test('at another path', async () => {
    const key = newKey();
    const body = payoutBody({ amount: '1.00' });
    expect((await api.post(payouts, body, key)).status).toBe(200);
    isError(await api.post('/api/v1/payouts/send', body, key), 422, 'IDEMPOTENCY_KEY_REUSED');
  });

  test('for another collection’s code', async () => {
    const key = newKey();
    const [one, two] = [
      await collect(api, { provider: 'PROVIDER_A' }),
      await collect(api, { provider: 'PROVIDER_A' }),
    ];
    const path = (made: Json) => `/api/v1/collections/${made.transaction_id}/otp`;
    expect((await api.post(path(one), { otp: '000000' }, key)).status).toBe(200);
    isError(await api.post(path(two), { otp: '000000' }, key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await lookUp(api, 'collections', two.client_reference)).status).toBe('PENDING');
  });

  test('but another client may use the key, and so may the same client without it', async () => {
    const key = newKey();
    const other = await newAccount();
    const body = collectionBody();
    const mine = await api.post(collections, body, key);
    const theirs = await other.post(collections, body, key);
    expect(theirs.status).toBe(200);
    expect(isReplay(theirs)).toBe(false);
    expect(theirs.body.data.transaction_id).not.toBe(mine.body.data.transaction_id);
  });
});

describe('at the same time under one key', () => {
  test('16 fundings add once, and all get the one answer', async () => {
    const account = await newAccount();
    const key = newKey();
    const body = { provider: 'PROVIDER_W', amount: '5.00' };
    const replies = await Promise.all(Array.from({ length: 16 }, () => account.post(floats, body, key)));
    expect(replies.map((each) => each.status)).toEqual(Array(16).fill(200));
    expect(new Set(replies.map((each) => each.text)).size).toBe(1);
    expect(replies.filter((each) => !isReplay(each))).toHaveLength(1);
    expect(await floatOf('PROVIDER_W', account)).toBe(5_00);
  });

  test('16 endpoint creations make one endpoint with one secret', async () => {
    const key = newKey();
    const body = {
      url: 'http://127.0.0.1:9999/never',
      events: ['payout.reversed'],
      description: 'made at the same time',
    };
    const replies = await Promise.all(Array.from({ length: 16 }, () => api.post(endpoints, body, key)));
    expect(new Set(replies.map((each) => each.text)).size).toBe(1);
    const listed = (await api.get(endpoints)).body.data;
    expect(listed.filter((each: Json) => each.description === 'made at the same time')).toHaveLength(1);
  });

  test('16 payouts pay once', async () => {
    const key = newKey();
    const body = payoutBody({ amount: '3.00' });
    const before = await balanceOf(api);
    const replies = await Promise.all(Array.from({ length: 16 }, () => api.post(payouts, body, key)));
    expect(new Set(replies.map((each) => each.text)).size).toBe(1);
    const after = await balanceOf(api);
    expect(before.available_balance_bututs - after.available_balance_bututs).toBe(3_00);
  });

  test('16 different bodies: one is done, the others are told of the reuse', async () => {
    const key = newKey();
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => api.post(collections, collectionBody(), key)),
    );
    expect(replies.filter((each) => each.status === 200)).toHaveLength(1);
    for (const each of replies.filter((reply) => reply.status !== 200)) {
      isError(each, 422, 'IDEMPOTENCY_KEY_REUSED');
    }
  });
});

describe('what is not a success is not stored', () => {
  test('400: the key serves the corrected request', async () => {
    const key = newKey();
    const body = collectionBody();
    isError(await api.post(collections, { ...body, amount: '0.10' }, key), 400, 'INVALID_AMOUNT');
    const corrected = await api.post(collections, body, key);
    expect(corrected.status, corrected.text).toBe(200);
    expect(isReplay(corrected)).toBe(false);
  });

  test('422: a payout without enough balance is paid under the same key when there is enough', async () => {
    const account = await newAccount();
    await fund(account, '100.00');
    const key = newKey();
    const body = payoutBody({ amount: '20.00' });
    isError(await account.post(payouts, body, key), 422, 'INSUFFICIENT_BALANCE');
    await settle(account, '90.00');
    const paid = await account.post(payouts, body, key);
    expect(paid.body.data?.status, paid.text).toBe('SUCCEEDED');
    expect(isReplay(paid)).toBe(false);
    expect(isReplay(await account.post(payouts, body, key))).toBe(true);
  });

  test('500: the key serves the repeat', async () => {
    const key = newKey();
    const body = collectionBody({ amount: '500.00' });
    isError(await api.post(collections, body, key), 500, 'INTERNAL_ERROR');
    isError(await api.post(collections, body, key), 500, 'INTERNAL_ERROR');
    expect((await api.post(collections, { ...body, amount: '100.00' }, key)).status).toBe(200);
  });
});

describe('the key itself', () => {
  test.each(['', '   '])('when empty ("%s") is 400, and nothing is done', async (key) => {
    const body = collectionBody();
    isError(await api.post(collections, body, { 'Idempotency-Key': key }), 400, 'VALIDATION_ERROR', {
      fields: expect.any(Array),
    });
    isError(await api.get(statusPath('collections', body.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('may have 255 characters, and not 256', async () => {
    const key = (length: number) => ({ 'Idempotency-Key': randomUUID().padEnd(length, 'k') });
    expect((await api.post(collections, collectionBody(), key(255))).status).toBe(200);
    isError(await api.post(collections, collectionBody(), key(256)), 400, 'VALIDATION_ERROR');
  });

  test('is ignored by a look-up', async () => {
    const key = newKey();
    const made = await collect(api);
    await api.post(collections, collectionBody(), key);
    const found = await api.get(statusPath('collections', made.client_reference), key);
    expect(found.status).toBe(200);
    expect(isReplay(found)).toBe(false);
  });

  test('does not lift the protection of the reference: another key, the same transaction', async () => {
    const body = collectionBody({ client_reference: newReference() });
    const first = await api.post(collections, body, newKey());
    const second = await api.post(collections, body, newKey());
    expect(isReplay(second)).toBe(true);
    expect(second.body.data.transaction_id).toBe(first.body.data.transaction_id);
    isError(await api.post(collections, { ...body, amount: '26.00' }, newKey()), 422, 'DUPLICATE_REFERENCE');
  });
});
