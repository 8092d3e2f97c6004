import { eq } from 'drizzle-orm';
import { database } from '#db/client';
import { railSettings } from '#db/schema/rail-settings';
import { clientRails, railHealth } from '#db/schema/rails';
import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import type { Context, Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import type { Bututs } from '#lib/money';
import type { Rail } from '#lib/rails/rail';
import { canDo, findRail, railDefinitions } from '#lib/rails/registry';

export type Direction = 'collection' | 'payout';
export type Health = (typeof railHealth.$inferSelect)['status'];
/** `NOT_ENABLED`: there is no such rail here; `SWITCHED_OFF`: there is, and operators took it away. */
export type Standing = Health | 'SWITCHED_OFF' | 'NOT_ENABLED';

export interface AmountBounds {
  minBututs: Bututs;
  maxBututs: Bututs;
}

export interface RailSetting extends AmountBounds {
  enabled: boolean;
  /** What may go out over it in a day and in a month of Banjul (35_payout_limits.sql); null: any amount. */
  dayLimitBututs: Bututs | null;
  monthLimitBututs: Bututs | null;
}

/** What operators set and workers found, by `environment:provider:direction`, for a client with its id before it. */
interface Known {
  settings: Map<string, RailSetting>;
  switchedOff: Set<string>;
  health: Map<string, Health>;
}

/** Bounds where no operator has set any; contract.md §3. */
const defaults: RailSetting = {
  enabled: true,
  minBututs: 1_00n,
  maxBututs: 100_000_00n,
  dayLimitBututs: null,
  monthLimitBututs: null,
};
/** An operator's change is seen by every process within this time. */
const REMEMBER_MS = 2_000;
const CLOSED_RETRY_SECONDS = 30;
let remembered: { at: number; known: Promise<Known> } | undefined;

/**
 * The rail for a request. Throws `provider_not_enabled` for an unknown, unfit, unconnected or disabled one, and
 * `PROVIDER_UNAVAILABLE` for a collection while the rail is closed, with those that work in `details`. A payout is
 * taken all the same: it goes out when the rail reopens.
 */
export async function requireRail(
  ctx: Pick<Context, 'environment' | 'client'>,
  provider: string,
  direction: Direction,
): Promise<Rail> {
  const rail = await findUsable(ctx, provider, direction);
  if (rail === undefined) {
    const working = await listWorking(ctx, direction);
    const remedy =
      working.length > 0 ? `Use one of those that are: ${working.join(', ')}.` : 'None is at present.';
    throw new AppError(
      'provider_not_enabled',
      `This provider is not enabled for ${direction}s in ${ctx.environment}. ${remedy}`,
    );
  }
  if (direction === 'collection' && (await healthOf(ctx.environment, provider, direction)) === 'CLOSED') {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      `${provider} does not work at present. Nothing was sent to it; repeat the request later or offer another provider.`,
      {
        retryAfterSeconds: CLOSED_RETRY_SECONDS,
        details: { available_providers: await listWorking(ctx, direction) },
      },
    );
  }
  return rail;
}

async function findUsable(
  { environment, client }: Pick<Context, 'environment' | 'client'>,
  provider: string,
  direction: Direction,
): Promise<Rail | undefined> {
  if (!canDo(provider, direction)) return undefined;
  if (await isSwitchedOff({ environment, client }, provider, direction)) return undefined;
  return findRail(environment, provider);
}

async function isSwitchedOff(
  { environment, client }: Pick<Context, 'environment' | 'client'>,
  provider: string,
  direction: Direction,
): Promise<boolean> {
  const { settings, switchedOff } = await known();
  const key = `${environment}:${provider}:${direction}`;
  return switchedOff.has(`${client.id}:${key}`) || settings.get(key)?.enabled === false;
}

/** The providers that this client could use now instead. */
async function listWorking(
  ctx: Pick<Context, 'environment' | 'client'>,
  direction: Direction,
): Promise<string[]> {
  const working = await Promise.all(
    railDefinitions.map(async ({ traits: { provider } }) =>
      (await findUsable(ctx, provider, direction)) !== undefined &&
      (await healthOf(ctx.environment, provider, direction)) !== 'CLOSED'
        ? [provider]
        : [],
    ),
  );
  return working.flat();
}

/** Whether a client can use a direction of a rail, and how the rail does. */
export async function standingOf(
  ctx: Pick<Context, 'environment' | 'client'>,
  provider: string,
  direction: Direction,
): Promise<Standing> {
  const isThere = canDo(provider, direction) && (await findRail(ctx.environment, provider)) !== undefined;
  if (!isThere) return 'NOT_ENABLED';
  if (await isSwitchedOff(ctx, provider, direction)) return 'SWITCHED_OFF';
  return healthOf(ctx.environment, provider, direction);
}

/** As the workers found it, or as an operator overruled it. The simulator answers in this process: it always works. */
export async function healthOf(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<Health> {
  if (environment === 'SANDBOX') return 'OPERATIONAL';
  return (await known()).health.get(`${provider}:${direction}`) ?? 'OPERATIONAL';
}

export async function railSetting(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<RailSetting> {
  return (await known()).settings.get(`${environment}:${provider}:${direction}`) ?? defaults;
}

/** What a rail takes at once, or the widest that any does where the customer chooses one. */
export async function boundsFor(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<AmountBounds> {
  if (provider !== CUSTOMER_CHOICE || direction !== 'collection')
    return railSetting(environment, provider, direction);
  const able = railDefinitions.filter(({ traits }) => canDo(traits.provider, direction));
  return widestBounds(
    environment,
    able.map(({ traits }) => traits.provider),
  );
}

/** Of collections on some rails. */
export async function widestBounds(environment: Environment, providers: string[]): Promise<AmountBounds> {
  const all = await Promise.all(
    providers.map((provider) => railSetting(environment, provider, 'collection')),
  );
  return {
    minBututs: all.reduce(
      (least, { minBututs }) => (minBututs < least ? minBututs : least),
      all[0]?.minBututs ?? 0n,
    ),
    maxBututs: all.reduce((most, { maxBututs }) => (maxBututs > most ? maxBututs : most), 0n),
  };
}

/** The same from the database, for whoever changes it. */
export async function readRailSetting(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<RailSetting> {
  return (await readKnown()).settings.get(`${environment}:${provider}:${direction}`) ?? defaults;
}

/** So that this process sees a change at once. */
export function forgetRailSettings(): void {
  remembered = undefined;
}

async function known(): Promise<Known> {
  if (remembered === undefined || Date.now() - remembered.at > REMEMBER_MS) {
    const reading = readKnown();
    remembered = { at: Date.now(), known: reading };
    reading.catch(() => {
      remembered = undefined;
    });
  }
  return remembered.known;
}

async function readKnown(): Promise<Known> {
  const [settings, ofClients, health] = await Promise.all([
    database().select().from(railSettings),
    database().select().from(clientRails).where(eq(clientRails.enabled, false)),
    database().select().from(railHealth),
  ]);
  return {
    settings: new Map(settings.map((row) => [`${row.environment}:${row.provider}:${row.direction}`, row])),
    switchedOff: new Set(
      ofClients.map((row) => `${row.clientId}:${row.environment}:${row.provider}:${row.direction}`),
    ),
    health: new Map(health.map((row) => [`${row.provider}:${row.direction}`, row.override ?? row.status])),
  };
}
