import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** A file of payouts that was uploaded, checked and, once confirmed, is paid row by row by a worker. */
export const payoutBatches = pgTable(
  'payout_batches',
  {
    clientId: uuid().notNull(),
    environment: text({ enum: ['SANDBOX', 'LIVE'] }).notNull(),
    /** UUIDv7: newest first is `id desc`. */
    id: uuid().notNull(),
    fileName: text().notNull(),
    provider: text().notNull(),
    /**
     * `CHECKED`: nothing has moved; waits to be confirmed or discarded. `RUNNING`: a worker pays the good rows in
     * order. `DONE`: each of them has its outcome. `STOPPED`: the rest is not paid. `DISCARDED`: never confirmed.
     */
    status: text({ enum: ['CHECKED', 'RUNNING', 'DONE', 'STOPPED', 'DISCARDED'] }).notNull(),
    rowsTotal: integer().notNull(),
    /** Rows without a fault, and their sum. */
    rowsGood: integer().notNull(),
    goodBututs: bigint({ mode: 'bigint' }).notNull(),
    /** Of the good rows, those that became a payout and those that were refused when their turn came. */
    rowsAccepted: integer().notNull().default(0),
    rowsRefused: integer().notNull().default(0),
    /** Grows with each row that is mended, so that nobody confirms what they have not seen. */
    version: integer().notNull().default(0),
    createdBy: uuid().notNull(),
    confirmedBy: uuid(),
    createdAt: time().notNull(),
    confirmedAt: time(),
    finishedAt: time(),
    /** When what stood in its faulty rows was forgotten. */
    faultsForgottenAt: time(),
    /** While `RUNNING`: when a worker should look; while it is worked on, when the lease ends. */
    runAt: time(),
    leaseToken: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.environment, t.id] }),
    // What a worker claims next.
    index('payout_batches_due').on(t.runAt).where(sql`status = 'RUNNING'`),
    // Whose faulty rows are still to be forgotten.
    index('payout_batches_remembered')
      .on(t.finishedAt)
      .where(sql`finished_at is not null and faults_forgotten_at is null`),
    check('payout_batches_running', sql`(${t.status} = 'RUNNING') = (${t.runAt} is not null)`),
    check('payout_batches_rows', sql`${t.rowsAccepted} + ${t.rowsRefused} <= ${t.rowsGood}`),
  ],
);

/** One line of such a file. What became of its payout stands in `transactions`. */
export const payoutBatchRows = pgTable(
  'payout_batch_rows',
  {
    clientId: uuid().notNull(),
    batchId: uuid().notNull(),
    /** In the file, whose first line is 1. */
    line: integer().notNull(),
    /** As they stand in the file, the number in the form +220…; cut, where they are too long to be right. */
    reference: text().notNull(),
    mobile: text().notNull(),
    amount: text().notNull(),
    name: text(),
    /** Where the file names a rail; null: the batch's. Of a row that is bad it may be a text that names none. */
    provider: text(),
    /** What the client writes beside it; goes into the payout's metadata. */
    note: text(),
    /** Null where the amount cannot be read. */
    amountBututs: bigint({ mode: 'bigint' }),
    /**
     * `BAD`: has a fault and is never paid. `READY`: waits for its turn. `ACCEPTED`: became the payout
     * `transactionId`. `REFUSED`: was not accepted when its turn came; no money moved.
     */
    status: text({ enum: ['BAD', 'READY', 'ACCEPTED', 'REFUSED'] }).notNull(),
    /** Why it is bad or was refused. */
    reason: text(),
    /** What a person should look at before confirming. */
    warning: text(),
    /** What the rail said of the name (lib/payout-batches/check-names.ts); null: it was not asked, or not yet. */
    nameCheck: text({ enum: ['MATCH', 'PARTIAL', 'NO_MATCH', 'UNAVAILABLE'] }),
    transactionId: uuid(),
    /** A person took it out before the file was confirmed: it is `BAD` for ever. */
    removedAt: time(),
  },
  (t) => [
    // The rows of a batch in the order of the file.
    primaryKey({ columns: [t.clientId, t.batchId, t.line] }),
    check('payout_batch_rows_accepted', sql`(${t.status} = 'ACCEPTED') = (${t.transactionId} is not null)`),
    check('payout_batch_rows_amount', sql`${t.status} = 'BAD' or ${t.amountBututs} > 0`),
  ],
);
