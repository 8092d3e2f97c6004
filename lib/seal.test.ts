import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anyText } from '#e2e/setup/any-text';

/** The module as a process with this secret has it. */
async function withSecret(secret: string) {
  vi.resetModules();
  vi.stubEnv('KAIRA_SECRET', secret);
  return import('#lib/seal');
}
const refused = 'cannot be read: it was altered, or KAIRA_SECRET is not the one that sealed it.';

beforeEach(() => vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere'));
afterEach(() => vi.unstubAllEnvs());

test('what was sealed is read with the same secret, and is the same for no two values', async () => {
  const { seal, unseal } = await withSecret('s'.repeat(32));
  fc.assert(
    fc.property(anyText(50), anyText(10), (text, purpose) => {
      const sealed = seal(purpose, text);
      expect(unseal(purpose, sealed)).toBe(text);
      expect(seal(purpose, text)).not.toEqual(sealed);
    }),
  );
});

test('with another secret, for another purpose, or with any one bit changed it is refused in plain words', async () => {
  const { seal, unseal } = await withSecret('s'.repeat(32));
  const sealed = seal('webhook secret', 'whsec_x');
  fc.assert(
    fc.property(fc.nat({ max: 8 * sealed.length - 1 }), (place) => {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place >> 3) ^ (1 << (place & 7)), place >> 3);
      expect(() => unseal('webhook secret', changed)).toThrow(refused);
    }),
  );
  expect(() => unseal('answer', sealed)).toThrow(refused);
  const other = await withSecret('t'.repeat(32));
  expect(() => other.unseal('webhook secret', sealed)).toThrow(refused);
  const again = await withSecret('s'.repeat(32));
  expect(again.unseal('webhook secret', sealed)).toBe('whsec_x');
});
