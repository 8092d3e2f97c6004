import type { Catalogue } from '#lib/browser/language/words';

/** Messages to people. */
export const outbox: Catalogue = {
  'Given up': 'Abandonné',
  Kept: 'Gardé',
  Message: 'Message',
  'No message yet': 'Encore aucun message',
  'On its way': 'En route',
  Sent: 'Envoyé',
  'Sent or not, nobody knows': 'Envoyé ou non, personne ne le sait',
  'SMTP_URL is not set, so no e-mail is sent. What waits is given up after a day.':
    'SMTP_URL n’est pas défini, donc aucun e-mail n’est envoyé. Ce qui attend est abandonné après un jour.',
  'This installation sends no e-mail: it keeps each message here and in its folder. The newest 100.':
    'Cette installation n’envoie pas d’e-mail\u00a0: elle garde chaque message ici et dans son dossier. Les 100 derniers.',
  Waits: 'En attente',
  'What Kaira tells people by e-mail and SMS, the newest 100.':
    'Ce que Kaira dit aux gens par e-mail et par SMS, les 100 derniers.',
  'Whoever is invited, or forgets a password, is sent a message that appears here.':
    'Qui est invité, ou oublie un mot de passe, reçoit un message qui apparaît ici.',
  '{count} tries': { one: '{count} essai', other: '{count} essais' },
};
