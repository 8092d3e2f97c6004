import type { Catalogue } from '#lib/browser/language/words';

/** Businesses that would go live. */
export const applications: Catalogue = {
  Approve: 'Approuver',
  'Approve {client}': 'Approuver {client}',
  'Approved. Every owner was told.': 'Approuvé. Chaque propriétaire est prévenu.',
  'Approve…': 'Approuver…',
  Ask: 'Demander',
  'Ask back…': 'Demander…',
  'Ask {client}': 'Demander à {client}',
  'Asked. Every owner gets it by e-mail.':
    'La question est envoyée. Chaque propriétaire la reçoit par e-mail.',
  'Asked: with the client': 'Question posée\u00a0: chez l’entreprise',
  Business: 'Entreprise',
  'Businesses that hand in their papers appear here, the longest wait first.':
    'Les entreprises qui remettent leurs papiers apparaissent ici, la plus longue attente d’abord.',
  'Businesses that would go live, with their papers. One operator proposes to approve, another one decides.':
    'Les entreprises qui veulent passer en réel, avec leurs papiers. Une personne de l’équipe propose d’approuver, une autre décide.',
  'Businesses whose papers two operators have approved stand here.':
    'Les entreprises dont deux personnes de l’équipe ont approuvé les papiers sont ici.',
  'Do not accept': 'Ne pas accepter',
  'Do not accept the papers of {client}': 'Ne pas accepter les papiers de {client}',
  'Do not accept…': 'Ne pas accepter…',
  'Do not agree': 'Ne pas être d’accord',
  'Do not agree…': 'Pas d’accord…',
  'Every owner reads why, here and by e-mail. The client may hand in others.':
    'Chaque propriétaire lit pourquoi, ici et par e-mail. L’entreprise peut en remettre d’autres.',
  'Every owner was told, and why.': 'Chaque propriétaire est prévenu, avec la raison.',
  'Give it back': 'Rendre',
  'Handed in': 'Remis',
  'Handed in by {name} {time}': 'Remis par {name} {time}',
  'It waits to be read once more.': 'Le dossier attend d’être relu.',
  'Live settlements can then be sent to the account that it names. Call the client on a number that you know, and compare the account number, before you approve. Every owner is told.':
    'Les règlements réels peuvent ensuite partir vers le compte indiqué. Appelez l’entreprise à un numéro que vous connaissez, et comparez le numéro de compte, avant d’approuver. Chaque propriétaire est prévenu.',
  'No question is open': 'Aucune question n’est ouverte',
  'Nobody waits': 'Personne n’attend',
  'Not accepted: with the client': 'Pas accepté\u00a0: chez l’entreprise',
  'Nothing is approved, and the client hears nothing. Your colleague reads why.':
    'Rien n’est approuvé, et l’entreprise n’en apprend rien. Votre collègue lit pourquoi.',
  'Nothing was approved yet': 'Rien n’a encore été approuvé',
  Propose: 'Proposer',
  'Propose to approve {client}': 'Proposer d’approuver {client}',
  'Propose to approve…': 'Proposer d’approuver…',
  'Proposed. Another operator decides.': 'C’est proposé. Une autre personne de l’équipe décide.',
  'The business': 'L’entreprise',
  'the client': 'l’entreprise',
  'The papers go back to the client, who can change them and hand them in again. Every owner reads it here and by e-mail.':
    'Les papiers retournent à l’entreprise, qui peut les changer et les remettre de nouveau. Chaque propriétaire le lit ici et par e-mail.',
  'They come from outside and may hold anything: open them on a machine that you trust with that. Who opened which stands in the audit log.':
    'Ils viennent de l’extérieur et peuvent contenir n’importe quoi\u00a0: ouvrez-les sur une machine à qui vous pouvez confier cela. Qui a ouvert lequel est écrit dans le journal d’activité.',
  'Waiting|for somebody': 'En attente',
  'What is missing, or has to be changed?': 'Que manque-t-il, ou que faut-il changer\u00a0?',
  'What you have asked back, or not accepted, stands here until it is handed in again.':
    'Ce que vous avez demandé, ou n’avez pas accepté, reste ici jusqu’à ce qu’il soit remis de nouveau.',
  'Why?': 'Pourquoi\u00a0?',
  'With the client': 'Chez l’entreprise',
  'You have compared every paper with what is written here. Nothing is approved yet: another operator reads it and decides.':
    'Vous avez comparé chaque papier avec ce qui est écrit ici. Rien n’est encore approuvé\u00a0: une autre personne de l’équipe le lit et décide.',
  'Yours: a colleague decides': 'La vôtre\u00a0: un collègue décide',
  '{count} files': { one: '{count} fichier', other: '{count} fichiers' },
  '{decider} did not agree to the proposal of {name}: {reason} –':
    '{decider} n’a pas été d’accord avec la proposition de {name}\u00a0: {reason} –',
  '{name} proposed it, and {decider} approved it': '{name} l’a proposé, et {decider} l’a approuvé',
  '{name} would approve these papers, and another operator decides;':
    '{name} approuverait ces papiers, et une autre personne de l’équipe décide\u00a0;',
  '← Applications': '← Inscriptions',
};
