import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What a client's people note about a customer, for each other. No seal keeps it: it can be removed, and erased. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** The customer's number, in the spelling in which it was noted; E.164. */
    mobile: text().notNull(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    text: text().notNull(),
    userId: uuid().notNull(),
    /** The name at that time. */
    userName: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // Those of a number, newest first.
    index('customer_notes_mobile').on(t.clientId, t.environment, t.mobile, t.id),
  ],
);
