import type { Catalogue } from '#lib/browser/language/words';

/** How this installation does. */
export const health: Catalogue = {
  'about {area}: {text}': 'sur {area}\u00a0: {text}',
  'As soon as one works, each of its periodic jobs is listed here.':
    'Dès que l’un d’eux travaille, chacune de ses tâches régulières est ici.',
  'As they told it in the last ten seconds; late is what was due two minutes ago.':
    'Comme ils l’ont dit dans les dix dernières secondes\u00a0; est en retard ce qui était dû il y a deux minutes.',
  Backlog: 'Travail en retard',
  Backups: 'Sauvegardes',
  Certificates: 'Certificats',
  Database: 'Base de données',
  Disk: 'Disque',
  'Due again': 'Prochaine fois',
  'In time': 'À l’heure',
  Job: 'Tâche',
  'Last done': 'Dernière fois',
  Late: 'En retard',
  'No worker has told of itself in the last day':
    'Aucun processus de travail ne s’est annoncé depuis un jour',
  'Not known': 'Inconnu',
  'Not yet': 'Pas encore',
  'Of this installation, what is most urgent first. Looked at {time}.':
    'De cette installation, le plus urgent d’abord. Regardé {time}.',
  'Periodic jobs': 'Tâches régulières',
  'Recount of the books': 'Recomptage des livres',
  Seals: 'Sceaux',
  'See to it now': 'À régler maintenant',
  'See to it soon': 'À régler bientôt',
  Versions: 'Versions',
  'Well|a state': 'Bien',
  'What was acknowledged': 'Ce qui a été confirmé',
  'What workers do by the clock': 'Ce que les processus de travail font à heure fixe',
  Workers: 'Processus de travail',
};
