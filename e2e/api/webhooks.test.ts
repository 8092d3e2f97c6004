import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import {
  type Account,
  apiFor,
  collect,
  fieldPaths,
  type Hook,
  isError,
  isSigned,
  type Json,
  newAccount,
  newEndpoint,
  type Reply,
  reaches,
  settle,
  shape,
  startReceiver,
  until,
} from './support.ts';

const endpoints = '/api/v1/webhook-endpoints';
const deliveries = '/api/v1/webhook-deliveries';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

/** A path that no other test uses, so that what comes there is this test's. */
const ownPath = () => `/${randomUUID()}`;
const at = (path: string) => (hook: Hook) => hook.path === path;

const endpointShape = (facts: Record<string, unknown>) => ({
  id: shape.id,
  url: expect.any(String),
  events: [],
  payload_form: 'current',
  description: null,
  status: 'ACTIVE',
  secret_last4: expect.stringMatching(/^.{4}$/),
  created_at: shape.time,
  ...facts,
});

/** Makes the next attempt due now, instead of in half a minute. */
async function retryNow(id: string): Promise<void> {
  const rows = await sqlClient()`
    update deliveries set run_at = now() - interval '1 second' where id = ${id} and status = 'PENDING' and lease_token is null returning id`;
  expect(rows).toHaveLength(1);
}

const deliveryOf = (api: Account, transactionId: string, fits: (each: Json) => boolean): Promise<Json> =>
  until('the delivery stands so', async () => {
    const { body } = await api.get(`${deliveries}?transaction_id=${transactionId}`);
    return body.data.find(fits);
  });

describe('an endpoint', () => {
  test('is made with a secret that is shown once, and is listed without it', async () => {
    const api = await newAccount();
    const reply = await api.post(endpoints, { url: receiver.url() });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: endpointShape({
        url: receiver.url(),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      }),
    });
    const { secret, ...shown } = reply.body.data;
    expect(shown.secret_last4).toBe(secret.slice(-4));
    const read = await api.get(`${endpoints}/${shown.id}`);
    expect(read.body).toStrictEqual({ status: 'success', data: shown });
    const listed = await api.get(endpoints);
    expect(listed.body).toStrictEqual({ status: 'success', data: [shown] });
    expect(listed.text + read.text).not.toContain(secret);
  });

  test('keeps what it was made with, and each can be changed alone', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url('/a'), {
      events: ['payout.failed', 'payment.failed'],
      payload_form: 'legacy',
      description: 'the old till',
    });
    const { secret: _, ...shown } = made;
    expect(shown).toStrictEqual(
      endpointShape({
        url: receiver.url('/a'),
        events: ['payout.failed', 'payment.failed'],
        payload_form: 'legacy',
        description: 'the old till',
      }),
    );
    let expected = shown;
    for (const change of [
      { url: receiver.url('/b') },
      { events: [] },
      { payload_form: 'current' },
      { description: null },
      { status: 'ACTIVE' },
    ]) {
      expected = { ...expected, ...change };
      const reply = await api.patch(`${endpoints}/${made.id}`, change);
      expect(reply.body, reply.text).toStrictEqual({ status: 'success', data: expected });
    }
  });

  test('that is deleted is gone, and nothing is sent there any more', async () => {
    const api = await newAccount();
    const [gone, stays] = [ownPath(), ownPath()];
    const made = await newEndpoint(api, receiver.url(gone));
    await newEndpoint(api, receiver.url(stays));
    expect((await api.delete(`${endpoints}/${made.id}`)).status).toBe(200);
    isError(await api.get(`${endpoints}/${made.id}`), 404, 'NOT_FOUND');
    isError(await api.patch(`${endpoints}/${made.id}`, { events: [] }), 404, 'NOT_FOUND');
    isError(await api.delete(`${endpoints}/${made.id}`), 404, 'NOT_FOUND');
    await settle(api, '60.00');
    await receiver.next('to the one that stays', at(stays));
    expect(receiver.hooks.filter(at(gone))).toEqual([]);
  });

  test("is seen by no other client, and not by the same client's live key", async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const live = await newAccount({ environment: 'LIVE' });
    const made = await newEndpoint(api, receiver.url());
    for (const stranger of [other, live]) {
      isError(await stranger.get(`${endpoints}/${made.id}`), 404, 'NOT_FOUND');
      isError(await stranger.patch(`${endpoints}/${made.id}`, { events: [] }), 404, 'NOT_FOUND');
      isError(await stranger.delete(`${endpoints}/${made.id}`), 404, 'NOT_FOUND');
      expect((await stranger.get(endpoints)).body.data).toEqual([]);
    }
    expect((await api.get(endpoints)).body.data).toHaveLength(1);
    isError(await api.get(`${endpoints}/not-an-id`), 404, 'NOT_FOUND');
  });

  test.each<[string, Record<string, unknown>]>([
    ['url', {}],
    ['url', { url: 'not a url' }],
    ['url', { url: 'ftp://shop.example.com/hook' }],
    ['url', { url: 'https://user:pass@shop.example.com/hook' }],
    ['url', { url: 'https://shop.example.com/hook#part' }],
    ['url', { url: 'https://shop.example.com:22/hook' }],
    ['url', { url: `https://shop.example.com/${'x'.repeat(2048)}` }],
    ['events', { url: 'https://shop.example.com/', events: ['payment.refunded'] }],
    ['events', { url: 'https://shop.example.com/', events: 'payment.failed' }],
    ['payload_form', { url: 'https://shop.example.com/', payload_form: 'xml' }],
    ['description', { url: 'https://shop.example.com/', description: 5 }],
  ])('with a wrong %s is 400 (%j)', async (field, body) => {
    const api = await newAccount();
    const reply = await api.post(endpoints, body);
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply).map((each) => each.split('.')[0])).toEqual([field]);
    expect((await api.get(endpoints)).body.data).toEqual([]);
  });

  test('cannot be set to a status that only Kaira sets', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url());
    for (const status of ['PAUSED', 'DISABLED', 'active']) {
      isError(await api.patch(`${endpoints}/${made.id}`, { status }), 400, 'VALIDATION_ERROR');
    }
  });
});

