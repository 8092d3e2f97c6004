import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from './api-keys.ts';
import type { SettlementAccountDetails } from './approvals.ts';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** A business's request to take real money, with what it says of itself; one for each client. */
export const applications = pgTable(
  'applications',
  {
    clientId: uuid().primaryKey(),
    /**
     * `DRAFT`: the client writes it. `SUBMITTED`: an operator reads it. `ASKED`: an operator wants something else, and
     * the client writes again. `PROPOSED`: one operator would approve it, and another one decides. `APPROVED`: two have.
     * `REJECTED`: an operator said no, and the client may write it anew.
     */
    status: text({ enum: ['DRAFT', 'SUBMITTED', 'ASKED', 'PROPOSED', 'APPROVED', 'REJECTED'] })
      .notNull()
      .default('DRAFT'),
    /** Grows with whatever the client changes: nobody decides on what they have not seen. */
    version: integer().notNull().default(1),
    legalName: text(),
    registrationNumber: text(),
    /** The tax identification number. */
    tin: text(),
    /** The people who own the business, by name. */
    owners: text().array().notNull().default([]),
    /** Where settlements are to go. */
    account: jsonb().$type<SettlementAccountDetails>(),
    /** How many files there are: counted here, so that two that come at once are not one too many. */
    files: integer().notNull().default(0),
    /** What an operator asks, or why one said no; the client reads it. */
    note: text(),
    notedAt: time(),
    submittedBy: uuid(),
    /** The name at that time. */
    submittedByName: text(),
    submittedAt: time(),
    /** When the second operator approved it. */
    approvedAt: time(),
    updatedAt: time().notNull(),
  },
  (t) => [
    check('applications_files', sql`${t.files} between 0 and 10`),
    check('applications_submitted', sql`${t.status} = 'DRAFT' or ${t.submittedBy} is not null`),
    check('applications_approved', sql`(${t.status} = 'APPROVED') = (${t.approvedAt} is not null)`),
    // What waits for an operator, in the order in which it came.
    index('applications_status').on(t.status, t.submittedAt),
  ],
);

/** A paper of an application, byte for byte as it came. Nothing reads its content but whoever downloads it. */
export const applicationFiles = pgTable(
  'application_files',
  {
    clientId: uuid().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** By its content, not by its name. */
    type: text({ enum: ['application/pdf', 'image/jpeg', 'image/png'] }).notNull(),
    sizeBytes: integer().notNull(),
    sha256: bytea().notNull(),
    content: bytea().notNull(),
    addedBy: uuid().notNull(),
    addedByName: text().notNull(),
    addedAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    check(
      'application_files_size',
      sql`${t.sizeBytes} = octet_length(${t.content}) and ${t.sizeBytes} <= 5242880`,
    ),
  ],
);
