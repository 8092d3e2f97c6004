import type { Catalogue } from '#lib/browser/language/words';

/** Statement and commission. */
export const statement: Catalogue = {
  Balance: 'Solde',
  'Closing balance': 'Solde de clôture',
  'Collections that are paid and payouts that are accepted in these days will stand here.':
    'Les encaissements payés et les versements acceptés ces jours-là seront ici.',
  'Commission of the month': 'Commission du mois',
  'Commission on it': 'Commission dessus',
  '{count} lines': { one: '{count} ligne', other: '{count} lignes' },
  'Date and time': 'Date et heure',
  'Download the statement of commission': 'Télécharger le relevé de commission',
  'Every movement of your available balance, between two days in Banjul.':
    'Chaque mouvement de votre solde disponible, entre deux jours à Banjul.',
  'From|a day': 'Du',
  '{gross} paid by customers, less {commission} commission':
    '{gross} payés par les clients, moins {commission} de commission',
  Month: 'Mois',
  'Month of the commission': 'Mois de la commission',
  'Nothing moved your balance': 'Rien n’a changé votre solde',
  now: 'maintenant',
  '{number}, {from} to {to}. It was taken from each payment, so nothing is to be paid; taxes are no part of it.':
    '{number}, du {from} au {to}. Elle a été prise sur chaque paiement\u00a0: rien n’est donc à payer. Les taxes n’y sont pas.',
  'Number|a count': 'Nombre',
  'Opening balance': 'Solde d’ouverture',
  'Other days': 'Autres jours',
  'Returned by refunds': 'Rendu par les remboursements',
  Statement: 'Relevé',
  Summary: 'Résumé',
  'The month is not over for a day yet, so this may still change.':
    'Le mois n’est pas fini depuis un jour\u00a0: cela peut encore changer.',
  'The next lines could not be loaded: {message}':
    'Les lignes suivantes n’ont pas pu être chargées\u00a0: {message}',
  'To|a day': 'Au',
  'Too many lines for a PDF': 'Trop de lignes pour un PDF',
};
