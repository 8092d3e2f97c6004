import type { Catalogue } from '#lib/browser/language/words';

/** Tools of the sandbox. */
export const sandbox: Catalogue = {
  'A collection of any amount that is not magic waits here for a customer: pay, decline or cancel it yourself.':
    'Un encaissement d’un montant qui n’est pas magique attend ici un client\u00a0: payez-le, refusez-le ou annulez-le vous-même.',
  'A day': 'Un jour',
  'A day has passed.': 'Un jour est passé.',
  'A minute': 'Une minute',
  'A minute has passed.': 'Une minute est passée.',
  'Amount to add to {provider}': 'Montant à ajouter chez {provider}',
  'An hour': 'Une heure',
  'An hour has passed.': 'Une heure est passée.',
  'Balances at providers': 'Soldes chez les opérateurs',
  Checkout: 'Page de paiement',
  Clock: 'Horloge',
  Collect: 'Encaisser',
  'Collect by scenario': 'Encaisser par scénario',
  'Each forces an outcome, the same on every provider. Press one and watch.':
    'Chacun force un résultat, le même chez chaque opérateur. Appuyez et regardez.',
  Ends: 'Fin',
  'Enter the code': 'Saisir le code',
  'Enter the code of {clientReference}': 'Saisir le code de {clientReference}',
  'Everything that a provider or a customer would do, at the press of a button.':
    'Tout ce que ferait un opérateur ou un client, d’une pression sur un bouton.',
  'Four days': 'Quatre jours',
  'Four days have passed.': 'Quatre jours sont passés.',
  Fund: 'Alimenter',
  'Fund the missing {amount}': 'Alimenter les {amount} qui manquent',
  'Half an hour': 'Une demi-heure',
  'Half an hour has passed.': 'Une demi-heure est passée.',
  'Let time pass in your sandbox: checkouts expire, held payouts go, webhooks are repeated. What happens is dated now.':
    'Laissez passer le temps dans votre bac à sable\u00a0: les pages de paiement expirent, les versements en attente partent, les webhooks se répètent. Ce qui arrive est daté de maintenant.',
  'Magic amounts and scenarios': 'Montants magiques et scénarios',
  'Never by itself': 'Jamais de lui-même',
  'No checkout is open': 'Aucune page de paiement n’est ouverte',
  'Nothing waits for it': 'Rien n’attend dessus',
  'Nothing was due.': 'Rien n’était dû.',
  'Nothing was stored': 'Rien n’a été enregistré',
  'Open checkouts': 'Pages de paiement ouvertes',
  'Open the checkout': 'Ouvrir la page de paiement',
  'Open the checkout of {clientReference}': 'Ouvrir la page de paiement de {clientReference}',
  'Pay out': 'Verser',
  'Pay out by scenario': 'Verser par scénario',
  'Payouts draw on the balance at their provider. What it cannot cover is held, and leaves in order when you fund it.':
    'Les versements puisent dans le solde chez leur opérateur. Ce qu’il ne couvre pas est mis en attente, et part dans l’ordre quand vous l’alimentez.',
  'Sandbox tools': 'Outils du bac à sable',
  Succeeded: 'Réussi',
  'The balance at {provider} was funded to {balance}.': 'Le solde chez {provider} a été porté à {balance}.',
  'The recipient decides nothing here; the balance at {provider} does, which is {balance}.':
    'Le bénéficiaire ne décide de rien ici ; le solde chez {provider} décide, et il est de {balance}.',
  'The request was answered with {status} {code}.': 'La requête a reçu la réponse {status} {code}.',
  'the wallet': 'le portefeuille',
  'There is more to do than one press does: press again to go on.':
    'Il y a plus à faire que d’une seule pression\u00a0: appuyez encore pour continuer.',
  'Time passes…': 'Le temps passe…',
  What: 'Quoi',
  'What happened': 'Ce qui s’est passé',
  'What the header X-Gw-Scenario does with any other amount; here with {amount}.':
    'Ce que fait l’en-tête X-Gw-Scenario avec tout autre montant ; ici avec {amount}.',
  '{amount} of your balance; that balance decides nothing.':
    '{amount} de votre solde ; ce solde ne décide de rien.',
  '{amount}: more than there is': '{amount}\u00a0: plus qu’il n’y a',
  '{amount}: more than there is, so held': '{amount}\u00a0: plus qu’il n’y a, donc en attente',
  '{amount}: within the balance there': '{amount}\u00a0: dans la limite de ce solde',
  '{count} things happened.': { one: 'Une chose s’est passée.', other: '{count} choses se sont passées.' },
  '{heldCount} held, {held} in all': '{heldCount} en attente, {held} en tout',
};
