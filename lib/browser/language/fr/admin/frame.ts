import type { Catalogue } from '#lib/browser/language/words';

/** The frame of the operators’ dashboard, and the titles of its pages. */
export const frame: Catalogue = {
  'A rail’s day': 'La journée d’un opérateur',
  Accounts: 'Comptabilité',
  'An admin adds people and changes what they may do.':
    'Un administrateur ajoute des personnes et change ce qu’elles peuvent faire.',
  Application: 'Dossier d’inscription',
  Applications: 'Inscriptions',
  Approvals: 'Accords',
  Audit: 'Journal d’activité',
  Both: 'Les deux',
  Case: 'Dossier',
  Cases: 'Dossiers',
  Clients: 'Entreprises',
  Health: 'Santé',
  'No other operator has confirmed you yet: you see everything and change nothing. Ask one to do so, under Approvals.':
    'Personne d’autre de l’équipe ne vous a encore confirmé\u00a0: vous voyez tout et ne changez rien. Demandez-le à quelqu’un, sous Accords.',
  Outbox: 'Messages envoyés',
  Overview: 'Vue d’ensemble',
  'People of a client': 'Personnes d’une entreprise',
  Rails: 'Opérateurs',
  Reconciliation: 'Rapprochement',
  'Sandbox: these figures are no real money': 'Bac à sable\u00a0: ces chiffres ne sont pas de l’argent réel',
  Settlements: 'Règlements',
  'Show more': 'Afficher plus',
  'The address may be misspelt, or what it names is not there or no longer is.':
    'L’adresse est peut-être mal écrite, ou ce qu’elle nomme n’existe pas ou n’existe plus.',
  'The operators’ own staff. Another operator confirms whoever is added, under Approvals.':
    'L’équipe de Kaira elle-même. Une autre personne de l’équipe confirme chaque nouvelle personne, sous Accords.',
  Transaction: 'Transaction',
  Users: 'Équipe',
  'Where the money is': 'Où est l’argent',
  'Who signs in for {client}. A new person and a new link take another operator. The client’s owners are told of every change, as made by Kaira.':
    'Qui se connecte pour {client}. Une nouvelle personne et un nouveau lien demandent une autre personne de l’équipe. Les propriétaires de l’entreprise apprennent chaque changement, comme venant de Kaira.',
  'Read from the standby, as of {time}.': 'Lu sur le serveur de secours, état à {time}.',
};
