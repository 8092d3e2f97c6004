import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What operators note about a client, for each other. */
export const clientNotes = pgTable(
  'client_notes',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull(),
    text: text().notNull(),
    userId: uuid().notNull(),
    /** The name at that time. */
    userName: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.id] })],
);
