import { openCaseOf } from '#lib/cases/open-case';
import { timetable } from '#lib/rail-work/timetable';
import type { OperationKind } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

/** Opens the case of what a rail was asked and never told the end of, unless the end has become known meanwhile. */
export function openDoubt(transaction: Transaction, now: Date, kind: OperationKind): Promise<void> {
  const { type } = transaction;
  const what = type === 'collection' && kind === 'charge' ? 'charge' : type;
  const reason = timetable[kind].reason ?? 'The rail has not said what became of it.';
  return openCaseOf('unknown_outcome', transaction, { what, reason }, now);
}
