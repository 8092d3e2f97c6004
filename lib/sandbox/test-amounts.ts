import { refusal } from '#lib/browser/language/words';
import type { Environment } from '#lib/context';
import { listMagicAmounts } from '#lib/sandbox/magic-amounts';

/** An amount that the sandbox always ends in one way, with that way in the reader's language. */
export interface TestAmount {
  amount: string;
  plays: string;
  /** The charge itself is answered with an error, and there is nothing that could have arrived. */
  isRefused: boolean;
}

/** The magic amounts as a page tells them beside the amount that is typed; none where money is real. */
export function testAmountsIn(environment: Environment): TestAmount[] {
  if (environment === 'LIVE') return [];
  return listMagicAmounts().map(({ amount, outcome, explanation }) => ({
    amount,
    plays: refusal(explanation),
    isRefused: outcome === '500',
  }));
}
