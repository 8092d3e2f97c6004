import type { Catalogue } from '#lib/browser/language/words';

/** The audit log. */
export const audit: Catalogue = {
  'about one client': 'sur une entreprise',
  Action: 'Action',
  'All about this client': 'Tout sur cette entreprise',
  'All of {name}': 'Tout de {name}',
  'Audit log': 'Journal d’activité',
  'Details of {action}, {time}': 'Détails de {action}, {time}',
  'Every action': 'Toutes les actions',
  Hide: 'Masquer',
  'No line fits this filter': 'Aucune ligne ne correspond à ce filtre',
  'No line yet': 'Encore aucune ligne',
  'Nobody signed in': 'Personne de connecté',
  none: 'aucune',
  'of one person': 'd’une personne',
  'Show everything': 'Tout afficher',
  Subject: 'Objet',
  'The action says it all.': 'L’action dit tout.',
  Time: 'Heure',
  'Whatever a person does in a dashboard appears here, with what was before and after.':
    'Tout ce que quelqu’un fait dans un tableau de bord apparaît ici, avec ce qu’il y avait avant et après.',
  Who: 'Qui',
  'Who did what, with what was before and after. Nothing here can be changed.':
    'Qui a fait quoi, avec ce qu’il y avait avant et après. Rien ici ne peut être changé.',
};
