import { afterAll, describe, expect, inject, test } from 'vitest';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { findTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';
import {
  type Account,
  balanceOf,
  collect,
  collectionShape,
  isSigned,
  type Json,
  lookUp,
  newAccount,
  newEndpoint,
  providers,
  reaches,
  send,
  shape,
  startReceiver,
} from './support.ts';

const provider = 'PROVIDER_C_CARD';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

async function stored(account: Account, id: string): Promise<Transaction> {
  const found = await findTransaction(account.clientId, 'SANDBOX', id);
  if (found === undefined) throw new Error(`no transaction ${id}`);
  return found;
}

const eventsOf = async (account: Account, id: string): Promise<string[]> => {
  const reply = await account.get(`/api/v1/events?transaction_id=${id}`);
  return reply.body.data.map((each: Json) => each.event).reverse();
};

test('next_action shows the card page, hosted under base_url in the sandbox; there is no redirect', async () => {
  const api = await newAccount();
  const made = await collect(api, { provider });
  expect(made).toStrictEqual(
    collectionShape({
      provider,
      client_reference: made.client_reference,
      amount: '25.00',
      customer_mobile: '+2207012345',
      customer_name: 'Awa Ceesay',
      redirect_url: null,
      expires_at: shape.time,
      next_action: {
        type: 'show_card_page',
        show_card_page: {
          url: expect.stringMatching(/^http/),
          presentation: ['new_tab', 'iframe'],
          expires_at: made.expires_at,
        },
      },
    }),
  );
  const { url } = made.next_action.show_card_page;
  expect(url.startsWith(`${inject('baseUrl')}/`)).toBe(true);
  const page = await send('GET', url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
});

test('the customer needs no mobile number', async () => {
  const api = await newAccount();
  expect(await collect(api, { provider, customer_mobile: undefined })).toMatchObject({
    status: 'PENDING',
    customer_mobile: null,
  });
});

test('next_action is null once it is final', async () => {
  const api = await newAccount();
  const made = await collect(api, { provider, amount: '100.00' });
  const after = await reaches(api, 'collections', made.client_reference, 'SUCCEEDED');
  expect(after.next_action).toBeNull();
  expect(after.redirect_url).toBeNull();
});

describe.each([
  ['CANCELLED', 'payment.cancelled', '499.00'],
  ['EXPIRED', 'payment.expired', '408.00'],
  ['FAILED', 'payment.failed', '400.00'],
])('a success that comes after %s', (status, event, amount) => {
  test.each(providers)('is kept on %s: credited once, announced, and listed', async (rail) => {
    const api = await newAccount();
    const endpoint = await newEndpoint(api, receiver.url());
    const made = await collect(api, { provider: rail, amount });
    const ended = await reaches(api, 'collections', made.client_reference, status);
    expect((await balanceOf(api)).total_collected_bututs).toBe(0);

    const before = await stored(api, made.transaction_id);
    const news = { state: 'SUCCEEDED' } as const;
    const all = await Promise.all([1, 2, 3].map(() => bookCollectionNews(api.ctx, before, news)));
    expect(all.filter((each) => each.moved)).toHaveLength(1);

    const after = await lookUp(api, 'collections', made.client_reference);
    expect(after).toMatchObject({ status: 'SUCCEEDED', failure: null, completed_at: shape.time });
    expect(Date.parse(after.completed_at)).toBeGreaterThanOrEqual(Date.parse(ended.completed_at));
    expect(await balanceOf(api)).toMatchObject({ total_collected_gmd: amount, successful_collections: 1 });
    expect(await eventsOf(api, made.transaction_id)).toEqual([event, 'payment.succeeded']);

    const hook = await receiver.next(
      'the late success',
      ({ body }) => body.data.id === made.transaction_id && body.event === 'payment.succeeded',
    );
    expect(hook.body.data).toMatchObject({ status: 'SUCCEEDED', completed_at: after.completed_at });
    expect(hook.body.data).not.toHaveProperty('failure');
    isSigned(hook, endpoint.secret);
  });
});

test('no other late news moves anything', async () => {
  const api = await newAccount();
  const made = await collect(api, { provider, amount: '100.00' });
  await reaches(api, 'collections', made.client_reference, 'SUCCEEDED');
  const figures = await balanceOf(api);
  const failure = { code: 'DECLINED', message: 'Declined.' } as const;
  for (const news of [
    { state: 'FAILED', failure },
    { state: 'EXPIRED' },
    { state: 'CANCELLED' },
    { state: 'PENDING' },
    { state: 'SUCCEEDED' },
  ] as const) {
    const { moved } = await bookCollectionNews(api.ctx, await stored(api, made.transaction_id), news);
    expect(moved, news.state).toBe(false);
  }
  expect((await lookUp(api, 'collections', made.client_reference)).status).toBe('SUCCEEDED');
  expect(await balanceOf(api)).toEqual(figures);
  expect(await eventsOf(api, made.transaction_id)).toEqual(['payment.succeeded']);
});
