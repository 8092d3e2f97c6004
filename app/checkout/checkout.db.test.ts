import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import type { Handler } from '#lib/checkout/customer-route';
import { styleHash } from '#lib/checkout/style';
import { createClient } from '#lib/clients/create-client';
import type { CollectionRequest } from '#lib/collections/collection-request';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import * as comeBack from './[transactionId]/return/route.ts';
import * as checkout from './[transactionId]/route.ts';

const SUCCESS_URL = 'https://shop.example/thanks?order=7';
const ERROR_URL = 'https://shop.example/sorry';
let testDatabase: TestDatabase;
let clientId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  clientId = await createClient({
    name: '<b>Kunta</b> & Sons',
    businessPhone: '+2207000000',
    businessEmail: 'shop@example.com',
  });
});
afterAll(() => testDatabase.drop());

async function collect(facts: Partial<CollectionRequest> = {}): Promise<string> {
  const ctx = systemContext({ id: clientId, name: '', commissionBps: 150 }, 'SANDBOX');
  const request = {
    amount: 15_000n,
    currency: 'GMD',
    client_reference: newId(),
    provider: 'PROVIDER_W',
    metadata: {},
    ...facts,
  } as CollectionRequest;
  return (await initiateCollection(ctx, request)).transaction.id;
}

function ask(handler: Handler, id: string, query = '', init?: RequestInit): Promise<Response> {
  const request = new Request(`http://kaira.test/checkout/${encodeURIComponent(id)}${query}`, init);
  return handler(request, { params: Promise.resolve({ transactionId: id }) });
}

const choose = (id: string, choice: string) =>
  ask(checkout.POST, id, '', { method: 'POST', body: new URLSearchParams({ choice }) });

async function stored(id: string) {
  const [row] = await sqlClient()`
    select status, late, (select count(*)::int from events e where e.transaction_id = t.id) as events
    from transactions t where id = ${id}`;
  return row;
}

describe('the checkout page', () => {
  test('is one escaped page that only its own style and form may use, and that nobody may frame', async () => {
    const response = await ask(checkout.GET, await collect());
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('&lt;b&gt;Kunta&lt;/b&gt; &amp; Sons');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src ${styleHash}; img-src 'self'`,
    );
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('may be framed by a merchant on the card rail', async () => {
    const response = await ask(checkout.GET, await collect({ provider: 'PROVIDER_C_CARD' }));
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(response.headers.has('x-frame-options')).toBe(false);
  });

  test('does not exist for a rail with a one-time password: it leads to the return page', async () => {
    const id = await collect({ provider: 'PROVIDER_A', customer_mobile: '+2207000001' });
    const response = await ask(checkout.GET, id);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/checkout/${id}/return`);
    await choose(id, 'pay');
    expect(await stored(id)).toMatchObject({ status: 'PENDING' });
  });

  test('tells before the choice that a magic amount has its outcome', async () => {
    const page = await (await ask(checkout.GET, await collect({ amount: 40_000n }))).text();
    expect(page).toContain('This test amount is always declined');
  });

  test.each([newId(), 'not-a-uuid', "' or 1=1 --", '../etc', '\u0000', '1'.repeat(5_000)])(
    'is a page that says 404 for the id %j',
    async (id) => {
      for (const handler of [checkout.GET, checkout.POST, comeBack.GET]) {
        const init = handler === checkout.POST ? { method: 'POST', body: 'choice=pay' } : {};
        const response = await ask(handler, id, '', init);
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('No such payment');
      }
    },
  );
});

