import type { Catalogue } from '#lib/browser/language/words';

/** What operators are refused with, and words of the server that stand on their pages. */
export const refusals: Catalogue = {
  ' There is no other operator yet who could: make one on the server with npm run admin:create -- --email you@example.com --name "Your Name".':
    ' Personne d’autre de l’équipe ne le pourrait encore\u00a0: créez quelqu’un sur le serveur avec npm run admin:create -- --email vous@example.com --name "Votre nom".',
  ' {name} could.': ' {name} le pourrait.',
  '1 violation': '1 anomalie',
  'A month can be closed when it has been over for a day: until then something may be booked into it.':
    'Un mois peut être clos un jour après sa fin\u00a0: d’ici là, quelque chose peut encore s’y inscrire.',
  'A settlement is proposed. Confirm or reject it first.':
    'Une issue est proposée. Confirmez-la ou refusez-la d’abord.',
  'A statement that was under way when this was asked for has not ended: it may still book into the period. Try again in a moment; if it stays so, reject the request and ask anew.':
    'Une opération en cours au moment de la demande n’est pas finie\u00a0: elle peut encore s’inscrire dans la période. Réessayez dans un instant\u00a0; si cela continue, refusez la demande et redemandez.',
  'A user with the e-mail {email} exists already.': 'Un utilisateur avec l’e-mail {email} existe déjà.',
  'Account number': 'Numéro de compte',
  amount: 'montant',
  'Amount, as 1500.00': 'Montant, comme 1500.00',
  'An operator gives nobody of a client another role than viewer. Ask one of its owners, or ask to add an owner.':
    'L’équipe de Kaira ne donne à personne d’une entreprise un autre rôle que lecteur. Demandez à l’un de ses propriétaires, ou demandez d’ajouter un propriétaire.',
  'An operator has proposed to approve these papers. Decide it under Approvals.':
    'Quelqu’un de l’équipe a proposé d’approuver ces papiers. Décidez-en sous Accords.',
  Another: 'Une autre',
  'Another change of this connection waits for a decision. Decide it, or have it withdrawn, first.':
    'Un autre changement de cette connexion attend une décision. Décidez-en, ou faites-le retirer, d’abord.',
  'Another settlement is proposed by now. Read it first.':
    'Une autre issue est maintenant proposée. Lisez-la d’abord.',
  'API key': 'Clé d’API',
  'API password': 'Mot de passe d’API',
  Bank: 'Banque',
  'Base address': 'Adresse de base',
  'Change your own password in your account.': 'Changez votre propre mot de passe dans vos réglages.',
  currency: 'monnaie',
  'Currency, GMD': 'Monnaie, GMD',
  'Day of the file, as 2026-03-31': 'Jour du fichier, comme 2026-03-31',
  discarded: 'abandonné',
  download: 'téléchargement',
  'For 30 days after, another': 'Pendant 30 jours, une autre',
  'Holder of the account': 'Titulaire du compte',
  'It answered {status}': 'Il a répondu {status}',
  'It wants two operators.': 'Il faut deux personnes de l’équipe.',
  Merchant: 'Commerçant',
  mobile: 'mobile',
  'Mobile number of our wallet': 'Numéro mobile de notre portefeuille',
  'Money of this {type} was adjusted by hand before. Book what is left of it by another adjustment.':
    'De l’argent de cette transaction ({type}) a déjà été corrigé à la main. Inscrivez ce qu’il en reste par une autre correction.',
  'More than {count} differences: look first whether this is the statement of {provider} of {day}.':
    'Plus de {count} différences\u00a0: regardez d’abord si c’est le relevé de {provider} du {day}.',
  'Name of the client': 'Nom de l’entreprise',
  'No operator has connected this rail, so there is nothing to remove.':
    'Personne de l’équipe n’a relié cet opérateur, il n’y a donc rien à retirer.',
  'No other operator has confirmed you yet, and until then you decide nothing.{more}':
    'Personne d’autre de l’équipe ne vous a encore confirmé, et d’ici là vous ne décidez de rien.{more}',
  'No other operator has confirmed you yet, and until then you only read. Ask one to do so, under Approvals.':
    'Personne d’autre de l’équipe ne vous a encore confirmé, et d’ici là vous ne faites que lire. Demandez-le à quelqu’un, sous Accords.',
  'No settlement is proposed here any more.': 'Aucune issue n’est plus proposée ici.',
  'No settlement waits for a file.': 'Aucun règlement n’attend de fichier.',
  'No statement of this day was imported yet.': 'Aucun relevé de ce jour n’a encore été importé.',
  'Nobody decides a {what} of their own. Ask another operator.{more}':
    'Personne ne décide de ce qui vient de soi ({what}). Demandez à une autre personne de l’équipe.{more}',
  'Nothing of this collection is left to give back.': 'Il ne reste rien à rendre de cet encaissement.',
  'Notice secrets': 'Secrets des avis',
  'Only a payout that SUCCEEDED can be reversed; this one is {status}.':
    'Seul un versement réussi peut être repris\u00a0; celui-ci est {status}.',
  'Only an operator may close a day.': 'Seule l’équipe de Kaira clôt un jour.',
  'Only an operator may decide a request.': 'Seule l’équipe de Kaira décide d’une demande.',
  'Only an operator may decide on papers.': 'Seule l’équipe de Kaira décide des papiers.',
  'Only an operator may import a statement.': 'Seule l’équipe de Kaira importe un relevé.',
  'Only an operator may settle a case.': 'Seule l’équipe de Kaira conclut un dossier.',
  'Only the client’s own people may decide this request.':
    'Seules les personnes de l’entreprise elle-même décident de cette demande.',
  'Only the operator who asked for this link sees it.':
    'Seule la personne de l’équipe qui a demandé ce lien le voit.',
  'Only who asked withdraws a request. Reject it instead.':
    'Seul qui a demandé retire une demande. Refusez-la plutôt.',
  'Our float on {provider} does not have so much in our books. The proposal stays: book what was paid into the float, then confirm it.':
    'Notre réserve chez {provider} n’a pas autant dans nos livres. La proposition reste\u00a0: inscrivez ce qui a été versé dans la réserve, puis confirmez-la.',
  'paid twice': 'payé deux fois',
  Password: 'Mot de passe',
  proposal: 'proposition',
  'Reference, which the receiver sees': 'Référence, que voit le bénéficiaire',
  'Refunds of this collection were begun since this was proposed, and the client does not give it back twice. Reject it, and let the house bear what has left.':
    'Des remboursements de cet encaissement ont commencé depuis cette proposition, et l’entreprise ne le rend pas deux fois. Refusez-la, et que la maison supporte ce qui est sorti.',
  request: 'demande',
  sent: 'envoyé',
  'Somebody else was first: this connection, or the request for it, was changed just now. Look at it again.':
    'Quelqu’un d’autre a été plus rapide\u00a0: cette connexion, ou sa demande, vient de changer. Regardez de nouveau.',
  'Somebody must remain {leader}: make another user {role} first.':
    'Quelqu’un doit rester {leader}\u00a0: donnez d’abord ce rôle ({role}) à un autre utilisateur.',
  status: 'statut',
  'Switch off your own two-factor authentication in your settings.':
    'Désactivez votre propre authentification à deux facteurs dans vos réglages.',
  'The 72 hours in which a payout can be reversed are over.':
    'Les 72 heures pendant lesquelles un versement peut être repris sont passées.',
  'The books are being recounted. Approve it when that is done.':
    'Les livres sont en train d’être recomptés. Approuvez quand c’est fini.',
  'The books of this period changed while they were counted. Nothing was closed; approve it once more.':
    'Les livres de cette période ont changé pendant le comptage. Rien n’a été clos\u00a0; approuvez de nouveau.',
  'The books were not recounted within the last day. Start a recount under Ledger, then approve this.':
    'Les livres n’ont pas été recomptés depuis un jour. Lancez un recomptage sous Grand livre, puis approuvez.',
  'The client has changed its papers since you opened them. Read them again.':
    'L’entreprise a changé ses papiers depuis que vous les avez ouverts. Relisez-les.',
  'The client has {amount} GMD only. The proposal stays: confirm it when the balance covers it, or reject it and let the house bear it.':
    'L’entreprise n’a que {amount} GMD. La proposition reste\u00a0: confirmez-la quand le solde suffit, ou refusez-la et que la maison le supporte.',
  'The fees of this day are booked as the statement has them.':
    'Les frais de ce jour sont inscrits comme le relevé les donne.',
  'The fees of this day differ by another amount than was asked for. Reject the request, and look at the day once more.':
    'Les frais de ce jour diffèrent d’un autre montant que celui demandé. Refusez la demande, et regardez ce jour de nouveau.',
  'The float of {provider} has {room} that no payout has set aside. Nothing was booked.':
    'La réserve de {provider} a {room} qu’aucun versement n’a mis de côté. Rien n’a été inscrit.',
  'The rail has named another amount for it since this was proposed. Reject it, and propose what came.':
    'L’opérateur a nommé un autre montant depuis cette proposition. Refusez-la, et proposez ce qui est venu.',
  'The rail refused to take the payout back: {why}':
    'L’opérateur a refusé de reprendre le versement\u00a0: {why}',
  'The rail was asked to take this payout back; its answer is awaited.':
    'L’opérateur a été prié de reprendre ce versement\u00a0; sa réponse est attendue.',
  'The rail’s payment is the transaction {id} already. One payment is booked once.':
    'Le paiement de l’opérateur est déjà la transaction {id}. Un paiement s’inscrit une fois.',
  'The recount of the books found {violations}. Nothing is closed before there is none.':
    'Le recomptage des livres a trouvé {violations}. Rien n’est clos tant qu’il y en a.',
  'The same text in every row': 'Le même texte dans chaque ligne',
  'The transaction is {status}: settle it by evidence, or wait for the rail’s word.':
    'La transaction est {status}\u00a0: concluez-la sur preuves, ou attendez la parole de l’opérateur.',
  'There are {count} open requests. Withdraw those that you do not need.':
    'Il y a {count} demandes ouvertes. Retirez celles dont vous n’avez pas besoin.',
  'There is no rail that does this.': 'Aucun opérateur ne fait cela.',
  'There is no rail with a float by this name.': 'Aucun opérateur de ce nom n’a de réserve.',
  'There is no rail with one wallet for both by this name.':
    'Aucun opérateur de ce nom n’a un seul portefeuille pour les deux.',
  'There is no such case.': 'Ce dossier n’existe pas.',
  'There is no such client.': 'Cette entreprise n’existe pas.',
  'There is no such file of settlements.': 'Ce fichier de règlements n’existe pas.',
  'There is no such file.': 'Ce fichier n’existe pas.',
  'There is no such key.': 'Cette clé n’existe pas.',
  'There is no such open request. It may have been decided or withdrawn.':
    'Cette demande ouverte n’existe pas. Elle a peut-être été décidée ou retirée.',
  'There is no such rail, or no such day yet.': 'Cet opérateur n’existe pas, ou ce jour n’est pas encore là.',
  'There is no such rail.': 'Cet opérateur n’existe pas.',
  'There is no such settlement.': 'Ce règlement n’existe pas.',
  'There is no such transaction.': 'Cette transaction n’existe pas.',
  'These papers are with the client.': 'Ces papiers sont chez l’entreprise.',
  'This business has handed in nothing.': 'Cette entreprise n’a rien remis.',
  'This case is about money, so two people close it: propose what is to be booked, or that our books are right as they are.':
    'Ce dossier touche à de l’argent, deux personnes le ferment donc\u00a0: proposez ce qu’il faut inscrire, ou que nos livres ont raison tels qu’ils sont.',
  'This case is about no transaction of ours. Close it with what was done.':
    'Ce dossier ne porte sur aucune de nos transactions. Fermez-le avec ce qui a été fait.',
  'This case is closed. {resolution} Nothing was changed by your decision.':
    'Ce dossier est fermé. {resolution} Votre décision n’a rien changé.',
  'This case is closed: {resolution}': 'Ce dossier est fermé\u00a0: {resolution}',
  'This case was just changed by somebody else. Look at it again.':
    'Ce dossier vient d’être changé par quelqu’un d’autre. Regardez-le de nouveau.',
  'This client is suspended, so its papers cannot be approved. Resume the client first.':
    'Cette entreprise est suspendue, ses papiers ne peuvent donc pas être approuvés. Levez d’abord la suspension.',
  'This day has changed meanwhile. Look at its differences once more.':
    'Ce jour a changé entre-temps. Regardez ses différences de nouveau.',
  'This day is closed; its statement stays as it is.':
    'Ce jour est clos\u00a0; son relevé reste tel qu’il est.',
  'This day is not over yet; more payments may come.':
    'Ce jour n’est pas encore terminé\u00a0; d’autres paiements peuvent venir.',
  'This day was imported twice at the same time. Import it once more.':
    'Ce jour a été importé deux fois en même temps. Importez-le de nouveau.',
  'This file was {was} already.': 'Ce fichier était déjà {was}.',
  'This list is in force already.': 'Cette liste compte déjà.',
  'This operator has another role by now, or is disabled. Reject the request.':
    'Cette personne de l’équipe a maintenant un autre rôle, ou est désactivée. Refusez la demande.',
  'This proposal is not yours. Confirm or reject it.':
    'Cette proposition n’est pas la vôtre. Confirmez-la ou refusez-la.',
  'This rail has no live connector.': 'Cet opérateur n’a pas de connecteur réel.',
  'This request was decided meanwhile. Nothing was booked.':
    'Cette demande a été décidée entre-temps. Rien n’a été inscrit.',
  'This user is disabled or has another role by now. Ask again.':
    'Cet utilisateur est désactivé ou a maintenant un autre rôle. Redemandez.',
  'This user is disabled. Enable the user first.': 'Cet utilisateur est désactivé. Réactivez-le d’abord.',
  'This was asked for more than a day ago. Reject it, and book what is true today.':
    'Ceci a été demandé il y a plus d’un jour. Refusez-le, et inscrivez ce qui est vrai aujourd’hui.',
  'This was booked before; nothing was booked again. Reject the request.':
    'Ceci était déjà inscrit\u00a0; rien n’a été inscrit de nouveau. Refusez la demande.',
  'This {type} is {status} and can no longer be cancelled.':
    'Cette transaction ({type}) est {status} et ne peut plus être annulée.',
  'Two-factor authentication is off already.': 'L’authentification à deux facteurs est déjà désactivée.',
  'Two-factor authentication is on already. Switch it off first to set it up anew.':
    'L’authentification à deux facteurs est déjà activée. Désactivez-la d’abord pour la refaire.',
  'User name': 'Nom d’utilisateur',
  'What is collected on this rail does not lie in the wallet of its float.':
    'Ce qui est encaissé chez cet opérateur n’est pas dans le portefeuille de sa réserve.',
  'What is collected on this rail lies in the wallet of its float: move it there, and withdraw it.':
    'Ce qui est encaissé chez cet opérateur est dans le portefeuille de sa réserve\u00a0: passez-le dans la réserve, puis retirez-le.',
  'What was asked for cannot be used any more: reject it, and have it asked for anew.':
    'Ce qui a été demandé ne peut plus servir\u00a0: refusez-le, et faites-le redemander.',
  'Whoever made this {what} has confirmed you in the last 30 days, so another operator decides it.{more}':
    'Qui est à l’origine de ceci ({what}) vous a confirmé dans les 30 derniers jours, une autre personne de l’équipe en décide donc.{more}',
  'Whoever sent this to the bank, or confirmed it, does not say what became of it. Ask another operator.':
    'Qui l’a envoyé à la banque, ou l’a confirmé, ne dit pas ce qu’il en est. Demandez à une autre personne de l’équipe.',
  'With these credentials the rail {why}. So it is not known to be the same wallet, and nothing was changed. Try again, or say that it is another wallet: what was begun then goes on at the one before.':
    'Avec ces accès, l’opérateur répond ainsi\u00a0: {why}. On ne sait donc pas si c’est le même portefeuille, et rien n’a été changé. Réessayez, ou dites que c’est un autre portefeuille\u00a0: ce qui a commencé continue alors avec le précédent.',
  'With this the rail does not let us in: {why}. So nothing was changed. Correct it, or try again.':
    'Avec ceci, l’opérateur ne nous laisse pas entrer\u00a0: {why}. Rien n’a donc été changé. Corrigez, ou réessayez.',
  'You and whoever made this {what} had your access from one hand: one of you, or one person for both, made the link or reset the two-factor authentication. {who} operator decides it.{more}':
    'Vous et qui est à l’origine de ceci ({what}) avez reçu votre accès d’une même main\u00a0: l’un de vous, ou une même personne pour les deux, a créé le lien ou réinitialisé l’authentification à deux facteurs. {who} personne de l’équipe en décide.{more}',
  'You have downloaded this file, so the bank may have it. An operator who has not downloaded it discards it.':
    'Vous avez téléchargé ce fichier, la banque l’a donc peut-être. Une personne de l’équipe qui ne l’a pas téléchargé l’abandonne.',
  '{amount} GMD {has}, {booked} GMD of it are booked, so {left} GMD are left to book. One payment is booked once, by whichever name: what came beyond it is booked by the rail’s name of that other payment.':
    '{amount} GMD {has}, dont {booked} GMD sont inscrits\u00a0; il reste {left} GMD à inscrire. Un paiement s’inscrit une fois, sous quelque nom que ce soit\u00a0: ce qui est venu au-delà s’inscrit sous le nom de cet autre paiement chez l’opérateur.',
  '{email} has an account already. Ask whoever invited you to use another address.':
    '{email} a déjà un compte. Demandez à qui vous a invité d’utiliser une autre adresse.',
  '{email} cannot be added: it signs in already. Use another address.':
    '{email} ne peut pas être ajouté\u00a0: cette adresse se connecte déjà. Utilisez-en une autre.',
  '{provider} did not give its statement: {why}. Nothing was changed.':
    '{provider} n’a pas donné son relevé\u00a0: {why}. Rien n’a été changé.',
  '{provider} takes no payout back. Ask the recipient to return it.':
    '{provider} ne reprend aucun versement. Demandez au bénéficiaire de le rendre.',
  '{name} has proposed a settlement already. It is decided first.':
    '{name} a déjà proposé une issue. On en décide d’abord.',
  '{email} signs in already by now. Ask for another address.':
    '{email} se connecte déjà maintenant. Demandez une autre adresse.',
  '{provider} gives no statement by itself. Import its file.':
    '{provider} ne donne pas de relevé de lui-même. Importez son fichier.',
  '{name} has just confirmed this settlement.': '{name} vient de confirmer cette issue.',
  '{name} has closed this case. {resolution}': '{name} a fermé ce dossier. {resolution}',
  '{name} has closed this period already.': '{name} a déjà clos cette période.',
  '{count} violations': '{count} anomalies',
};
