import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latinText } from '#lib/ledger/latin-text';

test.each([
  ['Fatou Sène, épicerie «Chez Naïma» – 5 €', 'Fatou Sène, épicerie «Chez Naïma» – 5 €', true],
  ['Ŋalla Ɓah', 'Ngalla Bah', true],
  ['Łukasz Ḿ', '?ukasz M', false],
  ['محمد', '????', false],
  ['金 🙂', '? ?', false],
])('%s is printed as %s', (text, printed, isWhole) => {
  expect(latinText(text)).toEqual({ text: printed, isWhole });
});

test('whatever a text is, what is printed has one byte for each letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(latinText(text).text).toMatch(/^[\x20-\x7e\xa0-\xffƒ–—‘’‚“”„†‡•…€‰‹›ˆ™Œœ˜ŠšŸŽž]*$/);
    }),
  );
});
