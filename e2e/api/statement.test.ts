import { describe, expect, inject, test } from 'vitest';
import {
  type Account,
  balanceOf,
  fieldPaths,
  fund,
  isError,
  type Json,
  newAccount,
  payOut,
  type Reply,
  settle,
  shape,
} from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of Banjul, which is UTC+0. */
const day = (ahead = 0) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
const HEAD = 'at,kind,transaction_id,client_reference,counterparty,debit,credit,balance';

const ask = (api: Account, query: Record<string, string> = {}): Promise<Reply> =>
  api.get(`/api/v1/client/statement?${new URLSearchParams({ from: day(-1), to: day(), ...query })}`);

const bututs = (amount: string | null): number => Number((amount ?? '0').replace('.', ''));

async function busyAccount(): Promise<{ api: Account; made: Json[] }> {
  const api = await newAccount();
  const made = [await settle(api, '300.00')];
  await fund(api, '50.00');
  made.push(await payOut(api, { amount: '50.00' }));
  const held = await payOut(api, { amount: '20.00' });
  await api.post(`/api/v1/payouts/${held.transaction_id}/cancel`);
  return { api, made: [...made, held, held] };
}
const { api, made } = await busyAccount();

test('has a line for each time that the balance was moved, the oldest first, and ends with the balance', async () => {
  const reply = await ask(api);
  expect(reply.status, reply.text).toBe(200);
  const { data } = reply.body;
  expect(data).toStrictEqual({
    from: day(-1),
    to: day(),
    currency: 'GMD',
    opening_balance: '0.00',
    closing_balance: '245.50',
    totals: {
      collection: { count: 1, amount: '295.50' },
      payout: { count: 2, amount: '-70.00' },
      payout_returned: { count: 1, amount: '20.00' },
    },
    lines: [
      ['collection', null, '295.50', '295.50'],
      ['payout', '50.00', null, '245.50'],
      ['payout', '20.00', null, '225.50'],
      ['payout_returned', null, '20.00', '245.50'],
    ].map(([kind, debit, credit, balance], index) => ({
      at: shape.time,
      kind,
      transaction_id: made[index].transaction_id,
      client_reference: made[index].client_reference,
      counterparty: expect.any(String),
      debit,
      credit,
      balance,
    })),
  });
  expect(data.closing_balance).toBe((await balanceOf(api)).available_balance_gmd);
  expect((await ask(api, { format: 'json' })).text).toBe(reply.text);
});

test('as CSV has the same lines under the same names, to be kept as a file', async () => {
  const { lines } = (await ask(api)).body.data;
  const reply = await ask(api, { format: 'csv' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(reply.headers.get('content-disposition')).toBe(
    `attachment; filename="kaira-statement-sandbox-${day(-1)}-${day()}.csv"`,
  );
  const rows = lines.map((line: Json) =>
    HEAD.split(',')
      .map((name) => line[name] ?? '')
      .join(','),
  );
  expect(reply.text).toBe(`${[HEAD, ...rows].join('\r\n')}\r\n`);
});

test('as PDF is one, by its own type', async () => {
  const reply = await ask(api, { format: 'pdf' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  expect(reply.text.startsWith('%PDF-1.')).toBe(true);
  expect(reply.text.trimEnd().endsWith('%%EOF')).toBe(true);
});

test('of a HEAD is the headers alone', async () => {
  const response = await fetch(
    `${inject('baseUrl')}/api/v1/client/statement?from=${day()}&to=${day()}&format=csv`,
    {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.key}` },
    },
  );
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
  ]);
});

describe('a period', () => {
  test.each([
    [{ from: '', to: '' }, ['from', 'to']],
    [{ from: 'today' }, ['from']],
    [{ from: '2026-02-30' }, ['from']],
    [{ to: `${day()}T00:00:00Z` }, ['to']],
    [{ to: day(1) }, ['to']],
    [{ from: day(2), to: day(1) }, ['from', 'to']],
    [{ from: day(), to: day(-1) }, ['from']],
    [{ from: day(-366) }, ['from']],
    [{ format: 'xml' }, ['format']],
  ])('%j is 400 and names each field', async (query, paths) => {
    const reply = await ask(api, query as Record<string, string>);
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(paths);
  });

  test('needs both of its days, and has up to 366 of them', async () => {
    const reply = await api.get('/api/v1/client/statement');
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(['from', 'to']);
    expect((await ask(api, { from: day(-365) })).body.data.closing_balance).toBe('245.50');
  });

  test('that ends before today opens and closes with nothing for an account of today, and stays those bytes', async () => {
    const query = { from: day(-40), to: day(-1) };
    const first = await ask(api, query);
    await settle(api, '1.00');
    expect((await ask(api, query)).text).toBe(first.text);
    expect(first.body.data).toMatchObject({ opening_balance: '0.00', closing_balance: '0.00', lines: [] });
  });
});

test('while 40 payouts are accepted at once, every statement adds up', async () => {
  const account = await newAccount({ commissionBps: 0 });
  await settle(account, '90.00');
  let isDone = false;
  const paying = Promise.all(Array.from({ length: 40 }, () => payOut(account, { amount: '1.00' }))).then(
    () => {
      isDone = true;
    },
  );
  let read = 0;
  while (!isDone || read === 0) {
    const { data } = (await ask(account)).body;
    let balance = bututs(data.opening_balance);
    for (const each of data.lines) {
      balance += bututs(each.credit) - bututs(each.debit);
      expect(bututs(each.balance)).toBe(balance);
    }
    expect(balance).toBe(bututs(data.closing_balance));
    read++;
  }
  await paying;
  expect((await ask(account)).body.data).toMatchObject({
    closing_balance: '50.00',
    totals: { payout: { count: 40, amount: '-40.00' } },
  });
});

test("another client's lines are not seen, nor those of the other environment", async () => {
  const data = (await ask(await newAccount())).body.data;
  expect(data).toMatchObject({ closing_balance: '0.00', totals: {}, lines: [] });
});
