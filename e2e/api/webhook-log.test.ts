import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createApiKey } from '#lib/clients/create-client';
import {
  type Account,
  apiFor,
  fieldPaths,
  fund,
  type Hook,
  isError,
  isRefused,
  isSigned,
  type Json,
  newAccount,
  newEndpoint,
  newReference,
  payOut,
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
const hooksAt = (path: string) => receiver.hooks.filter((hook) => hook.path === path);

interface Shop {
  api: Account;
  path: string;
  endpoint: Json;
}

/** A client with one endpoint, which answers so. */
async function newShop(status = 200): Promise<Shop> {
  const api = await newAccount();
  const path = ownPath();
  receiver.answers(path, status);
  return { api, path, endpoint: await newEndpoint(api, receiver.url(path)) };
}

const reaches = (api: Account, id: string, status: string): Promise<Json> =>
  until(`the delivery is ${status}`, async () => {
    const { data } = (await api.get(`${deliveries}/${id}`)).body;
    return data.status === status ? data : undefined;
  });

/** The delivery of a new payment, when its first attempt has been made. */
async function attempted(api: Account): Promise<Json> {
  const { transaction_id: id } = await settle(api, '60.00');
  return until('the first attempt is recorded', async () => {
    const [delivery] = (await api.get(`${deliveries}?transaction_id=${id}`)).body.data;
    return delivery?.attempts.length === 1 ? delivery : undefined;
  });
}

/** What 71 hours of failures lead to. */
async function failForGood(id: string): Promise<void> {
  const rows = await sqlClient()`
    update deliveries set status = 'FAILED', run_at = null
    where id = ${id} and status = 'PENDING' and lease_token is null returning id`;
  expect(rows).toHaveLength(1);
}

/** What three days of nothing but failures lead to. */
const pause = (id: string) => sqlClient()`update webhook_endpoints set status = 'PAUSED' where id = ${id}`;
const resume = async ({ api, endpoint }: Shop) =>
  expect((await api.patch(`${endpoints}/${endpoint.id}`, { status: 'ACTIVE' })).status).toBe(200);

const isDue = { status: 'PENDING', next_attempt_at: shape.time };

describe('a delivery is resent', () => {
  test('after it succeeded, with the same bytes and signature, as its next attempt', async () => {
    const { api, path, endpoint } = await newShop();
    const first = await attempted(api);
    expect(first.status).toBe('SUCCEEDED');
    const reply = await api.post(`${deliveries}/${first.id}/resend`);
    expect(reply.body, reply.text).toStrictEqual({ status: 'success', data: { ...first, ...isDue } });
    await until('it came again', () => hooksAt(path)[1]);
    const again = await reaches(api, first.id, 'SUCCEEDED');
    expect(again.attempts.map((each: Json) => each.attempt)).toEqual([1, 2]);
    const [before, after] = hooksAt(path) as [Hook, Hook];
    expect(after.bytes).toEqual(before.bytes);
    for (const same of ['x-gw-signature', 'x-gw-event-id', 'x-gw-delivery', 'webhook-id']) {
      expect(after.headers[same], same).toBe(before.headers[same]);
    }
    expect(after.headers['x-gw-attempt']).toBe('2');
    isSigned(after, endpoint.secret);
  });

  test('while it waits for its next attempt, and after it failed for good', async () => {
    const { api, path } = await newShop(500);
    const waiting = await attempted(api);
    expect(waiting.status).toBe('PENDING');
    expect((await api.post(`${deliveries}/${waiting.id}/resend`)).body.data).toMatchObject(isDue);
    await until('the second attempt is recorded', async () => {
      const { data } = (await api.get(`${deliveries}/${waiting.id}`)).body;
      return data.attempts.length === 2 ? data : undefined;
    });
    await failForGood(waiting.id);
    receiver.answers(path, 200);
    expect((await api.post(`${deliveries}/${waiting.id}/resend`)).body.data).toMatchObject(isDue);
    const done = await reaches(api, waiting.id, 'SUCCEEDED');
    expect(done.attempts.map((each: Json) => each.response_status)).toEqual([500, 500, 200]);
  });

  test('once for two requests with one Idempotency-Key, one after the other or at the same time', async () => {
    const { api, path } = await newShop();
    const { id } = await attempted(api);
    const url = `${deliveries}/${id}/resend`;
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([api.post(url, {}, headers), api.post(url, {}, headers)]);
    await until('it came again', () => hooksAt(path)[1]);
    const delivery = await reaches(api, id, 'SUCCEEDED');
    const three = await api.post(url, {}, headers);
    for (const reply of [two, three]) expect(reply.text).toBe(one.text);
    const replayed = [one, two, three].map((reply) => reply.headers.get('idempotent-replayed'));
    expect(replayed.filter((each) => each === null)).toHaveLength(1);
    expect((await api.get(`${deliveries}/${id}`)).body.data).toStrictEqual(delivery);
    expect(delivery.attempts).toHaveLength(2);
  });

  test('not while its endpoint is paused, and not after that was deleted', async () => {
    const shop = await newShop();
    const { api, endpoint } = shop;
    const { id } = await attempted(api);
    await pause(endpoint.id);
    const reply = await api.post(`${deliveries}/${id}/resend`);
    isError(reply, 422, 'INVALID_STATE');
    expect(reply.body.error.message).toContain(`PATCH ${endpoints}/${endpoint.id} {"status":"ACTIVE"}`);
    await resume(shop);
    await api.delete(`${endpoints}/${endpoint.id}`);
    isError(await api.post(`${deliveries}/${id}/resend`), 422, 'INVALID_STATE');
    expect((await api.get(`${deliveries}/${id}`)).body.data).toMatchObject({ status: 'SUCCEEDED' });
  });
});

describe('all that failed is resent', () => {
  test('since a time: each once, of every active endpoint or of one', async () => {
    const shop = await newShop(500);
    const { api, path } = shop;
    const [old, ...recent] = [await attempted(api), await attempted(api), await attempted(api)];
    for (const each of [old, ...recent]) await failForGood(each.id);
    receiver.answers(path, 200);
    const since = recent[0].created_at;
    const one = await api.post(`${deliveries}/resend-failed`, { since, endpoint_id: shop.endpoint.id });
    expect(one.body, one.text).toStrictEqual({ status: 'success', data: { count: 2 } });
    for (const each of recent) await reaches(api, each.id, 'SUCCEEDED');
    expect((await api.get(`${deliveries}/${old.id}`)).body.data.status).toBe('FAILED');
    const rest = { since: old.created_at };
    expect((await api.post(`${deliveries}/resend-failed`, rest)).body.data).toEqual({ count: 1 });
    await reaches(api, old.id, 'SUCCEEDED');
    expect((await api.post(`${deliveries}/resend-failed`, rest)).body.data).toEqual({ count: 0 });
  });

  test('not of an endpoint that is paused, deleted or unknown', async () => {
    const shop = await newShop(500);
    const { api, endpoint } = shop;
    const { id, created_at: since } = await attempted(api);
    await failForGood(id);
    const path = `${deliveries}/resend-failed`;
    await pause(endpoint.id);
    isError(await api.post(path, { since, endpoint_id: endpoint.id }), 422, 'INVALID_STATE');
    expect((await api.post(path, { since })).body.data).toEqual({ count: 0 });
    await api.delete(`${endpoints}/${endpoint.id}`);
    isError(await api.post(path, { since, endpoint_id: endpoint.id }), 422, 'INVALID_STATE');
    isError(await api.post(path, { since, endpoint_id: randomUUID() }), 404, 'NOT_FOUND');
    expect((await api.get(`${deliveries}/${id}`)).body.data.status).toBe('FAILED');
  });

  test.each<[string, unknown]>([
    ['since', {}],
    ['since', { since: '2026-11-20' }],
    ['since', { since: 1763627400 }],
    ['endpoint_id', { since: '2026-11-20T08:30:00Z', endpoint_id: 'x' }],
  ])('with a wrong %s is 400 (%j)', async (field, body) => {
    const api = await newAccount();
    const reply = await api.post(`${deliveries}/resend-failed`, body);
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply)).toEqual([field]);
  });
});

