import { afterEach, expect, test } from 'vitest';
import { errors as operators } from '#lib/browser/language/fr/operators';
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

test('what was noted of a rail’s call, of its notice, of a case and of a disk is told in French', () => {
  speak('fr', [], operators);
  const notes = {
    'It is SUCCEEDED already.': 'Le statut est déjà\u00a0: réussi.',
    'It is about no payment.': 'Il ne concerne aucun paiement.',
    "The notice says SUCCEEDED, the rail's record silent.":
      'L’avis dit «\u00a0réussi\u00a0», le registre de l’opérateur «\u00a0sans réponse\u00a0».',
    'the connection was refused; but an earlier call may have been done':
      'la connexion a été refusée\u00a0; mais un appel d’avant a pu aboutir',
    // What a person wrote stays, also in several lines.
    'Adjusted: 12.50 GMD came in, the client’s; proposed by Awa: The statement.\nLine 4.':
      'Corrigé\u00a0: 12.50 GMD sont entrés, au compte du client\u00a0; proposé par Awa\u00a0: The statement.\nLine 4.',
    'PostgreSQL 16.4 answers, and holds 1.4 GB.': 'PostgreSQL 16.4 répond, et contient 1,4 Go.',
    'The disk of the data folder on this machine has 75.3 GB free of 100 GB.':
      'Sur cette machine, le disque où se trouve le dossier des données a 75,3 Go libres sur 100 Go.',
    'No work with rails is planned; no webhooks and one message that wait for their turn; 12 rows for the next seal.':
      'Aucun travail avec les opérateurs n’est prévu\u00a0; aucun webhook et un message attendent leur tour\u00a0; 12 lignes pour le prochain sceau.',
    'Planned work with rails: 3, 1 of it due now; 10,000 or more webhooks and no messages that wait for their turn; one row for the next seal.':
      'Travaux prévus avec les opérateurs\u00a0: 3, dont 1 maintenant\u00a0; au moins 10,000 webhooks et aucun message attendent leur tour\u00a0; une ligne pour le prochain sceau.',
  };
  expect(Object.keys(notes).map(refusal)).toEqual(Object.values(notes));
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
