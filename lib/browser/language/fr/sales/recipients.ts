import type { Catalogue } from '#lib/browser/language/words';

/** Recipients. */
export const recipients: Catalogue = {
  'A name of your own for a number that you pay.': 'Le nom que vous donnez à un numéro que vous payez.',
  'A saved name, or 7 or 9 digits, with or without +220':
    'Un nom enregistré, ou 7 ou 9 chiffres, avec ou sans +220',
  'A saved recipient': 'Un bénéficiaire enregistré',
  'Awa, or +2207012345': 'Awa, ou +2207012345',
  Delete: 'Supprimer',
  'Delete {name}?': 'Supprimer {name}\u00a0?',
  Edit: 'Modifier',
  'Edit {name}': 'Modifier {name}',
  'Mobile number': 'Numéro de mobile',
  'Name or mobile number': 'Nom ou numéro de mobile',
  '{name} was deleted.': '{name} a été supprimé.',
  '{name} was saved.': '{name} a été enregistré.',
  'New recipient': 'Nouveau bénéficiaire',
  'No recipient matches': 'Aucun bénéficiaire ne correspond',
  'No recipient yet': 'Pas encore de bénéficiaire',
  '{number} is no longer offered for payouts. What was paid to it stays in your records.':
    '{number} n’est plus proposé pour les versements. Ce qui lui a été payé reste dans vos écritures.',
  '{number} is saved already, as {name}.': '{number} est déjà enregistré, sous {name}.',
  Pay: 'Payer',
  Recipients: 'Bénéficiaires',
  'Save those whom you pay more than once: a name is harder to mistake than a number.':
    'Enregistrez ceux que vous payez plus d’une fois\u00a0: on se trompe moins de nom que de numéro.',
  Saved: 'Enregistré',
  'Saved recipients': 'Bénéficiaires enregistrés',
  'The customer who paid': 'Le client qui a payé',
  'The number stays {number}. For another number, save a new recipient.':
    'Le numéro reste {number}. Pour un autre numéro, enregistrez un nouveau bénéficiaire.',
  'Try a part of the name, or some digits of the number.':
    'Essayez une partie du nom, ou quelques chiffres du numéro.',
  'Whom you pay, by names of your own.': 'Ceux que vous payez, sous des noms à vous.',
  'Yours; nobody else sees it.': 'Pour vous\u00a0; personne d’autre ne la voit.',
};
