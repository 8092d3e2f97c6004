import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  rateLimitPerSecond: integer(),
  rateLimitBurst: integer(),
  /** CIDRs, IPv4 and IPv6; empty means anywhere. */
  ipAllowlist: text().array().notNull().default([]),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
