import type { Catalogue } from '#lib/browser/language/words';

/** The first page of a business. */
export const overview: Catalogue = {
  ': done': '\u00a0: fait',
  'A cashier, an accountant, or a second owner, each with what they need.':
    'Un caissier, un comptable ou un deuxième propriétaire, chacun avec ce qu’il lui faut.',
  'A code from your phone beside the password: nobody else gets at your money.':
    'Un code de votre téléphone en plus du mot de passe\u00a0: personne d’autre n’accède à votre argent.',
  'A payment link to share, or a webhook that tells your own program.':
    'Un lien de paiement à partager, ou un webhook qui prévient votre propre programme.',
  'A payout of {amount} waits and is not sent: its customer would have back more than came. Cancel it, or ask the operators':
    'Un versement de {amount} attend et n’est pas envoyé\u00a0: son client recevrait plus que ce qui est arrivé. Annulez-le, ou demandez à l’équipe de Kaira',
  'A refund of {amount} waits and is not sent: its customer would have back more than came. Cancel it, or ask the operators':
    'Un remboursement de {amount} attend et n’est pas envoyé\u00a0: son client recevrait plus que ce qui est arrivé. Annulez-le, ou demandez à l’équipe de Kaira',
  'Add a webhook': 'Ajouter un webhook',
  'Add somebody to your team': 'Ajoutez quelqu’un à votre équipe',
  'All transactions': 'Toutes les transactions',
  '{amount} came for {reference}, which did not succeed: give it back, or keep it if you agree with the payer':
    '{amount} sont arrivés pour {reference}, qui n’a pas réussi\u00a0: rendez-les, ou gardez-les si le payeur est d’accord',
  '{amount} came through the payment link {code} beyond what was to be paid: give it back, or keep it if you agree with the payer':
    '{amount} sont arrivés par le lien de paiement {code} en plus de ce qui était dû\u00a0: rendez-les, ou gardez-les si le payeur est d’accord',
  '{amount} from {count} collection, after commission': '{amount} de {count} encaissement, après commission',
  '{amount} from {count} collections, after commission':
    '{amount} de {count} encaissements, après commission',
  '{amount} more than was asked for came for {reference}: give it back, or keep it if you agree with the payer':
    '{amount} de plus que demandé sont arrivés pour {reference}\u00a0: rendez-les, ou gardez-les si le payeur est d’accord',
  Answer: 'Répondre',
  'As much as in the {days} days before: {amount}':
    'Autant que dans les {days} jours d’avant\u00a0: {amount}',
  Available: 'Disponible',
  'Bar chart of the earnings of each of the last {days} days. The same figures follow as a table.':
    'Graphique des recettes de chacun des {days} derniers jours. Les mêmes chiffres suivent en tableau.',
  'Before your first real payment': 'Avant votre premier paiement réel',
  Begin: 'Commencer',
  'Booked by operators, by evidence': 'Inscrites par l’équipe de Kaira, sur preuve',
  'Came in today': 'Entré aujourd’hui',
  'Charge GMD 100.00': 'Encaisser 100,00\u00a0GMD',
  'Charged. It is paid in a moment.': 'Demandé. Ce sera payé dans un instant.',
  Collections: 'Encaissements',
  'Confirm your e-mail address': 'Confirmez votre adresse e-mail',
  '{count} approved keys are ready to be revealed, within a week': {
    one: '{count} clé approuvée est prête à être affichée, dans la semaine',
    other: '{count} clés approuvées sont prêtes à être affichées, dans la semaine',
  },
  '{count} collections': { one: '{count} encaissement', other: '{count} encaissements' },
  '{count} payments.': { one: '{count} paiement.', other: '{count} paiements.' },
  '{count} payments wait for a second person': {
    one: '{count} paiement attend une deuxième personne',
    other: '{count} paiements attendent une deuxième personne',
  },
  '{count} payouts and refunds are held, {amount}: the wallet’s balance is short':
    '{count} versements et remboursements attendent, {amount}\u00a0: le solde du portefeuille ne suffit pas',
  '{count} payouts are held, {amount}: the wallet’s balance is short': {
    one: '{count} versement attend, {amount}\u00a0: le solde du portefeuille ne suffit pas',
    other: '{count} versements attendent, {amount}\u00a0: le solde du portefeuille ne suffit pas',
  },
  '{count} refunds': { one: '{count} remboursement', other: '{count} remboursements' },
  '{count} refunds are held, {amount}: the wallet’s balance is short': {
    one: '{count} remboursement attend, {amount}\u00a0: le solde du portefeuille ne suffit pas',
    other: '{count} remboursements attendent, {amount}\u00a0: le solde du portefeuille ne suffit pas',
  },
  '{count} webhook deliveries failed in the last {days} days': {
    one: '{count} envoi de webhook a échoué ces {days} derniers jours',
    other: '{count} envois de webhook ont échoué ces {days} derniers jours',
  },
  Day: 'Jour',
  '{days} days': '{days} jours',
  '{done} of {all} done': '{done} sur {all} faits',
  Earnings: 'Recettes',
  'Earnings by day': 'Recettes par jour',
  'Earnings, last {days} days': 'Recettes, {days} derniers jours',
  'For developers: from a terminal': 'Pour les développeurs\u00a0: depuis un terminal',
  'For payouts and refunds under way': 'Pour les versements et remboursements en cours',
  'GMD 100.00 in the sandbox, paid by itself after a moment. No real money moves.':
    '100,00\u00a0GMD dans le bac à sable, payés d’eux-mêmes après un instant. Aucun argent réel ne circule.',
  'GMD 100.00 is a magic amount: it is paid by itself after a moment. No real money moves.':
    '100,00\u00a0GMD est un montant magique\u00a0: il est payé de lui-même après un instant. Aucun argent réel ne circule.',
  'Go on': 'Continuer',
  'Go to the sandbox': 'Aller au bac à sable',
  'Hand in the papers of your business': 'Remettez les papiers de votre entreprise',
  'Handed in. The operators read them, and you get an e-mail.':
    'Remis. L’équipe de Kaira les lit, et vous recevez un e-mail.',
  Held: 'En attente',
  Home: 'Accueil',
  'Kept of collections': 'Retenue sur les encaissements',
  'Last {weekday}: {amount} from {payments}.':
    'Il y a une semaine ({weekday})\u00a0: {amount} pour {payments}.',
  'Latest payments': 'Derniers paiements',
  'Live works like the sandbox. To charge here you need no key; a program needs one, and it begins with {code}. Try everything in the sandbox first: no real money moves there.':
    'Le réel marche comme le bac à sable. Pour encaisser ici, aucune clé n’est nécessaire\u00a0; un programme en a besoin, et elle commence par {code}. Essayez d’abord tout dans le bac à sable\u00a0: aucun argent réel n’y circule.',
  'Look at them': 'Les regarder',
  'Make a link': 'Créer un lien',
  'Make your way of being paid': 'Choisissez comment être payé',
  'More than {count} webhook deliveries failed in the last {days} days': {
    one: 'Plus de {count} envoi de webhook a échoué ces {days} derniers jours',
    other: 'Plus de {count} envois de webhook ont échoué ces {days} derniers jours',
  },
  'Needs attention': 'À regarder',
  'No live transactions yet': 'Pas encore de transaction réelle',
  'No payment yet.': 'Pas encore de paiement.',
  'No payments yet': 'Pas encore de paiement',
  'No provider is enabled in this environment yet: the operators connect and switch them on':
    'Aucun opérateur n’est encore activé dans cet environnement\u00a0: l’équipe de Kaira les connecte et les active',
  'No wallet of the sandbox takes payments at the moment':
    'Aucun portefeuille du bac à sable ne prend de paiements en ce moment',
  'None ended in this period': 'Aucun ne s’est terminé dans cette période',
  'Not accepted: {note}': 'Pas accepté\u00a0: {note}',
  'Nothing came in last {weekday}.': 'Rien n’est entré {weekday} dernier.',
  'Nothing in the {days} days before': 'Rien dans les {days} jours d’avant',
  'Nothing: providers, webhooks, keys and payouts are as they should be.':
    'Rien\u00a0: opérateurs, webhooks, clés et versements sont en ordre.',
  'of {ended}': 'sur {ended}',
  'Paid out': 'Versé',
  'Pay out': 'Verser',
  Payouts: 'Versements',
  Providers: 'Opérateurs',
  '{rail} does not work at present: collections on it are refused until it does':
    '{rail} ne marche pas en ce moment\u00a0: d’ici là, ses encaissements sont refusés',
  '{rail} does not work at present: payouts on it wait, and go out by themselves when it does':
    '{rail} ne marche pas en ce moment\u00a0: ses versements attendent, et partent d’eux-mêmes ensuite',
  '{rail} is not available for collections at the moment':
    '{rail} n’est pas disponible pour les encaissements en ce moment',
  '{rail} is not available for payouts at the moment':
    '{rail} n’est pas disponible pour les versements en ce moment',
  '{rail} is slow at present, or some collections fail: customers may have to wait or try again':
    '{rail} est lent en ce moment, ou des encaissements échouent\u00a0: les clients devront peut-être attendre ou réessayer',
  '{rail} is slow at present: payouts on it may take longer':
    '{rail} est lent en ce moment\u00a0: ses versements peuvent prendre plus de temps',
  '{reference} was paid twice, {amount} too much: give one back, or tell the operators that both are meant':
    '{reference} a été payé deux fois, {amount} de trop\u00a0: rendez un paiement, ou dites à l’équipe de Kaira que les deux sont voulus',
  Refunded: 'Remboursé',
  'Registration, TIN, owners, and where your money goes. Two operators read them.':
    'Immatriculation, numéro fiscal (TIN), propriétaires, et où va votre argent. Deux personnes de l’équipe de Kaira les lisent.',
  'Send me the link': 'M’envoyer le lien',
  'Sent. Open it, and press the button there.': 'Envoyé. Ouvrez-le, et appuyez sur le bouton qui s’y trouve.',
  '{share} less than in the {days} days before: {amount}':
    '{share} de moins que dans les {days} jours d’avant\u00a0: {amount}',
  '{share} more than in the {days} days before: {amount}':
    '{share} de plus que dans les {days} jours d’avant\u00a0: {amount}',
  'Show as a table': 'Afficher en tableau',
  'So that what we send to {emailAddress} reaches you.':
    'Pour que ce que nous envoyons à {emailAddress} vous arrive.',
  '{succeeded} delivered, {failed} failed': '{succeeded} arrivés, {failed} échoués',
  '{succeeded} paid, {failed} declined, {expired} expired, {cancelled} cancelled':
    '{succeeded} payés, {failed} refusés, {expired} expirés, {cancelled} annulés',
  'Success by provider, last {days} days': 'Réussite par opérateur, {days} derniers jours',
  'Switch on two-factor authentication': 'Activez la connexion en deux étapes',
  'Take a first payment, for practice': 'Encaissez un premier paiement, pour essayer',
  'Take a payment for practice': 'Encaissez un paiement pour essayer',
  'The key {name} is {days} days old; rotate keys every 90 days':
    'La clé {name} a {days} jours\u00a0; changez de clé tous les 90 jours',
  'The operators ask: {note}': 'L’équipe de Kaira demande\u00a0: {note}',
  'The webhook endpoint {host} is disabled: nothing is sent to it':
    'L’adresse de webhook {host} est désactivée\u00a0: rien ne lui est envoyé',
  'The webhook endpoint {host} is paused: nothing is sent to it':
    'L’adresse de webhook {host} est en pause\u00a0: rien ne lui est envoyé',
  'These figures may be out of date: {message}':
    'Ces chiffres ne sont peut-être plus à jour\u00a0: {message}',
  'This provider pays nothing out': 'Cet opérateur ne fait pas de versements',
  'This provider takes no collections': 'Cet opérateur ne prend pas d’encaissements',
  'To pay out now': 'À verser dès maintenant',
  'Webhooks to {host} are failing': 'Les webhooks vers {host} échouent',
  'Webhooks to {host} are failing: the first failure was {time}':
    'Les webhooks vers {host} échouent\u00a0: premier échec {time}',
  'With your test key ({link}):': 'Avec votre clé de test ({link})\u00a0:',
  'You can pay out': 'Vous pouvez verser',
  'Your money': 'Votre argent',
};
