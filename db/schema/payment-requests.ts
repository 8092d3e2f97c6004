import { sql } from 'drizzle-orm';
import { check, date, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** One line of a request: what, how many, and what each costs. */
export interface RequestLine {
  description: string;
  quantity: number;
  /** Dalasis as a decimal string. */
  unit_price: string;
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
    /** Empty: one amount. Else they add up to it. */
    lines: jsonb().$type<RequestLine[]>().notNull().default([]),
    /** The last day that is in time; null: whenever. It can be paid afterwards, too. */
    dueOn: date(),
    /** Paid otherwise, such as in cash: who said so, as `actor` of `transaction_changes`. No book knows of it. */
    paidByHandAt: time(),
    paidByHandBy: text(),
    paidByHandNote: text(),
    cancelledAt: time(),
    cancelledBy: text(),
  },
  (t) => [
    // Look-up by id, and the newest-first list.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    check(
      'payment_requests_closed',
      sql`(${t.paidByHandAt} is null) = (${t.paidByHandBy} is null)
       and (${t.cancelledAt} is null) = (${t.cancelledBy} is null)
       and (${t.paidByHandNote} is null or ${t.paidByHandAt} is not null)
       and (${t.paidByHandAt} is null or ${t.cancelledAt} is null)`,
    ),
  ],
);
