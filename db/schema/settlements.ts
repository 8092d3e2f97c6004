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

const time = () => timestamp({ withTimezone: true, precision: 3 });
const bututs = () => bigint({ mode: 'bigint' });
const environment = () => text({ enum: ['SANDBOX', 'LIVE'] }).notNull();

/** Where a client's own money goes: its bank accounts and wallets. One is never changed, only removed and added anew. */
export const settlementAccounts = pgTable(
  'settlement_accounts',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    id: uuid().notNull(),
    kind: text({ enum: ['bank', 'wallet'] }).notNull(),
    holder: text().notNull(),
    /** Of a bank account. */
    bank: text(),
    accountNumber: text(),
    /** Of a wallet. */
    provider: text(),
    mobile: text(),
    addedBy: uuid().notNull(),
    /** The name at that time; so too below. */
    addedByName: text().notNull(),
    addedAt: time().notNull(),
    /** The operator; null in the sandbox, where no money moves. */
    approvedByName: text(),
    removedAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    check(
      'settlement_accounts_kind',
      sql`(${t.kind} = 'bank') = (${t.bank} is not null and ${t.accountNumber} is not null and ${t.provider} is null and ${t.mobile} is null)
        and (${t.kind} = 'wallet') = (${t.provider} is not null and ${t.mobile} is not null and ${t.bank} is null and ${t.accountNumber} is null)`,
    ),
  ],
);

/** When a client's balance settles by itself. One for each client and environment. */
export const settlementSchedules = pgTable(
  'settlement_schedules',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    accountId: uuid().notNull(),
    /** `balance`: at every full hour in which more than `aboveBututs` is available. */
    every: text({ enum: ['day', 'week', 'balance'] }).notNull(),
    /** Of `week`: 1 is Monday. */
    weekday: integer(),
    /** Of `balance`. */
    aboveBututs: bututs(),
    /** What stays in the balance. */
    keepBututs: bututs().notNull(),
    isOn: boolean().notNull(),
    /** When a worker looks next. */
    nextRunAt: time().notNull(),
    /** Why the last turn settled nothing; null where it did. */
    lastRefusal: text(),
    changedByName: text().notNull(),
    changedAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment] }),
    index('settlement_schedules_due').on(t.nextRunAt).where(sql`is_on`),
    check('settlement_schedules_weekday', sql`(${t.every} = 'week') = (${t.weekday} is not null)`),
    check('settlement_schedules_above', sql`(${t.every} = 'balance') = (${t.aboveBututs} is not null)`),
    check('settlement_schedules_keep', sql`${t.keepBututs} >= 0`),
  ],
);

