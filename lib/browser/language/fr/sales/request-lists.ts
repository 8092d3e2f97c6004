import type { Catalogue } from '#lib/browser/language/words';

/** Requests from a file. */
export const requestLists: Catalogue = {
  'An Excel workbook (.xlsx) or a CSV file: a line with the names of the columns, and up to {count} rows below. It needs a reference, an amount, and a number or an e-mail; a name, the day to pay by, and a message may stand beside them.':
    'Un classeur Excel (.xlsx) ou un fichier CSV\u00a0: une ligne avec les noms des colonnes en anglais, et jusqu’à {count} lignes dessous. Il faut une référence, un montant, et un numéro ou un e-mail\u00a0; un nom, l’échéance et un message peuvent s’y ajouter.',
  'Asked for': 'Demandé',
  'Check the file': 'Vérifier le fichier',
  '{count} more in part.': '{count} de plus en partie.',
  '{count} overdue': '{count} en retard',
  '{count} requests of {amount} in all.': {
    one: '{count} demande de {amount} en tout.',
    other: '{count} demandes de {amount} en tout.',
  },
  '{count} rows are of customers who were erased: nobody is asked again.': {
    one: '{count} ligne est d’un client effacé\u00a0: il n’est pas sollicité de nouveau.',
    other: '{count} lignes sont de clients effacés\u00a0: ils ne sont pas sollicités de nouveau.',
  },
  '{count} rows cannot be taken. Put them right in your file and choose it again: all of it is made, or nothing.':
    {
      one: '{count} ligne ne peut pas être prise. Corrigez-la dans votre fichier et choisissez-le de nouveau\u00a0: tout est créé, ou rien.',
      other:
        '{count} lignes ne peuvent pas être prises. Corrigez-les dans votre fichier et choisissez-le de nouveau\u00a0: tout est créé, ou rien.',
    },
  '{count} rows stood in an earlier file and stay as they are.': {
    one: '{count} ligne était dans un fichier précédent et reste comme elle est.',
    other: '{count} lignes étaient dans un fichier précédent et restent comme elles sont.',
  },
  'CSV template': 'Modèle CSV',
  'Each customer reads it, and the list is called so. A longer file under the same name adds what is new.':
    'Chaque client le lit, et la liste porte ce nom. Un fichier plus long sous le même nom ajoute ce qui est nouveau.',
  'Each file becomes a list here, which shows who has paid and who has not.':
    'Chaque fichier devient ici une liste, qui montre qui a payé et qui non.',
  Erased: 'Effacé',
  Good: 'Bon',
  'Have paid': 'Ont payé',
  Line: 'Ligne',
  List: 'Liste',
  Lists: 'Listes',
  'Made already': 'Déjà créé',
  'Make {count} requests': { one: 'Créer {count} demande', other: 'Créer {count} demandes' },
  'Many requests at once, such as school fees: choose a file, read what was found in it, then make them.':
    'Beaucoup de demandes à la fois, comme des frais de scolarité\u00a0: choisissez un fichier, lisez ce qui s’y trouve, puis créez-les.',
  'No list yet': 'Pas encore de liste',
  'Nobody of this list stands so': 'Personne de cette liste dans cet état',
  'Not paid yet': 'Pas encore payé',
  '{paid} have paid.': '{paid} ont payé.',
  'Paid here': 'Payé ici',
  'Put it right': 'À corriger',
  'Requests from a file': 'Demandes depuis un fichier',
  'Requests of this list': 'Demandes de cette liste',
  'Rows of the file': 'Lignes du fichier',
  Send: 'Envoyer',
  'Show more': 'Afficher plus',
  'Show the list': 'Afficher la liste',
  'to {name}': 'à {name}',
  Verdict: 'Avis',
  'What is in the file': 'Ce que contient le fichier',
  Why: 'Pourquoi',
  'Your role, {role}, can look at the lists and not make one.':
    'Votre rôle, {role}, permet de voir les listes, pas d’en créer.',
};
