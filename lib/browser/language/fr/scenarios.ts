import type { Catalogue } from '#lib/browser/language/words';

/** What the scenarios of the sandbox do, which the server tells in English. */
export const scenarios: Catalogue = {
  'It expires and is paid later, and the event of the payment arrives first.':
    'Il expire et est payé plus tard, et l’événement du paiement arrive en premier.',
  'It expires, and is paid all the same a little later.':
    'Il expire, et est payé malgré tout un peu plus tard.',
  'It is held, for an hour or until you fund the float of its rail; then it goes out.':
    'Il est mis en attente, une heure ou jusqu’à ce que vous alimentiez la réserve de son opérateur ; puis il part.',
  'It is on its way for a while; then the rail refuses it, and the money is back.':
    'Il est en route un moment ; puis l’opérateur le refuse, et l’argent est de retour.',
  'It is on its way for a while; then the recipient has it.':
    'Il est en route un moment ; puis le bénéficiaire l’a.',
  'Stays pending and never ends by itself.': 'Reste en cours et ne finit jamais tout seul.',
  'The charge itself ends in an error (HTTP 500), and nothing is stored.':
    'L’encaissement lui-même finit par une erreur (HTTP 500), et rien n’est enregistré.',
  'The customer does not act in time.': 'Le client n’agit pas à temps.',
  'The customer leaves the checkout.': 'Le client quitte la page de paiement.',
  'The customer pays, and the same event arrives twice.':
    'Le client paie, et le même événement arrive deux fois.',
  'The customer pays.': 'Le client paie.',
  'The rail does not say what became of it; then that it was declined.':
    'L’opérateur ne dit pas ce qu’il est devenu ; puis qu’il a été refusé.',
  'The rail does not say what became of it; then that it was paid.':
    'L’opérateur ne dit pas ce qu’il est devenu ; puis qu’il a été payé.',
  'The recipient has it at once.': 'Le bénéficiaire l’a tout de suite.',
  'The recipient has it; a little later the rail takes it back.':
    'Le bénéficiaire l’a ; un peu plus tard, l’opérateur le reprend.',
};
