import type { Catalogue } from '#lib/browser/language/words';

/** Transactions of all clients. */
export const transactions: Catalogue = {
  'another|client': 'une autre',
  Back: 'Retour',
  'Can be taken back:': 'Peut être repris\u00a0:',
  'Cancel the payout of {amount}?': 'Annuler le versement de {amount}\u00a0?',
  'Cancel {amount}': 'Annuler {amount}',
  'Cancelled. {amount} is back in the client’s balance.':
    'Annulé. {amount} sont de retour dans le solde de l’entreprise.',
  'Find a client': 'Chercher une entreprise',
  'Held because the float of {rail} is short. It goes out by itself when the float is funded.':
    'En attente parce que la réserve de {rail} est insuffisante. Il part tout seul quand la réserve est alimentée.',
  'Id, reference, mobile or rail reference': 'Identifiant, référence, mobile ou référence de l’opérateur',
  'It cannot be taken back while its rail is not connected.':
    'Il ne peut pas être repris tant que son opérateur n’est pas relié.',
  'It was not sent to the rail. {client} has the money back at once, and its endpoints are told payout.failed with CANCELLED_BY_OPERATOR.':
    'Il n’a pas été envoyé à l’opérateur. {client} récupère l’argent tout de suite, et ses endpoints reçoivent payout.failed avec CANCELLED_BY_OPERATOR.',
  late: 'en retard',
  'Look for the whole transaction id, the client’s reference, a mobile number or the rail’s reference.':
    'Cherchez l’identifiant entier de la transaction, la référence de l’entreprise, un numéro mobile ou la référence de l’opérateur.',
  Margin: 'Marge',
  'Name, number or e-mail': 'Nom, numéro ou e-mail',
  'No client has this in its name.': 'Aucune entreprise n’a cela dans son nom.',
  'No transaction bears this identifier': 'Aucune transaction ne porte cet identifiant',
  'No transaction yet': 'Encore aucune transaction',
  'Of all clients, newest first. A search finds whole identifiers only.':
    'De toutes les entreprises, les plus récentes d’abord. Une recherche ne trouve que des identifiants entiers.',
  'Rail’s fee': 'Frais de l’opérateur',
  'Reverse the payout': 'Reprendre le versement',
  'Reverse {amount}': 'Reprendre {amount}',
  'Take a filter away, or look in other days.': 'Retirez un filtre, ou cherchez d’autres jours.',
  'Take a filter away, or look in the other environment.':
    'Retirez un filtre, ou cherchez dans l’autre environnement.',
  'Take {amount} back from {mobile}?': 'Reprendre {amount} à {mobile}\u00a0?',
  'The 72 hours in which it could be taken back are over.':
    'Les 72 heures pendant lesquelles il pouvait être repris sont passées.',
  'The client reads it, and it stands in the audit log.':
    'L’entreprise le lit, et cela figure dans le journal d’activité.',
  'The rail is asked to take it from the recipient, in full. If it does, {client} has the money again, and its endpoints are told payout.reversed. A rail may refuse, for one when the recipient has spent it.':
    'L’opérateur est prié de tout reprendre au bénéficiaire. S’il le fait, {client} a de nouveau l’argent, et ses endpoints reçoivent payout.reversed. Un opérateur peut refuser, par exemple si le bénéficiaire l’a dépensé.',
  'The rail says {amount}: reconciliation of its day books the difference.':
    'L’opérateur dit {amount}\u00a0: le rapprochement de son jour inscrit la différence.',
  'The rail was asked {time} to take this payout back; its answer is awaited. It is asked again by itself until it answers. The money is the client’s again only when the rail says so.':
    'L’opérateur a été prié {time} de reprendre ce versement\u00a0; sa réponse est attendue. La demande se répète toute seule jusqu’à ce qu’il réponde. L’argent n’est de nouveau à l’entreprise que quand l’opérateur le dit.',
  'The rail was asked; its answer is awaited.': 'L’opérateur a été interrogé\u00a0; sa réponse est attendue.',
  'There are more: type a part of the name.': 'Il y en a d’autres\u00a0: saisissez une partie du nom.',
  'They appear here as soon as a client collects or pays out.':
    'Elles apparaissent ici dès qu’une entreprise encaisse ou verse.',
  'This rail takes no payout back. Ask the recipient to return it.':
    'Cet opérateur ne reprend aucun versement. Demandez au bénéficiaire de le rendre.',
  'when it succeeds': 'quand il réussit',
  '{amount} came back': '{amount} sont revenus',
  '{amount} is back, and the client’s again.': '{amount} sont de retour, et de nouveau à l’entreprise.',
  '{amount}, the commission less the rail’s fee': '{amount}, la commission moins les frais de l’opérateur',
  '{count} messages': { one: '{count} message', other: '{count} messages' },
  'Look for it among the clients': 'Chercher parmi les clients',
};
