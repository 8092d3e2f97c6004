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
  /** Of payouts, in a day and in a month of Banjul; null: no limit; left out: as it is. */
  day_limit: amountField.nullable().optional(),
  month_limit: amountField.nullable().optional(),
});

/**
 * Switches a direction of a rail on or off and sets its bounds and limits; every server does so within two seconds, and
 * counts by the limits at once. What was begun goes on. Throws `NOT_FOUND` for what no rail does and `VALIDATION_ERROR` for bounds that leave no amount.
 */
export async function changeRail(ctx: UserContext, provider: string, change: z.output<typeof railChange>) {
  const { environment, direction, enabled, min_amount: least, max_amount: most } = change;
  if (!canDo(provider, direction)) throw new AppError('NOT_FOUND', 'There is no rail that does this.');
  if (least < 1n) throw fault('min_amount', 'The smallest amount must be 0.01 or more.');
  if (most < least) throw fault('max_amount', 'The largest amount must not be less than the smallest.');
  const limits = limitsOf(change);
  const before = await readRailSetting(environment, provider, direction);
  const entry = {
    action: 'rail.changed',
    environment,
    subjectId: `${provider}:${direction}`,
    before: presentable(before),
    after: presentable({ ...before, enabled, minBututs: least, maxBututs: most, ...limits }),
  };
  const sql = sqlClient();
  await sql`
    with changed as (
      insert into rail_settings as s (environment, provider, direction, enabled, min_bututs, max_bututs, day_limit_bututs, month_limit_bututs)
      values (${environment}, ${provider}, ${direction}, ${enabled}, ${least.toString()}, ${most.toString()},
              ${text(limits.dayLimitBututs)}, ${text(limits.monthLimitBututs)})
      on conflict (environment, provider, direction) do update
      set enabled = excluded.enabled, min_bututs = excluded.min_bututs, max_bututs = excluded.max_bututs,
          day_limit_bututs = case when ${'dayLimitBututs' in limits} then excluded.day_limit_bututs else s.day_limit_bututs end,
          month_limit_bututs = case when ${'monthLimitBututs' in limits} then excluded.month_limit_bututs else s.month_limit_bututs end
      returning 1
    )
    ${auditLine(ctx, entry, sql`from changed`)}`;
  forgetRailSettings();
  return presentSetting(environment, provider, direction);
}

/** Those that were named. Throws `VALIDATION_ERROR` where they bound nothing, or less than the smallest amount. */
function limitsOf({ direction, day_limit, month_limit, min_amount }: z.output<typeof railChange>) {
  for (const [path, limit] of [
    ['day_limit', day_limit],
    ['month_limit', month_limit],
  ] as const) {
    if (limit == null) continue;
    if (direction === 'collection')
      throw fault(path, 'Only what is paid out has limits of a day and a month.');
    if (limit < min_amount) throw fault(path, 'A limit must not be less than the smallest amount.');
  }
  if (day_limit != null && month_limit != null && month_limit < day_limit) {
    throw fault('month_limit', 'The limit of a month must not be less than that of a day.');
  }
  return {
    ...(day_limit !== undefined && { dayLimitBututs: day_limit }),
    ...(month_limit !== undefined && { monthLimitBututs: month_limit }),
  };
}

function text(bututs: bigint | null | undefined): string | null {
  return bututs?.toString() ?? null;
}

function fault(path: string, message: string): AppError {
  return validationError([{ path, message, code: 'invalid_bounds' }]);
}
