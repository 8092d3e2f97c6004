import type { Catalogue } from '#lib/browser/language/words';

/** The till and the counter. */
export const till: Catalogue = {
  'A code to print and put on the counter. Customers scan it, type the amount and their name, and pay. Whoever has paid appears here.':
    'Un code à imprimer et à poser sur le comptoir. Les clients le scannent, saisissent le montant et leur nom, et paient. Qui a payé apparaît ici.',
  'Add an item': 'Ajouter un article',
  'Amounts typed': 'Montants saisis',
  'By who sold': 'Par vendeur',
  'Change the items': 'Changer les articles',
  '{count} sales': { one: '{count} vente', other: '{count} ventes' },
  Domoda: 'Domoda',
  'How to sell': 'Comment vendre',
  'In all': 'En tout',
  'In all: {amount} ({count})': 'En tout\u00a0: {amount} ({count})',
  'It is off: whoever scans it is told so.': 'Il est désactivé\u00a0: qui le scanne l’apprend.',
  'item {number}': 'article {number}',
  Items: 'Articles',
  'Items of the till': 'Articles de la caisse',
  Keypad: 'Clavier',
  'Make a code for the counter': 'Créer un code pour le comptoir',
  '{message} The customer may choose another wallet.':
    '{message} Le client peut choisir un autre portefeuille.',
  'Move {name} down': 'Descendre {name}',
  'Move {name} up': 'Monter {name}',
  'Name of {name}': 'Nom de {name}',
  '{name} on the till': '{name} sur la caisse',
  '{name} paid {amount}': '{name} a payé {amount}',
  'New sale': 'Nouvelle vente',
  'Next sale': 'Vente suivante',
  'No answer came. Press Charge again: it is the same sale, and is made once.':
    'Aucune réponse n’est venue. Appuyez de nouveau sur Encaisser\u00a0: c’est la même vente, faite une seule fois.',
  'No name': 'Sans nom',
  'Not paid.': 'Pas payé.',
  'Nothing was charged.': 'Rien n’a été débité.',
  'Off. Today: {payments}, {amount}': 'Désactivé. Aujourd’hui\u00a0: {payments}, {amount}',
  'On the till': 'Sur la caisse',
  'One {name} less': 'Un {name} de moins',
  Point: 'Virgule',
  'Price of {name} in GMD': 'Prix de {name} en GMD',
  Print: 'Imprimer',
  'Scan to pay': 'Scannez pour payer',
  'Sell items with a tap': 'Vendre des articles d’un geste',
  Share: 'Partager',
  'Show or print it': 'Afficher ou imprimer',
  Somebody: 'Quelqu’un',
  'Stop this sale': 'Arrêter cette vente',
  'Switch it off': 'Désactiver',
  'Take {name} away': 'Enlever {name}',
  'Take the last digit back': 'Effacer le dernier chiffre',
  'The code that the customer scans': 'Le code que le client scanne',
  'The counter’s code': 'Le code du comptoir',
  'The customer pays by {name}': 'Le client paie par {name}',
  'The name is what the customer typed. The amount is what was paid.':
    'Le nom est celui que le client a saisi. Le montant est celui qui a été payé.',
  'The sale': 'La vente',
  'There is no connection at the moment. This page looks again by itself.':
    'Il n’y a pas de connexion en ce moment. Cette page regarde de nouveau d’elle-même.',
  Till: 'Caisse',
  'Today: {payments}, {amount}': 'Aujourd’hui\u00a0: {payments}, {amount}',
  'Today’s sales': 'Ventes d’aujourd’hui',
  Typed: 'Saisi',
  'What is sold': 'Ce qui est vendu',
  'What was paid of the sales that began today at this business’s tills and at the code of its counter, before commission. Refunds stand on the statement.':
    'Ce qui a été payé des ventes commencées aujourd’hui aux caisses de cette entreprise et au code de son comptoir, avant commission. Les remboursements sont sur le relevé.',
  'What was paid of the sales that you began today, before commission and refunds.':
    'Ce qui a été payé des ventes que vous avez commencées aujourd’hui, avant commission et remboursements.',
  'What was sold': 'Ce qui a été vendu',
  'Whoever sells taps them. A new price holds from the next sale on; what was sold keeps its own.':
    'Qui vend appuie dessus. Un nouveau prix vaut dès la prochaine vente\u00a0; ce qui a été vendu garde le sien.',
  'Your role, {role}, can look at the sales and not make one.':
    'Votre rôle, {role}, permet de voir les ventes, pas d’en faire.',
  'Your sales today': 'Vos ventes d’aujourd’hui',
};
