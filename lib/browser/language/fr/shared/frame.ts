import type { Catalogue } from '#lib/browser/language/words';

/** The frame of both dashboards. */
export const frame: Catalogue = {
  'As the system': 'Comme le système',
  'Close what is open': 'Fermer ce qui est ouvert',
  Dark: 'Sombre',
  Demo: 'Démo',
  'Demo: the live providers are simulated. No real money moves.':
    'Démo\u00a0: les opérateurs réels sont simulés. Aucun argent réel ne circule.',
  Documentation: 'Documentation',
  Environment: 'Environnement',
  'It was last given over 10 minutes ago, and what you are about to do wants it, with the code of your second factor.':
    'Vous l’avez donné il y a plus de 10 minutes, et ce que vous allez faire le demande, avec le code de votre second facteur.',
  'It was last given over 10 minutes ago, and what you are about to do wants it.':
    'Vous l’avez donné il y a plus de 10 minutes, et ce que vous allez faire le demande.',
  'Kaira takes nothing new at the moment': 'Kaira ne prend rien de nouveau en ce moment',
  'Kaira takes nothing new at the moment: no charge, no payout, no change. The operators know of it. Pay nothing in another way; what you ask for again with the same reference is never paid twice.':
    'Kaira ne prend rien de nouveau en ce moment\u00a0: ni encaissement, ni versement, ni changement. L’équipe de Kaira le sait. Ne payez rien d’une autre façon\u00a0; ce que vous redemandez avec la même référence n’est jamais payé deux fois.',
  'Keys|of a keyboard': 'Touches',
  Light: 'Clair',
  Live: 'Réel',
  Loading: 'Chargement',
  'Main|navigation': 'Principale',
  More: 'Plus',
  'Most used': 'Le plus utilisé',
  Navigation: 'Menu',
  'Open the navigation': 'Ouvrir le menu',
  Sandbox: 'Bac à sable',
  'Sandbox: no real money moves here': 'Bac à sable\u00a0: aucun argent réel ne bouge ici',
  Search: 'Rechercher',
  'Search transactions': 'Rechercher des transactions',
  Settings: 'Réglages',
  'Show these keys': 'Montrer ces touches',
  'Sign out': 'Se déconnecter',
  'Skip to the content': 'Aller au contenu',
  'Something went wrong. Try again.': 'Un problème est survenu. Réessayez.',
  'This account is suspended': 'Ce compte est suspendu',
  'This account is suspended: it can charge and pay out nothing, and its API keys are refused. What was begun goes on. Call the operators of this gateway.':
    'Ce compte est suspendu\u00a0: il ne peut ni encaisser ni verser, et ses clés d’API sont refusées. Ce qui a commencé continue. Appelez l’équipe de cette passerelle.',
  'To the overview': 'Aller à la vue d’ensemble',
  Transactions: 'Transactions',
  'You are offline, so this page stays. What you have typed is still here.':
    'Vous êtes hors ligne, cette page reste donc. Ce que vous avez saisi est encore là.',
  'You are offline: what stands here may be out of date, and nothing is sent.':
    'Vous êtes hors ligne\u00a0: ce qui est affiché a pu changer, et rien n’est envoyé.',
  'Your password, once more': 'Votre mot de passe, encore une fois',
  '{count} found. Up and down choose one; Enter without one lists all.': {
    one: '{count} trouvée. Haut et bas en choisissent une\u00a0; Entrée sans choix les montre toutes.',
    other: '{count} trouvées. Haut et bas en choisissent une\u00a0; Entrée sans choix les montre toutes.',
  },
};
