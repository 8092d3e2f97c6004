import { and, eq } from 'drizzle-orm';
import { database } from '#db/client';
import { payoutBatches } from '#db/schema/payout-batches';
import { writeAuditLog } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { batchIs, type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';

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
    throw new AppError('INVALID_STATE', 'Every row of this batch has been worked.');
  const [ended] = await database()
    .update(payoutBatches)
    .set({ status: endOf[batch.status], finishedAt: ctx.now(), runAt: null, leaseToken: null })
    .where(and(batchIs(ctx, id), eq(payoutBatches.status, batch.status)))
    .returning();
  if (ended === undefined) return endBatch(ctx, id);
  await writeAuditLog(ctx, {
    action: ended.status === 'STOPPED' ? 'payout_batch.stopped' : 'payout_batch.discarded',
    environment: ctx.environment,
    subjectId: id,
    before: { status: batch.status },
    after: { status: ended.status },
  });
  return ended;
}
