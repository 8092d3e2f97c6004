import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { formatAmount } from '#lib/money';
import { requireSettlement, type SettlementRow, stepSettlement } from '#lib/settlements/settlement';

/** Gives back what is in no file to the bank yet. Throws `NOT_FOUND`, also for another client's, and `INVALID_STATE`. */
export async function cancelSettlement(ctx: Context & UserContext, id: string): Promise<SettlementRow> {
  const row = await requireSettlement(id, ctx.client.id);
  const sql = sqlClient();
  const entry = {
    action: 'settlement.cancelled',
    environment: row.environment,
    subjectId: id,
    after: { amount: formatAmount(BigInt(row.amount_bututs)) },
  };
  const step = { from: 'REQUESTED', to: 'CANCELLED', actor: ctx.user, now: ctx.now() } as const;
  await stepSettlement(row, step, auditLine(ctx, entry, sql`from done`));
  return requireSettlement(id, ctx.client.id);
}
