import type { Context } from '#lib/context';
import { presentRail } from '#lib/rails/rail-faces';
import { type Health, type Standing, standingOf } from '#lib/rails/rail-settings';
import { canDo, railDefinitions } from '#lib/rails/registry';

type Whose = Pick<Context, 'environment' | 'client'>;

/**
 * Every rail and what it can do in the key's environment: `OPERATIONAL`, `DELAYED` while it is slow or fails now and
 * then, `CLOSED` when it does not answer, is switched off or is not connected.
 */
export async function listRailStatus(ctx: Whose) {
  const rails = await listRailStandings(ctx);
  return rails.map(({ operations, ...rail }) => ({
    ...rail,
    operations: operations.map(({ operation, standing }) => ({
      operation,
      status: isTaken(standing) ? standing : ('CLOSED' as const),
    })),
  }));
}

/** Whether this client may begin a payment there, however the rail does. */
export function isTaken(standing: Standing): standing is Health {
  return standing !== 'NOT_ENABLED' && standing !== 'SWITCHED_OFF';
}

/** The same for the dashboards, which tell a rail in trouble from one that this client cannot use at all. */
export async function listRailStandings(ctx: Whose) {
  return Promise.all(
    railDefinitions.map(async ({ traits: { provider, style } }) => ({
      ...presentRail(provider),
      style,
      operations: await Promise.all(
        (['collection', 'payout'] as const)
          .filter((direction) => canDo(provider, direction))
          .map(async (direction) => ({
            operation: direction,
            standing: await standingOf(ctx, provider, direction),
          })),
      ),
    })),
  );
}
