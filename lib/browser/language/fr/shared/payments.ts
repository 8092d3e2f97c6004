import type { Catalogue } from '#lib/browser/language/words';

/** Asking for money and paying it out. */
export const payments: Catalogue = {
  '(closed)': '(fermé)',
  '7 or 9 digits, with or without +220': '7 ou 9 chiffres, avec ou sans +220',
  'Amount in GMD': 'Montant en GMD',
  'It has arrived: {amount}, {status}.': 'Il est arrivé\u00a0: {amount}, {status}.',
  'Kaira has no collection with this reference up to now.':
    'Kaira n’a jusqu’ici aucun encaissement avec cette référence.',
  'Kaira has no payout with this reference up to now.':
    'Kaira n’a jusqu’ici aucun versement avec cette référence.',
  'Kaira has no refund with this reference up to now.':
    'Kaira n’a jusqu’ici aucun remboursement avec cette référence.',
  'No answer came, so this collection may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is collected once.':
    'Aucune réponse n’est venue, cet encaissement a donc pu être envoyé. Voyez ce qu’il en est, ou appuyez de nouveau\u00a0: la référence {reference} reste la même, et il n’est encaissé qu’une fois.',
  'No answer came, so this payout may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is paid once.':
    'Aucune réponse n’est venue, ce versement a donc pu être envoyé. Voyez ce qu’il en est, ou appuyez de nouveau\u00a0: la référence {reference} reste la même, et il n’est payé qu’une fois.',
  'No answer came, so this refund may have been sent. Look what became of it, or press again: the reference {reference} stays the same, and it is given back once.':
    'Aucune réponse n’est venue, ce remboursement a donc pu être envoyé. Voyez ce qu’il en est, ou appuyez de nouveau\u00a0: la référence {reference} reste la même, et il n’est rendu qu’une fois.',
  'See everything about it': 'Tout voir à son sujet',
  'Not chosen': 'Pas choisi',
  'Try it in the sandbox': 'Essayer dans le bac à sable',
};
