import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { createApiKey } from '#lib/clients/create-client';
import { Kaira, KairaError, type KairaOptions, type List, type Page, verifyWebhook } from '#sdk/index';
import {
  type Account,
  type Hook,
  newAccount,
  newReference,
  providers,
  send,
  startReceiver,
  until,
} from './support.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());

const clientFor = (account: Account, options: Partial<KairaOptions> = {}) =>
  new Kaira({ apiKey: account.key, baseUrl: inject('baseUrl'), ...options });

/** A client with a balance of 1,000.00 and a float of 500.00. */
async function withBalance(options?: Partial<KairaOptions>) {
  const account = await newAccount({ commissionBps: 0 });
  const kaira = clientFor(account);
  await payByCode(kaira, '1000.00');
  await kaira.sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '500.00' });
  return { account, kaira: options ? clientFor(account, options) : kaira };
}

async function payByCode(kaira: Kaira, amount: string): Promise<void> {
  const { transaction_id } = await kaira.collections.initiate({
    ...collection(amount),
    provider: 'PROVIDER_A',
  });
  expect((await kaira.collections.submitOtp(transaction_id, '000000')).status).toBe('SUCCEEDED');
}

const collection = (amount = '40.00') =>
  ({ amount, currency: 'GMD', client_reference: newReference(), customer_mobile: '+2207012345' }) as const;
const payout = (amount = '10.00') =>
  ({ amount, currency: 'GMD', client_reference: newReference(), recipient_mobile: '+2207654321' }) as const;

/** What a call is refused with; one that is not refused fails the test. */
async function refusalOf(call: Promise<unknown>): Promise<KairaError> {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(KairaError);
  return error;
}

/** The gateway does its work, and the first `count` answers never arrive. */
function losing(count: number) {
  const sent: { body: unknown; key: string | null }[] = [];
  const lossy = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ body: init.body, key: new Headers(init.headers).get('idempotency-key') });
    const isLost = sent.length <= count;
    const response = await fetch(String(input), init);
    if (!isLost) return response;
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
  return { fetch: lossy as typeof fetch, sent };
}

