import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AuditLine } from '#lib/ledger/audit';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Each time that an operator had the books recounted, and what was found. */
export const ledgerAudits = pgTable('ledger_audits', {
  id: uuid().primaryKey(),
  startedBy: uuid().notNull(),
  startedByName: text().notNull(),
  startedAt: time().notNull(),
  /** When the process that counts last wrote here: one that died stops writing. */
  seenAt: time().notNull(),
  finishedAt: time(),
  checksTotal: integer().notNull(),
  /** Grows with each check. */
  lines: jsonb().$type<AuditLine[]>().notNull().default([]),
  /** Why it could not be finished. */
  error: text(),
});
