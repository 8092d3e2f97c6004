import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { wakeWorker } from '#lib/jobs/wake';
import { readBooks } from '#lib/ledger/balances';
import { formatAmount, moneyFields } from '#lib/money';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { requireRail } from '#lib/rails/rail-settings';

/** Who confirmed it: at a screen, or what a worker carries out for them. */
type Confirmer = Pick<UserContext, 'clientId' | 'address'> & { user: { id: string; name: string } };

/**
 * Guarantee: however often and from however many windows this is called, the batch starts once; a repeat answers how
 * it stands. The balance must cover all good rows now; it is not set aside, so a row may still be refused in its turn.
 * Throws `NOT_FOUND`, `provider_not_enabled`, `INSUFFICIENT_BALANCE`, `INVALID_STATE`.
 */
export async function confirmBatch(ctx: Context & Confirmer, id: string): Promise<PayoutBatch> {
  const batch = await requireBatch(ctx, id);
  if (batch.status === 'RUNNING' || batch.status === 'DONE') return batch;
  if (batch.status !== 'CHECKED') {
    throw new AppError('INVALID_STATE', `This batch is ${batch.status} and can no longer be confirmed.`);
  }
  if (batch.rowsGood === 0)
    throw new AppError(
      'INVALID_STATE',
      'This batch has no row that could be paid. Correct the file and upload it again.',
    );
  await requireRail(ctx, batch.provider, 'payout');
  await requireBalance(ctx, batch);

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
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  if (started) wakeWorker('payout_batches');
  // Where nothing was started somebody else was first, with this or with discarding it.
  return started ? requireBatch(ctx, id) : confirmBatch(ctx, id);
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
