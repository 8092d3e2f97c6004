import type { Catalogue } from '#lib/browser/language/words';

/** Payments that wait for a second person. */
export const paymentApprovals: Catalogue = {
  'A payment of exactly this amount does not wait.': 'Un paiement d’exactement ce montant n’attend pas.',
  'A payout, a refund or a file of payouts that is made in this dashboard, in live and sandbox alike, and a settlement to an account that no operator has approved. Payments by your keys do not wait. A lower amount counts at once; a higher one, or none, has to be approved by another owner or accountant first.':
    'Un versement, un remboursement ou un fichier de versements fait dans ce tableau de bord, en réel comme dans le bac à sable, et un règlement vers un compte que l’équipe de Kaira n’a pas approuvé. Les paiements par vos clés n’attendent pas. Un montant plus bas compte tout de suite ; un plus haut, ou aucun, demande d’abord l’accord d’un autre propriétaire ou comptable.',
  'Above this amount in GMD': 'Au-dessus de ce montant en GMD',
  Approve: 'Approuver',
  'Approve: {what}?': 'Approuver\u00a0: {what}\u00a0?',
  'Asked by {name}': 'Demandé par {name}',
  'Asked by {name} {time}. It ends 7 days after that.':
    'Demandé par {name} {time}. La demande s’éteint 7 jours après.',
  'Asked by {name}, decided by {other}': 'Demandé par {name}, décidé par {other}',
  'Asked. Another owner or accountant decides.': 'Demandé. Un autre propriétaire ou comptable décide.',
  'Change the amount': 'Changer le montant',
  'Decided before ({count})': 'Décidées auparavant ({count})',
  'From: {before}. To: {after}.': 'De\u00a0: {before}. À\u00a0: {after}.',
  'It is in force at once, in live and sandbox.': 'En vigueur tout de suite, en réel et dans le bac à sable.',
  'It was approved, and could not be paid: {refusal}':
    'L’accord a été donné, mais le paiement n’a pas pu se faire\u00a0: {refusal}',
  'None does now: whoever may pay out does so alone.':
    'Aucun pour le moment\u00a0: qui peut verser le fait seul.',
  'None waits': 'Aucun n’attend',
  'Nothing is paid. The reason is shown to your colleagues.':
    'Rien n’est payé. Vos collègues voient la raison.',
  'Nothing is paid. You can ask for it again.': 'Rien n’est payé. Vous pouvez le redemander.',
  'Payments that wait for a second person': 'Paiements qui attendent une deuxième personne',
  Reject: 'Refuser',
  'Reject: {what}': 'Refuser\u00a0: {what}',
  'The amount is in force.': 'Le montant est en vigueur.',
  'The money leaves your balance now, if balance, limits and provider allow it. Money that was sent cannot be called back from here.':
    'L’argent quitte votre solde maintenant, si le solde, les limites et l’opérateur le permettent. L’argent envoyé ne peut pas être rappelé d’ici.',
  'The money leaves your balance now, if there is enough, and goes to your own account.':
    'L’argent quitte votre solde maintenant, s’il suffit, et va sur votre propre compte.',
  'To the payer': 'Au payeur',
  'To {recipient}': 'À {recipient}',
  'waiting for you': 'vous attendent',
  'What is above {above} and made here, not by a key, waits for another owner or accountant.':
    'Ce qui dépasse {above} et se fait ici, pas par une clé, attend un autre propriétaire ou comptable.',
  'Which payments wait for a second person?': 'Quels paiements attendent une deuxième personne\u00a0?',
  Withdraw: 'Retirer',
  'Withdraw: {what}?': 'Retirer\u00a0: {what}\u00a0?',
  'Yours: a colleague decides': 'La vôtre\u00a0: un collègue décide',
  '{amount} by {provider}': '{amount} par {provider}',
  '{count} more requests for {amount} to this number wait as well.': {
    one: 'Une autre demande de {amount} vers ce numéro attend aussi.',
    other: '{count} autres demandes de {amount} vers ce numéro attendent aussi.',
  },
  '{recipient}, reference {reference}': '{recipient}, référence {reference}',
  '{what}: approved.': '{what}\u00a0: approuvé.',
  '{what}: rejected.': '{what}\u00a0: refusé.',
  '{what}: withdrawn.': '{what}\u00a0: retiré.',
};
