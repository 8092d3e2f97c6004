import type { Catalogue } from '#lib/browser/language/words';

/** The start page. */
export const site: Catalogue = {
  'A first payment': 'Un premier paiement',
  'A key that begins with {prefix} works in the sandbox, where no real money moves. The answer carries a {field}: open it and choose to pay, decline or cancel. The amount {paid} pays by itself, {refused} fails, {late} times out.':
    'Une clé qui commence par {prefix} marche dans le bac à sable, où aucun argent réel ne bouge. La réponse porte un {field}\u00a0: ouvrez-le et choisissez de payer, de refuser ou d’annuler. Le montant {paid} se paie tout seul, {refused} échoue, {late} dépasse le délai.',
  'A request': 'Une requête',
  'A signed webhook, the same on every rail, and a status look-up that you can ask at any time. Asking twice never charges twice.':
    'Un webhook signé, le même chez chaque opérateur, et un état que vous pouvez demander à tout moment. Demander deux fois n’encaisse jamais deux fois.',
  'All four run in the sandbox. Each is connected to live money by the operators, with credentials of their own.':
    'Les quatre marchent dans le bac à sable. Chacun est relié à l’argent réel par l’équipe, avec des identifiants à lui.',
  'Collects only': 'Encaisse seulement',
  'Collects, pays out': 'Encaisse, verse',
  Default: 'Par défaut',
  Docs: 'Documentation',
  'Four rails': 'Quatre opérateurs',
  'Goes to a checkout address': 'Va à une adresse de paiement',
  'How a payment flows': 'Comment se passe un paiement',
  'Is it alive?': 'Est-il en vie\u00a0?',
  'Is it ready?': 'Est-il prêt\u00a0?',
  'Kaira is an open payment gateway: a business collects from its customers and pays out to them in dalasi, over every rail in the same way, with each butut accounted for in a double-entry ledger.':
    'Kaira est une passerelle de paiement ouverte\u00a0: une entreprise encaisse auprès de ses clients et leur verse de l’argent en dalasis, de la même façon chez chaque opérateur, avec chaque butut compté dans un grand livre en partie double.',
  'On the wallet’s checkout, with a one-time password, or on the acquirer’s card page. Kaira never sees a card number.':
    'Sur la page du portefeuille, avec un code à usage unique, ou sur la page de carte de l’acquéreur. Kaira ne voit jamais de numéro de carte.',
  'One API for mobile money in The Gambia': 'Une seule API pour l’argent mobile en Gambie',
  'One request says how much, for which order, and on which rail. Kaira answers with a transaction that is PENDING and with what the customer has to do.':
    'Une requête dit combien, pour quelle commande, et chez quel opérateur. Kaira répond avec une transaction PENDING et avec ce que le client doit faire.',
  'Only that word makes it SUCCEEDED. A customer who comes back to your shop proves nothing; a time-out is not a failure.':
    'Seule cette parole donne SUCCEEDED. Un client qui revient dans votre boutique ne prouve rien ; un délai dépassé n’est pas un échec.',
  Operators: 'Équipe',
  'Pays on the acquirer’s card page': 'Paie sur la page de carte de l’acquéreur',
  'Quick start: a payment and a verified webhook in five minutes':
    'Démarrage rapide\u00a0: un paiement et un webhook vérifié en cinq minutes',
  'The API, described (OpenAPI 3.1)': 'L’API, décrite (OpenAPI 3.1)',
  'The rail gives its word': 'L’opérateur donne sa parole',
  'Types a one-time password in your shop': 'Écrit un code à usage unique dans votre boutique',
  'You are told': 'Vous êtes prévenu',
  'Your customer approves': 'Votre client accepte',
  'Your server asks': 'Votre serveur demande',
  'No account yet? Ask {contact}.': 'Pas encore de compte\u00a0? Demandez-en un à {contact}.',
  'No account yet? Whoever runs this gateway opens one for you.':
    'Pas encore de compte\u00a0? Ceux qui tiennent cette passerelle vous en ouvrent un.',
  'Without an engineer': 'Sans informaticien',
  'A shop charges from its phone: it types the amount and shows a code, and the customer scans it and pays with the wallet that they have. Links, requests to pay, payouts and the month’s statement are in the same place.':
    'Une boutique encaisse avec son téléphone\u00a0: elle tape le montant et montre un code, que le client scanne pour payer avec le portefeuille qu’il a. Liens, demandes de paiement, versements et relevé du mois sont au même endroit.',
};
