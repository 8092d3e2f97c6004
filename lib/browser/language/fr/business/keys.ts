import type { Catalogue } from '#lib/browser/language/words';

/** API keys. */
export const apiKeys: Catalogue = {
  ', approved {time}. Reveal it within 7 days': ', approuvé {time}. À afficher dans les 7 jours',
  '1 hour after the reveal': '1 heure après l’affichage',
  '24 hours after the reveal': '24 heures après l’affichage',
  '72 hours after the reveal': '72 heures après l’affichage',
  'A change waits for approval. Until then this list stays in force.':
    'Un changement attend un accord. D’ici là, cette liste reste en vigueur.',
  'An operator approves it, then you reveal it here, once. Your other keys stay as they are.':
    'L’équipe de Kaira l’approuve, puis vous l’affichez ici, une fois. Vos autres clés restent comme elles sont.',
  'An operator approves it, then you reveal the new key here, once. It has the same scope. Until the reveal nothing changes.':
    'L’équipe de Kaira l’approuve, puis vous affichez la nouvelle clé ici, une fois. Elle a la même portée. Jusque-là, rien ne change.',
  'Ask for a change': 'Demander un changement',
  'Ask for a new key': 'Demander une nouvelle clé',
  'Asked by': 'Demandé par',
  'Asked by {name} {time}': 'Demandé par {name} {time}',
  Close: 'Fermer',
  'Close without the key': 'Fermer sans la clé',
  'Collections only: no money out': 'Encaissements seulement\u00a0: pas d’argent qui sort',
  'Copy the key': 'Copier la clé',
  'Earlier requests': 'Demandes passées',
  'Earlier requests ({count})': 'Demandes passées ({count})',
  Ended: 'Terminé',
  'Every request with this key is refused from the next moment on, for good. Payments that are under way go on. Without another key your integration stops.':
    'Toute requête avec cette clé est refusée dès maintenant, pour de bon. Les paiements en cours continuent. Sans autre clé, votre intégration s’arrête.',
  'Everything: collections, payouts, reading': 'Tout\u00a0: encaissements, versements, lecture',
  'If the key stands in the list now, it was made without being shown: revoke it and ask for another one.':
    'Si la clé est maintenant dans la liste, elle a été créée sans être montrée\u00a0: révoquez-la et demandez-en une autre.',
  'IP allowlist': 'Liste d’adresses IP',
  'It ends at the reveal': 'Elle prend fin à l’affichage',
  'It works at once, in the sandbox only, and is shown once. Your other keys stay as they are.':
    'Elle marche tout de suite, seulement dans le bac à sable, et est montrée une fois. Vos autres clés restent comme elles sont.',
  Keys: 'Clés',
  'Long enough to put the new one in place.': 'Assez longtemps pour mettre la nouvelle en place.',
  'Make a test key': 'Créer une clé de test',
  'Make the key': 'Créer la clé',
  'No list is set: your keys work from anywhere.':
    'Aucune liste n’est fixée\u00a0: vos clés marchent de partout.',
  'Nothing changes for your keys. You can ask again at any time.':
    'Rien ne change pour vos clés. Vous pouvez redemander à tout moment.',
  'Read only: balance, statistics, transactions': 'Lecture seule\u00a0: solde, statistiques, transactions',
  Reason: 'Raison',
  Request: 'Demande',
  Requests: 'Demandes',
  'Reveal the key': 'Afficher la clé',
  'Revoke the key': 'Révoquer la clé',
  'Revoke {prefix}…{last4}?': 'Révoquer {prefix}…{last4}\u00a0?',
  'Rotate {prefix}…{last4}': 'Renouveler {prefix}…{last4}',
  'The addresses that your keys work from, live and sandbox alike. It does not concern the dashboard.':
    'Les adresses d’où marchent vos clés, en réel comme dans le bac à sable. Elle ne concerne pas le tableau de bord.',
  'The key is made now and shown once. Have a safe place ready, such as your server’s secret store.':
    'La clé est créée maintenant et montrée une fois. Préparez un endroit sûr, comme le coffre à secrets de votre serveur.',
  'The key is made now and shown once. Have a safe place ready. {old} ends at this moment.':
    'La clé est créée maintenant et montrée une fois. Préparez un endroit sûr. {old} prend fin à cet instant.',
  'The key is made now and shown once. Have a safe place ready. {old} works on for {hours} h from this moment, then it ends.':
    'La clé est créée maintenant et montrée une fois. Préparez un endroit sûr. {old} marche encore {hours} h dès cet instant, puis prend fin.',
  'The key was not copied yet. If you close this now, it is lost and you have to ask for another one.':
    'La clé n’a pas encore été copiée. Si vous fermez maintenant, elle est perdue et vous devez en demander une autre.',
  'The key was revoked.': 'La clé a été révoquée.',
  'The less a key may do, the less it can do in the wrong hands.':
    'Moins une clé peut faire, moins elle peut nuire entre de mauvaises mains.',
  'The present key works on for': 'La clé actuelle marche encore',
  'The request was sent. An operator will decide it.': 'La demande est envoyée. L’équipe de Kaira décidera.',
  'The request was withdrawn.': 'La demande a été retirée.',
  'Withdraw the request': 'Retirer la demande',
  'You will not see it again: we keep only a fingerprint of it. Put it into your server’s secret store now.':
    'Vous ne la reverrez pas\u00a0: nous n’en gardons qu’une empreinte. Mettez-la maintenant dans le coffre à secrets de votre serveur.',
  'Your live keys. Operators of Kaira approve new ones.':
    'Vos clés réelles. L’équipe de Kaira approuve les nouvelles.',
  'Your new key': 'Votre nouvelle clé',
  'Your test keys, for the sandbox. A new one works at once.':
    'Vos clés de test, pour le bac à sable. Une nouvelle marche tout de suite.',
};
