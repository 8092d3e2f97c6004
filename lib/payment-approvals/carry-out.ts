import { sqlClient } from '#db/client';
import type { PaymentDetails } from '#db/schema/approvals';
import { type ApprovalRow, approvalColumns, paymentKinds } from '#lib/approvals/approval';
import { auditLine } from '#lib/auth/audit-log';
import type { Context } from '#lib/context';
import { AppError, type ErrorCode, invariant } from '#lib/errors';
import { parseAmount } from '#lib/money';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { readPayout } from '#lib/payouts/read-payout';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { requestSettlement } from '#lib/settlements/begin-settlement';

/** Whoever carried it out has died when it is not done after this; longer than a rail may take to answer. */
const TAKEN_UP_AFTER_SECONDS = 60;
const AT_ONCE = 20;

/** An approved payment that is one's own to carry out, until somebody else takes it up. */
export interface ClaimedPayment {
  row: ApprovalRow & { payment: PaymentDetails };
  client: Context['client'];
  /** Whose yes it was. */
  decider: { id: string; name: string };
  /** The database's words: it is the claim. */
  claimedAt: string;
  now(): Date;
}

/** What is refused for good or for now, and surely moved nothing. Anything else is no word on the payment. */
const refusals: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'INVALID_AMOUNT',
  'INSUFFICIENT_BALANCE',
  'PAYOUT_LIMIT_EXCEEDED',
  'DUPLICATE_REFERENCE',
  'provider_not_enabled',
  'TRANSACTION_NOT_FOUND',
  'INVALID_STATE',
  // The account of a settlement was removed.
  'NOT_FOUND',
  'REFUND_EXCEEDS_COLLECTION',
  'REFUND_NOT_POSSIBLE',
];

/**
 * Guarantee: an approved payment is made once, however often and by however many it is carried out: it has its own
 * reference and the approval in its metadata, so a repeat is the same payment, and a reference that anything else has used
 * is refused. A settlement has its form's reference, whose repeat is the same one. All checks are made anew. What is refused waits again, with the reason, which is thrown.
 */
export async function carryOut(claimed: ClaimedPayment): Promise<ApprovalRow> {
  try {
    const transactionId = await makePayment(claimed);
    return await finish(claimed, transactionId);
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) await putBack(claimed, error.message);
    throw error;
  }
}

/** The id of the transaction; null for a batch, which makes many, and for a settlement to a bank. */
async function makePayment({ row, client, decider, now }: ClaimedPayment): Promise<string | null> {
  invariant(row.environment, 'a payment has an environment');
  const { environment, payment } = row;
  const ctx: Context = { client, environment, actor: { type: 'user', id: decider.id }, now };
  const { client_reference, provider, recipient, amount, reason } = payment;
  const metadata = { ...payment.metadata, approval: row.id };
  switch (row.kind) {
    case 'payout': {
      const body = {
        ...{ amount, client_reference, provider },
        currency: 'GMD',
        recipient_mobile: recipient,
      };
      const request = await readPayout(ctx, body);
      return (await initiatePayout(ctx, { ...request, metadata })).transaction.id;
    }
    case 'refund': {
      const bututs = parseAmount(amount);
      const request = {
        client_reference,
        metadata,
        amount: bututs,
        reason,
        // As the form had it, so that a repeat by another release is one.
        recipient_mobile: (payment.is_recipient_told && recipient) || undefined,
        collection: payment.collection ?? '',
      };
      return (await initiateRefund(ctx, request)).transaction.id;
    }
    case 'payout_batch':
      await confirmBatch(
        { ...ctx, clientId: client.id, user: decider, address: undefined },
        client_reference,
        payment.version,
      );
      return null;
    case 'settlement':
      return settle({ ...ctx, clientId: client.id, user: decider, address: undefined }, payment);
    default:
      throw new Error(`A request of kind ${row.kind} is no payment`);
  }
}

