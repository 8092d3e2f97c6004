import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createApiKey } from '#lib/clients/create-client';
import {
  type Account,
  apiFor,
  fieldPaths,
  type Hook,
  isError,
  isRefused,
  type Json,
  newAccount,
  newEndpoint,
  type Reply,
  settle,
  startReceiver,
} from './support.ts';

const endpoints = '/api/v1/webhook-endpoints';
const receiver = await startReceiver();
afterAll(() => receiver.stop());

interface Delivered {
  api: Account;
  endpoint: Json;
  hook: Hook;
  /** What the receiver has: the exact body and all headers. */
  given: { body: string; headers: Record<string, unknown> };
}

async function deliver(changes: Record<string, unknown> = {}, account?: Account): Promise<Delivered> {
  const api = account ?? (await newAccount());
  const path = `/${randomUUID()}`;
  const endpoint = await newEndpoint(api, receiver.url(path), changes);
  await settle(api, '100.00');
  const hook = await receiver.next('the event', (each) => each.path === path);
  return { api, endpoint, hook, given: { body: hook.bytes.toString(), headers: hook.headers } };
}

const debug = ({ api, endpoint }: Pick<Delivered, 'api' | 'endpoint'>, body: unknown): Promise<Reply> =>
  api.post(`${endpoints}/${endpoint.id}/debug-signature`, body);

async function diagnosed(delivered: Pick<Delivered, 'api' | 'endpoint'>, body: unknown): Promise<Json> {
  const reply = await debug(delivered, body);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.status).toBe('success');
  expect(Object.keys(reply.body.data)).toEqual(['valid', 'summary', 'checks', 'findings']);
  expect(reply.text).not.toContain(delivered.endpoint.secret.slice('whsec_'.length));
  return reply.body.data;
}

const codesOf = (data: Json) => data.findings.map((finding: Json) => finding.code);
const hexOf = (secret: string, text: string | Buffer) =>
  createHmac('sha256', secret).update(text).digest('hex');