describe('an endpoint that was paused is replayed', () => {
  test('what it missed, byte for byte what another endpoint was sent, and each once', async () => {
    const shop = await newShop();
    const { api, path, endpoint } = shop;
    const witness = ownPath();
    await newEndpoint(api, receiver.url(witness));
    await pause(endpoint.id);
    const missed = [await settle(api, '60.00'), await settle(api, '61.00'), await settle(api, '62.00')];
    isError(await api.post(`${endpoints}/${endpoint.id}/replay`), 422, 'INVALID_STATE');
    await resume(shop);
    const reply = await api.post(`${endpoints}/${endpoint.id}/replay`);
    expect(reply.body, reply.text).toStrictEqual({ status: 'success', data: { count: 3 } });
    await until('all came', () => (hooksAt(path).length === 3 ? true : undefined));
    await until('the witness has all', () => (hooksAt(witness).length === 3 ? true : undefined));
    for (const { transaction_id: id } of missed) {
      const [late, then] = [path, witness].map((each) =>
        hooksAt(each).find((hook) => hook.body.data.id === id),
      );
      expect(late?.bytes).toEqual(then?.bytes);
      expect(late?.headers['x-gw-event-id']).toBe(then?.headers['x-gw-event-id']);
      isSigned(late!, endpoint.secret);
    }
    expect((await api.post(`${endpoints}/${endpoint.id}/replay`, {})).body.data).toEqual({ count: 0 });
  });

  test('since a time only, when one is named', async () => {
    const shop = await newShop();
    const { api, endpoint } = shop;
    await pause(endpoint.id);
    await settle(api, '60.00');
    const { transaction_id: id } = await settle(api, '61.00');
    const [late] = (await api.get(`${deliveries}?transaction_id=${id}`)).body.data;
    await resume(shop);
    const since = late.created_at;
    const reply = await api.post(`${endpoints}/${endpoint.id}/replay`, { since });
    expect(reply.body.data, reply.text).toEqual({ count: 1 });
    await reaches(api, late.id, 'SUCCEEDED');
    const bad = await api.post(`${endpoints}/${endpoint.id}/replay`, { since: 'Friday' });
    isError(bad, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
  });
});

describe('"was I told, when, and what did my server say?"', () => {
  test('is answered for the merchant’s own reference: every delivery, attempt, and the headers that were sent', async () => {
    const { api, path, endpoint } = await newShop(503);
    await fund(api, '100.00');
    await settle(api, '300.00');
    const { client_reference: reference, transaction_id: id } = await payOut(api, {
      client_reference: newReference(),
    });
    const [delivery] = await until('the attempt is recorded', async () => {
      const { data } = (await api.get(`${deliveries}?reference=${encodeURIComponent(reference)}`)).body;
      return data[0]?.attempts.length === 1 ? data : undefined;
    });
    const hook = hooksAt(path).find((each) => each.headers['x-gw-delivery'] === delivery.id)!;
    expect(delivery).toMatchObject({
      transaction_id: id,
      endpoint_id: endpoint.id,
      event: 'payout.succeeded',
    });
    expect(delivery.attempts).toStrictEqual([
      {
        attempt: 1,
        at: shape.time,
        address: '127.0.0.1',
        response_status: 503,
        latency_ms: shape.integer,
        response_excerpt: 'seen',
        error: shape.text,
        request_headers: expect.any(Object),
      },
    ]);
    const sent = delivery.attempts[0].request_headers as Record<string, string>;
    expect(sent['x-gw-signature']).toBe(hook.headers['x-gw-signature']);
    for (const [name, value] of Object.entries(sent))
      expect(hook.headers[name.toLowerCase()], name).toBe(value);
    expect(JSON.stringify(sent)).not.toContain(endpoint.secret);
    expect((await api.get(`${deliveries}?reference=unknown`)).body.data).toEqual([]);
  });

  test('for a span of time, in deliveries and events alike', async () => {
    const { api } = await newShop();
    const made = [await attempted(api), await attempted(api), await attempted(api)];
    const span = `since=${made[1].created_at}&until=${made[2].created_at}`;
    const { body } = await api.get(`${deliveries}?${span}`);
    expect(body.data.map((each: Json) => each.id)).toEqual([made[1].id]);
    const told = await api.get(`/api/v1/events?${span}`);
    expect(told.body.data.map((each: Json) => each.id)).toEqual([made[1].event_id]);
    for (const path of [deliveries, '/api/v1/events']) {
      for (const query of ['since=2026-11-20', 'until=x', `since=${made[1].created_at}&until=`]) {
        isError(await api.get(`${path}?${query}`), 400, 'VALIDATION_ERROR');
      }
    }
  });
});

describe('nobody resends what is not theirs', () => {
  test('another client, and the same client’s live key, find nothing', async () => {
    const { api, path, endpoint } = await newShop();
    const { id, created_at: since } = await attempted(api);
    const other = await newAccount();
    const live = apiFor(await createApiKey(api.clientId, 'LIVE'));
    for (const stranger of [other, live]) {
      isError(await stranger.post(`${deliveries}/${id}/resend`), 404, 'NOT_FOUND');
      isError(await stranger.post(`${endpoints}/${endpoint.id}/replay`), 404, 'NOT_FOUND');
      const body = { since, endpoint_id: endpoint.id };
      isError(await stranger.post(`${deliveries}/resend-failed`, body), 404, 'NOT_FOUND');
      expect((await stranger.post(`${deliveries}/resend-failed`, { since })).body.data).toEqual({ count: 0 });
    }
    isError(await api.post(`${deliveries}/not-an-id/resend`), 404, 'NOT_FOUND');
    expect(hooksAt(path)).toHaveLength(1);
  });

  test('a limited key reads the log at most', async () => {
    const { api, endpoint } = await newShop();
    const { id, created_at: since } = await attempted(api);
    for (const scope of ['read', 'collections', 'payouts'] as const) {
      const limited = apiFor(await createApiKey(api.clientId, 'SANDBOX', scope));
      isRefused(await limited.post(`${deliveries}/${id}/resend`), 403, 'SCOPE_MISSING');
      isRefused(await limited.post(`${deliveries}/resend-failed`, { since }), 403, 'SCOPE_MISSING');
      isRefused(await limited.post(`${endpoints}/${endpoint.id}/replay`), 403, 'SCOPE_MISSING');
      expect((await limited.get(`${deliveries}/${id}`)).status).toBe(scope === 'read' ? 200 : 403);
    }
    expect((await api.get(`${deliveries}/resend-failed`)).status).toBe(405);
  });
});
