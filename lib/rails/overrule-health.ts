import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { forgetRailSettings } from '#lib/rails/rail-settings';
import { canDo } from '#lib/rails/registry';

export const overruling = z.object({
  direction: z.enum(['collection', 'payout'], 'The direction must be "collection" or "payout".'),
  status: z
    .enum(['OPERATIONAL', 'DELAYED', 'CLOSED'], 'The status must be OPERATIONAL, DELAYED, CLOSED or null.')
    .nullable(),
  reason: textField(500),
});

/**
 * What an operator says of a live rail's health counts, whatever its figures say; `null` leaves it to the figures
 * again, which were kept all the while. Every server knows within two seconds. Throws `NOT_FOUND` for what no rail does.
 */
export async function overruleHealth(
  ctx: UserContext,
  provider: string,
  { direction, status, reason }: z.output<typeof overruling>,
): Promise<void> {
  if (!canDo(provider, direction)) throw new AppError('NOT_FOUND', 'There is no rail that does this.');
  const now = ctx.now().toISOString();
  const sql = sqlClient();
  const entry = {
    action: status === null ? 'rail.health_left' : 'rail.health_overruled',
    environment: 'LIVE' as const,
    subjectId: `${provider}:${direction}`,
    before: sql`(select jsonb_build_object('override', (select override from before)))`,
    after: { override: status, reason },
  };
  const said = status === null ? null : { reason, name: ctx.user.name, at: now };
  const noFigures = JSON.stringify({ calls: 0, troubled: 0, p50Ms: null, p95Ms: null });
  await sql`
    with before as (
      select override from rail_health where provider = ${provider} and direction = ${direction}
    ), changed as (
      insert into rail_health (provider, direction, status, since, figures, updated_at,
                               override, override_reason, override_by_name, override_at)
      values (${provider}, ${direction}, 'OPERATIONAL', ${now}, ${noFigures}::jsonb, 'epoch',
              ${status}, ${said?.reason ?? null}, ${said?.name ?? null}, ${said?.at ?? null})
      on conflict (provider, direction) do update
      set override = excluded.override, override_reason = excluded.override_reason,
          override_by_name = excluded.override_by_name, override_at = excluded.override_at
      returning 1
    )
    ${auditLine(ctx, entry, sql`from changed`)}`;
  forgetRailSettings();
}
