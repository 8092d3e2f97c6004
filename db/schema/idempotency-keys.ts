import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

/** The first 2xx answer to a request that carried an `Idempotency-Key`; kept for 30 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    key: text().notNull(),
    /** HMAC of method, path and body under a key of ours; plain SHA-256 in rows of the releases before. */
    fingerprint: bytea().notNull(),
    /** Null while the first request is under way. */
    responseStatus: integer(),
    /** Encrypted: an answer may carry a secret that is shown once. */
    responseSealed: bytea(),
    /** Whose turn it is; a request that died gives way when the lease ends. */
    leaseToken: uuid(),
    leaseUntil: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.key] }),
    // What the retention job removes.
    index('idempotency_keys_created').on(t.createdAt),
  ],
);
