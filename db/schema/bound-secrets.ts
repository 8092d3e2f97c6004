import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, timestamp } from 'drizzle-orm/pg-core';

/**
 * One row, from the moment on at which every sealed value was bound to its row and column: then nothing is read that is
 * not (lib/secrets/only-bound.ts). Written by the owner alone, so that the application cannot take it back.
 */
export const boundSecrets = pgTable(
  'bound_secrets',
  {
    isOne: boolean().primaryKey().default(true),
    boundAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [check('bound_secrets_one', sql`${t.isOne}`)],
);
