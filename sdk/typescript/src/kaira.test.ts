import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeGateway, testKey } from '../fake-gateway.ts';
import { Kaira, type KairaOptions } from './index.ts';
import { type Operations, operations } from './openapi.ts';

type Called = Exclude<keyof Operations, 'receiveNotice'>;

const payment = { amount: '25.00', currency: 'GMD', client_reference: 'order-1' } as const;
const payout = { ...payment, recipient_mobile: '+2207654321' };

/** How each operation is called, with `x y` for every parameter of a path. One that is added does not compile until it is here. */
const calls: Record<Called, (kaira: Kaira) => unknown> = {
  initiateCollection: (kaira) => kaira.collections.initiate(payment),
  getCollection: (kaira) => kaira.collections.get('x y'),
  cancelCollection: (kaira) => kaira.collections.cancel('x y'),
  submitOtp: (kaira) => kaira.collections.submitOtp('x y', '000000'),
  resendOtp: (kaira) => kaira.collections.resendOtp('x y'),
  initiatePayout: (kaira) => kaira.payouts.initiate(payout),
  sendPayout: (kaira) => kaira.payouts.send(payout),
  getPayout: (kaira) => kaira.payouts.get('x y'),
  cancelPayout: (kaira) => kaira.payouts.cancel('x y'),
  initiateRefund: (kaira) => kaira.refunds.initiate({ collection: 'order-1', client_reference: 'refund-1' }),
  getRefund: (kaira) => kaira.refunds.get('x y'),
  cancelRefund: (kaira) => kaira.refunds.cancel('x y'),
  quotePayout: (kaira) =>
    kaira.payouts.quote({ amount: '25.00', currency: 'GMD', recipient_mobile: '+2207654321' }),
  listPaymentLinks: (kaira) => kaira.paymentLinks.list().firstPage(),
  createPaymentLink: (kaira) => kaira.paymentLinks.create({ title: 'Fees' }),
  getPaymentLink: (kaira) => kaira.paymentLinks.get('x y'),
  updatePaymentLink: (kaira) => kaira.paymentLinks.update('x y', { status: 'INACTIVE' }),
  listPaymentRequests: (kaira) => kaira.paymentRequests.list().firstPage(),
  createPaymentRequest: (kaira) =>
    kaira.paymentRequests.create({ description: 'Fees', customer_mobile: '+2207012345', amount: '10.00' }),
  getPaymentRequest: (kaira) => kaira.paymentRequests.get('x y'),
  cancelPaymentRequest: (kaira) => kaira.paymentRequests.cancel('x y'),
  markPaymentRequestPaid: (kaira) => kaira.paymentRequests.markPaid('x y', { note: 'Cash' }),
  listRecipients: (kaira) => kaira.recipients.list().firstPage(),
  createRecipient: (kaira) => kaira.recipients.create({ name: 'Awa', mobile: '+2207654321' }),
  getRecipient: (kaira) => kaira.recipients.get('x y'),
  updateRecipient: (kaira) => kaira.recipients.update('x y', { name: 'Awa' }),
  deleteRecipient: (kaira) => kaira.recipients.delete('x y'),
  getBalance: (kaira) => kaira.account.balance(),
  getStats: (kaira) => kaira.account.stats(),
  getEarningsChart: (kaira) => kaira.account.earningsChart(),
  getProfile: (kaira) => kaira.account.profile(),
  listTransactions: (kaira) => kaira.transactions.list().firstPage(),
  getStatement: (kaira) => kaira.account.statement({ from: '2026-11-01', to: '2026-11-20' }),
  listEntries: (kaira) => kaira.ledger.list().firstPage(),
  listSeals: (kaira) => kaira.seals.list().firstPage(),
  getProof: (kaira) => kaira.seals.proof('x y', 'one'),
  listRailStatus: (kaira) => kaira.rails.status(),
  listRailFloats: (kaira) => kaira.sandbox.floats(),
  advanceClock: (kaira) => kaira.sandbox.advance({ seconds: 60 }),
  fundRailFloat: (kaira) => kaira.sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '1.00' }),
  listEndpoints: (kaira) => kaira.webhookEndpoints.list(),
  createEndpoint: (kaira) => kaira.webhookEndpoints.create({ url: 'https://shop.example.com/' }),
  getEndpoint: (kaira) => kaira.webhookEndpoints.get('x y'),
  updateEndpoint: (kaira) => kaira.webhookEndpoints.update('x y', { status: 'ACTIVE' }),
  deleteEndpoint: (kaira) => kaira.webhookEndpoints.delete('x y'),
  rotateSecret: (kaira) => kaira.webhookEndpoints.rotateSecret('x y'),
  sendTestEvent: (kaira) => kaira.webhookEndpoints.test('x y'),
  replayEndpoint: (kaira) => kaira.webhookEndpoints.replay('x y'),
  debugSignature: (kaira) => kaira.webhookEndpoints.debugSignature('x y', { headers: {} }),
  listDeliveries: (kaira) => kaira.webhookDeliveries.list().firstPage(),
  getDelivery: (kaira) => kaira.webhookDeliveries.get('x y'),
  resendDelivery: (kaira) => kaira.webhookDeliveries.resend('x y'),
  resendFailed: (kaira) => kaira.webhookDeliveries.resendFailed({ since: '2026-11-20T08:30:00Z' }),
  listEvents: (kaira) => kaira.events.list().firstPage(),
  openEventStream: (kaira) => kaira.events.stream()[Symbol.asyncIterator]().next(),
  healthz: (kaira) => kaira.service.health(),
  readyz: (kaira) => kaira.service.readiness(),
  openapi: (kaira) => kaira.service.description(),
};

