import type { Catalogue } from '#lib/browser/language/words';

/** Receipts, invoices, statements and other files for people. */
export const documents: Catalogue = {
  'A letter that this file cannot show stands as {sign}.':
    'Une lettre que ce fichier ne peut pas montrer y figure comme {sign}.',
  'A letter that this file cannot show stands as {sign}. The CSV of the same period has them all.':
    'Une lettre que ce fichier ne peut pas montrer y figure comme {sign}. Le CSV de la même période les a toutes.',
  Adjustments: 'Corrections',
  'Amounts in Gambian dalasi (GMD), days of Banjul.': 'Montants en dalasis gambiens (GMD), jours de Banjul.',
  'Amounts in Gambian dalasi (GMD), times in Banjul.':
    'Montants en dalasis gambiens (GMD), heures de Banjul.',
  Balance: 'Solde',
  'Closing balance': 'Solde de clôture',
  '{gross} paid by customers, less {commission} commission':
    '{gross} payés par les clients, moins {commission} de commission',
  Collected: 'Encaissé',
  'Commission of the month': 'Commission du mois',
  'Commission on it': 'Commission dessus',
  'Date and time': 'Date et heure',
  For: 'Pour',
  'It was taken from each payment, so nothing is to be paid. Taxes are no part of it.':
    'Elle a été prise sur chaque paiement, il n’y a donc rien à payer. Les impôts n’y sont pas compris.',
  'Name or number': 'Nom ou numéro',
  'Nothing moved the balance in this period.': 'Rien n’a changé le solde pendant cette période.',
  'Opening balance': 'Solde d’ouverture',
  'Page {number} of {count}': 'Page {number} sur {count}',
  'Paid so far': 'Payé jusqu’ici',
  'Pay by any wallet: scan the code with the camera of your phone, or open':
    'Payez avec n’importe quel portefeuille\u00a0: scannez le code avec l’appareil photo de votre téléphone, ou ouvrez',
  'Payment by Kaira. Amounts in Gambian dalasi.': 'Paiement par Kaira. Montants en dalasis gambiens.',
  'Please pay by': 'À payer avant la fin du',
  'Request to pay': 'Demande de paiement',
  'Request to pay of {business}': 'Demande de paiement de {business}',
  'Request to pay – Cancelled': 'Demande de paiement – annulée',
  'Request to pay – Paid': 'Demande de paiement – payée',
  'Request to pay – Partly paid': 'Demande de paiement – payée en partie',
  'Returned by refunds': 'Rendu par les remboursements',
  'Sandbox: this is no real money.': 'Bac à sable\u00a0: ce n’est pas de l’argent réel.',
  Statement: 'Relevé',
  'Statement of commission': 'Relevé de commission',
  'Statement {from} to {to}': 'Relevé du {from} au {to}',
  'Still to be paid': 'Reste à payer',
  'Test only: this takes no real money.': 'Test seulement\u00a0: ceci ne prend pas d’argent réel.',
  'The month is not over for a day yet: this may still change.':
    'Le mois n’est pas fini depuis un jour\u00a0: ceci peut encore changer.',
  What: 'Quoi',
  '{from} to {to}': 'du {from} au {to}',
  '{number}, {from} to {to}': '{number}, du {from} au {to}',
};
