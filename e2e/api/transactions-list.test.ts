import { describe, expect, test } from 'vitest';
import {
  type Account,
  collect,
  fieldPaths,
  fund,
  isError,
  type Json,
  lookUp,
  newAccount,
  payOut,
  type Reply,
  reaches,
  settle,
  shape,
} from './support.ts';

const list = (api: Account, query = ''): Promise<Reply> => api.get(`/api/v1/client/transactions${query}`);
const idsOf = (reply: Reply): string[] => reply.body.data.map((each: Json) => each.transaction_id);

/** One of each: every status that the sandbox can reach, on several rails. Oldest first. */
async function mixed(): Promise<{ api: Account; made: Json[] }> {
  const api = await newAccount();
  const made: Json[] = [await settle(api, '300.00')];
  for (const [amount, provider, status] of [
    ['408.00', 'PROVIDER_W', 'EXPIRED'],
    ['499.00', 'PROVIDER_C', 'CANCELLED'],
    ['400.00', 'PROVIDER_C_CARD', 'FAILED'],
  ] as const) {
    const one = await collect(api, { amount, provider });
    made.push(await reaches(api, 'collections', one.client_reference, status));
  }
  made.push(await collect(api, { provider: 'PROVIDER_A' }));
  await fund(api, '50.00', 'PROVIDER_A');
  made.push(await payOut(api, { amount: '50.00', provider: 'PROVIDER_A' }));
  made.push(await payOut(api, { amount: '20.00' }));
  return { api, made };
}
const { api, made } = await mixed();
const newestFirst = made.map((each) => each.transaction_id).reverse();

test('lists both types newest first, each as its status look-up, without next_action', async () => {
  const reply = await list(api);
  expect(reply.status).toBe(200);
  expect(reply.body).toStrictEqual({
    status: 'success',
    data: expect.any(Array),
    pagination: { page: 1, limit: 10, total: 7, total_pages: 1, next_cursor: null },
  });
  expect(idsOf(reply)).toEqual(newestFirst);
  for (const item of reply.body.data) {
    // A list has no next step, and of refunds the sum alone.
    const {
      next_action: _,
      refunds: __,
      ...lookedUp
    } = await lookUp(api, item.type === 'payout' ? 'payouts' : 'collections', item.client_reference);
    expect(item).toStrictEqual(lookedUp);
    for (const name of ['next_action', 'refunds']) expect(item).not.toHaveProperty(name);
  }
});

test('an account without any has an empty list', async () => {
  const reply = await list(await newAccount());
  expect(reply.body).toStrictEqual({
    status: 'success',
    data: [],
    pagination: { page: 1, limit: 10, total: 0, total_pages: 0, next_cursor: null },
  });
});

describe('filters', () => {
  test.each<[string, (each: Json) => boolean]>([
    ['type=collection', (each) => each.type !== 'payout'],
    ['type=payout', (each) => each.type === 'payout'],
    ['status=SUCCEEDED', (each) => each.status === 'SUCCEEDED'],
    ['status=PENDING', (each) => each.status === 'PENDING'],
    ['status=FAILED', (each) => each.status === 'FAILED'],
    ['status=EXPIRED', (each) => each.status === 'EXPIRED'],
    ['status=CANCELLED', (each) => each.status === 'CANCELLED'],
    ['status=AWAITING_LIQUIDITY', (each) => each.status === 'AWAITING_LIQUIDITY'],
    ['provider=PROVIDER_A', (each) => each.provider === 'PROVIDER_A'],
    [
      'provider=PROVIDER_A&type=collection',
      (each) => each.provider === 'PROVIDER_A' && each.type !== 'payout',
    ],
    [
      'provider=PROVIDER_A&status=SUCCEEDED&type=payout',
      (each) => each.provider === 'PROVIDER_A' && each.type === 'payout',
    ],
  ])('%s lists what it says, and counts it', async (query, fits) => {
    const expected = made
      .filter(fits)
      .map((each) => each.transaction_id)
      .reverse();
    expect(expected.length).toBeGreaterThan(0);
    const reply = await list(api, `?${query}`);
    expect(idsOf(reply)).toEqual(expected);
    expect(reply.body.pagination).toMatchObject({ total: expected.length, total_pages: 1 });
  });

  test('reference finds all attempts of a re-offered collection, and nothing else', async () => {
    const account = await newAccount();
    const first = await collect(account, { client_reference: 'Ñ/100% off' });
    await account.post(`/api/v1/collections/${first.transaction_id}/cancel`);
    const second = await collect(account, { client_reference: 'Ñ/100% off' });
    await collect(account);
    const reply = await list(account, `?reference=${encodeURIComponent('Ñ/100% off')}`);
    expect(idsOf(reply)).toEqual([second.transaction_id, first.transaction_id]);
    expect(reply.body.pagination.total).toBe(2);
  });

  test('from is inclusive, to is exclusive', async () => {
    const at = made[3].created_at;
    const since = await list(api, `?from=${encodeURIComponent(at)}`);
    expect(idsOf(since)).toEqual(newestFirst.slice(0, 4));
    expect(since.body.pagination.total).toBe(4);
    const before = await list(api, `?to=${encodeURIComponent(at)}`);
    expect(idsOf(before)).toEqual(newestFirst.slice(4));
    expect(before.body.pagination.total).toBe(3);
    const nothing = await list(api, `?from=${encodeURIComponent(at)}&to=${encodeURIComponent(at)}`);
    expect(idsOf(nothing)).toEqual([]);
  });

  test('a bare date means that whole day', async () => {
    const first = made[0].created_at.slice(0, 10);
    const last = made[6].created_at.slice(0, 10);
    const dayBefore = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
    const dayAfter = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    expect(idsOf(await list(api, `?from=${first}&to=${last}`))).toEqual(newestFirst);
    expect(idsOf(await list(api, `?to=${dayBefore}`))).toEqual([]);
    expect(idsOf(await list(api, `?from=${dayAfter}`))).toEqual([]);
  });

  test('a time in another zone is the same instant', async () => {
    const at = new Date(Date.parse(made[3].created_at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    expect(idsOf(await list(api, `?from=${encodeURIComponent(at)}`))).toEqual(newestFirst.slice(0, 4));
  });
});

describe('what is not valid is 400 and named', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.0', 'page'],
    ['page=x', 'page'],
    ['type=transfer', 'type'],
    ['status=succeeded', 'status'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=2026-13-01', 'to'],
    ['cursor=made-up', 'cursor'],
  ])('%s', async (query, field) => {
    const reply = await list(api, `?${query}`);
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply)).toEqual([field]);
  });

  test('page and cursor together', async () => {
    const { next_cursor: cursor } = (await list(api, '?limit=2')).body.pagination;
    expect(cursor).toEqual(expect.any(String));
    isError(await list(api, `?limit=2&page=1&cursor=${cursor}`), 400, 'VALIDATION_ERROR');
    expect((await list(api, `?limit=2&cursor=${cursor}`)).status).toBe(200);
  });
});

