import type { Environment } from '#lib/context';
import type { listHealth } from '#lib/rails/list-health';
import type { listSwitchedOff } from '#lib/rails/list-switched-off';
import { connectionState } from '#lib/rails/present-connection';
import type { Direction, Health } from '#lib/rails/rail-settings';
import { canDo, railDefinitions } from '#lib/rails/registry';

/** Whether a rail is connected, on and healthy, in one line. */
export interface RailNow {
  tone: 'succeeded' | 'pending' | 'failed' | 'ended';
  text: string;
}

export interface DirectionNow {
  direction: Direction;
  isOff: boolean;
  /** Null: it has no health, as in the sandbox. */
  status: Health | null;
  /** It is an operator's word, and not what the calls say. */
  isOverruled: boolean;
}

type Reached = 'connected' | 'simulated' | 'none' | 'unusable';

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

const beginnings = { connected: 'Connected', simulated: 'Simulated', none: 'Not connected' } as const;
const healths: Record<Health, string> = {
  OPERATIONAL: 'on and healthy',
  DELAYED: 'on, but delayed',
  CLOSED: 'on, but closed',
};
const nouns: Record<Direction, string> = { collection: 'collections', payout: 'payouts' };

/** Pure. Directions that do alike are said together. */
export function railNow(reached: Reached, directions: DirectionNow[]): RailNow {
  if (reached === 'unusable') return { tone: 'failed', text: 'Cannot be used: set it anew' };
  const beginning = beginnings[reached];
  const off = directions.filter(({ isOff }) => isOff);
  if (reached === 'none') {
    const names = off.map(({ direction }) => nouns[direction]).join(' and ');
    return { tone: 'ended', text: names ? `${beginning}, and switched off for ${names}` : beginning };
  }
  const [first] = directions;
  const text =
    first && directions.every((each) => wordsOf(each) === wordsOf(first))
      ? `${beginning}, ${wordsOf(first)}`
      : `${beginning}: ${directions.map((each) => `${nouns[each.direction]} ${wordsOf(each)}`).join('; ')}`;
  return { tone: toneOf(directions), text };
}

function wordsOf({ isOff, status, isOverruled }: DirectionNow): string {
  if (isOff) return 'switched off';
  if (status === null) return 'on';
  return isOverruled ? `${healths[status]} by an operator’s word` : healths[status];
}

/** That of the worst. */
function toneOf(directions: DirectionNow[]): RailNow['tone'] {
  if (directions.some(({ isOff, status }) => isOff || status === 'CLOSED')) return 'failed';
  if (directions.some(({ status, isOverruled }) => status === 'DELAYED' || isOverruled)) return 'pending';
  return 'succeeded';
}
