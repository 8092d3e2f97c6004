import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { connectRails } from '#lib/rails/connections';
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

/** An operator's change of a connection is seen by every process within this time. */
const REMEMBER_MS = 2_000;
const sandboxRails = new Map<string, Rail>();
let live: { at: number; rails: Promise<Map<string, Rail>> } | undefined;

/** The rail behind a provider value in an environment, or undefined where there is none, or it is not connected. */
export async function findRail(environment: Environment, provider: string): Promise<Rail | undefined> {
  return environment === 'LIVE' ? (await liveRails()).get(provider) : findSandboxRail(provider);
}

/** The simulator's rail, which is always there. */
export function findSandboxRail(provider: string): Rail | undefined {
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

/** The live rails that are connected, by provider. */
export async function liveRails(): Promise<Map<string, Rail>> {
  if (live === undefined || Date.now() - live.at > REMEMBER_MS) {
    const previous = live?.rails;
    const rails = connectRails(railDefinitions);
    live = { at: Date.now(), rails };
    rails.catch(() => {
      // Better what was known than none, while the database is away.
      live = previous && { at: Date.now(), rails: previous };
    });
  }
  return live.rails;
}

/** So that this process sees a changed connection at once. */
export function forgetConnections(): void {
  live = undefined;
}

/** The rail that a stored transaction was made on. Throws `PROVIDER_UNAVAILABLE` while it is not connected. */
export async function getRail(environment: Environment, provider: string): Promise<Rail> {
  const rail = await findRail(environment, provider);
  if (rail) return rail;
  throw new AppError(
    'PROVIDER_UNAVAILABLE',
    `${provider} is not connected at present. Nothing was sent to it; repeat the request in a minute.`,
    {
      retryAfterSeconds: 60,
    },
  );
}

/** What operators are shown first: real money, as soon as a rail is connected to it. */
export async function firstEnvironment(): Promise<Environment> {
  return (await liveRails()).size > 0 ? 'LIVE' : 'SANDBOX';
}

export function canDo(provider: string, direction: 'collection' | 'payout'): boolean {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  return definition !== undefined && (direction === 'collection' ? definition.collects : definition.paysOut);
}
