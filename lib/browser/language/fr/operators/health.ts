import type { Catalogue } from '#lib/browser/language/words';

/** What the page of the installation’s health says. A general pattern stands after those that it would match too. */
export const healthLines: Catalogue = {
  ', and found nothing wrong': ', et rien n’a été trouvé de faux',
  ', and its functions are of another one': ', et ses fonctions sont d’une autre',
  '1 second': '1 seconde',
  'A file of payouts': 'Un fichier de versements',
  'A message to a person': 'Un message à une personne',
  'a payment': 'un paiement',
  'A webhook': 'Un webhook',
  'Adding up balances': 'Additionner les soldes',
  'an endpoint may have many waiting, which delays nobody else':
    'un endpoint peut en avoir beaucoup en attente, ce qui ne retarde personne d’autre',
  'Asking for settlements that are due': 'Demander les règlements dus',
  'Begin a recount, under Ledger or with npm run audit.':
    'Lancez un recomptage, sous Grand livre ou avec npm run audit.',
  'Begin another, under Ledger or with npm run audit.':
    'Lancez-en un autre, sous Grand livre ou avec npm run audit.',
  'Beginning what a second person has approved': 'Commencer ce qu’une deuxième personne a approuvé',
  'Bring it back, or take it out of DATABASE_URL if it is gone for good.':
    'Remettez-le en route, ou retirez-le de DATABASE_URL s’il a disparu pour de bon.',
  'Browsers reach Kaira at {url}, without a certificate.':
    'Les navigateurs joignent Kaira à {url}, sans certificat.',
  'Browsers refuse the certificate of {host}: {fault}.':
    'Les navigateurs refusent le certificat de {host}\u00a0: {fault}.',
  'DATABASE_URL leads through a pooler that shares connections after each transaction, which Kaira cannot work with.':
    'DATABASE_URL passe par un pooler qui partage les connexions après chaque transaction, ce avec quoi Kaira ne peut pas travailler.',
  'Do at once what the page of incidents says, before anything else is paid out.':
    'Faites tout de suite ce que dit la page des incidents, avant tout autre versement.',
  'Do what the page of incidents says: somebody has changed the database past Kaira.':
    'Faites ce que dit la page des incidents\u00a0: quelqu’un a changé la base de données hors de Kaira.',
  'End the upgrade: every process has to be of one release before long.':
    'Terminez la mise à jour\u00a0: chaque processus doit bientôt être de la même version.',
  'Ending payments whose customer chose no wallet':
    'Terminer les paiements dont le client n’a choisi aucun portefeuille',
  'Ending webhooks of endpoints that are off': 'Terminer les webhooks des endpoints désactivés',
  'Erasing customers who are to be forgotten': 'Effacer les clients à oublier',
  'Forgetting old connections to rails': 'Oublier les anciennes connexions aux opérateurs',
  'Forgetting what is kept for a time only': 'Oublier ce qui n’est gardé qu’un temps',
  'Give the proxy a certificate of this name, with the chain of its authority.':
    'Donnez au proxy un certificat à ce nom, avec la chaîne de son autorité.',
  'How much waits': 'Combien attend',
  'How PostgreSQL does': 'L’état de PostgreSQL',
  'its payouts wait meanwhile': 'ses versements attendent pendant ce temps',
  'Keeping the database’s plans good': 'Garder de bons plans à la base de données',
  'Look for “a periodic job failed” in the log, which names the job and the error.':
    'Cherchez «\u00a0a periodic job failed\u00a0» dans le journal, qui nomme la tâche et l’erreur.',
  'Looking after the rails': 'Veiller sur les opérateurs',
  'Looking for what is due': 'Chercher ce qui est dû',
  'Make room, or give it a larger disk: PostgreSQL and Kaira stop when it is full.':
    'Faites de la place, ou donnez-lui un plus grand disque\u00a0: PostgreSQL et Kaira s’arrêtent quand il est plein.',
  'Making room for the next months': 'Faire de la place pour les prochains mois',
  'No backup is known. Kaira hears only of those that are noted in its table “backups”.':
    'Aucune sauvegarde n’est connue. Kaira n’apprend que celles qui sont notées dans sa table «\u00a0backups\u00a0».',
  'No standby follows the database, which a trial does not need.':
    'Aucun serveur de secours ne suit la base de données, ce dont un essai n’a pas besoin.',
  'No standby follows the database: what is written since the last backup is on one machine only.':
    'Aucun serveur de secours ne suit la base de données\u00a0: ce qui est écrit depuis la dernière sauvegarde est sur une seule machine.',
  'No worker was seen in the last day. Payments stay open, and no webhook and no message is sent.':
    'Aucun processus de travail n’a été vu depuis un jour. Les paiements restent ouverts, et aucun webhook ni message n’est envoyé.',
  'No worker works: the last one was seen {time} ago. Payments stay open, and no webhook and no message is sent.':
    'Aucun processus de travail ne travaille\u00a0: le dernier a été vu il y a {time}. Les paiements restent ouverts, et aucun webhook ni message n’est envoyé.',
  'nobody is written to meanwhile': 'on n’écrit à personne pendant ce temps',
  'nobody knows why.': 'personne ne sait pourquoi.',
  'None of the database servers takes writes: callers are told to come again.':
    'Aucun serveur de base de données n’accepte d’écriture\u00a0: les appelants sont priés de revenir.',
  'nothing waits for the next seal': 'rien n’attend le prochain sceau',
  'One connection takes': 'Une connexion reçoit',
  'one thing': 'une',
  'One worker works': 'Un processus de travail est à l’œuvre',
  'our role may not read that': 'notre rôle n’a pas le droit de le lire',
  payments: 'des paiements',
  'payments do not settle meanwhile': 'les paiements ne se concluent pas pendant ce temps',
  'payments settle later meanwhile': 'les paiements se concluent plus tard',
  'Point DATABASE_URL at PostgreSQL itself, or set the pooler to session mode.':
    'Faites pointer DATABASE_URL sur PostgreSQL lui-même, ou mettez le pooler en mode session.',
  'PostgreSQL cannot archive its changes: what came since the last backup would be lost with its disk, which fills up meanwhile.':
    'PostgreSQL ne peut pas archiver ses changements\u00a0: ce qui est venu depuis la dernière sauvegarde serait perdu avec son disque, qui se remplit entre-temps.',
  'PostgreSQL does not answer at {name}, which DATABASE_URL names.':
    'PostgreSQL ne répond pas à {name}, que nomme DATABASE_URL.',
  'PostgreSQL is a server of your own, and tells nobody how full its disk is. Watch it where it runs':
    'PostgreSQL est un serveur à vous, et ne dit à personne si son disque est plein. Surveillez-le là où il tourne',
  'PostgreSQL {version} answers, and holds {size}.': 'PostgreSQL {version} répond, et contient {size}.',
  'Promote a standby, or bring the primary back.':
    'Promouvez un serveur de secours, ou remettez le serveur principal en route.',
  'Put a proxy with a certificate in front of Kaira, and an https address into BASE_URL.':
    'Mettez un proxy avec un certificat devant Kaira, et une adresse https dans BASE_URL.',
  'Read postgres.log, which says why the archive refuses them.':
    'Lisez postgres.log, qui dit pourquoi l’archive les refuse.',
  'Renew it now.': 'Renouvelez-le maintenant.',
  'Renew it, and see why whatever renews it by itself has not.':
    'Renouvelez-le, et voyez pourquoi ce qui le renouvelle tout seul ne l’a pas fait.',
  'Run npm run migrate as the owner of the database.':
    'Lancez npm run migrate comme propriétaire de la base de données.',
  'Sealing the books': 'Sceller les livres',
  'See whether a worker works, above and in its log.':
    'Voyez si un processus de travail travaille, ci-dessus et dans son journal.',
  'See whether a worker works, and look for “a periodic job failed” with “seals” in the log.':
    'Voyez si un processus de travail travaille, et cherchez «\u00a0a periodic job failed\u00a0» avec «\u00a0seals\u00a0» dans le journal.',
  'See whether it still receives changes. Where nothing was written meanwhile, it lacks nothing.':
    'Voyez s’il reçoit encore les changements. Si rien n’a été écrit entre-temps, il ne lui manque rien.',
  'See why the nightly backup failed, and make one by hand now: npm run backup.':
    'Voyez pourquoi la sauvegarde de la nuit a échoué, et faites-en une à la main maintenant\u00a0: npm run backup.',
  'See why the nightly npm run audit did not run or did not end.':
    'Voyez pourquoi npm run audit, la nuit, n’a pas tourné ou ne s’est pas terminé.',
  'Start one: npm run worker, or a server without KAIRA_WORKER=off.':
    'Lancez-en un\u00a0: npm run worker, ou un serveur sans KAIRA_WORKER=off.',
  'Stop, compare and decide, in that order.': 'Arrêtez, comparez et décidez, dans cet ordre.',
  'Switch TLS on in PostgreSQL, or write sslmode=disable if the network is yours alone.':
    'Activez TLS dans PostgreSQL, ou écrivez sslmode=disable si le réseau n’est qu’à vous.',
  'Telling that the worker is there': 'Dire que le processus de travail est là',
  'The books have never been recounted.': 'Les livres n’ont jamais été recomptés.',
  'The books have not been sealed yet, and more has waited for a seal since. Nothing is lost; until it is sealed, a change past Kaira is not seen.':
    'Les livres n’ont pas encore été scellés, et d’autres lignes attendent un sceau depuis. Rien n’est perdu\u00a0; tant que ce n’est pas scellé, un changement fait hors de Kaira ne se voit pas.',
  'The books have not been sealed yet, and {rest}.': 'Les livres n’ont pas encore été scellés, et {rest}.',
  'The books were last recounted {time} ago{found}.': 'Les livres ont été recomptés il y a {time}{found}.',
  'The books were last sealed {time} ago, and more has waited for a seal since. Nothing is lost; until it is sealed, a change past Kaira is not seen.':
    'Les livres ont été scellés il y a {time}, et d’autres lignes attendent un sceau depuis. Rien n’est perdu\u00a0; tant que ce n’est pas scellé, un changement fait hors de Kaira ne se voit pas.',
  'The books were last sealed {time} ago, and {rest}.':
    'Les livres ont été scellés il y a {time}, et {rest}.',
  'the built-in database': 'la base de données intégrée',
  'The certificate of the database': 'Le certificat de la base de données',
  'The certificate of the database at {server}': 'Le certificat de la base de données à {server}',
  'The certificate of {host}': 'Le certificat de {host}',
  'The connection to the database at {server} is not encrypted, since the server offers no TLS.':
    'La connexion à la base de données à {server} n’est pas chiffrée, car le serveur n’offre pas TLS.',
  'the data folder': 'le dossier des données',
  'the database': 'la base de données',
  'The database has everything that was acknowledged, as this server knows it.':
    'La base de données a tout ce qui a été confirmé, pour autant que ce serveur le sache.',
  'The database has had all {known} migrations of this release, and enforces what it ships.':
    'La base de données a reçu les {known} migrations de cette version, et fait respecter ce qu’elle livre.',
  'The database has had {applied} of the {known} migrations of this release{functions}.':
    'La base de données a reçu {applied} des {known} migrations de cette version{functions}.',
  'The database lacks {what} that had been acknowledged. Nothing new is taken, and workers stand still.':
    'Il manque à la base de données ce qui avait été confirmé ({what}). Rien de nouveau n’est pris, et les processus de travail sont à l’arrêt.',
  'The disk of {name} on this machine has {free} free of {total}.':
    'Sur cette machine, le disque où se trouve {name} a {free} libres sur {total}.',
  'The free space of {name}': 'La place libre de {name}',
  'The last backup': 'La dernière sauvegarde',
  'The last backup that was whole ended {time} ago. One that fails is not noted, and shows by its age.':
    'La dernière sauvegarde entière s’est terminée il y a {time}. Une sauvegarde qui échoue n’est pas notée, et se voit à l’âge de celle-ci.',
  'The last recount of the books': 'Le dernier recomptage des livres',
  'The last recount of the books found {what} wrong. Every amount on a screen may be wrong with it.':
    'Le dernier recomptage des livres a trouvé des erreurs ({what}). Chaque montant affiché peut être faux aussi.',
  'The last seal of the books': 'Le dernier sceau des livres',
  'The newest recount did not end: {why}': 'Le dernier recomptage ne s’est pas terminé\u00a0: {why}',
  'The schema of the database': 'Le schéma de la base de données',
  'The standby at {name} is {time} behind.': 'Le serveur de secours à {name} a {time} de retard.',
  'The worker {name} is Kaira {version}, and this server is Kaira {kaira}.':
    'Le processus de travail {name} est Kaira {version}, et ce serveur est Kaira {kaira}.',
  'This server is Kaira {version} on Node {node}.': 'Ce serveur est Kaira {version} sur Node {node}.',
  'what came since waits for the next seal, which comes each minute':
    'ce qui est venu depuis attend le prochain sceau, qui vient chaque minute',
  'What enforces the rules in the database is not as this release ships it: {differences}{more}.':
    'Ce qui fait respecter les règles dans la base de données n’est pas comme cette version le livre\u00a0: {differences}{more}.',
  'What rails have told us': 'Ce que les opérateurs nous ont dit',
  'Whether work is overdue': 'Si du travail est en retard',
  'Whether workers work': 'Si des processus de travail travaillent',
  'Work with rails': 'Du travail avec les opérateurs',
  'Writing to people of payouts, floats and statements':
    'Écrire aux gens sur les versements, les réserves et les relevés',
  '{who} each change of the database (a standby, or a backup that is under way)':
    '{who} chaque changement de la base de données (un serveur de secours, ou une sauvegarde en cours)',
  '{work} has been due for {time}, and nobody takes it up: {effect}.':
    '{work} est dû depuis {time}, et personne ne le prend\u00a0: {effect}.',
  '{words}: this was due {time} ago, and no worker has done it.':
    '{words}\u00a0: c’était dû il y a {time}, et aucun processus de travail ne l’a fait.',
  '{what} ended {time} ago: browsers and programs refuse it.':
    '{what} a expiré il y a {time}\u00a0: les navigateurs et les programmes le refusent.',
  '{workers}, and each periodic job was done in time.':
    '{workers}, et chaque tâche régulière a été faite à l’heure.',
  '{what}. How late it gets them': '{what}. Son retard',
  '{what} is not known: {why}.': '{what}\u00a0: inconnu, {why}.',
  '{text} A trial needs none.': '{text} Un essai n’en a pas besoin.',
  '{count} connections take': '{count} connexions reçoivent',
  '{what} ends in {time}.': '{what} expire dans {time}.',
  '{count} workers work': '{count} processus de travail travaillent',
  '{count} payments': '{count} paiements',
  '{count} minutes': '{count} minutes',
  '{count} seconds': '{count} secondes',
  '{count} things': '{count}',
  '{count} hours': '{count} heures',
  '{count} days': '{count} jours',
  'No work with rails is planned': 'Aucun travail avec les opérateurs n’est prévu',
  'Planned work with rails: {count}, none of it due now':
    'Travaux prévus avec les opérateurs\u00a0: {count}, dont aucun n’est dû maintenant',
  'Planned work with rails: {count}, {due} of it due now':
    'Travaux prévus avec les opérateurs\u00a0: {count}, dont {due} maintenant',
  '{work}; {webhooks} and {messages} that wait for their turn; {rows} for the next seal.':
    '{work}\u00a0; {webhooks} et {messages} attendent leur tour\u00a0; {rows} pour le prochain sceau.',
  'no webhooks': 'aucun webhook',
  'one webhook': 'un webhook',
  '{count} webhooks': '{count} webhooks',
  'no messages': 'aucun message',
  'one message': 'un message',
  '{count} messages': '{count} messages',
  'no rows': 'aucune ligne',
  'one row': 'une ligne',
  '{count} rows': '{count} lignes',
  '{count} or more': 'au moins {count}',
};
