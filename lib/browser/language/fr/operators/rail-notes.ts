import type { Catalogue } from '#lib/browser/language/words';

/**
 * What is noted of a call to a rail, of its notice, and of how a case ended: closed sets of ours; what a rail or a person
 * wrote stays as it is. The more exact pattern stands first.
 */
export const railNotes: Catalogue = {
  'a line without its form': 'une ligne sans sa forme',
  absent: 'inconnu',
  'an answer that we cannot read ({saying})': 'une réponse illisible pour nous ({saying})',
  'all connections for this client were in use': 'toutes les connexions de ce client étaient prises',
  amount: 'montant',
  currency: 'monnaie',
  'could not be asked about {name}: {why}': 'n’a pas pu être interrogé sur {name}\u00a0: {why}',
  'did not say that it means {name}': 'n’a pas dit qu’il s’agit de {name}',
  'does not know {name}': 'ne connaît pas {name}',
  'has another {what} for {name}': 'a pour {name} autre chose\u00a0: {what}',
  'it named a payment that is another one of ours': 'il a nommé un paiement qui est un autre des nôtres',
  'it takes too long': 'c’est trop long',
  'it has failed': 'il a échoué',
  'its {what} is {theirs}, ours is {ours}':
    '{what} chez l’opérateur\u00a0: {theirs}, chez nous\u00a0: {ours}',
  'linked already, says the call for that': 'déjà lié, d’après l’appel prévu pour cela',
  'no connection was made in time': 'aucune connexion à temps',
  'no connection was made within {seconds} s': 'aucune connexion en {seconds} s',
  'no cursor': 'pas de curseur',
  'no leave to charge': 'pas d’autorisation de débiter',
  'no log-in: {why}': 'pas de connexion au compte\u00a0: {why}',
  'no number that the rail could know': 'aucun numéro que l’opérateur puisse connaître',
  'no reference': 'pas de référence',
  'no request to confirm': 'aucune demande à confirmer',
  rail_reference: 'référence de l’opérateur',
  reference: 'référence',
  'refused, but begun': 'refusé, mais commencé',
  silent: 'sans réponse',
  'the address cannot be reached': 'l’adresse ne peut pas être jointe',
  'the address of the rail is not valid': 'l’adresse de l’opérateur n’est pas valable',
  'the answer is not valid HTTP': 'la réponse n’est pas du HTTP valable',
  'the balance is in another currency': 'le solde est dans une autre monnaie',
  'the call broke off ({code})': 'l’appel s’est interrompu ({code})',
  'the connection broke before the answer was complete':
    'la connexion s’est coupée avant la fin de la réponse',
  'the connection was refused': 'la connexion a été refusée',
  'the connections to the rail were closed': 'les connexions vers l’opérateur ont été fermées',
  'the connector failed; the log has the error': 'le connecteur a échoué\u00a0; l’erreur est dans le journal',
  'the headers of the answer are longer than 16 KB': 'les en-têtes de la réponse dépassent 16 Ko',
  'the link has ended, and its payment has not': 'le lien a pris fin, et son paiement non',
  'the log-in left too little time': 'la connexion au compte a laissé trop peu de temps',
  'the name of the rail does not resolve': 'le nom de l’opérateur est introuvable',
  'the order is in a state that we do not know': 'la commande est dans un état inconnu de nous',
  'the rail answered with another order': 'l’opérateur a répondu avec une autre commande',
  'the rail answers with an error ({saying})': 'l’opérateur répond par une erreur ({saying})',
  'the rail does not know its own reference': 'l’opérateur ne connaît pas sa propre référence',
  'the rail gave no full answer within {seconds} s': 'pas de réponse complète de l’opérateur en {seconds} s',
  'the rail opened something else': 'l’opérateur a ouvert autre chose',
  'the rail refused our credentials ({saying})': 'l’opérateur a refusé nos identifiants ({saying})',
  'the request cannot be written as HTTP': 'la demande ne peut pas s’écrire en HTTP',
  'the session has ended, and is not found': 'la session a pris fin, et est introuvable',
  'the session has ended, and its payment has not': 'la session a pris fin, et son paiement non',
  'the session has ended, and what became of it is not known':
    'la session a pris fin, et on ne sait pas ce qu’il en est',
  'the statement does not end': 'le relevé ne finit pas',
  'the statement does not go on': 'le relevé ne continue pas',
  'this process stood still too long': 'ce processus est resté arrêté trop longtemps',
  'this rail cannot be asked': 'cet opérateur ne peut pas être interrogé',
  'this rail cannot be probed': 'cet opérateur ne peut pas être sondé',
  'this rail closes nothing': 'cet opérateur ne ferme rien',
  'this rail does not tell it': 'cet opérateur ne le dit pas',
  'this rail gives no such leave': 'cet opérateur ne donne pas cette autorisation',
  'this rail takes nothing back': 'cet opérateur ne reprend rien',
  'TLS failed ({code})': 'TLS a échoué ({code})',
  'Our wallet at the rail has not enough.': 'Notre portefeuille chez l’opérateur n’a pas assez.',
  '{why}; but an earlier call may have been done': '{why}\u00a0; mais un appel d’avant a pu aboutir',
  // Of a notice.
  'It could not be worked on; the log has the error.':
    'Il n’a pas pu être traité\u00a0; l’erreur est dans le journal.',
  'It is about another session of it, which was not paid.':
    'Il concerne une autre session du même paiement, qui n’a pas été payée.',
  'It is about no payment.': 'Il ne concerne aucun paiement.',
  'It says nothing final.': 'Il ne dit rien de définitif.',
  'It stays {status}.': 'Le statut reste\u00a0: {status}.',
  'It is {status} already.': 'Le statut est déjà\u00a0: {status}.',
  'It is {status}.': 'Le statut est\u00a0: {status}.',
  'Its {what} is {theirs}; ours is {ours}.':
    'Chez l’opérateur, {what}\u00a0: {theirs}\u00a0; chez nous\u00a0: {ours}.',
  "The notice says SUCCEEDED, the rail's record {word}.":
    'L’avis dit «\u00a0réussi\u00a0», le registre de l’opérateur «\u00a0{word}\u00a0».',
  "The notice says {state}, the rail's record {word}.":
    'L’avis dit «\u00a0{state}\u00a0», le registre de l’opérateur «\u00a0{word}\u00a0».',
  "The rail's record confirms it, but it is {status}.":
    'Le registre de l’opérateur le confirme, mais le statut est\u00a0: {status}.',
  "The rail's record confirms it: {status}.": 'Le registre de l’opérateur le confirme\u00a0: {status}.',
  "The rail's record is about something else.": 'Le registre de l’opérateur concerne autre chose.',
  "The rail's record says: {word}.": 'Le registre de l’opérateur dit\u00a0: {word}.',
  'We know of no such payment yet.': 'Nous ne connaissons pas encore ce paiement.',
  'We know of no such payment.': 'Nous ne connaissons pas ce paiement.',
  // Of how a case ended.
  'Adjusted: {amount} GMD came in, {whose}; proposed by {name}: {evidence}':
    'Corrigé\u00a0: {amount} GMD sont entrés, {whose}\u00a0; proposé par {name}\u00a0: {evidence}',
  'Adjusted: {amount} GMD has left, {whose}; proposed by {name}: {evidence}':
    'Corrigé\u00a0: {amount} GMD sont sortis, {whose}\u00a0; proposé par {name}\u00a0: {evidence}',
  'Our books are right as they are, proposed by {name}: {evidence}':
    'Nos livres sont justes comme ils sont, proposé par {name}\u00a0: {evidence}',
  'Settled as {outcome}, proposed by {name}: {evidence}':
    'Réglé, {outcome}, proposé par {name}\u00a0: {evidence}',
  'The rail said what became of it: {status}.': 'L’opérateur a dit ce qu’il en est\u00a0: {status}.',
  'What the statement says was booked by two people.':
    'Ce que dit le relevé a été inscrit par deux personnes.',
  'the client’s': 'au compte du client',
  'the house’s': 'au compte de la maison',
  // The words in them, and sizes.
  '{figure} bytes': '{figure} octets',
  '{figure} kB': '{figure} ko',
  '{figure} MB': '{figure} Mo',
  '{figure} GB': '{figure} Go',
  '{figure} TB': '{figure} To',
  PENDING: 'en cours',
  SUCCEEDED: 'réussi',
  FAILED: 'échoué',
  EXPIRED: 'expiré',
  CANCELLED: 'annulé',
  REVERSED: 'repris',
  AWAITING_LIQUIDITY: 'en attente',
};
