import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { standingOf } from '#lib/rails/rail-settings';
import { isTaken } from '#lib/rails/rail-status';

/**
 * Throws `provider_not_enabled` for a rail that the client cannot collect on. One that does not work at the moment is
 * fine: its link is for later.
 */
export async function requireLinkRails(ctx: Context, providers: string[]): Promise<void> {
  for (const provider of providers) {
    if (isTaken(await standingOf(ctx, provider, 'collection'))) continue;
    throw new AppError(
      'provider_not_enabled',
      `${provider} is not enabled for collections in ${ctx.environment}. GET /api/v1/rails/status lists those that are.`,
    );
  }
}
