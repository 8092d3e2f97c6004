import { createHash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { Environment } from '#lib/context';
import type { AuditLine } from '#lib/ledger/audit';
import { writeJournals } from '#lib/ledger/export-journals';

export const PERIODS_KEPT = 'the journals of each closed period are those of which it kept the digest';

const NAMED = 5;

/** That the journals of each closed period, exported anew, are the bytes of which it kept the digest. */
export async function checkClosedPeriods(tx: TransactionSql): Promise<AuditLine> {
  const closes = await tx<
    { environment: Environment; first_day: string; last_day: string; digest: string }[]
  >`
    select environment, first_day::text as first_day, last_day::text as last_day, digest from period_closes`;
  const line: AuditLine = {
    invariant: 29,
    name: PERIODS_KEPT,
    rowsChecked: closes.length,
    violations: 0,
    examples: [],
  };
  for (const { environment, first_day: from, last_day: to, digest } of closes) {
    const hash = createHash('sha256');
    await writeJournals(
      { environment, from, to },
      async (text) => hash.update(text),
      (read) => read(tx),
    );
    if (hash.digest('hex') === digest) continue;
    line.violations++;
    if (line.examples.length < NAMED) line.examples.push(`${environment} ${to}`);
  }
  return line;
}
