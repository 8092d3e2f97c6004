import type { Catalogue } from '#lib/browser/language/words';

/** Files of payouts. */
export const payoutBatches: Catalogue = {
  All: 'Toutes',
  'Amount, GMD': 'Montant, GMD',
  'An Excel workbook (.xlsx) or a CSV file: a line with the names of the columns, and up to {maxRows} rows below. It needs a reference, an amount, and a number or the name of a saved recipient; a wallet and a note may stand beside them.':
    'Un classeur Excel (.xlsx) ou un fichier CSV\u00a0: une ligne avec les noms des colonnes, et jusqu’à {maxRows} lignes dessous. Il faut une référence, un montant, et un numéro ou le nom d’un bénéficiaire enregistré ; un portefeuille et une note peuvent s’y ajouter.',
  'Ask to pay {count} rows': {
    one: 'Demander à payer {count} ligne',
    other: 'Demander à payer {count} lignes',
  },
  'Balances for this file': 'Soldes pour ce fichier',
  By: 'Par',
  'Change line {line}': 'Modifier la ligne {line}',
  'Change…': 'Modifier…',
  'Check again': 'Vérifier de nouveau',
  'Check the file': 'Vérifier le fichier',
  'Confirmed by {name} {at}, finished {end}.': 'Confirmé par {name} {at}, terminé {end}.',
  'Confirmed by {name} {at}, stopped {end}.': 'Confirmé par {name} {at}, arrêté {end}.',
  'Confirmed by {name} {at}.': 'Confirmé par {name} {at}.',
  'CSV template': 'Modèle CSV',
  Discard: 'Abandonner',
  'Discard this file?': 'Abandonner ce fichier\u00a0?',
  Discarded: 'Abandonné',
  'Every file that you upload is listed here with what became of each of its rows.':
    'Chaque fichier que vous envoyez est listé ici, avec ce que devient chacune de ses lignes.',
  'Every row is good': 'Chaque ligne est bonne',
  'Excel template': 'Modèle Excel',
  Faulty: 'Erronée',
  File: 'Fichier',
  'Files of payouts': 'Fichiers de versements',
  'Held for the wallet': 'En attente du portefeuille',
  'In flight': 'En route',
  'Left out': 'Laissées de côté',
  'Left out: {rows}': 'Laissées de côté\u00a0: {rows}',
  Line: 'Ligne',
  'Line {line}': 'Ligne {line}',
  'Line {line} was checked again.': 'La ligne {line} a été vérifiée de nouveau.',
  'Line {line} was taken out.': 'La ligne {line} a été retirée.',
  Mobile: 'Mobile',
  'No fee': 'Sans frais',
  'No file yet': 'Pas encore de fichier',
  'No further row is begun. What was paid stays paid, and the rest can be uploaded again with the same references.':
    'Aucune autre ligne n’est commencée. Ce qui est payé le reste, et le reste peut être renvoyé avec les mêmes références.',
  'No row is in this state any more.': 'Plus aucune ligne n’est dans cet état.',
  none: 'aucune',
  'None of its rows will ever be paid. You can upload the file again.':
    'Aucune de ses lignes ne sera jamais payée. Vous pouvez renvoyer le fichier.',
  Note: 'Note',
  'Nothing is sent before the file is confirmed. The file on your computer stays as it is.':
    'Rien n’est envoyé avant que le fichier soit confirmé. Le fichier sur votre ordinateur reste comme il est.',
  'Of {count} rows the wallet did not say whose number it is.': {
    one: 'Pour une ligne, le portefeuille n’a pas dit à qui est le numéro.',
    other: 'Pour {count} lignes, le portefeuille n’a pas dit à qui est le numéro.',
  },
  'of {total}': 'sur {total}',
  'Open this page again to go on.': 'Rouvrez cette page pour continuer.',
  'Pay out {amount} to {count} recipients?': {
    one: 'Envoyer {amount} à {count} bénéficiaire\u00a0?',
    other: 'Envoyer {amount} à {count} bénéficiaires\u00a0?',
  },
  'Pay {count} rows': { one: 'Payer {count} ligne', other: 'Payer {count} lignes' },
  Paying: 'Paiement en cours',
  Payouts: 'Versements',
  'Put it back': 'La remettre',
  Ready: 'Prête',
  Refused: 'Refusé',
  Result: 'Résultat',
  'Results as CSV': 'Résultats en CSV',
  Reversed: 'Annulé',
  'Rows of the file': 'Lignes du fichier',
  'Rows on it': 'Ses lignes',
  'Rows that it cannot cover are held: they leave your balance and are sent, in order, when it is funded.':
    'Les lignes qu’il ne couvre pas sont mises en attente\u00a0: elles quittent votre solde et partent, dans l’ordre, quand il est alimenté.',
  'Rows to pay': 'Lignes à payer',
  'Rows worked': 'Lignes traitées',
  'Show more': 'Afficher plus',
  'Show more rows': 'Afficher plus de lignes',
  Stop: 'Arrêter',
  'Stop paying?': 'Arrêter de payer\u00a0?',
  Stopped: 'Arrêté',
  'Take this row out': 'Retirer cette ligne',
  'Taken out': 'Retirée',
  'The balance at {provider} lacks {amount}.': 'Il manque {amount} au solde chez {provider}.',
  'The file is {amount} more than what is left for this month. Take rows out, or confirm it when more is left.':
    'Le fichier dépasse de {amount} ce qui reste pour ce mois. Retirez des lignes, ou confirmez-le quand il reste davantage.',
  'The file is {amount} more than what is left for today. Take rows out, or confirm it when more is left.':
    'Le fichier dépasse de {amount} ce qui reste pour aujourd’hui. Retirez des lignes, ou confirmez-le quand il reste davantage.',
  'The rows are paid one after the other, in the order of the file. Money that was sent cannot be called back from here.':
    'Les lignes sont payées l’une après l’autre, dans l’ordre du fichier. L’argent envoyé ne peut pas être rappelé d’ici.',
  'The rows on {provider} are {amount} more than what may still go out over it this month. Take rows out, write another provider at them, or confirm the file when more is left.':
    'Les lignes chez {provider} dépassent de {amount} ce qui peut encore y partir ce mois-ci. Retirez des lignes, donnez-leur un autre opérateur, ou confirmez le fichier quand il reste davantage.',
  'The rows on {provider} are {amount} more than what may still go out over it today. Take rows out, write another provider at them, or confirm the file when more is left.':
    'Les lignes chez {provider} dépassent de {amount} ce qui peut encore y partir aujourd’hui. Retirez des lignes, donnez-leur un autre opérateur, ou confirmez le fichier quand il reste davantage.',
  'The state cannot be read at the moment; it is asked for again by itself.':
    'L’état ne peut pas être lu pour le moment ; il est redemandé tout seul.',
  'The template cannot be made without a connection. Try again.':
    'Le modèle ne peut pas être fait sans connexion. Réessayez.',
  'This file comes to more than one person pays out alone: it will wait for another owner or accountant, under {payouts}.':
    'Ce fichier dépasse ce qu’une personne peut verser seule\u00a0: il attendra un autre propriétaire ou comptable, sous {payouts}.',
  'This file waits for a second person. Nothing is paid before they approve it, under {payouts}.':
    'Ce fichier attend une deuxième personne. Rien n’est payé avant son accord, sous {payouts}.',
  'This goes on by itself.': 'Cela continue tout seul.',
  Total: 'Total',
  Uploaded: 'Envoyé',
  Verdict: 'Avis',
  Waiting: 'À venir',
  'Which rows': 'Quelles lignes',
  'With a warning': 'Avec un avertissement',
  'You may leave this page; the work goes on.': 'Vous pouvez quitter cette page ; le travail continue.',
  'Your balance lacks {balanceLacks}. The file can be confirmed when the balance covers the whole of it.':
    'Il manque {balanceLacks} à votre solde. Le fichier peut être confirmé quand le solde le couvre en entier.',
  '{count} names are not checked with their wallets yet.': {
    one: 'Un nom n’est pas encore vérifié auprès de son portefeuille.',
    other: '{count} noms ne sont pas encore vérifiés auprès de leurs portefeuilles.',
  },
  '{count} rows': { one: '{count} ligne', other: '{count} lignes' },
  '{count} rows have a warning, such as the same number and amount twice, or a number that its wallet knows by another name. They are paid as well.':
    {
      one: 'Une ligne a un avertissement, comme deux fois le même numéro et le même montant, ou un numéro que son portefeuille connaît sous un autre nom. Elle est payée aussi.',
      other:
        '{count} lignes ont un avertissement, comme deux fois le même numéro et le même montant, ou un numéro que son portefeuille connaît sous un autre nom. Elles sont payées aussi.',
    },
  '{count} taken out': { one: '{count} retirée', other: '{count} retirées' },
  '{count} with a fault': { one: '{count} avec une erreur', other: '{count} avec une erreur' },
  '{done} of {good}': '{done} sur {good}',
  '{good} of {total}': '{good} sur {total}',
  '{provider} (closed)': '{provider} (fermé)',
  ' {provider} could pay all of it now: upload the file again for that provider.':
    ' {provider} pourrait tout payer maintenant\u00a0: renvoyez le fichier pour cet opérateur.',
  '{rows}, and {faulty} with a fault': '{rows}, et {faulty} avec une erreur',
  '{state} · {provider} · uploaded {time} by {name}': '{state} · {provider} · envoyé {time} par {name}',
  '{worked} of {count} rows worked': {
    one: '{worked} ligne sur {count} traitée',
    other: '{worked} lignes sur {count} traitées',
  },
};
