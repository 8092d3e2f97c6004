import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, type Answer, collection, openStage, payout, type Stage, until } from './support.ts';

/** safety.md §3, case 55: what one client has does not exist for another. */

let stage: Stage;
let owner: Account;
let stranger: Account;
let receiver: Server;
let owned: {
  paid: { id: string; reference: string };
  pending: { id: string; reference: string };
  otp: { id: string; reference: string };
  payout: { id: string; reference: string };
  refund: { id: string; reference: string };
  endpoint: string;
  link: string;
  request: string;
  recipient: string;
  delivery: string;
  event: string;
};
const otherId = '01890000-0000-7000-8000-000000000000';

beforeAll(async () => {
  stage = await openStage();
  [owner, stranger] = await Promise.all([stage.newAccount(), stage.newAccount()]);
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  const key = owner.testKey;
  const make = async (path: string, body: object) => {
    const answer = await stage.call('POST', path, { key, body });
    expect(answer.status).toBe(200);
    return answer.json.data;
  };
  const named = (data: { transaction_id: string; client_reference: string }) => ({
    id: data.transaction_id,
    reference: data.client_reference,
  });
  const endpoint = await make('/api/v1/webhook-endpoints', { url, description: 'mine' });
  const link = await make('/api/v1/payment-links', { title: 'Fees' });
  const request = await make('/api/v1/payment-requests', {
    description: 'Fees',
    customer_mobile: '+2207012345',
    amount: '10.00',
  });
  const recipient = await make('/api/v1/recipients', { name: 'Awa', mobile: '+2203456789' });
  const paid = await make(
    '/api/v1/collections/initiate',
    collection({ amount: '100.00', customer_mobile: '+2207012345' }),
  );
  await until(async () => {
    const { json } = await stage.call('GET', `/api/v1/collections/status/${paid.transaction_id}`, { key });
    expect(json.data.status).toBe('SUCCEEDED');
  });
  const pending = await make('/api/v1/collections/initiate', collection());
  const otp = await make(
    '/api/v1/collections/initiate',
    collection({ provider: 'PROVIDER_A', customer_mobile: '+2207012345' }),
  );
  const held = await make('/api/v1/payouts/initiate', payout());
  expect(held.status).toBe('AWAITING_LIQUIDITY');
  const refund = await make('/api/v1/refunds', {
    collection: paid.transaction_id,
    client_reference: 'back',
    amount: '1.00',
  });
  expect(refund.status).toBe('AWAITING_LIQUIDITY');
  // Until nothing of the owner's moves any more by itself.
  const deliveries = await until(async () => {
    const { json } = await stage.call('GET', '/api/v1/webhook-deliveries?limit=100', { key });
    const rows = await stage.countRows(owner.clientId);
    expect(json.data.length).toBe(rows.events);
    expect(json.data.map((each: { status: string }) => each.status)).not.toContain('PENDING');
    expect(json.data.length).toBeGreaterThanOrEqual(2);
    return json.data;
  });
  owned = {
    paid: named(paid),
    pending: named(pending),
    otp: named(otp),
    payout: named(held),
    refund: named(refund),
    endpoint: endpoint.id,
    link: link.id,
    request: request.id,
    recipient: recipient.id,
    delivery: deliveries[0].id,
    event: deliveries[0].event_id,
  };
});

afterAll(async () => {
  receiver?.close();
  await stage.close();
});