describe('a collection', () => {
  test('is initiated, paid, found by its reference and its id, and in the balance', async () => {
    const kaira = clientFor(await newAccount());
    const body = collection('100.00');
    const made = await kaira.collections.initiate(body);
    expect(made).toMatchObject({ status: 'PENDING', amount: '100.00', environment: 'SANDBOX' });
    expect(made.redirect_url).toMatch(/^http/);
    await until('it is paid', async () => {
      const { status } = await kaira.collections.get(body.client_reference);
      return status === 'SUCCEEDED' || undefined;
    });
    expect(await kaira.collections.get(made.transaction_id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await kaira.account.balance()).toMatchObject({ available_balance_gmd: '98.50' });
  });

  test('with a one-time password: a wrong one tells the tries that are left, the right one pays', async () => {
    const kaira = clientFor(await newAccount());
    const made = await kaira.collections.initiate({ ...collection(), provider: 'PROVIDER_A' });
    expect(made.next_action?.submit_otp).toMatchObject({ otp_length: 6, attempts_remaining: 3 });
    const wrong = await refusalOf(kaira.collections.submitOtp(made.transaction_id, '123456'));
    if (!wrong.is('INVALID_OTP')) throw wrong;
    expect(wrong.details.attempts_remaining).toBe(2);
    expect(wrong).toMatchObject({ status: 422, isRetryable: false, requestId: expect.any(String) });
    const paid = await kaira.collections.submitOtp(made.transaction_id, '000000');
    expect(paid).toMatchObject({ status: 'SUCCEEDED', next_action: null });
  });

  test('by card shows the page of the acquirer', async () => {
    const kaira = clientFor(await newAccount());
    const made = await kaira.collections.initiate({ ...collection(), provider: 'PROVIDER_C_CARD' });
    const page = made.next_action?.show_card_page;
    expect(page?.presentation).toEqual(['new_tab', 'iframe']);
    expect((await send('GET', page?.url ?? '')).status).toBe(200);
  });

  test('is found by a reference with any characters', async () => {
    const kaira = clientFor(await newAccount());
    const client_reference = `a/b?c#d%2e ${randomUUID()} ñ😀`;
    const made = await kaira.collections.initiate({ ...collection(), client_reference });
    expect(await kaira.collections.get(client_reference)).toMatchObject({
      transaction_id: made.transaction_id,
    });
  });

  test('is cancelled, and a repeat with its key says the same', async () => {
    const kaira = clientFor(await newAccount());
    const { transaction_id } = await kaira.collections.initiate(collection());
    const idempotencyKey = randomUUID();
    const cancelled = await kaira.collections.cancel(transaction_id, { idempotencyKey });
    expect(cancelled.status).toBe('CANCELLED');
    expect(await kaira.collections.cancel(transaction_id, { idempotencyKey })).toEqual(cancelled);
  });
});

describe('a payout', () => {
  test('is paid from the balance', async () => {
    const { kaira } = await withBalance();
    const body = payout('25.00');
    expect(await kaira.payouts.initiate(body)).toMatchObject({ status: 'SUCCEEDED', amount: '25.00' });
    expect(await kaira.payouts.get(body.client_reference)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await kaira.account.balance()).toMatchObject({ available_balance_gmd: '975.00' });
    // The older name has the same references.
    expect(await kaira.payouts.send(body)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await kaira.account.balance()).toMatchObject({ total_payouts: 1 });
  });

  test('that waits for the float is cancelled, and its money is back', async () => {
    const { kaira } = await withBalance();
    const held = await kaira.payouts.initiate(payout('700.00'));
    expect(held).toMatchObject({ status: 'AWAITING_LIQUIDITY', liquidity: { queue_position: 1 } });
    expect(await kaira.payouts.cancel(held.transaction_id)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'CANCELLED_BY_CLIENT' },
    });
    expect(await kaira.account.balance()).toMatchObject({ available_balance_gmd: '1000.00' });
  });

  test('with a reference that is used for another one is DUPLICATE_REFERENCE', async () => {
    const { kaira } = await withBalance();
    const body = payout('25.00');
    await kaira.payouts.initiate(body);
    const error = await refusalOf(kaira.payouts.initiate({ ...body, amount: '26.00' }));
    expect(error.is('DUPLICATE_REFERENCE') && error.details).toEqual({
      client_reference: body.client_reference,
    });
  });

  test('of more than the balance is INSUFFICIENT_BALANCE, and its reference stays free', async () => {
    const { kaira } = await withBalance();
    const body = payout('1000.01');
    const error = await refusalOf(kaira.payouts.initiate(body));
    expect(error.is('INSUFFICIENT_BALANCE') && error.details).toEqual({
      required_amount_bututs: 100_001,
      available_balance_bututs: 100_000,
    });
    expect(await kaira.payouts.initiate({ ...body, amount: '1.00' })).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('a refusal', () => {
  test('of the key or of the environment has its code, though the body is flat', async () => {
    const account = await newAccount();
    const stranger = clientFor({ ...account, key: `sk_test_${'0'.repeat(43)}` });
    expect(await refusalOf(stranger.account.balance())).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    const live = clientFor({ ...account, key: await createApiKey(account.clientId, 'LIVE') });
    expect(await refusalOf(live.sandbox.floats())).toMatchObject({ code: 'FORBIDDEN', status: 403 });
    const limited = clientFor({ ...account, key: await createApiKey(account.clientId, 'SANDBOX', 'read') });
    expect(await refusalOf(limited.payouts.initiate(payout()))).toMatchObject({ code: 'SCOPE_MISSING' });
  });

  test('of the request names every field', async () => {
    const kaira = clientFor(await newAccount());
    const body = { ...payout(), recipient_mobile: 'nobody', client_reference: '' };
    const error = await refusalOf(kaira.payouts.initiate(body));
    expect(error.is('VALIDATION_ERROR') && error.details.fields.map((each) => each.path).sort()).toEqual([
      'client_reference',
      'recipient_mobile',
    ]);
  });

  test('that lasts a minute is not waited for', async () => {
    const kaira = clientFor(await newAccount());
    const { transaction_id } = await kaira.collections.initiate({
      ...collection(),
      provider: 'PROVIDER_A',
    });
    const error = await refusalOf(kaira.collections.resendOtp(transaction_id));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', isRetryable: true });
    expect(error.retryAfterSeconds).toBeGreaterThan(30);
  });

  test('by a 500 is repeated and then thrown, with the id that stands in the log', async () => {
    const { fetch, sent } = losing(0);
    const kaira = clientFor(await newAccount(), { fetch, maxRetries: 1 });
    const error = await refusalOf(kaira.collections.initiate(collection('500.00')));
    expect(error.is('INTERNAL_ERROR') && error.details.request_id).toBe(error.requestId);
    expect(sent).toHaveLength(2);
  });
});

describe('when the answer is lost after the gateway did its work', () => {
  test('twice, a collection is made once, and the same bytes were sent', async () => {
    const account = await newAccount();
    const { fetch, sent } = losing(2);
    const made = await clientFor(account, { fetch }).collections.initiate(collection());
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((each) => each.body)).size).toBe(1);
    const { data, pagination } = await clientFor(account).transactions.list().firstPage();
    expect(pagination.total).toBe(1);
    expect(data[0]?.transaction_id).toBe(made.transaction_id);
  });

  test('twice, a payout is paid once', async () => {
    const { account } = await withBalance();
    const { fetch, sent } = losing(2);
    const made = await clientFor(account, { fetch }).payouts.initiate(payout('10.00'));
    expect(made.status).toBe('SUCCEEDED');
    expect(sent).toHaveLength(3);
    expect(await clientFor(account).account.balance()).toMatchObject({
      available_balance_gmd: '990.00',
      total_payouts: 1,
    });
  });

  test('a float grows once, an endpoint is made once, and its secret is replaced once', async () => {
    const account = await newAccount();
    const { fetch, sent } = losing(99);
    const lossy = () => clientFor(account, { fetch: losing(1).fetch });
    const funded = await lossy().sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '5.00' });
    expect(funded.balance_gmd).toBe('5.00');
    const made = await lossy().webhookEndpoints.create({ url: receiver.url() });
    const kaira = clientFor(account);
    expect(await kaira.sandbox.floats()).toContainEqual(funded);
    expect(await kaira.webhookEndpoints.list()).toHaveLength(1);

    // The secret that is in use must outlive the rotation: two rotations would end it.
    await lossy().webhookEndpoints.rotateSecret(made.id);
    const hook = await testHook(kaira, made.id);
    expect(await verifyWebhook(requestOf(hook), made.secret)).toMatchObject({ test: true });

    // Of a call whose tries all failed, the error has the key that a later repeat needs.
    const failing = clientFor(account, { fetch, maxRetries: 1 });
    const error = await failing.sandbox
      .fundFloat({ provider: 'PROVIDER_W', amount: '7.00' })
      .catch((reason) => reason);
    expect(error).toMatchObject({ name: 'KairaConnectionError', isRetryable: true });
    expect(sent.map((each) => each.key)).toEqual([error.idempotencyKey, error.idempotencyKey]);
    const { idempotencyKey } = error;
    await kaira.sandbox.fundFloat({ provider: 'PROVIDER_W', amount: '7.00' }, { idempotencyKey });
    expect(await kaira.sandbox.floats()).toContainEqual({
      ...funded,
      balance_bututs: 1200,
      balance_gmd: '12.00',
    });
  });

  test('a cancellation says the same in its repeat, of a collection and of a payout', async () => {
    const { account, kaira } = await withBalance();
    const lossy = clientFor(account, { fetch: losing(1).fetch });
    const held = await kaira.payouts.initiate(payout('700.00'));
    expect(await lossy.payouts.cancel(held.transaction_id)).toMatchObject({ status: 'FAILED' });
    const open = await kaira.collections.initiate(collection());
    const alsoLossy = clientFor(account, { fetch: losing(1).fetch });
    expect(await alsoLossy.collections.cancel(open.transaction_id)).toMatchObject({ status: 'CANCELLED' });
  });

  test('a wrong one-time password has used one try, not two', async () => {
    const account = await newAccount();
    const kaira = clientFor(account);
    const made = await kaira.collections.initiate({ ...collection(), provider: 'PROVIDER_A' });
    const lossy = clientFor(account, { fetch: losing(1).fetch });
    await expect(lossy.collections.submitOtp(made.transaction_id, '123456')).rejects.toMatchObject({
      name: 'KairaConnectionError',
      isRetryable: false,
    });
    const { next_action } = await kaira.collections.get(made.transaction_id);
    expect(next_action?.submit_otp?.attempts_remaining).toBe(2);
  });
});

