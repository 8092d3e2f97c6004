import type { Catalogue } from '#lib/browser/language/words';

/** People who sign in, and what they may do. */
export const people: Catalogue = {
  accountant: 'comptable',
  admin: 'administrateur',
  cashier: 'caissier',
  developer: 'développeur',
  owner: 'propriétaire',
  support: 'assistance',
  viewer: 'lecteur',
  '(you)': '(vous)',
  'A question was asked': 'Une question a été posée',
  'Account {accountNumber} at {bank}, of {holder}': 'Compte {accountNumber} chez {bank}, de {holder}',
  Actions: 'Actions',
  'Actions for {name}': 'Actions pour {name}',
  Active: 'Actif',
  'Add a person': 'Ajouter une personne',
  'Add the person': 'Ajouter la personne',
  Added: 'Ajouté',
  'Another operator decides this, and the client’s owners are told. Then you are shown the link, once, under Approvals.':
    'Un autre membre de l’équipe décide, et les propriétaires du client sont prévenus. Ensuite vous voyez le lien, une fois, sous Accords.',
  'Another operator decides this, under Approvals, and the client’s owners are told. Then you are shown a link to send them, once.':
    'Un autre membre de l’équipe décide, sous Accords, et les propriétaires du client sont prévenus. Ensuite vous voyez une fois le lien à lui envoyer.',
  'Another operator has to confirm them, under Approvals. Until then they sign in and only read.':
    'Un autre membre de l’équipe doit confirmer cette personne, sous Accords. D’ici là, elle se connecte et ne fait que lire.',
  'Another operator than you then decides what they ask for.':
    'Un autre membre de l’équipe que vous décide alors de ce qu’elle demande.',
  Approved: 'Approuvé',
  'Asked back, with the client': 'Question posée, chez le client',
  'At the bank': 'À la banque',
  'Came back': 'Revenu',
  Cancelled: 'Annulé',
  'Change the role': 'Changer le rôle',
  'Change the role of {name}': 'Changer le rôle de {name}',
  'Change the role…': 'Changer le rôle…',
  Copied: 'Copié',
  'Copy the link': 'Copier le lien',
  Disable: 'Désactiver',
  'Disable {name}?': 'Désactiver {name}\u00a0?',
  Disabled: 'Désactivé',
  'Disable…': 'Désactiver…',
  'Download {name}': 'Télécharger {name}',
  'E-mail': 'E-mail',
  Enable: 'Réactiver',
  'Enable {name} again?': 'Réactiver {name}\u00a0?',
  'Enable…': 'Réactiver…',
  'Everything, also payouts, the team and the IP allowlist.':
    'Tout, aussi les versements, l’équipe et la liste des adresses IP.',
  'Everything.': 'Tout.',
  'For 30 days neither of you can then decide what the other asks for, nor the key of a client that one of you opened. That takes another operator: with two of you only, make a third account first, on the server, with npm run admin:create.':
    'Pendant 30 jours, aucun de vous deux ne peut alors décider de ce que l’autre demande, ni de la clé d’un client que l’un de vous a ouvert. Il faut une autre personne\u00a0: si vous n’êtes que deux, créez d’abord un troisième compte, sur le serveur, avec npm run admin:create.',
  'For 30 days neither of you can then decide what the other asks for.':
    'Pendant 30 jours, aucun de vous deux ne peut alors décider de ce que l’autre demande.',
  'For who lost the phone and the recovery codes. Make sure that it is really them who ask. From now on their password alone signs in, and their session ends.':
    'Pour qui a perdu le téléphone et les codes de secours. Assurez-vous que c’est vraiment cette personne qui demande. Désormais son mot de passe seul suffit, et sa session prend fin.',
  'I have read this': 'J’ai lu ceci',
  'If you did not ask for this, disable the person under Team and call the operators at once.':
    'Si vous ne l’avez pas demandé, désactivez la personne sous Équipe et appelez tout de suite l’équipe de Kaira.',
  'In a file': 'Dans un fichier',
  Invited: 'Invité',
  'It counts from their next request on. They stay signed in.':
    'Cela compte dès sa prochaine action. La personne reste connectée.',
  'It works once, for 72 hours: until {expiresAt} in Banjul.':
    'Il marche une fois, pendant 72 heures\u00a0: jusqu’au {expiresAt} à Banjul.',
  'Kaira’s operators changed who can sign in for you':
    'L’équipe de Kaira a changé qui peut se connecter pour vous',
  'Make a new link for {name}?': 'Faire un nouveau lien pour {name}\u00a0?',
  'Make the link': 'Créer le lien',
  'Money goes to': 'L’argent va à',
  'New invitation link…': 'Nouveau lien d’invitation…',
  'New link for {name}': 'Nouveau lien pour {name}',
  'New password link…': 'Nouveau lien de mot de passe…',
  'Nobody yet': 'Encore personne',
  'Not accepted': 'Pas accepté',
  'Not accepted, with the client': 'Pas accepté, chez le client',
  'Not handed in yet': 'Pas encore remis',
  Off: 'Non',
  On: 'Oui',
  Owners: 'Propriétaires',
  Papers: 'Papiers',
  People: 'Personnes',
  Person: 'Personne',
  Photo: 'Photo',
  Picture: 'Image',
  'Registered name': 'Nom enregistré',
  'Registration number': 'Numéro d’enregistrement',
  'Remove {name}': 'Retirer {name}',
  'Reset the two-factor authentication of {name}?':
    'Réinitialiser la double authentification de {name}\u00a0?',
  'Reset two-factor': 'Réinitialiser la double authentification',
  'Reset two-factor…': 'Réinitialiser la double authentification…',
  Role: 'Rôle',
  'Sees everything and changes nothing.': 'Voit tout et ne change rien.',
  'Sees everything, with exports and statements, decides on payments that wait for a second person, and notes things about customers.':
    'Voit tout, avec les exports et les relevés, décide des paiements qui attendent une deuxième personne, et note des choses sur les clients.',
  'Send the request': 'Envoyer la demande',
  'Send them this link by a way that only they read: whoever opens it first sets the password. You will not see it again, but you can make a new one.':
    'Envoyez-lui ce lien par un moyen qu’elle seule lit\u00a0: qui l’ouvre en premier choisit le mot de passe. Vous ne le reverrez pas, mais vous pouvez en faire un nouveau.',
  'The link that they have is dead from then on.': 'Le lien qu’elle a ne marche plus dès lors.',
  'The request was sent. When another operator has approved it, you find the link under Approvals.':
    'La demande est envoyée. Quand un autre membre de l’équipe l’a approuvée, vous trouvez le lien sous Accords.',
  'The till, and the sales that they made there. Nothing else.':
    'La caisse, et les ventes faites par cette personne. Rien d’autre.',
  'They are signed out at once and cannot sign in any more, and an invitation that is open ends. API keys work on: revoke those that they know. You can enable them again.':
    'La personne est déconnectée tout de suite et ne peut plus se connecter, et une invitation ouverte prend fin. Les clés d’API marchent toujours\u00a0: révoquez celles qu’elle connaît. Vous pouvez la réactiver.',
  'They can sign in again, with the password and the role of before.':
    'La personne peut se reconnecter, avec le mot de passe et le rôle d’avant.',
  'They sign in with it.': 'Elle se connecte avec.',
  'This browser does not let the page copy. Mark the link and copy it by hand.':
    'Ce navigateur ne laisse pas la page copier. Sélectionnez le lien et copiez-le à la main.',
  TIN: 'TIN (numéro fiscal)',
  'Two-factor': 'Double authentification',
  'Waiting for a file': 'Attend un fichier',
  'Waits for a second operator': 'Attend une deuxième personne de l’équipe',
  'Waits for an answer': 'Attend une réponse',
  'Whoever becomes an admin is confirmed by another operator first.':
    'Qui devient administrateur est d’abord confirmé par un autre membre de l’équipe.',
  'Whoever is added gets a link with which to set a password.':
    'Qui est ajouté reçoit un lien pour choisir un mot de passe.',
  'With it they set a new password, which also signs them out everywhere. Until then the present password works. Earlier links stop working.':
    'Avec lui, la personne choisit un nouveau mot de passe, ce qui la déconnecte aussi partout. D’ici là, le mot de passe actuel marche. Les liens d’avant ne marchent plus.',
  'With the operators': 'Chez l’équipe de Kaira',
  'You can make somebody a viewer; any other role is an owner’s to give.':
    'Vous pouvez faire de quelqu’un un lecteur ; tout autre rôle se donne par un propriétaire.',
  'You get a link to send them, with which they set a password of their own.':
    'Vous recevez un lien à lui envoyer, avec lequel elle choisit son propre mot de passe.',
  'Your own password': 'Votre propre mot de passe',
  '{mobile} at {provider}, of {holder}': '{mobile} chez {provider}, de {holder}',
  '{name} is disabled.': '{name} est désactivé.',
  '{name} is enabled again.': '{name} est réactivé.',
  '{name} is {role} now.': '{name} a maintenant le rôle {role}.',
  '{name} signs in with the password alone now.': '{name} se connecte maintenant avec le mot de passe seul.',
  '{name} was added': '{name} a été ajouté',
  '{sentence} to {role}': '{sentence}\u00a0: {role}',
  'Keys, webhooks and collections; no payouts, and no live key that pays out.':
    'Clés, webhooks et encaissements ; pas de versements, et pas de clé réelle qui verse.',
  Name: 'Nom',
  Done: 'Terminé',
  'Not confirmed': 'Non confirmé',
  State: 'État',
  Paid: 'Payé',
  'Not paid': 'Non payé',
  Created: 'Créé',
};
