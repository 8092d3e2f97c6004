import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createApiKey } from '#lib/clients/create-client';
import { auditLines, type Browser, newPerson, type Person, proxiedServer, signedIn } from './people.ts';
import {
  type Api,
  apiFor,
  fieldPaths,
  isError,
  type Json,
  settle,
  shape,
  startReceiver,
  until,
} from './support.ts';

/** The webhook pages' own routes: the verbs of the API over a session, with what only the pages need. */

const endpoints = '/api/dashboard/webhook-endpoints';
const deliveries = '/api/dashboard/webhook-deliveries';
const receiver = await startReceiver();
const server = proxiedServer();
let owner: Person;
let browser: Browser;
let api: Api;
beforeAll(async () => {
  owner = await newPerson('owner');
  browser = await signedIn(server.baseUrl, owner);
  api = apiFor(await createApiKey(owner.clientId ?? '', 'SANDBOX'));
});
afterAll(() => receiver.stop());

const create = async (changes: object = {}): Promise<Json> => {
  const reply = await browser.post(endpoints, { url: receiver.url(`/${randomUUID()}`), ...changes });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
};
const pathOf = (endpoint: Json) => new URL(endpoint.url).pathname;
const logOf = async (endpoint: Json): Promise<Json[]> => {
  const reply = await browser.get(`${deliveries}?endpoint_id=${endpoint.id}`);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
};
const firstWith = (endpoint: Json, status: string) =>
  until(`a delivery is ${status}`, async () =>
    (await logOf(endpoint)).find((each) => each.status === status && each.last_attempt !== null),
  );
const linesOf = async (id: string) =>
  (await auditLines(id)).map(({ action, environment, user_id, client_id, before, after, address }) => {
    expect({ environment, user_id, client_id, address }).toEqual({
      environment: 'SANDBOX',
      user_id: owner.id,
      client_id: owner.clientId,
      address: browser.address,
    });
    return { action, before, after };
  });

