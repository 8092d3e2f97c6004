import { describe, expect, test } from 'vitest';
import {
  type Account,
  balanceOf,
  collect,
  fund,
  isError,
  type Json,
  newAccount,
  payOut,
  type Reply,
  reaches,
  settle,
  shape,
} from './support.ts';

const ledger = (api: Account, query = ''): Promise<Reply> => api.get(`/api/v1/client/ledger${query}`);

/** A decimal string in bututs, by its digits alone. */
const bututs = (amount: string): number => Number(amount.replace('.', ''));

/** Every entry with the balance after it is the one before it plus its amount. */
function runs(entries: Json[], endsAt: number, beginsAt = 0): void {
  let balance = endsAt;
  for (const entry of entries) {
    expect(entry.balance_after_bututs).toBe(balance);
    expect(bututs(entry.balance_after_gmd)).toBe(balance);
    balance -= bututs(entry.amount);
  }
  expect(balance).toBe(beginsAt);
}

async function busyAccount(): Promise<{ api: Account; made: Json[] }> {
  const api = await newAccount();
  const made = [await settle(api, '300.00'), await settle(api, '1.00')];
  await fund(api, '50.00');
  made.push(await payOut(api, { amount: '50.00' }));
  const held = await payOut(api, { amount: '20.00' });
  await api.post(`/api/v1/payouts/${held.transaction_id}/cancel`);
  made.push(held, held);
  return { api, made };
}
const { api, made } = await busyAccount();

test('lists every movement of the balance, newest first, each with the balance after it', async () => {
  const reply = await ledger(api);
  expect(reply.status).toBe(200);
  expect(reply.body).toStrictEqual({
    status: 'success',
    data: expect.any(Array),
    pagination: { limit: 50, next_cursor: null },
  });
  const entries = reply.body.data;
  expect(entries.map((each: Json) => [each.transaction_id, each.amount])).toEqual([
    [made[4].transaction_id, '20.00'],
    [made[3].transaction_id, '-20.00'],
    [made[2].transaction_id, '-50.00'],
    [made[1].transaction_id, '0.98'],
    [made[0].transaction_id, '295.50'],
  ]);
  runs(entries, (await balanceOf(api)).available_balance_bututs);
  for (const each of entries) expect(each.created_at).toEqual(shape.time);
});

test('what moves no money leaves no entry', async () => {
  const account = await newAccount();
  await collect(account);
  const declined = await collect(account, { amount: '400.00' });
  await reaches(account, 'collections', declined.client_reference, 'FAILED');
  await fund(account, '100.00');
  expect((await ledger(account)).body.data).toEqual([]);
});

describe('pages', () => {
  test('carry the running balance over their borders, and hold each entry once', async () => {
    const whole = (await ledger(api)).body.data;
    const seen: Json[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply: Reply = await ledger(api, `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(reply.status, reply.text).toBe(200);
      seen.push(...reply.body.data);
      cursor = reply.body.pagination.next_cursor;
    }
    expect(seen).toStrictEqual(whole);
  });

  test('stay right while entries are added', async () => {
    const account = await newAccount({ commissionBps: 0 });
    for (let index = 1; index <= 9; index++) await settle(account, `${index}.00`);
    const seen: Json[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply: Reply = await ledger(account, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...reply.body.data);
      cursor = reply.body.pagination.next_cursor;
      await settle(account, '50.00');
    }
    expect(seen).toHaveLength(9);
    runs(seen, 45_00);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=made-up'])('%s is 400', async (query) => {
    isError(await ledger(api, `?${query}`), 400, 'VALIDATION_ERROR');
  });
});

test('after 60 payouts at once the running balance has no gap', async () => {
  const account = await newAccount({ commissionBps: 0 });
  await settle(account, '90.00');
  await fund(account, '30.00');
  await Promise.all(Array.from({ length: 60 }, () => payOut(account, { amount: '1.00' })));
  const entries = (await ledger(account, '?limit=100')).body.data;
  expect(entries).toHaveLength(61);
  runs(entries, 30_00);
});

test("another client's entries are not seen", async () => {
  expect((await ledger(await newAccount())).body.data).toEqual([]);
});
