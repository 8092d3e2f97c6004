import type { Catalogue } from '#lib/browser/language/words';

/** Refunds. */
export const refunds: Catalogue = {
  'All of this payment was given back, or is on its way. Nothing is left to refund.':
    'Tout ce paiement a été rendu, ou est en route. Il ne reste rien à rembourser.',
  '{amount} is held, and goes back as soon as the provider can.':
    '{amount} attendent, et repartent dès que l’opérateur peut.',
  '{amount} is on its way': '{amount} sont en route',
  '{amount} is on its way back to the customer.': '{amount} sont en route vers le client.',
  '{amount} leaves your available balance now; {left} is left in it.':
    '{amount} quittent maintenant votre solde disponible\u00a0; il y reste {left}.',
  '{amount} waits for a second person, under Payouts.':
    '{amount} attendent une deuxième personne, sous Versements.',
  '{amount} was given back.': '{amount} ont été rendus.',
  '{amount} was paid for {reference}.': '{amount} ont été payés pour {reference}.',
  'another attempt': 'un autre essai',
  'Ask a second person': 'Demander à une deuxième personne',
  'By the provider, to where it was paid from': 'Par l’opérateur, là d’où c’était payé',
  'For you and your people; the customer does not see it.':
    'Pour vous et votre équipe\u00a0; le client ne la voit pas.',
  'It is sent to {number}, the customer’s number, over {rail}.':
    'C’est envoyé au {number}, le numéro du client, par {rail}.',
  'It is sent to the customer’s number, over {rail}.': 'C’est envoyé au numéro du client, par {rail}.',
  'Of {amount} still to be given back': 'Sur {amount} encore à rendre',
  'One was given back by {payout}': 'L’un a été rendu par {payout}',
  'Only all that is left can go back, not a part of it.':
    'Seul tout le reste peut être rendu, pas une partie.',
  'Only {amount} of this payment is still to be given back.':
    'Il ne reste que {amount} de ce paiement à rendre.',
  '{rail} gives it back to the wallet or the card that paid.':
    '{rail} le rend au portefeuille ou à la carte qui a payé.',
  'Ask the customer: it is not known here, and what goes to a wrong number does not come back.':
    'Demandez-le au client\u00a0: il n’est pas connu ici, et ce qui part vers un mauvais numéro ne revient pas.',
  'Customer’s number': 'Numéro du client',
  'Reason (optional)': 'Raison (facultatif)',
  'Refund this payment': 'Rembourser ce paiement',
  'Refunded {amount} of {all}': '{amount} remboursés sur {all}',
  'Refund|to give back': 'Rembourser',
  'The balance at {rail} is {amount}: the refund waits, and goes out by itself when that balance covers it.':
    'Le solde chez {rail} est de {amount}\u00a0: le remboursement attend, et part de lui-même quand ce solde suffit.',
  'The commission on this payment does not come back.': 'La commission sur ce paiement ne revient pas.',
  'The commission on what you give back returns to your balance when the customer has the money.':
    'La commission sur ce que vous rendez revient sur votre solde quand le client a l’argent.',
  'The customer has paid {attempt} of {reference} as well. Both payments are in your balance; the other one came second.':
    'Le client a payé aussi {attempt} de {reference}. Les deux paiements sont sur votre solde\u00a0; l’autre est arrivé en second.',
  'The customer has paid {attempt} of {reference} as well. Both payments are in your balance; this one came second.':
    'Le client a payé aussi {attempt} de {reference}. Les deux paiements sont sur votre solde\u00a0; celui-ci est arrivé en second.',
  'The provider does not give this back by itself, and paying out on it is switched off. Try again when it is on, or give it back in another way.':
    'L’opérateur ne rend pas cet argent lui-même, et ses versements sont désactivés. Réessayez quand ils seront actifs, ou rendez-le autrement.',
  'The provider does not give this back by itself, and the customer’s number is not known. Give it back in another way, for example in cash.':
    'L’opérateur ne rend pas cet argent lui-même, et le numéro du client n’est pas connu. Rendez-le autrement, par exemple en espèces.',
  'The provider refused to give {amount} back; it is in your balance again.':
    'L’opérateur a refusé de rendre {amount}\u00a0; l’argent est de nouveau sur votre solde.',
  'The refund that you sent before has arrived after all. Close this and look at the refunds of this payment.':
    'Le remboursement envoyé plus tôt est arrivé quand même. Fermez ceci et regardez les remboursements de ce paiement.',
  'The shoes were too small': 'Les chaussures étaient trop petites',
  'The wallet has paid it all the same, so it counts as refunded.':
    'Le portefeuille l’a payé quand même\u00a0: c’est donc compté comme remboursé.',
  'This is above the amount that one person pays alone. It waits for another owner or accountant; nothing leaves your balance before they approve it.':
    'C’est plus que ce qu’une personne paie seule. Cela attend un autre propriétaire ou comptable\u00a0; rien ne quitte votre solde avant son accord.',
  'This provider gives no money back and pays none out. Give it back in another way, for example in cash.':
    'Cet opérateur ne rend pas d’argent et n’en verse pas. Rendez-le autrement, par exemple en espèces.',
  'This reference was paid twice': 'Cette référence a été payée deux fois',
  'To the customer’s number, as a payout goes': 'Au numéro du client, comme un versement',
  'What happens': 'Ce qui se passe',
  'Your available balance of {amount} does not cover this.':
    'Votre solde disponible de {amount} ne suffit pas.',
};