describe('a delivery that arrived', () => {
  test('is valid with its exact body, as text or as base64', async () => {
    const delivered = await deliver();
    const data = await diagnosed(delivered, delivered.given);
    expect(data).toStrictEqual({
      valid: true,
      summary: 'The signatures match: a correct verifier accepts this delivery.',
      checks: expect.any(Array),
      findings: [],
    });
    expect(data.checks.map((check: Json) => [check.header, check.result, check.key])).toEqual([
      ['x-gw-signature', 'match', 'current'],
      ['provider-w-signature', 'match', 'current'],
      ['webhook-signature', 'match', 'current'],
      ['webhook-id', 'match', undefined],
      ['webhook-timestamp', 'match', undefined],
    ]);
    const { headers } = delivered.given;
    expect(
      await diagnosed(delivered, { headers, body_base64: delivered.hook.bytes.toString('base64') }),
    ).toEqual(data);
  });

  test('in the earlier form, parsed and printed again by JavaScript, is told so', async () => {
    const delivered = await deliver({ payload_form: 'legacy' });
    expect((await diagnosed(delivered, delivered.given)).valid).toBe(true);
    const body = JSON.stringify(JSON.parse(delivered.given.body));
    const data = await diagnosed(delivered, { ...delivered.given, body });
    expect(data).toMatchObject({
      valid: false,
      summary: 'The body was parsed and printed again: verify the raw bytes that arrived.',
      findings: [
        {
          code: 'body_reserialised',
          changes: ['number_form'],
          looks_like: 'JSON.stringify(body)',
          event_id: delivered.hook.headers['x-gw-event-id'],
        },
      ],
    });
  });

  test('is found by the transaction when all headers but the signature are left out', async () => {
    const delivered = await deliver();
    const data = await diagnosed(delivered, {
      headers: { 'X-Gw-Signature': delivered.hook.headers['x-gw-signature'] },
      body: JSON.stringify(JSON.parse(delivered.given.body), null, 2),
    });
    expect(codesOf(data)).toEqual(['body_reserialised', 'missing_header']);
  });

  test('with a changed amount is told the field, and what was sent', async () => {
    const delivered = await deliver();
    const body = delivered.given.body.replace('"100.00"', '"900.00"');
    const data = await diagnosed(delivered, { ...delivered.given, body });
    expect(data.findings[0]).toMatchObject({
      code: 'body_altered',
      fields: [{ path: 'data.amount', got: '900.00', sent: '100.00' }],
    });
  });

  test('beside what the code of the receiver computed says what that did', async () => {
    const delivered = await deliver();
    const { secret } = delivered.endpoint;
    const withComputed = (computed_signature: string) =>
      diagnosed(delivered, { ...delivered.given, computed_signature });
    const bare = secret.slice('whsec_'.length);
    expect(codesOf(await withComputed(hexOf(secret, delivered.hook.bytes)))).toEqual(['computed_correctly']);
    expect(codesOf(await withComputed(hexOf(bare, delivered.hook.bytes)))).toEqual([
      'computed_with_key_without_prefix',
    ]);
    expect(codesOf(await withComputed(hexOf('guess', delivered.hook.bytes)))).toEqual(['computed_unknown']);
  });

  test('is stale when it came six minutes late, and not for being old by now', async () => {
    const delivered = await deliver();
    const late = new Date(Date.now() + 6 * 60_000).toISOString();
    const data = await diagnosed(delivered, { ...delivered.given, received_at: late });
    expect(data.valid).toBe(false);
    expect(codesOf(data)).toEqual(['stale_timestamp']);
  });

  test('beside the headers of another is mixed up', async () => {
    const one = await deliver();
    const two = await deliver({}, one.api);
    const data = await diagnosed(two, { body: one.given.body, headers: two.given.headers });
    expect(codesOf(data)[0]).toBe('signature_mixed_up');
    expect(data.findings[0]).toMatchObject({
      event_of_body: one.hook.headers['x-gw-event-id'],
      event_of_headers: two.hook.headers['x-gw-event-id'],
    });
  });

  test('as a test event is valid, and when it was printed again is told so', async () => {
    const delivered = await deliver();
    const sent = await delivered.api.post(`${endpoints}/${delivered.endpoint.id}/test`, {});
    const { request_body: body, request_headers: headers } = sent.body.data;
    expect(await diagnosed(delivered, { body, headers })).toMatchObject({ valid: true, findings: [] });
    const printed = JSON.stringify(JSON.parse(body), null, 2);
    expect(codesOf(await diagnosed(delivered, { body: printed, headers }))).toEqual(['body_reserialised']);
  });
});

