import type { TransactionSql } from 'postgres';
import type { AuditLine } from '#lib/ledger/audit';
import { places, presentMark, unseal } from '#lib/seal';

const AT_ONCE = 1_000;
const NAMED = 5;

/**
 * That each answer kept for an `Idempotency-Key` is the one that was sealed for it: an answer that was exchanged with
 * another cannot be read in its place. Only with `KAIRA_SECRET`, and of what was sealed under the present one.
 */
export async function checkStoredAnswers(tx: TransactionSql): Promise<AuditLine> {
  const line: AuditLine = {
    invariant: 21,
    name: 'each stored answer is the one of its own Idempotency-Key',
    rowsChecked: 0,
    violations: 0,
    examples: [],
  };
  if (!process.env.KAIRA_SECRET) return line;
  const mark = presentMark();
  const answers = tx`
    select client_id, environment, key, response_sealed from idempotency_keys
    where response_sealed is not null and substring(response_sealed from 1 for ${mark.length}) = ${mark}`;
  for await (const rows of answers.cursor(AT_ONCE)) {
    for (const row of rows) {
      line.rowsChecked++;
      try {
        unseal(places.answer(row.client_id, row.environment, row.key), row.response_sealed);
      } catch {
        line.violations++;
        if (line.examples.length < NAMED)
          line.examples.push(`${row.client_id}/${row.environment}/${row.key}`);
      }
    }
  }
  return line;
}
