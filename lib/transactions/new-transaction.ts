import type { Context } from '#lib/context';
import { newReceiptToken } from '#lib/receipts/receipt-token';
import type { Transaction } from '#lib/transactions/transaction';

/** A transaction with nothing in it but what every one has. */
export function newTransaction(
  ctx: Context,
  facts: Pick<
    Transaction,
    'id' | 'type' | 'clientReference' | 'attempt' | 'requestHash' | 'provider' | 'amountBututs'
  > &
    Partial<Transaction>,
  now: Date,
): Transaction {
  return {
    clientId: ctx.client.id,
    environment: ctx.environment,
    commissionBps: 0,
    commissionBututs: 0n,
    railFeeBututs: 0n,
    railFeeToldBututs: null,
    status: 'PENDING',
    version: 1,
    customerName: null,
    mobile: null,
    successUrl: null,
    errorUrl: null,
    metadata: {},
    connectionId: null,
    railReference: null,
    railPaymentReference: null,
    railStateSealed: null,
    redirectUrl: null,
    nextStep: null,
    cardPageUrl: null,
    otpLength: null,
    otpAttemptsRemaining: null,
    otpResends: 0,
    otpSentAt: null,
    failureCode: null,
    failureMessage: null,
    late: false,
    deliveredAfterFailure: false,
    reversedAt: null,
    reversalReason: null,
    heldSince: null,
    collectionId: null,
    collectionReference: null,
    refundMethod: null,
    refundReason: null,
    receiptToken: facts.type === 'collection' ? newReceiptToken() : null,
    paymentLinkId: null,
    paymentLinkCode: null,
    customerChooses: false,
    overLimit: false,
    expiresAt: null,
    scenario: null,
    skippedMs: 0,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    ...facts,
  };
}
