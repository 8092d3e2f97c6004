import type { Catalogue } from '#lib/browser/language/words';

/** Rails’ statements against our books. */
export const reconciliation: Catalogue = {
  ', proposed': ', proposé',
  ', today': ', aujourd’hui',
  'Book the fees as the statement has them': 'Inscrire les frais comme le relevé les donne',
  'Book them': 'Les inscrire',
  'Book what the rail says…': 'Inscrire ce que dit l’opérateur…',
  Booked: 'Inscrit',
  'Both sides': 'Les deux côtés',
  'Close the day': 'Clore le jour',
  'Close {day} of {rail}?': 'Clore le {day} de {rail}\u00a0?',
  'closed by {name} {time}': 'clos par {name} {time}',
  Day: 'Jour',
  'Days and rails': 'Jours et opérateurs',
  Differences: 'Différences',
  Differs: 'Diffère',
  'Each line of the statement has its payment in our books, and each payment its line.':
    'Chaque ligne du relevé a son paiement dans nos livres, et chaque paiement sa ligne.',
  'Each live rail’s own record of a day against our books. A difference becomes a case, never a silent edit.':
    'Ce que chaque opérateur réel a noté d’un jour, face à nos livres. Une différence devient un dossier, jamais une retouche en silence.',
  'Earlier days': 'Jours d’avant',
  'Fees that differ': 'Frais qui diffèrent',
  'Fetch it from the rail': 'Le demander à l’opérateur',
  'from a file, by {name} {time}': 'd’un fichier, par {name} {time}',
  'from the rail, by {name} {time}': 'de l’opérateur, par {name} {time}',
  'Import a file': 'Importer un fichier',
  'Import another file': 'Importer un autre fichier',
  'Import the rail’s record of the day. A day on which the rail moved nothing is a file with its first line only.':
    'Importez ce que l’opérateur a noté du jour. Un jour où l’opérateur n’a rien fait bouger est un fichier avec sa seule première ligne.',
  Imported: 'Importé',
  'Imported and compared.': 'Importé et comparé.',
  'Imported and compared. {count} payments in doubt were found; their cases have your proposal.': {
    one: 'Importé et comparé. Un paiement douteux a été trouvé\u00a0; son dossier a votre proposition.',
    other:
      'Importé et comparé. {count} paiements douteux ont été trouvés\u00a0; leurs dossiers ont votre proposition.',
  },
  'It takes the place of what was imported before.': 'Il remplace ce qui a été importé avant.',
  'Later days': 'Jours d’après',
  'Left out: {reference} and others. The statement of {day}, which is closed, has it already. Ask the rail on which day it was paid.':
    'Laissés de côté\u00a0: {reference} et d’autres. Le relevé du {day}, qui est clos, les a déjà. Demandez à l’opérateur quel jour ils ont été payés.',
  'Left out: {reference}. The statement of {day}, which is closed, has it already. Ask the rail on which day it was paid.':
    'Laissé de côté\u00a0: {reference}. Le relevé du {day}, qui est clos, l’a déjà. Demandez à l’opérateur quel jour il a été payé.',
  'May be {payment}': 'Peut-être {payment}',
  'No difference': 'Aucune différence',
  'No statement': 'Pas de relevé',
  'No statement was imported yet': 'Aucun relevé n’a encore été importé',
  'nothing booked': 'rien d’inscrit',
  'Nothing booked': 'Rien d’inscrit',
  'Nothing to compare yet': 'Encore rien à comparer',
  'Other days': 'Autres jours',
  'Our books have none': 'Nos livres n’en ont pas',
  Payment: 'Paiement',
  Reversals: 'Annulations',
  'So much wants a second operator: it waits under Approvals.':
    'Une telle somme demande une deuxième personne de l’équipe\u00a0: elle attend sous Accords.',
  'Statement file': 'Fichier du relevé',
  'Statement is missing': 'Le relevé manque',
  'Sums of both sides': 'Sommes des deux côtés',
  'The case': 'Le dossier',
  'The day is closed.': 'Le jour est clos.',
  'The day is not over yet': 'Le jour n’est pas encore terminé',
  'The file is larger than 16 MB.': 'Le fichier dépasse 16 Mo.',
  'The house’s expense changes by {amount}, dated today, with a journal for each payment.':
    'Les charges de la maison changent de {amount}, à la date d’aujourd’hui, avec une écriture pour chaque paiement.',
  'The rail has none': 'L’opérateur n’en a pas',
  'The rail’s record of this day, as CSV with the columns {columns}.':
    'Ce que l’opérateur a noté de ce jour, en CSV avec les colonnes {columns}.',
  'The statement stays as it is from then on, and cannot be imported again.':
    'Le relevé reste tel qu’il est à partir de là, et ne peut plus être importé.',
  'There are more than {count} differences; these are the first. Look whether this is the statement of {rail} of this day.':
    'Il y a plus de {count} différences\u00a0; voici les premières. Regardez si c’est bien le relevé de {rail} de ce jour.',
  'when the day is closed': 'quand le jour est clos',
  'Why they differ, as far as it is known.': 'Pourquoi ils diffèrent, si on le sait.',
  '{count} booked': '{count} inscrits',
  '{count} booked as the rail says.': '{count} inscrits comme le dit l’opérateur.',
  '{count} could not be booked: our books have not enough in the rail’s wallet.':
    '{count} n’ont pas pu être inscrits\u00a0: nos livres n’ont pas assez dans le portefeuille de l’opérateur.',
  '{count} differences': { one: '{count} différence', other: '{count} différences' },
  '{count} differences become cases first. The statement stays as it is from then on, and cannot be imported again.':
    {
      one: '{count} différence devient d’abord un dossier. Le relevé reste tel qu’il est à partir de là, et ne peut plus être importé.',
      other:
        '{count} différences deviennent d’abord des dossiers. Le relevé reste tel qu’il est à partir de là, et ne peut plus être importé.',
    },
  '{count} payments, {amount} in all. No client’s balance is in it.': {
    one: '{count} paiement, {amount} en tout. Le solde d’aucune entreprise n’est touché.',
    other: '{count} paiements, {amount} en tout. Le solde d’aucune entreprise n’est touché.',
  },
  '{kind}: {amount} of the difference are {count} that both sides have, around midnight, on different days.':
    '{kind}\u00a0: {amount} de la différence sont {count} que les deux côtés ont, autour de minuit, à des jours différents.',
  '{payment} of {client}': '{payment} de {client}',
  '← Reconciliation': '← Rapprochement',
};
