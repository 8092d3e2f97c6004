import type { Catalogue } from '#lib/browser/language/words';

/** Words of several pages of sales. */
export const common: Catalogue = {
  'About it': 'Détails',
  Adjustments: 'Corrections',
  Charge: 'Encaisser',
  Collected: 'Encaissé',
  '{count} payments': { one: '{count} paiement', other: '{count} paiements' },
  '{count} payouts': { one: '{count} versement', other: '{count} versements' },
  '{done} of {all}': '{done} sur {all}',
  Ends: 'Fin',
  Lines: 'Lignes',
  Made: 'Création',
  'Name or number': 'Nom ou numéro',
  'Paid by hand': 'Payé de la main à la main',
  'Pay by': 'Échéance',
  Period: 'Période',
  Requests: 'Demandes',
  'School fees, term 2': 'Frais de scolarité, 2e trimestre',
  'Send it again': 'Renvoyer',
  'Send or show it': 'Envoyer ou montrer',
  Show: 'Afficher',
  'Switch it on': 'Activer',
  What: 'Quoi',
  'What is it for?': 'Pour quoi est-ce\u00a0?',
  WhatsApp: 'WhatsApp',
};
