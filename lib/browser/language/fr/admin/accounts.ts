import type { Catalogue } from '#lib/browser/language/words';

/** The house’s books for an accountant. */
export const accounts: Catalogue = {
  'A month that has been over for a day can be closed.': 'Un mois terminé depuis un jour peut être clos.',
  'Adjustments borne': 'Corrections supportées',
  'All that is dated before is closed with it.': 'Tout ce qui est daté d’avant est clos avec.',
  'Another operator decides. From then on nothing can be dated into the period, by anybody, and it is never opened again: import the rails’ statements and settle the cases of the month first. The books are recounted now, and closed only if that finds nothing.':
    'Une autre personne de l’équipe décide. À partir de là, plus personne ne peut rien dater dans la période, et elle n’est jamais rouverte\u00a0: importez d’abord les relevés des opérateurs et concluez les dossiers du mois. Les livres sont recomptés maintenant, et clos seulement si rien n’est trouvé.',
  'Ask to close': 'Demander la clôture',
  'asked by {name}; {count} checks, no violation':
    'demandé par {name}\u00a0; {count} contrôles, aucune anomalie',
  'Asked. Another operator decides under Approvals.':
    'C’est demandé. Une autre personne de l’équipe décide sous Accords.',
  Balance: 'Solde',
  'By the day on which it was booked. What the house bears is below zero.':
    'Par jour d’inscription. Ce que la maison supporte est sous zéro.',
  'Close a period': 'Clore une période',
  Closed: 'Fermé',
  'Closed periods': 'Périodes closes',
  'Close…': 'Clore…',
  'Commission by client': 'Commission par entreprise',
  'Commission earned': 'Commission gagnée',
  'Commission of each client in {month}': 'Commission de chaque entreprise en {month}',
  'Commission returned': 'Commission rendue',
  Credited: 'Crédité',
  'credit|a side': 'crédit',
  'Day of the trial balance': 'Jour de la balance',
  'Debit and credit': 'Débit et crédit',
  'Debit and credit are the same': 'Le débit et le crédit sont égaux',
  'Debit and credit at its end': 'Débit et crédit à sa fin',
  Debited: 'Débité',
  'debit|a side': 'débit',
  Difference: 'Différence',
  'Download CSV': 'Télécharger en CSV',
  'Each account appears with the first journal that touches it.':
    'Chaque compte apparaît avec la première écriture qui le touche.',
  Entries: 'Lignes',
  Files: 'Fichiers',
  'from the first to {last}': 'du début au {last}',
  'from {first} to {last}': 'du {first} au {last}',
  Journals: 'Écritures',
  'Journals as a file': 'Les écritures dans un fichier',
  'Less what refunds returned. Each client reads its own statement under Statement.':
    'Moins ce que les remboursements ont rendu. Chaque entreprise lit son propre relevé sous Relevé.',
  Month: 'Mois',
  'Month of the commission': 'Mois de la commission',
  'No commission was taken in this month.': 'Aucune commission n’a été prise ce mois-là.',
  'No fee of a rail was booked in these months: set under Rails what each takes, unless it says so itself.':
    'Aucuns frais d’opérateur n’ont été inscrits ces mois-là\u00a0: indiquez sous Opérateurs ce que chacun prend, sauf s’il le dit lui-même.',
  'No period is closed yet': 'Aucune période n’est encore close',
  'Not final: more may still be booked': 'Pas définitif\u00a0: d’autres inscriptions sont possibles',
  'Nothing can be dated into a closed period any more; the database itself refuses it. What belongs to it is booked later and names it.':
    'Rien ne peut plus être daté dans une période close\u00a0; la base de données elle-même le refuse. Ce qui en relève est inscrit plus tard et la nomme.',
  'Nothing was booked until then': 'Rien n’avait encore été inscrit',
  'One line for each entry, with an id that stays. Both days are part of it, 366 days at most. The file of a closed period is the same to the last byte whenever you download it; one of days that are not final says “provisional” in its name.':
    'Une ligne par mouvement, avec un identifiant qui reste. Les deux jours en font partie, 366 jours au plus. Le fichier d’une période close est le même à l’octet près chaque fois que vous le téléchargez\u00a0; celui de jours qui ne sont pas définitifs porte «\u00a0provisional\u00a0» dans son nom.',
  'Other|of profit and loss': 'Autre',
  Owner: 'À qui',
  Period: 'Période',
  'Profit and loss': 'Résultat',
  'Profit and loss by month': 'Résultat par mois',
  'Rails’ fees': 'Frais des opérateurs',
  'SHA-256': 'SHA-256',
  'SHA-256 of the journals': 'SHA-256 des écritures',
  Show: 'Afficher',
  Statement: 'Relevé',
  'Statement of {name} as PDF': 'Relevé de {name} en PDF',
  'The books do not balance: {amount}': 'Les livres ne s’équilibrent pas\u00a0: {amount}',
  'The first month can be closed when it has been over for a day.':
    'Le premier mois peut être clos un jour après sa fin.',
  'The house’s books for an accountant: any day’s trial balance, each month’s profit, every journal as a file.':
    'Les livres de la maison pour un comptable\u00a0: la balance de n’importe quel jour, le résultat de chaque mois, chaque écriture dans un fichier.',
  'Trial balance': 'Balance',
  'Trial balance at the end of {day}': 'Balance à la fin du {day}',
  'Until the end of': 'Jusqu’à la fin de',
  'Until {day}': 'Jusqu’au {day}',
  '{name} asked {time} to close {month}. Another operator decides under {approvals}, once the recount of the books has found nothing.':
    '{name} a demandé {time} de clore {month}. Une autre personne de l’équipe décide sous {approvals}, une fois que le recomptage des livres n’a rien trouvé.',
  '{name} closed the books at the end of this day {time}. They say the same as then.':
    '{name} a clos les livres à la fin de ce jour, {time}. Ils disent la même chose qu’alors.',
  '{name} closed the books at the end of this day, and they say something else by now: {accounts}. Nothing of Kaira does that. Recount the books under Ledger, and find out who has changed the database.':
    '{name} a clos les livres à la fin de ce jour, et ils disent maintenant autre chose\u00a0: {accounts}. Rien dans Kaira ne fait cela. Recomptez les livres sous Grand livre, et cherchez qui a changé la base de données.',
  '{time} by {name}': '{time} par {name}',
};
