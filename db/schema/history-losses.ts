import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Acknowledged } from '#lib/history/witness';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** What was acknowledged and is not in this database, by the process that found it missing: the database went back in time. */
export const historyLosses = pgTable('history_losses', {
  id: uuid().primaryKey(),
  foundAt: time().notNull(),
  /** Machine and process. */
  foundBy: text().notNull(),
  missingCount: integer().notNull(),
  /** The newest of them. */
  missing: jsonb().$type<Acknowledged[]>().notNull(),
  /** Null: nothing is written until an operator has decided. */
  decidedAt: time(),
  decidedBy: uuid(),
  decidedByName: text(),
  reason: text(),
});
