import type { Catalogue } from '#lib/browser/language/words';

/** Keys and deliveries, as both dashboards show them. */
export const keys: Catalogue = {
  'Active|a key': 'Active',
  '90 days or older: rotate it': '90 jours ou plus\u00a0: renouvelez-la',
  'A key is how your server signs in to the API. It is shown here once.':
    'Avec une clé, votre serveur se connecte à l’API. Elle est montrée ici une seule fois.',
  'Actions of the key ending in {last4}': 'Actions pour la clé qui finit par {last4}',
  Addresses: 'Adresses',
  'An owner asks for a rotation': 'Un propriétaire demande un renouvellement',
  'API keys': 'Clés d’API',
  'Ask for a rotation…': 'Demander un renouvellement…',
  'Ask for another IP allowlist': 'Demander une autre liste d’adresses IP',
  'Ask to allow any address': 'Demander d’autoriser toute adresse',
  'Collections only': 'Encaissements seulement',
  Delivered: 'Reçu',
  Environment: 'Environnement',
  'Every attempt failed, and nothing more is sent by itself. You can resend it.':
    'Chaque essai a échoué, et plus rien ne part tout seul. Vous pouvez le renvoyer.',
  Everything: 'Tout',
  Expired: 'Expiré',
  Expiring: 'Prend bientôt fin',
  Failed: 'Échoué',
  Failing: 'En échec',
  Key: 'Clé',
  'Last used': 'Dernier usage',
  Live: 'Réel',
  Never: 'Jamais',
  'No key yet': 'Pas encore de clé',
  'Once an operator has approved it, requests from any other address are refused with 403 IP_NOT_ALLOWED, at once.':
    'Une fois approuvée par l’équipe de Kaira, les requêtes de toute autre adresse sont refusées avec 403 IP_NOT_ALLOWED, tout de suite.',
  'One a line: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. Nothing means anywhere.':
    'Une par ligne\u00a0: 203.0.113.7, 203.0.113.0/24 ou 2001:db8::/32. Rien veut dire de partout.',
  Paused: 'En pause',
  'Payouts only': 'Versements seulement',
  Pending: 'En cours',
  'Read only': 'Lecture seule',
  Revoked: 'Révoquée',
  'Revoke…': 'Révoquer…',
  'Rotation was asked for': 'Un renouvellement est demandé',
  Scope: 'Portée',
  Skipped: 'Laissé de côté',
  'The endpoint was paused, switched off or removed, so this was kept and not sent.':
    'L’endpoint était en pause, coupé ou retiré, donc ceci a été gardé et pas envoyé.',
  'Your server has not taken it yet; it is repeated until it does, for about 71 hours.':
    'Votre serveur ne l’a pas encore pris ; il est répété jusque-là, pendant environ 71 heures.',
  'Your server took it with a 2xx answer.': 'Votre serveur l’a pris avec une réponse 2xx.',
};
