import type { Catalogue } from '#lib/browser/language/words';

/** Payouts, and what they can use. */
export const payouts: Catalogue = {
  ', and {count} more shortly before': {
    one: ', et {count} autre peu avant',
    other: ', et {count} autres peu avant',
  },
  'A payout that is larger waits, held, until there is enough.':
    'Un versement plus grand attend que le solde suffise.',
  Action: 'Action',
  Amount: 'Montant',
  ' and the wallet has paid it all the same': ' et le portefeuille l’a payé malgré tout',
  'another name': 'un autre nom',
  'As the operators set it.': 'Fixé par l’équipe de Kaira.',
  'Ask a second person': 'Demander à une deuxième personne',
  'Available now': 'Disponible maintenant',
  'Available to pay out': 'Disponible pour les versements',
  'Awa Ceesay': 'Awa Ceesay',
  Back: 'Retour',
  'Balance at the wallet': 'Solde du portefeuille',
  'Balance at {provider}': 'Solde chez {provider}',
  'Balance there': 'Solde là-bas',
  Cancel: 'Annuler',
  'Cancel the payout': 'Annuler le versement',
  'Cancel the refund': 'Annuler le remboursement',
  'Cancel this payout?': 'Annuler ce versement\u00a0?',
  'Cancel this refund?': 'Annuler ce remboursement\u00a0?',
  'Cancel {clientReference}': 'Annuler {clientReference}',
  'Cancelled. {amount} is back in your balance.': 'Annulé. {amount} sont de retour sur votre solde.',
  Closed: 'Fermé',
  'Does not fit': 'Ne correspond pas',
  Fee: 'Frais',
  'Fits in part only': 'Ne correspond qu’en partie',
  'Fits: {provider} knows the number as {recipient}':
    'Correspond\u00a0: {provider} connaît le numéro sous {recipient}',
  'Fund a wallet': 'Alimenter un portefeuille',
  Held: 'En attente',
  held: 'mis en attente',
  'Held payouts': 'Versements en attente',
  'Held since': 'En attente depuis',
  'Held until the wallet’s balance covers them': 'En attente que le solde du portefeuille suffise',
  'in {count} payouts': { one: 'en {count} versement', other: 'en {count} versements' },
  'in {count} payouts and refunds': {
    one: 'en {count} versements et remboursements',
    other: 'en {count} versements et remboursements',
  },
  'in {count} refunds': { one: 'en {count} remboursement', other: 'en {count} remboursements' },
  'Left afterwards': 'Reste ensuite',
  'Left for this month': 'Reste pour ce mois',
  'Left for today': 'Reste pour aujourd’hui',
  'Left on this provider this month': 'Reste chez cet opérateur ce mois-ci',
  'Left on this provider today': 'Reste chez cet opérateur aujourd’hui',
  like: 'proche de',
  'May still go out': 'Peut encore partir',
  'Missing there': 'Manque là-bas',
  'Money that was sent cannot be called back from here.': 'L’argent envoyé ne peut pas être rappelé d’ici.',
  'Most in one payout': 'Le plus en un versement',
  'Name check': 'Vérification du nom',
  'Newest payouts': 'Derniers versements',
  'No limit': 'Pas de limite',
  'No payout yet': 'Pas encore de versement',
  None: 'Aucun',
  'Not made: no name was given': 'Non faite\u00a0: aucun nom n’a été donné',
  Nothing: 'Rien',
  'Of {limit} a day. What fails is given back.': 'Sur {limit} par jour. Ce qui échoue est rendu.',
  'Of {limit} a month. What fails is given back.': 'Sur {limit} par mois. Ce qui échoue est rendu.',
  'Of {limit} that its wallet may send in a day.':
    'Sur {limit} que son portefeuille peut envoyer en un jour.',
  'Of {limit} that its wallet may send in a month.':
    'Sur {limit} que son portefeuille peut envoyer en un mois.',
  Open: 'Ouvert',
  Operator: 'Réseau',
  'Optional. The provider is asked whether the name fits, before you pay.':
    'Facultatif. Avant le paiement, on demande à l’opérateur si le nom correspond.',
  'Pay it again: this is another payment.': 'Payer encore\u00a0: c’est un autre paiement.',
  'Pay out {amount}': 'Envoyer {amount}',
  'Pay out {amount}?': 'Envoyer {amount}\u00a0?',
  Place: 'Rang',
  Provider: 'Opérateur',
  'Providers that pay out': 'Opérateurs qui versent',
  Reference: 'Référence',
  Refund: 'Remboursement',
  'Review the payout': 'Vérifier le versement',
  'Save {recipientName} as a recipient': 'Enregistrer {recipientName} comme bénéficiaire',
  'Send money from your balance to a mobile number, one at a time or many from a file.':
    'Envoyez de l’argent de votre solde à un numéro mobile, un par un ou plusieurs à partir d’un fichier.',
  Status: 'Statut',
  'That of the payment. No more goes back than came, however often you send it.':
    'Celle du paiement. Il ne repart jamais plus qu’il n’est venu, même si vous l’envoyez plusieurs fois.',
  'The balance at {provider} is {float}.': 'Le solde chez {provider} est de {float}.',
  'The operators keep the balances of Live and fund them; a payout that has to wait is shown as held.':
    'L’équipe de Kaira tient et alimente les soldes du réel ; un versement qui doit attendre est montré en attente.',
  'The payout will be {held}: it leaves your balance now and is sent as soon as it can be.':
    'Le versement sera {held}\u00a0: il quitte votre solde maintenant et part dès que possible.',
  'The provider knows this number by a name that is {like} {recipientName}, and not the same. Look whether it is who you mean.':
    'L’opérateur connaît ce numéro sous un nom {like} {recipientName}, sans être le même. Vérifiez que c’est bien la bonne personne.',
  'The provider knows this number by {other} than {recipientName}. Ask the recipient for the number once more before you pay.':
    'L’opérateur connaît ce numéro sous {other} que {recipientName}. Redemandez le numéro au bénéficiaire avant de payer.',
  'This is above the amount that one person pays out alone. It {waits} for another owner or accountant; nothing leaves your balance before they approve it.':
    'C’est plus que ce qu’une personne peut verser seule. Le versement {waits} un autre propriétaire ou comptable ; rien ne quitte votre solde avant son accord.',
  'This payout is more than that. Nothing was sent; the operators can raise a limit.':
    'Ce versement dépasse cette somme. Rien n’a été envoyé ; l’équipe de Kaira peut relever une limite.',
  'This reference was already used for a payout, and a reference is paid once. Take another one, or look the first one up.':
    'Cette référence a déjà servi à un versement, et une référence n’est payée qu’une fois. Prenez-en une autre, ou regardez le premier versement.',
  To: 'À',
  'Unknown: the prefix belongs to nobody that we know':
    'Inconnu\u00a0: ce préfixe n’est à personne que nous connaissions',
  'Up to {amount} now': 'Jusqu’à {amount} maintenant',
  waits: 'attend',
  'What is held is no longer in it.': 'Ce qui est en attente n’y est plus.',
  'What there is': 'Ce qu’il y a',
  'Who has it': 'À qui il est',
  'Your balance does not cover this payout. Nothing was sent.':
    'Votre solde ne couvre pas ce versement. Rien n’a été envoyé.',
  'Yours, such as a payroll number. It is paid once, however often you send it.':
    'La vôtre, comme un numéro de paie. Elle est payée une seule fois, même si vous l’envoyez plusieurs fois.',
  '{amount} to {mobile} is held until the wallet’s balance covers it.':
    '{amount} vers {mobile}\u00a0: en attente que le solde du portefeuille suffise.',
  '{amount} to {mobile} is on its way.': '{amount} vers {mobile}\u00a0: en route.',
  '{amount} to {mobile} waits for a second person.':
    '{amount} vers {mobile}\u00a0: une deuxième personne doit donner son accord.',
  '{amount} to {mobile} was paid.': '{amount} vers {mobile}\u00a0: payé.',
  '{amount} to {mobile} was refused; the money is back in your balance.':
    '{amount} vers {mobile}\u00a0: refusé ; l’argent est de retour sur votre solde.',
  '{amount} to {mobile} will not be sent, and the money goes back to your balance. The reference {reference} stays used.':
    '{amount} vers {mobile} ne partiront pas, et l’argent revient sur votre solde. La référence {reference} reste utilisée.',
  '{amount} was already given back to this number': '{amount} ont déjà été rendus à ce numéro',
  '{amount} was already paid to this number': '{amount} ont déjà été payés à ce numéro',
  '{left} this month': '{left} ce mois-ci',
  '{left} today': '{left} aujourd’hui',
  '{left}, this payout included': '{left}, ce versement compris',
  '{name} was not saved as a recipient: {message}':
    '{name} n’a pas été enregistré comme bénéficiaire\u00a0: {message}',
  '{name}: {left} of {limit}.': '{name}\u00a0: {left} sur {limit}.',
  '{name}: {left}.': '{name}\u00a0: {left}.',
  '{operator}, by its prefix': '{operator}, d’après le préfixe',
  '{provider} cannot send it now.': '{provider} ne peut pas l’envoyer maintenant.',
  '{provider} does not say whose number it is': '{provider} ne dit pas à qui est ce numéro',
  Files: 'Fichiers',
  'Many from a file': 'Plusieurs à partir d’un fichier',
  'New payout': 'Nouveau versement',
  'No provider is open for payouts here. The operators connect and open the providers of Live.':
    'Aucun opérateur n’est ouvert aux versements ici. L’équipe de Kaira relie et ouvre les opérateurs du réel.',
  'Pay it back': 'Rembourser',
  'Payouts from a file': 'Versements à partir d’un fichier',
  'Send money from your balance to a mobile number.':
    'Envoyez de l’argent de votre solde à un numéro mobile.',
  'Upload a file, read the verdict on each row, then confirm. Nothing is paid before that.':
    'Envoyez un fichier, lisez l’avis sur chaque ligne, puis confirmez. Rien n’est payé avant.',
  'Your role, {role}, can look at payouts and not create them.':
    'Votre rôle, {role}, permet de voir les versements, pas d’en créer.',
};
