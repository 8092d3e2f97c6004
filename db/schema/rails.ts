import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });
const direction = () => text({ enum: ['collection', 'payout'] }).notNull();

/** What people know a rail by, where an admin set it; `lib/rails/rail-faces.ts` has what it is otherwise. Never removed. */
export const railFaces = pgTable(
  'rail_faces',
  {
    provider: text().primaryKey(),
    name: text().notNull(),
    /** `#rrggbb`. */
    colour: text().notNull(),
    /** SVG, as `lib/rails/safe-svg.ts` wrote it; null: none. */
    logo: text(),
    updatedAt: time().notNull(),
    updatedByName: text().notNull(),
  },
  (t) => [
    // Two rails of one name could not be told apart, neither on a page nor in a file of payouts.
    uniqueIndex('rail_faces_name').on(sql`lower(name)`),
    check('rail_faces_form', sql`${t.colour} ~ '^#[0-9a-f]{6}$' and octet_length(${t.logo}) <= 8192`),
  ],
);

/** How a live rail is reached, as operators set it: the connector's fields as sealed JSON. Wins over the settings. */
export const railConnections = pgTable('rail_connections', {
  provider: text().primaryKey(),
  fieldsSealed: bytea().notNull(),
  updatedAt: time().notNull(),
  updatedByName: text().notNull(),
});

/**
 * Every wallet at a live rail that was ever connected, by operators or by the settings. What was begun with one goes on
 * with it, whatever is connected since; its fields are forgotten when nothing is open on it any more.
 */
export const railConnectionVersions = pgTable(
  'rail_connection_versions',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    /** HMAC-SHA256 of the fields: the same fields are the same connection. */
    mark: bytea().notNull(),
    /** Null: forgotten. */
    fieldsSealed: bytea(),
    madeAt: time().notNull(),
    /** The operator who set it; null: the settings. */
    madeByName: text(),
  },
  (t) => [uniqueIndex('rail_connection_versions_mark').on(t.provider, t.mark)],
);

/** What a change of a connection would change; never a secret. */
export interface ConnectionChanges {
  /** The fields that would have another value, by their names. */
  fields: string[];
  /** Those of them that are addresses, as they are and as they would be; null: none. */
  addresses: { field: string; before: string | null; after: string | null }[];
}

/** A change of a live rail's connection that one operator asks for and another one decides. */
export const railConnectionRequests = pgTable(
  'rail_connection_requests',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    kind: text({ enum: ['set', 'remove'] }).notNull(),
    /** Sealed JSON, as long as it waits. */
    fieldsSealed: bytea(),
    sameWallet: boolean().notNull(),
    changes: jsonb().$type<ConnectionChanges>().notNull(),
    status: text({ enum: ['PENDING', 'DONE', 'REJECTED', 'WITHDRAWN'] }).notNull(),
    requestedBy: uuid().notNull(),
    /** The name at that time; so too below. */
    requestedByName: text().notNull(),
    requestedAt: time().notNull(),
    decidedBy: uuid(),
    decidedByName: text(),
    /** When it was decided or withdrawn. */
    endedAt: time(),
  },
  (t) => [
    uniqueIndex('rail_connection_requests_open').on(t.provider).where(sql`status = 'PENDING'`),
    check('rail_connection_requests_four_eyes', sql`${t.decidedBy} <> ${t.requestedBy}`),
    check(
      'rail_connection_requests_decided',
      sql`(${t.status} in ('PENDING', 'WITHDRAWN')) = (${t.decidedBy} is null)`,
    ),
    check('rail_connection_requests_forgotten', sql`${t.status} = 'PENDING' or ${t.fieldsSealed} is null`),
  ],
);

/** Rails that an operator switched off for one client. A missing row means that it is on. */
export const clientRails = pgTable(
  'client_rails',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    provider: text().notNull(),
    direction: direction(),
    enabled: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.environment, t.provider, t.direction] })],
);

/** What the last minutes of a direction of a live rail were like. */
export interface HealthFigures {
  calls: number;
  /** Calls whose end is unknown, or that did not reach the rail. */
  troubled: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

/** What the workers remember of it besides; times in ISO 8601. */
export interface HealthMemory {
  /** Since when all speaks for a better status. */
  calmSince: string | null;
  /** When it was last tried again after it had been closed. */
  reopenedAt: string | null;
  /** How long good probes must go on while it is closed. */
  patienceMs: number;
  /** Since when the rail's wallet holds more or less than our books can explain, and which of both. */
  walletOff?: { since: string; sign: 1 | -1 } | null;
  /** Why the last probe was no good, for operators; no secret. */
  probeWhy?: string | null;
}

/** How a direction of a live rail does, as the workers see it and as an operator may overrule it. */
export const railHealth = pgTable(
  'rail_health',
  {
    provider: text().notNull(),
    direction: direction(),
    status: text({ enum: ['OPERATIONAL', 'DELAYED', 'CLOSED'] }).notNull(),
    since: time().notNull(),
    /** Good probes in a row; what is closed reopens after some of them. */
    goodProbes: integer().notNull().default(0),
    probedAt: time(),
    figures: jsonb().$type<HealthFigures & Partial<HealthMemory>>().notNull(),
    /** What an operator says it is, whatever the figures say. */
    override: text({ enum: ['OPERATIONAL', 'DELAYED', 'CLOSED'] }),
    overrideReason: text(),
    overrideByName: text(),
    overrideAt: time(),
    updatedAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.direction] })],
);

/** What our wallet at a live rail holds, as the rail says. */
export const railWallets = pgTable('rail_wallets', {
  provider: text().primaryKey(),
  balanceBututs: bigint({ mode: 'bigint' }),
  readAt: time(),
  /** The rail said itself that it is short: held payouts wait until then. */
  shortUntil: time(),
  /** Whether what was collected there may pay payouts, where the rail has one wallet for both. */
  collectionsCoverPayouts: boolean().notNull().default(true),
});

/** A day of a rail's own record, once it was imported. */
export const railStatements = pgTable(
  'rail_statements',
  {
    provider: text().notNull(),
    /** Banjul day, YYYY-MM-DD. */
    day: text().notNull(),
    source: text({ enum: ['csv', 'fetched'] }).notNull(),
    importedAt: time().notNull(),
    importedByName: text().notNull(),
    closedAt: time(),
    closedByName: text(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.day] })],
);

/** A line of it, and what it was found to be. */
export const railStatementLines = pgTable(
  'rail_statement_lines',
  {
    provider: text().notNull(),
    kind: text({ enum: ['collection', 'payout', 'reversal'] }).notNull(),
    railReference: text().notNull(),
    day: text().notNull(),
    reference: text(),
    amountBututs: bigint({ mode: 'bigint' }).notNull(),
    /** What the rail took for it, or gave back with a reversal; null where the statement does not say. */
    feeBututs: bigint({ mode: 'bigint' }),
    currency: text().notNull(),
    mobile: text(),
    at: time().notNull(),
    /** `RAIL_ONLY`: our books have nothing that answers to it. `DIFFERS`: they have, with another amount or ending. */
    match: text({ enum: ['MATCHED', 'DIFFERS', 'RAIL_ONLY'] }).notNull(),
    clientId: uuid(),
    transactionId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.kind, t.railReference] }),
    // The lines of a day, and what a transaction has a line for.
    index('rail_statement_lines_day').on(t.provider, t.day),
    index('rail_statement_lines_transaction').on(t.transactionId),
  ],
);