describe("55 with another client's key", () => {
  test('55 every look-up of a transaction, by id and by reference, is TRANSACTION_NOT_FOUND', async () => {
    for (const { id, reference } of [owned.paid, owned.pending, owned.otp, owned.payout]) {
      for (const name of [id, reference, id.toUpperCase()]) {
        for (const kind of ['collections', 'payouts', 'refunds']) {
          await denied('GET', `/api/v1/${kind}/status/${name}`, 'TRANSACTION_NOT_FOUND');
        }
      }
    }
  });

  test('55 every change of a transaction is TRANSACTION_NOT_FOUND and changes nothing', async () => {
    for (const { id, reference } of [owned.paid, owned.pending, owned.otp, owned.payout]) {
      for (const name of [id, reference]) {
        await denied('POST', `/api/v1/collections/${name}/cancel`, 'TRANSACTION_NOT_FOUND');
        await denied('POST', `/api/v1/payouts/${name}/cancel`, 'TRANSACTION_NOT_FOUND');
        await denied('POST', `/api/v1/refunds/${name}/cancel`, 'TRANSACTION_NOT_FOUND');
        await denied('POST', '/api/v1/refunds', 'TRANSACTION_NOT_FOUND', {
          collection: name,
          client_reference: 'theirs',
        });
        await denied('POST', `/api/v1/collections/${name}/otp`, 'TRANSACTION_NOT_FOUND', { otp: '000000' });
        await denied('POST', `/api/v1/collections/${name}/otp/resend`, 'TRANSACTION_NOT_FOUND');
      }
    }
  });

  test('55 every use of an endpoint or a delivery is NOT_FOUND and changes nothing', async () => {
    const endpoint = `/api/v1/webhook-endpoints/${owned.endpoint}`;
    await denied('GET', endpoint, 'NOT_FOUND');
    await denied('PATCH', endpoint, 'NOT_FOUND', { url: 'http://127.0.0.1:9999/' });
    await denied('PATCH', endpoint, 'NOT_FOUND', {
      description: 'theirs',
      events: ['payout.failed'],
      status: 'ACTIVE',
    });
    await denied('DELETE', endpoint, 'NOT_FOUND');
    await denied('POST', `${endpoint}/rotate-secret`, 'NOT_FOUND');
    await denied('POST', `${endpoint}/test`, 'NOT_FOUND');
    await denied('GET', `/api/v1/webhook-deliveries/${owned.delivery}`, 'NOT_FOUND');
    await denied('POST', `/api/v1/webhook-deliveries/${owned.delivery}/resend`, 'NOT_FOUND');
  });

  test('55 every use of a payment link is NOT_FOUND and changes nothing', async () => {
    const link = `/api/v1/payment-links/${owned.link}`;
    await denied('GET', link, 'NOT_FOUND');
    await denied('PATCH', link, 'NOT_FOUND', { status: 'INACTIVE' });
    const { json } = await stage.call('GET', `/api/v1/client/transactions?payment_link_id=${owned.link}`, {
      key: stranger.testKey,
    });
    expect(json.data).toEqual([]);
  });

  test('55 every use of a request to pay is NOT_FOUND and changes nothing', async () => {
    const request = `/api/v1/payment-requests/${owned.request}`;
    await denied('GET', request, 'NOT_FOUND');
    await denied('POST', `${request}/cancel`, 'NOT_FOUND');
    await denied('POST', `${request}/mark-paid`, 'NOT_FOUND', { note: 'theirs' });
  });

  test('55 every use of a recipient is NOT_FOUND, pays nobody and changes nothing', async () => {
    const recipient = `/api/v1/recipients/${owned.recipient}`;
    await denied('GET', recipient, 'NOT_FOUND');
    await denied('PATCH', recipient, 'NOT_FOUND', { name: 'theirs' });
    await denied('DELETE', recipient, 'NOT_FOUND');
    const { recipient_mobile: _, ...body } = payout();
    const named = { ...body, recipient_id: owned.recipient };
    await denied('POST', '/api/v1/payouts/initiate', 'NOT_FOUND', named);
    await denied('POST', '/api/v1/payouts/quote', 'NOT_FOUND', named);
  });

  test('55 what exists for somebody else and what exists for nobody are told in the same words', async () => {
    for (const [foreign, nobody] of [
      [`/api/v1/collections/status/${owned.paid.id}`, `/api/v1/collections/status/${otherId}`],
      [`/api/v1/payouts/status/${owned.payout.id}`, `/api/v1/payouts/status/${otherId}`],
      [`/api/v1/refunds/status/${owned.refund.id}`, `/api/v1/refunds/status/${otherId}`],
      [`/api/v1/webhook-endpoints/${owned.endpoint}`, `/api/v1/webhook-endpoints/${otherId}`],
      [
        `/api/v1/seals/1/proof?transaction_id=${owned.paid.id}`,
        `/api/v1/seals/1/proof?transaction_id=${otherId}`,
      ],
      [`/api/v1/recipients/${owned.recipient}`, `/api/v1/recipients/${otherId}`],
      [`/api/v1/webhook-deliveries/${owned.delivery}`, `/api/v1/webhook-deliveries/${otherId}`],
    ] as const) {
      const [theirs, none] = await Promise.all([foreign, nobody].map((path) => ask(stranger, 'GET', path)));
      expect(theirs?.status).toBe(404);
      expect(theirs?.text).toBe(none?.text);
    }
  });

  test("55 no list shows anything, whatever filter or cursor of the owner's it is given", async () => {
    const cursorOf = async (path: string) =>
      (await ask(owner, 'GET', `${path}?limit=1`)).json.pagination.next_cursor;
    const [transactions, events, deliveries, ledger] = [
      '/api/v1/client/transactions',
      '/api/v1/events',
      '/api/v1/webhook-deliveries',
      '/api/v1/client/ledger',
    ];
    const cursors = await Promise.all([transactions, events, deliveries].map(cursorOf));
    for (const path of [
      transactions,
      `${transactions}?reference=${owned.paid.reference}`,
      `${transactions}?cursor=${cursors[0]}`,
      events,
      `${events}?transaction_id=${owned.paid.id}`,
      `${events}?cursor=${cursors[1]}`,
      deliveries,
      `${deliveries}?endpoint_id=${owned.endpoint}`,
      `${deliveries}?event_id=${owned.event}`,
      `${deliveries}?transaction_id=${owned.paid.id}`,
      `${deliveries}?cursor=${cursors[2]}`,
      ledger,
    ]) {
      // The same question of the owner's has an answer, so that an empty one means something.
      expect((await ask(owner, 'GET', path)).json.data.length).toBeGreaterThan(0);
      const answer = await ask(stranger, 'GET', path);
      expect(answer.status).toBe(200);
      expect(answer.json.data).toEqual([]);
    }
    expect((await ask(stranger, 'GET', '/api/v1/webhook-endpoints')).json.data).toEqual([]);
    const stats = await ask(stranger, 'GET', '/api/v1/client/stats');
    expect(stats.json.total_volume_bututs).toBe(0);
    const balance = await ask(stranger, 'GET', '/api/v1/client/balance');
    expect(balance.status).toBe(200);
    expect(balance.text).not.toMatch(/"(?!0\.00")\d+\.\d\d"/);
  });

  test("55 a reference and an Idempotency-Key of the owner's are free, and lead to an own transaction", async () => {
    const before = await rowsOf(owner);
    const body = collection({ amount: '60.00' });
    const headers = { 'idempotency-key': 'shared-key' };
    const first = await stage.call('POST', '/api/v1/collections/initiate', {
      key: owner.testKey,
      body,
      headers,
    });
    const own = await stage.newAccount();
    const second = await stage.call('POST', '/api/v1/collections/initiate', {
      key: own.testKey,
      body,
      headers,
    });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.has('idempotent-replayed')).toBe(false);
    expect(second.json.data.transaction_id).not.toBe(first.json.data.transaction_id);
    expect(await stage.countRows(own.clientId)).toMatchObject({ transactions: 1, idempotency_keys: 1 });
    expect((await rowsOf(owner)).transactions).toHaveLength(before.transactions!.length + 1);
  });

  test("55 the other environment's key of the owner is a stranger too", async () => {
    for (const path of [
      `/api/v1/collections/status/${owned.paid.id}`,
      `/api/v1/payouts/status/${owned.payout.reference}`,
      `/api/v1/refunds/status/${owned.refund.reference}`,
    ]) {
      const send = () => stage.call('GET', path, { key: owner.liveKey });
      await stage.refuses(owner, send, 404, 'TRANSACTION_NOT_FOUND');
    }
    for (const path of [`webhook-endpoints/${owned.endpoint}`, `webhook-deliveries/${owned.delivery}`]) {
      await stage.refuses(
        owner,
        () => stage.call('GET', `/api/v1/${path}`, { key: owner.liveKey }),
        404,
        'NOT_FOUND',
      );
    }
  });
});

