import type { Catalogue } from '#lib/browser/language/words';

/** Papers of a business, and its team. */
export const application: Catalogue = {
  'An owner adds people and changes what they may do.':
    'Un propriétaire ajoute des personnes et change ce qu’elles peuvent faire.',
  'As the registrar and the tax office have it.': 'Comme au registre et au bureau des impôts.',
  'Hand in the papers': 'Remettre les papiers',
  'handed in by {name} {time}': 'remis par {name} {time}',
  'Handed in. You get an e-mail when the operators answer.':
    'Remis. Vous recevez un e-mail quand l’équipe de Kaira répond.',
  'Keeping what you typed…': 'Enregistrement de ce que vous avez écrit…',
  'Not kept: see above.': 'Pas enregistré\u00a0: voir plus haut.',
  'PDF, JPEG or PNG file': 'Fichier PDF, JPEG ou PNG',
  'PDF, JPEG or PNG, up to 5 MB each, {count} at most.':
    'PDF, JPEG ou PNG, jusqu’à 5 Mo chacun, {count} au plus.',
  'Remove it': 'Le retirer',
  'Remove this paper?': 'Retirer ce papier\u00a0?',
  'Scans or photos: the certificate of registration, the TIN certificate, and an identity card of each owner. Only the owners of this account and the operators of Kaira see them.':
    'Scans ou photos\u00a0: le certificat d’enregistrement, le certificat TIN, et une pièce d’identité de chaque propriétaire. Seuls les propriétaires de ce compte et l’équipe de Kaira les voient.',
  Team: 'Équipe',
  'The business': 'L’entreprise',
  'The operators ask': 'L’équipe de Kaira demande',
  'The operators cannot accept these papers': 'L’équipe de Kaira ne peut pas accepter ces papiers',
  'The people who own it, one name a line. Of a company, everybody who has a quarter of it or more.':
    'Les personnes à qui elle appartient, un nom par ligne. Pour une société, toute personne qui en a un quart ou plus.',
  'The tax identification number.': 'Le numéro d’identification fiscale.',
  'What you type is kept as you go.': 'Ce que vous écrivez s’enregistre au fur et à mesure.',
  'Where your money goes': 'Où va votre argent',
  'Who signs in for {business}, live and sandbox.':
    'Qui se connecte pour {business}, en réel et dans le bac à sable.',
  'Who you are, so that real money can be paid out to you. Two operators of Kaira read it, and both have to agree.':
    'Qui vous êtes, pour que de l’argent réel puisse vous être versé. Deux personnes de l’équipe de Kaira le lisent, et les deux doivent être d’accord.',
  'Your own balance is sent there when you ask for it. It is approved with your papers.':
    'Votre propre solde y est envoyé quand vous le demandez. Le compte est approuvé avec vos papiers.',
  '{name} is taken away for good.': '{name} est retiré pour de bon.',
};
