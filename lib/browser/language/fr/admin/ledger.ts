import type { Catalogue } from '#lib/browser/language/words';

/** The ledger. */
export const ledger: Catalogue = {
  '(the house)': '(la maison)',
  'Adjustment, booked by two people': 'Correction, inscrite par deux personnes',
  'All up to seal {number} stood as it was sealed at the recount {time}.':
    'Tout jusqu’au sceau {number} était comme scellé au recomptage, {time}.',
  Chain: 'Chaîne',
  'Chart of accounts': 'Plan comptable',
  'Checks done': 'Contrôles faits',
  'Collected money covered a payout': 'L’argent encaissé a couvert un versement',
  'Collected money moved to the float': 'Argent encaissé passé dans la réserve',
  'Collected money paid to our bank': 'Argent encaissé payé à notre banque',
  'Collected, at the rail': 'Encaissé, chez l’opérateur',
  'Collection credited, less the commission': 'Encaissement crédité, moins la commission',
  'Earned|a commission': 'Gagné',
  'Entries of the journal {id}': 'Lignes de l’écriture {id}',
  'Every butut stands on two accounts: the sum of all is zero.':
    'Chaque butut est sur deux comptes\u00a0: la somme de tout est zéro.',
  'Every check ({count})': 'Tous les contrôles ({count})',
  'Every rule of the books, recounted from the rows themselves. It changes nothing; with many transactions it takes minutes.':
    'Chaque règle des livres, recomptée à partir des lignes elles-mêmes. Cela ne change rien\u00a0; avec beaucoup de transactions, cela prend des minutes.',
  'Finished {time}, started by {name}': 'Fini {time}, lancé par {name}',
  'Float moved to another rail': 'Réserve transférée à un autre opérateur',
  'Float topped up': 'Réserve alimentée',
  'Float withdrawn to the bank': 'Réserve retirée vers la banque',
  Invariant: 'Règle',
  Invariants: 'Règles des livres',
  'Lost by the house': 'Perdu par la maison',
  'Money moves when a collection succeeds and when a payout is accepted: before that a transaction has no journal.':
    'L’argent bouge quand un encaissement réussit et quand un versement est accepté\u00a0: avant cela, une transaction n’a pas d’écriture.',
  'No journal has this id': 'Aucune écriture n’a cet identifiant',
  'No recount has found it whole yet.': 'Aucun recomptage ne l’a encore trouvé intact.',
  'No.': 'Nº',
  'Not finished': 'Pas fini',
  'Owed to clients, for payouts under way': 'Dû aux entreprises, pour des versements en cours',
  'Owed to clients, free to pay out': 'Dû aux entreprises, libre pour les versements',
  'Paid to the rail for its work': 'Payé à l’opérateur pour son travail',
  'Payout given back to the balance': 'Versement rendu au solde',
  'Payout left through the float': 'Versement sorti par la réserve',
  'Payout reversed: back in the float and the balance':
    'Versement repris\u00a0: de retour dans la réserve et le solde',
  'Payout taken from the balance and held': 'Versement pris sur le solde et mis en attente',
  'Recount the books': 'Recompter les livres',
  'Recounting…': 'Recomptage…',
  'Refund given back by the rail, out of what it had collected':
    'Remboursement rendu par l’opérateur, sur ce qu’il avait encaissé',
  'Refund given back to the balance': 'Remboursement rendu au solde',
  'Refund left through the float': 'Remboursement sorti par la réserve',
  'Refund taken from the balance and held': 'Remboursement pris sur le solde et mis en attente',
  row: 'ligne',
  rows: 'lignes',
  'Seal {number} was made {time}, of {rows}.': 'Le sceau {number} a été posé {time}, sur {rows}.',
  'Seal {number} was made {time}, of {rows}; more waits for the next one.':
    'Le sceau {number} a été posé {time}, sur {rows}\u00a0; d’autres attendent le prochain.',
  'Started by {name} {time}': 'Lancé par {name} {time}',
  'The books balance': 'Les livres s’équilibrent',
  'The books do not balance': 'Les livres ne s’équilibrent pas',
  'The books were not recounted from here yet. After a recount each rule stands here, with how many rows it looked at and which of them break it.':
    'Les livres n’ont pas encore été recomptés d’ici. Après un recomptage, chaque règle est ici, avec le nombre de lignes qu’elle a regardées et celles qui ne la respectent pas.',
  'The books were not sealed yet. A worker does it every minute; the first seals are of all that is there.':
    'Les livres n’ont pas encore été scellés. Un processus de travail le fait chaque minute\u00a0; les premiers sceaux portent sur tout ce qui est là.',
  'The entries of a transaction, or of one journal, appear here once you look for its id.':
    'Les lignes d’une transaction, ou d’une écriture, apparaissent ici dès que vous cherchez son identifiant.',
  'The house': 'La maison',
  'To pay out from, at the rail': 'Pour les versements, chez l’opérateur',
  'Transaction or journal id': 'Identifiant d’une transaction ou d’une écriture',
  violation: 'anomalie',
  Violations: 'Anomalies',
  violations: 'anomalies',
  'What it is': 'Ce que c’est',
  'Who put money into the floats': 'Qui a mis de l’argent dans les réserves',
  '{checks} checks, {count} violations': {
    one: '{checks} contrôles, {count} anomalie',
    other: '{checks} contrôles, {count} anomalies',
  },
  '{count} clients': { one: '{count} entreprise', other: '{count} entreprises' },
  '{count} of {all} checks done': '{count} contrôles sur {all} faits',
  '{count} rows': { one: '{count} ligne', other: '{count} lignes' },
};