test('55 the owner finds it all, by the very paths that are closed to others', async () => {
  for (const path of [
    `/api/v1/collections/status/${owned.paid.id}`,
    `/api/v1/collections/status/${owned.otp.reference}`,
    `/api/v1/payouts/status/${owned.payout.id}`,
    `/api/v1/payouts/status/${owned.payout.reference}`,
    `/api/v1/refunds/status/${owned.refund.reference}`,
    `/api/v1/webhook-endpoints/${owned.endpoint}`,
    `/api/v1/webhook-deliveries/${owned.delivery}`,
  ]) {
    expect((await ask(owner, 'GET', path)).status).toBe(200);
  }
  const otp = await stage.call('POST', `/api/v1/collections/${owned.otp.id}/otp`, {
    key: owner.testKey,
    body: { otp: '111111' },
  });
  // All three tries are there: none of the stranger's was counted.
  expect(otp.json.error).toMatchObject({ code: 'INVALID_OTP', details: { attempts_remaining: 2 } });
});

test("55 a payout under the collections' paths, and a collection under the payouts', does not exist", async () => {
  const own = async (method: string, path: string, body?: object) => {
    const send = () => stage.call(method, path, { key: owner.testKey, ...(body && { body }) });
    await stage.refuses(owner, send, 404, 'TRANSACTION_NOT_FOUND');
  };
  await own('GET', `/api/v1/collections/status/${owned.payout.id}`);
  await own('GET', `/api/v1/payouts/status/${owned.paid.id}`);
  await own('GET', `/api/v1/collections/status/${owned.payout.reference}`);
  await own('GET', `/api/v1/payouts/status/${owned.paid.reference}`);
  await own('GET', `/api/v1/refunds/status/${owned.paid.reference}`);
  await own('GET', `/api/v1/payouts/status/${owned.refund.id}`);
  await own('POST', `/api/v1/payouts/${owned.refund.id}/cancel`);
  await own('POST', `/api/v1/collections/${owned.payout.id}/cancel`);
  await own('POST', `/api/v1/payouts/${owned.pending.id}/cancel`);
  await own('POST', `/api/v1/collections/${owned.payout.id}/otp`, { otp: '000000' });
});