/** What goes from a client's balance to its own bank account. Only the functions of 44_settlements.sql write here. */
export const settlements = pgTable(
  'settlements',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    accountId: uuid().notNull(),
    /** Of the account, as it was then. */
    holder: text().notNull(),
    bank: text().notNull(),
    accountNumber: text().notNull(),
    amountBututs: bututs().notNull(),
    /**
     * `REQUESTED`, `IN_FILE`, `SENT`: held for the bank. `CONFIRMED`: the house's bank has paid it. `FAILED`, `CANCELLED`,
     * `RETURNED`: the client's to spend again, the last one after the bank had paid it.
     */
    status: text({
      enum: ['REQUESTED', 'IN_FILE', 'SENT', 'CONFIRMED', 'FAILED', 'CANCELLED', 'RETURNED'],
    }).notNull(),
    /** What the bank shows to the receiver. */
    reference: text().notNull(),
    /** Of the form that asked for it, so that it settles once; null for a schedule, and before forms had one. */
    clientReference: text(),
    /** Of a schedule, which settles once in each; null where a person asked. */
    period: text(),
    /** Null for a schedule. */
    requestedBy: uuid(),
    requestedByName: text().notNull(),
    requestedAt: time().notNull(),
    fileId: uuid(),
    confirmedBy: uuid(),
    bankReference: text(),
    /** Why it was given back. */
    reason: text(),
    endedAt: time(),
    updatedAt: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // Once in a period, whichever worker was first.
    uniqueIndex('settlements_period').on(t.clientId, t.environment, t.period).where(sql`period is not null`),
    uniqueIndex('settlements_reference').on(t.reference),
    // Once for a form, however often it is sent.
    uniqueIndex('settlements_client_reference')
      .on(t.clientId, t.environment, t.clientReference)
      .where(sql`client_reference is not null`),
    // What counts as paid out.
    index('settlements_confirmed').on(t.clientId, t.environment).where(sql`status = 'CONFIRMED'`),
    // The operators' queue, a file's rows, and the look-up by id alone.
    index('settlements_status').on(t.environment, t.status, t.id),
    index('settlements_file').on(t.fileId).where(sql`file_id is not null`),
    index('settlements_id').on(t.id),
    check('settlements_amount', sql`${t.amountBututs} > 0`),
    check(
      'settlements_status_known',
      sql`${t.status} in ('REQUESTED','IN_FILE','SENT','CONFIRMED','FAILED','CANCELLED','RETURNED')`,
    ),
    check('settlements_in_file', sql`(${t.status} in ('REQUESTED','CANCELLED')) = (${t.fileId} is null)`),
    check('settlements_ended', sql`(${t.status} in ('REQUESTED','IN_FILE','SENT')) = (${t.endedAt} is null)`),
  ],
);

/** Every status that a settlement has had, in order, with its journal where money moved. Append-only. */
export const settlementChanges = pgTable(
  'settlement_changes',
  {
    clientId: uuid().notNull(),
    environment: environment(),
    settlementId: uuid().notNull(),
    sequence: integer().notNull(),
    fromStatus: text(),
    toStatus: text().notNull(),
    /** Null for a schedule. */
    actorId: uuid(),
    actorName: text().notNull(),
    note: text(),
    journalId: uuid(),
    at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.settlementId, t.sequence] }),
    // Of a statement's line.
    index('settlement_changes_journal').on(t.clientId, t.journalId).where(sql`journal_id is not null`),
  ],
);

/** One column of the bank's file: its name there, and what stands in it. */
export interface FileColumn {
  name: string;
  field: string;
  /** Of the field `text`: the same in every row. */
  text?: string | undefined;
}

/** Who has had a file in hand, and may have given it to the bank. */
interface Download {
  id: string;
  /** The name at that time. */
  name: string;
  at: string;
}

/** A file of settlements as the house's bank reads it. What it is made of never changes. */
export const settlementFiles = pgTable(
  'settlement_files',
  {
    id: uuid().notNull(),
    environment: environment(),
    /** `MADE`: to be sent to the bank, or discarded, which lets its settlements wait again. */
    status: text({ enum: ['MADE', 'SENT', 'DISCARDED'] }).notNull(),
    columns: jsonb().$type<FileColumn[]>().notNull(),
    count: integer().notNull(),
    sumBututs: bututs().notNull(),
    madeBy: uuid().notNull(),
    madeByName: text().notNull(),
    madeAt: time().notNull(),
    /** Each person once, the first time. None of them discards it. */
    downloads: jsonb().$type<Download[]>().notNull().default([]),
    sentBy: uuid(),
    sentByName: text(),
    /** Null before it was discarded, and for what was discarded before this was kept. */
    discardedBy: uuid(),
    discardedByName: text(),
    /** When it was sent or discarded. */
    endedAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.id] }),
    check('settlement_files_sent', sql`(${t.status} = 'SENT') = (${t.sentBy} is not null)`),
  ],
);

/** The columns of the house's bank, for each environment. */
export const settlementTemplates = pgTable(
  'settlement_templates',
  {
    environment: environment(),
    columns: jsonb().$type<FileColumn[]>().notNull(),
    changedByName: text().notNull(),
    changedAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment] })],
);
