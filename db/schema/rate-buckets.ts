import { doublePrecision, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * What each API key may still ask for, of all servers together (db/functions/48_rates.sql). Unlogged, as the migration says:
 * nothing waits for the disk, and after a crash every key begins with its whole burst.
 */
export const rateBuckets = pgTable('rate_buckets', {
  keyId: uuid().primaryKey(),
  /** As of `at`. */
  tokens: doublePrecision().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});