test.each([
  'x',
  '%00',
  '0',
  '..%2f',
  "' or 1=1--",
  otherId.slice(1),
  `${otherId}0`,
  `{${otherId}}`,
  otherId.replaceAll('-', ''),
])('55 an id that is none (%s) is not found, whatever is asked of it', async (text) => {
  const id = text.startsWith('%') || text.startsWith('.') ? text : encodeURIComponent(text);
  await denied('GET', `/api/v1/webhook-endpoints/${id}`, 'NOT_FOUND');
  await denied('PATCH', `/api/v1/webhook-endpoints/${id}`, 'NOT_FOUND', { description: 'x' });
  await denied('DELETE', `/api/v1/webhook-endpoints/${id}`, 'NOT_FOUND');
  await denied('GET', `/api/v1/webhook-deliveries/${id}`, 'NOT_FOUND');
  await denied('POST', `/api/v1/collections/${id}/cancel`, 'TRANSACTION_NOT_FOUND');
  await denied('POST', `/api/v1/payouts/${id}/cancel`, 'TRANSACTION_NOT_FOUND');
  await denied('POST', `/api/v1/refunds/${id}/cancel`, 'TRANSACTION_NOT_FOUND');
  await denied('POST', `/api/v1/collections/${id}/otp`, 'TRANSACTION_NOT_FOUND', { otp: '000000' });
});

function ask(account: Account, method: string, path: string, body?: object): Promise<Answer> {
  return stage.call(method, path, { key: account.testKey, ...(body && { body }) });
}

/** Refused to the stranger, and neither side's rows have changed in any column. */
async function denied(method: string, path: string, code: string, body?: object): Promise<void> {
  const before = await rowsOf(owner);
  const headers = method === 'POST' ? { 'idempotency-key': `denied ${path}` } : {};
  const send = () => stage.call(method, path, { key: stranger.testKey, headers, ...(body && { body }) });
  await stage.refuses(stranger, send, 404, code);
  expect(await rowsOf(owner)).toEqual(before);
}

async function rowsOf(account: Account): Promise<Record<string, unknown[]>> {
  const tables = [
    'transactions',
    'webhook_endpoints',
    'payment_links',
    'payment_requests',
    'recipients',
    'deliveries',
    'delivery_attempts',
    'events',
    'journals',
    'entries',
  ];
  const found = await stage.sql.unsafe(
    tables
      .map((table) => `select '${table}' as name, to_jsonb(t) as row from ${table} t where client_id = $1`)
      .join(' union all '),
    [account.clientId],
  );
  const rows: Record<string, unknown[]> = Object.fromEntries(tables.map((table) => [table, []]));
  for (const { name, row } of found) rows[name]?.push(JSON.stringify(row));
  for (const list of Object.values(rows)) list.sort();
  return rows;
}
