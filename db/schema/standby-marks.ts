import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * When each server process last wrote here, which only it does and only at the primary: a standby that has the row as it was
 * then has all that was committed before, of this database and of no copy of it (lib/reads/read-apart.ts).
 */
export const standbyMarks = pgTable('standby_marks', {
  process: uuid().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
});
