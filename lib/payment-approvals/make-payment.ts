import type { Approval } from '#lib/approvals/approval';
import { formatAmount } from '#lib/money';
import { askForPayment } from '#lib/payment-approvals/ask-for-payment';
import { isRepeat } from '#lib/payment-approvals/is-repeat';
import { type MemberContext, mustWait, readThreshold } from '#lib/payment-approvals/threshold';
import { type PayoutBatch, requireBatch } from '#lib/payout-batches/batch';
import { confirmBatch, requireRails, requireVersion } from '#lib/payout-batches/confirm-batch';
import { withQueuePosition } from '#lib/payouts/get-payout';
import { type InitiatedPayout, initiatePayout } from '#lib/payouts/initiate-payout';
import type { PayoutRequest } from '#lib/payouts/payout-request';
import { requireRail } from '#lib/rails/rail-settings';
import { readGiven } from '#lib/refunds/given';
import {
  exceedsCollection,
  findCollection,
  type InitiatedRefund,
  initiateRefund,
  payersNumber,
  requireSucceeded,
} from '#lib/refunds/initiate-refund';
import type { RefundRequest } from '#lib/refunds/refund-request';
import {
  findBegun,
  requestSettlement,
  requireLeast,
  type SettlementRequest,
} from '#lib/settlements/begin-settlement';
import type { Begun } from '#lib/settlements/settlement';
import { requireAccount } from '#lib/settlements/settlement-accounts';
import { listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** It waits for a second person: nothing is held, and no transaction is stored. */
export interface Waiting {
  approval: Approval;
}

/**
 * A payout from the dashboard: sent as `initiatePayout` does, or kept for a second person where it is above the client's
 * threshold. Throws as `initiatePayout` and `askForPayment` do.
 */
export async function payOut(ctx: MemberContext, request: PayoutRequest): Promise<InitiatedPayout | Waiting> {
  const { client_reference, provider, recipient_mobile: recipient, metadata } = request;
  const details = { client_reference, provider, recipient, metadata, amount: formatAmount(request.amount) };
  // What was paid already is answered as it stands, also where it was approved and nothing waits any more.
  const [earlier] = await listAttempts(ctx, 'payout', client_reference, 1);
  if (earlier) {
    const asked = { ...details, ...(request.isRailImplied && { provider: earlier.provider }) };
    const isApproved = await isRepeat(ctx, earlier, 'payout', asked);
    return isApproved
      ? { ...(await withQueuePosition(earlier)), replayed: true }
      : initiatePayout(ctx, request);
  }
  if (!(await mustWait(ctx, request.amount))) return initiatePayout(ctx, request);
  await requireRail(ctx, provider, 'payout');
  return { approval: await askForPayment(ctx, 'payout', details) };
}

/**
 * The same of a refund. Of one that waits the amount is what was left when it was asked for. Throws as `initiateRefund`
 * and `askForPayment` do.
 */
export async function giveBack(
  ctx: MemberContext,
  request: RefundRequest,
): Promise<InitiatedRefund | Waiting> {
  const collection = await findCollection(ctx, request.collection);
  // Read before the reference is looked for: so what this very refund took by another request is not held against it.
  const { leftBututs } = await readGiven(collection);
  const details = refundDetails(request, collection);
  const [earlier] = await listAttempts(ctx, 'refund', request.client_reference, 1);
  if (earlier) {
    const isApproved = await isRepeat(ctx, earlier, 'refund', details);
    return isApproved ? { transaction: earlier, replayed: true } : initiateRefund(ctx, request);
  }
  const above = await readThreshold(ctx.client.id);
  if (above === null) return initiateRefund(ctx, request);
  requireSucceeded(collection);
  const amount = request.amount ?? leftBututs;
  if (amount > leftBututs || leftBututs === 0n) throw exceedsCollection(leftBututs);
  // What is left by then may be more than was looked at.
  if (amount <= above) return initiateRefund(ctx, request, { atMostBututs: amount });
  return { approval: await askForPayment(ctx, 'refund', { ...details, amount: formatAmount(amount) }) };
}

/** What a second person is asked about; without an amount where the form named none. */
function refundDetails(request: RefundRequest, collection: Transaction) {
  const { client_reference, metadata, reason, amount } = request;
  return {
    ...{ client_reference, metadata, ...(reason !== undefined && { reason }) },
    ...(amount !== undefined && { amount: formatAmount(amount) }),
    provider: collection.provider,
    recipient: payersNumber(collection, request),
    ...(request.recipient_mobile !== undefined && { is_recipient_told: true as const }),
    collection: collection.id,
  };
}

/**
 * The same of a batch that was checked, by the sum of its good rows: what starts is what was judged, so that a row that is
 * changed at the same moment does not pass unseen. Throws as `confirmBatch` and `askForPayment` do.
 */
export async function startBatch(
  ctx: MemberContext,
  id: string,
  version?: number | undefined,
): Promise<PayoutBatch | Waiting> {
  const batch = await requireBatch(ctx, id);
  if (batch.status === 'CHECKED') requireVersion(batch, version);
  const waits = batch.status === 'CHECKED' && batch.rowsGood > 0 && (await mustWait(ctx, batch.goodBututs));
  if (!waits) return confirmBatch(ctx, id, batch.version);
  await requireRails(ctx, batch);
  const details = {
    amount: formatAmount(batch.goodBututs),
    client_reference: batch.id,
    provider: batch.provider,
    recipient: batch.fileName,
    // A row that is changed afterwards is not what the second person is asked about.
    version: batch.version,
  };
  return { approval: await askForPayment(ctx, 'payout_batch', details) };
}

/**
 * The same of a settlement on request, where no operator has approved the account: in live each was, and the money stays
 * the client's own. Throws as `requestSettlement` and `askForPayment` do.
 */
export async function settle(ctx: MemberContext, request: SettlementRequest): Promise<Begun | Waiting> {
  const earlier = await findBegun(ctx, request);
  if (earlier) return earlier;
  const account = await requireAccount(ctx, request.accountId);
  const isLookedAt = account.approvedByName !== null;
  if (isLookedAt || !(await mustWait(ctx, request.amountBututs))) return requestSettlement(ctx, request);
  requireLeast(request.amountBututs);
  const details = {
    amount: formatAmount(request.amountBututs),
    client_reference: request.clientReference,
    provider: account.provider ?? account.bank ?? '',
    recipient: account.mobile ?? account.accountNumber,
    account: account.id,
  };
  return { approval: await askForPayment(ctx, 'settlement', details) };
}

export function isWaiting(result: object): result is Waiting {
  return 'approval' in result;
}

/** The answer of a dashboard's route: of what waits, `status` is `AWAITING_APPROVAL`, and it has no id yet. */
export function presentPayment<T extends object, P>(present: (made: T) => P) {
  return (result: T | Waiting) =>
    isWaiting(result)
      ? { status: 'AWAITING_APPROVAL' as const, approval: result.approval }
      : present(result as T);
}
