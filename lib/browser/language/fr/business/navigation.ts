import type { Catalogue } from '#lib/browser/language/words';

/** The side bar, and pages that are not there. */
export const navigation: Catalogue = {
  'All transactions': 'Toutes les transactions',
  Business: 'Entreprise',
  Charge: 'Encaisser',
  Customers: 'Clients',
  Developers: 'Développeurs',
  'Get paid': 'Être payé',
  Home: 'Accueil',
  Links: 'Liens',
  'Name, number or reference': 'Nom, numéro ou référence',
  'Pay|to pay out': 'Verser',
  Recipients: 'Bénéficiaires',
  Statement: 'Relevé',
  'The address may be misspelt, or the transaction may belong to the other environment: try the switch at the top of the navigation.':
    'L’adresse est peut-être mal écrite, ou la transaction appartient à l’autre environnement\u00a0: essayez le choix en haut du menu.',
  'The address may be misspelt, or what it names may belong to the other environment, which the switch at the top of the navigation shows.':
    'L’adresse est peut-être mal écrite, ou ce qu’elle nomme appartient à l’autre environnement, que montre le choix en haut du menu.',
  'There is no such transaction here': 'Cette transaction n’est pas ici',
  Till: 'Caisse',
};