describe('the secret of', () => {
  test('before a rotation is named, with how long it signs', async () => {
    const delivered = await deliver();
    const rotated = await delivered.api.post(`${endpoints}/${delivered.endpoint.id}/rotate-secret`);
    const data = await diagnosed(delivered, delivered.given);
    const { previous_secret_expires_at: until } = rotated.body.data;
    expect(data).toMatchObject({
      valid: true,
      findings: [{ code: 'old_secret', valid_until: until, expired: false }],
    });
    await sqlClient()`update webhook_endpoints set previous_secret_expires_at = now() - interval '1 hour' where id = ${delivered.endpoint.id}`;
    const later = await diagnosed(delivered, delivered.given);
    expect(later).toMatchObject({ valid: false, findings: [{ code: 'old_secret', expired: true }] });
  });

  test('another endpoint is named with its address, also when it is deleted', async () => {
    const delivered = await deliver();
    const asked = await newEndpoint(delivered.api, receiver.url(`/${randomUUID()}`));
    const { id, url } = delivered.endpoint;
    const data = await diagnosed({ api: delivered.api, endpoint: asked }, delivered.given);
    expect(data).toMatchObject({
      valid: false,
      findings: [{ code: 'wrong_endpoint', endpoint_id: id, url, deleted: false }],
    });
    await delivered.api.delete(`${endpoints}/${id}`);
    const after = await diagnosed({ api: delivered.api, endpoint: asked }, delivered.given);
    expect(after.findings[0]).toMatchObject({ code: 'wrong_endpoint', endpoint_id: id, deleted: true });
  });

  test('the other environment is told, and nothing else of it', async () => {
    const delivered = await deliver();
    const live = apiFor(await createApiKey(delivered.api.clientId, 'LIVE')) as Account;
    const endpoint = await newEndpoint(live, receiver.url(`/${randomUUID()}`));
    const changed = delivered.given.body.replace('"100.00"', '"900.00"');
    for (const body of [delivered.given.body, changed]) {
      const reply = await debug({ api: live, endpoint }, { ...delivered.given, body });
      expect(reply.body.data.valid).toBe(false);
      expect(codesOf(reply.body.data)).toContain('wrong_environment');
      expect(reply.text).not.toContain(delivered.endpoint.id);
      expect(reply.text).not.toContain(delivered.endpoint.url);
      expect(reply.text).not.toContain('"100.00"');
    }
  });

  test('another client is never used: its delivery is as unknown as any', async () => {
    const [theirs, mine] = [await deliver(), await deliver()];
    const body = theirs.given.body.replace('"100.00"', '"900.00"');
    for (const given of [theirs.given, { ...theirs.given, body }]) {
      const computed_signature = hexOf(theirs.endpoint.secret, given.body);
      const reply = await debug(mine, { ...given, computed_signature });
      expect(codesOf(reply.body.data)).toEqual(['unknown_event', 'computed_unknown']);
      expect(reply.text).not.toContain(theirs.endpoint.id);
      expect(reply.text).not.toContain('"100.00"');
    }
  });
});

describe('a request', () => {
  test('for an endpoint of another client, of the other environment, or deleted, is 404', async () => {
    const { api, endpoint, given } = await deliver();
    const live = apiFor(await createApiKey(api.clientId, 'LIVE')) as Account;
    for (const stranger of [await newAccount(), live]) {
      isError(await debug({ api: stranger, endpoint }, given), 404, 'NOT_FOUND');
    }
    isError(await debug({ api, endpoint: { id: 'x' } }, given), 404, 'NOT_FOUND');
    await api.delete(`${endpoints}/${endpoint.id}`);
    isError(await debug({ api, endpoint }, given), 404, 'NOT_FOUND');
  });

  test('needs a key for the whole account', async () => {
    const { api, endpoint, given } = await deliver();
    for (const scope of ['read', 'collections', 'payouts'] as const) {
      const limited = apiFor(await createApiKey(api.clientId, 'SANDBOX', scope));
      isRefused(await debug({ api: limited as Account, endpoint }, given), 403, 'SCOPE_MISSING');
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['body', { headers: {} }],
    ['body', { headers: {}, body: '{}', body_base64: 'e30=' }],
    ['body', { headers: {}, body: { event: 'payment.succeeded' } }],
    ['body', { headers: {}, body: '\ud800' }],
    ['body', { headers: {}, body: 'x'.repeat(8_193) }],
    ['body_base64', { headers: {}, body_base64: 'e30' }],
    ['headers', { body: '{}' }],
    ['headers', { body: '{}', headers: 'x-gw-signature: 1' }],
    ['headers', { body: '{}', headers: { 'x-gw-signature': 5 } }],
    [
      'headers',
      {
        body: '{}',
        headers: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`h${index}`, ''])),
      },
    ],
    ['computed_signature', { body: '{}', headers: {}, computed_signature: 5 }],
    ['received_at', { body: '{}', headers: {}, received_at: 'yesterday' }],
  ])('with a wrong %s is 400 (%#)', async (field, body) => {
    const api = await newAccount();
    const endpoint = await newEndpoint(api, receiver.url(`/${randomUUID()}`));
    const reply = await debug({ api, endpoint }, body);
    isError(reply, 400, 'VALIDATION_ERROR', { fields: expect.any(Array) });
    expect(fieldPaths(reply).map((each) => each.split('.')[0])).toEqual([field]);
  });
});