describe('over 60 rows', async () => {
  const many = await newAccount();
  const rows: Json[] = [];
  for (let batch = 0; batch < 6; batch++) {
    rows.push(...(await Promise.all(Array.from({ length: 10 }, () => collect(many)))));
  }
  const all = rows
    .map((each) => each.transaction_id)
    .sort()
    .reverse();

  test.each([
    [1, 60],
    [7, 9],
    [10, 6],
    [60, 1],
    [100, 1],
  ])('pages of %i are %i, each row on exactly one of them', async (limit, pages) => {
    const seen: string[] = [];
    for (let page = 1; page <= Math.min(pages, 9); page++) {
      const reply = await list(many, `?limit=${limit}&page=${page}`);
      expect(reply.body.pagination).toMatchObject({ page, limit, total: 60, total_pages: pages });
      seen.push(...idsOf(reply));
    }
    expect(seen).toEqual(all.slice(0, limit * Math.min(pages, 9)));
  });

  test('a page past the end is empty, and not an error', async () => {
    const reply = await list(many, '?page=7');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ data: [], pagination: { page: 7, total: 60, next_cursor: null } });
  });

  test('the cursor walks over each row once, while others are added', async () => {
    const walker = await newAccount();
    const before: string[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const some = await Promise.all(Array.from({ length: 10 }, () => collect(walker)));
      before.push(...some.map((each) => each.transaction_id));
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply: Reply = await list(walker, `?limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(reply.status, reply.text).toBe(200);
      seen.push(...idsOf(reply));
      cursor = reply.body.pagination.next_cursor;
      await Promise.all([collect(walker), collect(walker)]);
    }
    expect(seen).toHaveLength(60);
    expect(seen).toEqual([...before].sort().reverse());
  });

  test('the cursor keeps the filter', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply: Reply = await list(
        many,
        `?limit=20&type=collection&status=PENDING${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...idsOf(reply));
      cursor = reply.body.pagination.next_cursor;
    }
    expect(seen).toEqual(all);
  });

  test('the last page by cursor has no next one, also when it is exactly full', async () => {
    const first = await list(many, '?limit=30');
    const last = await list(many, `?limit=30&cursor=${first.body.pagination.next_cursor}`);
    expect(idsOf(last)).toEqual(all.slice(30));
    expect(last.body.pagination.next_cursor).toBeNull();
  });
});

test('another client sees none of them', async () => {
  const other = await newAccount();
  const reply = await list(other, `?reference=${made[0].client_reference}`);
  expect(reply.body.data).toEqual([]);
});

test('created_at never rises down the list', async () => {
  const times = (await list(api)).body.data.map((each: Json) => each.created_at);
  for (const time of times) expect(time).toEqual(shape.time);
  expect(times).toEqual([...times].sort().reverse());
});
