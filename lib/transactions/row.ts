import type { Transaction } from '#lib/transactions/transaction';

/** A row of `transactions` as the driver returns it to raw SQL: dates and big integers as text. */
// biome-ignore lint/suspicious/noExplicitAny: the driver types no columns; fromRow is the one place that reads them.
export type TransactionRow = Record<string, any>;

const nullableDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function fromRow(row: TransactionRow): Transaction {
  return {
    clientId: row.client_id,
    environment: row.environment,
    id: row.id,
    type: row.type,
    clientReference: row.client_reference,
    attempt: row.attempt,
    requestHash: row.request_hash,
    provider: row.provider,
    amountBututs: BigInt(row.amount_bututs),
    commissionBps: row.commission_bps,
    commissionBututs: BigInt(row.commission_bututs),
    railFeeBututs: BigInt(row.rail_fee_bututs),
    railFeeToldBututs: row.rail_fee_told_bututs === null ? null : BigInt(row.rail_fee_told_bututs),
    status: row.status,
    version: row.version,
    customerName: row.customer_name,
    mobile: row.mobile,
    successUrl: row.success_url,
    errorUrl: row.error_url,
    metadata: typeof row.metadata === 'string' ? JSON.parse(row.metadata) : row.metadata,
    connectionId: row.connection_id,
    railReference: row.rail_reference,
    railPaymentReference: row.rail_payment_reference,
    railStateSealed: row.rail_state_sealed,
    redirectUrl: row.redirect_url,
    nextStep: row.next_step,
    cardPageUrl: row.card_page_url,
    otpLength: row.otp_length,
    otpAttemptsRemaining: row.otp_attempts_remaining,
    otpResends: row.otp_resends,
    otpSentAt: nullableDate(row.otp_sent_at),
    failureCode: row.failure_code,
    failureMessage: row.failure_message,
    late: row.late,
    deliveredAfterFailure: row.delivered_after_failure,
    reversedAt: nullableDate(row.reversed_at),
    reversalReason: row.reversal_reason,
    heldSince: nullableDate(row.held_since),
    collectionId: row.collection_id,
    collectionReference: row.collection_reference,
    refundMethod: row.refund_method,
    refundReason: row.refund_reason,
    receiptToken: row.receipt_token,
    paymentLinkId: row.payment_link_id,
    paymentLinkCode: row.payment_link_code,
    customerChooses: row.customer_chooses,
    overLimit: row.over_limit,
    expiresAt: nullableDate(row.expires_at),
    scenario: row.scenario,
    skippedMs: Number(row.skipped_ms),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    completedAt: nullableDate(row.completed_at),
  };
}

/** The same as a JSON object keyed by column, for `jsonb_populate_record`; what is null there is left out. */
export function toRow(transaction: Transaction): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(transaction) as (keyof Transaction)[]) {
    const value = transaction[name];
    if (value !== null) row[columnOf(name)] = toJson(value);
  }
  return row;
}

/** The columns in which two states of a transaction differ, as `toRow` has them. */
export function changedColumns(before: Transaction, after: Transaction): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(after) as (keyof Transaction)[]) {
    const [old, value] = [before[name], after[name]];
    if (value === old) continue;
    if (value instanceof Date && old instanceof Date && value.getTime() === old.getTime()) continue;
    row[columnOf(name)] = toJson(value);
  }
  return row;
}

const columns = new Map<string, string>();

function columnOf(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return value;
}
