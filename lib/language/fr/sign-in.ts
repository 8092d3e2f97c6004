import type { Catalogue } from '#lib/browser/language/words';

/** Signing in, what messages link to, and the page without a connection. */
export const signIn: Catalogue = {
  'An owner of your account, or the operators, can make you a new link.':
    'Un propriétaire de votre compte, ou l’équipe de Kaira, peut vous faire un nouveau lien.',
  'Another admin can make you a new link.': 'Un autre administrateur peut vous faire un nouveau lien.',
  'Back to signing in': 'Retour à la connexion',
  'Confirm this address': 'Confirmer cette adresse',
  'Forgotten your password?': 'Mot de passe oublié\u00a0?',
  'Go to the dashboard': 'Aller au tableau de bord',
  'If somebody signs in with {email}, a link is on its way to that address. It works once, within 30 minutes.':
    'Si quelqu’un se connecte avec {email}, un lien est en route vers cette adresse. Il sert une fois, dans les 30 minutes.',
  'Is this your address?': 'Est-ce votre adresse\u00a0?',
  'It was cut off, or is too old. Sign in and choose your messages under Settings.':
    'Il a été coupé, ou est trop ancien. Connectez-vous et choisissez vos messages dans les réglages.',
  'It works for a day, and was perhaps cut off. Sign in and ask for another one.':
    'Il vaut un jour, et a peut-être été coupé. Connectez-vous et demandez-en un autre.',
  'Look at your e-mail': 'Regardez vos e-mails',
  'Nothing came? Look among what is filtered out as spam.':
    'Rien reçu\u00a0? Regardez dans les messages indésirables.',
  'Payments go on without you: what customers pay meanwhile stands here when you are back.':
    'Les paiements continuent sans vous\u00a0: ce que les clients paient entre-temps sera ici à votre retour.',
  'Refused: {title}': 'Refusé\u00a0: {title}',
  'Send me a link': 'M’envoyer un lien',
  'Sign in as operator': 'Se connecter, équipe de Kaira',
  'Stop these messages': 'Arrêter ces messages',
  'Stop these messages?': 'Arrêter ces messages\u00a0?',
  'These messages have stopped': 'Ces messages sont arrêtés',
  'This did not work': 'Cela n’a pas marché',
  'This installation sends no e-mail.': 'Cette installation n’envoie pas d’e-mail.',
  'This installation sends no e-mail: admins find the message under Outbox.':
    'Cette installation n’envoie pas d’e-mail\u00a0: les administrateurs trouvent le message dans la boîte d’envoi.',
  'This link is not one of ours': 'Ce lien n’est pas de nous',
  'This page needs a connection. Nothing was sent, and nothing waits to be sent later.':
    'Cette page a besoin d’une connexion. Rien n’a été envoyé, et rien n’attend de l’être.',
  'Type one of your recovery codes. Each works once.':
    'Saisissez un de vos codes de secours. Chacun sert une fois.',
  'Type the six digits that your authenticator app shows now.':
    'Saisissez les six chiffres que montre maintenant votre application d’authentification.',
  'We send you a link with which you choose a new one. It works once, within 30 minutes.':
    'Nous vous envoyons un lien pour en choisir un nouveau. Il sert une fois, dans les 30 minutes.',
  'What we send to {email} reaches you.': 'Ce que nous envoyons à {email} vous parvient.',
  'You are offline': 'Vous êtes hors ligne',
  'You can have it again under Settings.': 'Vous pouvez les reprendre dans les réglages.',
  'You confirm that what we send to {email} reaches you.':
    'Vous confirmez que ce que nous envoyons à {email} vous parvient.',
  'You get no more e-mail of this kind: {kind}.': 'Vous ne recevrez plus d’e-mail de ce genre\u00a0: {kind}.',
  'You would get no e-mail of this kind any more: {kind}.':
    'Vous ne recevriez plus d’e-mail de ce genre\u00a0: {kind}.',
  'Your address is confirmed': 'Votre adresse est confirmée',
  'Your password is set. Sign in with your e-mail and the new password.':
    'Votre mot de passe est enregistré. Connectez-vous avec votre e-mail et le nouveau mot de passe.',
  'No account yet? Ask {contact}.': 'Pas encore de compte\u00a0? Demandez-en un à {contact}.',
  'No account yet? Whoever runs this gateway opens one for you.':
    'Pas encore de compte\u00a0? Ceux qui tiennent cette passerelle vous en ouvrent un.',
};
