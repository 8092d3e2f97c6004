import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';

const endOf = { CHECKED: 'DISCARDED', RUNNING: 'STOPPED' } as const;

/**
 * Guarantee: a batch that was never confirmed is discarded and none of its rows is ever paid; of one that runs, no
 * further row is begun, and what was paid stays paid (a worker notices within a second). A repeat answers how it
 * stands. Throws `NOT_FOUND`, and `INVALID_STATE` for one that is done.
 */
export async function endBatch(ctx: Context & UserContext, id: string): Promise<PayoutBatch> {
  const batch = await requireBatch(ctx, id);
  if (batch.status === 'DISCARDED' || batch.status === 'STOPPED') return batch;
  if (batch.status === 'DONE')
    throw new AppError(
      'INVALID_STATE',
      'Every row of this batch has been worked: there is nothing left to stop.',
    );
  const after = endOf[batch.status];
  const sql = sqlClient();
  const entry = {
    action: after === 'STOPPED' ? 'payout_batch.stopped' : 'payout_batch.discarded',
    environment: ctx.environment,
    subjectId: id,
    before: { status: batch.status },
    after: { status: after },
  };
  const [ended] = await sql`
    with changed as (
      update payout_batches
      set status = ${after}, finished_at = ${ctx.now().toISOString()}, run_at = null, lease_token = null
      where client_id = ${ctx.client.id} and environment = ${ctx.environment} and id = ${id} and status = ${batch.status}
      returning id
    ), noted as (${auditLine(ctx, entry, sql`from changed`)})
    select id from changed`;
  return ended ? requireBatch(ctx, id) : endBatch(ctx, id);
}
