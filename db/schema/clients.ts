import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A business that uses Kaira. One row without keys is the house, which owns the live floats. */
export const clients = pgTable('clients', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  businessPhone: text().notNull(),
  businessEmail: text().notNull(),
  status: text({ enum: ['ACTIVE', 'SUSPENDED'] })
    .notNull()
    .default('ACTIVE'),
  /** Taken on collections, in hundredths of a per cent; copied to each transaction when it is made. */
  commissionBps: integer().notNull().default(150),
  /** What becomes of a refund's share of the commission; copied to each refund when it is made. */
  refundCommission: text({ enum: ['keep', 'return'] })
    .notNull()
    .default('keep'),
  rateLimitPerSecond: integer(),
  rateLimitBurst: integer(),
  /** The most that payouts may take, each, in a day and in a month (Banjul); null: no limit. In each environment by itself. */
  payoutLimitBututs: bigint({ mode: 'bigint' }),
  payoutLimitDayBututs: bigint({ mode: 'bigint' }),
  payoutLimitMonthBututs: bigint({ mode: 'bigint' }),
  /** A payment from the dashboard that is above it waits for a second person; null: none does. */
  payoutApprovalAboveBututs: bigint({ mode: 'bigint' }),
  /** CIDRs, IPv4 and IPv6; empty means anywhere. */
  ipAllowlist: text().array().notNull().default([]),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
