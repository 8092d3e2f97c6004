import type { Catalogue } from '#lib/browser/language/words';

/** Rails: how they are reached, how they do, and what is in their wallets. */
export const rails: Catalogue = {
  ', which nothing under way explains': ', que rien en cours n’explique',
  'A colleague has to approve it; to stop the rail at once, switch its directions off. The server’s settings count again, where they name the rail; otherwise new payments on it are refused with provider_not_enabled. Payments under way go on at this wallet until all of them have ended; then what was set here is forgotten.':
    'Un collègue doit l’approuver\u00a0; pour arrêter l’opérateur tout de suite, désactivez ses sens. Les réglages du serveur comptent de nouveau, s’ils nomment l’opérateur\u00a0; sinon les nouveaux paiements chez lui sont refusés avec provider_not_enabled. Les paiements en cours continuent avec ce portefeuille jusqu’à ce que tous soient terminés\u00a0; puis ce qui a été défini ici est oublié.',
  'A removal waits for a decision': 'Un retrait attend une décision',
  'A share such as 1 or 1.25': 'Une part comme 1 ou 1,25',
  'All clients together. Empty: no limit.': 'Toutes les entreprises ensemble. Vide\u00a0: aucune limite.',
  'All that were set': 'Tous ceux qui ont été définis',
  'Amount, GMD': 'Montant, GMD',
  Amounts: 'Montants',
  'An SVG of at most 8 KB, of shapes and colours only. It is shown small, beside the name.':
    'Un SVG de 8 Ko au plus, de formes et de couleurs seulement. Il est montré en petit, à côté du nom.',
  'Another connection waits for a decision': 'Une autre connexion attend une décision',
  'Answer time': 'Temps de réponse',
  Applied: 'Appliqué',
  'Approve the change of {rail}': 'Approuver le changement de {rail}',
  'Approve the change of {rail}?': 'Approuver le changement de {rail}\u00a0?',
  'Approved. Every server uses it within two seconds.':
    'Approuvé. Chaque serveur l’utilise en deux secondes.',
  'Ask for the removal': 'Demander le retrait',
  'Asked by {name} {time}': 'Demandé par {name} {time}',
  'Asked. A colleague has to approve it before {rail} is disconnected.':
    'C’est demandé. Un collègue doit l’approuver avant que {rail} soit détaché.',
  'Asked. A colleague has to approve it before {rail} is reached so.':
    'C’est demandé. Un collègue doit l’approuver avant que {rail} soit joint ainsi.',
  'At most {limits}': 'Au plus {limits}',
  'Became a case': 'Est devenu un dossier',
  'Book the payment': 'Inscrire le paiement',
  'Book the top-up': 'Inscrire l’apport',
  'Book the transfer': 'Inscrire le transfert',
  'Book the withdrawal': 'Inscrire le retrait',
  'By its calls and probes it is {status}.': 'D’après ses appels et ses sondes, il est {status}.',
  'came {count} times': { one: 'venu {count} fois', other: 'venu {count} fois' },
  'Cannot be known without the wallet': 'Impossible à savoir sans le portefeuille',
  'Cannot be used: set it anew': 'Inutilisable\u00a0: à redéfinir',
  'Change {rail}, {environment}, {direction}': 'Modifier {rail}, {environment}, {direction}',
  'Changed nothing': 'N’a rien changé',
  'Charge the wallet': 'Débiter le portefeuille',
  'Close collections': 'Fermer les encaissements',
  'Close payouts': 'Fermer les versements',
  'Closed|of a rail': 'Fermé',
  'Collected money pays payouts': 'L’argent encaissé paie les versements',
  'Collected money pays payouts.': 'L’argent encaissé paie les versements.',
  Collections: 'Encaissements',
  Colour: 'Couleur',
  'Connect the rail': 'Relier l’opérateur',
  'Connect {rail}': 'Relier {rail}',
  'Connected by the server’s settings': 'Relié par les réglages du serveur',
  'Connected here': 'Relié ici',
  'Connected {time} by {name}': 'Relié {time} par {name}',
  Connection: 'Connexion',
  'Connect…': 'Relier…',
  Credentials: 'Accès',
  Delayed: 'Ralenti',
  'Disconnect {rail}': 'Détacher {rail}',
  'Disconnect {rail}?': 'Détacher {rail}\u00a0?',
  'Disconnect…': 'Détacher…',
  'Done|of a call': 'Fait',
  'Each client by itself. Empty: no limit.': 'Chaque entreprise pour elle-même. Vide\u00a0: aucune limite.',
  'Every server uses it within two seconds. {approval}':
    'Chaque serveur l’utilise en deux secondes. {approval}',
  'Fees of {rail}': 'Frais de {rail}',
  'For each, GMD': 'Pour chacun, GMD',
  'From the day': 'À partir du jour',
  'Give the collection back': 'Rendre l’encaissement',
  'Half of the calls were answered within the first, 95 of 100 within the second':
    'La moitié des appels ont eu leur réponse dans le premier temps, 95 sur 100 dans le second',
  'Held payouts': 'Versements en attente',
  'How each rail is reached, how it does, and what it may be used for. What is under way goes on, whatever is switched off.':
    'Comment chaque opérateur est joint, comment il va, et à quoi il peut servir. Ce qui est en cours continue, quoi qu’on désactive.',
  'In flight': 'En route',
  'It cannot be reached: was KAIRA_SECRET changed?':
    'Impossible de le joindre\u00a0: KAIRA_SECRET a-t-il changé\u00a0?',
  'It gave no answer in the last five minutes': 'Il n’a donné aucune réponse dans les cinq dernières minutes',
  'It is booked at the house’s expense when the payment succeeds; where the rail itself says what it took, that is booked instead. No client pays it.':
    'Cela s’inscrit comme une charge de la maison quand le paiement réussit\u00a0; si l’opérateur dit lui-même ce qu’il a pris, c’est cela qui s’inscrit. Aucune entreprise ne le paie.',
  'It is to be the same wallet by a new key, which the rail has to prove.':
    'Ce doit être le même portefeuille avec une nouvelle clé, ce que l’opérateur doit prouver.',
  'It is used as if nothing were wrong, whatever its calls say, until somebody leaves it to them again.':
    'Il est utilisé comme si tout allait bien, quoi que disent ses appels, jusqu’à ce que quelqu’un s’en remette de nouveau à eux.',
  'It is used, and clients are told that it is slow.':
    'Il est utilisé, et les entreprises apprennent qu’il est lent.',
  'It looks like this:': 'Voici l’aspect\u00a0:',
  'It was not called in the last five minutes': 'Il n’a pas été appelé dans les cinq dernières minutes',
  'Its calls and probes': 'Ses appels et ses sondes',
  'Largest amount': 'Plus grand montant',
  'Largest amount, GMD': 'Plus grand montant, GMD',
  Logo: 'Logo',
  'Money left the float of {rail} for another one.':
    'De l’argent a quitté la réserve de {rail} pour une autre.',
  'Most in a day, GMD': 'Au plus par jour, GMD',
  'Most in a month, GMD': 'Au plus par mois, GMD',
  'Move collected money of {rail} to the float': 'Passer l’argent encaissé de {rail} dans la réserve',
  'Move it to the float': 'Passer dans la réserve',
  'Move to the float…': 'Passer en réserve…',
  'Name and logo of {rail}': 'Nom et logo de {rail}',
  'Name and logo…': 'Nom et logo…',
  'New collections are refused with PROVIDER_UNAVAILABLE. What was begun goes on.':
    'Les nouveaux encaissements sont refusés avec PROVIDER_UNAVAILABLE. Ce qui a commencé continue.',
  'No connection to this rail exists in this environment; what is set here counts once there is one.':
    'Aucune connexion à cet opérateur n’existe dans cet environnement\u00a0; ce qui est défini ici compte dès qu’il y en a une.',
  'No tariff was set': 'Aucun tarif n’a été défini',
  None: 'Aucun',
  'None|a connection': 'Aucune',
  'None|a difference': 'Aucune',
  'None; it takes {secrets}': 'Aucun\u00a0; il lui faut {secrets}',
  'not probed yet': 'pas encore sondé',
  'Not sent': 'Pas envoyé',
  'not set': 'non défini',
  'Not set': 'Non défini',
  'not set: the rail is not connected then': 'non défini\u00a0: l’opérateur n’est alors pas relié',
  nothing: 'rien',
  'Nothing is open on it. It is kept a few days for reversals, and forgotten then.':
    'Rien n’y est ouvert. Il est gardé quelques jours pour des annulations, puis oublié.',
  'Nothing was asked of the rail yet, and it has told nothing. Each call and each notice will stand here.':
    'Rien n’a encore été demandé à l’opérateur, et il n’a rien dit. Chaque appel et chaque avis sera ici.',
  'Notice of the rail': 'Avis de l’opérateur',
  'Notices go to': 'Les avis vont à',
  'Of the amount, %': 'Du montant,\u00a0%',
  'Off|of a rail': 'Désactivé',
  'Open the collection': 'Ouvrir l’encaissement',
  Operational: 'En service',
  'Overrule the health of {rail}, collections': 'Fixer la santé de {rail}, encaissements',
  'Overrule the health of {rail}, payouts': 'Fixer la santé de {rail}, versements',
  'Overruled by {name} {time}: {reason}. By its figures it is {status}.':
    'Fixé par {name} {time}\u00a0: {reason}. D’après ses chiffres, il est {status}.',
  'Overrule…': 'Fixer…',
  'Paid to our bank…': 'Payé à notre banque…',
  'Pay payouts from what {rail} collected?': 'Payer les versements avec ce que {rail} a encaissé\u00a0?',
  'Payouts are taken, wait, and go out when it is open again. What was sent goes on.':
    'Les versements sont pris, attendent, et partent quand il ouvre de nouveau. Ce qui est envoyé continue.',
  'Payouts on {rail} leave from its float alone.': 'Les versements chez {rail} partent de sa seule réserve.',
  'Payouts that the float cannot cover wait then, until it is topped up or collected money is moved to it.':
    'Les versements que la réserve ne couvre pas attendent alors qu’elle soit alimentée ou que de l’argent encaissé y passe.',
  'Rails of the sandbox': 'Opérateurs du bac à sable',
  'Real money moves over it from then on. Ask {name} whether these addresses are the rail’s own.':
    'De l’argent réel y passe à partir de là. Demandez à {name} si ces adresses sont bien celles de l’opérateur.',
  'Real money moves over it: a colleague has to approve it, but for a rail that was never connected before.':
    'De l’argent réel y passe\u00a0: un collègue doit l’approuver, sauf pour un opérateur qui n’a jamais été relié.',
  Refused: 'Refusé',
  'Reject the change of {rail}': 'Refuser le changement de {rail}',
  'Replace credentials…': 'Remplacer les accès…',
  'Replace the credentials': 'Remplacer les accès',
  'Replace the credentials of {rail}': 'Remplacer les accès de {rail}',
  'Rounded half up to a butut.': 'Arrondi au butut le plus proche, la moitié vers le haut.',
  'Same wallet, new key': 'Même portefeuille, nouvelle clé',
  'Saved. Every page shows it within seconds.': 'Enregistré. Chaque page le montre en quelques secondes.',
  'Saved. Every server knows it within two seconds.': 'Enregistré. Chaque serveur le sait en deux secondes.',
  'Saved. Payments that begin on that day or later are booked by it.':
    'Enregistré. Les paiements qui commencent ce jour-là ou plus tard s’inscrivent ainsi.',
  'Secrets are kept encrypted and never shown again. The audit log names the fields and no value.':
    'Les secrets sont gardés chiffrés et ne sont plus jamais affichés. Le journal d’activité nomme les champs et aucune valeur.',
  'Send the payout': 'Envoyer le versement',
  'Set the tariff': 'Définir le tarif',
  'Set what {rail} takes for each collection': 'Définir ce que {rail} prend pour chaque encaissement',
  'Set what {rail} takes for each payout': 'Définir ce que {rail} prend pour chaque versement',
  'Set what {rail} takes for each refund': 'Définir ce que {rail} prend pour chaque remboursement',
  'Set {time} by {name}': 'Défini {time} par {name}',
  'Set…': 'Définir…',
  'Several, for a rotation, are separated by commas.':
    'Plusieurs, pour un renouvellement, se séparent par des virgules.',
  'since {time}|of a state': 'état changé {time}',
  'Smallest amount': 'Plus petit montant',
  'Smallest amount, GMD': 'Plus petit montant, GMD',
  'So much, with what you booked since yesterday, wants a second operator: it waits under Approvals, and nothing was booked yet.':
    'Une telle somme, avec ce que vous avez inscrit depuis hier, demande une deuxième personne de l’équipe\u00a0: elle attend sous Accords, et rien n’est encore inscrit.',
  'Stands on this page and in the audit log.': 'Figure sur cette page et dans le journal d’activité.',
  'stays unset': 'reste non défini',
  'stays {value}': 'reste {value}',
  'Stop paying payouts from what {rail} collected?':
    'Ne plus payer les versements avec ce que {rail} a encaissé\u00a0?',
  Switch: 'Activation',
  'Switch it off': 'Désactiver',
  'Switch it on': 'Activer',
  'Switch off: collected money of {rail} pays payouts':
    'Désactiver\u00a0: l’argent encaissé de {rail} paie les versements',
  'Switch on: collected money of {rail} pays payouts':
    'Activer\u00a0: l’argent encaissé de {rail} paie les versements',
  'Take new collections': 'Prendre de nouveaux encaissements',
  'Take new payouts': 'Prendre de nouveaux versements',
  'Take the payout back': 'Reprendre le versement',
  'The contract or letter. Stands in the audit log.':
    'Le contrat ou la lettre. Figure dans le journal d’activité.',
  'The float is {amount}, of which {held} is set aside for payouts.':
    'La réserve est de {amount}, dont {held} mis de côté pour des versements.',
  'The float is {amount}.': 'La réserve est de {amount}.',
  'The float of {rail} has grown.': 'La réserve de {rail} a augmenté.',
  'The float of {rail} has shrunk.': 'La réserve de {rail} a diminué.',
  'the rail is {status} since {time}': 'l’opérateur est {status}, état changé {time}',
  'The rail said that it is short; they are tried again {time}':
    'L’opérateur a dit que c’est insuffisant\u00a0; nouvel essai {time}',
  'The rail stays connected as it is, and what you entered is forgotten.':
    'L’opérateur reste relié comme il l’est, et ce que vous avez saisi est oublié.',
  'The rail stays connected as it is. {name} has to ask anew.':
    'L’opérateur reste relié comme il l’est. {name} doit redemander.',
  'The rail was not asked yet': 'L’opérateur n’a pas encore été interrogé',
  'The sandbox’s simulator works inside Kaira: there is no talk to show. Of a live payment each call and each notice stands here.':
    'Le simulateur du bac à sable travaille dans Kaira\u00a0: il n’y a pas d’échange à montrer. Pour un paiement réel, chaque appel et chaque avis est ici.',
  'the server’s settings': 'les réglages du serveur',
  'The simulator answers inside the server, so it has no connection and no health.':
    'Le simulateur répond dans le serveur, il n’a donc ni connexion ni santé.',
  'This books money that the house moved from its wallet at this rail to that at another one; it moves none. Payouts that wait there leave at once, so book it when the money has arrived.':
    'Ceci inscrit de l’argent que la maison a déplacé de son portefeuille chez cet opérateur vers celui d’un autre\u00a0; rien ne bouge. Les versements qui y attendent partent tout de suite, inscrivez-le donc quand l’argent est arrivé.',
  'This books money that the house took out of its wallet at the rail, to its bank; it moves none. Book it before you take the money out, so that no payout counts on it.':
    'Ceci inscrit de l’argent que la maison a retiré de son portefeuille chez l’opérateur, vers sa banque\u00a0; rien ne bouge. Inscrivez-le avant de retirer l’argent, pour qu’aucun versement ne compte dessus.',
  'This books money that was collected here and that the rail has paid to the bank of the house; it moves none. Book what the bank’s statement has.':
    'Ceci inscrit de l’argent encaissé ici et que l’opérateur a payé à la banque de la maison\u00a0; rien ne bouge. Inscrivez ce que le relevé de la banque montre.',
  'This books money that was put into our wallet at the rail; it moves none. Payouts that wait for it leave at once, so book what has arrived and no more.':
    'Ceci inscrit de l’argent mis dans notre portefeuille chez l’opérateur\u00a0; rien ne bouge. Les versements qui l’attendent partent tout de suite, inscrivez donc ce qui est arrivé et pas plus.',
  'This wallet': 'Ce portefeuille',
  'This wallet does not tell it: look there yourself':
    'Ce portefeuille ne le dit pas\u00a0: regardez là-bas vous-même',
  'This was booked before; nothing was booked again.':
    'Ceci était déjà inscrit\u00a0; rien n’a été inscrit de nouveau.',
  'Tick this when the rail gave you a new key for the wallet that is connected. The rail is asked about the newest payment of that wallet, and must know it, unless the key of now never opened anything. Without it, payments that are under way go on with the key of now until they have ended, so it must stay valid for so long.':
    'Cochez ceci si l’opérateur vous a donné une nouvelle clé pour le portefeuille qui est relié. L’opérateur est interrogé sur le paiement le plus récent de ce portefeuille, et doit le connaître, sauf si la clé actuelle n’a jamais rien ouvert. Sans cela, les paiements en cours continuent avec la clé actuelle jusqu’à leur fin, elle doit donc rester valable tout ce temps.',
  'To the float of': 'Vers la réserve de',
  'took {time}': 'en {time}',
  'Top up the float of {rail}': 'Alimenter la réserve de {rail}',
  'Top up…': 'Alimenter…',
  'Transfer from the float of {rail}': 'Transférer de la réserve de {rail}',
  'Transfer…': 'Transférer…',
  Troubled: 'En difficulté',
  'Troubled calls and answer times are of the last five minutes; half of the calls were answered within the first time, 95 of 100 within the second.':
    'Les appels en difficulté et les temps de réponse portent sur les cinq dernières minutes\u00a0; la moitié des appels ont eu leur réponse dans le premier temps, 95 sur 100 dans le second.',
  'Under way, or its end was lost': 'En cours, ou son issue s’est perdue',
  Unknown: 'Inconnu',
  'Waiting: the connection of {rail}': 'En attente\u00a0: la connexion de {rail}',
  'Waits to be worked on': 'Attend d’être traité',
  Wallet: 'Portefeuille',
  'Wallet before': 'Portefeuille précédent',
  'What changes': 'Ce qui change',
  'What counts': 'Ce qui compte',
  'What is set here counts instead of the server’s settings, for every server within two seconds. {approval}':
    'Ce qui est défini ici compte à la place des réglages du serveur, pour chaque serveur en deux secondes. {approval}',
  'What its calls and probes say counts again.': 'Ce que disent ses appels et ses sondes compte de nouveau.',
  'What lies at {rail} has shrunk.': 'Ce qui est chez {rail} a diminué.',
  'What merchants and customers know this rail by, on every page and in every message. Programs go on saying {provider}.':
    'Ce par quoi les commerçants et les clients connaissent cet opérateur, sur chaque page et dans chaque message. Les programmes continuent de dire {provider}.',
  'What the float lacks for a payout is then taken from what was collected, which lies in the same wallet. Payouts that wait leave at once, as far as it reaches.':
    'Ce qui manque à la réserve pour un versement est alors pris sur ce qui a été encaissé, dans le même portefeuille. Les versements en attente partent tout de suite, dans la limite de ce qu’il y a.',
  'What the rail takes for its work': 'Ce que l’opérateur prend pour son travail',
  'What was collected lies in the same wallet, so nothing moves at the rail: this books it as part of the float, from which payouts leave.':
    'Ce qui a été encaissé est dans le même portefeuille, rien ne bouge donc chez l’opérateur\u00a0: ceci l’inscrit dans la réserve, d’où partent les versements.',
  'What {rail} has paid to our bank': 'Ce que {rail} a payé à notre banque',
  'What {rail} takes for each collection': 'Ce que {rail} prend pour chaque encaissement',
  'What {rail} takes for each payout': 'Ce que {rail} prend pour chaque versement',
  'What {rail} takes for each refund': 'Ce que {rail} prend pour chaque remboursement',
  'Where it stands': 'Où c’est écrit',
  'Which transfer it was. Stands in the audit log.':
    'De quel mouvement il s’agit. Figure dans le journal d’activité.',
  'While it is off, new collections on this rail are refused with provider_not_enabled, for every client.':
    'Tant que c’est désactivé, les nouveaux encaissements chez cet opérateur sont refusés avec provider_not_enabled, pour chaque entreprise.',
  'While it is off, new payouts on this rail are refused with provider_not_enabled, for every client.':
    'Tant que c’est désactivé, les nouveaux versements chez cet opérateur sont refusés avec provider_not_enabled, pour chaque entreprise.',
  'Withdraw from the float of {rail}': 'Retirer de la réserve de {rail}',
  'Withdraw the change of {rail}': 'Retirer le changement de {rail}',
  'Withdraw the change of {rail}?': 'Retirer le changement de {rail}\u00a0?',
  'Withdraw…|money': 'Retirer…',
  'Without a logo': 'Sans logo',
  '{amount} and {share}': '{amount} et {share}',
  '{amount} was collected and is not at our bank yet.':
    '{amount} ont été encaissés et ne sont pas encore à notre banque.',
  '{amount} was collected and is not in the float.':
    '{amount} ont été encaissés et ne sont pas dans la réserve.',
  '{amount}, as the rail said {time}': '{amount}, selon l’opérateur {time}',
  '{amount}, not at our bank yet': '{amount}, pas encore à notre banque',
  '{amount}, which lies in the same wallet': '{amount}, dans le même portefeuille',
  '{amount}, which payouts under way will take': '{amount}, que prendront les versements en cours',
  '{count} payments of {amount} are open on it: what was begun goes on there until all of them have ended.': {
    one: '{count} paiement de {amount} y est ouvert\u00a0: ce qui a commencé y continue jusqu’à la fin.',
    other:
      '{count} paiements de {amount} y sont ouverts\u00a0: ce qui a commencé y continue jusqu’à ce que tous soient terminés.',
  },
  '{movement} from {day}: {terms}.': '{movement} à partir du {day}\u00a0: {terms}.',
  '{rail} is connected. It is probed within seconds.':
    '{rail} est relié. Il est sondé dans les secondes qui viennent.',
  '{rail}, live': '{rail}, réel',
  '{rail}: collections, {environment}': '{rail}\u00a0: encaissements, {environment}',
  '{rail}: health of collections': '{rail}\u00a0: santé des encaissements',
  '{rail}: health of payouts': '{rail}\u00a0: santé des versements',
  '{rail}: payouts, {environment}': '{rail}\u00a0: versements, {environment}',
  '{secrets}: set, and not shown': '{secrets}\u00a0: définis, et non affichés',
  '{share} of {count}': '{share} de {count}',
  '{status}, whatever they say': '{status}, quoi qu’ils disent',
  '{terms}, since {day}': '{terms}, depuis le {day}',
  '{troubled} of {calls} calls have an unknown end or did not reach the rail':
    '{troubled} appels sur {calls} ont une issue inconnue ou n’ont pas atteint l’opérateur',
  'on and healthy': 'en service et en bonne santé',
  'on, but delayed': 'en service, mais au ralenti',
  'on, but closed': 'en service, mais à l’arrêt',
  'Connected, {state}': 'Relié, {state}',
  'Simulated, {state}': 'Simulé, {state}',
  'collections {state}': 'encaissements {state}',
  'payouts {state}': 'versements {state}',
  'Connected: {states}': 'Relié\u00a0: {states}',
  'Simulated: {states}': 'Simulé\u00a0: {states}',
  'Not connected, and switched off for collections and payouts':
    'Non relié, et désactivé pour les encaissements et les versements',
  'Not connected, and switched off for collections': 'Non relié, et désactivé pour les encaissements',
  'Not connected, and switched off for payouts': 'Non relié, et désactivé pour les versements',
  'switched off|of a rail': 'hors service',
  'on|of a rail': 'en service',
  '{state} by an operator’s word': '{state} sur parole de l’équipe',
};
