import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';

/** A person who signs in to a dashboard. `clientId` is null for the operators' staff. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    clientId: uuid().references(() => clients.id),
    /** Lower case. */
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ['admin', 'support', 'owner', 'developer', 'viewer'] }).notNull(),
    /** argon2id, encoded with its parameters. */
    passwordHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
);
