import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const environment = () => text({ enum: ['SANDBOX', 'LIVE'] }).notNull();
const bututs = () => bigint({ mode: 'bigint' }).notNull();
const time = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * Balances, debit positive: assets (rail_collections, rail_float) stand above zero, what is owed or earned
 * (available, held, commission, float_funding) below. A balance is `balance_bututs` plus its unfolded entries.
 */
export const accounts = pgTable(
  'accounts',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    name: text().notNull(),
    balanceBututs: bututs().default(sql`0`),
    /** Floats only: what payouts in flight will take, with that of the unfolded entries. */
    reservedBututs: bututs().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.name] }),
    check('accounts_owed', sql`${t.name} not in ('available', 'held') or ${t.balanceBututs} <= 0`),
    check('accounts_reserved', sql`${t.reservedBututs} >= 0`),
  ],
);

/** A set of entries that sums to zero. Append-only, a partition for each year of `id`. */
export const journals = pgTable(
  'journals',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull(),
    environment: environment(),
    transactionId: uuid(),
    kind: text().notNull(),
    correctsJournalId: uuid(),
    createdAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    // The money part of a transaction's timeline.
    index('journals_transaction').on(t.clientId, t.transactionId),
  ],
);

/** One leg of a journal: debit positive, credit negative. Append-only, a partition for each year of `journalId`. `clientId` is the account's owner. */
export const entries = pgTable(
  'entries',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    account: text().notNull(),
    journalId: uuid().notNull(),
    amountBututs: bututs(),
    createdAt: time().notNull(),
  },
  (t) => [
    // The newest-first statement of one account.
    primaryKey({ columns: [t.clientId, t.environment, t.account, t.journalId] }),
    // All legs of one journal.
    index('entries_journal').on(t.journalId),
    check('entries_amount', sql`${t.amountBututs} <> 0`),
  ],
);

/** Amounts that are booked, and not yet added into the rows of `accounts`. Emptied all the time. */
export const unfoldedEntries = pgTable(
  'unfolded_entries',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    account: text().notNull(),
    amountBututs: bututs(),
    /** Floats only: what is set aside, or given back when below zero. */
    reservedBututs: bututs().default(sql`0`),
  },
  (t) => [index('unfolded_entries_account').on(t.clientId, t.environment, t.account)],
);

/** How many transactions stand in each status, and their sums, by the day they completed (1970-01-01 before). */
export const tallies = pgTable(
  'tallies',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    type: text().notNull(),
    status: text().notNull(),
    provider: text().notNull(),
    day: date().notNull(),
    count: integer().notNull(),
    amountBututs: bututs(),
    commissionBututs: bututs(),
  },
  // The last days of an environment, for the chart.
  (t) => [primaryKey({ columns: [t.clientId, t.environment, t.day, t.type, t.status, t.provider] })],
);

/** The tallies of all days together, so that a sum over all time costs the same after years. */
export const tallyTotals = pgTable(
  'tally_totals',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    type: text().notNull(),
    status: text().notNull(),
    provider: text().notNull(),
    count: integer().notNull(),
    amountBututs: bututs(),
    commissionBututs: bututs(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.environment, t.type, t.status, t.provider] })],
);

/**
 * Of the tallies, what all clients together have paid out over a live rail: all payouts but those that failed, by day. Over
 * two thousand clients a month of `tallies` is 60,000 rows, and 130 ms to add up, with an index as well.
 */
export const railTallies = pgTable(
  'rail_tallies',
  {
    provider: text().notNull(),
    day: date().notNull(),
    amountBututs: bututs(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.day] })],
);

export const unfoldedTallies = pgTable(
  'unfolded_tallies',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    type: text().notNull(),
    status: text().notNull(),
    provider: text().notNull(),
    day: date().notNull(),
    count: integer().notNull(),
    amountBututs: bututs(),
    commissionBututs: bututs(),
  },
  (t) => [
    index('unfolded_tallies_client').on(t.clientId, t.environment),
    // What is not in `rail_tallies` yet.
    index('unfolded_tallies_rail')
      .on(t.provider, t.day)
      .where(sql`environment = 'LIVE' and type = 'payout' and status <> 'FAILED'`),
  ],
);
