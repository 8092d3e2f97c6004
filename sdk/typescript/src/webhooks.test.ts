import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from './index.ts';

// Signed by a package that is not ours. What the gateway really sends is in e2e/api/sdk.test.ts.

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const data = { id: 't', type: 'collection', reference: 'Ñóŋ 😀', amount: '150.00', status: 'SUCCEEDED' };
const body = JSON.stringify({ event: 'payment.succeeded', data });

interface Changes {
  by?: string[];
  id?: string;
  secondsAgo?: number;
  sent?: string;
  headers?: Record<string, string | null>;
}

/** A webhook of `body` as it was signed, then changed. */
function webhook({ by = [secret], id = 'msg_1', secondsAgo = 0, sent = body, headers = {} }: Changes = {}) {
  const at = new Date(Date.now() - secondsAgo * 1000);
  const signed = new Headers({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((each) => new Webhook(each).sign(id, at, body)).join(' '),
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) signed.delete(name);
    else signed.set(name, value);
  }
  return new Request('https://shop.example.com/webhooks', { method: 'POST', headers: signed, body: sent });
}

describe('a webhook is accepted', () => {
  test('with its event and its id', async () => {
    expect(await verifyWebhook(webhook(), secret)).toEqual({ id: 'msg_1', event: 'payment.succeeded', data });
  });

  test('with the secret before and with the new one, while it is being replaced', async () => {
    const next = newSecret();
    const both = () => webhook({ by: [next, secret] });
    expect(await verifyWebhook(both(), secret)).toMatchObject({ data });
    expect(await verifyWebhook(both(), next)).toMatchObject({ data });
    await expect(verifyWebhook(both(), newSecret())).rejects.toThrow('no signature matches');
  });

  test('beside a signature of a scheme that is not known here', async () => {
    const request = webhook();
    const signature = request.headers.get('webhook-signature');
    request.headers.set('webhook-signature', `v1a,${'A'.repeat(86)}== ${signature} v2,x`);
    expect(await verifyWebhook(request, secret)).toMatchObject({ data });
  });

  test('as old as the tolerance allows, and no older', async () => {
    expect(await verifyWebhook(webhook({ secondsAgo: 295 }), secret)).toMatchObject({ data });
    expect(await verifyWebhook(webhook({ secondsAgo: -295 }), secret)).toMatchObject({ data });
    const late = webhook({ secondsAgo: 500 });
    expect(await verifyWebhook(late, secret, { toleranceSeconds: 600 })).toMatchObject({ data });
  });
});

describe('a webhook is refused', () => {
  const legacy = JSON.stringify({ event: 'transaction.completed', transaction: { amount: 100 } });
  test.each<[string, Changes, string]>([
    ['signed with another secret', { by: [newSecret()] }, 'no signature matches'],
    ['with a body that was printed anew', { sent: body.replace(':', ': ') }, 'no signature matches'],
    ['under another id', { headers: { 'webhook-id': 'msg_2' } }, 'no signature matches'],
    ['without an id', { headers: { 'webhook-id': null } }, 'webhook-id is missing'],
    ['without a time', { headers: { 'webhook-timestamp': null } }, 'webhook-timestamp is missing'],
    ['without a signature', { headers: { 'webhook-signature': null } }, 'webhook-signature is missing'],
    ['with a short signature', { headers: { 'webhook-signature': 'v1,AAAA' } }, 'no signature matches'],
    ['with a time that is none', { headers: { 'webhook-timestamp': '1e9' } }, 'not a number of seconds'],
    ['more than 5 minutes old: a replay', { secondsAgo: 302 }, 'more than 300 seconds'],
    ['more than 5 minutes ahead', { secondsAgo: -302 }, 'more than 300 seconds'],
  ])('%s', async (_, changes, why) => {
    await expect(verifyWebhook(webhook(changes), secret)).rejects.toThrow(why);
  });

  test('with a time that was made young again: it is signed', async () => {
    const headers = { 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
    await expect(verifyWebhook(webhook({ secondsAgo: 400, headers }), secret)).rejects.toThrow(
      'no signature matches',
    );
  });

  test('in the form whose amounts are floats, with the remedy', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'm',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('m', at, legacy),
    };
    const request = new Request('https://shop.example.com/', { method: 'POST', headers, body: legacy });
    await expect(verifyWebhook(request, secret)).rejects.toThrow('set it to current');
  });

  test('when something read its body before', async () => {
    const request = webhook();
    await request.json();
    await expect(verifyWebhook(request, secret)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      message: 'the body cannot be read, or was read before',
    });
  });
});

test('a secret or a tolerance that is none is a mistake of the receiver, and never accepts', async () => {
  for (const wrong of [undefined, '', 'whsec_', secret.slice('whsec_'.length), `${secret} `]) {
    await expect(verifyWebhook(webhook(), wrong), wrong).rejects.toThrow(TypeError);
  }
  for (const toleranceSeconds of [Number.NaN, -1]) {
    await expect(verifyWebhook(webhook(), secret, { toleranceSeconds })).rejects.toThrow(TypeError);
  }
});
