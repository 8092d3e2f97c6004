import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { cursorField, limitField, makeCursor, pageField } from '#lib/http/paging';

const id = fc.uuid().map((text) => text.toLowerCase());
/** What a list of entries carries along: a balance, of up to fifteen digits. */
const carried = fc.bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n }).map(String);

test('a cursor comes back as it was made', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(id), fc.tuple(id, carried)), (parts) => {
      expect(makeCursor(parts)).toMatch(/^[\w-]+$/);
      expect(cursorField.parse(makeCursor(parts))).toEqual(parts);
    }),
  );
});

test('a text that is no cursor is refused, and never read as something that is none', () => {
  const texts = fc.oneof(
    anyText(250),
    fc.base64String({ maxLength: 250 }),
    fc.array(anyText(10), { maxLength: 4 }).map(makeCursor),
    fc.tuple(id, anyText(10, 1)).map(makeCursor),
    // A balance that no account can have.
    fc.tuple(id, fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String)).map(makeCursor),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const read = cursorField.safeParse(text);
      if (!read.success) return;
      const [first, second, ...rest] = read.data;
      expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      if (second !== undefined) expect(Math.abs(Number(second))).toBeLessThan(1e15);
      expect(rest).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('a limit is a whole number from 1 to 100, a page one from 1, and nothing else is either', () => {
  const texts = fc.oneof(
    anyText(12),
    fc.integer().map(String),
    fc.double().map(String),
    fc.string({ unit: fc.constantFrom(...'0123456789-+.e '), maxLength: 11 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const number = /^[1-9][0-9]*$/.test(text) ? Number(text) : Number.NaN;
      const limit = limitField.safeParse(text);
      expect(limit.success ? limit.data : 'refused').toBe(number <= 100 ? number : 'refused');
      const page = pageField.safeParse(text);
      expect(page.success ? page.data : 'refused').toBe(number < 1e9 ? number : 'refused');
    }),
    { numRuns: 1_000 },
  );
});
