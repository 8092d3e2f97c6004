import type { Context } from '#lib/context';
import { type Direction, railSetting } from '#lib/rails/rail-settings';
import { canDo, findRail, railDefinitions } from '#lib/rails/registry';

/**
 * Every rail and what it can do in the key's environment: `OPERATIONAL`, or `CLOSED` when it is switched off or not
 * connected. The sandbox's simulator answers in this process, so it is never `DELAYED`.
 */
export async function listRailStatus(ctx: Context) {
  const statusOf = async (provider: string, direction: Direction) => {
    const isOpen =
      findRail(ctx.environment, provider) !== undefined &&
      (await railSetting(ctx.environment, provider, direction)).enabled;
    return { operation: direction, status: isOpen ? 'OPERATIONAL' : 'CLOSED' };
  };
  return Promise.all(
    railDefinitions.map(async ({ traits: { provider, style } }) => ({
      provider,
      style,
      operations: await Promise.all(
        (['collection', 'payout'] as const)
          .filter((direction) => canDo(provider, direction))
          .map((direction) => statusOf(provider, direction)),
      ),
    })),
  );
}
