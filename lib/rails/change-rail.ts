import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { amountField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { presentable, presentSetting } from '#lib/rails/list-rails';
import { forgetRailSettings, readRailSetting } from '#lib/rails/rail-settings';
import { canDo } from '#lib/rails/registry';

const environments = ['LIVE', 'SANDBOX'] as const;
const directions = ['collection', 'payout'] as const;

export const railChange = z.object({
  environment: z.enum(environments, 'The environment must be SANDBOX or LIVE.'),
  direction: z.enum(directions, 'The direction must be "collection" or "payout".'),
  enabled: z.boolean('This must be true or false.'),
  min_amount: amountField,
  max_amount: amountField,
});

/**
 * Switches a direction of a rail on or off and sets its bounds; every server does so within two seconds. What was
 * begun goes on. Throws `NOT_FOUND` for what no rail does and `VALIDATION_ERROR` for bounds that leave no amount.
 */
export async function changeRail(ctx: UserContext, provider: string, change: z.output<typeof railChange>) {
  const { environment, direction, enabled, min_amount: least, max_amount: most } = change;
  if (!canDo(provider, direction)) throw new AppError('NOT_FOUND', 'There is no rail that does this.');
  if (least < 1n) throw fault('min_amount', 'The smallest amount must be 0.01 or more.');
  if (most < least) throw fault('max_amount', 'The largest amount must not be less than the smallest.');
  const before = await readRailSetting(environment, provider, direction);
  const entry = {
    action: 'rail.changed',
    environment,
    subjectId: `${provider}:${direction}`,
    before: presentable(before),
    after: presentable({ enabled, minBututs: least, maxBututs: most }),
  };
  const sql = sqlClient();
  await sql`
    with changed as (
      insert into rail_settings (environment, provider, direction, enabled, min_bututs, max_bututs)
      values (${environment}, ${provider}, ${direction}, ${enabled}, ${least.toString()}, ${most.toString()})
      on conflict (environment, provider, direction) do update
      set enabled = excluded.enabled, min_bututs = excluded.min_bututs, max_bututs = excluded.max_bututs
      returning 1
    )
    ${auditLine(ctx, entry, sql`from changed`)}`;
  forgetRailSettings();
  return presentSetting(environment, provider, direction);
}

function fault(path: string, message: string): AppError {
  return validationError([{ path, message, code: 'invalid_bounds' }]);
}
