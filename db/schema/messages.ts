import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * What a person is told by e-mail, written by the statement that makes it true. The key is why nobody is told of one
 * event twice.
 */
export const messages = pgTable(
  'messages',
  {
    /** What happened, such as `password_reset:<id>`. */
    event: text().notNull(),
    /** E-mail, lower case. */
    address: text().notNull(),
    kind: text().notNull(),
    /** What the text is made of; never a secret. */
    facts: jsonb().$type<Record<string, string>>().notNull(),
    /** The path of a link with its token; null where there is none, and once the message is on its way or is given up. */
    linkSealed: bytea(),
    /**
     * `WAITING` for its turn, or for another try. `SENDING` under a lease. `SENT`: the server of the mail has taken it.
     * `IN_DOUBT`: nobody knows whether it has, so it is not sent again. `GIVEN_UP`: it is too late, or refused for good.
     */
    status: text({ enum: ['WAITING', 'SENDING', 'SENT', 'IN_DOUBT', 'GIVEN_UP'] })
      .notNull()
      .default('WAITING'),
    attempts: integer().notNull().default(0),
    /** When it is tried, or when its lease ends; null where that is over. */
    runAt: time(),
    leaseToken: uuid(),
    /** After this it tells nobody anything, and is given up. */
    usefulUntil: time().notNull(),
    /** Why the last try failed, in a few words of ours. */
    fault: text(),
    sentAt: time(),
    createdAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.event, t.address] }),
    // What is due.
    index('messages_run_at').on(t.runAt).where(sql`run_at is not null`),
    // The outbox, the newest first.
    index('messages_created').on(t.createdAt),
  ],
);

/** Whoever is nobody's user here and wants no more messages of a kind, whichever client they would be of. */
export const messageStops = pgTable(
  'message_stops',
  {
    /** E-mail, lower case. */
    address: text().notNull(),
    kind: text().notNull(),
    stoppedAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind] })],
);
