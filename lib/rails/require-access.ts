import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { RAIL_DEADLINE_MS } from '#lib/rail-work/timetable';
import { askRail, whyOf } from '#lib/rails/ask-rail';
import { type Fields, railWith } from '#lib/rails/connections';
import type { RailDefinition } from '#lib/rails/rail';

/**
 * Guarantee: with these fields the rail has just let us in, as far as it can be asked without moving anything. What is
 * begun with a key that opens nothing is in doubt at a wallet that is none. Throws `INVALID_STATE` with what it said.
 */
export async function requireAccess(definition: RailDefinition, fields: Fields, now: Date): Promise<void> {
  const { provider } = definition.traits;
  const rail = railWith(definition, fields);
  const told = await askRail({ environment: 'LIVE', provider }, 'probe', async () => {
    const call = { key: newId(now), deadlineMs: RAIL_DEADLINE_MS, now };
    return rail.probe ? rail.probe(call) : { kind: 'done', value: 'up' as const };
  });
  if (told.kind === 'done') return;
  throw new AppError(
    'INVALID_STATE',
    `With this the rail does not let us in: ${whyOf(told)}. So nothing was changed. Correct it, or try again.`,
  );
}
