import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What a till sells with a tap. */
export interface TillItem {
  id: string;
  name: string;
  /** Bututs as a string of digits, which JSON keeps exact. */
  price: string;
  /** False: kept, and not on the till. */
  isOn: boolean;
}

/** The items of a client's tills, in the order shown. A sale keeps what it was of by itself (`sold` of its payment link). */
export const tills = pgTable(
  'tills',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    items: jsonb().$type<TillItem[]>().notNull(),
    /** Counts the changes: whoever changes what they have not seen is refused. */
    version: integer().notNull(),
    updatedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.environment] })],
);
