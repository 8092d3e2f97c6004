import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const bututs = () => bigint({ mode: 'bigint' }).notNull();
const time = () => timestamp({ withTimezone: true, precision: 3 }).notNull();

/** An account as it stood at the end of a period: all that was ever debited and credited, in bututs as text. */
export interface KeptLine {
  account: string;
  is_house: boolean;
  debit: string;
  credit: string;
}

/**
 * The months of the house's books that two operators closed: nothing is dated into them any more (`check_period`), and
 * what was reported of them is kept. Append-only.
 */
export const periodCloses = pgTable(
  'period_closes',
  {
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** The last day of a month in Banjul. All that is dated until its end is closed. */
    lastDay: date().notNull(),
    /** The day after the close before; null: from the first journal. */
    firstDay: date(),
    approvalId: uuid().notNull(),
    askedBy: uuid().notNull(),
    /** The name at that time; so too below. */
    askedByName: text().notNull(),
    askedAt: time(),
    closedBy: uuid().notNull(),
    closedByName: text().notNull(),
    closedAt: time(),
    /** The trial balance at the end of the last day, and its totals. */
    lines: jsonb().$type<KeptLine[]>().notNull(),
    debitBututs: bututs(),
    creditBututs: bututs(),
    /** How many entries are dated into the period. */
    entries: bigint({ mode: 'bigint' }).notNull(),
    /** SHA-256 of the file that `exportJournals` makes of the period, in hexadecimal. */
    digest: text().notNull(),
    /** The form of that file, as `exportJournals` has it; null: the first one. */
    journalsForm: smallint(),
    /** The recount that found no violation. */
    auditId: uuid().notNull(),
    auditChecks: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.lastDay] }),
    check('period_closes_four_eyes', sql`${t.askedBy} <> ${t.closedBy}`),
    check('period_closes_balanced', sql`${t.debitBututs} = ${t.creditBututs}`),
    check('period_closes_digest', sql`${t.digest} ~ '^[0-9a-f]{64}$'`),
    check('period_closes_month_end', sql`extract(day from ${t.lastDay} + 1) = 1`),
  ],
);
