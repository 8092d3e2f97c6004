import type { Environment } from '#lib/context';
import type { FieldFault } from '#lib/errors';
import {
  type CollectionScenario,
  collectionScenarios,
  type PayoutScenario,
  payoutScenarios,
} from '#lib/rails/scenarios';

/** Decides what becomes of a payment of the sandbox; contract-more.md §18. */
export const SCENARIO_HEADER = 'X-Gw-Scenario';

/** The scenario that the header of a request names, or why it names none. */
export interface AskedScenario<Name extends string = string> {
  scenario?: Name;
  faults: FieldFault[];
}

export function askedOfCollection(environment: Environment, headers: Headers) {
  return asked<CollectionScenario>('collection', collectionScenarios, environment, headers);
}

export function askedOfPayout(environment: Environment, headers: Headers) {
  return asked<PayoutScenario>('payout', payoutScenarios, environment, headers);
}

/** What a refund becomes is decided by its rail and its float only: none of the names is known there. */
export function askedOfRefund(environment: Environment, headers: Headers) {
  return asked<never>('refund', [], environment, headers);
}

function asked<Name extends string>(
  what: string,
  names: readonly Name[],
  environment: Environment,
  headers: Headers,
): AskedScenario<Name> {
  const text = headers.get(SCENARIO_HEADER);
  if (text === null) return { faults: [] };
  const fault = (message: string) => ({
    faults: [{ path: SCENARIO_HEADER, message, code: 'invalid_scenario' }],
  });
  if (environment === 'LIVE')
    return fault(
      'A scenario is for the sandbox: use a key that begins with sk_test_, or leave the header out.',
    );
  const scenario = names.find((each) => each === text);
  if (scenario !== undefined) return { scenario, faults: [] };
  if (names.length === 0)
    return fault(`A ${what} has no scenarios: leave the header out. Amounts and floats decide.`);
  return fault(`The scenario of a ${what} is one of ${names.join(', ')}.`);
}
