import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** What is still to be done with a rail for a transaction: at most one row of a kind. */
export const railOperations = pgTable(
  'rail_operations',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    provider: text().notNull(),
    transactionId: uuid().notNull(),
    /**
     * `start`: open the collection at the rail. `charge`: take what the customer gave leave for. `send`: send the
     * payout. `look_up`: ask what became of it. `close`: nobody answered; end it at the rail, then expire it.
     * `revoke`: give back the leave to charge. `reverse`: take the payout back. `refund`: give a collection back. lib/rail-work/timetable.ts.
     */
    kind: text({
      enum: ['start', 'charge', 'send', 'look_up', 'close', 'revoke', 'reverse', 'refund'],
    }).notNull(),
    /** When it is due; while it is worked on, when the lease ends. */
    runAt: time().notNull(),
    attempts: integer().notNull().default(0),
    leaseToken: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.transactionId, t.kind] }),
    // What a worker claims next, rail by rail, so that a slow one holds up no other.
    index('rail_operations_due').on(t.environment, t.provider, t.runAt),
  ],
);

/**
 * Each call to a live rail that can open a payment or move money: its intent is committed before the call, its end
 * afterwards, once and for ever; what comes later is a row of its own. One without an end was under way when its
 * process died: its outcome is unknown.
 */
export const railCalls = pgTable(
  'rail_calls',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    transactionId: uuid().notNull(),
    id: uuid().notNull(),
    /** What the rail was given as its idempotency key, where it has one. Null: the id. */
    key: uuid(),
    /** The wallet that was asked. Null in rows from before connections had ids: the rail's first one. */
    connectionId: uuid(),
    provider: text().notNull(),
    operation: text({ enum: ['start', 'charge', 'send', 'reverse', 'refund'] }).notNull(),
    startedAt: time().notNull(),
    endedAt: time(),
    outcome: text({ enum: ['done', 'refused', 'not_sent', 'unknown'] }),
    /** What it did or why it did not, for people, and at first why it is made; no secret, no customer. */
    note: text(),
  },
  (t) => [
    // The rail's part of a transaction's timeline.
    primaryKey({ columns: [t.clientId, t.transactionId, t.id] }),
    // The health of a rail: its last calls.
    index('rail_calls_recent').on(t.environment, t.provider, t.startedAt),
  ],
);
