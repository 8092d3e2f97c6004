import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeRailConnections } from '#lib/rails/call-rail';
import { providerW } from '#lib/rails/provider-w/index';
import { liveProviderW } from '#lib/rails/provider-w/live';
import type { Rail, RailCollection, RailPayout } from '#lib/rails/rail';

// What the connector makes of several answers together; what each one means is in translate.test.ts.

const session = {
  id: 'cos-1',
  checkout_status: 'expired',
  payment_status: 'cancelled',
  client_reference: 'id-1',
  amount: '150.00',
  currency: 'GMD',
  wave_launch_url: 'https://pay.example/c/cos-1',
  when_expires: '2026-11-20T10:30:00Z',
};
const line = {
  timestamp: '2026-11-20T10:00:00Z',
  transaction_type: 'merchant_payment',
  amount: '150.00',
  currency: 'GMD',
};
const collection = { id: 'id-1', railReference: 'cos-1', amountBututs: 150_00n } as RailCollection;
const call = { key: 'key-1', deadlineMs: 5_000, now: new Date() };

let server: Server;
let rail: Rail;
let asked: string[];
/** What it answers next, by method and path, else 500. */
let answers: Record<string, [number, unknown] | undefined>;

beforeEach(async () => {
  asked = [];
  answers = {};
  server = createServer((request, response) => {
    const wanted = `${request.method} ${request.url}`;
    asked.push(wanted);
    const [status, json] = answers[wanted] ?? [500, { code: 'internal' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  rail = liveProviderW(providerW.traits).connect(
    { base_url, api_key: 'key', notice_secrets: 'secret' },
    { baseUrl: '', notifyUrl: '' },
  );
});

afterEach(async () => {
  await closeRailConnections();
  server.closeAllConnections();
  server.close();
});

test.each([
  ['it expired unpaid', [200, session], { kind: 'done', value: 'closed' }],
  [
    'a payment came first',
    [200, { ...session, checkout_status: 'complete', payment_status: 'succeeded' }],
    { kind: 'done', value: 'already_paid' },
  ],
  [
    'a payment is under way',
    [200, { ...session, checkout_status: 'open', payment_status: 'processing' }],
    { kind: 'unknown', why: 'the session has ended, and its payment has not' },
  ],
  [
    'the rail does not find it',
    [404, { code: 'checkout-session-not-found' }],
    { kind: 'unknown', why: 'the session has ended, and is not found' },
  ],
  [
    'the rail does not say',
    [500, { code: 'internal' }],
    { kind: 'unknown', why: 'the session has ended, and what became of it is not known' },
  ],
] as const)('a session that had ended before we closed it, where %s', async (_, answer, outcome) => {
  answers['POST /v1/checkout/sessions/cos-1/expire'] = [409, { code: 'checkout-session-expired' }];
  answers['GET /v1/checkout/sessions/cos-1'] = [...answer];
  expect(await rail.closeCollection?.(collection, call)).toEqual(outcome);
});

test('a session that was closed, or paid, is not looked at again', async () => {
  const expire = 'POST /v1/checkout/sessions/cos-1/expire';
  answers[expire] = [200, session];
  expect(await rail.closeCollection?.(collection, call)).toEqual({ kind: 'done', value: 'closed' });
  answers[expire] = [409, { code: 'checkout-session-complete' }];
  expect(await rail.closeCollection?.(collection, call)).toEqual({ kind: 'done', value: 'already_paid' });
  expect(asked).toEqual([expire, expire]);
});

test('what the rail never named is not asked about by a name', async () => {
  const unnamed = { ...collection, railReference: null };
  const unknown = { kind: 'unknown', why: 'no reference' };
  expect(await rail.fetchCollection?.(unnamed, call)).toEqual(unknown);
  expect(await rail.closeCollection?.(unnamed, call)).toEqual(unknown);
  expect(await rail.reversePayout?.({ id: 'id-1', railReference: null } as RailPayout, call)).toEqual(
    unknown,
  );
  expect(asked).toEqual([]);
});

test('a payout is asked about by the rail’s name of it, and by ours where there is none', async () => {
  const payout = { id: 'id/1', railReference: 'pt/1' } as RailPayout;
  answers['GET /v1/payout/pt%2F1'] = [404, { code: 'payout-not-found' }];
  answers['GET /v1/payouts/search?client_reference=id%2F1'] = [200, { result: [] }];
  for (const each of [payout, { ...payout, railReference: null }]) {
    expect(await rail.fetchPayout?.(each, call)).toEqual({ kind: 'done', value: 'absent' });
  }
  expect(asked).toEqual(Object.keys(answers));
});

test('a statement is every page of its day, or none', async () => {
  const page = (id: string, end_cursor: string | null) => ({
    page_info: { has_next_page: end_cursor !== null, end_cursor },
    items: [{ ...line, transaction_id: id }],
  });
  const first = 'GET /v1/transactions?date=2026-11-20';
  answers[first] = [200, page('T_1', 'next')];
  const second = `${first}&after=next`;
  const read = () => rail.fetchStatement?.('2026-11-20', call);

  answers[second] = [200, page('T_2', null)];
  expect(await read()).toMatchObject({
    kind: 'done',
    value: [{ railReference: 'T_1' }, { railReference: 'T_2' }],
  });
  answers[second] = [200, page('T_2', 'next')];
  expect(await read()).toEqual({ kind: 'unknown', why: 'the statement does not go on' });
  answers[second] = [500, { code: 'internal' }];
  expect(await read()).toMatchObject({ kind: 'unknown' });
  expect(asked).toEqual([first, second, first, second, first, second]);
});