describe('every operation of the description', () => {
  test('has a call, but for the one that only a rail can make, with its own signature', () => {
    expect(Object.keys(calls).toSorted()).toEqual(
      Object.keys(operations)
        .filter((id) => id !== 'receiveNotice')
        .toSorted(),
    );
  });

  test.each(Object.entries(calls))('%s goes where it is described, with the key', async (id, call) => {
    // Not retryable, so that the stream ends too.
    const { kaira, requests } = fakeGateway([{ status: 404 }]);
    await expect(call(kaira)).rejects.toMatchObject({ operation: id, status: 404 });
    const { method, path: pattern } = operations[id as Called];
    const queries: Record<string, string> = {
      getStatement: '?from=2026-11-01&to=2026-11-20',
      getProof: '?transaction_id=one',
    };
    const query = queries[id] ?? '';
    expect(requests).toMatchObject([{ method, target: pattern.replace(/\{\w+\}/, 'x%20y') + query }]);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  test('is wrapped in the answer or not, and comes unwrapped', async () => {
    const wrapped = fakeGateway([{ body: { status: 'success', data: { available_balance_gmd: '1.00' } } }]);
    expect(await wrapped.kaira.account.balance()).toEqual({ available_balance_gmd: '1.00' });
    const bare = fakeGateway([{ body: { total_volume_gmd: '1.00' } }]);
    expect(await bare.kaira.account.stats()).toEqual({ total_volume_gmd: '1.00' });
  });
});

test('not_ready is an answer of readiness, and not an error', async () => {
  const { kaira, requests } = fakeGateway([{ status: 503, body: { status: 'not_ready', checks: {} } }]);
  expect(await kaira.service.readiness()).toEqual({ status: 'not_ready', checks: {} });
  expect(requests).toHaveLength(1);
});

describe('a reference in a path', () => {
  test('arrives byte for byte', async () => {
    const { kaira, requests } = fakeGateway([{}]);
    await kaira.collections.get('a/b?c#d%2e ñ😀');
    expect(requests[0]?.target).toBe(`/api/v1/collections/status/${encodeURIComponent('a/b?c#d%2e ñ😀')}`);
  });

  test.each(['.', '..', ''])('"%s" would be another path, and is not sent', async (reference) => {
    const { kaira, requests } = fakeGateway([{}]);
    await expect((async () => kaira.payouts.get(reference))()).rejects.toThrow(TypeError);
    expect(requests).toHaveLength(0);
  });
});

describe('the options', () => {
  const make = (options: Partial<KairaOptions>) => () => new Kaira({ apiKey: testKey, ...options });
  const liveKey = testKey.replace('test', 'live');

  test('an address that would show the key to others is refused', () => {
    expect(make({ baseUrl: 'http://pay.example.com' })).toThrow('https');
    expect(make({ baseUrl: 'ftp://pay.example.com', allowInsecureHttp: true })).toThrow('https');
    expect(make({ apiKey: liveKey })).toThrow('baseUrl');
    expect(make({ baseUrl: 'https://somebody@pay.example.com' })).toThrow('user');
    expect(make({ baseUrl: 'https://pay.example.com/' })).not.toThrow();
    expect(make({ baseUrl: 'http://127.0.0.1:3000' })).not.toThrow();
    expect(make({ baseUrl: 'http://kaira:3000', allowInsecureHttp: true })).not.toThrow();
  });

  test('what is no key is refused, and not repeated in the message', () => {
    expect(make({ apiKey: 'whsec_mistaken' })).toThrow(/^(?!.*mistaken).*sk_test_/);
    expect(make({ apiKey: `${testKey}\n` })).toThrow(TypeError);
  });

  test('what is no number of tries or milliseconds is refused', () => {
    expect(make({ maxRetries: Number.NaN })).toThrow('maxRetries');
    expect(make({ timeoutMs: -1 })).toThrow('timeoutMs');
  });

  test('the key is in nothing that can be printed', () => {
    const { kaira } = fakeGateway([{}]);
    expect(JSON.stringify(kaira)).not.toContain(testKey);
  });
});

test('a base URL with a path keeps it', async () => {
  const { kaira, requests } = fakeGateway([{}], { baseUrl: 'https://example.com/pay/' });
  await kaira.account.balance();
  expect(requests[0]?.target).toBe('/pay/api/v1/client/balance');
});

test('what is shipped names no module but its own, so it runs in any runtime', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const imported = [...text.matchAll(/\bfrom '([^']+)'|\bimport\(([^)]*)\)/g)].map(
      ([, from, inside]) => from ?? inside,
    );
    expect(
      imported.filter((each) => !each?.startsWith('.')),
      name,
    ).toEqual([]);
  }
});
