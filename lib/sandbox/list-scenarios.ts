import { collectionScenarios, collectionStory, payoutScenarios, payoutStory } from '#lib/rails/scenarios';

export interface ScenarioLine {
  /** As `X-Gw-Scenario` has it. */
  name: string;
  explanation: string;
}

/** What the header can ask for, with a sentence each; contract-more.md §18. */
export function listScenarios(): { collections: ScenarioLine[]; payouts: ScenarioLine[] } {
  return {
    collections: collectionScenarios.map((name) => ({
      name,
      explanation: collectionStory('', name)?.explanation ?? '',
    })),
    payouts: payoutScenarios.map((name) => ({ name, explanation: payoutStory(name)?.explanation ?? '' })),
  };
}
