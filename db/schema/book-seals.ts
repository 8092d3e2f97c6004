import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

/** What happened until then, as the root of a Merkle tree (RFC 6962) over rows in a canonical form. Append-only. */
export const bookSeals = pgTable(
  'book_seals',
  {
    /** 1, 2, 3 …, without a gap. */
    id: bigint({ mode: 'bigint' }).primaryKey(),
    sealedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    leaves: integer().notNull(),
    root: bytea().notNull(),
    /** SHA-256 of the seal before and of this one: db/functions/46_seals.sql. */
    chain: bytea().notNull(),
  },
  // From which on a change may be in one.
  (t) => [index('book_seals_at').on(t.sealedAt)],
);

/** The leaves of a seal, in their order: by kind, and within it as they stand here. Append-only. */
export const bookLeaves = pgTable(
  'book_leaves',
  {
    sealId: bigint({ mode: 'bigint' }).notNull(),
    /** The table, or the part of its rows. */
    kind: text().notNull(),
    /** Which row each is of. */
    keys: text().array().notNull(),
    /** One after the other, 32 bytes each. */
    hashes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sealId, t.kind] })],
);

/**
 * Which changes of transactions wait to be sealed, by the statement that made them. Emptied all the time; in no order, so
 * that it needs no index.
 */
export const unsealedPayments = pgTable('unsealed_payments', {
  clientId: uuid().notNull(),
  id: uuid().notNull(),
  /** Which of its changes; null: all of it. */
  sequence: integer(),
});

/** What else waits to be sealed, in its order. Emptied all the time. */
export const unsealed = pgTable('unsealed', {
  place: bigint({ mode: 'bigint' }).primaryKey().generatedByDefaultAsIdentity(),
  /** As of a leaf. `journals`: one without a transaction. */
  kind: text().notNull(),
  clientId: uuid(),
  /** Of a journal. */
  id: uuid(),
  /** Of what is hashed already. */
  key: text(),
  hash: bytea(),
});

/** One row: from when on all that is written is sealed, and whether all from before was put to it. */
export const sealBeginning = pgTable('seal_beginning', {
  isOnly: boolean().primaryKey().default(true),
  /** The number of the database transaction after which every statement queues what it writes. */
  since: bigint({ mode: 'bigint' }).notNull(),
  queuedAt: timestamp({ withTimezone: true, precision: 3 }),
});
