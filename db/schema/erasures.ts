import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** That a client erased what is personal of one customer; what has to stay for a time goes when that is over. */
export const erasures = pgTable(
  'erasures',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    /** The number in each of its spellings; empty once nothing is kept. */
    mobiles: text().array().notNull(),
    askedBy: uuid().notNull(),
    askedByName: text().notNull(),
    /** What came later is not erased. */
    askedAt: time().notNull(),
    /** Payments that name nobody any more. */
    erased: integer().notNull().default(0),
    /** Payments that keep number and name, and until when the last of them does. */
    kept: integer().notNull().default(0),
    keptUntil: time(),
    /** The payment at which the pass through them goes on; null: at the first. */
    afterId: uuid(),
    /** When a worker goes on; null once nothing is kept. */
    runAt: time(),
  },
  (t) => [
    // Look-up by id, and the newest-first list.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // What a worker does next.
    index('erasures_due').on(t.runAt).where(sql`run_at is not null`),
  ],
);

/** A sealed row of which something was erased: the leaf that it had, and the one that it has now. Append-only. */
export const erasedRows = pgTable(
  'erased_rows',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    erasureId: uuid().notNull(),
    /** As in `sealed_rows`. */
    kind: text().notNull(),
    key: text().notNull(),
    before: bytea().notNull(),
    after: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.kind, t.key, t.before] })],
);

/**
 * A payout under a reference of `payback_references` that went to somebody else than the collection's payer: written when
 * the first of the two numbers is erased, since nobody could tell afterwards. Append-only.
 */
export const payoutsToOthers = pgTable(
  'payouts_to_others',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    payoutId: uuid().notNull(),
    collectionId: uuid().notNull(),
    erasureId: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.payoutId] })],
);