describe('what is sent', () => {
  test('goes to each endpoint that wants the event, signed with its own secret, under one event id', async () => {
    const api = await newAccount();
    const [all, wants, other] = [ownPath(), ownPath(), ownPath()];
    const first = await newEndpoint(api, receiver.url(all));
    const second = await newEndpoint(api, receiver.url(wants), {
      events: ['payment.succeeded', 'payout.failed'],
    });
    await newEndpoint(api, receiver.url(other), { events: ['payment.failed'] });
    const made = await settle(api, '60.00');
    const hooks = [await receiver.next('all', at(all)), await receiver.next('wants', at(wants))] as const;
    isSigned(hooks[0], first.secret);
    isSigned(hooks[1], second.secret);
    expect(hooks[0].bytes).toEqual(hooks[1].bytes);
    expect(hooks[0].headers['x-gw-event-id']).toBe(hooks[1].headers['x-gw-event-id']);
    expect(hooks[0].headers['x-gw-delivery']).not.toBe(hooks[1].headers['x-gw-delivery']);
    expect(hooks[0].headers['x-gw-signature']).not.toBe(hooks[1].headers['x-gw-signature']);
    await deliveryOf(api, made.transaction_id, (each) => each.status === 'SUCCEEDED');
    const listed = await api.get(`${deliveries}?transaction_id=${made.transaction_id}`);
    expect(listed.body.data.map((each: Json) => each.endpoint_id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect(receiver.hooks.filter(at(other))).toEqual([]);
  });

  test('comes soon after the commit', async () => {
    const api = await newAccount();
    const path = ownPath();
    await newEndpoint(api, receiver.url(path));
    await settle(api, '60.00');
    const answeredAt = Date.now();
    const hook = await receiver.next('the event', at(path));
    // A second is promised where nothing else runs; here a whole test run does.
    expect(hook.at - answeredAt).toBeLessThan(5_000);
  });

  test('in the legacy form is the earlier payload, with its amount as a printed number', async () => {
    const api = await newAccount();
    const path = ownPath();
    const endpoint = await newEndpoint(api, receiver.url(path), { payload_form: 'legacy' });
    const made = await settle(api, '150.10');
    const hook = await receiver.next('legacy', at(path));
    expect(hook.bytes.toString()).toContain('"amount":150.10');
    expect(hook.body).toStrictEqual({
      event: 'transaction.completed',
      transaction: {
        id: made.transaction_id,
        client_reference: made.client_reference,
        type: 'COLLECTION',
        amount: 150.1,
        status: 'SUCCEEDED',
      },
    });
    isSigned(hook, endpoint.secret);
  });

  test('carries letters beyond ASCII in the bytes that were signed', async () => {
    const api = await newAccount();
    const path = ownPath();
    const endpoint = await newEndpoint(api, receiver.url(path));
    const made = await collect(api, { client_reference: 'Ñóŋ 😀 "quoted" \\', amount: '400.00' });
    const hook = await receiver.next('unicode', at(path));
    expect(hook.body.data.reference).toBe(made.client_reference);
    isSigned(hook, endpoint.secret);
  });
});

describe('an attempt that fails', () => {
  test('is recorded and due again in about 30 s; the retry has the same bytes and signature', async () => {
    const api = await newAccount();
    const path = ownPath();
    receiver.answers(path, 500);
    const endpoint = await newEndpoint(api, receiver.url(path));
    const made = await settle(api, '60.00');
    // While an attempt is under way, next_attempt_at is when it would be given up.
    const isDueAgain = (each: Json) =>
      each.attempts.length === 1 && Date.parse(each.next_attempt_at) < Date.now() + 45_000;
    const failed = await deliveryOf(api, made.transaction_id, isDueAgain);
    expect(failed).toStrictEqual({
      id: shape.id,
      event_id: shape.id,
      endpoint_id: endpoint.id,
      transaction_id: made.transaction_id,
      event: 'payment.succeeded',
      status: 'PENDING',
      attempts: [
        {
          attempt: 1,
          at: shape.time,
          address: '127.0.0.1',
          response_status: 500,
          latency_ms: shape.integer,
          response_excerpt: 'seen',
          error: shape.text,
          request_headers: expect.objectContaining({ 'x-gw-attempt': '1' }),
        },
      ],
      next_attempt_at: shape.time,
      created_at: shape.time,
    });
    const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.attempts[0].at);
    expect(wait).toBeGreaterThanOrEqual(24_000);
    expect(wait).toBeLessThanOrEqual(40_000);

    receiver.answers(path, 204);
    await retryNow(failed.id);
    const done = await deliveryOf(api, made.transaction_id, (each) => each.status === 'SUCCEEDED');
    expect(done.next_attempt_at).toBeNull();
    expect(done.attempts.map((each: Json) => [each.attempt, each.response_status])).toEqual([
      [1, 500],
      [2, 204],
    ]);
    expect(done.attempts[1]).toMatchObject({ error: null });
    expect((await api.get(`${deliveries}/${done.id}`)).body).toStrictEqual({ status: 'success', data: done });

    const [first, second] = receiver.hooks.filter(at(path)) as [Hook, Hook];
    expect(second.bytes).toEqual(first.bytes);
    for (const same of ['x-gw-signature', 'x-gw-event-id', 'x-gw-delivery', 'webhook-id']) {
      expect(second.headers[same], same).toBe(first.headers[same]);
    }
    expect([first.headers['x-gw-attempt'], second.headers['x-gw-attempt']]).toEqual(['1', '2']);
    expect(first.headers['x-gw-delivery']).toBe(done.id);
    isSigned(second, endpoint.secret);
  });

  test('because nobody listens says so, and leaves other endpoints alone', async () => {
    const api = await newAccount();
    const silent = await startReceiver();
    const url = silent.url();
    await silent.stop();
    const path = ownPath();
    const dead = await newEndpoint(api, url);
    await newEndpoint(api, receiver.url(path));
    const made = await settle(api, '60.00');
    await receiver.next('the live one', at(path));
    const failed = await deliveryOf(
      api,
      made.transaction_id,
      (each) => each.endpoint_id === dead.id && each.attempts.length === 1,
    );
    expect(failed.attempts[0]).toMatchObject({ response_status: null, error: shape.text });
    expect(failed.status).toBe('PENDING');
  });

  test('a redirect is not followed, and counts as a failure', async () => {
    const api = await newAccount();
    const [path, target] = [ownPath(), ownPath()];
    receiver.answers(path, 302, { location: receiver.url(target) });
    await newEndpoint(api, receiver.url(path));
    const made = await settle(api, '60.00');
    const failed = await deliveryOf(api, made.transaction_id, (each) => each.attempts.length === 1);
    expect(failed).toMatchObject({ status: 'PENDING', attempts: [{ response_status: 302 }] });
    expect(receiver.hooks.filter(at(target))).toEqual([]);
  });

  test('with 410 disables the endpoint; it can be resumed, and hears of what happens then', async () => {
    const api = await newAccount();
    const path = ownPath();
    receiver.answers(path, 410);
    const endpoint = await newEndpoint(api, receiver.url(path));
    await settle(api, '60.00');
    await until('the endpoint is disabled', async () => {
      const { body } = await api.get(`${endpoints}/${endpoint.id}`);
      return body.data.status === 'DISABLED' ? true : undefined;
    });
    const missed = await settle(api, '61.00');
    const skipped = await deliveryOf(api, missed.transaction_id, () => true);
    expect(skipped).toMatchObject({ status: 'SKIPPED', attempts: [], next_attempt_at: null });

    receiver.answers(path, 200);
    const resumed = await api.patch(`${endpoints}/${endpoint.id}`, { status: 'ACTIVE' });
    expect(resumed.body.data.status).toBe('ACTIVE');
    const heard = await settle(api, '62.00');
    await receiver.next(
      'after resuming',
      (hook) => hook.path === path && hook.body.data.id === heard.transaction_id,
    );
    expect(
      receiver.hooks.some((hook) => hook.path === path && hook.body.data.id === missed.transaction_id),
    ).toBe(false);
  });
});

describe('the logs', async () => {
  const api = await newAccount();
  const path = ownPath();
  const endpoint = await newEndpoint(api, receiver.url(path));
  const made: Json[] = [];
  for (let index = 0; index < 7; index++) made.push(await settle(api, `${30 + index}.00`));
  const newestFirst = made.map((each) => each.transaction_id).reverse();
  await until('all are delivered', () => (receiver.hooks.filter(at(path)).length === 7 ? true : undefined));

  const walk = async (url: string): Promise<Json[]> => {
    const seen: Json[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply: Reply = await api.get(
        `${url}?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body.data.length).toBeLessThanOrEqual(3);
      seen.push(...reply.body.data);
      cursor = reply.body.pagination.next_cursor;
    }
    return seen;
  };

  test('the events are listed newest first, each with the data that was sent', async () => {
    const events = await walk('/api/v1/events');
    expect(events.map((each) => each.data.id)).toEqual(newestFirst);
    for (const each of events) {
      const hook = receiver.hooks.find(({ headers }) => headers['x-gw-event-id'] === each.id);
      expect(each).toStrictEqual({
        id: shape.id,
        event: 'payment.succeeded',
        data: hook?.body.data,
        created_at: shape.time,
      });
    }
  });

  test('the deliveries are listed newest first, and filtered', async () => {
    await until('all are recorded', async () => {
      const { body } = await api.get(`${deliveries}?status=SUCCEEDED&limit=100`);
      return body.data.length === 7 ? true : undefined;
    });
    const all = await walk(deliveries);
    expect(all.map((each) => each.transaction_id)).toEqual(newestFirst);
    const one = all[2];
    for (const [query, count] of [
      [`endpoint_id=${endpoint.id}&limit=100`, 7],
      [`event_id=${one.event_id}`, 1],
      [`transaction_id=${one.transaction_id}`, 1],
      [`endpoint_id=${randomUUID()}`, 0],
      ['status=FAILED', 0],
    ] as const) {
      expect((await api.get(`${deliveries}?${query}`)).body.data, query).toHaveLength(count);
    }
  });

  test.each(['limit=0', 'limit=101', 'cursor=x', 'transaction_id=x'])('%s is 400 in both', async (query) => {
    isError(await api.get(`/api/v1/events?${query}`), 400, 'VALIDATION_ERROR');
    isError(await api.get(`${deliveries}?${query}`), 400, 'VALIDATION_ERROR');
  });

  test("another client's are not seen", async () => {
    const other = await newAccount();
    expect((await other.get('/api/v1/events')).body.data).toEqual([]);
    expect((await other.get(deliveries)).body.data).toEqual([]);
    const [first] = (await api.get(`${deliveries}?limit=1`)).body.data;
    isError(await other.get(`${deliveries}/${first.id}`), 404, 'NOT_FOUND');
    isError(await api.get(`${deliveries}/${randomUUID()}`), 404, 'NOT_FOUND');
  });
});

test('webhooks need no key of the receiver, and a key that is wrong reads no log', async () => {
  const nobody = apiFor(`sk_test_${'0'.repeat(43)}`);
  for (const path of [endpoints, deliveries, '/api/v1/events'])
    expect((await nobody.get(path)).status).toBe(401);
});

test('an outcome that comes late is told in the order in which it happened', async () => {
  const api = await newAccount();
  const made = await collect(api, { amount: '408.00' });
  await reaches(api, 'collections', made.client_reference, 'EXPIRED');
  const { body } = await api.get('/api/v1/events');
  expect(body.data.map((each: Json) => [each.event, each.data.status])).toEqual([
    ['payment.expired', 'EXPIRED'],
  ]);
});
