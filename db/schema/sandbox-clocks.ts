import { bigint, index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Whose turn it is to move the clock of a client's sandbox; lib/sandbox/advance-clock.ts. */
export const sandboxClocks = pgTable('sandbox_clocks', {
  clientId: uuid().primaryKey(),
  leaseToken: uuid().notNull(),
  /** A call that died gives way then. */
  leaseUntil: time().notNull(),
});

/** How far it was moved, and when; kept for as long as a payout can be taken back. */
export const sandboxSteps = pgTable(
  'sandbox_steps',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull(),
    at: time().notNull(),
    movedMs: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    // What was skipped since a payout was delivered.
    index('sandbox_steps_at').on(t.clientId, t.at),
  ],
);
