import type { Environment } from '#lib/context';
import type { listHealth } from '#lib/rails/list-health';
import type { listSwitchedOff } from '#lib/rails/list-switched-off';
import { connectionState } from '#lib/rails/present-connection';
import type { Direction, Health } from '#lib/rails/rail-settings';
import { canDo, railDefinitions } from '#lib/rails/registry';

/** Whether a rail is connected, on and healthy; components/admin/rails/rail-now-words.ts says it in one line. */
export interface RailNow {
  /** That of the worst direction. */
  tone: 'succeeded' | 'pending' | 'failed' | 'ended';
  reached: Reached;
  directions: DirectionNow[];
}

export interface DirectionNow {
  direction: Direction;
  isOff: boolean;
  /** Null: it has no health, as in the sandbox. */
  status: Health | null;
  /** It is an operator's word, and not what the calls say. */
  isOverruled: boolean;
}

export type Reached = 'connected' | 'simulated' | 'none' | 'unusable';

/** The line of each rail, by provider: for the overview and for the page of the rails, so that they agree. */
export async function railsNow(
  environment: Environment,
  health: Awaited<ReturnType<typeof listHealth>>,
  switchedOff: Awaited<ReturnType<typeof listSwitchedOff>>,
): Promise<Map<string, RailNow>> {
  const lines = railDefinitions.map(async (definition) => {
    const { provider } = definition.traits;
    const directions = (['collection', 'payout'] as const)
      .filter((direction) => canDo(provider, direction))
      .map((direction) => {
        const isThis = (each: { provider: string; direction: string }) =>
          each.provider === provider && each.direction === direction;
        const found = health.find(isThis);
        const isOff = switchedOff.some(isThis);
        return { direction, isOff, status: found?.status ?? null, isOverruled: !!found?.override };
      });
    const reached = environment === 'SANDBOX' ? 'simulated' : await reachedBy(definition);
    return [provider, railNow(reached, directions)] as const;
  });
  return new Map(await Promise.all(lines));
}

async function reachedBy(definition: (typeof railDefinitions)[number]): Promise<Reached> {
  const { state } = await connectionState(definition);
  return state === 'none' || state === 'unusable' ? state : 'connected';
}

/** Pure. */
export function railNow(reached: Reached, directions: DirectionNow[]): RailNow {
  return { tone: toneOf(reached, directions), reached, directions };
}

function toneOf(reached: Reached, directions: DirectionNow[]): RailNow['tone'] {
  if (reached === 'unusable') return 'failed';
  if (reached === 'none') return 'ended';
  if (directions.some(({ isOff, status }) => isOff || status === 'CLOSED')) return 'failed';
  if (directions.some(({ status, isOverruled }) => status === 'DELAYED' || isOverruled)) return 'pending';
  return 'succeeded';
}
