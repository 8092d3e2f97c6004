import { sqlClient } from '#db/client';
import { type CaseRow, caseColumns, caseNotFound, withTransaction } from '#lib/cases/case';
import { isUuid } from '#lib/ids';

/** Throws `NOT_FOUND`. */
export async function getCaseRow(id: string): Promise<CaseRow> {
  const [row] = isUuid(id)
    ? await sqlClient()<
        CaseRow[]
      >`select ${caseColumns()} from cases c ${withTransaction()} where c.id = ${id}`
    : [];
  if (row === undefined) throw caseNotFound();
  return row;
}
