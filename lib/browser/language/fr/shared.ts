import { keys } from '#lib/browser/language/fr/shared/keys';
import { people } from '#lib/browser/language/fr/shared/people';
import type { Catalogue } from '#lib/browser/language/words';

/** What both dashboards say, and every page of a browser. */
export const shared: Catalogue = {
  ...keys,
  ...people,
  Code: 'Code',
  Continue: 'Continuer',
  'For operators: {lacks}, and {remedy}. Both open without the database.':
    'Pour les opérateurs\u00a0: {lacks}, et {remedy}. Les deux s’ouvrent sans la base de données.',
  'Go to the start page': 'Aller à la page d’accueil',
  'If it stays, tell the operators of this gateway.':
    'Si cela continue, prévenez les opérateurs de cette passerelle.',
  'Kaira cannot reach its database': 'Kaira ne joint pas sa base de données',
  'Kaira does not answer': 'Kaira ne répond pas',
  Language: 'Langue',
  'Of these pages, and of the messages that you get. What programs read stays English.':
    'Celle de ces pages et des messages que vous recevez. Ce que lisent les programmes reste en anglais.',
  'Open this address again in a moment.': 'Rouvrez cette adresse dans un instant.',
  'Page not found': 'Page introuvable',
  'Sign in': 'Se connecter',
  'The address may be misspelt, or the page may have moved.':
    'L’adresse est peut-être mal écrite, ou la page a changé de place.',
  'The server wrote down the reason. Nothing was changed by opening this page.':
    'Le serveur a noté la raison. Ouvrir cette page n’a rien changé.',
  'The server’s log has it under {code}.': 'Le journal du serveur le range sous {code}.',
  'There is no such page': 'Cette page n’existe pas',
  'This page could not be loaded': 'Cette page n’a pas pu être chargée',
  'This page could not be loaded: Kaira is not ready':
    'Cette page n’a pas pu être chargée\u00a0: Kaira n’est pas prêt',
  'This page tries again by itself.': 'Cette page réessaie d’elle-même.',
  'Try again': 'Réessayer',
  'what this server lacks': 'ce qui manque à ce serveur',
  'what to do': 'que faire',
  'What was acknowledged is in the database, and is there when it is back. Until then nothing new is taken. Pay nothing in another way. If you ask for a payment again, use the same reference: then it is never paid twice.':
    'Ce qui a été confirmé est dans la base de données, et y sera à son retour. D’ici là, rien de nouveau n’est pris. Ne payez rien d’une autre façon. Si vous redemandez un paiement, gardez la même référence\u00a0: il n’est alors jamais payé deux fois.',
};