async function settle(
  ctx: Parameters<typeof requestSettlement>[0],
  { amount, account, client_reference: clientReference }: PaymentDetails,
): Promise<string | null> {
  const amountBututs = parseAmount(amount);
  invariant(account && amountBututs !== undefined, 'a settlement that waits has an account and an amount');
  const begun = await requestSettlement(ctx, { accountId: account, amountBututs, clientReference });
  return 'payout' in begun ? begun.payout.id : null;
}

async function finish(claimed: ClaimedPayment, transactionId: string | null): Promise<ApprovalRow> {
  const { row, claimedAt, now } = claimed;
  const [done] = await sqlClient()<ApprovalRow[]>`
    with changed as (
      update approvals set status = 'DONE', ended_at = ${now().toISOString()},
        details = (details - 'refusal') || jsonb_build_object('transaction_id', ${transactionId}::text)
      where client_id = ${row.client_id} and id = ${row.id} and status = 'APPROVED'
        and decided_at = ${claimedAt}::text::timestamptz
      returning *
    ) select ${approvalColumns()} from changed a`;
  // Where another has taken it up meanwhile, it ends it: with the same transaction.
  return done ?? { ...row, details: { ...row.details, transaction_id: transactionId } };
}

/** As if nobody had decided it yet; why stands beside it. */
async function putBack(claimed: ClaimedPayment, refusal: string): Promise<void> {
  const { row, claimedAt, decider, now } = claimed;
  const sql = sqlClient();
  const entry = {
    action: 'approval.refused',
    clientId: row.client_id,
    ...(row.environment && { environment: row.environment }),
    subjectId: row.id,
    after: { kind: row.kind, amount: row.payment.amount, reason: refusal },
  };
  await sql`
    with changed as (
      update approvals
      set status = 'PENDING', decided_by = null, decided_by_name = null, decided_at = null,
          details = details || jsonb_build_object('refusal', ${refusal}::text)
      where client_id = ${row.client_id} and id = ${row.id} and status = 'APPROVED'
        and decided_at = ${claimedAt}::text::timestamptz
      returning id
    ), noted as (${auditLine({ user: decider, address: undefined, now }, entry, sql`from changed`)})
    select id from changed`;
}

/**
 * Takes up what was approved and whose carrying out nobody finished: its process died, or the database was away. What a
 * suspended client has approved waits until it is active again.
 */
export async function finishApprovedPayments(now = () => new Date()): Promise<number> {
  const sql = sqlClient();
  const rows = await sql<ClaimRow[]>`
    with due as (
      select w.client_id, w.id from approvals w join clients c on c.id = w.client_id and c.status = 'ACTIVE'
      where w.status = 'APPROVED' and w.kind = any (${[...paymentKinds]})
        and w.decided_at <= ${now().toISOString()}::timestamptz - make_interval(secs => ${TAKEN_UP_AFTER_SECONDS})
      order by w.decided_at limit ${AT_ONCE} for update of w skip locked
    ), changed as (
      update approvals a set decided_at = ${now().toISOString()} from due
      where a.client_id = due.client_id and a.id = due.id returning a.*
    ) select ${claimColumns()} from changed a`;
  for (const row of rows) {
    // A refusal is told in the list; what is no word on the payment is tried again after a minute.
    await carryOut(claimedOf(row, now)).catch((error) => {
      if (!(error instanceof AppError && refusals.includes(error.code))) throw error;
    });
  }
  return rows.length;
}

export type ClaimRow = ApprovalRow & { commission_bps: number; decided_by: string; claimed_at: string };

/** Of `a`, a row of `approvals` that was just approved. */
export function claimColumns() {
  return sqlClient()`${approvalColumns()}, a.decided_by, a.decided_at::text as claimed_at,
    (select commission_bps from clients where id = a.client_id) as commission_bps`;
}

export function claimedOf(row: ClaimRow, now: () => Date): ClaimedPayment {
  return {
    row: { ...row, payment: row.details },
    client: { id: row.client_id, name: row.client_name, commissionBps: row.commission_bps },
    decider: { id: row.decided_by, name: row.decided_by_name ?? '' },
    claimedAt: row.claimed_at,
    now,
  };
}
