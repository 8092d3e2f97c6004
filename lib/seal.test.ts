import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anyText } from '#e2e/setup/any-text';

/** The module as a process with these secrets has it. */
async function withSecret(secret: string, previous = '') {
  vi.resetModules();
  vi.stubEnv('KAIRA_SECRET', secret);
  vi.stubEnv('KAIRA_SECRET_PREVIOUS', previous);
  return import('#lib/seal');
}
const refused = 'cannot be read: it was altered, or KAIRA_SECRET is not the one that sealed it.';
const [a, b] = ['a'.repeat(32), 'b'.repeat(32)];

/** As releases did that bound the purpose and not the row. */
function sealBefore(secret: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kaira seal v1', 32));
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

beforeEach(() => vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere'));
afterEach(() => vi.unstubAllEnvs());

test('what was sealed is read with the same secret, and is the same for no two values', async () => {
  const { seal, unseal } = await withSecret(a);
  fc.assert(
    fc.property(anyText(50), anyText(10), fc.array(anyText(10)), (text, purpose, row) => {
      const place = { purpose, row };
      const sealed = seal(place, text);
      expect(unseal(place, sealed)).toBe(text);
      expect(seal(place, text)).not.toEqual(sealed);
    }),
  );
});

test('with another secret, or with any one bit changed it is refused in plain words', async () => {
  const { seal, unseal, places } = await withSecret(a);
  const place = places.webhookSecret('1');
  const sealed = seal(place, 'whsec_x');
  fc.assert(
    fc.property(fc.nat({ max: 8 * sealed.length - 1 }), (bit) => {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => unseal(place, changed)).toThrow(refused);
    }),
  );
  for (const length of [0, 5, 6, 20, 33]) {
    expect(() => unseal(place, sealed.subarray(0, length))).toThrow(refused);
  }
  const other = await withSecret(b);
  expect(() => other.unseal(place, sealed)).toThrow(refused);
  const again = await withSecret(a);
  expect(again.unseal(place, sealed)).toBe('whsec_x');
});

test('a value is read in its own column and row, and in no other', async () => {
  const { seal, unseal, places } = await withSecret(a);
  const mark = Buffer.alloc(32);
  const all = [
    places.answer('1', 'LIVE', 'k'),
    places.answer('1', 'SANDBOX', 'k'),
    places.answer('1', 'LIVE', 'k2'),
    places.webhookSecret('1'),
    places.webhookSecret('2'),
    places.previousWebhookSecret('1'),
    places.totpSecret('1'),
    places.totpSecret('2'),
    places.railConnection('PROVIDER_W'),
    places.railConnection('PROVIDER_A'),
    places.railConnectionVersion('PROVIDER_W', mark),
    places.railConnectionVersion('PROVIDER_W', Buffer.alloc(32, 1)),
    places.railNotice('PROVIDER_W', '1'),
    places.railNotice('PROVIDER_W', '2'),
    places.railState('1'),
    places.railState('2'),
  ];
  for (const from of all) {
    const sealed = seal(from, 'x');
    for (const to of all) {
      if (to === from) expect(unseal(to, sealed)).toBe('x');
      else expect(() => unseal(to, sealed), JSON.stringify([from, to])).toThrow(refused);
    }
  }
});

test('while a secret is being replaced, both are read, and the present one seals', async () => {
  const { places, seal } = await withSecret(a);
  const place = places.totpSecret('1');
  const [old, older] = [seal(place, 'old'), sealBefore(a, 'totp secret', 'older')];
  const both = await withSecret(b, a);
  expect(both.unseal(place, old)).toBe('old');
  expect(both.unseal(place, older)).toBe('older');
  const fresh = both.seal(place, 'fresh');
  expect(fresh.subarray(0, 6)).toEqual(both.presentMark());
  expect(old.subarray(0, 6)).not.toEqual(both.presentMark());
  const after = await withSecret(b);
  expect(after.unseal(place, fresh)).toBe('fresh');
  expect(() => after.unseal(place, old)).toThrow(refused);
  expect(() => after.unseal(place, older)).toThrow(refused);
});

test('what a release sealed that bound the purpose alone is read, for that purpose', async () => {
  const { places, unseal } = await withSecret(a);
  expect(unseal(places.railState('1'), sealBefore(a, 'rail_state', 'x'))).toBe('x');
  expect(() => unseal(places.totpSecret('1'), sealBefore(a, 'rail_state', 'x'))).toThrow(refused);
});

test('a log-in goes on while the secret is being replaced, and not after', async () => {
  await withSecret(a);
  const { encodeToken } = await import('#lib/auth/session-token');
  const token = await encodeToken('session', { user: 'x' }, 60);
  await withSecret(b, a);
  const both = await import('#lib/auth/session-token');
  expect(await both.decodeToken('session', token)).toMatchObject({ user: 'x' });
  expect(await both.decodeToken('two-factor challenge', token)).toBeUndefined();
  const fresh = await both.encodeToken('session', { user: 'y' }, 60);
  await withSecret(b);
  const after = await import('#lib/auth/session-token');
  expect(await after.decodeToken('session', token)).toBeUndefined();
  expect(await after.decodeToken('session', fresh)).toMatchObject({ user: 'y' });
});
