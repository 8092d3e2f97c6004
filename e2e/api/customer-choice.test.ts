import { describe, expect, inject, test } from 'vitest';
import {
  collectionBody,
  collectionShape,
  collectionStatusShape,
  isError,
  type Json,
  lookUp,
  newAccount,
  newEndpoint,
  reaches,
  startReceiver,
} from './support.ts';

const initiate = '/api/v1/collections/initiate';
const api = await newAccount();

const choice = (changes: Record<string, Json> = {}) =>
  collectionBody({ amount: '33.00', provider: 'CUSTOMER_CHOICE', ...changes });

/** A browser at the page: what its form would send, and where that leads. */
async function choose(url: string, provider: string): Promise<string> {
  const page = new URL(url);
  const here = `${inject('baseUrl')}${page.pathname}`;
  const form = await (await fetch(here)).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
  const sent = await fetch(here, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: inject('baseUrl') },
    body: new URLSearchParams({ visitor: hidden('visitor'), attempt: hidden('attempt'), provider }),
  });
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(sent.headers.get('location') ?? '')?.[0] ?? '';
}

const unchosen = { provider: null, provider_name: null, next_action: null, status: 'PENDING' };

describe('a collection with CUSTOMER_CHOICE', () => {
  test('has the fields of every collection, no provider, and the hosted page as its address', async () => {
    const body = choice({ customer_mobile: '+2207012345' });
    const made = await api.post(initiate, body);
    expect(made.status, made.text).toBe(200);
    const { redirect_url, ...rest } = made.body.data;
    expect(redirect_url).toMatch(/\/pay\/[1-9A-HJ-NP-Za-km-z]{10}$/);
    const { transaction_id } = rest;
    const shaped = collectionShape({ ...unchosen, client_reference: body.client_reference });
    expect(Object.keys(made.body.data).sort()).toEqual(Object.keys(shaped).sort());
    expect(rest).toMatchObject({ ...unchosen, amount: '33.00', client_reference: body.client_reference });
    for (const name of [body.client_reference, transaction_id]) {
      const found = await lookUp(api, 'collections', name);
      expect(Object.keys(found).sort()).toEqual(Object.keys(collectionStatusShape({})).sort());
      expect(found).toMatchObject({ ...made.body.data, completed_at: null, failure: null });
    }
  });

  test('is answered again by its key and by its reference, and by no other body', async () => {
    const body = choice();
    const key = { 'idempotency-key': `choice-${body.client_reference}` };
    const first = await api.post(initiate, body, key);
    const [byKey, byReference] = [await api.post(initiate, body, key), await api.post(initiate, body)];
    for (const again of [byKey, byReference]) {
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body).toEqual(first.body);
    }
    isError(await api.post(initiate, { ...body, amount: '34.00' }), 422, 'DUPLICATE_REFERENCE');
    isError(await api.post(initiate, { ...body, provider: 'PROVIDER_W' }), 422, 'DUPLICATE_REFERENCE');
    isError(
      await api.post('/api/v1/payouts/initiate', { ...body, recipient_mobile: '+2207012345' }),
      422,
      'provider_not_enabled',
    );
    const limits = { amount: '100000.01' };
    isError(await api.post(initiate, choice(limits)), 400, 'INVALID_AMOUNT');
  });

  test('goes on under its id once a wallet is chosen, and tells the webhooks which', async () => {
    const receiver = await startReceiver();
    await newEndpoint(api, receiver.url());
    const body = choice({ amount: '100.00' });
    const { transaction_id, redirect_url } = (await api.post(initiate, body)).body.data;
    expect(await choose(redirect_url, 'PROVIDER_C')).toBe(transaction_id);
    const paid = await reaches(api, 'collections', body.client_reference, 'SUCCEEDED');
    expect(paid).toMatchObject({ transaction_id, provider: 'PROVIDER_C', redirect_url });
    expect(paid).not.toHaveProperty('payment_link');
    expect(paid.attempts).toHaveLength(1);
    const hook = await receiver.next('of the payment', ({ body: each }) => each?.data?.id === transaction_id);
    expect(hook.body).toMatchObject({ event: 'payment.succeeded', data: { provider: 'PROVIDER_C' } });
    const none = (await api.post(initiate, choice())).body.data;
    const cancelled = await api.post(`/api/v1/collections/${none.transaction_id}/cancel`);
    expect(cancelled.body.data).toMatchObject({ status: 'CANCELLED', provider: null });
    expect(await choose(none.redirect_url, 'PROVIDER_W')).toBe('');
    await receiver.stop();
  });
});
