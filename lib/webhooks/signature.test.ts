import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { makeWebhookSecret, signWebhook } from './signature.ts';

const eventId = '01990000-0000-7000-8000-000000000001';
const body = '{"event":"payout.succeeded","data":{"recipient":"Fatou Ceesay – Bakau ✓ 🇬🇲"}}';
const timestampSeconds = Math.floor(Date.now() / 1_000);

function opensslHmac(text: string, secret: string): string {
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: text,
    encoding: 'utf8',
  });
  return printed.trim().split(' ').at(-1) ?? '';
}

function sign(secret: string, previousSecret?: string) {
  return signWebhook({ body, secret, previousSecret, eventId, timestampSeconds });
}

describe("the gateway's signature", () => {
  test('is what openssl prints over the exact bytes, non-ASCII included', () => {
    const secret = makeWebhookSecret();
    expect(sign(secret)['x-gw-signature']).toBe(opensslHmac(body, secret));
  });

  test('is repeated under the legacy name', () => {
    const headers = sign(makeWebhookSecret());
    expect(headers['provider-w-signature']).toBe(headers['x-gw-signature']);
  });

  test('is the same in every retry, while the trio carries the time of the attempt', () => {
    const secret = makeWebhookSecret();
    const first = signWebhook({ body, secret, eventId, timestampSeconds });
    const retry = signWebhook({ body, secret, eventId, timestampSeconds: timestampSeconds + 30 });
    expect(retry['x-gw-signature']).toBe(first['x-gw-signature']);
    expect(retry['webhook-id']).toBe(first['webhook-id']);
    expect(retry['webhook-timestamp']).toBe(String(timestampSeconds + 30));
    expect(retry['webhook-signature']).not.toBe(first['webhook-signature']);
  });

  test('changes with a single byte of the body', () => {
    const secret = makeWebhookSecret();
    const other = signWebhook({ body: `${body} `, secret, eventId, timestampSeconds });
    expect(other['x-gw-signature']).not.toBe(sign(secret)['x-gw-signature']);
  });

  test('no header contains the secret or its key', () => {
    const [secret, previous] = [makeWebhookSecret(), makeWebhookSecret()];
    const sent = JSON.stringify(sign(secret, previous));
    for (const text of [secret, previous]) {
      expect(sent).not.toContain(text);
      expect(sent).not.toContain(text.slice('whsec_'.length));
    }
  });
});

describe('the Standard Webhooks trio', () => {
  test('is accepted by the standard verifier', () => {
    const secret = makeWebhookSecret();
    expect(new Webhook(secret).verify(body, sign(secret))).toEqual(JSON.parse(body));
  });

  test('equals what the standard signer makes', () => {
    const secret = makeWebhookSecret();
    const expected = new Webhook(secret).sign(eventId, new Date(timestampSeconds * 1_000), body);
    expect(sign(secret)['webhook-signature']).toBe(expected);
  });

  test('is refused by the standard verifier for another body, id, time or secret', () => {
    const secret = makeWebhookSecret();
    const headers = sign(secret);
    const verifier = new Webhook(secret);
    expect(() => verifier.verify(`${body} `, headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
    expect(() =>
      verifier.verify(body, { ...headers, 'webhook-timestamp': String(timestampSeconds - 1) }),
    ).toThrow();
    expect(() => new Webhook(makeWebhookSecret()).verify(body, headers)).toThrow();
  });
});

describe('during a rotation', () => {
  test('a receiver with either secret accepts the same message', () => {
    const [secret, previous] = [makeWebhookSecret(), makeWebhookSecret()];
    const headers = sign(secret, previous);
    expect(headers['x-gw-signature']).toBe(opensslHmac(body, secret));
    expect(headers['x-gw-signature-previous']).toBe(opensslHmac(body, previous));
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(previous).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test('outside of it the previous signature is absent', () => {
    expect(sign(makeWebhookSecret())).not.toHaveProperty('x-gw-signature-previous');
  });
});

describe('a secret', () => {
  test('is whsec_ and the standard base64 of 32 bytes, another each time', () => {
    const secrets = Array.from({ length: 50 }, makeWebhookSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });

  test('of another form is a bug, and is not named in the error', () => {
    expect(() => sign('plain-text-secret')).toThrow(
      /^Invariant broken: a webhook secret begins with whsec_$/,
    );
    expect(() => sign('whsec_')).toThrow('Invariant');
  });
});
