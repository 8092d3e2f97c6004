import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What is still to be done with a rail for a transaction: at most one row of a kind. */
export const railOperations = pgTable(
  'rail_operations',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    transactionId: uuid().notNull(),
    /** `notice`: the simulator's own notice is due. `close`: nobody answered; end it at the rail, then expire it. */
    kind: text({ enum: ['notice', 'close'] }).notNull(),
    /** When it is due; while it is worked on, when the lease ends. */
    runAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    attempts: integer().notNull().default(0),
    leaseToken: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.transactionId, t.kind] }),
    // What a worker claims next.
    index('rail_operations_due').on(t.runAt),
  ],
);