describe('a list', () => {
  test('is walked over more than two pages with nothing twice and nothing left out, while it grows', async () => {
    const { kaira } = await withBalance();
    const references = ['the first payment'];
    for (let count = 0; count < 12; count++) {
      references.push((await kaira.collections.initiate(collection())).client_reference);
      references.push((await kaira.payouts.initiate(payout('1.00'))).client_reference);
    }
    const found: string[] = [];
    let pages = 0;
    for await (const page of kaira.transactions.list({ limit: 7 }).pages()) {
      pages++;
      found.push(...page.data.map((each) => each.client_reference));
      await kaira.collections.initiate(collection());
    }
    expect(pages).toBe(4);
    expect(found).toHaveLength(25);
    expect(found.slice(0, -1)).toEqual(references.slice(1).reverse());
    expect(found).toEqual([...new Set(found)]);

    const payouts: string[] = [];
    for await (const each of kaira.transactions.list({ type: 'payout', limit: 5 })) {
      payouts.push(each.client_reference);
    }
    expect(payouts).toEqual(references.filter((_, index) => index > 0 && index % 2 === 0).reverse());
    const { data, pagination } = await kaira.transactions
      .list({ page: 2, limit: 5, type: 'payout' })
      .firstPage();
    expect(data.map((each) => each.client_reference)).toEqual(payouts.slice(5, 10));
    expect(pagination).toMatchObject({ page: 2, total: 12, total_pages: 3 });
  });

  test('of entries, events and deliveries is walked as well', async () => {
    const { account, kaira } = await withBalance();
    await kaira.webhookEndpoints.create({ url: receiver.url() });
    for (let count = 0; count < 3; count++) await kaira.payouts.initiate(payout('1.00'));
    const walk = async <Item>(list: List<Item, Page<Item>>): Promise<Item[]> => {
      const found: Item[] = [];
      for await (const each of list) found.push(each);
      return found;
    };
    const entries = await walk(kaira.ledger.list({ limit: 2 }));
    expect(new Set(entries.map((each) => each.journal_id)).size).toBe(entries.length);
    expect(entries.at(-1)).toMatchObject({ amount: '1000.00', balance_after_gmd: '1000.00' });
    const events = await walk(kaira.events.list({ limit: 1 }));
    expect(events.map((each) => each.event)).toEqual([
      ...Array(3).fill('payout.succeeded'),
      'payment.succeeded',
    ]);
    const deliveries = await walk(clientFor(account).webhookDeliveries.list({ limit: 2 }));
    expect(deliveries.map((each) => each.event_id)).toEqual(events.slice(0, 3).map((each) => each.id));
    const [last] = deliveries;
    expect(await kaira.webhookDeliveries.get(last?.id ?? '')).toMatchObject({ event_id: last?.event_id });
  });
});

