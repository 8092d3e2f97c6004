import { sql } from 'drizzle-orm';
import { bigint, check, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * What a live rail takes for a movement of money, as operators set it. Only added to: in force on a day is the one with
 * the latest start until then, and of one start the last that was set.
 */
export const railTariffs = pgTable(
  'rail_tariffs',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    /** `refund`: one that the rail makes itself; one that is paid to a number costs what a payout costs. */
    movement: text({ enum: ['collection', 'payout', 'refund'] }).notNull(),
    /** For payments that begin on this day (Banjul) or later. */
    startsOn: date().notNull(),
    flatBututs: bigint({ mode: 'bigint' }).notNull(),
    bps: integer().notNull(),
    /** Where it stands, such as a contract or a letter of the rail. */
    note: text().notNull(),
    setAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    setBy: uuid().notNull(),
    /** The name at that time. */
    setByName: text().notNull(),
  },
  (t) => [
    check(
      'rail_tariffs_rate',
      // As a dump gives it back, which knows no two `between`.
      sql`${t.flatBututs} >= 0 and ${t.flatBututs} <= 99999999999 and ${t.bps} >= 0 and ${t.bps} <= 10000`,
    ),
  ],
);
