import type { Catalogue } from '#lib/browser/language/words';

/** E-mails and text messages. */
export const messages: Catalogue = {
  '(the link is in the message alone)': '(le lien est dans le message seul)',
  'A business': 'Une entreprise',
  'A business hands in its papers': 'Une entreprise dépose son dossier d’inscription',
  'A case at {rail}: {title}': 'Un dossier chez {rail}\u00a0: {title}',
  'A case was opened': 'Un dossier a été ouvert',
  'A case was opened at {rail}, about a payment of {client}: {title}.':
    'Un dossier a été ouvert chez {rail}, sur un paiement de {client}\u00a0: {title}.',
  'A case was opened at {rail}: {title}.': 'Un dossier a été ouvert chez {rail}\u00a0: {title}.',
  'A file of payouts is done': 'Un fichier de versements est traité',
  'A float runs low': 'Une réserve est basse',
  'A large payout: {amount}': 'Un gros versement\u00a0: {amount}',
  'A payout of {amount} failed': 'Un versement de {amount} a échoué',
  'A payout of {amount} is not sent': 'Un versement de {amount} n’est pas envoyé',
  'A payout of {amount} waits': 'Un versement de {amount} attend',
  'A payout of {amount} waits: there is too little money for payouts at {rail} at the moment.':
    'Un versement de {amount} attend\u00a0: il y a trop peu d’argent pour les versements chez {rail} en ce moment.',
  'A question about the papers of {team}': 'Une question sur le dossier d’inscription de {team}',
  'A rail is closed': 'Un opérateur est fermé',
  'A refund of {amount} is not sent': 'Un remboursement de {amount} n’est pas envoyé',
  'A request waits for my decision': 'Une demande attend ma décision',
  'A request waits for your decision': 'Une demande attend votre décision',
  'A webhook endpoint has stopped': 'Une adresse de webhooks est arrêtée',
  'A {environment} key was revealed': 'Une clé d’API ({environment}) a été affichée',
  'an unknown address': 'une adresse inconnue',
  anywhere: 'partout',
  Approvals: 'Accords',
  'Cancel it, and the money is in your balance again. If you think that the customer has nothing, ask the operators.':
    'Annulez-le, et l’argent est de nouveau dans votre solde. Si vous pensez que le client n’a rien reçu, demandez à l’équipe de Kaira.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'Confirm this address': 'Confirmer cette adresse',
  'Confirm your e-mail address': 'Confirmez votre adresse e-mail',
  'Each payout has its own state in the file’s page.': 'Chaque versement a son état sur la page du fichier.',
  'Every row of {file} was worked. Payouts begun: {accepted}. Rows refused: {refused}.':
    'Chaque ligne de {file} a été traitée. Versements commencés\u00a0: {accepted}. Lignes refusées\u00a0: {refused}.',
  'For a program of yours, ask for a live key under API keys.':
    'Pour un programme à vous, demandez une clé réelle sous Clés d’API.',
  'Hello there,': 'Bonjour,',
  'Hello {name},': 'Bonjour {name},',
  'If it was not you, do nothing: your password stays as it is.':
    'Si ce n’était pas vous, ne faites rien\u00a0: votre mot de passe reste le même.',
  'If it was you, there is nothing to do. If it was not, change your password now, at “Forgotten your password?” on the log-in page, and tell an owner of your account or the operators.':
    'Si c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe maintenant, par «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion, et prévenez un propriétaire de votre compte ou l’équipe de Kaira.',
  'If nobody of yours asked for this, sign in, look at Activity, and tell the operators.':
    'Si personne chez vous ne l’a demandé, connectez-vous, regardez l’activité et prévenez l’équipe de Kaira.',
  'If nobody of yours did this, revoke your API keys under Keys, change your password, and call the operators.':
    'Si personne chez vous ne l’a fait, révoquez vos clés d’API sous Clés, changez votre mot de passe et appelez l’équipe de Kaira.',
  'If that should not be, revoke it under Keys.': 'Si cela ne devait pas être, révoquez-la sous Clés.',
  'If you did not ask for it, do nothing.': 'Si vous ne l’avez pas demandé, ne faites rien.',
  'If you do not know this business, do nothing. The last link of this message stops all messages of this kind to you.':
    'Si vous ne connaissez pas cette entreprise, ne faites rien. Le dernier lien de ce message arrête tous les messages de ce genre pour vous.',
  'If you expect nothing of this kind, do nothing.': 'Si vous n’attendez rien de tel, ne faites rien.',
  'It is not paid yet.': 'Ce n’est pas encore payé.',
  live: 'réel',
  'Look at it': 'Le voir',
  'Look at its page, and call the rail’s support if it stays so.':
    'Regardez sa page, et appelez l’assistance de l’opérateur si cela dure.',
  'Look at the case': 'Voir le dossier',
  'Look at the cases': 'Voir les dossiers',
  'Look at the file': 'Voir le fichier',
  'Look at the rails': 'Voir les opérateurs',
  'More cases were opened in an hour than I was told of one by one':
    'Plus de dossiers ont été ouverts en une heure qu’on ne m’en a annoncé un par un',
  'More like it within the hour stand under Cases, and are told together when it is over.':
    'D’autres semblables dans l’heure se trouvent sous Dossiers, et sont annoncés ensemble quand elle est passée.',
  'More of {client} within the hour stand under Cases, and are told together when it is over.':
    'D’autres de {client} dans l’heure se trouvent sous Dossiers, et sont annoncés ensemble quand elle est passée.',
  'No more messages of this kind': 'Plus de messages de ce genre',
  'Not all paid yet: {amount} to {who}': 'Reste à payer\u00a0: {amount} à {who}',
  'Not all paid yet: {amount} to {who} for {why}, due {due}.':
    'Reste à payer\u00a0: {amount} à {who} pour {why}, échéance {due}.',
  'Not all paid yet: {amount} to {who}, due {due}.': 'Reste à payer\u00a0: {amount} à {who}, échéance {due}.',
  'Not paid yet: {amount} to {who}': 'Pas encore payé\u00a0: {amount} à {who}',
  'Not paid yet: {amount} to {who} for {why}, due {due}.':
    'Pas encore payé\u00a0: {amount} à {who} pour {why}, échéance {due}.',
  'Not paid yet: {amount} to {who}, due {due}.': 'Pas encore payé\u00a0: {amount} à {who}, échéance {due}.',
  'Of what {who} asked you to pay by {due}, for {why}, {amount} is left, and you still can pay it.':
    'De ce que {who} vous a demandé de payer au plus tard le {due}, pour {why}, il reste {amount}, et vous pouvez encore les payer.',
  'On {day} between {from} and {until} more cases were opened than were told one by one. These are open still: {whose}.':
    'Le {day} entre {from} et {until}, plus de dossiers ont été ouverts que nous n’en avons annoncé un par un. Ceux-ci sont encore ouverts\u00a0: {whose}.',
  'One more case was opened': 'Un autre dossier a été ouvert',
  'Open the link and press the button, and we know that what we send you arrives. The link works for a day.':
    'Ouvrez le lien et appuyez sur le bouton, et nous saurons que nos messages vous arrivent. Le lien vaut un jour.',
  'Open the statement': 'Ouvrir le relevé',
  'Open your papers': 'Ouvrir votre dossier',
  'Payouts have failed': 'Des versements ont échoué',
  'Payouts wait for money at a wallet': 'Des versements attendent de l’argent chez un portefeuille',
  'Please pay by {due}.': 'À payer au plus tard le {due}.',
  'Put it right, resume it under Webhooks, and replay what it missed.':
    'Corrigez-la, reprenez-la sous Webhooks et rejouez ce qu’elle a manqué.',
  'Put money into the rail’s wallet, and book it under Rails. What does not fit waits, and is paid by itself then.':
    'Mettez de l’argent dans le portefeuille de l’opérateur, et notez-le sous Opérateurs. Ce qui ne passe pas attend, et part ensuite de lui-même.',
  'Read the papers': 'Lire le dossier',
  'Reminder: {amount} to {who} by {due}': 'Rappel\u00a0: {amount} à {who} au plus tard le {due}',
  'Reminder: {asks}': 'Rappel\u00a0: {asks}',
  sandbox: 'bac à sable',
  'See it and pay': 'Voir et payer',
  'See payouts': 'Voir les versements',
  'See what failed': 'Voir ce qui a échoué',
  'See what waits': 'Voir ce qui attend',
  Somebody: 'Quelqu’un',
  'Somebody asked for a new password for your account at Kaira. If it was you, choose it within 30 minutes. The link works once.':
    'Quelqu’un a demandé un nouveau mot de passe pour votre compte chez Kaira. Si c’était vous, choisissez-le dans les 30 minutes. Le lien sert une fois.',
  'Somebody signed in as you from elsewhere': 'Quelqu’un s’est connecté à votre compte d’ailleurs',
  'Somebody signed in to your account at Kaira on {at}, from a device or a network that you have not used in the last 90 days: {address}, {browser}.':
    'Quelqu’un s’est connecté à votre compte chez Kaira le {at}, depuis un appareil ou un réseau que vous n’avez pas utilisé ces 90 derniers jours\u00a0: {address}, {browser}.',
  'That is what is left of it.': 'C’est ce qui en reste.',
  'The API keys of {team} may now be used from: {allowlist}.':
    'Les clés d’API de {team} peuvent maintenant servir depuis\u00a0: {allowlist}.',
  'The audit of the books found something': 'Le contrôle des livres a trouvé quelque chose',
  'The books were recounted, and {count} of the checks found what must not be. Look at Ledger now, and at the page Incidents of the manual.':
    'Les livres ont été recomptés. Contrôles qui ont trouvé ce qui ne doit pas être\u00a0: {count}. Regardez le grand livre maintenant, et la page Incidents du manuel.',
  'The float at {rail} runs low: {left}': 'La réserve chez {rail} est basse\u00a0: {left}',
  'The money is in your balance again. Correct what was wrong, and pay once more.':
    'L’argent est de nouveau dans votre solde. Corrigez ce qui était faux, et versez encore une fois.',
  'the operators': 'l’équipe de Kaira',
  'The papers of {team} were approved': 'Le dossier d’inscription de {team} est approuvé',
  'The papers of {team} were not accepted': 'Le dossier d’inscription de {team} n’est pas accepté',
  'The payout of {amount} (your reference {reference}) waits and is not sent: its customer would have back more than came. An earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back.':
    'Le versement de {amount} (votre référence {reference}) attend et n’est pas envoyé\u00a0: son client recevrait plus qu’il n’a payé. Un versement précédent a été payé par le portefeuille après avoir échoué, ou le portefeuille a repris le paiement.',
  'The payout of {amount} to {who} failed. {why}': 'Le versement de {amount} à {who} a échoué. {why}',
  'The refund of {amount} (your reference {reference}) waits and is not sent: its customer would have back more than came. An earlier one was paid by the wallet after it had failed, or the wallet has taken the payment back.':
    'Le remboursement de {amount} (votre référence {reference}) attend et n’est pas envoyé\u00a0: son client recevrait plus qu’il n’a payé. Un remboursement précédent a été payé par le portefeuille après avoir échoué, ou le portefeuille a repris le paiement.',
  'The statement of a month is ready': 'Le relevé d’un mois est prêt',
  'The statement of {team} for {month} is ready: what came in, what went out, our commission and the balance, as a page and as files for your accountant.':
    'Le relevé de {team} ({month}) est prêt\u00a0: ce qui est entré, ce qui est sorti, notre commission et le solde, en page et en fichiers pour votre comptable.',
  'The {environment} key that you asked for ({scope}) was approved. Sign in and reveal it under Keys within 7 days. It is shown once.':
    'La clé que vous avez demandée ({environment}, {scope}) est approuvée. Connectez-vous et affichez-la sous Clés dans les 7 jours. Elle est montrée une seule fois.',
  'There is nothing to do. We have been told, and what waits is paid by itself, in order.':
    'Il n’y a rien à faire. Nous sommes prévenus, et ce qui attend part de lui-même, dans l’ordre.',
  'There is {left} left for payouts at {rail}. On an average day of the last week {day} was paid out there.':
    'Il reste {left} pour les versements chez {rail}. Un jour moyen de la semaine passée, {day} y ont été versés.',
  'This is a reminder: {who} asks you to pay {amount} by {due}, for {why}.':
    'Ceci est un rappel\u00a0: {who} vous demande de payer {amount} au plus tard le {due}, pour {why}.',
  'Two people at Kaira have approved the papers of {team}. Your own money can now be sent to the account that you named.':
    'Deux personnes de Kaira ont approuvé le dossier d’inscription de {team}. Votre argent peut maintenant être envoyé au compte que vous avez indiqué.',
  'We have read your papers, and ask:': 'Nous avons lu votre dossier, et nous demandons\u00a0:',
  'We have read your papers, and cannot accept them as they are:':
    'Nous avons lu votre dossier, et ne pouvons pas l’accepter tel quel\u00a0:',
  'Webhooks to {host} have stopped': 'Les webhooks vers {host} sont arrêtés',
  'What businesses ask you to pay': 'Ce que des entreprises vous demandent de payer',
  'What would give a customer back more than came is not sent':
    'Ce qui rendrait à un client plus qu’il n’a payé n’est pas envoyé',
  'what you agreed on': 'ce dont vous avez convenu',
  'Where the keys of {team} may be used from has changed':
    'Les adresses d’où servent les clés de {team} ont changé',
  'Why each row was refused stands in the file’s page. Nothing was paid for these.':
    'La page du fichier dit pourquoi chaque ligne a été refusée. Rien n’a été versé pour celles-ci.',
  'You are invited to sign in to Kaira for {team}. Choose a password within 72 hours. The link works once, and an earlier one is dead.':
    'Vous êtes invité à vous connecter à Kaira pour {team}. Choisissez un mot de passe dans les 72 heures. Le lien sert une fois, et un lien plus ancien ne vaut plus rien.',
  'You may put them right and hand them in again.': 'Vous pouvez le corriger et le déposer de nouveau.',
  'You pay with your own wallet, on the page behind the button. If you have paid otherwise, tell the business.':
    'Vous payez avec votre propre portefeuille, sur la page derrière le bouton. Si vous avez payé autrement, dites-le à l’entreprise.',
  'Your file of payouts is done: {file}': 'Votre fichier de versements est traité\u00a0: {file}',
  'Your statement of {month}': 'Votre relevé\u00a0: {month}',
  'Your way in to Kaira: {team}': 'Votre accès à Kaira\u00a0: {team}',
  'Your {environment} endpoint at {host} gets no more webhooks: it answered nothing but failures for three days, or it said that it is gone.':
    'Votre adresse de webhooks chez {host} ({environment}) ne reçoit plus de webhooks\u00a0: elle n’a répondu que par des échecs pendant trois jours, ou elle a dit qu’elle n’existe plus.',
  'Your {environment} key was approved': 'Votre clé d’API ({environment}) est approuvée',
  '{amount} was paid to {who}. That is above the {above} from which your account asks for a second person.':
    '{amount} ont été versés à {who}. C’est plus que les {above} à partir desquels votre compte demande une deuxième personne.',
  '{business} has handed in its papers, and waits for an answer.':
    '{business} a déposé son dossier d’inscription et attend une réponse.',
  '{business} would go live': '{business} voudrait passer au réel',
  '{cases} of {count} other clients': {
    one: '{cases} d’un autre client',
    other: '{cases} de {count} autres clients',
  },
  '{count} large payouts: {amount}': '{count} gros versements\u00a0: {amount}',
  '{count} more cases were opened': '{count} autres dossiers ont été ouverts',
  '{count} of no client': '{count} sans client',
  '{count} of {client}': '{count} de {client}',
  '{count} payouts above {above} were paid, {amount} together. The first of them was to {who}.':
    '{count} versements de plus de {above} ont été payés, {amount} ensemble. Le premier était pour {who}.',
  '{count} payouts failed': '{count} versements ont échoué',
  '{count} payouts failed, of {amount} together. The first of them was to {who}. {why}':
    '{count} versements ont échoué, de {amount} ensemble. Le premier était pour {who}. {why}',
  '{count} payouts of {amount} together wait: there is too little money for payouts at {rail} at the moment.':
    '{count} versements de {amount} ensemble attendent\u00a0: il y a trop peu d’argent pour les versements chez {rail} en ce moment.',
  '{count} payouts wait': '{count} versements attendent',
  '{day} at {time} (Banjul)': '{day} à {time} (Banjul)',
  '{rail} fails, so nothing new is begun there: no collection of any client. It opens by itself once it answers well again.':
    '{rail} est en panne, rien de nouveau n’y est donc commencé\u00a0: aucun encaissement d’aucun client. Il rouvre de lui-même dès qu’il répond bien de nouveau.',
  '{rail} fails, so nothing new is begun there: no payout of any client. It opens by itself once it answers well again.':
    '{rail} est en panne, rien de nouveau n’y est donc commencé\u00a0: aucun versement d’aucun client. Il rouvre de lui-même dès qu’il répond bien de nouveau.',
  '{rail} is closed for collections': '{rail} est fermé aux encaissements',
  '{rail} is closed for payouts': '{rail} est fermé aux versements',
  '{who} (your reference {reference})': '{who} (votre référence {reference})',
  '{who} asked for something that takes a second person. Decide it under {where}.':
    '{who} a demandé ce qui exige une deuxième personne. Décidez sous {where}.',
  '{who} asked you to pay {amount} by {due}, for {why}. It is not paid yet, and you still can.':
    '{who} vous a demandé de payer {amount} au plus tard le {due}, pour {why}. Ce n’est pas encore payé, et vous le pouvez encore.',
  '{who} asks you to pay {amount}': '{who} vous demande de payer {amount}',
  '{who} asks you to pay {amount} by {due}.': '{who} vous demande de payer {amount} au plus tard le {due}.',
  '{who} asks you to pay {amount} for {why} by {due}.':
    '{who} vous demande de payer {amount} pour {why}, au plus tard le {due}.',
  '{who} asks you to pay {amount} for {why}.': '{who} vous demande de payer {amount} pour {why}.',
  '{who} asks you to pay {amount}, for {why}.': '{who} vous demande de payer {amount}, pour {why}.',
  '{who} asks you to pay {amount}.': '{who} vous demande de payer {amount}.',
  '{who} revealed a {environment} key of your account, which ends with {last4}.':
    '{who} a affiché une clé de votre compte ({environment}), qui finit par {last4}.',
};
