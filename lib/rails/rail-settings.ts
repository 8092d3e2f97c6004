import { database } from '#db/client';
import { railSettings } from '#db/schema/rail-settings';
import type { Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import type { Bututs } from '#lib/money';
import type { Rail } from '#lib/rails/rail';
import { canDo, findRail } from '#lib/rails/registry';

export type Direction = 'collection' | 'payout';

export interface AmountBounds {
  minBututs: Bututs;
  maxBututs: Bututs;
}

interface RailSetting extends AmountBounds {
  enabled: boolean;
}

/** Bounds where no operator has set any; contract.md §3. */
const defaults: RailSetting = { enabled: true, minBututs: 1_00n, maxBututs: 100_000_00n };

/** An operator's change is seen by every process within this time. */
const REMEMBER_MS = 2_000;
let remembered: { at: number; settings: Promise<Map<string, RailSetting>> } | undefined;

/**
 * The rail for a request. Throws `provider_not_enabled` for an unknown, disabled or unfit one.
 */
export async function requireRail(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<Rail> {
  const rail = canDo(provider, direction) ? findRail(environment, provider) : undefined;
  const setting = await railSetting(environment, provider, direction);
  if (rail === undefined || !setting.enabled) {
    throw new AppError(
      'provider_not_enabled',
      `The provider is not enabled for ${direction}s in ${environment}. GET /api/v1/rails/status lists those that are.`,
    );
  }
  return rail;
}

export async function railSetting(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<RailSetting> {
  if (remembered === undefined || Date.now() - remembered.at > REMEMBER_MS) {
    const settings = readSettings();
    remembered = { at: Date.now(), settings };
    settings.catch(() => {
      remembered = undefined;
    });
  }
  return (await remembered.settings).get(`${environment}:${provider}:${direction}`) ?? defaults;
}

/** The same from the database, for whoever changes it. */
export async function readRailSetting(
  environment: Environment,
  provider: string,
  direction: Direction,
): Promise<RailSetting> {
  return (await readSettings()).get(`${environment}:${provider}:${direction}`) ?? defaults;
}

/** So that this process sees a change at once. */
export function forgetRailSettings(): void {
  remembered = undefined;
}

async function readSettings(): Promise<Map<string, RailSetting>> {
  const rows = await database().select().from(railSettings);
  return new Map(rows.map((row) => [`${row.environment}:${row.provider}:${row.direction}`, row]));
}
