import { scenarios } from '#lib/browser/language/fr/scenarios';
import type { Catalogue } from '#lib/browser/language/words';

/**
 * What the server refuses with, word for word and with `{name}` where it puts something in: `refusal` finds it by the whole
 * sentence. What is not here is shown in English.
 */
export const errors: Catalogue = {
  ...scenarios,
  'A limit of the wallet was reached.': 'Un plafond du portefeuille est atteint.',
  'A wrong one-time password was given three times.': 'Un code unique faux a été donné trois fois.',
  'Somebody other than the named customer tried to pay.':
    'Quelqu’un d’autre que le client nommé a essayé de payer.',
  'The customer does not have enough money in the wallet.':
    'Le client n’a pas assez d’argent dans le portefeuille.',
  'The customer or the provider declined the payment.': 'Le client ou l’opérateur a refusé le paiement.',
  'The customer’s account is blocked.': 'Le compte du client est bloqué.',
  'The provider knows no wallet with this number.':
    'L’opérateur ne connaît aucun portefeuille avec ce numéro.',
  'The provider refused the payment without a reason that we know.':
    'L’opérateur a refusé le paiement sans raison connue de nous.',
  'The provider refused the payment: too many requests for this account.':
    'L’opérateur a refusé le paiement\u00a0: trop de demandes pour ce compte.',
  'The e-mail or the password is wrong.': 'L’e-mail ou le mot de passe est faux.',
  'This log-in has run out. Begin again with the password.':
    'Cette connexion a expiré. Recommencez avec le mot de passe.',
  'You were signed out by another sign-in to your account: on {time}, from {address}, by {device}. If that was not you, change your password.':
    'Vous avez été déconnecté par une autre connexion à votre compte\u00a0: le {time}, depuis {address}, par {device}. Si ce n’était pas vous, changez votre mot de passe.',
};
