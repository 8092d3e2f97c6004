import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** What a live rail told us by itself: stored as it came, worked on later. One row for all repeats of a notice. */
export const railNotices = pgTable(
  'rail_notices',
  {
    provider: text().notNull(),
    /** The rail's own id of the notice, or what stands for it. */
    dedupeId: text().notNull(),
    /** The raw bytes, which name customers. */
    bodySealed: bytea().notNull(),
    receivedAt: time().notNull(),
    /** How often it came again. */
    repeats: integer().notNull().default(0),
    /** `CASE`: it does not fit what we know; an operator looks at it. */
    status: text({ enum: ['RECEIVED', 'APPLIED', 'IGNORED', 'CASE'] }).notNull(),
    /** What was done with it and why, for people. */
    note: text(),
    /** What it is about, once that was found. */
    clientId: uuid(),
    transactionId: uuid(),
    /** When it is worked on next; while it is, when the lease ends. Null when that is over. */
    runAt: time(),
    attempts: integer().notNull().default(0),
    leaseToken: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.dedupeId] }),
    index('rail_notices_due').on(t.runAt),
    // The rail's part of a transaction's timeline.
    index('rail_notices_transaction').on(t.transactionId),
  ],
);