describe('a choice', () => {
  test.each([
    ['pay', 'SUCCEEDED'],
    ['decline', 'FAILED'],
    ['cancel', 'CANCELLED'],
  ])('%s makes it %s, once, and leads to the return page', async (choice, status) => {
    const id = await collect();
    for (let click = 0; click < 2; click++) {
      const response = await choose(id, choice);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`/checkout/${id}/return?from=form`);
    }
    expect(await stored(id)).toEqual({ status, late: false, events: 1 });
  });

  test('after the end changes nothing', async () => {
    const id = await collect();
    await choose(id, 'cancel');
    expect((await choose(id, 'pay')).status).toBe(303);
    expect(await stored(id)).toEqual({ status: 'CANCELLED', late: false, events: 1 });
  });

  test('at the same time as others: one counts, and none becomes a late success', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await collect();
      await Promise.all(['pay', 'cancel', 'decline', 'pay', 'cancel'].map((each) => choose(id, each)));
      expect(await stored(id)).toMatchObject({ late: false, events: 1 });
    }
  });

  test.each([
    ['a word that is none', 400, { body: new URLSearchParams({ choice: 'steal' }) }],
    ['an empty form', 400, { body: new URLSearchParams() }],
    ['JSON', 415, { body: '{"choice":"pay"}', headers: { 'content-type': 'application/json' } }],
    ['more than a kilobyte', 413, { body: new URLSearchParams({ choice: 'pay', more: 'x'.repeat(1_024) }) }],
  ])('%s is refused with a page', async (_name, status, init) => {
    const id = await collect();
    const response = await ask(checkout.POST, id, '', { method: 'POST', ...init });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('This was not understood');
    expect(await stored(id)).toMatchObject({ status: 'PENDING' });
  });

  test('other methods are refused with 405 and the methods that there are', async () => {
    const id = await collect();
    const response = await ask(checkout.DELETE, id, '', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect((await ask(comeBack.PUT, id, '', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST');
  });
});

describe('the return page', () => {
  test('waits while nothing is known, and believes no address', async () => {
    const id = await collect({ success_url: SUCCESS_URL, error_url: ERROR_URL });
    for (const query of [
      '',
      '?from=form',
      '?since=0',
      '?since=9999999999999',
      '?since=x',
      '?status=SUCCEEDED',
    ]) {
      const response = await ask(comeBack.GET, id, query);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain('<meta http-equiv="refresh" content="2;url=/checkout/');
      expect(page).not.toContain('shop.example');
    }
    const long = await (await ask(comeBack.GET, id, `?since=${Date.now() - 130_000}`)).text();
    expect(long).toContain('content="15;url=');
  });

  test.each([
    ['pay', SUCCESS_URL],
    ['decline', ERROR_URL],
    ['cancel', ERROR_URL],
  ])('redirects after %s to the address of that end', async (choice, url) => {
    const id = await collect({ success_url: SUCCESS_URL, error_url: ERROR_URL });
    await choose(id, choice);
    const response = await ask(comeBack.GET, id);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(url);
  });

  test('goes on by a page, not by a redirect, right after a form', async () => {
    const id = await collect({ success_url: SUCCESS_URL });
    await choose(id, 'pay');
    const response = await ask(comeBack.GET, id, '?from=form');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<meta http-equiv="refresh" content="0;url=${SUCCESS_URL}">`);
  });

  test('is the result where the merchant gave no address for that end', async () => {
    const id = await collect({ success_url: SUCCESS_URL });
    await choose(id, 'cancel');
    const page = await (await ask(comeBack.GET, id)).text();
    expect(page).toContain('Payment cancelled');
    expect(page).toContain('Nothing was charged.');
    expect(page).not.toContain('shop.example');
    expect(await (await ask(checkout.GET, id)).text()).toContain('Payment cancelled');
  });
});

test('a live collection has no simulator: its checkout leads to the return page and no choice moves it', async () => {
  const id = await collect();
  // No live rail exists to make one; the guard on constant columns is what refuses this outside a test.
  await withoutGuards((tx) => tx`update transactions set environment = 'LIVE' where id = ${id}`);
  expect((await ask(checkout.GET, id)).headers.get('location')).toBe(`/checkout/${id}/return`);
  expect((await choose(id, 'pay')).status).toBe(303);
  expect(await stored(id)).toMatchObject({ status: 'PENDING' });
  const page = await (await ask(comeBack.GET, id)).text();
  expect(page).not.toContain('Sandbox');
  expect(page).not.toContain('Back to the checkout');
});
