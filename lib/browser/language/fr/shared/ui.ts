import type { Catalogue } from '#lib/browser/language/words';

/** Buttons, dialogs, filters, and what else stands in every page. */
export const ui: Catalogue = {
  Apply: 'Appliquer',
  Cancel: 'Annuler',
  'Choose a file': 'Choisir un fichier',
  'Choose another file': 'Choisir un autre fichier',
  Close: 'Fermer',
  'Close this message': 'Fermer ce message',
  Copied: 'Copié',
  Copy: 'Copier',
  'Copy {value}': 'Copier {value}',
  'Excel or CSV file': 'Fichier Excel ou CSV',
  'Fill this in.': 'Remplissez ce champ.',
  'Look what became of it': 'Voir ce qu’il en est',
  Notifications: 'Notifications',
  'over|of a time': 'terminé',
  'Remove the filter {name}': 'Retirer le filtre {name}',
  'Select it to copy': 'Sélectionnez pour copier',
  'This cannot be opened without a connection': 'Ceci ne s’ouvre pas sans connexion',
  'This could not be loaded': 'Ceci n’a pas pu être chargé',
  'What you have typed is still here, and nothing was sent.':
    'Ce que vous avez saisi est encore là, et rien n’a été envoyé.',
  '{count} fields are wrong: {fields}.': {
    one: 'Un champ est faux\u00a0: {fields}.',
    other: '{count} champs sont faux\u00a0: {fields}.',
  },
  '{count} of {all}': '{count} sur {all}',
  '{first} or {second}': '{first} ou {second}',
  '{size} KB': '{size}\u00a0Ko',
  '{size} MB': '{size}\u00a0Mo',
  '{time} left': 'encore {time}',
};
