import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Each worker of the last day, as it told of itself: the newest rows say whether somebody works. */
export const workers = pgTable('workers', {
  id: uuid().primaryKey(),
  /** Its machine and its process. */
  name: text().notNull(),
  /** Kaira's, of its process. */
  version: text().notNull(),
  startedAt: time().notNull(),
  seenAt: time().notNull(),
  /** By the name of a periodic job: when it last did it, null: not yet, and when it is to be done again. */
  turns: jsonb().$type<Record<string, { done_at: string | null; due_at: string }>>().notNull(),
});
