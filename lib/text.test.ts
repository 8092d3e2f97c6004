import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { textFault } from './text.ts';

const bounds = { max: 255 };

describe('textFault', () => {
  test.each([
    'order-1',
    'Fatou Ceesay',
    'Jàmm ak jàmm',
    'فاتو',
    '💳 paid 𝒳',
    "' OR 1=1--",
    '$1 \\ %00 %2f ../',
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    '{"a":1}',
    'a b',
    'a\u00a0b',
    'é',
  ])('accepts %j as it stands', (text) => {
    expect(textFault(text, bounds)).toBeUndefined();
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['carriage return', 'a\rb'],
    ['line feed', 'a\nX-Evil: 1'],
    ['tab', 'a\tb'],
    ['delete', 'a\u007f'],
    ['C1 control', 'a\u0085'],
    ['zero-width space', 'a\u200b'],
    ['zero-width joiner in an emoji', '👨‍👩‍👧'],
    ['right-to-left override', 'a\u202eb'],
    ['bidi isolate', 'a\u2066b'],
    ['byte order mark', '\ufeffa'],
    ['soft hyphen', 'a\u00adb'],
    ['astral tag character', 'a\u{e0041}'],
  ])('refuses a %s', (_name, text) => {
    expect(textFault(text, bounds)).toBe('control_character');
  });

  test('refuses either half of a surrogate pair alone', () => {
    for (const text of ['\ud800', 'a\udfff', 'k\ud800x', '\udc00\ud800']) {
      expect(textFault(text, bounds)).toBe('not_well_formed');
    }
  });

  test('refuses the decomposed form, so that one reference has one spelling', () => {
    expect(textFault('caf\u00e9', bounds)).toBeUndefined();
    expect(textFault('cafe\u0301', bounds)).toBe('not_normalised');
  });

  test.each(['\u3164', '\u115f\u1160', '\u2800', '\uffa0', ' \u3164\u2800 ', '\u034f'])(
    'refuses what is blank to the eye: %j',
    (text) => {
      expect(textFault(text, bounds)).toBe('blank');
      expect(textFault(`Awa${text}`, bounds)).not.toBe('blank');
    },
  );

  test('refuses text of white space only, of any script', () => {
    for (const text of ['', ' ', '   ', '\u00a0', '\u2003\u3000', '\u1680', '\u2028']) {
      expect(textFault(text, bounds)).toBe('blank');
    }
  });

  test('counts code points, not units', () => {
    expect(textFault('💳'.repeat(255), bounds)).toBeUndefined();
    expect(textFault('💳'.repeat(256), bounds)).toBe('too_long');
    expect(textFault('a'.repeat(255), bounds)).toBeUndefined();
    expect(textFault('a'.repeat(256), bounds)).toBe('too_long');
    expect(textFault('💳💳', { min: 3, max: 9 })).toBe('too_short');
    expect(textFault('💳💳💳', { min: 3, max: 9 })).toBeUndefined();
  });

  test('refuses a megabyte', () => {
    expect(textFault('a'.repeat(1_048_576), bounds)).toBe('too_long');
  });

  test('what passes survives UTF-8 and NFC unchanged', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        if (textFault(text, bounds) !== undefined) return;
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
        expect(text.normalize('NFC')).toBe(text);
        expect([...text].length).toBeLessThanOrEqual(255);
      }),
    );
  });
});
