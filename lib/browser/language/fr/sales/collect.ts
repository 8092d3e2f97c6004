import type { Catalogue } from '#lib/browser/language/words';

/** Asking one customer for money. */
export const collect: Catalogue = {
  '{amount} is a test amount of the sandbox. {plays} With other amounts you decide, as the customer.':
    '{amount} est un montant de test du bac à sable. {plays} Avec d’autres montants, c’est vous qui décidez, comme le client.',
  '– nothing was charged': '– rien n’a été débité',
  '– nothing was charged, and the customer may pay another way':
    '– rien n’a été débité, et le client peut payer autrement',
  '– the money is in your balance, less the commission':
    '– l’argent est sur votre solde, moins la commission',
  '– waiting for the customer; this page follows by itself':
    '– en attente du client\u00a0; cette page suit d’elle-même',
  '– waiting for the one-time password': '– en attente du code unique',
  'After failure or cancelling': 'Après échec ou annulation',
  'After success': 'Après réussite',
  'An https address; without one the customer ends on a page of Kaira.':
    'Une adresse https\u00a0; sans elle, le client finit sur une page de Kaira.',
  'Ask a customer for money: you get a link and a code to share.':
    'Demandez de l’argent à un client\u00a0: vous obtenez un lien et un code à partager.',
  'card page': 'page de carte',
  'Charge the next customer': 'Encaisser le client suivant',
  'code by SMS': 'code par SMS',
  '{count} tries are left.': {
    one: 'Il reste un essai\u00a0; un code faux fait ensuite échouer l’encaissement.',
    other: 'Il reste {count} essais.',
  },
  'Customer’s mobile (optional)': 'Mobile du client (facultatif)',
  'Customer’s name (optional)': 'Nom du client (facultatif)',
  'Fill in the form above. You get a link and a code to show or send to the customer.':
    'Remplissez le formulaire ci-dessus. Vous obtenez un lien et un code à montrer ou à envoyer au client.',
  'For the customer': 'Pour le client',
  'https://shop.example/basket': 'https://boutique.example/panier',
  'https://shop.example/thanks': 'https://boutique.example/merci',
  'Never by itself (a sandbox amount)': 'Jamais de lui-même (montant du bac à sable)',
  'Newest collections': 'Derniers encaissements',
  'No collection yet': 'Pas encore d’encaissement',
  'No provider is open for collections here. The operators connect and open the providers of Live.':
    'Aucun opérateur n’est ouvert aux encaissements ici. L’équipe de Kaira connecte et ouvre les opérateurs réels.',
  'Nothing was charged. The same reference can be collected again with a new collection.':
    'Rien n’a été débité. La même référence peut être encaissée par un nouvel encaissement.',
  'Open the page': 'Ouvrir la page',
  'payment link': 'lien de paiement',
  'Send it again in {seconds} s': 'Renvoyer dans {seconds} s',
  'Sent to {number}. Ask for it and type it here; it is passed to the provider and kept nowhere.':
    'Envoyé au {number}. Demandez-le et saisissez-le ici\u00a0; il est transmis à l’opérateur et gardé nulle part.',
  'Sent to the customer. Ask for it and type it here; it is passed to the provider and kept nowhere.':
    'Envoyé au client. Demandez-le et saisissez-le ici\u00a0; il est transmis à l’opérateur et gardé nulle part.',
  'Show or send this to the customer': 'Montrez ou envoyez ceci au client',
  'Submit the code': 'Envoyer le code',
  'The code and the link lead to the same page. It works once, for this amount.':
    'Le code et le lien mènent à la même page. Elle sert une fois, pour ce montant.',
  'The code was sent again.': 'Le code a été renvoyé.',
  'The collection': 'L’encaissement',
  'The customer can no longer pay the {amount}. If the provider says that it was paid already, it counts as paid.':
    'Le client ne peut plus payer les {amount}. Si l’opérateur dit que c’était déjà payé, c’est compté comme payé.',
  'the customer chooses': 'au choix du client',
  'The customer gets a one-time password on the mobile number above and reads it to you; you type it on the next page. There is no link.':
    'Le client reçoit un code unique au numéro ci-dessus et vous le lit\u00a0; vous le saisissez à la page suivante. Il n’y a pas de lien.',
  'The customer opens the link and types the card on the page of the acquirer. No card data passes through Kaira.':
    'Le client ouvre le lien et saisit sa carte sur la page de la banque. Aucune donnée de carte ne passe par Kaira.',
  'The customer opens the link, or scans its code, and approves the payment in the wallet.':
    'Le client ouvre le lien, ou scanne son code, et approuve le paiement dans le portefeuille.',
  'The customer opens the link, or scans its code, chooses a wallet there and pays by it. A code by SMS is typed there too.':
    'Le client ouvre le lien, ou scanne son code, y choisit un portefeuille et paie avec. Un code par SMS s’y saisit aussi.',
  'The money came after this collection had ended. It was credited all the same.':
    'L’argent est arrivé après la fin de cet encaissement. Il a été crédité quand même.',
  'The payment is complete. Its link leads the customer to the result.':
    'Le paiement est fait. Son lien mène le client au résultat.',
  'The payment link as a QR code': 'Le lien de paiement en code QR',
  'The status cannot be read at the moment; it is asked for again by itself.':
    'L’état ne peut pas être lu en ce moment\u00a0; il est redemandé tout seul.',
  Transaction: 'Transaction',
  'Where the customer returns to (optional)': 'Où le client revient (facultatif)',
  'Who pays, and for what (optional)': 'Qui paie, et pour quoi (facultatif)',
  'Your role, {role}, can look at collections and not create them.':
    'Votre rôle, {role}, permet de voir les encaissements, pas d’en créer.',
  'Yours, such as an order number. It is collected once, however often you send it.':
    'La vôtre, par exemple un numéro de commande. Elle est encaissée une fois, même si vous l’envoyez plusieurs fois.',
};
