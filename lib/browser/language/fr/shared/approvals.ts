import type { Catalogue } from '#lib/browser/language/words';

/** Requests that wait for a second person. */
export const approvals: Catalogue = {
  'Add a person': 'Ajouter une personne',
  'Approve the papers of a business': 'Approuver les pièces d’une entreprise',
  Approved: 'Approuvé',
  'Book money of the house': 'Inscrire de l’argent de la maison',
  'Change the IP allowlist': 'Changer les adresses IP permises',
  'Change which payments wait for a second person': 'Changer quels paiements attendent une deuxième personne',
  'Close a period of the live books': 'Clore une période des livres réels',
  'Comes:': 'Arrive\u00a0:',
  'Confirm an operator': 'Confirmer une personne de l’équipe de Kaira',
  'Ends:': 'S’arrête\u00a0:',
  'File of payouts of {amount}': 'Fichier de versements de {amount}',
  'New key: {scope}': 'Nouvelle clé\u00a0: {scope}',
  'New password link': 'Nouveau lien de mot de passe',
  'Not used in time': 'Pas utilisé à temps',
  'Payout of {amount}': 'Versement de {amount}',
  'Refund of {amount}': 'Remboursement de {amount}',
  Rejected: 'Refusé',
  'Rotate a key': 'Renouveler une clé',
  'Rotate {key}': 'Renouveler {key}',
  'Settlement of {amount}': 'Règlement de {amount}',
  'Stays:': 'Reste\u00a0:',
  'The old key ends when the new one is revealed.': 'L’ancienne clé s’arrête quand la nouvelle est affichée.',
  'The old key works on for {count} hours after the reveal.': {
    one: 'L’ancienne clé marche encore {count} heure après l’affichage.',
    other: 'L’ancienne clé marche encore {count} heures après l’affichage.',
  },
  'Waiting for approval': 'Attend un accord',
  'Where settlements go': 'Où vont les règlements',
  Withdrawn: 'Retiré',
};
