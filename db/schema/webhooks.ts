import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    url: text().notNull(),
    /** Empty means every event. */
    events: text().array().notNull().default([]),
    payloadForm: text({ enum: ['current', 'legacy'] })
      .notNull()
      .default('current'),
    description: text(),
    status: text({ enum: ['ACTIVE', 'PAUSED', 'DISABLED'] })
      .notNull()
      .default('ACTIVE'),
    /** Encrypted; needed in clear to sign. */
    secretSealed: bytea().notNull(),
    secretLast4: text().notNull(),
    previousSecretSealed: bytea(),
    previousSecretExpiresAt: time(),
    /** When the present row of nothing but failures began. */
    failingSince: time(),
    /** Of the last failure, to within an hour; a failure long after it begins a new row. */
    lastFailedAt: time(),
    createdAt: time().notNull(),
    deletedAt: time(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.environment, t.id] })],
);

/** One event on its way to one endpoint. */
export const deliveries = pgTable(
  'deliveries',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    id: uuid().notNull(),
    eventId: uuid().notNull(),
    endpointId: uuid().notNull(),
    transactionId: uuid().notNull(),
    event: text().notNull(),
    /** The endpoint's at that time: all attempts send the same bytes. */
    payloadForm: text({ enum: ['current', 'legacy'] })
      .notNull()
      .default('current'),
    status: text({ enum: ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** How many of the attempts came before the retry schedule last began: none, or more after a resend. */
    attemptsAtResend: integer().notNull().default(0),
    /** When the next attempt is due; while one is under way, when its lease ends. */
    runAt: time(),
    leaseToken: uuid(),
    createdAt: time().notNull(),
  },
  (t) => [
    // The delivery log, newest first.
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // What a worker claims next, queue by queue; a queue is what waits for one endpoint.
    index('deliveries_due')
      .on(t.clientId, t.environment, t.endpointId, t.runAt)
      .where(sql`status = 'PENDING'`),
    // How many are under way to an endpoint.
    index('deliveries_leased').on(t.clientId, t.endpointId).where(sql`lease_token is not null`),
    // The delivery log by transaction (and so by event), by status, and by endpoint.
    index('deliveries_transaction').on(t.clientId, t.transactionId, t.id),
    index('deliveries_status').on(t.clientId, t.environment, t.status, t.id),
    index('deliveries_endpoint').on(t.clientId, t.environment, t.endpointId, t.status, t.id),
  ],
);

/** Append-only, a partition for each month of `deliveryId`; whole months are dropped when they are old (db/functions/50_partitions.sql). */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    clientId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    attempt: integer().notNull(),
    at: time().notNull(),
    /** As they were sent; null when nothing was. */
    requestHeaders: jsonb().$type<Record<string, string>>(),
    address: text(),
    responseStatus: integer(),
    latencyMs: integer().notNull(),
    responseExcerpt: text(),
    error: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.deliveryId, t.attempt] })],
);
