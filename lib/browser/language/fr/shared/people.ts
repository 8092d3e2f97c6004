import type { Catalogue } from '#lib/browser/language/words';

/** People who sign in, and what they may do. */
export const people: Catalogue = {
  accountant: 'comptable',
  admin: 'administrateur',
  cashier: 'caissier',
  developer: 'développeur',
  owner: 'propriétaire',
  support: 'assistance',
  viewer: 'lecteur',
};
