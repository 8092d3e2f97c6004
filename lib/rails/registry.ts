import type { Environment } from '#lib/context';
import { invariant } from '#lib/errors';
import { providerA } from '#lib/rails/provider-a/index';
import { providerC } from '#lib/rails/provider-c/index';
import { providerCCard } from '#lib/rails/provider-c-card/index';
import { providerW } from '#lib/rails/provider-w/index';
import type { Rail, RailDefinition } from '#lib/rails/rail';
import { settings } from '#lib/settings';

/** Every rail that Kaira knows; adding one is its folder and a line here. Each start gives every client its accounts. */
export const railDefinitions: readonly RailDefinition[] = [providerW, providerA, providerC, providerCCard];

/** Used when a request names no provider; spec.md "Provider values". */
export const DEFAULT_PROVIDER = 'PROVIDER_W';

const sandboxRails = new Map<string, Rail>();

/** The rail behind a provider value in an environment, or undefined where there is none (all of LIVE, so far). */
export function findRail(environment: Environment, provider: string): Rail | undefined {
  if (environment === 'LIVE') return undefined;
  if (sandboxRails.size === 0) {
    const { baseUrl, SANDBOX_RESOLVE_MS } = settings();
    for (const definition of railDefinitions) {
      sandboxRails.set(
        definition.traits.provider,
        definition.sandbox({ baseUrl, resolveMs: SANDBOX_RESOLVE_MS }),
      );
    }
  }
  return sandboxRails.get(provider);
}

/** The rail that a stored transaction was made on. */
export function getRail(environment: Environment, provider: string): Rail {
  const rail = findRail(environment, provider);
  invariant(rail, `the rail ${provider} of a stored ${environment} transaction exists`);
  return rail;
}

/** What operators are shown first: real money, as soon as a rail is connected to it. */
export function firstEnvironment(): Environment {
  return railDefinitions.some(({ traits }) => findRail('LIVE', traits.provider)) ? 'LIVE' : 'SANDBOX';
}

export function canDo(provider: string, direction: 'collection' | 'payout'): boolean {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  return definition !== undefined && (direction === 'collection' ? definition.collects : definition.paysOut);
}
