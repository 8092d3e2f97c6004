import type { Catalogue } from '#lib/browser/language/words';

/** Webhooks: endpoints, deliveries and their signatures. */
export const webhooks: Catalogue = {
  ', {count} failed': ', {count} échoués',
  ', {count} pending': ', {count} en cours',
  ', {count} skipped': ', {count} laissés de côté',
  '; not sent in the earlier form': ' ; pas envoyé dans l’ancienne forme',
  'A collection was cancelled': 'Un encaissement a été annulé',
  'A customer did not pay in time': 'Un client n’a pas payé à temps',
  'A customer paid': 'Un client a payé',
  'A delivery’s page fills in what we sent. How to verify stands in {guide}. Nothing that you paste is kept, and no secret is shown.':
    'La page d’un envoi remplit ce que nous avons envoyé. Comment vérifier se lit dans {guide}. Rien de ce que vous collez n’est gardé, et aucun secret n’est montré.',
  'A payer has the money back': 'Un payeur a récupéré l’argent',
  'A payment was declined': 'Un paiement a été refusé',
  'A payout could not be delivered': 'Un versement n’a pas pu arriver',
  'A payout is under way or held': 'Un versement est en cours ou en attente',
  'A payout was taken back': 'Un versement a été repris',
  'A recipient has the money': 'Un bénéficiaire a l’argent',
  'A refund could not be made': 'Un remboursement n’a pas pu se faire',
  'A refund is under way or held': 'Un remboursement est en cours ou en attente',
  'A removed endpoint': 'Un endpoint retiré',
  'A rotation is under way. Another one makes a third secret: the new one and the present one sign for 24 hours, and the one before them signs nothing from now on.':
    'Un renouvellement est en cours. Un autre fait un troisième secret\u00a0: le nouveau et l’actuel signent pendant 24 heures, et celui d’avant ne signe plus rien dès maintenant.',
  'A signed example with "test": true, of a payment that does not exist. It is sent once and stands in no log.':
    'Un exemple signé avec "test": true, d’un paiement qui n’existe pas. Il est envoyé une fois et n’est dans aucun journal.',
  'Add an endpoint': 'Ajouter un endpoint',
  'Add endpoint': 'Ajouter un endpoint',
  'Add one, or read {guide} first.': 'Ajoutez-en un, ou lisez d’abord {guide}.',
  Address: 'Adresse',
  'All events': 'Tous les événements',
  'All of its deliveries, with filters': 'Tous ses envois, avec filtres',
  'also those that will be added': 'aussi ceux qui s’ajouteront',
  'An endpoint is an address of your server. Kaira sends it a signed request for every change of a payment and repeats it until your server answers.':
    'Un endpoint est une adresse de votre serveur. Kaira lui envoie une requête signée à chaque changement d’un paiement et la répète jusqu’à ce que votre serveur réponde.',
  'An https address of your server that the whole internet can reach.':
    'Une adresse https de votre serveur que tout internet peut joindre.',
  'An https address of your server. On the demo also http and localhost.':
    'Une adresse https de votre serveur. Dans la démo aussi http et localhost.',
  'An owner or a developer of your account can add one; read {guide} first.':
    'Un propriétaire ou un développeur de votre compte peut en ajouter un ; lisez d’abord {guide}.',
  'Answer, its first 2 KB': 'Réponse, ses premiers 2 Ko',
  'Answered {status}': 'Réponse {status}',
  'As in webhook-id; the same in every attempt and for every endpoint.':
    'Comme dans webhook-id ; le même à chaque essai et pour chaque endpoint.',
  'As your server got them: lines of "Name: value", or a JSON object.':
    'Comme votre serveur les a reçus\u00a0: des lignes «\u00a0Name: value\u00a0», ou un objet JSON.',
  Attempts: 'Essais',
  'Banjul time. Without it, everything that was missed.': 'Heure de Banjul. Sans elle, tout ce qui a manqué.',
  'Banjul time; without it, now.': 'Heure de Banjul ; sans elle, maintenant.',
  'Base64, for bytes that are no text': 'Base64, pour des octets qui ne sont pas du texte',
  'Being sent': 'En train de partir',
  Body: 'Corps',
  'Choose at least one event, or all.': 'Choisissez au moins un événement, ou tous.',
  'Clear all': 'Tout effacer',
  'Clear all filters': 'Effacer tous les filtres',
  'Computed signature (optional)': 'Signature calculée (facultatif)',
  Current: 'Actuelle',
  'Debug the signature': 'Déboguer la signature',
  Delete: 'Supprimer',
  'Delete the endpoint': 'Supprimer l’endpoint',
  'Delete this endpoint?': 'Supprimer cet endpoint\u00a0?',
  'Delivered and failed: of the last {days} days. A delivery is repeated for about 71 hours before it counts as failed.':
    'Reçus et échoués\u00a0: des {days} derniers jours. Un envoi est répété pendant environ 71 heures avant de compter comme échoué.',
  Deliveries: 'Envois',
  'Delivery id': 'Id de l’envoi',
  'Description (optional)': 'Description (facultatif)',
  'Does not match': 'Ne correspond pas',
  'Earlier (legacy)': 'Ancienne (legacy)',
  'earlier form': 'ancienne forme',
  Edit: 'Modifier',
  'Edit the endpoint': 'Modifier l’endpoint',
  Endpoint: 'Endpoint',
  'Endpoint id': 'Id de l’endpoint',
  Endpoints: 'Endpoints',
  Event: 'Événement',
  'Event id': 'Id de l’événement',
  Events: 'Événements',
  'Events are sent to {url} from now on.': 'Les événements partent désormais vers {url}.',
  'Every attempt sends and signs these {count} bytes: UTF-8, with nothing behind the last brace.':
    'Chaque essai envoie et signe ces {count} octets\u00a0: UTF-8, sans rien après la dernière accolade.',
  'Every delivery to this endpoint since the time below that failed, for good ({failed} in {periodDays} days) or so far ({pending} pending), is sent now, with the whole retry schedule before it. Your server knows a repeated event by its webhook-id.':
    'Chaque envoi vers cet endpoint depuis l’heure ci-dessous qui a échoué, pour de bon ({failed} en {periodDays} jours) ou jusqu’ici ({pending} en cours), part maintenant, avec tout le calendrier d’essais devant lui. Votre serveur reconnaît un événement répété à son webhook-id.',
  'Every event': 'Chaque événement',
  'Every event on its way to one of your endpoints will stand here, with each attempt and each answer.':
    'Chaque événement en route vers un de vos endpoints sera ici, avec chaque essai et chaque réponse.',
  'Exact bytes': 'Octets exacts',
  'Failing since {failingSince}. Each delivery is repeated by its schedule; after 3 days of nothing but failures the endpoint is paused.':
    'En échec depuis {failingSince}. Chaque envoi est répété selon son calendrier ; après 3 jours de seuls échecs, l’endpoint est mis en pause.',
  Filters: 'Filtres',
  'Find the cause': 'Trouver la cause',
  'first failure {time}': 'premier échec {time}',
  'Give a day and a time.': 'Donnez un jour et une heure.',
  Guide: 'Guide',
  'Header by header': 'En-tête par en-tête',
  Headers: 'En-têtes',
  'How the body is given': 'Comment le corps est donné',
  'I have stored it': 'Je l’ai rangé',
  'It is being sent, with the whole retry schedule before it.':
    'C’est en train de partir, avec tout le calendrier d’essais devant lui.',
  'It is shown only now.': 'Il n’est montré que maintenant.',
  'It missed {count} deliveries while it took nothing. They are kept, and sent only when you ask for it.': {
    one: 'Il a manqué {count} envoi quand il ne prenait rien. Il est gardé, et part seulement si vous le demandez.',
    other:
      'Il a manqué {count} envois quand il ne prenait rien. Ils sont gardés, et partent seulement si vous le demandez.',
  },
  'It takes effect at once. What is already on its way keeps its payload form.':
    'Cela prend effet tout de suite. Ce qui est déjà en route garde sa forme.',
  'Kaira sends every event to this address, signed.': 'Kaira envoie chaque événement à cette adresse, signé.',
  'Last 24 hours': 'Dernières 24 heures',
  'Last 7 days': '7 derniers jours',
  'Last answer': 'Dernière réponse',
  'Last hour': 'Dernière heure',
  Malformed: 'Mal formé',
  Matches: 'Correspond',
  Missing: 'Manque',
  'More actions': 'Autres actions',
  Newest: 'Plus récents',
  'Next attempt': 'Prochain essai',
  'next {time}': 'prochain {time}',
  'No answer': 'Pas de réponse',
  'No attempts': 'Aucun essai',
  'No connection was made': 'Aucune connexion n’a été faite',
  'No delivery matches': 'Aucun envoi ne correspond',
  'No endpoint yet': 'Pas encore d’endpoint',
  'Nobody is told yet': 'Personne n’est encore prévenu',
  'Not valid': 'Pas valide',
  'Nothing but failures came from here for 3 days, so the endpoint is paused.':
    'Rien que des échecs depuis 3 jours, donc l’endpoint est en pause.',
  'Nothing has failed since then.': 'Rien n’a échoué depuis.',
  'Nothing is sent to {url} any more. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.':
    'Plus rien n’est envoyé à {url}. Son secret est perdu pour de bon ; ses envois restent dans le journal. Cela ne peut pas être défait.',
  'Nothing is sent to {url} any more; {count} pending deliveries are skipped. Its secret is gone for good; its deliveries stay in the log. This cannot be undone.':
    {
      one: 'Plus rien n’est envoyé à {url} ; {count} envoi en cours est laissé de côté. Son secret est perdu pour de bon ; ses envois restent dans le journal. Cela ne peut pas être défait.',
      other:
        'Plus rien n’est envoyé à {url} ; {count} envois en cours sont laissés de côté. Son secret est perdu pour de bon ; ses envois restent dans le journal. Cela ne peut pas être défait.',
    },
  'Nothing of yours is here': 'Rien à vous ici',
  'Nothing was sent here yet': 'Rien n’a encore été envoyé ici',
  'Nothing was sent yet': 'Rien n’a encore été envoyé',
  'Nothing was sent yet.': 'Rien n’a encore été envoyé.',
  Older: 'Plus anciens',
  'Only these': 'Seulement ceux-ci',
  Pages: 'Pages',
  'Payload form': 'Forme du contenu',
  'Put it in place on your server before then.': 'Mettez-le en place sur votre serveur avant.',
  'Received at (optional)': 'Reçu à (facultatif)',
  'Reference, transaction and event id match as a whole. Test events are not in the log.':
    'La référence, la transaction et l’id de l’événement comptent en entier. Les événements de test ne sont pas dans le journal.',
  Replay: 'Rejouer',
  'Replay what was missed': 'Rejouer ce qui a manqué',
  'Replay what was missed?': 'Rejouer ce qui a manqué\u00a0?',
  'Request headers': 'En-têtes de la requête',
  Resend: 'Renvoyer',
  'Resend what failed': 'Renvoyer ce qui a échoué',
  'Resend what failed?': 'Renvoyer ce qui a échoué\u00a0?',
  Resume: 'Relancer',
  'Rotate the secret': 'Renouveler le secret',
  'Rotate the signing secret?': 'Renouveler le secret de signature\u00a0?',
  Secret: 'Secret',
  'See the endpoints': 'Voir les endpoints',
  Send: 'Envoyer',
  'Send a test event': 'Envoyer un événement de test',
  'Send again': 'Renvoyer encore',
  'Send now': 'Envoyer maintenant',
  'Send test event': 'Envoyer un événement de test',
  'Signature debugger': 'Débogueur de signature',
  'Signed with a secret of the other environment': 'Signé avec un secret de l’autre environnement',
  'Signed with another endpoint’s secret': 'Signé avec le secret d’un autre endpoint',
  'Signed with the secret from before the rotation': 'Signé avec le secret d’avant le renouvellement',
  'Signed with this endpoint’s secret': 'Signé avec le secret de cet endpoint',
  'Signing secret': 'Secret de signature',
  Since: 'Depuis',
  'Since (optional)': 'Depuis (facultatif)',
  'since {time}': 'depuis {time}',
  Text: 'Texte',
  'The attempts are not kept any more': 'Les essais ne sont plus gardés',
  'The endpoint gets a new secret, shown once. For 24 hours the new one and the present one (…{secretLast4}) both sign, so a server that checks with either goes on working; then only the new one does.':
    'L’endpoint reçoit un nouveau secret, montré une fois. Pendant 24 heures, le nouveau et l’actuel (…{secretLast4}) signent tous les deux, donc un serveur qui vérifie avec l’un ou l’autre continue ; ensuite seulement le nouveau.',
  'The endpoint is active again.': 'L’endpoint est de nouveau actif.',
  'The endpoint is ready': 'L’endpoint est prêt',
  'The endpoint takes nothing at the moment. Resume it, then resend this.':
    'L’endpoint ne prend rien pour le moment. Relancez-le, puis renvoyez ceci.',
  'The endpoint was changed.': 'L’endpoint a été modifié.',
  'The endpoint was deleted.': 'L’endpoint a été supprimé.',
  'The endpoint was removed, so this cannot be resent.':
    'L’endpoint a été retiré, donc ceci ne peut pas être renvoyé.',
  'the guide': 'le guide',
  'The new secret': 'Le nouveau secret',
  'The next event that this endpoint listens to will stand here. A test event shows at once whether your server is reached.':
    'Le prochain événement que cet endpoint écoute sera ici. Un événement de test montre tout de suite si votre serveur est joint.',
  'The one before signs as well until {previousSecretExpiresAt}.':
    'Celui d’avant signe aussi jusqu’au {previousSecretExpiresAt}.',
  'The page': 'La page',
  'The secret before this one signs as well until {previousSecretExpiresAt}.':
    'Le secret d’avant signe aussi jusqu’au {previousSecretExpiresAt}.',
  'The shop’s order server': 'Le serveur de commandes du magasin',
  'The transaction’s id.': 'L’id de la transaction.',
  'These rows may be out of date: {message}': 'Ces lignes ne sont peut-être plus à jour\u00a0: {message}',
  'They were long ago and are not kept any more.': 'Ils datent de longtemps et ne sont plus gardés.',
  'This environment of your account has no such endpoint or delivery: it was deleted, or it belongs to the other environment, which the switch shows.':
    'Cet environnement de votre compte n’a pas cet endpoint ou cet envoi\u00a0: il a été supprimé, ou il est dans l’autre environnement, que montre le bouton.',
  'This may be out of date: {message}': 'Ceci n’est peut-être plus à jour\u00a0: {message}',
  Time: 'Heure',
  Took: 'Durée',
  Transaction: 'Transaction',
  'transaction.completed, for a receiver that exists; it tells of final states only.':
    'transaction.completed, pour un récepteur qui existe ; elle ne parle que d’états finaux.',
  'Under way now': 'En route maintenant',
  Until: 'Jusqu’à',
  'until {time}': 'jusqu’à {time}',
  Valid: 'Valide',
  'Waiting for your server’s answer, 10 seconds at most.':
    'On attend la réponse de votre serveur, 10 secondes au plus.',
  'Webhook deliveries': 'Envois de webhooks',
  'Webhook delivery': 'Envoi de webhook',
  'Webhook endpoint': 'Endpoint de webhook',
  'Webhook endpoints': 'Endpoints de webhooks',
  Webhooks: 'Webhooks',
  'What is meant for it is kept as skipped.': 'Ce qui lui est destiné est gardé et laissé de côté.',
  'What is meant for it is kept as skipped: {skipped} so far.':
    'Ce qui lui est destiné est gardé et laissé de côté\u00a0: {skipped} jusqu’ici.',
  'What the guide describes. Take it for everything you build.':
    'Ce que le guide décrit. Prenez-la pour tout ce que vous construisez.',
  'What was changed on the way: JSON that was printed anew, a body that was cut off, a header.':
    'Ce qui a changé en route\u00a0: du JSON réécrit, un corps coupé, un en-tête.',
  'What was found': 'Ce qui a été trouvé',
  'What you get here': 'Ce que vous obtenez ici',
  'What your code computes the signature of, as exactly as you have it.':
    'Ce dont votre code calcule la signature, exactement comme vous l’avez.',
  'What your own code came to, hex or base64.': 'Ce que votre propre code a trouvé, en hex ou base64.',
  'When one of your endpoints refuses a signature, this page says why.':
    'Quand un de vos endpoints refuse une signature, cette page dit pourquoi.',
  'When the delivery was made, Banjul time.': 'Quand l’envoi a été fait, heure de Banjul.',
  'When your server is well again, resume the endpoint, then replay what it missed.':
    'Quand votre serveur va de nouveau bien, relancez l’endpoint, puis rejouez ce qu’il a manqué.',
  'Whether a correct verifier with this endpoint’s secret accepts the request.':
    'Si un vérificateur correct avec le secret de cet endpoint accepte la requête.',
  'Whose secret signed it, when it is another endpoint’s, the one before, or the other environment’s.':
    'Quel secret l’a signé, si c’est celui d’un autre endpoint, celui d’avant, ou celui de l’autre environnement.',
  'With the computed signature: which mistake makes exactly that one.':
    'Avec la signature calculée\u00a0: quelle erreur donne exactement celle-là.',
  'Your balance was adjusted by hand': 'Votre solde a été ajusté à la main',
  'Your own machine needs no public address:':
    'Votre propre machine n’a pas besoin d’adresse publique\u00a0:',
  'Your own reference of the payment, as a whole.': 'Votre propre référence du paiement, en entier.',
  'Your server answered 410, which says that it wants no more, so the endpoint is disabled.':
    'Votre serveur a répondu 410, ce qui veut dire qu’il n’en veut plus, donc l’endpoint est désactivé.',
  'Your server needs it to tell our events from forged ones. If it gets lost, rotate it.':
    'Votre serveur en a besoin pour distinguer nos événements des faux. S’il se perd, renouvelez-le.',
  '{address} (removed)': '{address} (retiré)',
  '{count} attempts': { one: '{count} essai', other: '{count} essais' },
  '{count} delivered': '{count} reçus',
  '{count} deliveries on the way.': { one: '{count} envoi en route.', other: '{count} envois en route.' },
  '{count} deliveries were skipped while the endpoint took nothing. They are sent now, each with the same bytes and the same event id as it would have had; repeating this sends nothing twice.':
    {
      one: '{count} envoi a été laissé de côté quand l’endpoint ne prenait rien. Il part maintenant, avec les mêmes octets et le même id d’événement qu’il aurait eus ; répéter ceci n’envoie rien deux fois.',
      other:
        '{count} envois ont été laissés de côté quand l’endpoint ne prenait rien. Ils partent maintenant, chacun avec les mêmes octets et le même id d’événement qu’il aurait eus ; répéter ceci n’envoie rien deux fois.',
    },
  '{count} events': { one: '{count} événement', other: '{count} événements' },
  '{latencyMs} ms': '{latencyMs} ms',
  '{latencyMs} ms, {time}': '{latencyMs} ms, {time}',
  '{periodDays} days: {delivered} delivered, {failed} failed; {pending} pending':
    '{periodDays} jours\u00a0: {delivered} reçus, {failed} échoués ; {pending} en cours',
};
