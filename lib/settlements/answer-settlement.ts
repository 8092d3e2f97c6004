import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { invariant } from '#lib/errors';
import { textField } from '#lib/fields';
import { formatAmount } from '#lib/money';
import {
  requireSettlement,
  type SettlementRow,
  stepSettlement,
  wrongStatus,
} from '#lib/settlements/settlement';

export const confirmation = z.object({ bank_reference: textField(120) });
export const returnRequest = z.object({ reason: textField(500) });

/**
 * The bank has paid it, by its own reference: what was held has left through the house's bank. By another operator than
 * the one who sent it. Throws `NOT_FOUND`, `FORBIDDEN` and `INVALID_STATE`.
 */
export async function confirmSettlement(
  ctx: UserContext,
  id: string,
  bankReference: string,
): Promise<SettlementRow> {
  const row = await requireSettlement(id);
  if (row.status !== 'SENT') throw wrongStatus(row.status);
  await requireOther(ctx, row.sent_by);
  const step = { from: 'SENT', to: 'CONFIRMED', bankReference } as const;
  return answer(ctx, row, step, { action: 'settlement.confirmed', bank_reference: bankReference });
}

/**
 * The bank did not pay it, or what it paid came back: the client has the money again. By another operator than the one who
 * sent it, or confirmed it. Throws as `confirmSettlement` does.
 */
export async function returnSettlement(ctx: UserContext, id: string, reason: string): Promise<SettlementRow> {
  const row = await requireSettlement(id);
  if (row.status !== 'SENT' && row.status !== 'CONFIRMED') throw wrongStatus(row.status);
  const isPaid = row.status === 'CONFIRMED';
  await requireOther(ctx, isPaid ? row.confirmed_by : row.sent_by);
  const step = { from: row.status, to: isPaid ? 'RETURNED' : 'FAILED', note: reason } as const;
  return answer(ctx, row, step, { action: 'settlement.returned', reason });
}

type Answer = Pick<Parameters<typeof stepSettlement>[1], 'from' | 'to' | 'note' | 'bankReference'>;

async function answer(
  ctx: UserContext,
  row: SettlementRow,
  step: Answer,
  { action, ...told }: { action: string } & Record<string, string>,
): Promise<SettlementRow> {
  const sql = sqlClient();
  const entry = {
    action,
    clientId: row.client_id,
    environment: row.environment,
    subjectId: row.id,
    before: { status: step.from },
    after: { status: step.to, amount: formatAmount(BigInt(row.amount_bututs)), ...told },
  };
  const by = { actor: { id: ctx.user.id, name: ctx.user.name }, now: ctx.now() };
  await stepSettlement(row, { ...step, ...by }, auditLine(ctx, entry, sql`from done`));
  return requireSettlement(row.id);
}

async function requireOther(ctx: UserContext, by: string | null): Promise<void> {
  invariant(by, 'a settlement that the bank has was sent by somebody');
  await requireSecondPerson(ctx, { what: 'proposal', by });
}
