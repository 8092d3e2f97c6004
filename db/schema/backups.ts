import { pgTable, timestamp } from 'drizzle-orm/pg-core';

/** When a backup was whole, as whoever made it says: `npm run backup`, or a line after `pg_dump`. */
export const backups = pgTable('backups', {
  finishedAt: timestamp({ withTimezone: true, precision: 3 }).primaryKey().defaultNow(),
});
