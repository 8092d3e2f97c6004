import { bigint, boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What an operator sets per rail and direction. A missing row means the defaults of `lib/rails/rail-settings.ts`. */
export const railSettings = pgTable(
  'rail_settings',
  {
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    provider: text().notNull(),
    direction: text({ enum: ['collection', 'payout'] }).notNull(),
    enabled: boolean().notNull(),
    minBututs: bigint({ mode: 'bigint' }).notNull(),
    maxBututs: bigint({ mode: 'bigint' }).notNull(),
    /** Of payouts: what may go out over it in a day and in a month of Banjul (35_payout_limits.sql); null: any amount. */
    dayLimitBututs: bigint({ mode: 'bigint' }),
    monthLimitBututs: bigint({ mode: 'bigint' }),
  },
  (t) => [primaryKey({ columns: [t.environment, t.provider, t.direction] })],
);
