import { z } from 'zod';
import { sqlClient } from '#db/client';
import type { HouseMoneyDetails } from '#db/schema/approvals';
import type { ApprovalRow } from '#lib/approvals/approval';
import { ask } from '#lib/approvals/ask';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { limitOfOne } from '#lib/rails/house-money';
import { isAnyAbovePayment, listFeeDifferences, sumOf } from '#lib/reconciliation/fee-differences';
import { matchLines } from '#lib/reconciliation/match-lines';
import { requireRailDay } from '#lib/reconciliation/statement-day';
import { commitOn } from '#lib/transactions/advance';
import { correctFee } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { readForOperator } from '#lib/transactions/read-for-operator';

export const feeBooking = z.object({ note: textField(500) });

export interface FeesBooked {
  /** How many payments have the statement's fee from now on, and of how many the wallet has not enough for it. */
  booked: number;
  short: number;
  /** The request that waits for another operator; null where none is wanted. */
  approval_id: string | null;
}

/**
 * Books the fees of a day as its statement has them, in the place of those that were booked; where they are more than one
 * operator may book alone, or one is of more than its payment, they are asked for. Booking them again changes nothing. Throws `NOT_FOUND`, and
 * `INVALID_STATE` where there is no difference, or too many requests wait.
 */
export async function bookFees(
  ctx: UserContext,
  provider: string,
  day: string,
  { note }: z.output<typeof feeBooking>,
): Promise<FeesBooked> {
  requireRailDay(provider, day, ctx.now());
  await matchLines(provider, day);
  const differences = await listFeeDifferences(provider, day);
  const { moved } = sumOf(differences);
  if (moved === 0n)
    throw new AppError('INVALID_STATE', 'The fees of this day are booked as the statement has them.');
  if (moved <= limitOfOne() && !isAnyAbovePayment(differences)) return correct(ctx, provider, day, { note });
  const subject = `${provider}:${day}`;
  const details: HouseMoneyDetails = {
    action: 'fees',
    ...{ provider, day, id: subject, amount: formatAmount(moved), note },
  };
  const isWaiting = sqlClient()`
    client_id = ${HOUSE_CLIENT_ID} and kind = 'house_money' and details->>'id' = ${subject} and status = 'PENDING'`;
  const from = sqlClient()`
    select ${JSON.stringify(details)}::text::jsonb as details, null::uuid as key_id
    where not exists (select from approvals where ${isWaiting})`;
  const made = await ask(ctx, { clientId: HOUSE_CLIENT_ID, kind: 'house_money', environment: null, from });
  const [first] = made ? [made] : await sqlClient()`select id from approvals where ${isWaiting}`;
  return { booked: 0, short: 0, approval_id: first?.id ?? null };
}

/** The same that another operator asked for, while the statement says what it said then. Throws `INVALID_STATE`. */
export async function bookAskedFees(ctx: UserContext, request: ApprovalRow): Promise<void> {
  const { provider, day = '', amount, note }: HouseMoneyDetails = request.details;
  const { moved } = sumOf(await listFeeDifferences(provider, day));
  if (formatAmount(moved) !== amount) {
    throw new AppError(
      'INVALID_STATE',
      'The fees of this day differ by another amount than was asked for. Reject the request, and look at the day once more.',
    );
  }
  const now = ctx.now().toISOString();
  // Ended first: what a crash leaves unbooked still differs, and can be asked for anew.
  const ended = await sqlClient()`
    update approvals set status = 'DONE', decided_by = ${ctx.user.id}, decided_by_name = ${ctx.user.name},
      decided_at = ${now}, ended_at = ${now}
    where client_id = ${request.client_id} and id = ${request.id} and status = 'PENDING' returning 1`;
  if (ended.length === 0)
    throw new AppError('INVALID_STATE', 'This request was decided meanwhile. Nothing was booked.');
  await correct(ctx, provider, day, { note, asked_by: request.requested_by_name });
}

async function correct(
  ctx: UserContext,
  provider: string,
  day: string,
  noted: Record<string, string>,
): Promise<FeesBooked> {
  const differences = await listFeeDifferences(provider, day);
  const { net } = sumOf(differences);
  const entry = {
    action: 'rail.fees_corrected',
    environment: 'LIVE' as const,
    subjectId: `${provider}:${day}`,
    after: { payments: differences.length, difference: formatAmount(net), ...noted },
  };
  // Before the first of them, so that none is booked without it.
  await sqlClient()`${auditLine(ctx, entry)}`;
  let booked = 0;
  let short = 0;
  for (const { transactionId, toldBututs, isAdjusted } of differences) {
    const { ctx: own, transaction } = await readForOperator(ctx, transactionId);
    const { moved, refusal } = await commitOn(
      own,
      transaction,
      (present) => {
        const change = correctFee(present, toldBututs, ctx.now(), { isAdjusted });
        return change && [change];
      },
      reread,
    );
    if (moved) booked += 1;
    if (refusal?.outcome === 'float_short') short += 1;
  }
  return { booked, short, approval_id: null };
}
