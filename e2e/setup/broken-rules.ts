import type { Sql } from 'postgres';
import { type AuditLine, auditLedger } from '#lib/ledger/audit';
import { ACTED, FUNDED } from '#lib/ledger/fact-checks';

/**
 * What an audit finds broken of books that were made by people without a row (people.ts), whom nobody finds, and with
 * floats that no operator has booked.
 */
export async function brokenRules(sql: Sql, now?: Date): Promise<AuditLine[]> {
  return (await auditLedger(sql, { ...(now && { now }) })).filter(
    ({ name, violations }) => violations > 0 && name !== ACTED && name !== FUNDED,
  );
}
