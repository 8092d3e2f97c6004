import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What two operators booked by hand, by evidence, because no edge of the transition table could. Append-only. */
export const adjustments = pgTable(
  'adjustments',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    /** The payment that it is about, and the case that it settles. */
    transactionId: uuid().notNull(),
    caseId: uuid().notNull(),
    journalId: uuid().notNull(),
    /** What the client's balance got, or lost when below zero; 0 where the house bears it. */
    clientBututs: bigint({ mode: 'bigint' }).notNull(),
    /** What came to the rail's wallet, or left it when below zero. */
    railBututs: bigint({ mode: 'bigint' }).notNull(),
    reason: text().notNull(),
    evidence: text().notNull(),
    proposedByName: text().notNull(),
    confirmedByName: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    // The sum of a client's balance and its statement.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // What was adjusted of one payment.
    index('adjustments_transaction').on(t.clientId, t.transactionId),
    check('adjustments_amount', sql`${t.railBututs} <> 0 and ${t.clientBututs} in (0, ${t.railBututs})`),
  ],
);
