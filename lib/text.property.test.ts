import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { referenceField } from '#lib/fields';
import { textFault } from '#lib/text';
import { hashOf } from '#lib/transactions/request';

const max = 255;
const accepts = (text: string) => textFault(text, { max }) === undefined;
/** Also halves of surrogate pairs, which no ordinary generator makes. */
const texts = fc.oneof(
  anyText(300),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
);
const plain = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 100 })
  .filter((text) => text.trim() !== '');
const put = (text: string, at: number, what: string) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + what + text.slice(place);
};

describe('a reference', () => {
  test('that is accepted is the same text after UTF-8, JSON and NFC, and holds nothing hidden', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (!referenceField.safeParse(text).success) return;
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
        expect(JSON.parse(JSON.stringify(text))).toBe(text);
        expect(text.normalize('NFC')).toBe(text);
        expect(/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)).toBe(false);
        expect(text.trim()).not.toBe('');
        expect([...text].length).toBeLessThanOrEqual(max);
      }),
      { numRuns: 1_000 },
    );
  });

  test('two that are accepted and differ, differ in every form in which they are stored or compared', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        fc.pre(one !== other && accepts(one) && accepts(other));
        for (const form of [
          (text: string) => Buffer.from(text).toString('hex'),
          (text: string) => text.normalize('NFC'),
        ]) {
          expect(form(one)).not.toBe(form(other));
        }
        expect(hashOf('collection', request(one))).not.toEqual(hashOf('collection', request(other)));
      }),
    );
  });

  test('of plain characters is accepted as it stands, whatever a database, a shell or a page makes of them', () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(referenceField.parse(text)).toBe(text);
      }),
    );
  });

  test('with half of a surrogate pair anywhere is refused', () => {
    const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
    fc.assert(
      fc.property(plain, fc.nat(), half, (text, at, what) => {
        expect(textFault(put(text, at, what), { max })).toBe('not_well_formed');
      }),
    );
  });

  test('with a control or format character anywhere is refused', () => {
    const hidden = fc
      .oneof(
        fc.integer({ min: 0, max: 0x1f }),
        fc.integer({ min: 0x7f, max: 0x9f }),
        fc.constantFrom(0xad, 0x61c, 0xfeff, 0xe0001),
        fc.integer({ min: 0x200b, max: 0x200f }),
        fc.integer({ min: 0x202a, max: 0x202e }),
        fc.integer({ min: 0x2066, max: 0x2069 }),
        fc.integer({ min: 0xe0020, max: 0xe007f }),
      )
      .map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(plain, fc.nat(), hidden, (text, at, what) => {
        expect(textFault(put(text, at, what), { max })).toBe('control_character');
      }),
    );
  });

  test('in a decomposed spelling is refused, so that one that is read alike has one spelling', () => {
    const composed = fc.constantFrom(...'àáâãäåçèéêëìíîïñòóôõöùúûüýÿÀÉÑÖÜǎḍẽ각한글');
    fc.assert(
      fc.property(plain, fc.nat(), composed, (text, at, letter) => {
        expect(accepts(put(text, at, letter))).toBe(true);
        expect(textFault(put(text, at, letter.normalize('NFD')), { max })).toBe('not_normalised');
      }),
    );
  });

  test('is as long as its code points are many', () => {
    const wide = fc.constantFrom('a', 'é', '€', '💳', '𝒳');
    fc.assert(
      fc.property(fc.array(wide, { minLength: 1, maxLength: 2 * max, size: 'max' }), (points) => {
        const text = points.join('');
        expect(textFault(text, { max })).toBe(points.length > max ? 'too_long' : undefined);
      }),
    );
  });
});

describe('what a request asks for', () => {
  test('has the same hash in any order of its metadata, and another if anything differs', () => {
    const metadata = fc.dictionary(plain, plain, { maxKeys: 6 });
    fc.assert(
      fc.property(metadata, fc.nat(), (fields, turn) => {
        const names = Object.keys(fields);
        const turned = names.map((_, index) => names[(index + turn) % names.length] as string);
        const shuffled = Object.fromEntries(turned.map((name) => [name, fields[name] as string]));
        const of = (given: Record<string, string>) => hashOf('payout', { ...request('r'), metadata: given });
        expect(of(shuffled)).toEqual(of(fields));
        for (const name of names) {
          const { [name]: _, ...fewer } = fields;
          expect(of(fewer)).not.toEqual(of(fields));
          expect(of({ ...fields, [name]: `${fields[name]}x` })).not.toEqual(of(fields));
        }
      }),
    );
  });

  test('is not the same when a piece of one field stands in the next', () => {
    const place = fc.nat({ max: 20 });
    fc.assert(
      fc.property(plain, place, place, (text, one, other) => {
        fc.pre(one < other && one < text.length);
        const cutAt = (at: number) =>
          hashOf('collection', {
            ...request('r'),
            customerName: text.slice(0, at),
            successUrl: text.slice(at),
          });
        expect(cutAt(one)).not.toEqual(cutAt(other));
      }),
    );
  });
});

function request(clientReference: string) {
  return {
    clientReference,
    provider: 'PROVIDER_W',
    amountBututs: 150_00n,
    mobile: null,
    customerName: null,
    successUrl: null,
    errorUrl: null,
    metadata: {},
  };
}
