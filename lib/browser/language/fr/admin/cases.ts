import type { Catalogue } from '#lib/browser/language/words';

/** Kinds of cases. */
export const cases: Catalogue = {
  'A payout came back in a way that cannot be booked by itself. Compare with the rail’s statement. One that succeeded here is settled as reversed; of a refund, or of what had failed here and was booked by hand, propose an adjustment of what came back.':
    'Un versement est revenu d’une façon qui ne peut pas s’inscrire toute seule. Comparez avec le relevé de l’opérateur. S’il avait réussi ici, il est conclu comme annulé\u00a0; pour un remboursement, ou pour ce qui avait échoué ici et a été inscrit à la main, proposez une correction de ce qui est revenu.',
  Contradiction: 'Contradiction',
  'Float differs': 'Réserve différente',
  Mismatch: 'Désaccord',
  'One payment for two': 'Un paiement pour deux',
  'Only our books have it': 'Dans nos livres seuls',
  'Only the rail has it': 'Chez l’opérateur seul',
  'Our books have a payment that stands in no statement of the rail.':
    'Nos livres ont un paiement qui n’est dans aucun relevé de l’opérateur.',
  'Our wallet at the rail does not hold what our books say.':
    'Notre portefeuille chez l’opérateur ne contient pas ce que disent nos livres.',
  'Paid after it failed': 'Payé après l’échec',
  'Paid twice': 'Payé deux fois',
  'Payout came back': 'Versement revenu',
  'Statement differs': 'Relevé différent',
  'The rail gave one payment of its own as the answer for two of ours. It was booked once. Ask the rail what became of this one.':
    'L’opérateur a donné un seul de ses paiements en réponse à deux des nôtres. Il a été inscrit une fois. Demandez à l’opérateur ce qu’il en est de celui-ci.',
  'The rail has paid a payout that had failed here and whose money was given back. Propose an adjustment: from the client’s balance, or as a loss of ours.':
    'L’opérateur a payé un versement qui avait échoué ici et dont l’argent avait été rendu. Proposez une correction\u00a0: sur le solde de l’entreprise, ou comme une perte de notre part.',
  'The rail has said two things that cannot both be true. Ask its support which one holds.':
    'L’opérateur a dit deux choses qui ne peuvent pas être vraies ensemble. Demandez à son assistance laquelle est juste.',
  'The rail speaks of a payment that we know nothing of.':
    'L’opérateur parle d’un paiement dont nous ne savons rien.',
  'The rail speaks of another amount, currency or reference than ours. Nothing was booked because of it. What the customer paid is credited by an adjustment, or goes back.':
    'L’opérateur parle d’un autre montant, d’une autre monnaie ou d’une autre référence que nous. Rien n’a été inscrit pour cette raison. Ce que le client a payé est crédité par une correction, ou lui revient.',
  'The rail’s answer was lost, and nobody can ask for it. Find the payment in the rail’s statement or with its support, then propose what became of it.':
    'La réponse de l’opérateur s’est perdue, et personne ne peut la redemander. Cherchez le paiement dans le relevé de l’opérateur ou auprès de son assistance, puis proposez ce qu’il en est.',
  'The rail’s statement and our books have this payment with different facts.':
    'Le relevé de l’opérateur et nos livres ont ce paiement avec des faits différents.',
  'The rail’s statement has a payment that nothing in our books answers to. Ask the rail what it is, and the client whether it is theirs; agree with them on it, and close the case with what you found.':
    'Le relevé de l’opérateur a un paiement auquel rien ne répond dans nos livres. Demandez à l’opérateur ce que c’est, et à l’entreprise si c’est le sien\u00a0; mettez-vous d’accord avec eux, et fermez le dossier avec ce que vous avez trouvé.',
  'Two attempts of one reference were paid. Both are credited; the client is offered a refund. Two of you can give the second one back as well, out of the client’s balance.':
    'Deux tentatives d’une même référence ont été payées. Les deux sont créditées\u00a0; un remboursement est proposé à l’entreprise. Deux d’entre vous peuvent aussi rendre la seconde, sur le solde de l’entreprise.',
  'Unknown outcome': 'Issue inconnue',
  'Unknown payment': 'Paiement inconnu',
};
