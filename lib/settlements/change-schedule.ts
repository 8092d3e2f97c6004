import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { amountField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import { type Bututs, formatAmount } from '#lib/money';
import { nextRun, type Schedule } from '#lib/settlements/schedule';
import { requireAccount } from '#lib/settlements/settlement-accounts';

export const scheduleRequest = z
  .object({
    is_on: z.boolean('is_on must be true or false.'),
    account_id: z.string('The account_id must be a string.'),
    every: z.enum(['day', 'week', 'balance'], 'It is every "day", every "week", or by the "balance".'),
    weekday: z.int('The weekday must be a number.').min(1, '1 is Monday.').max(7, '7 is Sunday.').nullish(),
    above: amountField.nullish(),
    keep: amountField,
  })
  .superRefine((body, check) => {
    const need = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message, params: { code: 'required' } });
    if (body.every === 'week' && body.weekday == null) need('weekday', 'Say on which day of the week.');
    if (body.every === 'balance' && body.above == null) need('above', 'Say above which balance.');
  });

export interface StoredSchedule extends Schedule {
  accountId: string;
  aboveBututs: Bututs | null;
  keepBututs: Bututs;
  isOn: boolean;
  nextRunAt: Date;
  lastRefusal: string | null;
}

/** When the balance settles by itself from now on. Throws `VALIDATION_ERROR`, and `NOT_FOUND` for the account. */
export async function changeSchedule(
  ctx: Context & UserContext,
  body: z.output<typeof scheduleRequest>,
): Promise<StoredSchedule> {
  const { is_on: isOn, account_id, every, keep } = body;
  const account = await requireAccount(ctx, account_id);
  const weekday = every === 'week' ? (body.weekday ?? null) : null;
  const above = every === 'balance' ? (body.above ?? null) : null;
  if (above !== null && above <= keep) {
    const message = 'Settle above a sum that is more than what is kept: otherwise nothing would be sent.';
    throw validationError([{ path: 'above', message, code: 'too_low' }]);
  }
  const next = nextRun({ every, weekday }, ctx.now());
  const sql = sqlClient();
  const entry = {
    action: 'settlement_schedule.changed',
    environment: ctx.environment,
    subjectId: ctx.client.id,
    after: {
      ...{ is_on: isOn, every, weekday, keep: formatAmount(keep) },
      ...(above !== null && { above: formatAmount(above) }),
      to: account.accountNumber ?? account.mobile,
    },
  };
  await sql`
    with changed as (
      insert into settlement_schedules as s (client_id, environment, account_id, every, weekday, above_bututs, keep_bututs,
                                             is_on, next_run_at, changed_by_name, changed_at)
      values (${ctx.client.id}, ${ctx.environment}, ${account.id}, ${every}, ${weekday}, ${above?.toString() ?? null},
              ${keep.toString()}, ${isOn}, ${next.toISOString()}, ${ctx.user.name}, ${ctx.now().toISOString()})
      on conflict (client_id, environment) do update
      set account_id = excluded.account_id, every = excluded.every, weekday = excluded.weekday,
          above_bututs = excluded.above_bututs, keep_bututs = excluded.keep_bututs, is_on = excluded.is_on,
          next_run_at = excluded.next_run_at, last_refusal = null, changed_by_name = excluded.changed_by_name,
          changed_at = excluded.changed_at
      returning client_id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select client_id from changed`;
  return {
    ...{ accountId: account.id, every, weekday, aboveBututs: above, keepBututs: keep, isOn },
    ...{ nextRunAt: next, lastRefusal: null },
  };
}

export async function findSchedule(ctx: Context): Promise<StoredSchedule | undefined> {
  const [row] = await sqlClient()`
    select * from settlement_schedules where client_id = ${ctx.client.id} and environment = ${ctx.environment}`;
  if (row === undefined) return undefined;
  return {
    accountId: row.account_id,
    every: row.every,
    weekday: row.weekday,
    aboveBututs: row.above_bututs === null ? null : BigInt(row.above_bututs),
    keepBututs: BigInt(row.keep_bututs),
    isOn: row.is_on,
    nextRunAt: new Date(row.next_run_at),
    lastRefusal: row.last_refusal,
  };
}

export function presentSchedule(schedule: StoredSchedule) {
  return {
    is_on: schedule.isOn,
    account_id: schedule.accountId,
    every: schedule.every,
    weekday: schedule.weekday,
    above: schedule.aboveBututs === null ? null : formatAmount(schedule.aboveBututs),
    keep: formatAmount(schedule.keepBututs),
    next_run_at: schedule.nextRunAt.toISOString(),
    last_refusal: schedule.lastRefusal,
  };
}

export type PresentedSchedule = ReturnType<typeof presentSchedule>;
