import type { Context } from '#lib/context';
import { statusOf } from '#lib/rails/rail-settings';
import { canDo, railDefinitions } from '#lib/rails/registry';

/**
 * Every rail and what it can do in the key's environment: `OPERATIONAL`, `DELAYED` while it is slow or fails now and
 * then, `CLOSED` when it does not answer, is switched off or is not connected.
 */
export async function listRailStatus(ctx: Pick<Context, 'environment' | 'client'>) {
  return Promise.all(
    railDefinitions.map(async ({ traits: { provider, style } }) => ({
      provider,
      style,
      operations: await Promise.all(
        (['collection', 'payout'] as const)
          .filter((direction) => canDo(provider, direction))
          .map(async (direction) => ({
            operation: direction,
            status: await statusOf(ctx, provider, direction),
          })),
      ),
    })),
  );
}
