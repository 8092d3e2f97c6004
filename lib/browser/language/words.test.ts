import { afterEach, expect, test } from 'vitest';
import { later, pieces, plural, refusal, speak, t } from '#lib/browser/language/words';

const shared = globalThis as { kairaSpoken?: unknown };
afterEach(() => {
  delete shared.kairaSpoken;
});

const french = {
  'Take a payment': 'Encaisser',
  'Hello {name}': 'Bonjour {name}',
  'Open|a state': 'Ouvert',
  '{count} payments': { one: '{count} paiement', other: '{count} paiements' },
};
const forms = { one: '{count} payment', other: '{count} payments' } as const;

test('without a language a sentence is itself, with its facts, and without what tells two meanings apart', () => {
  expect(t('Take a payment')).toBe('Take a payment');
  expect(t('Hello {name}', { name: 'Awa' })).toBe('Hello Awa');
  expect(t('Open|a state')).toBe('Open');
  expect([0, 1, 2, 1_234].map((count) => plural(count, forms))).toEqual([
    '0 payments',
    '1 payment',
    '2 payments',
    '1,234 payments',
  ]);
});

test('in French it is French, with the plural of French; what has no translation stays English', () => {
  speak('fr', [{}, french], {});
  expect(t('Take a payment')).toBe('Encaisser');
  expect(t('Hello {name}', { name: 'Awa' })).toBe('Bonjour Awa');
  expect(t('Open|a state')).toBe('Ouvert');
  expect([0, 1, 2, 1_234].map((count) => plural(count, forms))).toEqual([
    '0 paiement',
    '1 paiement',
    '2 paiements',
    '1\u00a0234 paiements',
  ]);
  expect(plural(0, { one: '{count} row', other: '{count} rows' })).toBe('0 rows');
  expect(t('Untranslated')).toBe('Untranslated');
});

test('a fact is never read as a pattern, and a name of an object’s own is no translation', () => {
  speak('fr', [french], {});
  expect(t('Hello {name}', { name: '$& {name}' })).toBe('Bonjour $& {name}');
  expect(t('toString')).toBe('toString');
});

test('what was made before a language was known is said in the one that is', () => {
  const said = later('Take a payment');
  expect(said()).toBe('Take a payment');
  speak('fr', [french], {});
  expect(said()).toBe('Encaisser');
});

test('a sentence in pieces keeps what stands in it as it is, in the order of its language', () => {
  const element = { bold: 'Awa' };
  speak('fr', [{ '{name} has paid {sum}.': 'Il y a {sum} de {name}.' }], {});
  expect(pieces('{name} has paid {sum}.', { name: element, sum: 5 })).toEqual([
    'Il y a ',
    5,
    ' de ',
    element,
    '.',
  ]);
});

test('a refusal of the server is told by its words or by its pattern, and as it came where nobody has translated it', () => {
  const errors = {
    'The e-mail is wrong.': 'L’e-mail est faux.',
    'From {least} to {most} (at once).': 'De {least} à {most}.',
  };
  expect(refusal('The e-mail is wrong.')).toBe('The e-mail is wrong.');
  speak('fr', [], errors);
  expect(refusal('The e-mail is wrong.')).toBe('L’e-mail est faux.');
  expect(refusal('From 1.00 to 5.00 (at once).')).toBe('De 1.00 à 5.00.');
  expect(refusal('From 1.00.')).toBe('From 1.00.');
});
