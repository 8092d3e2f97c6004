import type { Catalogue } from '#lib/browser/language/words';

/** What clients and colleagues ask for. */
export const approvals: Catalogue = {
  'Approved by {name} {time}': 'Approuvé par {name} {time}',
  'Approved.': 'Approuvé.',
  'Approved: {name} can show the link': 'Approuvé\u00a0: {name} peut afficher le lien',
  'asked by {name} {time}': 'demandé par {name} {time}',
  Decided: 'Décidé',
  'Decided under Rails': 'Décidé sous Opérateurs',
  'From then on they may do all that their role is good for. Make sure that you know them. What you ask for yourself in the next 30 days is decided by somebody else.':
    'À partir de là, cette personne peut faire tout ce que permet son rôle. Assurez-vous que vous la connaissez. Ce que vous demandez vous-même dans les 30 jours qui suivent, quelqu’un d’autre en décide.',
  'It is booked at once, and no payout counts on it any more. Make sure that the house takes this money out of the wallet, as the note says.':
    'C’est inscrit tout de suite, et aucun versement ne compte plus dessus. Assurez-vous que la maison retire cet argent du portefeuille, comme le dit la note.',
  'It is booked at once, and payouts that wait at the other rail leave. Make sure that the money has arrived there, as the note says.':
    'C’est inscrit tout de suite, et les versements qui attendent chez l’autre opérateur partent. Assurez-vous que l’argent y est arrivé, comme le dit la note.',
  'It is booked at once, and payouts that wait for it leave. Make sure that the money has arrived in the wallet, as the note says.':
    'C’est inscrit tout de suite, et les versements qui l’attendent partent. Assurez-vous que l’argent est arrivé dans le portefeuille, comme le dit la note.',
  'It is booked at once, and payouts that wait for it leave. Nothing moves at the rail: the money lies in that wallet already.':
    'C’est inscrit tout de suite, et les versements qui l’attendent partent. Rien ne bouge chez l’opérateur\u00a0: l’argent est déjà dans ce portefeuille.',
  'It is booked at once, as an expense of the house. Make sure that the rail’s statement of that day has these fees.':
    'C’est inscrit tout de suite, comme une charge de la maison. Assurez-vous que le relevé de l’opérateur de ce jour a ces frais.',
  'It is booked at once. Make sure that our bank’s statement has this payment, as the note says.':
    'C’est inscrit tout de suite. Assurez-vous que le relevé de notre banque a ce paiement, comme le dit la note.',
  'It is made now, shown once, and works for 72 hours. Earlier links stop working.':
    'Il est créé maintenant, affiché une fois, et marche pendant 72 heures. Les liens d’avant ne marchent plus.',
  live: 'réel',
  'live and sandbox': 'réel et bac à sable',
  'Look at it under Rails': 'Regarder sous Opérateurs',
  'New credentials of {rail}': 'Nouveaux accès de {rail}',
  'Nothing can be dated into this period any more, by anybody; this is never undone. What belongs to it is booked after it. The whole books are counted once more first, which takes a while.':
    'Plus personne ne peut rien dater dans cette période\u00a0; cela ne s’annule jamais. Ce qui en relève est inscrit après elle. Tous les livres sont d’abord recomptés, ce qui prend un moment.',
  'Nothing changes for {client}. The reason is shown to them.':
    'Rien ne change pour {client}. La raison lui est montrée.',
  'Nothing changes. The reason is shown to whoever asked.':
    'Rien ne change. La raison est montrée à qui l’a demandé.',
  'Nothing is approved, and the client hears nothing: the papers wait to be read once more. Your colleague reads why.':
    'Rien n’est approuvé, et l’entreprise n’en apprend rien\u00a0: les papiers attendent d’être relus. Votre collègue lit pourquoi.',
  'Nothing waits': 'Rien n’attend',
  'Nothing was decided yet': 'Rien n’a encore été décidé',
  'Read the papers first. Live settlements can then be sent to the account that they name: call the client on a number that you know, and compare the account number, before you approve. Every owner is told.':
    'Lisez d’abord les papiers. Les règlements réels peuvent ensuite partir vers le compte qu’ils indiquent\u00a0: appelez l’entreprise à un numéro que vous connaissez, et comparez le numéro de compte, avant d’approuver. Chaque propriétaire est prévenu.',
  Reject: 'Refuser',
  'Reject: {what}': 'Refuser\u00a0: {what}',
  'Rejected by {name} {time}': 'Refusé par {name} {time}',
  'Rejected.': 'Refusé.',
  'Removal of the connection of {rail}': 'Retrait de la connexion de {rail}',
  sandbox: 'bac à sable',
  'Show the link': 'Afficher le lien',
  'The client can then reveal a new key, once. The present key changes only at that moment.':
    'L’entreprise peut ensuite afficher une nouvelle clé, une fois. La clé actuelle ne change qu’à ce moment.',
  'The client can then reveal the key, once. You never see it.':
    'L’entreprise peut ensuite afficher la clé, une fois. Vous ne la voyez jamais.',
  'The client’s balance can then be sent there. Call the client on a number that you know, and compare the account number, before you approve.':
    'Le solde de l’entreprise peut ensuite y être envoyé. Appelez l’entreprise à un numéro que vous connaissez, et comparez le numéro de compte, avant d’approuver.',
  'the house’s books': 'les livres de la maison',
  'the house’s money at the rails': 'l’argent de la maison chez les opérateurs',
  'The link for {name}': 'Le lien de {name}',
  'The list is in force at once, in live and sandbox. Requests from any other address are refused.':
    'La liste compte tout de suite, en réel et dans le bac à sable. Les requêtes de toute autre adresse sont refusées.',
  'the operators’ own staff': 'l’équipe de Kaira elle-même',
  'This business has handed in no papers.': 'Cette entreprise n’a remis aucun papier.',
  'What clients and colleagues ask for. Nobody decides a request of their own.':
    'Ce que demandent les entreprises et les collègues. Personne ne décide de sa propre demande.',
  'What clients ask for appears here, such as new keys, and the people whom colleagues want to add.':
    'Ce que demandent les entreprises apparaît ici, comme de nouvelles clés, ainsi que les personnes que des collègues veulent ajouter.',
  'What was approved or rejected stays here, with who decided it and why.':
    'Ce qui a été approuvé ou refusé reste ici, avec qui en a décidé et pourquoi.',
  'Your colleague is then shown a link, once, which sets a new password: whoever has it signs in as this person. Make sure with the person that they want this: the client’s owners are told.':
    'Votre collègue voit ensuite un lien, une fois, qui définit un nouveau mot de passe\u00a0: qui l’a se connecte comme cette personne. Assurez-vous auprès de la personne qu’elle le veut\u00a0: les propriétaires de l’entreprise sont prévenus.',
  'Your colleague is then shown a link, once, with which this person sets a password and signs in for the client. Make sure with the client itself that it wants this: its owners are told.':
    'Votre collègue voit ensuite un lien, une fois, avec lequel cette personne choisit un mot de passe et se connecte pour l’entreprise. Assurez-vous auprès de l’entreprise elle-même qu’elle le veut\u00a0: ses propriétaires sont prévenus.',
  '{papers}: {state}': '{papers}\u00a0: {state}',
};
