import { scenarios } from '#lib/browser/language/fr/scenarios';
import type { Catalogue } from '#lib/browser/language/words';

/**
 * What the server refuses with, word for word and with `{name}` where it puts something in: `refusal` finds it by the whole
 * sentence. What is not here is shown in English.
 */
export const errors: Catalogue = {
  ...scenarios,
  'The e-mail or the password is wrong.': 'L’e-mail ou le mot de passe est faux.',
  'This log-in has run out. Begin again with the password.':
    'Cette connexion a expiré. Recommencez avec le mot de passe.',
  'You were signed out by another sign-in to your account: on {time}, from {address}, by {device}. If that was not you, change your password.':
    'Vous avez été déconnecté par une autre connexion à votre compte\u00a0: le {time}, depuis {address}, par {device}. Si ce n’était pas vous, changez votre mot de passe.',
};
