import type { Catalogue } from '#lib/browser/language/words';

/** What only a person can settle: the queue, the page of a case, and its settlement. */
export const caseSettlement: Catalogue = {
  '10 to 1,000 characters.': 'De 10 à 1\u00a0000 caractères.',
  'A case stands here once two people have settled it, or one has closed it with what was found.':
    'Un dossier est ici une fois que deux personnes l’ont conclu, ou qu’une l’a fermé avec ce qui a été trouvé.',
  'About|of a case': 'À propos de',
  'Adjust: money moved at the rail that our books lack':
    'Corriger\u00a0: de l’argent a bougé chez l’opérateur, qui manque dans nos livres',
  Adjustments: 'Corrections',
  'Another amount came: it fails, and what came is credited':
    'Un autre montant est venu\u00a0: cela échoue, et ce qui est venu est crédité',
  'Being settled': 'En cours de conclusion',
  'Borne by': 'Supporté par',
  'Case id': 'Identifiant du dossier',
  'Close the case': 'Fermer le dossier',
  'Close the case: {title}': 'Fermer le dossier\u00a0: {title}',
  'Closed by the rail’s word': 'Fermé sur la parole de l’opérateur',
  'Closed by {name}': 'Fermé par {name}',
  'Collected, in the same wallet': 'Encaissé, dans le même portefeuille',
  Confirm: 'Confirmer',
  Currency: 'Monnaie',
  'Day of the statement': 'Jour du relevé',
  Evidence: 'Preuves',
  'Failed: the customer was surely not charged': 'Échoué\u00a0: le client n’a sûrement pas été débité',
  'Failed: the recipient was surely not paid': 'Échoué\u00a0: le bénéficiaire n’a sûrement pas été payé',
  'Give it back…': 'Rendre…',
  History: 'Historique',
  'If confirmed': 'Si confirmé',
  'Import a statement': 'Importer un relevé',
  'In its statement': 'Dans son relevé',
  'In the rail’s statements': 'Dans les relevés de l’opérateur',
  'Its state there': 'Son état là-bas',
  'Kaira opened the case': 'Kaira a ouvert le dossier',
  Kind: 'Type',
  'Lines of the rail’s statements': 'Lignes des relevés de l’opérateur',
  'may be it': 'peut-être celui-ci',
  'Money came in that our books lack': 'De l’argent est entré qui manque dans nos livres',
  'Money has left that our books still have': 'De l’argent est sorti que nos livres ont encore',
  'No amount is known': 'Aucun montant n’est connu',
  'No case is open': 'Aucun dossier n’est ouvert',
  'No case was closed yet': 'Aucun dossier n’a encore été fermé',
  'No client is known': 'Aucune entreprise n’est connue',
  'No closed case fits these filters': 'Aucun dossier fermé ne correspond à ces filtres',
  'No line of an imported statement answers to it.': 'Aucune ligne d’un relevé importé n’y répond.',
  'No money has moved in our books. A journal stands here once it does.':
    'Aucun argent n’a bougé dans nos livres. Une écriture sera ici dès que cela arrive.',
  'No open case fits these filters': 'Aucun dossier ouvert ne correspond à ces filtres',
  'None is known': 'Aucune n’est connue',
  'None yet. {client} gives the money back from the payment’s page in its dashboard.':
    'Encore aucun. {client} rend l’argent depuis la page du paiement dans son tableau de bord.',
  'Nothing is booked, and nobody is told. The case is closed.':
    'Rien n’est inscrit, et personne n’est prévenu. Le dossier est fermé.',
  'Nothing is booked. Unless something was booked of it before, {who} no longer reads that the wallet has paid it, and can pay it anew. The case is closed.':
    'Rien n’est inscrit. Sauf si quelque chose en a été inscrit avant, {who} ne lit plus que le portefeuille l’a payé, et peut le payer de nouveau. Le dossier est fermé.',
  'Nothing moves before a colleague has confirmed it.':
    'Rien ne bouge avant qu’un collègue ne l’ait confirmé.',
  'Nothing moves in the books. What you write stays with the case and in the audit log.':
    'Rien ne bouge dans les livres. Ce que vous écrivez reste avec le dossier et dans le journal d’activité.',
  'Nothing moves, and the case stays open for another proposal.':
    'Rien ne bouge, et le dossier reste ouvert pour une autre proposition.',
  'Nothing: our books are right as they are': 'Rien\u00a0: nos livres ont raison tels qu’ils sont',
  Open: 'Ouvert',
  'Open collections': 'Encaissements ouverts',
  Opened: 'Ouvert',
  'opened {time}': 'ouvert {time}',
  'Other cases of this transaction': 'Autres dossiers de cette transaction',
  'Our books': 'Nos livres',
  'our books are right as they are': 'nos livres ont raison tels qu’ils sont',
  'Our float': 'Notre réserve',
  Outcome: 'Issue',
  'Payment at the rail': 'Paiement chez l’opérateur',
  'Payments whose outcome nobody knows, notices that do not fit, and what a statement and our books differ in appear here by themselves.':
    'Les paiements dont personne ne connaît l’issue, les avis qui ne concordent pas, et ce qui diffère entre un relevé et nos livres apparaissent ici d’eux-mêmes.',
  'Payouts in flight': 'Versements en route',
  'Propose a settlement': 'Proposer une issue',
  'Proposed settlement': 'Issue proposée',
  'Proposed. A colleague decides.': 'C’est proposé. Un collègue décide.',
  Rail: 'Opérateur',
  'Rail reference': 'Référence de l’opérateur',
  'Refunded: the customer gets back what is left of it, out of the client’s balance':
    'Remboursé\u00a0: le client récupère ce qu’il en reste, sur le solde de l’entreprise',
  'Reject the proposed settlement': 'Refuser l’issue proposée',
  Reversal: 'Annulation',
  'Reversed: the money is back in our wallet at the rail':
    'Repris\u00a0: l’argent est de retour dans notre portefeuille chez l’opérateur',
  'Settle an adjustment of {amount}': 'Conclure une correction de {amount}',
  'Settle an adjustment of {amount}?': 'Conclure une correction de {amount}\u00a0?',
  'Settle the case as our books have it': 'Conclure le dossier comme le disent nos livres',
  'Settle the case as our books have it?': 'Conclure le dossier comme le disent nos livres\u00a0?',
  'Settle {amount} as failed': 'Conclure {amount} comme échoué',
  'Settle {amount} as failed?': 'Conclure {amount} comme échoué\u00a0?',
  'Settle {amount} as refunded': 'Conclure {amount} comme remboursé',
  'Settle {amount} as refunded?': 'Conclure {amount} comme remboursé\u00a0?',
  'Settle {amount} as reversed': 'Conclure {amount} comme repris',
  'Settle {amount} as reversed?': 'Conclure {amount} comme repris\u00a0?',
  'Settle {amount} as succeeded': 'Conclure {amount} comme réussi',
  'Settle {amount} as succeeded?': 'Conclure {amount} comme réussi\u00a0?',
  'Settled and booked.': 'Conclu et inscrit.',
  'Show all': 'Tout afficher',
  'Stands in the event balance.adjusted and beside the transaction. 1 to 200 characters.':
    'Figure dans l’événement balance.adjusted et à côté de la transaction. De 1 à 200 caractères.',
  'Stays with the adjustment; the client is not told. 1 to 200 characters.':
    'Reste avec la correction\u00a0; l’entreprise n’en est pas informée. De 1 à 200 caractères.',
  'succeeded late': 'réussi en retard',
  'Succeeded: the rail has the customer’s money': 'Réussi\u00a0: l’opérateur a l’argent du client',
  'Succeeded: the recipient has the money': 'Réussi\u00a0: le bénéficiaire a l’argent',
  'the case': 'le dossier',
  'The case is closed.': 'Le dossier est fermé.',
  'The client': 'L’entreprise',
  'The client is told': 'L’entreprise apprend',
  'the client’s balance': 'le solde de l’entreprise',
  'The collection ends as failed.': 'L’encaissement finit comme échoué.',
  'The collection ends as failed; nothing is booked, so send the customer’s money back. {who} is told payment.failed.':
    'L’encaissement finit comme échoué\u00a0; rien n’est inscrit, renvoyez donc l’argent du client. {who} reçoit payment.failed.',
  'The collection ends as failed; nothing is credited. {who} is told payment.failed.':
    'L’encaissement finit comme échoué\u00a0; rien n’est crédité. {who} reçoit payment.failed.',
  'the collection failed': 'l’encaissement a échoué',
  'the collection refunded': 'l’encaissement est remboursé',
  'the collection reversed': 'l’encaissement a été repris',
  'the collection succeeded': 'l’encaissement a réussi',
  'The house: our losses': 'La maison\u00a0: nos pertes',
  'the house’s losses': 'les pertes de la maison',
  'The notice says': 'L’avis dit',
  'The other transaction': 'L’autre transaction',
  'The payout ends as reversed: {amount} is in our float on the rail again, and credited to {who}, who is told payout.reversed.':
    'Le versement finit comme repris\u00a0: {amount} sont de nouveau dans notre réserve chez l’opérateur, et crédités à {who}, qui reçoit payout.reversed.',
  'The payout ends as succeeded: {amount} that was held has left for good. {who} is told payout.succeeded.':
    'Le versement finit comme réussi\u00a0: {amount} qui étaient en attente sont partis pour de bon. {who} reçoit payout.succeeded.',
  'the payout failed': 'le versement a échoué',
  'the payout refunded': 'le versement est remboursé',
  'the payout reversed': 'le versement a été repris',
  'the payout succeeded': 'le versement a réussi',
  'The rail': 'L’opérateur',
  'The rail has given none': 'L’opérateur n’en a donné aucune',
  'The rail speaks of something else than our books: what is booked is our amount, {amount}.':
    'L’opérateur parle d’autre chose que nos livres\u00a0: ce qui est inscrit est notre montant, {amount}.',
  'The rail’s own name of the payment, where the evidence has one. It is booked once only.':
    'Le nom du paiement chez l’opérateur, si les preuves en ont un. Il ne s’inscrit qu’une fois.',
  'The refund ends as succeeded: {amount} that was held has left for good. {who} is told refund.succeeded.':
    'Le remboursement finit comme réussi\u00a0: {amount} qui étaient en attente sont partis pour de bon. {who} reçoit refund.succeeded.',
  'the refund failed': 'le remboursement a échoué',
  'the refund refunded': 'le remboursement est remboursé',
  'the refund reversed': 'le remboursement a été repris',
  'the refund succeeded': 'le remboursement a réussi',
  'The statement of {day}': 'Le relevé du {day}',
  'The transaction stays as it is.': 'La transaction reste telle qu’elle est.',
  'Unexplained difference': 'Différence inexpliquée',
  'Waits for a second person': 'Attend une deuxième personne',
  'Wallet at the rail': 'Portefeuille chez l’opérateur',
  What: 'Quoi',
  'What became of this collection of {amount}?': 'Qu’est devenu cet encaissement de {amount}\u00a0?',
  'What became of this payout of {amount}?': 'Qu’est devenu ce versement de {amount}\u00a0?',
  'What became of this refund of {amount}?': 'Qu’est devenu ce remboursement de {amount}\u00a0?',
  'what came goes back to the customer': 'ce qui est venu retourne au client',
  'What came goes back to the customer: it fails, and nothing is credited':
    'Ce qui est venu retourne au client\u00a0: cela échoue, et rien n’est crédité',
  'What is known': 'Ce qui est connu',
  'What is left of {amount} goes back to the customer out of the balance of {who}, as a refund of the collection; its endpoints are told of the refund. The case is closed.':
    'Ce qu’il reste de {amount} retourne au client sur le solde de {who}, comme un remboursement de l’encaissement\u00a0; ses endpoints apprennent le remboursement. Le dossier est fermé.',
  'What our books say': 'Ce que disent nos livres',
  'What the client is told': 'Ce que l’entreprise apprend',
  'What was found, and what was done': 'Ce qui a été trouvé, et ce qui a été fait',
  'What you have seen and where, so that a colleague can see it too. 10 to 1,000 characters.':
    'Ce que vous avez vu et où, pour qu’un collègue puisse le voir aussi. De 10 à 1\u00a0000 caractères.',
  'Where our books and a rail’s word do not fit together. Nothing moves by itself: one of you proposes, another one confirms.':
    'Là où nos livres et la parole d’un opérateur ne vont pas ensemble. Rien ne bouge tout seul\u00a0: l’un de vous propose, un autre confirme.',
  'Who bears it': 'Qui le supporte',
  'With the rail': 'Avec l’opérateur',
  Withdraw: 'Retirer',
  'Withdrawn.': 'Demande retirée.',
  '{amount} came in': '{amount} sont entrés',
  '{amount} goes back to {who}, who can pay it out again. Its endpoints are told payout.failed.':
    '{amount} retournent à {who}, qui peut verser de nouveau. Ses endpoints reçoivent payout.failed.',
  '{amount} goes back to {who}, who can refund it again. Its endpoints are told refund.failed.':
    '{amount} retournent à {who}, qui peut rembourser de nouveau. Ses endpoints reçoivent refund.failed.',
  '{amount} goes into our float on the rail and is credited to {who}, without a commission.':
    '{amount} entrent dans notre réserve chez l’opérateur et sont crédités à {who}, sans commission.',
  '{amount} goes into our float on the rail, and our losses are so much less. {who} is not told.':
    '{amount} entrent dans notre réserve chez l’opérateur, et nos pertes diminuent d’autant. {who} n’est pas prévenu.',
  '{amount} goes into what was collected on the rail and is credited to {who}, without a commission.':
    '{amount} entrent dans ce qui a été encaissé chez l’opérateur et sont crédités à {who}, sans commission.',
  '{amount} goes into what was collected on the rail, and our losses are so much less. {who} is not told.':
    '{amount} entrent dans ce qui a été encaissé chez l’opérateur, et nos pertes diminuent d’autant. {who} n’est pas prévenu.',
  '{amount} has left': '{amount} sont sortis',
  '{amount} leaves our float on the rail and is our loss. {who} keeps its balance and is not told.':
    '{amount} sortent de notre réserve chez l’opérateur et sont notre perte. {who} garde son solde et n’est pas prévenu.',
  '{amount} leaves our float on the rail and is taken from the balance of {who}, who is told balance.adjusted.':
    '{amount} sortent de notre réserve chez l’opérateur et sont pris sur le solde de {who}, qui reçoit balance.adjusted.',
  '{amount} leaves what was collected on the rail and is our loss. {who} keeps its balance and is not told.':
    '{amount} sortent de ce qui a été encaissé chez l’opérateur et sont notre perte. {who} garde son solde et n’est pas prévenu.',
  '{amount} leaves what was collected on the rail and is taken from the balance of {who}, who is told balance.adjusted.':
    '{amount} sortent de ce qui a été encaissé chez l’opérateur et sont pris sur le solde de {who}, qui reçoit balance.adjusted.',
  '{amount}, less the commission, is credited to {who}, and its endpoints are told payment.succeeded.':
    '{amount}, moins la commission, sont crédités à {who}, et ses endpoints reçoivent payment.succeeded.',
  '{client}: its balance': '{client}\u00a0: son solde',
  '{consequence} You confirm that you have looked at the evidence yourself.':
    '{consequence} Vous confirmez que vous avez regardé les preuves vous-même.',
  '{name} closed the case': '{name} a fermé le dossier',
  '{name} confirmed the settlement': '{name} a confirmé l’issue',
  '{name} confirmed the settlement as failed': '{name} a confirmé l’issue\u00a0: échoué',
  '{name} confirmed the settlement as refunded': '{name} a confirmé l’issue\u00a0: remboursé',
  '{name} confirmed the settlement as reversed': '{name} a confirmé l’issue\u00a0: repris',
  '{name} confirmed the settlement as succeeded': '{name} a confirmé l’issue\u00a0: réussi',
  '{name} confirmed the settlement: an adjustment': '{name} a confirmé l’issue\u00a0: une correction',
  '{name} confirmed the settlement: our books are right':
    '{name} a confirmé l’issue\u00a0: nos livres ont raison',
  '{name} proposed a settlement': '{name} a proposé une issue',
  '{name} proposed a settlement as failed': '{name} a proposé une issue\u00a0: échoué',
  '{name} proposed a settlement as refunded': '{name} a proposé une issue\u00a0: remboursé',
  '{name} proposed a settlement as reversed': '{name} a proposé une issue\u00a0: repris',
  '{name} proposed a settlement as succeeded': '{name} a proposé une issue\u00a0: réussi',
  '{name} proposed a settlement: an adjustment': '{name} a proposé une issue\u00a0: une correction',
  '{name} proposed a settlement: our books are right':
    '{name} a proposé une issue\u00a0: nos livres ont raison',
  '{name} proposes: {proposal}': '{name} propose\u00a0: {proposal}',
  '{name} rejected the settlement': '{name} a refusé l’issue',
  '{name} was told that the books refuse it': '{name} a appris que les livres la refusent',
  '{name} withdrew the proposal': '{name} a retiré sa proposition',
  '{proposer} proposed it, {confirmer} confirmed it': '{proposer} l’a proposé, {confirmer} l’a confirmé',
  '{who} is told balance.adjusted.': '{who} reçoit balance.adjusted.',
  '{who} is told payment.failed and balance.adjusted.': '{who} reçoit payment.failed et balance.adjusted.',
  '← Cases': '← Dossiers',
};
