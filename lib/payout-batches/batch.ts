import { and, eq } from 'drizzle-orm';
import { database } from '#db/client';
import { payoutBatches } from '#db/schema/payout-batches';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { isUuid } from '#lib/ids';

export type PayoutBatch = typeof payoutBatches.$inferSelect;

/** The batches of this account and environment. */
export function own(ctx: Context) {
  return and(eq(payoutBatches.clientId, ctx.client.id), eq(payoutBatches.environment, ctx.environment));
}

/** Throws `NOT_FOUND`, also for somebody else's. */
export async function requireBatch(ctx: Context, id: string): Promise<PayoutBatch> {
  const [batch] = isUuid(id)
    ? await database()
        .select()
        .from(payoutBatches)
        .where(and(own(ctx), eq(payoutBatches.id, id)))
    : [];
  if (batch === undefined)
    throw new AppError('NOT_FOUND', 'This account and environment have no such batch.');
  return batch;
}
