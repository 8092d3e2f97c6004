import { expect, inject, test } from 'vitest';
import type { PostmanCollection, PostmanItem } from '#lib/openapi/postman';
import {
  type Account,
  collect,
  lookUp,
  newAccount,
  newEndpoint,
  newPaymentLink,
  newPaymentRequest,
  newRecipient,
  newReference,
  payOut,
  send,
  settle,
} from './support.ts';

const at = inject('baseUrl');

async function fetchCollection(): Promise<PostmanCollection> {
  const reply = await send('GET', `${at}/postman.json`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
  return reply.body;
}

test('GET /postman.json answers anybody with the collection of this gateway, without any key in it', async () => {
  const { item, variable } = await fetchCollection();
  expect(item.flatMap((folder) => folder.item).length).toBeGreaterThan(30);
  expect(variable).toEqual([
    { key: 'baseUrl', value: at, type: 'string' },
    { key: 'key', value: '', type: 'string' },
  ]);
});

test('every request of the collection, sent with its examples, a key and ids of one’s own, does what it is for', async () => {
  const collection = await fetchCollection();
  const account = await newAccount();
  await newEndpoint(account, 'http://127.0.0.1:9999/');
  await settle(account, '1000.00');
  const refused: Record<string, string> = {};
  // Not the sessions: nobody has the password of the examples.
  const folders = collection.item.filter(({ name }) => name !== 'Sessions');
  for (const item of folders.flatMap((folder) => folder.item)) {
    const { status, text } = await sendAsPostman(collection, item, account);
    if (status !== 200) refused[item.request.url.raw] = `${status} ${JSON.parse(text).error.code}`;
  }
  expect(refused).toEqual({
    // A minute has to pass.
    '{{baseUrl}}/api/v1/collections/:transactionId/otp/resend': '429 RATE_LIMITED',
    // Nobody has paid the collection that the others before it have begun.
    '{{baseUrl}}/api/v1/refunds': '422 INVALID_STATE',
    // The transaction in its query is an example.
    '{{baseUrl}}/api/v1/seals/:id/proof': '404 TRANSACTION_NOT_FOUND',
    // The endpoint in its body is an example too.
    '{{baseUrl}}/api/v1/webhook-deliveries/resend-failed': '404 NOT_FOUND',
  });
  expect(await lookUp(account, 'collections', 'order-1001')).toMatchObject({ amount: '150.00' });
  expect(await lookUp(account, 'payouts', 'order-1001')).toMatchObject({ amount: '150.00' });
});

/** With the variables of the collection, and with each `:name` of the path as `pathValue` has it. */
async function sendAsPostman(collection: PostmanCollection, item: PostmanItem, account: Account) {
  const { method, url, header, body, auth } = item.request;
  const values = { baseUrl: at, key: account.key };
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => values[name]);
  const segments = await Promise.all(
    url.path.map((each) => (each.startsWith(':') ? pathValue(each.slice(1), url.raw, account) : each)),
  );
  const query = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
  const token = filled(collection.auth.bearer[0]?.value ?? '');
  const search = new URLSearchParams(query as string[][]).toString();
  const address = `${filled(url.host.join('.'))}/${segments.map(encodeURIComponent).join('/')}`;
  const headers = Object.fromEntries(
    header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key.toLowerCase(), value]),
  );
  if (auth?.type !== 'noauth') headers.authorization = `Bearer ${token}`;
  return url.raw.endsWith('/events/stream')
    ? firstOf(address, headers)
    : send(method, search === '' ? address : `${address}?${search}`, { headers, body: body?.raw });
}

/** A stream does not end by itself. */
async function firstOf(address: string, headers: Record<string, string>) {
  const hangUp = new AbortController();
  const { status } = await fetch(address, { headers, signal: hangUp.signal });
  hangUp.abort();
  return { status, text: '' };
}

/** Something of the account that the path can be about. */
async function pathValue(name: string, path: string, account: Account): Promise<string> {
  if (path.includes('/webhook-endpoints/')) return (await newEndpoint(account, 'http://127.0.0.1:9999/')).id;
  if (path.includes('/webhook-deliveries/')) {
    const deliveries = await account.get('/api/v1/webhook-deliveries?limit=1');
    return deliveries.body.data[0].id;
  }
  if (path.includes('/payment-links/')) return (await newPaymentLink(account)).id;
  if (path.includes('/payment-requests/')) return (await newPaymentRequest(account)).id;
  if (path.includes('/seals/')) return '1';
  if (path.includes('/recipients/')) return (await newRecipient(account)).id;
  // Without a float the refund is held, and can be cancelled.
  if (path.includes('/refunds/')) {
    const { client_reference: collection } = await settle(account, '10.00');
    const refund = { collection, client_reference: newReference() };
    const { data } = (await account.post('/api/v1/refunds', refund)).body;
    return name === 'reference' ? data.client_reference : data.transaction_id;
  }
  // Without a float the payout is held, and can be cancelled.
  const made = path.includes('/payouts/')
    ? await payOut(account)
    : await collect(account, { provider: path.includes('/otp') ? 'PROVIDER_A' : 'PROVIDER_W' });
  return name === 'reference' ? made.client_reference : made.transaction_id;
}
