import { describe, expect, test } from 'vitest';
import { isSameNumber, maskMobile, normaliseMobile, parseMobile, spellingsOf } from './phone.ts';

describe('parseMobile', () => {
  test.each([
    ['+2207012367', 'Africell'],
    ['+2202012367', 'Africell'],
    ['+2204112367', 'Africell'],
    ['+2203012367', 'QCell'],
    ['+2205912367', 'QCell'],
    ['+2206012367', 'Comium'],
    ['+2208412367', 'Comium'],
    ['+2209012367', 'Gamcel'],
    ['+2204412367', 'Gamtel'],
    ['+2205612367', 'Gamtel'],
  ])('%s, of the old plan, is %s', (text, operator) => {
    expect(parseMobile(text)).toEqual({ e164: text, local: text.slice(4), operator });
  });

  test.each([
    ['+220833012367', 'QCell'],
    ['+220866012367', 'Comium'],
    ['+220877012367', 'Africell'],
    ['+220870000000', 'Africell'],
  ])('%s, of the 2026 renumbering, is %s', (text, operator) => {
    expect(parseMobile(text)).toEqual({ e164: text, local: text.slice(4), operator });
  });

  test('seven digits that begin with a prefix of the renumbering are read by the old plan', () => {
    expect(parseMobile('+2208712367')?.operator).toBe('Comium');
    expect(parseMobile('+2208312367')?.operator).toBe('unknown');
  });

  test('a prefix that the table does not know is accepted, as the contract says', () => {
    for (const text of ['+2201234567', '+2204612367', '+2200000000']) {
      expect(parseMobile(text)?.operator).toBe('unknown');
    }
  });

  test.each([
    '',
    '+220',
    '2207012367',
    '002207012367',
    '7012367',
    '+2217012367',
    '+220 12',
    '+220 7012367',
    '+220-701-2367',
    '+220(701)2367',
    '+220abcdefg',
    '+220701236',
    '+22070123678',
    '+220707012367',
    '+220847012367',
    '+2208770123670',
    '+220123456789012',
    '+2201234567890123',
    '+2207012367\n',
    '\n+2207012367',
    ' +2207012367',
    '+2207012367 ',
    '+2207012367\u0000',
    '＋2207012367',
    '+220７０１２３６７',
    '+220٧٠١٢٣٦٧',
  ])('refuses %j', (text) => {
    expect(parseMobile(text)).toBeUndefined();
  });
});

describe('isSameNumber', () => {
  test.each([
    ['+2207012367', '+2207012367', true],
    ['+2207012367', '+220877012367', true],
    ['+220877012367', '+2207012367', true],
    ['+220877012367', '+220837012367', false],
    ['+2207012367', '+2207012368', false],
    ['+2207012367', '+220877012368', false],
    ['+22067', '+2207012367', false],
    ['7012367', '+2207012367', false],
  ])('%s and %s: %s', (a, b, isOne) => {
    expect(isSameNumber(a, b)).toBe(isOne);
  });
});

describe('maskMobile', () => {
  test('leaves the country and the last two digits, in either length', () => {
    expect(maskMobile('+2207012367')).toBe('+220*****67');
    expect(maskMobile('+220877012367')).toBe('+220*******67');
  });
});

describe('spellingsOf', () => {
  test.each([
    ['+2207012367', '+220877012367'],
    ['+2204112367', '+220874112367'],
    ['+2203012367', '+220833012367'],
    ['+2205912367', '+220835912367'],
    ['+2206012367', '+220866012367'],
    ['+2208712367', '+220868712367'],
  ])('%s and %s are one number, whichever is given', (old, renumbered) => {
    expect(spellingsOf(old)).toEqual([old, renumbered]);
    expect(spellingsOf(renumbered)).toEqual([renumbered, old]);
  });

  test.each([
    ['+2209012367', 'Gamcel keeps its seven digits'],
    ['+2204412367', 'so does Gamtel'],
    ['+2201234567', 'a range of no operator has no other spelling'],
    ['+2208312367', 'seven digits that begin as a prefix of the renumbering are an old number'],
    ['+220831412367', 'digits that were of nobody are not known to be anybody’s older number'],
    ['+220837012367', 'seven digits of Africell behind the prefix of QCell are another person'],
    ['+220879012367', 'and so are those of Gamcel, which was not renumbered'],
    ['+22070123', 'no number has no other spelling'],
    ['', 'nor has nothing'],
  ])('%j stands alone: %s', (text) => {
    expect(spellingsOf(text)).toEqual([text]);
  });
});

describe('normaliseMobile', () => {
  test.each([
    ['7012367', '+2207012367'],
    ['701 23-67', '+2207012367'],
    ['2207012367', '+2207012367'],
    ['00220 701 2367', '+2207012367'],
    ['+220 (701) 2367', '+2207012367'],
    ['877012367', '+220877012367'],
    ['220877012367', '+220877012367'],
  ])('%s is %s', (text, e164) => {
    expect(normaliseMobile(text)).toBe(e164);
  });

  test.each(['70123', '+2217012367', 'seven', '', '12207012367'])('%j stays as it is', (text) => {
    expect(normaliseMobile(text)).toBe(text);
  });
});
