// A small shop, and five tests of it against the sandbox of Kaira: node test-your-shop.ts (Node 22.18 or later).
// KAIRA_API_KEY is a test key; KAIRA_URL where Kaira is; PORT where webhooks arrive here; WEBHOOK_URL how Kaira reaches that.
import { strict as assert } from 'node:assert';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const {
  KAIRA_API_KEY: key = '',
  KAIRA_URL: url = 'http://localhost:3000',
  PORT: port = '4006',
} = process.env;
const webhookUrl = process.env.WEBHOOK_URL ?? `http://localhost:${port}/webhooks`;

// --- The shop: put yours in its place. ---------------------------------------------------------------------------

interface Payment {
  type: string;
  reference: string;
  status: string;
}

/** What may follow what, in whatever order it is heard of: a later stage is never left for an earlier one. */
const stages: Record<string, number> = {
  PENDING: 0,
  AWAITING_LIQUIDITY: 0,
  EXPIRED: 1,
  CANCELLED: 1,
  FAILED: 1,
  SUCCEEDED: 2,
  REVERSED: 3,
};

const shop = {
  /** A real shop keeps both in its database, and writes them in one transaction. */
  statuses: new Map<string, string>(),
  dealtWith: new Set<string>(),
  parcels: [] as string[],

  hear(eventId: string, { type, reference, status }: Payment): void {
    if (this.dealtWith.has(eventId)) return;
    this.dealtWith.add(eventId);
    const before = this.statuses.get(reference) ?? 'PENDING';
    if ((stages[status] ?? 0) < (stages[before] ?? 0)) return;
    this.statuses.set(reference, status);
    // Also of an order that had expired: the money is there.
    if (type === 'collection' && status === 'SUCCEEDED' && before !== status) this.parcels.push(reference);
  },
  parcelsOf: (reference: string) => shop.parcels.filter((each) => each === reference).length,
  statusOf: (reference: string) => shop.statuses.get(reference) ?? 'PENDING',
};

// --- Kaira, by its API and its webhooks. -------------------------------------------------------------------------

// biome-ignore lint/suspicious/noExplicitAny: the SDK has the types; this file needs no package.
async function kaira(method: string, path: string, body?: unknown, headers = {}): Promise<any> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Time passes; when this returns, the webhooks of what happened have arrived. */
const advance = (seconds: number) => kaira('POST', 'sandbox/advance', { seconds });

/** Every webhook of a payment comes once more, as after an answer that was lost. */
async function hearAgain(reference: string) {
  for (const { id } of await kaira('GET', `webhook-deliveries?reference=${reference}`)) {
    await kaira('POST', `webhook-deliveries/${id}/resend`);
  }
  await advance(1);
}

function collect(scenario: string, reference: string) {
  const body = { amount: '750.00', currency: 'GMD', client_reference: reference };
  return kaira('POST', 'collections/initiate', body, { 'X-Gw-Scenario': scenario });
}

function payOut(scenario: string, reference: string) {
  const body = { amount: '25.00', currency: 'GMD', client_reference: reference };
  const headers = { 'X-Gw-Scenario': scenario };
  return kaira('POST', 'payouts/initiate', { ...body, recipient_mobile: '+2203456789' }, headers);
}

let secret = '';
const hooks: { event: string; reference: string }[] = [];

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const expected = Buffer.from(`v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`);
  const isSame = (given: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);
  return String(signatures)
    .split(' ')
    .some((each) => isSame(Buffer.from(each)));
}

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isGenuine(request.headers, bytes)) {
    response.writeHead(400).end();
    return;
  }
  const { event, data, test } = JSON.parse(bytes.toString());
  // A test event moves nothing; and nobody is to pay a live order with play money.
  if (!test && data.environment === 'SANDBOX') {
    hooks.push({ event, reference: data.reference });
    shop.hear(String(request.headers['webhook-id']), data);
  }
  response.end();
});

// --- The tests. --------------------------------------------------------------------------------------------------

const heard = (reference: string) =>
  hooks.filter((hook) => hook.reference === reference).map(({ event }) => event);

const tests: Record<string, (reference: string) => Promise<void>> = {
  async 'late success: an order that had expired is paid when its money comes'(order) {
    await collect('late_success', order);
    await advance(60);
    assert.deepEqual(heard(order), ['payment.expired', 'payment.succeeded']);
    await hearAgain(order);
    assert.equal(shop.parcelsOf(order), 1);
    assert.equal(shop.statusOf(order), 'SUCCEEDED');
  },

  async 'webhooks twice, and in reverse: each order is sent once, and stays paid'(order) {
    const [twice, reversed] = [`${order}-twice`, `${order}-reversed`];
    await collect('duplicate_webhook', twice);
    await collect('webhooks_out_of_order', reversed);
    await advance(60);
    assert.deepEqual(heard(twice), ['payment.succeeded', 'payment.succeeded']);
    assert.deepEqual(heard(reversed), ['payment.succeeded', 'payment.expired']);
    for (const each of [twice, reversed]) {
      assert.equal(shop.parcelsOf(each), 1);
      assert.equal(shop.statusOf(each), 'SUCCEEDED');
    }
  },

  async 'unknown for an hour: nothing is sent, and nobody is charged a second time'(order) {
    const first = await collect('unknown_then_success', order);
    assert.equal((await kaira('GET', `collections/status/${order}`)).status, 'PENDING');
    assert.equal(shop.parcelsOf(order), 0);
    // The customer presses Pay again: the same reference is the same collection.
    assert.equal((await collect('unknown_then_success', order)).transaction_id, first.transaction_id);
    await advance(3600);
    await hearAgain(order);
    assert.equal(shop.parcelsOf(order), 1);
  },

  async 'held payout: it is on its way, and not to be paid again'(payout) {
    const held = await payOut('float_short', payout);
    assert.equal(held.status, 'AWAITING_LIQUIDITY');
    await advance(60);
    assert.equal(shop.statusOf(payout), 'AWAITING_LIQUIDITY');
    await advance(3600);
    assert.equal(shop.statusOf(payout), 'SUCCEEDED');
  },

  async 'reversal: a payout that had arrived comes back, and the recipient is owed it'(payout) {
    const paid = await payOut('reversed', payout);
    assert.equal(paid.status, 'SUCCEEDED');
    await advance(60);
    assert.deepEqual(heard(payout), ['payout.succeeded', 'payout.reversed']);
    assert.equal(shop.statusOf(payout), 'REVERSED');
  },
};

await new Promise<void>((resolve) => server.listen(Number(port), resolve));
const endpoint = await kaira('POST', 'webhook-endpoints', { url: webhookUrl });
secret = endpoint.secret;
try {
  // Payouts need a balance.
  await collect('success', `stock-${randomUUID()}`);
  await advance(60);
  for (const [index, [name, run]] of Object.entries(tests).entries()) {
    try {
      await run(`test-${index + 1}-${randomUUID()}`);
      process.stdout.write(`ok ${name}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`not ok ${name}\n${error}\n`);
    }
  }
} finally {
  await kaira('DELETE', `webhook-endpoints/${endpoint.id}`);
  server.closeAllConnections();
  server.close();
}
