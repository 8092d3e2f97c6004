import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** One line of a request: what, how many, and what each costs. */
export interface RequestLine {
  description: string;
  quantity: number;
  /** Dalasis as a decimal string. */
  unit_price: string;
}

/** That a request was paid by hand, which somebody said and somebody took back. Names are as they were then; null: a program. */
export interface TakenBack {
  at: string;
  by: string | null;
  note: string | null;
  /** Bututs as a string of digits. */
  bututs: string;
  takenBackAt: string;
  takenBackBy: string;
}

/**
 * What one customer is asked to pay. What for, how much, of whom, and what came in stand in the payment link of the same
 * id, which is where it is paid; how it stands follows from both and from the day.
 */
export const paymentRequests = pgTable(
  'payment_requests',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** That of its payment link. */
    id: uuid().notNull(),
    customerEmail: text(),
    /** The customer is written to: when it is made, before its day, and after it (lib/payment-requests/write-to-customer.ts). */
    sendEmail: boolean().notNull().default(false),
    /** The same by SMS, to the number of its payment link. */
    sendSms: boolean().notNull().default(false),
    /** Empty: one amount. Else they add up to it. */
    lines: jsonb().$type<RequestLine[]>().notNull().default([]),
    /** The last day that is in time; null: whenever. It can be paid afterwards, too. */
    dueOn: date(),
    /** Of those that were made from a file: the list that they stand in. */
    listId: uuid(),
    /** Paid otherwise, such as in cash: who said so, as `actor` of `transaction_changes`. No book knows of it. */
    paidByHandAt: time(),
    paidByHandBy: text(),
    paidByHandNote: text(),
    /** What was left to be paid when that was said; null: a release that knew no parts, so all of it. */
    paidByHandBututs: bigint({ mode: 'bigint' }),
    /** What was said of it before and taken back, the first one first. */
    takenBack: jsonb().$type<TakenBack[]>().notNull().default([]),
    cancelledAt: time(),
    cancelledBy: text(),
  },
  (t) => [
    // Look-up by id, and the newest-first list.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // The requests of a list, in the order of their file.
    index('payment_requests_list')
      .on(t.clientId, t.environment, t.listId, t.id)
      .where(sql`list_id is not null`),
    // Those of which a customer is reminded.
    index('payment_requests_reminded')
      .on(t.dueOn)
      .where(
        sql`(send_email or send_sms) and due_on is not null and paid_by_hand_at is null and cancelled_at is null`,
      ),
    check('payment_requests_email', sql`not ${t.sendEmail} or ${t.customerEmail} is not null`),
    // Nobody is written to twice of one thing.
    check('payment_requests_sms', sql`not ${t.sendSms} or ${t.customerEmail} is null`),
    check(
      'payment_requests_closed',
      sql`(${t.paidByHandAt} is null) = (${t.paidByHandBy} is null)
       and (${t.cancelledAt} is null) = (${t.cancelledBy} is null)
       and (${t.paidByHandNote} is null or ${t.paidByHandAt} is not null)
       and (${t.paidByHandAt} is null or ${t.cancelledAt} is null)`,
    ),
  ],
);

/** Requests that were made from a file, under one name: who has paid, and who has not, is looked at together. */
export const paymentRequestLists = pgTable(
  'payment_request_lists',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    /** What its requests are for; another file under the same name adds to it. */
    name: text().notNull(),
    /** As `actor` of `transaction_changes`. */
    madeBy: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // One list of a name.
    uniqueIndex('payment_request_lists_name').on(t.clientId, t.environment, t.name),
  ],
);
