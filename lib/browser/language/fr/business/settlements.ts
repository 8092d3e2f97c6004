import type { Catalogue } from '#lib/browser/language/words';

/** Settlements. */
export const settlements: Catalogue = {
  'Above this sum in GMD': 'Au-dessus de cette somme en GMD',
  'Account number': 'Numéro de compte',
  'Add an account': 'Ajouter un compte',
  'Add the account': 'Ajouter le compte',
  'Add your bank account, then settle on request or by a schedule.':
    'Ajoutez votre compte bancaire, puis réglez à la demande ou selon un calendrier.',
  'All that is available then, but what you keep, goes to one of your accounts. Times are of Banjul.':
    'Tout ce qui est alors disponible, sauf ce que vous gardez, va sur l’un de vos comptes. Les heures sont celles de Banjul.',
  'Always keep, in GMD': 'Toujours garder, en GMD',
  'An operator approves each one before money goes there. One is never changed: remove it and add another.':
    'L’équipe de Kaira approuve chacun avant que de l’argent y aille. Un compte ne se change pas\u00a0: retirez-le et ajoutez-en un autre.',
  'An operator approves it before money goes there, and may call you first. Every owner sees it under Activity.':
    'L’équipe de Kaira l’approuve avant que de l’argent y aille, et peut d’abord vous appeler. Chaque propriétaire le voit sous Activité.',
  'As the bank or the wallet has it.': 'Comme la banque ou le portefeuille l’a noté.',
  Asked: 'Demandé',
  'Asked. An operator looks at it.': 'Demandé. L’équipe de Kaira regarde.',
  'Available to settle': 'Disponible pour le règlement',
  Bank: 'Banque',
  'Bank account': 'Compte bancaire',
  'Bank: {bankReference}': 'Banque\u00a0: {bankReference}',
  'Cancel the settlement': 'Annuler le règlement',
  'Cancel this settlement?': 'Annuler ce règlement\u00a0?',
  'Cancel {reference}': 'Annuler {reference}',
  'Cancelled. The money is back in your balance.': 'Annulé. L’argent est de retour sur votre solde.',
  'Change the schedule': 'Changer le calendrier',
  'Day of the week': 'Jour de la semaine',
  'Every day': 'Chaque jour',
  'Every day at 06:00': 'Chaque jour à 06:00',
  'Every hour, when more than {above} is available': 'Chaque heure, quand plus de {above} sont disponibles',
  'Every week': 'Chaque semaine',
  'Every {weekday} at 06:00': 'Chaque {weekday} à 06:00',
  'For refunds and payouts.': 'Pour les remboursements et les versements.',
  Friday: 'vendredi',
  Holder: 'Titulaire',
  'In the sandbox an account counts at once; in live an operator approves it first.':
    'Dans le bac à sable, un compte compte tout de suite ; en réel, l’équipe de Kaira l’approuve d’abord.',
  Kind: 'Type',
  Monday: 'lundi',
  'Next turn: {time}.': 'Prochain tour\u00a0: {time}.',
  'No account yet.': 'Pas encore de compte.',
  'No money moves in the sandbox, so it counts at once.':
    'Aucun argent ne bouge dans le bac à sable, il compte donc tout de suite.',
  'Nothing is sent there any more, and a schedule that names it stops. What is on its way already goes on.':
    'Plus rien n’y est envoyé, et un calendrier qui le nomme s’arrête. Ce qui est déjà en route continue.',
  'Nothing settles by itself any more.': 'Plus rien ne se règle tout seul.',
  'Nothing settles by itself.': 'Rien ne se règle tout seul.',
  'Nothing was settled yet': 'Rien n’a encore été réglé',
  'Number of the wallet': 'Numéro du portefeuille',
  Remove: 'Enlever',
  'Remove {account}': 'Enlever {account}',
  'Remove {account}?': 'Enlever {account}\u00a0?',
  'Removed.': 'Retiré.',
  Saturday: 'samedi',
  Schedule: 'Calendrier',
  'Send your own balance to your own bank account or wallet.':
    'Envoyez votre propre solde vers votre compte bancaire ou votre portefeuille.',
  Settle: 'Régler',
  'Settle by itself': 'Régler tout seul',
  'Settle it again': 'Régler encore',
  'Settle it again only if you mean another one.': 'Réglez encore seulement si vous en voulez un autre.',
  'Settle now': 'Régler maintenant',
  Settlements: 'Règlements',
  Sunday: 'dimanche',
  'The account is not added.': 'Le compte n’est pas ajouté.',
  'The account was added.': 'Le compte a été ajouté.',
  'The account was removed: it goes nowhere, and you can cancel it':
    'Le compte a été retiré\u00a0: l’argent ne part nulle part, et vous pouvez annuler',
  ' The last one settled nothing: {lastRefusal}': ' Le dernier n’a rien réglé\u00a0: {lastRefusal}',
  'The payout of {amount} to your wallet was refused; the money is back in your balance.':
    'Le versement de {amount} vers votre portefeuille a été refusé ; l’argent est de retour sur votre solde.',
  'the schedule': 'le calendrier',
  'The schedule is in force.': 'Le calendrier est en vigueur.',
  'This form was sent before with another amount or account, and that settlement was made. Close it and look at the list before you settle more.':
    'Ce formulaire a déjà été envoyé avec un autre montant ou compte, et ce règlement a été fait. Fermez-le et regardez la liste avant de régler davantage.',
  Thursday: 'jeudi',
  'To a bank the money leaves your balance at once and arrives when the bank has processed the operators’ next file. To a wallet it is a payout.':
    'Vers une banque, l’argent quitte votre solde tout de suite et arrive quand la banque a traité le prochain fichier de l’équipe de Kaira. Vers un portefeuille, c’est un versement.',
  'To your bank': 'Vers votre banque',
  Tuesday: 'mardi',
  'Up to {amount} now: {limit}': 'Jusqu’à {amount} maintenant\u00a0: {limit}',
  Wallet: 'Portefeuille',
  Wednesday: 'mercredi',
  'What goes to a wallet is a payout, under {payouts}.':
    'Ce qui va vers un portefeuille est un versement, sous {payouts}.',
  'what is left of your limit for payouts this month':
    'ce qui reste de votre limite de versements pour ce mois',
  'what is left of your limit for payouts today':
    'ce qui reste de votre limite de versements pour aujourd’hui',
  'What is on its way to your bank is no longer in it.':
    'Ce qui est en route vers votre banque n’y est plus.',
  'what its provider may still send this month': 'ce que son opérateur peut encore envoyer ce mois-ci',
  'what its provider may still send today': 'ce que son opérateur peut encore envoyer aujourd’hui',
  When: 'Quand',
  'When does your balance settle by itself?': 'Quand votre solde se règle-t-il tout seul\u00a0?',
  'When more than a sum is available': 'Quand le disponible dépasse une somme',
  'Withdraw this request?': 'Retirer cette demande\u00a0?',
  'Withdrawn.': 'Demande retirée.',
  'Your accounts': 'Vos comptes',
  'your limit for one payout': 'votre limite pour un versement',
  '{amount} goes back to your balance, and not to {account}.':
    '{amount} reviennent sur votre solde, et ne vont pas vers {account}.',
  '{amount} goes to your wallet, as a payout.':
    '{amount}\u00a0: en route vers votre portefeuille, comme versement.',
  '{amount} is held, and goes to your bank with the next file.':
    '{amount}\u00a0: mis en attente, et part vers votre banque avec le prochain fichier.',
  '{amount} waits for a second person, under Payouts.':
    '{amount} attendent une deuxième personne, sous Versements.',
  '{amount} was settled before; the list says where it is.':
    '{amount}\u00a0: déjà réglé auparavant ; la liste dit où il en est.',
  '{holder}, added by {name} {time}': '{holder}, ajouté par {name} {time}',
  '{schedule}, all but {keep} goes to {account}.': '{schedule}, tout sauf {keep} va vers {account}.',
  '{state} · asked by {name} {time}': '{state} · demandé par {name} {time}',
  '{time} by {name}': '{time} par {name}',
};