describe('a webhook', () => {
  test('that was delivered verifies: its event, its id, its data', async () => {
    const kaira = clientFor(await newAccount());
    const { secret } = await kaira.webhookEndpoints.create({ url: receiver.url() });
    const body = collection('100.00');
    await kaira.collections.initiate(body);
    const hook = await receiver.next('paid', (each) => each.body.data?.reference === body.client_reference);
    const event = await verifyWebhook(requestOf(hook), secret);
    expect(event).toMatchObject({
      id: hook.headers['webhook-id'],
      event: 'payment.succeeded',
      data: { type: 'collection', amount: '100.00', status: 'SUCCEEDED', environment: 'SANDBOX' },
    });
    const changed = { ...hook, bytes: Buffer.from(hook.bytes.toString().replace('100.00', '900.00')) };
    await expect(verifyWebhook(requestOf(changed), secret)).rejects.toThrow('no signature matches');
    const { data } = await kaira.events.list().firstPage();
    expect(data[0]).toMatchObject({ id: event.id, data: event.data });
  });

  test('verifies with both secrets after a rotation, and the debugger agrees', async () => {
    const kaira = clientFor(await newAccount());
    const { id, secret } = await kaira.webhookEndpoints.create({ url: receiver.url() });
    const rotated = await kaira.webhookEndpoints.rotateSecret(id);
    const hook = await testHook(kaira, id);
    expect(await verifyWebhook(requestOf(hook), secret)).toMatchObject({ test: true });
    expect(await verifyWebhook(requestOf(hook), rotated.secret)).toMatchObject({ test: true });
    const { valid } = await kaira.webhookEndpoints.debugSignature(id, {
      body: hook.bytes.toString(),
      headers: hook.headers as Record<string, string>,
    });
    expect(valid).toBe(true);
  });

  test('endpoint is changed, looked up, replayed, and removed', async () => {
    const kaira = clientFor(await newAccount());
    const { id } = await kaira.webhookEndpoints.create({ url: receiver.url(), description: 'the shop' });
    const changed = await kaira.webhookEndpoints.update(id, { events: ['payout.failed'] });
    expect(changed).toMatchObject({ events: ['payout.failed'], description: 'the shop' });
    expect(await kaira.webhookEndpoints.get(id)).toEqual(changed);
    expect(await kaira.webhookEndpoints.replay(id)).toEqual({ count: 0 });
    expect(await kaira.webhookDeliveries.resendFailed({ since: '2026-01-01T00:00:00Z' })).toEqual({
      count: 0,
    });
    await kaira.webhookEndpoints.delete(id);
    expect(await refusalOf(kaira.webhookEndpoints.get(id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(kaira.webhookDeliveries.resend(id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('the stream tells what happens, once, over a connection that breaks, and resumes at a cursor', async () => {
  const kaira = clientFor(await newAccount(), { fetch: cutAfterEachEvent });
  const since = '2026-01-01T00:00:00Z';
  const made = [collection('100.00'), collection('100.00'), collection('100.00')];
  for (const body of made) await kaira.collections.initiate(body);
  const seen: { reference: string; cursor: string }[] = [];
  for await (const event of kaira.events.stream({ since })) {
    expect(event).toMatchObject({ event: 'payment.succeeded', headers: { 'webhook-id': event.id } });
    seen.push({ reference: event.data.reference, cursor: event.cursor });
    if (seen.length === 3) break;
  }
  expect(seen.map((each) => each.reference).sort()).toEqual(made.map((each) => each.client_reference).sort());
  for await (const event of kaira.events.stream({ cursor: seen[1]?.cursor })) {
    expect(event.data.reference).toBe(seen[2]?.reference);
    break;
  }
});

test('the figures, the rails and the service are answered as described', async () => {
  const { kaira } = await withBalance();
  expect(await kaira.account.stats()).toMatchObject({ total_volume_gmd: '1000.00' });
  expect(await kaira.account.earningsChart()).toHaveLength(7);
  expect(await kaira.account.profile()).toMatchObject({ status: 'ACTIVE' });
  expect((await kaira.rails.status()).map((each) => each.provider)).toEqual([...providers]);
  expect(await kaira.service.health()).toEqual({ status: 'ok' });
  expect(await kaira.service.readiness()).toMatchObject({ status: 'ready' });
  expect(await kaira.service.description()).toMatchObject({ openapi: '3.1.1' });
});

async function testHook(kaira: Kaira, endpointId: string): Promise<Hook> {
  const attempt = await kaira.webhookEndpoints.test(endpointId);
  expect(attempt.response_status).toBe(200);
  return receiver.next(
    'the test event',
    ({ headers }) => headers['webhook-id'] === attempt.request_headers['webhook-id'],
  );
}

/** As a framework hands it to a handler. */
function requestOf({ headers, bytes }: Hook): Request {
  return new Request('https://shop.example.com/webhooks', {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(bytes),
  });
}

/** Breaks a stream right after its first event. */
async function cutAfterEachEvent(input: unknown, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(String(input), init);
  if (!String(input).includes('/events/stream')) return response;
  const reader = response.body?.getReader();
  let isOver = false;
  const cut = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isOver) return controller.error(new TypeError('terminated'));
      const chunk = await reader?.read();
      if (!chunk?.value) return controller.close();
      // Several events may come in one chunk.
      const text = new TextDecoder().decode(chunk.value);
      const eventAt = text.indexOf('payment.succeeded');
      isOver = eventAt !== -1;
      const end = isOver ? text.indexOf('\n\n', eventAt) + 2 : text.length;
      controller.enqueue(new TextEncoder().encode(text.slice(0, end)));
    },
    cancel: () => reader?.cancel(),
  });
  return new Response(cut, response);
}
