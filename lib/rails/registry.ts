import type { Environment } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { connectRails, type LiveRails } from '#lib/rails/connections';
import { providerA } from '#lib/rails/provider-a/index';
import { providerC } from '#lib/rails/provider-c/index';
import { providerCCard } from '#lib/rails/provider-c-card/index';
import { providerW } from '#lib/rails/provider-w/index';
import type { Rail, RailDefinition, RailTraits } from '#lib/rails/rail';
import { settings } from '#lib/settings';
import type { Transaction } from '#lib/transactions/transaction';

/** Every rail that Kaira knows; adding one is its folder and a line here. Each start gives every client its accounts. */
export const railDefinitions: readonly RailDefinition[] = [providerW, providerA, providerC, providerCCard];

/** Used when a request names no provider; spec.md "Provider values". */
export const DEFAULT_PROVIDER = 'PROVIDER_W';

/** An operator's change of a connection is seen by every process within this time. */
const REMEMBER_MS = 2_000;
const sandboxRails = new Map<string, Rail>();
let live: { at: number; rails: Promise<LiveRails> } | undefined;

/** A rail by one wallet of it. Null: the sandbox's, which has none. */
export interface Connected {
  rail: Rail;
  connectionId: string | null;
}

/** The rail behind a provider value in an environment, or undefined where there is none, or it is not connected. */
export async function findRail(environment: Environment, provider: string): Promise<Rail | undefined> {
  if (environment === 'SANDBOX') return findSandboxRail(provider);
  return (await knownRails()).connected.get(provider)?.rail;
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

/**
 * The wallet that a transaction is at: that which it was begun with, whatever is connected since; with `mayMove`, or
 * where nothing was begun yet, that which is connected now. Throws `PROVIDER_UNAVAILABLE` where it cannot be reached.
 */
export async function connectionFor(
  { environment, provider, connectionId }: Transaction,
  { mayMove }: { mayMove: boolean },
): Promise<Connected> {
  if (environment === 'SANDBOX') {
    const rail = findSandboxRail(provider);
    if (rail) return { rail, connectionId: null };
  } else {
    const { connected, first, byId } = await knownRails();
    // From before connections had ids: it was begun with the first one.
    const own = connectionId ?? first.get(provider);
    const found = mayMove || own === undefined ? connected.get(provider) : byId.get(own);
    if (found) return found;
  }
  throw new AppError(
    'PROVIDER_UNAVAILABLE',
    `${provider} is not connected at present. Nothing was sent to it; repeat the request in a minute.`,
    { retryAfterSeconds: 60 },
  );
}

/** Whether `connectionFor` finds the wallet that a transaction is at. */
export function isReachable(transaction: Transaction): Promise<boolean> {
  return connectionFor(transaction, { mayMove: false }).then(
    () => true,
    () => false,
  );
}

/** The wallet of a live rail that is connected now. */
export async function connectedNow(provider: string): Promise<Connected | undefined> {
  return (await knownRails()).connected.get(provider);
}

/** Every wallet of a live rail that is still in use, that which is connected now first. */
export async function walletsOf(provider: string): Promise<Connected[]> {
  const { connected, byId } = await knownRails();
  const now = connected.get(provider);
  const older = [...byId.values()].filter(
    ({ rail, connectionId }) => rail.traits.provider === provider && connectionId !== now?.connectionId,
  );
  return now ? [now, ...older] : older;
}

/** The live rails that are connected, by provider. */
export async function liveRails(): Promise<Map<string, Rail>> {
  const { connected } = await knownRails();
  return new Map([...connected].map(([provider, { rail }]) => [provider, rail]));
}

async function knownRails(): Promise<LiveRails> {
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

/** What operators are shown first: real money, as soon as a rail is connected to it. */
export async function firstEnvironment(): Promise<Environment> {
  return (await liveRails()).size > 0 ? 'LIVE' : 'SANDBOX';
}

export function traitsOf(provider: string): RailTraits {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  invariant(definition, `${provider} is a rail`);
  return definition.traits;
}

/** Whether what is collected on a live rail lies in the wallet that payouts leave from, so that it may cover them. */
export function hasOneWallet({
  environment,
  provider,
}: Pick<Transaction, 'environment' | 'provider'>): boolean {
  return environment === 'LIVE' && traitsOf(provider).oneWallet;
}

export function canDo(provider: string, direction: 'collection' | 'payout'): boolean {
  const definition = railDefinitions.find((each) => each.traits.provider === provider);
  return definition !== undefined && (direction === 'collection' ? definition.collects : definition.paysOut);
}
