import { magicAmounts } from '#lib/rails/simulator';

export interface MagicAmount {
  amount: string;
  /** What a collection of this amount ends as; `500` answers the initiation with HTTP 500 and stores nothing. */
  outcome: string;
  explanation: string;
}

/** The sandbox's magic amounts with a sentence each, as the simulator has them; contract.md §8. */
export function listMagicAmounts(): MagicAmount[] {
  return Object.entries(magicAmounts).map(([amount, news]) => {
    if (news === 'server_error') {
      return {
        amount,
        outcome: '500',
        explanation: 'The request itself is answered with HTTP 500; nothing is stored.',
      };
    }
    const explanation = news.state === 'FAILED' ? news.failure.message : explanations[news.state];
    return { amount, outcome: news.state, explanation };
  });
}

const explanations = {
  PENDING: 'Stays pending and never ends by itself.',
  SUCCEEDED: 'The customer pays.',
  EXPIRED: 'The customer does not act in time.',
  CANCELLED: 'The customer leaves the checkout.',
};
