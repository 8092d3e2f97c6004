import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Whom a client pays, by a name of its own for the number. */
export const recipients = pgTable(
  'recipients',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    /** Empty once it is deleted. */
    name: text().notNull(),
    /** E.164; it never changes, so that a payout that names the recipient means one number for ever. */
    mobile: text().notNull(),
    /** The rail that a payout goes by which names the recipient and no rail; null: the default. */
    provider: text(),
    note: text(),
    createdAt: time().notNull(),
    updatedAt: time().notNull(),
    /** The row stays, for the repeat of a payout that named it. */
    deletedAt: time(),
  },
  (t) => [
    // Look-up by id, and the newest-first list.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // A number is one recipient, however many requests save it at once; and the look-up by number.
    uniqueIndex('recipients_mobile').on(t.clientId, t.environment, t.mobile).where(sql`deleted_at is null`),
  ],
);
