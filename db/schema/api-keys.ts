import { customType, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Found by hash before the client is known, so this table leads with the hash and not with the client. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** SHA-256 of the whole key; the key itself is stored nowhere. */
    keyHash: bytea().notNull(),
    prefix: text().notNull(),
    last4: text().notNull(),
    scope: text({ enum: ['full', 'read', 'collections', 'payouts'] })
      .notNull()
      .default('full'),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** Set at rotation: until then the replaced key works on. */
    expiresAt: timestamp({ withTimezone: true, precision: 3 }),
    revokedAt: timestamp({ withTimezone: true, precision: 3 }),
    lastUsedAt: timestamp({ withTimezone: true, precision: 3 }),
    lastUsedAddress: text(),
    lastUsedRoute: text(),
  },
  (t) => [uniqueIndex('api_keys_hash').on(t.keyHash), index('api_keys_client').on(t.clientId)],
);
