import { sqlClient } from '#db/client';
import { type Context, type Environment, systemContext } from '#lib/context';
import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import { readBooks } from '#lib/ledger/balances';
import { formatAmount } from '#lib/money';
import { limitWords } from '#lib/payouts/payout-limits';
import { beginSettlement, payToWallet } from '#lib/settlements/begin-settlement';
import { findSchedule, type StoredSchedule } from '#lib/settlements/change-schedule';
import { mostToWallet } from '#lib/settlements/most-to-wallet';
import { nextRun, periodOf } from '#lib/settlements/schedule';
import { LEAST_BUTUTS, type SettlementAccount } from '#lib/settlements/settlement';
import { requireAccount } from '#lib/settlements/settlement-accounts';

const AT_ONCE = 50;

/**
 * Guarantee: each schedule that is due settles once for the period whose turn it is, with any number of workers and
 * however one of them dies: the period's name is unique among the settlements, and the reference among the payouts.
 * Returns how many were due.
 */
export async function runSettlementSchedules(now = () => new Date()): Promise<number> {
  const due = await sqlClient()`
    select s.client_id, s.environment, c.name, c.commission_bps from settlement_schedules s
    join clients c on c.id = s.client_id and c.status = 'ACTIVE'
    where s.is_on and s.next_run_at <= ${now().toISOString()} order by s.next_run_at limit ${AT_ONCE}`;
  for (const row of due) {
    const client = { id: row.client_id, name: row.name, commissionBps: row.commission_bps };
    await runSchedule(systemContext(client, row.environment as Environment, now));
  }
  return due.length;
}

async function runSchedule(ctx: Context): Promise<void> {
  const schedule = await findSchedule(ctx);
  // Another worker, or its owner, was faster.
  if (!schedule?.isOn || schedule.nextRunAt > ctx.now()) return;
  const refusal = await settle(ctx, schedule).catch((error) => {
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  });
  await sqlClient()`
    update settlement_schedules
    set next_run_at = ${nextRun(schedule, ctx.now()).toISOString()}, last_refusal = ${refusal}
    where client_id = ${ctx.client.id} and environment = ${ctx.environment}
      and next_run_at = ${schedule.nextRunAt.toISOString()}`;
}

/** Why nothing was settled; null where it was, now or by another worker. */
async function settle(ctx: Context, schedule: StoredSchedule): Promise<string | null> {
  const account = await requireAccount(ctx, schedule.accountId);
  const period = periodOf(schedule, schedule.nextRunAt);
  if (account.kind === 'wallet') return settleToWallet(ctx, schedule, account, period);
  const { keepBututs, aboveBututs } = schedule;
  const begun = await beginSettlement(ctx, {
    ...{ id: newId(ctx.now()), account, amountBututs: null, keepBututs, aboveBututs, period },
    actor: { id: null, name: 'Schedule' },
  });
  if (begun.outcome === 'nothing_to_settle') return nothing(begun.availableBututs);
  return begun.outcome === 'no_account' ? 'The bank account was removed.' : null;
}

/** As much as the rail takes at once and the limits of payouts leave; the rest goes with a later turn. */
async function settleToWallet(
  ctx: Context,
  { keepBututs, aboveBututs }: StoredSchedule,
  account: SettlementAccount,
  period: string,
): Promise<string | null> {
  const available = (await readBooks(ctx.client.id, ctx.environment)).balances.get('available') ?? 0n;
  const all = available - keepBututs;
  if (all < LEAST_BUTUTS || (aboveBututs !== null && available <= aboveBututs)) return nothing(available);
  const provider = account.provider ?? '';
  const { bututs: amount, limit } = await mostToWallet(ctx, provider, all);
  if (limit && amount < LEAST_BUTUTS) return `Nothing was settled because of ${limitWords(limit, provider)}.`;
  try {
    await payToWallet(ctx, account, amount, `settlement-${period}`);
  } catch (error) {
    // Paid by another worker, which saw another balance.
    if (!(error instanceof AppError) || error.code !== 'DUPLICATE_REFERENCE') throw error;
  }
  return null;
}

function nothing(available: bigint): string {
  return `${formatAmount(available)} GMD was available: not enough to settle.`;
}
