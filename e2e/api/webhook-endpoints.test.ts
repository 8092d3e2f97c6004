import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { eventTypes } from '#lib/webhooks/event-types';
import {
  apiFor,
  type Hook,
  isError,
  isRefused,
  newAccount,
  newEndpoint,
  settle,
  shape,
  startReceiver,
  until,
} from './support.ts';

const endpoints = '/api/v1/webhook-endpoints';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

const ownPath = () => `/${randomUUID()}`;
const at = (path: string) => (hook: Hook) => hook.path === path;
const hex = (secret: string, hook: Hook) => createHmac('sha256', secret).update(hook.bytes).digest('hex');
const verifies = (secret: string, hook: Hook) => {
  try {
    new Webhook(secret).verify(hook.bytes, hook.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

test('sixty endpoints made at the same time are twenty', async () => {
  const api = await newAccount();
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      api.post(
        endpoints,
        { url: receiver.url(ownPath()) },
        index % 2 ? { 'idempotency-key': randomUUID() } : {},
      ),
    ),
  );
  expect(replies.filter((each) => each.status === 200)).toHaveLength(20);
  for (const refused of replies.filter((each) => each.status !== 200)) isError(refused, 422, 'INVALID_STATE');
  expect((await api.get(endpoints)).body.data).toHaveLength(20);
});

describe('rotating a secret', () => {
  test('signs with both for a day, and with the new one alone afterwards', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url(ownPath()));
    const path = new URL(made.url).pathname;
    const reply = await api.post(`${endpoints}/${made.id}/rotate-secret`);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: {
        id: made.id,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        previous_secret_expires_at: shape.time,
      },
    });
    const { secret, previous_secret_expires_at } = reply.body.data;
    expect(secret).not.toBe(made.secret);
    expect(Date.parse(previous_secret_expires_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(previous_secret_expires_at) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect((await api.get(`${endpoints}/${made.id}`)).body.data.secret_last4).toBe(secret.slice(-4));

    await settle(api, '10.00');
    const during = await receiver.next('within the overlap', at(path));
    expect(during.headers['x-gw-signature']).toBe(hex(secret, during));
    expect(during.headers['provider-w-signature']).toBe(hex(secret, during));
    expect(during.headers['x-gw-signature-previous']).toBe(hex(made.secret, during));
    expect(verifies(secret, during)).toBe(true);
    expect(verifies(made.secret, during)).toBe(true);

    await sqlClient()`update webhook_endpoints set previous_secret_expires_at = now() - interval '1 second' where id = ${made.id}`;
    await settle(api, '11.00');
    const after = await receiver.next('after the overlap', (hook) => at(path)(hook) && hook !== during);
    expect(after.headers['x-gw-signature']).toBe(hex(secret, after));
    expect(after.headers).not.toHaveProperty('x-gw-signature-previous');
    expect(verifies(secret, after)).toBe(true);
    expect(verifies(made.secret, after)).toBe(false);
  });

  test('twice leaves the two newest, and is stored sealed only', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url(ownPath()));
    const first = (await api.post(`${endpoints}/${made.id}/rotate-secret`)).body.data;
    const second = (await api.post(`${endpoints}/${made.id}/rotate-secret`)).body.data;
    await settle(api, '10.00');
    const hook = await receiver.next('signed by both', at(new URL(made.url).pathname));
    expect([made.secret, first.secret, second.secret].map((secret) => verifies(secret, hook))).toEqual([
      false,
      true,
      true,
    ]);
    const [row] = await sqlClient()`select * from webhook_endpoints where id = ${made.id}`;
    for (const { secret } of [made, first, second]) {
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(Buffer.concat([row?.secret_sealed, row?.previous_secret_sealed]).includes(secret)).toBe(false);
    }
  });

  test('happens once under one Idempotency-Key, also for fifty at the same time', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url(ownPath()));
    const key = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => api.post(`${endpoints}/${made.id}/rotate-secret`, undefined, key)),
    );
    expect(new Set(replies.map((each) => each.text)).size).toBe(1);
    const shown = (await api.get(`${endpoints}/${made.id}`)).body.data;
    expect(shown.secret_last4).toBe(replies[0]?.body.data.secret.slice(-4));
  });

  test('is for its owner only', async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const made = await newEndpoint(api, receiver.url(ownPath()));
    const live = await newAccount({ environment: 'LIVE' });
    for (const stranger of [other, live]) {
      isError(await stranger.post(`${endpoints}/${made.id}/rotate-secret`), 404, 'NOT_FOUND');
    }
    isError(await api.post(`${endpoints}/no-id/rotate-secret`), 404, 'NOT_FOUND');
    await api.delete(`${endpoints}/${made.id}`);
    isError(await api.post(`${endpoints}/${made.id}/rotate-secret`), 404, 'NOT_FOUND');
    const reader = await newAccount({ scope: 'read' });
    isRefused(await reader.post(`${endpoints}/${made.id}/rotate-secret`), 403, 'SCOPE_MISSING');
  });
});

