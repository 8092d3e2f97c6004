import type { Catalogue } from '#lib/browser/language/words';

/** The operators’ overview. */
export const overview: Catalogue = {
  ': {why}': '\u00a0: {why}',
  'A payout of {amount} of {client} waits and is not sent: its customer would have back more than came':
    'Un versement de {amount} de {client} attend et n’est pas envoyé\u00a0: son client récupérerait plus que ce qui est venu',
  'A refund of {amount} of {client} waits and is not sent: its customer would have back more than came':
    'Un remboursement de {amount} de {client} attend et n’est pas envoyé\u00a0: son client récupérerait plus que ce qui est venu',
  'All clients together.': 'Toutes les entreprises ensemble.',
  'Collected today': 'Encaissé aujourd’hui',
  'Collected, 7 days': 'Encaissé, 7 jours',
  'collections switched off': 'encaissements désactivés',
  'collections switched off by {name}': 'encaissements désactivés par {name}',
  'collections within {time}': 'encaissements en {time}',
  Float: 'Réserve',
  'Float, held payouts': 'Réserve, en attente',
  'Held for liquidity': 'En attente de fonds',
  'In the sandbox each client has floats of its own; this is their sum.':
    'Dans le bac à sable, chaque entreprise a ses propres réserves\u00a0; ceci est leur somme.',
  'Needs attention': 'À regarder',
  'No worker works: jobs have waited for {time}. Payments stay open, and no webhook is sent':
    'Aucun processus de travail ne travaille\u00a0: des tâches attendent depuis {time}. Les paiements restent ouverts, et aucun webhook n’est envoyé',
  'none decided': 'aucun décidé',
  'How the installation does could not be found out.': 'On ne peut pas savoir comment va l’installation.',
  'The installation is being looked at.': 'On regarde comment va l’installation.',
  'The installation is well.': 'L’installation va bien.',
  'Nothing: no approval and no case waits, no payout is held, every webhook is delivered.':
    'Rien\u00a0: aucun accord et aucun dossier n’attend, aucun versement n’est en attente, chaque webhook est remis.',
  Now: 'Maintenant',
  'Paid out, 7 days': 'Versé, 7 jours',
  'payouts switched off': 'versements désactivés',
  'payouts switched off by {name}': 'versements désactivés par {name}',
  'payouts within {time}': 'versements en {time}',
  'The database lacks payments that were acknowledged. Nothing new is taken until an operator decides':
    'Il manque à la base de données des paiements qui avaient été confirmés. Rien de nouveau n’est pris avant que l’équipe en décide',
  'The database lacks {count} payments that were acknowledged. Nothing new is taken until an operator decides':
    {
      one: 'Il manque à la base de données {count} paiement qui avait été confirmé. Rien de nouveau n’est pris avant que l’équipe en décide',
      other:
        'Il manque à la base de données {count} paiements qui avaient été confirmés. Rien de nouveau n’est pris avant que l’équipe en décide',
    },
  'The statement of {rail} of {day} has {count} differences': {
    one: 'Le relevé de {rail} du {day} a {count} différence',
    other: 'Le relevé de {rail} du {day} a {count} différences',
  },
  'This rail does not pay out': 'Cet opérateur ne verse pas',
  'This rail has no float': 'Cet opérateur n’a pas de réserve',
  Volume: 'Volume',
  '{count} businesses wait for an answer to its papers': {
    one: '{count} entreprise attend une réponse à ses papiers',
    other: '{count} entreprises attendent une réponse à leurs papiers',
  },
  '{count} cases wait for a person’s decision': {
    one: '{count} dossier attend la décision d’une personne',
    other: '{count} dossiers attendent la décision d’une personne',
  },
  '{count} collections': { one: '{count} encaissement', other: '{count} encaissements' },
  '{count} deliveries wait for another attempt': {
    one: '{count} envoi attend un autre essai',
    other: '{count} envois attendent un autre essai',
  },
  '{count} held, {amount}': '{count} en attente, {amount}',
  '{count} hours': { one: '{count} heure', other: '{count} heures' },
  '{count} minutes': { one: '{count} minute', other: '{count} minutes' },
  '{count} payouts': { one: '{count} versement', other: '{count} versements' },
  '{count} payouts are held because a float is short': {
    one: '{count} versement est en attente parce qu’une réserve est insuffisante',
    other: '{count} versements sont en attente parce qu’une réserve est insuffisante',
  },
  'One operator alone: what takes two people waits until the server has made a second one':
    'Un seul opérateur\u00a0: ce qui demande deux personnes attend qu’un second soit créé sur le serveur',
  '{count} requests wait for approval': {
    one: '{count} demande attend un accord',
    other: '{count} demandes attendent un accord',
  },
  '{count} webhook endpoints are paused or switched off': {
    one: '{count} endpoint de webhooks est en pause ou désactivé',
    other: '{count} endpoints de webhooks sont en pause ou désactivés',
  },
  '{count} webhook endpoints fail': {
    one: '{count} endpoint de webhooks échoue',
    other: '{count} endpoints de webhooks échouent',
  },
  '{name} is suspended: it can charge and pay out nothing':
    '{name} est suspendue\u00a0: elle ne peut ni encaisser ni verser',
  '{rail} is overruled to {status} for collections by {name}: {reason}':
    '{rail} est mis d’office sur «\u00a0{status}\u00a0» pour les encaissements par {name}\u00a0: {reason}',
  '{rail} is overruled to {status} for payouts by {name}: {reason}':
    '{rail} est mis d’office sur «\u00a0{status}\u00a0» pour les versements par {name}\u00a0: {reason}',
  '{rail} is switched off for collections': '{rail} est désactivé pour les encaissements',
  '{rail} is switched off for collections by {name}':
    '{rail} est désactivé pour les encaissements par {name}',
  '{rail} is switched off for payouts': '{rail} est désactivé pour les versements',
  '{rail} is switched off for payouts by {name}': '{rail} est désactivé pour les versements par {name}',
  '{rail} is {status} for collections': '{rail} est {status} pour les encaissements',
  '{rail} is {status} for payouts': '{rail} est {status} pour les versements',
  '{rail} says {amount} against our books, and nothing under way explains it':
    '{rail} dit {amount} par rapport à nos livres, et rien en cours ne l’explique',
  '{share} succeeded': '{share} réussis',
  '{succeeded} succeeded, {failed} failed; expired and cancelled ones do not count':
    '{succeeded} réussis, {failed} échoués\u00a0; les expirés et les annulés ne comptent pas',
  '{what}: a second operator decides, under Rails':
    '{what}\u00a0: une deuxième personne de l’équipe décide, sous Opérateurs',
};
