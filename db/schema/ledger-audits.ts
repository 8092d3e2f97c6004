import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AuditLine } from '#lib/ledger/audit';

const time = () => timestamp({ withTimezone: true, precision: 3 });

/** Each time that the books were recounted, and what was found. */
export const ledgerAudits = pgTable('ledger_audits', {
  id: uuid().primaryKey(),
  /** Null: `npm run audit`. */
  startedBy: uuid(),
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