describe('a test event', () => {
  test.each(eventTypes)(
    '%s arrives signed, marked as a test, and the answer tells what came back',
    async (event) => {
      const api = await newAccount();
      const made = await newEndpoint(api, receiver.url(ownPath()));
      const reply = await api.post(`${endpoints}/${made.id}/test`, { event });
      expect(reply.status, reply.text).toBe(200);
      const hook = await receiver.next('the test', at(new URL(made.url).pathname));
      expect(reply.body.data).toStrictEqual({
        attempt: 1,
        at: shape.time,
        address: '127.0.0.1',
        response_status: 200,
        latency_ms: expect.any(Number),
        response_excerpt: 'seen',
        error: null,
        request_headers: expect.objectContaining({ 'x-gw-event': event, 'x-gw-test': 'true' }),
        request_body: hook.bytes.toString(),
      });
      expect(hook.headers).toMatchObject(reply.body.data.request_headers);
      expect(hook.headers['x-gw-signature']).toBe(hex(made.secret, hook));
      expect(verifies(made.secret, hook)).toBe(true);
      expect(hook.body).toMatchObject({
        test: true,
        event,
        data: { environment: 'SANDBOX', currency: 'GMD' },
      });
      const types: Record<string, string> = {
        payment: 'collection',
        payout: 'payout',
        refund: 'refund',
        balance: 'adjustment',
      };
      expect(hook.body.data.type).toBe(types[event.split('.')[0] ?? '']);
    },
  );

  test('without a body is payment.succeeded, and leaves nothing in the books or the log', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url(ownPath()));
    const reply = await api.post(`${endpoints}/${made.id}/test`);
    expect(JSON.parse(reply.body.data.request_body).event).toBe('payment.succeeded');
    for (const list of ['/api/v1/events', '/api/v1/webhook-deliveries', '/api/v1/client/transactions']) {
      expect((await api.get(list)).body.data).toEqual([]);
    }
  });

  test('tells of a refusal and of a server that is not there, and counts against nobody', async () => {
    const api = await newAccount();
    const stopped = await startReceiver();
    const made = await newEndpoint(api, stopped.url());
    await stopped.stop();
    const reply = await api.post(`${endpoints}/${made.id}/test`, {});
    expect(reply.body.data).toMatchObject({ response_status: null, error: 'The connection was refused' });
    const [row] =
      await sqlClient()`select status, failing_since from webhook_endpoints where id = ${made.id}`;
    expect(row).toEqual({ status: 'ACTIVE', failing_since: null });
  });

  test('in the earlier payload form has that form, and is refused for a step that the form cannot tell', async () => {
    const api = await newAccount();
    const made = await newEndpoint(api, receiver.url(ownPath()), { payload_form: 'legacy' });
    const reply = await api.post(`${endpoints}/${made.id}/test`, { event: 'payout.failed' });
    expect(reply.body.data.request_body).toMatch(/^\{"test":true,"event":"transaction.completed",/);
    isError(
      await api.post(`${endpoints}/${made.id}/test`, { event: 'payout.pending' }),
      400,
      'VALIDATION_ERROR',
    );
    isError(await api.post(`${endpoints}/${made.id}/test`, { event: 'nothing' }), 400, 'VALIDATION_ERROR');
  });

  test('goes to a paused endpoint as well, and to nobody else’s', async () => {
    const [api, other] = [await newAccount(), await newAccount()];
    const made = await newEndpoint(api, receiver.url(ownPath()));
    await sqlClient()`update webhook_endpoints set status = 'PAUSED' where id = ${made.id}`;
    expect((await api.post(`${endpoints}/${made.id}/test`)).body.data.response_status).toBe(200);
    isError(await other.post(`${endpoints}/${made.id}/test`), 404, 'NOT_FOUND');
    isError(await apiFor(other.key).post(`${endpoints}/x/test`), 404, 'NOT_FOUND');
  });

  test('is one of four at a time', async () => {
    const api = await newAccount();
    const waiting: ServerResponse[] = [];
    const silent = createServer((_, response) => void waiting.push(response)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const made = await newEndpoint(api, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
    const tests = Array.from({ length: 4 }, () => api.post(`${endpoints}/${made.id}/test`));
    await until('four are under way', () => waiting[3]);
    const fifth = await api.post(`${endpoints}/${made.id}/test`);
    isError(fifth, 429, 'RATE_LIMITED');
    expect(fifth.headers.get('retry-after')).toBe('10');
    expect(fifth.headers.get('ratelimit-limit')).toBe('4');
    expect(fifth.headers.get('ratelimit-remaining')).toBe('0');
    for (const response of waiting) response.end();
    expect((await Promise.all(tests)).map((each) => each.status)).toEqual([200, 200, 200, 200]);
    silent.close();
  });
});
