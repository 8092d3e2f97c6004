import { collectionStory, isServerError, magicAmounts } from '#lib/rails/scenarios';

export interface MagicAmount {
  amount: string;
  /** What a collection of this amount ends as; `500` answers the initiation with HTTP 500 and stores nothing. */
  outcome: string;
  explanation: string;
}

/** The sandbox's magic amounts with a sentence each, as the simulator has them; contract.md §8. */
export function listMagicAmounts(): MagicAmount[] {
  return magicAmounts.map((amount) => {
    const story = collectionStory(amount, null);
    const news = story?.words.at(-1)?.news;
    const state = news === undefined || news === 'silent' ? 'PENDING' : news.state;
    const outcome = isServerError(amount) ? '500' : state;
    return { amount, outcome, explanation: story?.explanation ?? '' };
  });
}
