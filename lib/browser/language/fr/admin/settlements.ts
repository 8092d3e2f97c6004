import type { Catalogue } from '#lib/browser/language/words';

/** Clients’ money on its way to their banks. */
export const settlements: Catalogue = {
  'Add a column': 'Ajouter une colonne',
  'All settlements that wait go into it; their clients can no longer cancel them.':
    'Tous les règlements en attente y entrent\u00a0; leurs entreprises ne peuvent plus les annuler.',
  'As your bank wants them. A file that was made already stays as it is.':
    'Comme votre banque les veut. Un fichier déjà créé reste tel qu’il est.',
  Asked: 'Demandé',
  'Columns of the bank’s file': 'Colonnes du fichier de la banque',
  'Confirm {reference}': 'Confirmer {reference}',
  'Confirmed.': 'Confirmé.',
  Discard: 'Abandonner',
  'Discard the file of {amount}?': 'Abandonner le fichier de {amount}\u00a0?',
  Discarded: 'Abandonné',
  'Discarded. Its settlements wait again.': 'Abandonné. Ses règlements attendent de nouveau.',
  'Does the bank have the file of {amount}?': 'La banque a-t-elle le fichier de {amount}\u00a0?',
  'downloaded by {names}': 'téléchargé par {names}',
  'Edit the columns': 'Modifier les colonnes',
  Ended: 'Terminé',
  'Files for the bank': 'Fichiers pour la banque',
  'Give back': 'Rendre',
  'Give {reference} back': 'Rendre {reference}',
  'Give {reference} back?': 'Rendre {reference}\u00a0?',
  'Given back.': 'Rendu.',
  'Has the bank paid {reference}?': 'La banque a-t-elle payé {reference}\u00a0?',
  'It was sent': 'Il a été envoyé',
  'Kept back: the client has removed the account': 'Retenu\u00a0: l’entreprise a retiré le compte',
  'Kept back: the client is suspended': 'Retenu\u00a0: l’entreprise est suspendue',
  Made: 'Création',
  'Make a file': 'Créer un fichier',
  'Make a file of all that waits?': 'Créer un fichier de tout ce qui attend\u00a0?',
  'Make the file': 'Créer le fichier',
  'Mark as sent': 'Marquer comme envoyé',
  'Marked as sent.': 'Marqué comme envoyé.',
  'Name of column {number}': 'Nom de la colonne {number}',
  'No settlement waits for a file.': 'Aucun règlement n’attend de fichier.',
  'Nothing has ended yet': 'Rien n’est encore terminé',
  'Nothing is under way': 'Rien n’est en cours',
  'Only when the bank never gets it: its settlements wait for another file, and would be paid twice. Ask everybody who has downloaded it.':
    'Seulement si la banque ne le reçoit jamais\u00a0: ses règlements attendent un autre fichier, et seraient payés deux fois. Demandez à tous ceux qui l’ont téléchargé.',
  'Reason, which the client reads': 'Raison, que l’entreprise lit',
  Remove: 'Enlever',
  'Remove column {number}': 'Enlever la colonne {number}',
  'Say so when the bank has the file. From then on another operator says of each settlement what the bank made of it.':
    'Dites-le quand la banque a le fichier. À partir de là, une autre personne de l’équipe dit pour chaque règlement ce que la banque en a fait.',
  'Text of column {number}': 'Texte de la colonne {number}',
  'The bank’s reference': 'La référence de la banque',
  'The file was made.': 'Le fichier a été créé.',
  'The next file has these columns.': 'Le prochain fichier a ces colonnes.',
  'To be sent': 'À envoyer',
  'What clients ask for, or their schedules, appears here.':
    'Ce que demandent les entreprises, ou leurs calendriers, apparaît ici.',
  'What clients’ balances send to their own bank accounts. One of you sends a file, another one says what the bank made of it.':
    'Ce que les soldes des entreprises envoient à leurs propres comptes bancaires. L’un de vous envoie un fichier, un autre dit ce que la banque en a fait.',
  'What stands in column {number}': 'Ce qui est dans la colonne {number}',
  'Without an answer': 'Sans réponse',
  'Yours: a colleague answers': 'Le vôtre\u00a0: un collègue répond',
  '{amount} to {to}. Look at the bank’s own statement before you say yes.':
    '{amount} à {to}. Regardez le relevé de la banque elle-même avant de dire oui.',
  '{client} has {amount} again. Make sure by the bank’s own statement that {to} does not have it.':
    '{client} a de nouveau {amount}. Assurez-vous par le relevé de la banque elle-même que {to} ne l’a pas.',
  '{count} settlements are kept back: the client is suspended, or has removed the account.': {
    one: '{count} règlement est retenu\u00a0: l’entreprise est suspendue, ou a retiré le compte.',
    other: '{count} règlements sont retenus\u00a0: l’entreprise est suspendue, ou a retiré le compte.',
  },
  '{count} settlements of {amount} in all wait for a file.': {
    one: '{count} règlement de {amount} en tout attend un fichier.',
    other: '{count} règlements de {amount} en tout attendent un fichier.',
  },
};
