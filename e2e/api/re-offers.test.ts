import { describe, expect, test } from 'vitest';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { findTransaction } from '#lib/transactions/read';
import {
  type Account,
  balanceOf,
  collectionBody,
  isError,
  type Json,
  lookUp,
  named,
  newAccount,
  reaches,
  shape,
} from './support.ts';

const initiate = '/api/v1/collections/initiate';
const api = await newAccount();

/** A first offer that has ended without a charge, with the body that made it. */
async function ended(how: 'EXPIRED' | 'CANCELLED' | 'closed by the client', account: Account = api) {
  // No magic amount: the offer that is made anew has it too, and stays open.
  const body = collectionBody({ amount: '33.00' });
  const first = await account.post(initiate, body);
  const { transaction_id: id } = first.body.data;
  if (how === 'closed by the client') {
    await account.post(`/api/v1/collections/${id}/cancel`);
  } else {
    const made = await findTransaction(account.clientId, 'SANDBOX', id);
    if (made) await bookCollectionNews(account.ctx, made, { state: how });
  }
  await reaches(account, 'collections', body.client_reference, how === 'EXPIRED' ? how : 'CANCELLED');
  return { body, first: first.body.data };
}

describe.each(['EXPIRED', 'CANCELLED', 'closed by the client'] as const)('an offer that is %s', (how) => {
  test('is offered anew by the same body: a new transaction, and no replay', async () => {
    const { body, first } = await ended(how);
    const again = await api.post(initiate, body);
    expect(again.status, again.text).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(again.body.data).toMatchObject({ status: 'PENDING', client_reference: body.client_reference });
    expect(again.body.data.transaction_id).not.toBe(first.transaction_id);
  });

  test('may come back on another rail, with other URLs and another customer', async () => {
    const { body, first } = await ended(how);
    const again = await api.post(initiate, {
      ...body,
      provider: 'PROVIDER_A',
      customer_mobile: '+2207999999',
      customer_name: 'Lamin Jallow',
      success_url: 'https://shop.example.com/second',
      error_url: undefined,
    });
    expect(again.status, again.text).toBe(200);
    expect(again.body.data).toMatchObject({ provider: 'PROVIDER_A', customer_mobile: '+2207999999' });
    const found = await lookUp(api, 'collections', body.client_reference);
    expect(found.transaction_id).toBe(again.body.data.transaction_id);
    expect(found.attempts).toStrictEqual([
      {
        transaction_id: again.body.data.transaction_id,
        status: 'PENDING',
        ...named('PROVIDER_A'),
        created_at: again.body.data.created_at,
      },
      {
        transaction_id: first.transaction_id,
        status: how === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED',
        ...named('PROVIDER_W'),
        created_at: first.created_at,
      },
    ]);
  });

  test('with another amount is DUPLICATE_REFERENCE', async () => {
    const { body } = await ended(how);
    isError(await api.post(initiate, { ...body, amount: '34.00' }), 422, 'DUPLICATE_REFERENCE');
    expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(1);
  });

  test('32 times at once is offered anew once', async () => {
    const { body, first } = await ended(how);
    const replies = await Promise.all(Array.from({ length: 32 }, () => api.post(initiate, body)));
    expect(replies.map((each) => each.status)).toEqual(Array(32).fill(200));
    const ids = new Set(replies.map((each) => each.body.data.transaction_id));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(first.transaction_id);
    expect(replies.filter((each) => each.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(2);
  });
});

test('an offer is repeated as often as it ends, and its attempts are listed newest first', async () => {
  const { body, first } = await ended('closed by the client');
  const ids = [first.transaction_id];
  for (const provider of ['PROVIDER_C', 'PROVIDER_C_CARD', 'PROVIDER_A']) {
    const again = await api.post(initiate, { ...body, provider });
    const { transaction_id: id } = again.body.data;
    ids.unshift(id);
    const { attempts } = await lookUp(api, 'collections', body.client_reference);
    expect(attempts.map((each: Json) => each.transaction_id)).toEqual(ids);
    if (provider !== 'PROVIDER_A') await api.post(`/api/v1/collections/${id}/cancel`);
  }
  const paid = await api.post(`/api/v1/collections/${ids[0]}/otp`, { otp: '000000' });
  expect(paid.body.data.status).toBe('SUCCEEDED');
  const found = await lookUp(api, 'collections', body.client_reference);
  expect(found.attempts.map((each: Json) => each.status)).toEqual([
    'SUCCEEDED',
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
  ]);
});

test('the reference leads to the newest attempt, an id to its own', async () => {
  const { body, first } = await ended('closed by the client');
  const second = (await api.post(initiate, body)).body.data;
  expect((await lookUp(api, 'collections', body.client_reference)).transaction_id).toBe(
    second.transaction_id,
  );
  const old = await lookUp(api, 'collections', first.transaction_id);
  expect(old).toMatchObject({ transaction_id: first.transaction_id, status: 'CANCELLED' });
  expect(old.attempts).toHaveLength(2);
});

test('while the new offer is pending, the same body is a repeat of it and another one is refused', async () => {
  const { body } = await ended('closed by the client');
  const changed = { ...body, provider: 'PROVIDER_C' };
  const second = await api.post(initiate, changed);
  const again = await api.post(initiate, changed);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toStrictEqual(second.body);
  isError(await api.post(initiate, { ...changed, customer_name: 'Somebody' }), 422, 'DUPLICATE_REFERENCE');
});

test.each(['400.00', '403.00', '429.00'])(
  'a FAILED one of %s is never offered anew: a repeat is the FAILED one',
  async (amount) => {
    const body = collectionBody({ amount });
    const first = await api.post(initiate, body);
    await reaches(api, 'collections', body.client_reference, 'FAILED');
    const again = await api.post(initiate, body);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data).toStrictEqual({ ...first.body.data, status: 'FAILED' });
    isError(await api.post(initiate, { ...body, provider: 'PROVIDER_C' }), 422, 'DUPLICATE_REFERENCE');
    expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(1);
  },
);

test('a SUCCEEDED one is never offered anew', async () => {
  const body = collectionBody({ amount: '100.00' });
  await api.post(initiate, body);
  await reaches(api, 'collections', body.client_reference, 'SUCCEEDED');
  expect((await api.post(initiate, body)).headers.get('idempotent-replayed')).toBe('true');
  isError(await api.post(initiate, { ...body, provider: 'PROVIDER_C' }), 422, 'DUPLICATE_REFERENCE');
  expect((await lookUp(api, 'collections', body.client_reference)).attempts).toHaveLength(1);
});

test('when both the closed and the new offer are paid, both are credited: real money is never dropped', async () => {
  const account = await newAccount();
  const { body, first } = await ended('closed by the client', account);
  const second = (await account.post(initiate, { ...body, provider: 'PROVIDER_A' })).body.data;
  await account.post(`/api/v1/collections/${second.transaction_id}/otp`, { otp: '000000' });
  const late = await findTransaction(account.clientId, 'SANDBOX', first.transaction_id);
  expect(late?.status).toBe('CANCELLED');
  if (late) await bookCollectionNews(account.ctx, late, { state: 'SUCCEEDED' });
  const found = await lookUp(account, 'collections', body.client_reference);
  expect(found.attempts.map((each: Json) => each.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expect(await balanceOf(account)).toMatchObject({ total_collected_gmd: '66.00', successful_collections: 2 });
  expect(found.completed_at).toEqual(shape.time);
});
