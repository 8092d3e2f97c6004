import type { Catalogue } from '#lib/browser/language/words';

/** Payment requests. */
export const requests: Catalogue = {
  ' – more than was left': ' – plus que le reste à payer',
  ', which is written to': ', à qui l’on écrit',
  ', which is written to by SMS': ', à qui l’on écrit par SMS',
  'A part has come in, and the rest is still to be paid.':
    'Une partie est arrivée, le reste est encore à payer.',
  'a program with a key': 'un programme avec une clé',
  'Add a line': 'Ajouter une ligne',
  '{amount} left': 'reste {amount}',
  '{amount} of {all} is paid.': '{amount} sur {all} sont payés.',
  'An owner, a developer or a cashier of your account can make one.':
    'Un propriétaire, un développeur ou un caissier de votre compte peut en créer une.',
  'Ask one customer to pay: by WhatsApp, SMS, e-mail or on paper.':
    'Demandez à un client de payer\u00a0: par WhatsApp, SMS, e-mail ou sur papier.',
  'awa@example.com': 'awa@example.com',
  Back: 'Retour',
  'Bag of rice, 50 kg': 'Sac de riz, 50 kg',
  'Cancel it': 'Annuler',
  'Cancel the request': 'Annuler la demande',
  'Cancel this request?': 'Annuler cette demande\u00a0?',
  'Cash at the counter': 'Espèces au comptoir',
  'From a file': 'Depuis un fichier',
  'How much?': 'Combien\u00a0?',
  '(in Live; here nobody is written to)': '(en réel\u00a0; ici, on n’écrit à personne)',
  'In parts': 'En plusieurs fois',
  'It may be paid in parts': 'Elle peut être payée en plusieurs fois',
  'It was marked as paid by hand, and a payment has come all the same. Give one of the two back.':
    'Elle a été marquée comme payée de la main à la main, et un paiement est arrivé quand même. Rendez l’un des deux.',
  'Its day is over, and not all of it is paid. The customer can still pay.':
    'L’échéance est passée, et tout n’est pas payé. Le client peut encore payer.',
  left: 'restants',
  'Line {number}: how many': 'Ligne {number}\u00a0: combien',
  'Line {number}: price of one in GMD': 'Ligne {number}\u00a0: prix d’un seul en GMD',
  'Line {number}: what': 'Ligne {number}\u00a0: quoi',
  'Lines of this request': 'Lignes de cette demande',
  'Make one for a customer: what for, how much, and by when. They pay with their own wallet, and you see it here.':
    'Créez-en une pour un client\u00a0: pour quoi, combien, et pour quand. Il paie avec son propre portefeuille, et vous le voyez ici.',
  'Make the request': 'Créer la demande',
  Message: 'Message',
  'Message (optional)': 'Message (facultatif)',
  'More came than was left to be paid. Give back what is too much, if you have not done so.':
    'Il est arrivé plus que le reste à payer. Rendez ce qui est en trop, si ce n’est pas fait.',
  'Name of the customer (optional)': 'Nom du client (facultatif)',
  'New request': 'Nouvelle demande',
  'No day was set': 'Aucun jour fixé',
  'No request stands so': 'Aucune demande dans cet état',
  'No request yet': 'Pas encore de demande',
  'Nobody can pay it any more.': 'Personne ne peut plus la payer.',
  'Note (optional)': 'Note (facultatif)',
  'Of {amount} or more': 'De {amount} ou plus',
  'Of any size': 'De tout montant',
  'One amount': 'Un seul montant',
  'One customer pays it, with any wallet. It never changes; you can cancel it.':
    'Un seul client la paie, avec n’importe quel portefeuille. Elle ne change jamais\u00a0; vous pouvez l’annuler.',
  'Only your own people read it.': 'Seules les personnes de votre équipe la lisent.',
  'Open|a request': 'À payer',
  'Or their e-mail': 'Ou son e-mail',
  Overdue: 'En retard',
  '{paid}: {amount}, {rail}': '{paid}\u00a0: {amount}, {rail}',
  'Paid by hand: {amount}, said by {by}': 'Payé de la main à la main\u00a0: {amount}, selon {by}',
  'Partly paid': 'Payé en partie',
  'Pay by (optional)': 'Échéance (facultatif)',
  Price: 'Prix',
  'Price of one': 'Prix d’un seul',
  'Print it (PDF)': 'Imprimer (PDF)',
  Request: 'Demande',
  'Rice for the shop': 'Du riz pour la boutique',
  'Several lines': 'Plusieurs lignes',
  'Smallest part in GMD (optional)': 'Plus petite partie en GMD (facultatif)',
  'Somebody of yours took the money otherwise. Nothing of it is in your balance here.':
    'L’un des vôtres a pris l’argent autrement. Rien n’en est sur votre solde ici.',
  'Such as of the invoice': 'Par exemple celui de la facture',
  'Take it back': 'Revenir dessus',
  'Take line {number} away': 'Enlever la ligne {number}',
  'Take the filter away to see the others.': 'Enlevez le filtre pour voir les autres.',
  'Taken back by {name}: it was not paid by hand':
    'Repris par {name}\u00a0: ce n’était pas payé de la main à la main',
  'The address of this request as a QR code': 'L’adresse de cette demande en code QR',
  'The customer can pay {amount} here again, and is reminded of it. Who said that it was paid, and that you took it back, stays with the request.':
    'Le client peut de nouveau payer {amount} ici, et reçoit les rappels. La demande garde le nom de la personne qui a dit que c’était payé, et que vous êtes revenu dessus.',
  'The customer has not paid yet.': 'Le client n’a pas encore payé.',
  'The customer reads it.': 'Le client le lit.',
  'The customer reads that you have withdrawn it. A payment that was begun is stopped; if it was made already, the request is paid. A cancelled request stays cancelled.':
    'Le client lit que vous l’avez retirée. Un paiement commencé est arrêté\u00a0; s’il était déjà fait, la demande est payée. Une demande annulée le reste.',
  'The last one may be smaller.': 'La dernière peut être plus petite.',
  'The money has come in.': 'L’argent est arrivé.',
  'The request is closed under your name, and the customer cannot pay it here any more. No money moves, and nothing comes into your balance here. An owner or an accountant of your account can take it back.':
    'La demande est fermée en votre nom, et le client ne peut plus la payer ici. Aucun argent ne circule, et rien n’entre sur votre solde ici. Un propriétaire ou un comptable de votre compte peut revenir dessus.',
  'Their number': 'Son numéro',
  'They can pay later, too.': 'Il est possible de payer plus tard aussi.',
  'Was it not paid by hand?': 'Ce n’était pas payé de la main à la main\u00a0?',
  'What for': 'Pour quoi',
  'What it is for': 'Pour quoi',
  'Write to them by e-mail: now, two days before the day, and once after it':
    'Lui écrire par e-mail\u00a0: maintenant, deux jours avant l’échéance, et une fois après',
  'Write to them by SMS, where there is a number and no e-mail: now, two days before the day, and once after it':
    'Lui écrire par SMS, s’il y a un numéro et pas d’e-mail\u00a0: maintenant, deux jours avant l’échéance, et une fois après',
  'Yes, it is paid': 'Oui, c’est payé',
  'You have {amount} already?': 'Vous avez déjà {amount}\u00a0?',
  'Your number of it (optional)': 'Votre numéro (facultatif)',
};
