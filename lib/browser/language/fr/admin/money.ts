import type { Catalogue } from '#lib/browser/language/words';

/** Where the money is. */
export const money: Catalogue = {
  ', since {time}': ', la première fois {time}',
  'At the rails': 'Chez les opérateurs',
  'It cannot be known without the wallet': 'Impossible à savoir sans le portefeuille',
  'It does not tell: look there yourself': 'Il ne le dit pas\u00a0: regardez là-bas vous-même',
  'Live money at each rail: what our books say, what the rail says, and what differs.':
    'L’argent réel chez chaque opérateur\u00a0: ce que disent nos livres, ce que dit l’opérateur, et ce qui diffère.',
  'May be under way': 'Peut-être en cours',
  'Money at the rails': 'Argent chez les opérateurs',
  'Not asked yet': 'Pas encore interrogé',
  'Not compared yet': 'Pas encore comparé',
  'Not connected': 'Non relié',
  Nothing: 'Rien',
  'Nothing under way explains it': 'Rien en cours ne l’explique',
  'Our books are newer than what the rail says; it is asked again within a minute':
    'Nos livres sont plus récents que ce que dit l’opérateur\u00a0; il est interrogé de nouveau dans la minute',
  'The rail says': 'L’opérateur dit',
  'This rail is not connected': 'Cet opérateur n’est pas relié',
  'Total, as at the rails': 'Total, comme chez les opérateurs',
  'Under way': 'En cours',
  'Whose it is': 'À qui il est',
  'Whose money it is': 'À qui est l’argent',
  '{amount} collected': '{amount} encaissés',
  '{amount} float': '{amount} de réserve',
  '{amount} taken as fees so far': '{amount} pris comme frais jusqu’ici',
  '{amount} to come in': '{amount} à entrer',
  '{amount} to go out': '{amount} à sortir',
  '{amount}: payments that are still open explain it. Look again when they have ended':
    '{amount}\u00a0: des paiements encore ouverts l’expliquent. Regardez de nouveau quand ils sont terminés',
};
