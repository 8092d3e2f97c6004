import type { Catalogue } from '#lib/browser/language/words';

/** One’s own account, and the way into it. */
export const account: Catalogue = {
  ', from {address}': ', depuis {address}',
  '12 characters or more. A sentence is easy to remember.':
    '12 caractères ou plus. Une phrase est facile à retenir.',
  'A change ends whatever is signed in as you elsewhere. You stay signed in here.':
    'Un changement ferme toutes vos autres connexions. Vous restez connecté ici.',
  'A link in an e-mail stopped messages to you': 'Un lien dans un e-mail a arrêté des messages pour vous',
  'Add Kaira to your app': 'Ajouter Kaira à votre application',
  'an unknown browser': 'un navigateur inconnu',
  'Change the password': 'Changer le mot de passe',
  'Choose a password': 'Choisir un mot de passe',
  'Choose a password for {email}.': 'Choisissez un mot de passe pour {email}.',
  'Close without the codes': 'Fermer sans les codes',
  'Code from the app': 'Code de l’application',
  'Copy all': 'Tout copier',
  'Copy the key': 'Copier la clé',
  Done: 'Terminé',
  Download: 'Télécharger',
  'Each of these recovery codes signs you in once when your phone is not at hand. Keep them in a safe place: you will not see them again.':
    'Chacun de ces codes de secours vous connecte une fois quand votre téléphone n’est pas là. Gardez-les en lieu sûr\u00a0: vous ne les reverrez pas.',
  'Each signs in once, after the password.': 'Chacun connecte une fois, après le mot de passe.',
  'From then on your password alone signs you in, and none of your recovery codes works.':
    'À partir de là, votre mot de passe seul vous connecte, et aucun de vos codes de secours ne marche.',
  'From|an address': 'Depuis l’adresse',
  'Hello {name}': 'Bonjour {name}',
  'It was used, replaced by a newer one, or is too old. Ask whoever made it for a new one, or have one sent to you.':
    'Il a servi, un plus récent l’a remplacé, ou il est trop vieux. Demandez-en un nouveau à qui l’a créé, ou faites-vous-en envoyer un.',
  'Kaira recovery codes of {email}': 'Codes de secours Kaira de {email}',
  'Key, if you cannot scan': 'Clé, si vous ne pouvez pas scanner',
  'Leave them stopped': 'Les laisser arrêtés',
  'Make new codes': 'Créer de nouveaux codes',
  'Make new recovery codes?': 'Créer de nouveaux codes de secours\u00a0?',
  Messages: 'Messages',
  'New password': 'Nouveau mot de passe',
  'New recovery codes': 'Nouveaux codes de secours',
  'Off|a switch': 'Désactivée',
  'On|a switch': 'Activée',
  Password: 'Mot de passe',
  'Present password': 'Mot de passe actuel',
  Profile: 'Profil',
  'QR code for your authenticator app; the key below says the same':
    'Code QR pour votre application d’authentification\u00a0; la clé ci-dessous dit la même chose',
  'Recovery code': 'Code de secours',
  'Recovery codes': 'Codes de secours',
  'Save the choice': 'Enregistrer le choix',
  'Save the name': 'Enregistrer le nom',
  'Scan the code with the app, or type the key into it. Then type the six digits that it shows.':
    'Scannez le code avec l’application, ou saisissez-y la clé. Saisissez ensuite les six chiffres qu’elle montre.',
  'Set the password': 'Définir le mot de passe',
  'Signing in then takes your password and a code from an app on your phone.':
    'La connexion demande alors votre mot de passe et un code d’une application de votre téléphone.',
  Since: 'Depuis',
  'Six digits': 'Six chiffres',
  'Switch off': 'Désactiver',
  'Switch off two-factor authentication?': 'Désactiver l’authentification à deux facteurs\u00a0?',
  'Switch on': 'Activer',
  'Switch on two-factor authentication': 'Activer l’authentification à deux facteurs',
  'Ten new codes take the place of those that you have: from then on none of the earlier ones works.':
    'Dix nouveaux codes remplacent ceux que vous avez\u00a0: à partir de là, aucun des anciens ne marche.',
  'The codes were neither copied nor downloaded yet. If you close this now without them, a lost phone locks you out.':
    'Les codes n’ont encore été ni copiés ni téléchargés. Si vous fermez maintenant sans eux, un téléphone perdu vous bloque dehors.',
  'The new one again': 'Le nouveau, encore une fois',
  'The same again': 'Le même encore une fois',
  'The two passwords are not the same.': 'Les deux mots de passe ne sont pas les mêmes.',
  'This browser does not let the page copy. Download the codes, or mark them and copy them by hand.':
    'Ce navigateur ne laisse pas la page copier. Téléchargez les codes, ou sélectionnez-les et copiez-les à la main.',
  'This link is over': 'Ce lien n’est plus valable',
  'This session': 'Cette session',
  'Two-factor authentication': 'Authentification à deux facteurs',
  'Two-factor authentication is off.': 'L’authentification à deux facteurs est désactivée.',
  'Two-factor authentication is on': 'L’authentification à deux facteurs est activée',
  unknown: 'inconnue',
  'Use a recovery code': 'Utiliser un code de secours',
  'Use the authenticator app': 'Utiliser l’application',
  'What we write to you by e-mail. Messages about the security of your account always go.':
    'Ce que nous vous écrivons par e-mail. Les messages sur la sécurité de votre compte partent toujours.',
  'Whoever has such a message, or was forwarded it, can do that.':
    'Qui a un tel message, ou l’a reçu en transfert, peut le faire.',
  'With|a browser': 'Avec',
  'Write to me again': 'M’écrire de nouveau',
  'Write to me when': 'M’écrire quand',
  'You are signed in at one place at a time: signing in elsewhere ends this session, and so do 24 hours without a request.':
    'Vous êtes connecté à un seul endroit à la fois\u00a0: une connexion ailleurs ferme cette session, et 24 heures sans requête aussi.',
  'You need an authenticator app on your phone. First, your password once more.':
    'Il vous faut une application d’authentification sur votre téléphone. D’abord, votre mot de passe encore une fois.',
  'Your choice was saved.': 'Votre choix a été enregistré.',
  'Your name stands beside what you do, in the audit log.':
    'Votre nom figure à côté de ce que vous faites, dans le journal d’activité.',
  'Your name was changed.': 'Votre nom a été changé.',
  'Your new recovery codes': 'Vos nouveaux codes de secours',
  'Your own account, and how it is protected.': 'Votre propre compte, et comment il est protégé.',
  'Your password': 'Votre mot de passe',
  'Your password was changed.': 'Votre mot de passe a été changé.',
  '{left} of 10 recovery codes left': 'Encore {left} codes de secours sur 10',
  '{left} of 10 recovery codes left: make new ones':
    'Encore {left} codes de secours sur 10\u00a0: créez-en de nouveaux',
};
