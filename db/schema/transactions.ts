import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Collections, payouts and refunds. Only the SQL function `commit_changes` writes here. */
export const transactions = pgTable(
  'transactions',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    type: text({ enum: ['collection', 'payout', 'refund'] }).notNull(),
    clientReference: text().notNull(),
    /** 1, and one more for each re-offer of an expired or cancelled collection. */
    attempt: integer().notNull(),
    /** SHA-256 of the normalised request: tells a repeat from a clash. */
    requestHash: bytea().notNull(),
    provider: text().notNull(),
    amountBututs: bigint({ mode: 'bigint' }).notNull(),
    commissionBps: integer().notNull(),
    /** Of a refund: the share of the collection's commission that returns to the client with it. */
    commissionBututs: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /**
     * Live only: what the rail takes for it. By the tariff while it is open, and set aside in the float of what is sent;
     * what is booked of it once it succeeded, which may be less than zero for a refund with which a fee comes back. Of one
     * that ended otherwise nothing is booked.
     */
    railFeeBututs: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    /** The same as the rail itself said it in its last answer; null where it says none. */
    railFeeToldBututs: bigint({ mode: 'bigint' }),
    status: text({
      enum: ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'AWAITING_LIQUIDITY', 'REVERSED'],
    }).notNull(),
    /** Goes up with every write; a write names the one it was decided on. */
    version: integer().notNull().default(1),
    customerName: text(),
    /** The payer of a collection, the recipient of a payout or a refund; E.164. */
    mobile: text(),
    successUrl: text(),
    errorUrl: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The wallet at the live rail that it was begun with; null before the first call, and in the sandbox. */
    connectionId: uuid(),
    /** The rail's own identifier. */
    railReference: text(),
    /** The rail's own identifier of the movement of money, where it has one beside that of the session. */
    railPaymentReference: text(),
    /** What the rail wants to be told again, such as a token. */
    railStateSealed: bytea(),
    redirectUrl: text(),
    /** What the customer has to do next, as the rail said it; null on redirect rails. */
    nextStep: text({ enum: ['submit_otp', 'show_card_page'] }),
    cardPageUrl: text(),
    otpLength: integer(),
    otpAttemptsRemaining: integer(),
    otpResends: integer().notNull().default(0),
    otpSentAt: time(),
    failureCode: text(),
    failureMessage: text(),
    /** A success that came after the collection had ended otherwise. */
    late: boolean().notNull().default(false),
    /** A payout that is `FAILED` here and was paid at its rail all the same. */
    deliveredAfterFailure: boolean().notNull().default(false),
    reversedAt: time(),
    reversalReason: text(),
    heldSince: time(),
    /** Of a refund: the collection whose payer gets money back. */
    collectionId: uuid(),
    collectionReference: text(),
    /** Of a refund: the rail takes its collection back, or the payer's number is paid. */
    refundMethod: text({ enum: ['reversal', 'payout'] }),
    refundReason: text(),
    /** Of a collection: the unguessable half of its receipt's address. Null: of a release that had no receipts. */
    receiptToken: text(),
    /** Of a collection: the payment link that it came through. */
    paymentLinkId: uuid(),
    paymentLinkCode: text(),
    /** It is the client's own collection, and that link is only where its customer chose the wallet. */
    customerChooses: boolean().notNull().default(false),
    /** Paid through a link that had all its payments already. */
    overLimit: boolean().notNull().default(false),
    expiresAt: time(),
    /** Sandbox: what the simulator is to do with it (lib/rails/scenarios.ts). */
    scenario: text(),
    /** Sandbox: how much of its time was skipped while something was open about it (lib/sandbox/advance-clock.ts). */
    skippedMs: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    completedAt: time(),
  },
  (t) => [
    // Look-up by id and the newest-first list of a key's environment.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // One transaction per reference and attempt, for ever; and the search by the beginning of a reference, which an
    // index in the order of a language would not serve.
    uniqueIndex('transactions_reference').on(
      t.clientId,
      t.environment,
      t.type,
      t.clientReference.op('text_pattern_ops'),
      t.attempt,
    ),
    // The dashboard's list by type, status and rail: each combination is a range of it, newest last.
    index('transactions_facets').on(t.clientId, t.environment, t.type, t.status, t.provider, t.id),
    // What a customer paid and got.
    index('transactions_mobile').on(t.clientId, t.environment, t.mobile, t.id).where(sql`mobile is not null`),
    // What was of this amount, newest last.
    index('transactions_amount').on(t.clientId, t.environment, t.amountBututs, t.id),
    // What a rail's own statement speaks of.
    index('transactions_rail_reference')
      .on(t.clientId, t.environment, t.railReference)
      .where(sql`rail_reference is not null`),
    // One payment of a live rail is one of ours; and the same for its statement, which knows no client.
    uniqueIndex('transactions_rail_payment')
      .on(t.provider, t.railReference, t.type)
      .where(sql`environment = 'LIVE' and rail_reference is not null`),
    // The same by its movement: two sessions that name one were paid once.
    uniqueIndex('transactions_rail_movement')
      .on(t.provider, t.railPaymentReference, t.type)
      .where(sql`environment = 'LIVE' and rail_payment_reference is not null`),
    // What came through a payment link.
    index('transactions_payment_link')
      .on(t.clientId, t.environment, t.paymentLinkId, t.id)
      .where(sql`payment_link_id is not null`),
    // What a link took beyond its limit, for somebody to look at.
    index('transactions_over_limit').on(t.clientId, t.environment, t.id).where(sql`over_limit`),
    // A live rail's day as our books have it.
    index('transactions_live_completed')
      .on(t.provider, t.completedAt)
      .where(sql`environment = 'LIVE' and completed_at is not null`),
    index('transactions_live_reversed')
      .on(t.provider, t.reversedAt)
      .where(sql`environment = 'LIVE' and reversed_at is not null`),
    // The refunds of a collection.
    index('transactions_refunds')
      .on(t.clientId, t.environment, t.collectionId)
      .where(sql`collection_id is not null`),
    // The customer's pages know only the id.
    index('transactions_id').on(t.id),
    // The queue of payouts that wait for a float, oldest first.
    index('transactions_held')
      .on(t.clientId, t.environment, t.provider, t.id)
      .where(sql`status = 'AWAITING_LIQUIDITY'`),
    // The same where the float is the house's and all clients wait in one queue.
    index('transactions_held_by_rail')
      .on(t.environment, t.provider, t.id)
      .where(sql`status = 'AWAITING_LIQUIDITY'`),
    check('transactions_amount', sql`${t.amountBututs} > 0`),
    check(
      'transactions_rail_fee',
      sql`${t.railFeeBututs} >= -${t.amountBututs} and (${t.environment} = 'LIVE' or ${t.railFeeBututs} = 0)`,
    ),
    check('transactions_commission', sql`${t.commissionBututs} between 0 and ${t.amountBututs}`),
    check(
      'transactions_status',
      sql`(${t.type} = 'collection' and ${t.status} in ('PENDING','SUCCEEDED','FAILED','EXPIRED','CANCELLED'))
       or (${t.type} = 'payout' and ${t.status} in ('PENDING','SUCCEEDED','FAILED','AWAITING_LIQUIDITY','REVERSED'))
       or (${t.type} = 'refund' and ${t.status} in ('PENDING','SUCCEEDED','FAILED','AWAITING_LIQUIDITY'))`,
    ),
    check(
      'transactions_refund',
      sql`(${t.type} = 'refund') = (${t.collectionId} is not null) and (${t.type} = 'refund') = (${t.refundMethod} is not null)`,
    ),
    check(
      'transactions_sandbox',
      sql`${t.environment} = 'SANDBOX' or (${t.scenario} is null and ${t.skippedMs} = 0)`,
    ),
    check('transactions_failure', sql`(${t.status} = 'FAILED') = (${t.failureCode} is not null)`),
    check(
      'transactions_completed',
      sql`(${t.status} in ('PENDING','AWAITING_LIQUIDITY')) = (${t.completedAt} is null)`,
    ),
  ],
);

/** Every status that a transaction has had, in order. Append-only, a partition for each year of `transactionId`. */
export const transactionChanges = pgTable(
  'transaction_changes',
  {
    clientId: uuid().notNull(),
    transactionId: uuid().notNull(),
    sequence: integer().notNull(),
    fromStatus: text(),
    toStatus: text().notNull(),
    trigger: text().notNull(),
    /** `api_key:…`, `user:…`, `rail:…`, `system`. */
    actor: text().notNull(),
    at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.transactionId, t.sequence] })],
);
