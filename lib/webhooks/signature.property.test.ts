import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { makeWebhookSecret, signWebhook } from '#lib/webhooks/signature';

const eventId = '01990000-0000-7000-8000-000000000001';
const timestampSeconds = Math.floor(Date.now() / 1_000);
/** Well-formed, as every body of ours is; of any script, with control characters and the rest. */
const body = anyText(400).map((text) => JSON.stringify({ text }));
const secret = fc.constantFrom(...Array.from({ length: 20 }, makeWebhookSecret));

/** A receiver that has read contract.md §7 and nothing else, and has the bytes that came. */
function accepts(raw: Buffer, key: string, signature: string | undefined): boolean {
  return createHmac('sha256', Buffer.from(key, 'utf8')).update(raw).digest('hex') === signature;
}

describe('a webhook of any body', () => {
  test('is accepted over its bytes by a receiver of either scheme, with the current and the former secret', () => {
    fc.assert(
      fc.property(body, secret, secret, (text, current, former) => {
        const isRotated = current !== former;
        const signed = signWebhook({
          body: text,
          secret: current,
          previousSecret: isRotated ? former : undefined,
          eventId,
          timestampSeconds,
        });
        const raw = Buffer.from(text, 'utf8');
        expect(accepts(raw, current, signed['x-gw-signature'])).toBe(true);
        expect(signed['provider-w-signature']).toBe(signed['x-gw-signature']);
        expect(new Webhook(current).verify(raw, signed)).toEqual(JSON.parse(text));
        if (!isRotated) return;
        expect(accepts(raw, former, signed['x-gw-signature-previous'])).toBe(true);
        expect(new Webhook(former).verify(raw, signed)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('with any one bit of it changed, or with another secret, is accepted by nobody', () => {
    fc.assert(
      fc.property(body, secret, secret, fc.nat(), (text, current, other, at) => {
        const signed = signWebhook({ body: text, secret: current, eventId, timestampSeconds });
        const raw = Buffer.from(text, 'utf8');
        const changed = Buffer.from(raw);
        const place = at % (8 * changed.length);
        changed.writeUInt8(changed.readUInt8(place >> 3) ^ (1 << (place & 7)), place >> 3);
        expect(accepts(changed, current, signed['x-gw-signature'])).toBe(false);
        expect(() => new Webhook(current).verify(changed, signed)).toThrow();
        fc.pre(other !== current);
        expect(accepts(raw, other, signed['x-gw-signature'])).toBe(false);
        expect(() => new Webhook(other).verify(raw, signed)).toThrow();
      }),
    );
  });
});