describe('an endpoint', () => {
  test('is made with a secret that is seen once, and is listed with how it fares', async () => {
    const made = await create({ events: ['payment.succeeded'], description: 'the shop' });
    expect(made.secret).toMatch(/^whsec_/);
    const [listed] = (await browser.get(endpoints)).body.data.filter((each: Json) => each.id === made.id);
    expect(listed).toStrictEqual({
      id: made.id,
      url: made.url,
      events: ['payment.succeeded'],
      payload_form: 'current',
      description: 'the shop',
      status: 'ACTIVE',
      secret_last4: made.secret.slice(-4),
      created_at: shape.time,
      failing_since: null,
      previous_secret_expires_at: null,
      deliveries: {
        period_days: 7,
        counted_at_most: 1000,
        succeeded: 0,
        waiting: 0,
        failed: 0,
        skipped: 0,
      },
    });
    expect((await browser.get(`${endpoints}/${made.id}`)).body.data).toStrictEqual(listed);
  });

  test('is of one environment', async () => {
    const made = await create();
    isError(await browser.get(`${endpoints}/${made.id}?environment=LIVE`), 404, 'NOT_FOUND');
    const live = await browser.get(`${endpoints}?environment=LIVE`);
    expect(live.body.data).toEqual([]);
    isError(await browser.get(`${endpoints}?environment=NONE`), 400, 'VALIDATION_ERROR');
  });

  test('names every wrong field of the form', async () => {
    const reply = await browser.post(endpoints, {
      url: 'ftp://x',
      events: ['payment.no'],
      payload_form: 'x',
    });
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(['events.0', 'payload_form']);
    const url = await browser.post(endpoints, { url: 'ftp://x' });
    isError(url, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(url)).toEqual(['url']);
  });

  test('every change of a person stands in the audit log, with no secret', async () => {
    const made = await create({ description: 'first' });
    const path = `${endpoints}/${made.id}`;
    await browser.send('PATCH', path, { description: 'second', events: ['payout.failed'] });
    await browser.send('PATCH', path, {});
    const rotated = (await browser.post(`${path}/rotate-secret`)).body.data;
    await sqlClient()`update webhook_endpoints set status = 'PAUSED' where id = ${made.id}`;
    await browser.send('PATCH', path, { status: 'ACTIVE' });
    await browser.post(`${path}/replay`);
    await browser.post(`${deliveries}/resend-failed`, {
      since: '2026-01-01T00:00:00Z',
      endpoint_id: made.id,
    });
    await browser.send('DELETE', path, {});
    await browser.send('DELETE', path, {});
    const told = { url: made.url, events: [], payload_form: 'current', description: 'first' };
    const now = { ...told, description: 'second', events: ['payout.failed'] };
    expect(await linesOf(made.id)).toEqual([
      { action: 'webhook_endpoint.created', before: null, after: told },
      {
        action: 'webhook_endpoint.changed',
        before: { ...told, status: 'ACTIVE' },
        after: { ...now, status: 'ACTIVE' },
      },
      { action: 'webhook_endpoint.secret_rotated', before: null, after: null },
      {
        action: 'webhook_endpoint.resumed',
        before: { ...now, status: 'PAUSED' },
        after: { ...now, status: 'ACTIVE' },
      },
      { action: 'webhook_endpoint.replayed', before: null, after: { since: null, count: 0 } },
      {
        action: 'webhook_deliveries.resent',
        before: null,
        after: { since: '2026-01-01T00:00:00.000Z', count: 0 },
      },
      { action: 'webhook_endpoint.deleted', before: { url: made.url }, after: null },
    ]);
    const all = JSON.stringify(await auditLines(made.id));
    for (const secret of [made.secret, rotated.secret]) expect(all).not.toContain(secret.slice(6, 20));
  });

  test('what a key changes is no person’s doing', async () => {
    const reply = await api.post('/api/v1/webhook-endpoints', { url: receiver.url('/by-key') });
    const { id } = reply.body.data;
    await api.patch(`/api/v1/webhook-endpoints/${id}`, { description: 'x' });
    await api.post(`/api/v1/webhook-endpoints/${id}/rotate-secret`);
    await api.delete(`/api/v1/webhook-endpoints/${id}`);
    expect(await auditLines(id)).toEqual([]);
  });

  test('a rotation says until when the secret before signs as well', async () => {
    const made = await create();
    const { previous_secret_expires_at } = (await browser.post(`${endpoints}/${made.id}/rotate-secret`)).body
      .data;
    const health = (await browser.get(`${endpoints}/${made.id}`)).body.data;
    expect(health).toMatchObject({ previous_secret_expires_at });
    await sqlClient()`update webhook_endpoints set previous_secret_expires_at = now() - interval '1 second' where id = ${made.id}`;
    expect((await browser.get(`${endpoints}/${made.id}`)).body.data.previous_secret_expires_at).toBeNull();
  });

  test('a test event answers with what was sent and what came back', async () => {
    const made = await create();
    const reply = await browser.post(`${endpoints}/${made.id}/test`, { event: 'payout.failed' });
    expect(reply.body.data, reply.text).toMatchObject({
      response_status: 200,
      response_excerpt: 'seen',
      address: '127.0.0.1',
      request_headers: { 'x-gw-test': 'true', 'x-gw-event': 'payout.failed' },
      request_body: expect.stringMatching(/^\{"test":true,"event":"payout.failed"/),
    });
    expect(await logOf(made)).toEqual([]);
  });
});

describe('a delivery', () => {
  test('stands in the log with its endpoint, its payment and its last answer, and in its detail with every byte', async () => {
    const made = await create();
    const { transaction_id, client_reference } = await settle(api, '12.00');
    const row = await firstWith(made, 'SUCCEEDED');
    expect(row).toStrictEqual({
      id: shape.id,
      event_id: shape.id,
      event: 'payment.succeeded',
      status: 'SUCCEEDED',
      next_attempt_at: null,
      created_at: shape.time,
      endpoint: { id: made.id, url: made.url, status: 'ACTIVE', is_removed: false },
      transaction: { id: transaction_id, type: 'collection', reference: client_reference },
      attempts: 1,
      last_attempt: { at: shape.time, response_status: 200, latency_ms: shape.integer, error: null },
    });
    const hook = await receiver.next('the delivery', (each) => each.path === pathOf(made));
    const detail = (await browser.get(`${deliveries}/${row.id}`)).body.data;
    expect(Buffer.from(detail.body)).toEqual(hook.bytes);
    expect(detail).toMatchObject({ endpoint: row.endpoint, transaction: row.transaction });
    const [attempt] = detail.attempts;
    expect(attempt).toMatchObject({ attempt: 1, response_excerpt: 'seen' });
    expect(attempt.request_headers['x-gw-signature']).toBe(hook.headers['x-gw-signature']);

    const before = receiver.hooks.length;
    const resent = await browser.post(`${deliveries}/${row.id}/resend`);
    expect(resent.body.data, resent.text).toMatchObject({ id: row.id, status: 'PENDING' });
    const again = await until('it is sent again', () =>
      receiver.hooks.slice(before).find((each) => each.path === pathOf(made)),
    );
    expect(again.bytes).toEqual(hook.bytes);
    expect(await linesOf(row.id)).toEqual([{ action: 'webhook_delivery.resent', before: null, after: null }]);
  });

  test('in the earlier form shows that form’s bytes, and goes on naming an endpoint that was deleted', async () => {
    const made = await create({ payload_form: 'legacy' });
    await settle(api, '13.00');
    const row = await firstWith(made, 'SUCCEEDED');
    await browser.send('DELETE', `${endpoints}/${made.id}`, {});
    const detail = (await browser.get(`${deliveries}/${row.id}`)).body.data;
    expect(detail.body).toMatch(/^\{"event":"transaction.completed"/);
    expect(detail.endpoint).toEqual({ id: made.id, url: made.url, status: 'ACTIVE', is_removed: true });
    isError(await browser.post(`${deliveries}/${row.id}/resend`), 422, 'INVALID_STATE');
  });

  test('that failed is counted, resent together with the others, and so is what was skipped', async () => {
    const made = await create({ events: ['payment.succeeded'] });
    await settle(api, '14.00');
    const row = await firstWith(made, 'SUCCEEDED');
    const stand = (status: string) =>
      sqlClient()`update deliveries set status = ${status}, run_at = null where id = ${row.id}`;
    const counts = async () => (await browser.get(`${endpoints}/${made.id}`)).body.data.deliveries;
    await stand('FAILED');
    expect(await counts()).toMatchObject({ succeeded: 0, failed: 1, skipped: 0 });
    const since = row.created_at;
    const resent = await browser.post(`${deliveries}/resend-failed`, { since, endpoint_id: made.id });
    expect(resent.body.data).toEqual({ count: 1 });
    await firstWith(made, 'SUCCEEDED');
    await stand('SKIPPED');
    expect(await counts()).toMatchObject({ failed: 0, skipped: 1 });
    expect((await browser.post(`${endpoints}/${made.id}/replay`)).body.data).toEqual({ count: 1 });
    await firstWith(made, 'SUCCEEDED');
  });

  test('is found by every filter, page by page', async () => {
    const made = await create();
    const paid = [await settle(api, '15.00'), await settle(api, '16.00'), await settle(api, '17.00')];
    const rows = await until('all are there', async () => {
      const found = await logOf(made);
      return found.length === 3 ? found : undefined;
    });
    const find = async (query: string) =>
      (await browser.get(`${deliveries}?endpoint_id=${made.id}&${query}`)).body.data.map(
        (each: Json) => each.id,
      );
    const [newest] = rows;
    expect(await find(`reference=${paid[2].client_reference}`)).toEqual([newest.id]);
    expect(await find(`transaction_id=${paid[2].transaction_id}`)).toEqual([newest.id]);
    expect(await find(`event_id=${newest.event_id}`)).toEqual([newest.id]);
    expect(await find(`since=${newest.created_at}`)).toEqual([newest.id]);
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await browser.get(
        `${deliveries}?endpoint_id=${made.id}&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      ids.push(...page.body.data.map((each: Json) => each.id));
      cursor = page.body.pagination.next_cursor;
    } while (cursor);
    expect(ids).toEqual(rows.map((each) => each.id));
    const wrong = await browser.get(`${deliveries}?status=DONE&event_id=x&since=yesterday`);
    isError(wrong, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(wrong).sort()).toEqual(['event_id', 'since', 'status']);
  });

  test('is nobody else’s', async () => {
    const made = await create();
    await settle(api, '18.00');
    const row = await firstWith(made, 'SUCCEEDED');
    const stranger = await signedIn(server.baseUrl, await newPerson('owner'));
    isError(await stranger.get(`${deliveries}/${row.id}`), 404, 'NOT_FOUND');
    isError(await stranger.post(`${deliveries}/${row.id}/resend`), 404, 'NOT_FOUND');
    isError(await stranger.get(`${endpoints}/${made.id}`), 404, 'NOT_FOUND');
    isError(await stranger.send('PATCH', `${endpoints}/${made.id}`, { description: 'x' }), 404, 'NOT_FOUND');
    isError(await stranger.send('DELETE', `${endpoints}/${made.id}`, {}), 404, 'NOT_FOUND');
    const debugging = { body: '{}', headers: {} };
    isError(await stranger.post(`${endpoints}/${made.id}/debug-signature`, debugging), 404, 'NOT_FOUND');
    expect((await stranger.get(deliveries)).body.data).toEqual([]);
    const environment = 'environment=LIVE';
    isError(await browser.get(`${deliveries}/${row.id}?${environment}`), 404, 'NOT_FOUND');
  });
});

test('a viewer reads, debugs and changes nothing', async () => {
  const made = await create();
  await settle(api, '19.00');
  const row = await firstWith(made, 'SUCCEEDED');
  const viewer = await signedIn(server.baseUrl, await newPerson('viewer', owner.clientId ?? ''));
  expect((await viewer.get(`${deliveries}/${row.id}`)).status).toBe(200);
  const detail = (await viewer.get(`${deliveries}/${row.id}`)).body.data;
  const reply = await viewer.post(`${endpoints}/${made.id}/debug-signature`, {
    body: JSON.stringify(JSON.parse(detail.body), null, 2),
    headers: detail.attempts[0].request_headers,
  });
  expect(reply.body.data, reply.text).toMatchObject({ valid: false });
  expect(reply.body.data.findings.map((each: Json) => each.code)).toContain('body_reserialised');
  expect((await viewer.post(`${deliveries}/${row.id}/resend`)).status).toBe(403);
});
