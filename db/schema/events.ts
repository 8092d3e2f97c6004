import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** What clients are told, byte for byte, written by the statement that changed the status. Append-only, a partition for each year of `id`. */
export const events = pgTable(
  'events',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    transactionId: uuid().notNull(),
    /** The sequence of the status change that it tells of. */
    sequence: integer().notNull(),
    event: text().notNull(),
    /** The exact bytes that are signed and sent. */
    body: text().notNull(),
    /** The same in the earlier payload form; null for steps that it cannot express. */
    legacyBody: text(),
    /** Grows in the order in which events become visible, so that a reader who follows it misses none (40_webhooks.sql). Those from before positions have 0. */
    position: bigint({ mode: 'bigint' }).notNull().default(sql`0`),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // The events of one transaction. That a change has one at most is kept by the key of `transaction_changes`, which is
    // written with it: a unique index of a partitioned table has to contain the key that splits it.
    index('events_transaction').on(t.clientId, t.transactionId, t.sequence),
    // What a stream sends next.
    index('events_position').on(t.clientId, t.environment, t.position, t.id),
  ],
);

/** One row: what is added to PostgreSQL's transaction numbers, so that positions go on growing in a restored database; and which books these are. */
export const eventPositionBase = pgTable('event_position_base', {
  isOnly: boolean().primaryKey().default(true),
  base: bigint({ mode: 'bigint' }).notNull(),
  /** Of the database cluster in which the base was chosen. */
  systemIdentifier: text().notNull(),
  /** The same in every copy and backup of the books, and another in a database that was made anew (lib/history). */
  booksId: uuid().notNull().defaultRandom(),
});
