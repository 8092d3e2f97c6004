import { describe, expect, test } from 'vitest';
import { displayed, pressed } from '#lib/browser/keypad';

const type = (keys: string) => [...keys].reduce((text, key) => pressed(text, key), '');

describe('an amount on the keypad', () => {
  test.each([
    ['1250', '1250'],
    ['0', '0'],
    ['05', '5'],
    ['12.5', '12.5'],
    ['.5', '0.5'],
    ['12.345', '12.34'],
    ['1..5', '1.5'],
    ['1234567', '123456'],
    ['123456.78', '123456.78'],
    ['12<', '1'],
    ['1<<', ''],
    ['0.<', '0'],
  ])('%s reads %s', (keys, text) => expect(type(keys)).toBe(text));
});

test.each([
  ['', '0'],
  ['1250', '1,250'],
  ['1250.', '1,250.'],
  ['1250.5', '1,250.5'],
  ['0.50', '0.50'],
])('%s is shown as %s', (text, shown) => expect(displayed(text)).toBe(shown));
