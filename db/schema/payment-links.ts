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

/** What a payer is asked to type, beside the amount. */
export interface LinkField {
  /** The key of the answer in the collection's metadata. */
  key: string;
  label: string;
  required: boolean;
}

/** What a till has sold of an item, and what one cost. */
export interface SoldItem {
  name: string;
  count: number;
  /** Bututs as a string of digits, which JSON keeps exact. */
  price: string;
}

/**
 * An address that anybody may pay at. Its counts are written by `commit_change` only, in the statement that pays. A
 * collection whose wallet its customer chooses has one too, which is not among the links of its client;
 * nor is that of a request to pay.
 */
export const paymentLinks = pgTable(
  'payment_links',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    /** The last part of its address. */
    code: text().notNull(),
    title: text().notNull(),
    description: text(),
    /** Null: the payer types it. It never changes. */
    amountBututs: bigint({ mode: 'bigint' }),
    minBututs: bigint({ mode: 'bigint' }),
    maxBututs: bigint({ mode: 'bigint' }),
    /** Null: any number. */
    maxPayments: integer(),
    expiresAt: time(),
    /** In the order shown; null: all that the client can use. */
    providers: jsonb().$type<string[]>(),
    fields: jsonb().$type<LinkField[]>().notNull().default([]),
    successUrl: text(),
    /** Of a link for one payment: what the collection is called. */
    clientReference: text(),
    /** SHA-256 of the normalised request: tells the repeat of a reference from a clash. */
    requestHash: bytea().notNull(),
    /** Copied to each collection. */
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** False: switched off by its client. */
    isActive: boolean().notNull().default(true),
    /** It is where the customer of one collection chooses the wallet: `provider: "CUSTOMER_CHOICE"`. */
    isChoice: boolean().notNull().default(false),
    /** The standing code of its client's counter, whose payments the till shows by name (lib/till/counter.ts). */
    atCounter: boolean().notNull().default(false),
    /** It is where one customer pays what `payment_requests` says. */
    isRequest: boolean().notNull().default(false),
    /**
     * Of a request: its amount may be paid in parts, the smallest of which is `min_bututs`. `max_payments` is 1 all the
     * same: it is paid once, by all of them.
     */
    takesParts: boolean().notNull().default(false),
    /** Of a sale at a till that has items: what was sold, at the prices of that moment; null: an amount was typed. */
    sold: jsonb().$type<SoldItem[]>(),
    /** What the collection is called until a wallet is chosen: the transaction that then begins takes the id. */
    reservedId: uuid(),
    /** Who made it first, as `actor` of `transaction_changes`; null: a release that did not keep it. */
    madeBy: text(),
    customerName: text(),
    customerMobile: text(),
    errorUrl: text(),
    /** Sandbox: of each attempt; as in `transactions`. */
    scenario: text(),
    openedCount: integer().notNull().default(0),
    succeededCount: integer().notNull().default(0),
    collectedBututs: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
  },
  (t) => [
    // Look-up by id, and the newest-first list.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // What a visitor's address names.
    uniqueIndex('payment_links_code').on(t.code),
    // One link per reference of the collection, for ever.
    uniqueIndex('payment_links_client_reference')
      .on(t.clientId, t.environment, t.clientReference)
      .where(sql`client_reference is not null`),
    // The look-up of a collection whose wallet is not chosen yet.
    uniqueIndex('payment_links_reserved')
      .on(t.clientId, t.environment, t.reservedId)
      .where(sql`reserved_id is not null`),
    // One counter for each client and environment.
    uniqueIndex('payment_links_counter').on(t.clientId, t.environment).where(sql`at_counter`),
    // What a customer is asked to pay, newest last. Written once for each request to pay, and by no payment.
    index('payment_links_customer')
      .on(t.clientId, t.environment, t.customerMobile, t.id)
      .where(sql`is_request and customer_mobile is not null`),
    // Those whose time is over.
    index('payment_links_unchosen').on(t.expiresAt).where(sql`reserved_id is not null`),
    check(
      'payment_links_choice',
      sql`(${t.isChoice} or ${t.reservedId} is null)
       and (not ${t.isChoice} or (${t.clientReference} is not null and ${t.amountBututs} is not null and ${t.expiresAt} is not null))`,
    ),
    check('payment_links_reference', sql`${t.clientReference} is null or ${t.maxPayments} = 1`),
    check('payment_links_counts', sql`${t.succeededCount} >= 0 and ${t.openedCount} >= 0`),
  ],
);
