import type { Catalogue } from '#lib/browser/language/words';

/** What becomes of a transaction: its states, its story and its steps. */
export const transactionWords: Catalogue = {
  'Accepted; not sent to the wallet yet': 'Accepté\u00a0; pas encore envoyé au portefeuille',
  'Accepted; waiting for the wallet to confirm':
    'Accepté\u00a0; en attente de la confirmation du portefeuille',
  'Adjusted by two operators': 'Ajusté par deux personnes de l’équipe de Kaira',
  'an endpoint': 'une adresse',
  'Ask the customer how else to give the money back, for example in cash.':
    'Demandez au client comment lui rendre l’argent autrement, par exemple en espèces.',
  'Ask the customer whether it was meant, then start a new collection or offer another provider.':
    'Demandez au client si c’était voulu, puis commencez un nouvel encaissement ou proposez un autre opérateur.',
  'Ask the operators of this gateway for the reason.': 'Demandez la raison à l’équipe de cette passerelle.',
  'asked at {time}': 'demandé le {time}',
  'Back in the balance at the provider and in your own':
    'Revenu dans le solde chez l’opérateur et dans le solde de l’entreprise',
  'Booked {amount}: {what}': 'Inscrit {amount}\u00a0: {what}',
  'by {name}': 'par {name}',
  Cancelled: 'Annulé',
  'Cancelled before it was sent': 'Annulé avant l’envoi',
  'Cancelled; the session was closed at the provider':
    'Annulé\u00a0; la session a été fermée chez l’opérateur',
  'Charge of the wallet': 'Débit du portefeuille',
  'Check the number, or offer a provider on which the customer has a wallet.':
    'Vérifiez le numéro, ou proposez un opérateur chez qui le client a un portefeuille.',
  'Check the number, or pay out over another provider, with a new reference.':
    'Vérifiez le numéro, ou versez par un autre opérateur, avec une nouvelle référence.',
  Created: 'Créé',
  'Created; the balance at the provider is short': 'Créé\u00a0; le solde chez l’opérateur est insuffisant',
  'Created; the provider gives it back': 'Créé\u00a0; l’opérateur le rend',
  'Credited to your balance, less the commission': 'Crédité au solde, moins la commission',
  Expired: 'Expiré',
  'Expires, unless it is paid before': 'Expire, sauf s’il est payé avant',
  Failed: 'Échoué',
  'Fee given back by the provider': 'Frais rendus par l’opérateur',
  'Fee set right by the provider’s statement': 'Frais corrigés selon le relevé de l’opérateur',
  'Given back by the provider, out of what it had collected':
    'Rendu par l’opérateur, sur ce qu’il avait encaissé',
  'Given back through the balance at the provider': 'Rendu par le solde chez l’opérateur',
  'Given back to your balance': 'Rendu au solde',
  Held: 'En attente',
  'Is opened at the provider': 'S’ouvre chez l’opérateur',
  'Is sent to the provider': 'Part chez l’opérateur',
  'It waits until {provider} is open again, and then goes out by itself. Nothing was sent. The money is held.':
    'Il attend que {provider} ouvre de nouveau, puis part tout seul. Rien n’a été envoyé. L’argent est en attente.',
  'It was sent, and {provider} has not said yet whether it arrived. It may have: pay it no other way. Kaira asks {provider} again by itself, and it ends as it really ended.':
    'Il a été envoyé, et {provider} n’a pas encore dit s’il est arrivé. C’est possible\u00a0: ne le payez pas autrement. Kaira redemande à {provider} toute seule, et il finit comme il a réellement fini.',
  'Left through the balance at the provider': 'Sorti par le solde chez l’opérateur',
  'Next attempt of webhook {event}': 'Prochain essai du webhook {event}',
  'No answer': 'Aucune réponse',
  'no answer that could be read; it is being looked into':
    'aucune réponse lisible\u00a0; c’est en cours d’examen',
  'Not given back: in your balance again': 'Non rendu\u00a0: de nouveau dans le solde',
  'Not paid in time; the session was closed at the provider':
    'Pas payé à temps\u00a0; la session a été fermée chez l’opérateur',
  'Notice of the provider': 'Avis de l’opérateur',
  'On its way back to the customer. The money is held until the provider confirms that it arrived.':
    'En route vers le client. L’argent est en attente jusqu’à ce que l’opérateur confirme son arrivée.',
  'On its way. The money is held until the wallet confirms that it arrived.':
    'En route. L’argent est en attente jusqu’à ce que le portefeuille confirme son arrivée.',
  'Only the customer can find out why it is blocked. Offer another provider.':
    'Seul le client peut savoir pourquoi il est bloqué. Proposez un autre opérateur.',
  'Only the customer can find out why the account is blocked. Refund the payment again after that.':
    'Seul le client peut savoir pourquoi le compte est bloqué. Remboursez ensuite le paiement de nouveau.',
  'One-time password sent again': 'Code unique envoyé de nouveau',
  'Opening at the provider': 'Ouverture chez l’opérateur',
  Pending: 'En cours',
  'received and confirmed': 'reçu et confirmé',
  'received, not worked on yet': 'reçu, pas encore traité',
  'received; it changed nothing': 'reçu\u00a0; cela n’a rien changé',
  'received; it does not fit, and a person looks at it':
    'reçu\u00a0; cela ne concorde pas, et une personne l’examine',
  'Refund at the provider': 'Remboursement chez l’opérateur',
  'Refund the payment again; if it fails each time, tell the operators of this gateway.':
    'Remboursez le paiement de nouveau\u00a0; s’il échoue à chaque fois, prévenez l’équipe de cette passerelle.',
  'Reversal at the provider': 'Annulation chez l’opérateur',
  Reversed: 'Repris',
  'Sending to the provider': 'Envoi à l’opérateur',
  'Start a new collection once the customer has enough, or offer another provider.':
    'Commencez un nouvel encaissement quand le client aura assez d’argent, ou proposez un autre opérateur.',
  'Start a new collection; the customer gets a new code.':
    'Commencez un nouvel encaissement\u00a0; le client reçoit un nouveau code.',
  Succeeded: 'Réussi',
  'Taken by the provider for its work': 'Pris par l’opérateur pour son travail',
  'Taken from your balance and held': 'Pris sur le solde et mis en attente',
  'Taken from your balance and held for the refund':
    'Pris sur le solde et mis en attente pour le remboursement',
  'The balance at the provider is short': 'Le solde chez l’opérateur est insuffisant',
  'The balance at the provider is short. The money is held, and the payout goes out by itself when there is enough.':
    'Le solde chez l’opérateur est insuffisant. L’argent est en attente, et le versement part tout seul dès qu’il y a assez.',
  'The checkout was cancelled. Nothing was charged; the same payment can be offered again.':
    'La page de paiement a été annulée. Rien n’a été encaissé\u00a0; le même paiement peut être proposé de nouveau.',
  'the customer': 'le client',
  'The customer can pay a smaller amount, or again when the wallet’s limit is renewed.':
    'Le client peut payer un montant plus petit, ou réessayer quand la limite du portefeuille est renouvelée.',
  'The customer did not get the money back. It is in your available balance again, and you can refund the payment again.':
    'Le client n’a pas récupéré l’argent. Il est de nouveau dans le solde disponible, et le paiement peut être remboursé encore une fois.',
  'The customer did not pay in time. Nothing was charged; the same payment can be offered again.':
    'Le client n’a pas payé à temps. Rien n’a été encaissé\u00a0; le même paiement peut être proposé de nouveau.',
  'The customer has been asked and has not paid yet. No money has moved.':
    'Le client a reçu la demande et n’a pas encore payé. Aucun argent n’a bougé.',
  'The customer has the money back.': 'Le client a récupéré l’argent.',
  'The customer has to activate the wallet first. Then refund the payment again.':
    'Le client doit d’abord activer le portefeuille. Remboursez ensuite le paiement de nouveau.',
  'The customer left the checkout': 'Le client a quitté la page de paiement',
  'The customer paid. The amount, less the commission, is in your available balance.':
    'Le client a payé. Le montant, moins la commission, est dans le solde disponible.',
  'The customer’s wallet takes no more now. Refund a smaller amount, or try again tomorrow.':
    'Le portefeuille du client ne prend plus rien maintenant. Remboursez un montant plus petit, ou réessayez demain.',
  'The leave to charge the wallet is given back': 'L’autorisation de débiter le portefeuille est rendue',
  'The payment was declined. Nothing was charged.': 'Le paiement a été refusé. Rien n’a été encaissé.',
  'The payout could not be delivered. The money is back in your available balance.':
    'Le versement n’a pas pu être remis. L’argent est revenu dans le solde disponible.',
  'The payout was taken back from the recipient. The money is in your available balance again.':
    'Le versement a été repris au bénéficiaire. L’argent est de nouveau dans le solde disponible.',
  'The provider cannot send it now. The money is held, and the refund goes out by itself as soon as the provider can.':
    'L’opérateur ne peut pas l’envoyer maintenant. L’argent est en attente, et le remboursement part tout seul dès que l’opérateur le peut.',
  'The provider confirmed the payment': 'L’opérateur a confirmé le paiement',
  'The provider declined the payment': 'L’opérateur a refusé le paiement',
  'The provider delivered the money': 'L’opérateur a remis l’argent',
  'the provider did it': 'l’opérateur l’a fait',
  'The provider gave it back to the payer': 'L’opérateur l’a rendu au payeur',
  'The provider is asked to give it back to the payer': 'L’opérateur est prié de le rendre au payeur',
  'The provider is asked to take it back': 'L’opérateur est prié de le reprendre',
  'The provider is asked what became of it': 'L’opérateur est interrogé sur ce qu’il en est',
  'the provider refused': 'l’opérateur a refusé',
  'The provider refused to give it back': 'L’opérateur a refusé de le rendre',
  'The provider refused to pay it out': 'L’opérateur a refusé de le verser',
  'the provider was not reached; nothing was sent':
    'l’opérateur n’a pas été joint\u00a0; rien n’a été envoyé',
  'the recipient': 'le bénéficiaire',
  'The recipient has the money.': 'Le bénéficiaire a l’argent.',
  'The recipient has to activate the wallet first. Then pay out with a new reference.':
    'Le bénéficiaire doit d’abord activer le portefeuille. Versez ensuite avec une nouvelle référence.',
  'The recipient’s wallet does not accept this payment. Pay out over another provider.':
    'Le portefeuille du bénéficiaire n’accepte pas ce paiement. Versez par un autre opérateur.',
  'The refund was cancelled by an operator while it waited for liquidity.':
    'Le remboursement a été annulé par l’équipe de Kaira alors qu’il attendait des fonds.',
  'The refund was cancelled while it waited for liquidity.':
    'Le remboursement a été annulé alors qu’il attendait des fonds.',
  'The wallet is charged': 'Le portefeuille est débité',
  'The wallet that pays must have the number that you named.':
    'Le portefeuille qui paie doit avoir le numéro que vous avez donné.',
  'There was enough at the provider; sent to it': 'Il y avait assez chez l’opérateur\u00a0; envoyé',
  'To give the money back after all, refund the payment again.':
    'Pour rendre l’argent quand même, remboursez le paiement de nouveau.',
  'To pay after all, start a payout with a new reference.':
    'Pour payer quand même, commencez un versement avec une nouvelle référence.',
  'Try again with a new reference; if it stays, tell the operators of this gateway.':
    'Réessayez avec une nouvelle référence\u00a0; si cela continue, prévenez l’équipe de cette passerelle.',
  'under way': 'en cours',
  'Wait a few minutes, then start a new collection.':
    'Attendez quelques minutes, puis commencez un nouvel encaissement.',
  'Webhook {event} delivered': 'Webhook {event} remis',
  'Webhook {event} not delivered': 'Webhook {event} non remis',
  'with the key {name}': 'avec la clé {name}',
  'You are paying {who}': 'Vous payez {who}',
  'You had paid {who}': 'Vous aviez payé {who}',
  'You meant to pay {who}': 'Vous vouliez payer {who}',
  'You paid {who}': 'Vous avez payé {who}',
  '{client} had paid {who}': '{client} avait payé {who}',
  '{client} is paying {who}': '{client} paie {who}',
  '{client} meant to pay {who}': '{client} voulait payer {who}',
  '{client} paid {who}': '{client} a payé {who}',
  '{time} ms': '{time} ms',
  '{what} for {reference}, by {provider}.': '{what} pour {reference}, par {provider}.',
  '{what} for {reference}.': '{what} pour {reference}.',
  '{what}, by {provider}.': '{what}, par {provider}.',
  '{what}: {detail}': '{what}\u00a0: {detail}',
  '{who} has been asked to pay': '{who} a reçu une demande de paiement',
  '{who} has it back': '{who} a récupéré l’argent',
  '{who} is getting it back': '{who} récupère l’argent',
  '{who} paid you': '{who} vous a payé',
  '{who} paid {client}': '{who} a payé {client}',
  '{who} was asked to pay': '{who} avait reçu une demande de paiement',
  '{who} was to have it back': '{who} devait récupérer l’argent',
};
