import type { Catalogue } from '#lib/browser/language/words';

/** The rules of the books, as a recount names them. */
export const checks: Catalogue = {
  'a call to a rail has an outcome exactly when it has ended':
    'un appel à un opérateur a une issue exactement quand il est terminé',
  'a collection is flagged late exactly when it had ended otherwise before':
    'un encaissement est marqué en retard exactement quand il avait fini autrement avant',
  'a commission is the rate’s share of a succeeded collection, and nothing otherwise':
    'une commission est la part du taux sur un encaissement réussi, et rien sinon',
  'a delivery has succeeded only with a 2xx answer': 'un envoi n’a réussi qu’avec une réponse 2xx',
  'a delivery is due exactly while it is pending': 'un envoi est dû exactement tant qu’il est en cours',
  'a journal without a transaction moves the money of a float or a settlement, or corrects a journal':
    'une écriture sans transaction déplace l’argent d’une réserve ou d’un règlement, ou corrige une écriture',
  'a key is kept as a hash, with its prefix and its last four characters only':
    'une clé est gardée comme empreinte, avec son préfixe et ses quatre derniers caractères seulement',
  'a password is kept as an argon2id hash': 'un mot de passe est gardé comme empreinte argon2id',
  'a payment link has counted what was begun and paid through it, to the butut':
    'un lien de paiement a compté ce qui a été commencé et payé par lui, au butut près',
  'a payout is reversed exactly when its history says so':
    'un versement est repris exactement quand son historique le dit',
  'a request to pay has its link, which asks for what its lines add up to, for one payment':
    'une demande de paiement a son lien, qui demande la somme de ses lignes, pour un paiement',
  'a transaction has completed exactly when its history says so':
    'une transaction est terminée exactement quand son historique le dit',
  'all attempts of a reference ask for the same amount':
    'toutes les tentatives d’une référence demandent le même montant',
  'all entries of an environment sum to zero': 'la somme de toutes les lignes d’un environnement est zéro',
  'each accepted row of a file of payouts is what its payout is, and no two are one payout':
    'chaque ligne acceptée d’un fichier de versements est ce qu’est son versement, et deux lignes ne font jamais un seul versement',
  'each adjustment has its journal, and each journal of an adjustment has one':
    'chaque correction a son écriture, et chaque écriture de correction en a une',
  'each adjustment is a step of its transaction’s history, and each such step has one':
    'chaque correction est une étape de l’historique de sa transaction, et chaque étape de ce genre en a une',
  'each adjustment settled a case of its transaction, which is closed':
    'chaque correction a conclu un dossier de sa transaction, qui est fermé',
  'each adjustment was confirmed by another person than proposed it':
    'chaque correction a été confirmée par une autre personne que celle qui l’a proposée',
  'each balance and its unfolded entries are the sum of the entries':
    'chaque solde et ses lignes non additionnées sont la somme des lignes',
  'each change that is to be announced has its event': 'chaque changement à annoncer a son événement',
  'each delivery counts its attempts, numbered from 1 without a gap':
    'chaque envoi compte ses essais, numérotés de 1 sans trou',
  'each entry belongs to a journal of its environment':
    'chaque ligne appartient à une écriture de son environnement',
  'each entry belongs to the client of its journal, or to the house on a live float, its losses or a rail’s fee':
    'chaque ligne appartient à l’entreprise de son écriture, ou à la maison pour une réserve réelle, ses pertes ou des frais d’opérateur',
  'each entry is dated as its journal': 'chaque ligne a la date de son écriture',
  'each entry stands on an account that exists in its environment':
    'chaque ligne est sur un compte qui existe dans son environnement',
  'each event has a delivery for every endpoint that was to hear of it':
    'chaque événement a un envoi pour chaque endpoint qui devait l’apprendre',
  'each event tells of a change of its transaction and bears its name':
    'chaque événement raconte un changement de sa transaction et porte son nom',
  'each failed payout for which money has left by an adjustment is flagged as delivered':
    'chaque versement échoué dont l’argent est sorti par une correction est marqué comme remis',
  'each failed payout that was delivered all the same is a case':
    'chaque versement échoué et remis quand même est un dossier',
  'each file of settlements has as many as it says, of the sum that it says, and they stand where it does':
    'chaque fichier de règlements en a autant qu’il dit, de la somme qu’il dit, et ils sont là où il en est',
  'each float has set aside what its payouts in flight will take':
    'chaque réserve a mis de côté ce que prendront ses versements en route',
  'each float holds what its payouts in flight will take':
    'chaque réserve contient ce que prendront ses versements en route',
  'each history begins with the first version and ends with the status':
    'chaque historique commence par la première version et finit par l’état',
  'each history takes edges of the transition table only, one after the other':
    'chaque historique ne suit que les passages permis, l’un après l’autre',
  'each job of a rail is of a kind that its transaction can have':
    'chaque tâche d’un opérateur est d’un type que sa transaction peut avoir',
  'each journal has the client and the environment of its transaction':
    'chaque écriture a l’entreprise et l’environnement de sa transaction',
  'each journal has two entries or more': 'chaque écriture a deux lignes ou plus',
  'each journal of a float moves one sum between the two accounts of its kind':
    'chaque écriture d’une réserve déplace une somme entre les deux comptes de son type',
  'each journal of a payout moves exactly its amount between the two accounts of its kind':
    'chaque écriture d’un versement déplace exactement son montant entre les deux comptes de son type',
  'each journal of a rail’s fee moves it from the wallet that the rail took it from to the house’s expense':
    'chaque écriture de frais d’un opérateur les déplace du portefeuille où il les a pris vers les charges de la maison',
  'each journal of a refund moves exactly its amount, and the commission that returns with it':
    'chaque écriture d’un remboursement déplace exactement son montant, et la commission qui revient avec',
  'each journal of a settlement moves exactly its amount between the two accounts of its step':
    'chaque écriture d’un règlement déplace exactement son montant entre les deux comptes de son étape',
  'each journal of an adjustment moves exactly its amount between the wallet and who bears it':
    'chaque écriture de correction déplace exactement son montant entre le portefeuille et qui la supporte',
  'each notice that was left to a person is a case': 'chaque avis laissé à une personne est un dossier',
  'each payment that a second person approved is the one that was asked for':
    'chaque paiement approuvé par une deuxième personne est celui qui a été demandé',
  'each payout in flight has a job that will learn its outcome':
    'chaque versement en route a une tâche qui apprendra son issue',
  'each payout whose end has been unknown for half an hour is a case':
    'chaque versement dont l’issue est inconnue depuis une demi-heure est un dossier',
  'each pending collection that can expire has a job that will end it':
    'chaque encaissement en cours qui peut expirer a une tâche qui le terminera',
  'each period was closed by another operator than the one who asked, as the request says':
    'chaque période a été close par une autre personne de l’équipe que celle qui l’a demandé, comme le dit la demande',
  'each reference that was paid twice is a case': 'chaque référence payée deux fois est un dossier',
  'each refund is of a collection of its client, environment and rail that succeeded':
    'chaque remboursement est celui d’un encaissement réussi de son entreprise, de son environnement et de son opérateur',
  'each row of a transaction belongs to its client and environment':
    'chaque ligne d’une transaction appartient à son entreprise et à son environnement',
  'each seal is the root of its leaves, and follows from the one before':
    'chaque sceau est la racine de ses feuilles, et suit celui d’avant',
  'each settlement goes to its account, and each live account is one that an operator approved':
    'chaque règlement va à son compte, et chaque compte réel est un compte approuvé par l’équipe',
  'each settlement has exactly the journals that its history requires':
    'chaque règlement a exactement les écritures que demande son historique',
  'each settlement stands where its history left it, by steps that follow each other':
    'chaque règlement est là où son historique l’a laissé, par des étapes qui se suivent',
  'each stored answer is the one of its own Idempotency-Key':
    'chaque réponse gardée est celle de sa propre Idempotency-Key',
  'each succeeded collection is booked as gross, net and commission':
    'chaque encaissement réussi est inscrit en brut, net et commission',
  'each transaction has exactly the journals that its history requires, booked with it':
    'chaque transaction a exactement les écritures que demande son historique, inscrites avec lui',
  'every amount is positive and within the form of an amount':
    'chaque montant est positif et a la forme d’un montant',
  'everything belongs to a client that exists': 'tout appartient à une entreprise qui existe',
  'fees of rails stand in their own journals only':
    'les frais des opérateurs ne sont que dans leurs propres écritures',
  'no account stands below zero': 'aucun compte n’est sous zéro',
  'no case was settled by two adjustments': 'aucun dossier n’a été conclu par deux corrections',
  'no change has two events': 'aucun changement n’a deux événements',
  'no client is told of an adjustment that the house bears':
    'aucune entreprise n’apprend une correction que la maison supporte',
  'no client’s payouts have taken more than its limits, since those were set':
    'les versements d’aucune entreprise n’ont dépassé ses limites, depuis qu’elles sont définies',
  'no collection is pending ten minutes after it should have expired, unless it is a case':
    'aucun encaissement n’est en cours dix minutes après son expiration, sauf s’il est un dossier',
  'no delivery is tried more often than the schedule has attempts, counted from its last resend':
    'aucun envoi n’est tenté plus souvent que le calendrier n’a d’essais, depuis son dernier renvoi',
  'no endpoint was sent anything two minutes after it was removed':
    'rien n’a été envoyé à un endpoint deux minutes après son retrait',
  'no file of settlements was discarded by somebody who had downloaded it':
    'aucun fichier de règlements n’a été abandonné par quelqu’un qui l’avait téléchargé',
  'no job of a rail is put off for more than three days, or beyond the end of its checkout':
    'aucune tâche d’un opérateur n’est reportée de plus de trois jours, ou après la fin de sa page de paiement',
  'no job of a rail is ten minutes overdue': 'aucune tâche d’un opérateur n’a dix minutes de retard',
  'no journal is a correction: what was booked wrongly is settled by two people':
    'aucune écriture n’est une rectification\u00a0: ce qui a été mal inscrit est conclu par deux personnes',
  'no lease lasts longer than two minutes': 'aucune réservation ne dure plus de deux minutes',
  'no more has gone out over a rail than its limits, since those were set':
    'il n’est pas sorti plus par un opérateur que ses limites, depuis qu’elles sont définies',
  'no more has left what a rail collected than was collected there':
    'il n’est pas sorti plus de ce qu’un opérateur a encaissé que ce qui y a été encaissé',
  'no movement of money at a live rail stands for two transactions':
    'aucun mouvement d’argent chez un opérateur réel ne vaut pour deux transactions',
  'no payer has back more than came: by refunds and paybacks of a collection, and what its rail took back':
    'aucun payeur n’a récupéré plus que ce qui est venu\u00a0: par les remboursements d’un encaissement, et par ce que son opérateur a repris',
  'no payment link took more payments than it wants without saying so':
    'aucun lien de paiement n’a pris plus de paiements qu’il n’en veut sans le dire',
  'no payment was asked for at a second wallet while the first may have made it':
    'aucun paiement n’a été demandé à un deuxième portefeuille alors que le premier a pu le faire',
  'no payout that may have been paid has failed but by the word of its rail or of a person':
    'aucun versement peut-être payé n’a échoué autrement que sur la parole de son opérateur ou d’une personne',
  'no payout that may have been paid was cancelled': 'aucun versement peut-être payé n’a été annulé',
  'no payout waits for a float that has had room for it for ten minutes':
    'aucun versement n’attend une réserve qui a de quoi le payer depuis dix minutes',
  'no payout was sent under a second key while the first may have paid':
    'aucun versement n’a été envoyé sous une deuxième clé alors que la première a pu payer',
  'no process misses what it acknowledged, but for what an operator has accepted':
    'aucun processus ne manque de ce qu’il a confirmé, sauf ce que l’équipe a accepté',
  'no rail was asked to take a payout back later than 72 hours after its completion':
    'aucun opérateur n’a été prié de reprendre un versement plus de 72 heures après sa fin',
  'no reference of a rail stands for two transactions':
    'aucune référence d’un opérateur ne vaut pour deux transactions',
  'no wallet was charged again while a charge may have gone through':
    'aucun portefeuille n’a été débité de nouveau alors qu’un débit a pu passer',
  'nobody settled a case by a proposal of their own':
    'personne n’a conclu un dossier par sa propre proposition',
  'of a customer who was erased nothing personal is left where nothing has to be kept, and the rest is as it was':
    'd’un client effacé il ne reste rien de personnel là où rien ne doit être gardé, et le reste est comme avant',
  'only a failed payout is flagged as delivered after its failure':
    'seul un versement échoué est marqué comme remis après son échec',
  'only the house moves money in and out of its wallets, in LIVE and for no transaction':
    'seule la maison fait entrer et sortir de l’argent de ses portefeuilles, en LIVE et pour aucune transaction',
  'only the newest attempt is anything but expired, cancelled or paid late':
    'seule la tentative la plus récente est autre chose qu’expirée, annulée ou payée en retard',
  'the attempts of a reference are numbered from 1 without a gap, and a payout has one':
    'les tentatives d’une référence sont numérotées de 1 sans trou, et un versement en a une',
  'the body of each event of an adjustment says what was adjusted':
    'le contenu de chaque événement d’une correction dit ce qui a été corrigé',
  'the body of each event says what its transaction was at that change':
    'le contenu de chaque événement dit ce qu’était sa transaction à ce changement',
  'the books of each closed period say what they said at its close':
    'les livres de chaque période close disent ce qu’ils disaient à sa clôture',
  'the earlier form of an event exists for final states only and says the same':
    'l’ancienne forme d’un événement n’existe que pour les états finals et dit la même chose',
  'the entries of each journal sum to zero': 'la somme des lignes de chaque écriture est zéro',
  'the hash of each request is that of the fields that its transaction has':
    'l’empreinte de chaque demande est celle des champs qu’a sa transaction',
  'the journals of each closed period are those of which it kept the digest':
    'les écritures de chaque période close sont celles dont elle a gardé l’empreinte',
  'the refunds of a collection that have not failed return no more commission than was taken':
    'les remboursements d’un encaissement qui n’ont pas échoué ne rendent pas plus de commission qu’il n’en a été pris',
  'the tallies and their unfolded rows are a recount of the transactions':
    'les compteurs et leurs lignes non additionnées sont un recomptage des transactions',
  'the tallies of all time are the sums of those of the days':
    'les compteurs de toujours sont la somme de ceux des jours',
  'webhook secrets, stored answers and what rails gave us are sealed':
    'les secrets de webhooks, les réponses gardées et ce que les opérateurs nous ont donné sont scellés',
  'what a business handed in to go live was approved as it stands, by two operators':
    'ce qu’une entreprise a remis pour passer en réel a été approuvé tel quel, par deux personnes de l’équipe',
  'what a rail took for each live payment whose money moved is booked exactly once, and for no other':
    'ce qu’un opérateur a pris pour chaque paiement réel dont l’argent a bougé est inscrit exactement une fois, et pour aucun autre',
  'what came through a payment link names one of its client, asks for its amount, and has one attempt open at a time':
    'ce qui est venu par un lien de paiement nomme un lien de son entreprise, demande son montant, et n’a qu’une tentative ouverte à la fois',
  'what ended before its customer chose a wallet was asked of no rail, and what is still to be chosen was not begun':
    'ce qui a fini avant que son client choisisse un portefeuille n’a été demandé à aucun opérateur, et ce qui reste à choisir n’a pas commencé',
  'what enforces the rules is as this release ships it':
    'ce qui fait respecter les règles est comme cette version le livre',
  'what is held is the sum of the payouts and settlements under way':
    'ce qui est en attente est la somme des versements et des règlements en cours',
  'what moved the house’s money at a rail stands in the audit log, by its journal':
    'ce qui a déplacé l’argent de la maison chez un opérateur est dans le journal d’activité, avec son écriture',
  'what the bank made of a settlement was said by another operator than the one who sent or confirmed it':
    'ce que la banque a fait d’un règlement a été dit par une autre personne de l’équipe que celle qui l’a envoyé ou confirmé',
  'what was asked for was approved by another person than the one who asked':
    'ce qui a été demandé a été approuvé par une autre personne que celle qui l’a demandé',
  'what was booked of the house’s money stands in the books, and above the limit of one was asked for by another':
    'ce qui a été inscrit de l’argent de la maison est dans les livres, et au-dessus de la limite d’une personne, une autre l’avait demandé',
  'what was paid for a request that somebody had marked as paid by hand says that it is one too many':
    'ce qui a été payé pour une demande marquée comme payée de la main à la main dit que c’est un de trop',
  'what was sealed stands as it was sealed, and nothing stands beside it':
    'ce qui a été scellé est tel qu’il a été scellé, et rien n’est à côté',
  'what went out over each live rail in a day is what the tallies of all clients come to':
    'ce qui est sorti par chaque opérateur réel en un jour est ce que donnent les compteurs de toutes les entreprises',
  'whoever took a step of a transaction was there, and is of its client, its rail or the house':
    'qui a fait une étape d’une transaction était là, et est de son entreprise, de son opérateur ou de la maison',
};
