import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { readBooks } from '#lib/ledger/balances';
import { type Bututs, formatAmount, moneyFields, toNumber } from '#lib/money';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { against, type Funds, limitsFor, sumByRail } from '#lib/payout-batches/get-funds';
import { listPayoutLimits, listRailLimits } from '#lib/payouts/payout-limits';
import { railName } from '#lib/rails/rail-faces';
import { requireRail } from '#lib/rails/rail-settings';

/** Who confirmed it: at a screen, or what a worker carries out for them. */
type Confirmer = Pick<UserContext, 'clientId' | 'address'> & { user: { id: string; name: string } };

/**
 * Guarantee: however often and from however many windows this is called, the batch starts once; a repeat answers how
 * it stands. Balance and limits must cover all good rows now; nothing is set aside, so a row may still be refused in its
 * turn. `version` is what the person saw, by default what is read here: rows that somebody changed since are not paid
 * unseen. Throws `NOT_FOUND`, `provider_not_enabled`, `INSUFFICIENT_BALANCE`, `PAYOUT_LIMIT_EXCEEDED`, `INVALID_STATE`.
 */
export async function confirmBatch(
  ctx: Context & Confirmer,
  id: string,
  version?: number | undefined,
): Promise<PayoutBatch> {
  const batch = await requireBatch(ctx, id);
  if (batch.status === 'RUNNING' || batch.status === 'DONE') return batch;
  if (batch.status !== 'CHECKED') {
    throw new AppError('INVALID_STATE', `This batch is ${batch.status} and can no longer be confirmed.`);
  }
  requireVersion(batch, version);
  if (batch.rowsGood === 0)
    throw new AppError(
      'INVALID_STATE',
      'This batch has no row that could be paid. Correct the file and upload it again.',
    );
  await requireRails(ctx, batch);
  await requireBalance(ctx, batch);
  await requireLimits(ctx, batch);

  const sql = sqlClient();
  const now = ctx.now().toISOString();
  const entry = {
    action: 'payout_batch.confirmed',
    environment: ctx.environment,
    subjectId: id,
    before: { status: 'CHECKED' },
    after: { status: 'RUNNING', rows: batch.rowsGood, total: formatAmount(batch.goodBututs) },
  };
  const [started] = await sql`
    with changed as (
      update payout_batches set status = 'RUNNING', confirmed_by = ${ctx.user.id}, confirmed_at = ${now}, run_at = ${now}
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and status = 'CHECKED'
        and version = ${batch.version}
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  if (started) wakeWorker('payout_batches');
  // Where nothing was started somebody else was first, with this, with discarding it or with changing a row.
  return started ? requireBatch(ctx, id) : confirmBatch(ctx, id, batch.version);
}

/** Throws `INVALID_STATE` unless it is as the person saw it; undefined stands for one who did not say. */
export function requireVersion(batch: PayoutBatch, version: number | undefined): void {
  if (version === undefined || version === batch.version) return;
  throw new AppError('INVALID_STATE', 'The file was changed since you looked at it. Look at it again.');
}

/** Throws `provider_not_enabled` unless every rail of its good rows may pay out. */
export async function requireRails(ctx: Context, { id, provider }: PayoutBatch): Promise<void> {
  const rows = await sqlClient()`
    select distinct coalesce(provider, ${provider}) as provider from payout_batch_rows
    where client_id = ${ctx.client.id} and batch_id = ${id} and status = 'READY'`;
  for (const row of rows) await requireRail(ctx, row.provider, 'payout');
}

/** Those of the client against all rows, those of each rail against its own. */
async function requireLimits(ctx: Context, batch: PayoutBatch): Promise<void> {
  const byRail = await sumByRail(batch);
  const [ofClient, ofRails] = await Promise.all([
    listPayoutLimits(ctx),
    listRailLimits(ctx, [...byRail.keys()]),
  ]);
  requireLeft(batch.goodBututs, 'your limit', limitsFor(batch, ofClient));
  for (const [provider, bututs] of byRail) {
    requireLeft(bututs, `${railName(provider)}’s limit`, against(bututs, ofRails.get(provider) ?? []));
  }
}

function requireLeft(bututs: Bututs, whose: string, limits: Funds['limits']): void {
  const passed = limits.find(({ lacksBututs }) => lacksBututs > 0n);
  if (passed === undefined) return;
  const { name, limitBututs, leftBututs } = passed;
  throw new AppError(
    'PAYOUT_LIMIT_EXCEEDED',
    `The rows come to GMD ${formatAmount(bututs)}, and of ${whose} for the ${name.replace('rail_', '')} GMD ${formatAmount(leftBututs)} is left. Nothing was paid; take rows out, or confirm when more is left.`,
    { details: { limit: name, limit_bututs: toNumber(limitBututs), left_bututs: toNumber(leftBututs) } },
  );
}

async function requireBalance(ctx: Context, batch: PayoutBatch): Promise<void> {
  const { balances } = await readBooks(ctx.client.id, ctx.environment);
  const available = balances.get('available') ?? 0n;
  if (available >= batch.goodBututs) return;
  throw new AppError(
    'INSUFFICIENT_BALANCE',
    `The rows come to GMD ${formatAmount(batch.goodBututs)} and GMD ${formatAmount(available)} is available. Nothing was paid; confirm again when the balance covers it.`,
    {
      details: {
        required_amount_bututs: moneyFields('x', batch.goodBututs).x_bututs,
        available_balance_bututs: moneyFields('x', available).x_bututs,
      },
    },
  );
}
