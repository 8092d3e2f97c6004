import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSigned, isStale, parseNotice, secretsOf } from '#lib/rails/notice-signature';
import { readNotice as readC } from '#lib/rails/provider-c/notice';
import { readNotice as readCard } from '#lib/rails/provider-c-card/notice';
import { readNotice as readW } from '#lib/rails/provider-w/notice';

// What comes from outside under the name of a rail: any bytes, any headers.

const now = new Date('2026-11-20T10:05:00Z');
const unixSeconds = String(now.getTime() / 1_000);
const secrets = ['the-secret-of-today', 'the-secret-of-yesterday'];
const bytes = fc.uint8Array({ maxLength: 300 });
const algorithm = fc.constantFrom('sha256' as const, 'sha512' as const);
/** What a request can carry: visible ASCII. */
const header = fc.string({ unit: 'grapheme-ascii', maxLength: 150 });

/** Each rail's own way to sign these bytes, by its public documents (docs/rails/wire.md). */
const rails = [
  {
    name: 'PROVIDER_W',
    read: (raw: Uint8Array, headers: Headers) => readW(raw, headers, now, secrets),
    sign: (raw: Uint8Array, secret: string) => ({
      'wave-signature': `t=${unixSeconds},v1=${createHmac('sha256', secret).update(unixSeconds).update(raw).digest('hex')}`,
    }),
  },
  {
    name: 'PROVIDER_C',
    read: (raw: Uint8Array, headers: Headers) => readC(raw, headers, secrets),
    sign: (raw: Uint8Array, secret: string) => ({
      'x-modem-signature': createHmac('sha512', secret).update(raw).digest('hex'),
    }),
  },
  {
    name: 'PROVIDER_C_CARD',
    read: (raw: Uint8Array, headers: Headers) => readCard(raw, headers, now, secrets),
    sign: (raw: Uint8Array, secret: string) => ({
      'x-notification-id': 'N-1',
      'x-notification-timestamp': unixSeconds,
      'x-notification-signature': createHmac('sha512', secret)
        .update(`${unixSeconds}.`)
        .update(raw)
        .digest('hex'),
    }),
  },
];

describe.each(rails)('a notice of $name', ({ read, sign }) => {
  const headersOf = (raw: Uint8Array, secret: string) =>
    new Headers(sign(raw, secret) as unknown as Record<string, string>);

  test('of any bytes is taken as signed with either secret, and never throws', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(...secrets), (raw, secret) => {
        expect(['bad_signature', 'stale']).not.toContain(read(raw, headersOf(raw, secret)));
      }),
    );
  });

  test('with any one bit of the body changed, or another secret, is refused', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.string({ minLength: 1 }), (raw, at, secret) => {
        fc.pre(!secrets.includes(secret));
        expect(read(raw, headersOf(raw, secret))).toBe('bad_signature');
        fc.pre(raw.length > 0);
        const changed = Uint8Array.from(raw);
        const place = at % (8 * changed.length);
        changed[place >> 3] = (changed[place >> 3] as number) ^ (1 << (place & 7));
        expect(read(changed, headersOf(raw, secrets[0] as string))).toBe('bad_signature');
      }),
    );
  });

  test('with any headers that the rail did not make is refused, and never throws', () => {
    const names = Object.keys(sign(new Uint8Array(), 'x'));
    fc.assert(
      fc.property(bytes, fc.tuple(...names.map(() => header)), (raw, values) => {
        const headers = new Headers(names.map((name, index) => [name, values[index] ?? '']));
        expect(read(raw, headers)).toBe('bad_signature');
      }),
    );
  });
});

describe('a signature', () => {
  test('is that of one of the secrets over all parts in their order, in hex of either case, and nothing else', () => {
    fc.assert(
      fc.property(
        algorithm,
        fc.array(bytes, { minLength: 1, maxLength: 3 }),
        bytes,
        (name, content, other) => {
          const whole = Buffer.concat(content);
          const good = createHmac(name, 'right').update(whole).digest('hex');
          const bad = createHmac(name, 'wrong').update(whole).digest('hex');
          const ask = (signatures: string[], keys = ['other', 'right']) =>
            isSigned({ algorithm: name, secrets: keys, content, signatures });
          expect(ask([good])).toBe(true);
          expect(ask([bad, good.toUpperCase()])).toBe(true);
          expect(ask([bad])).toBe(false);
          expect(ask([good.slice(0, -2)])).toBe(false);
          expect(ask([`${good}00`])).toBe(false);
          expect(ask([`${good}0`])).toBe(false);
          expect(ask([`${good}zz`])).toBe(false);
          expect(ask([Buffer.from(other).toString('latin1'), ''])).toBe(false);
          expect(ask([good], [])).toBe(false);
        },
      ),
    );
  });

  test('holds for five minutes either way, and a time that is no number never', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 1_000 }), (away) => {
        const seconds = String(now.getTime() / 1_000 + away);
        expect(isStale(seconds, now)).toBe(Math.abs(away) > 300);
      }),
    );
    for (const [away, stale] of [
      [300, false],
      [-300, false],
      [301, true],
      [-301, true],
    ] as const)
      expect(isStale(String(now.getTime() / 1_000 + away), now)).toBe(stale);
    for (const time of ['yesterday', 'NaN', 'Infinity', '1e400', '']) expect(isStale(time, now)).toBe(true);
  });
});

test('a setting lists secrets with commas, and none of them is empty: everybody could sign with that', () => {
  expect(secretsOf(' today , yesterday,')).toEqual(['today', 'yesterday']);
  expect(secretsOf('')).toEqual([]);
  expect(secretsOf(' , ')).toEqual([]);
});

test('bytes that are no JSON are none, and never throw', () => {
  // Else two payments whose names differ in such bytes would be one.
  expect(parseNotice(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
  fc.assert(
    fc.property(
      fc.oneof(
        bytes,
        fc.json().map((text) => Buffer.from(text)),
      ),
      (raw) => {
        const read = parseNotice(raw);
        if (read !== undefined) expect(JSON.parse(Buffer.from(raw).toString('utf8'))).toEqual(read);
      },
    ),
  );
});
