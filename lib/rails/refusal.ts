import type { Outcome } from '#lib/rails/rail';
import { type FailureCode, failure } from '#lib/transactions/transaction';

/** The rail said no, and no money moved. `why` is what it said itself, for operators. */
export function refused(code: FailureCode, why?: string): Extract<Outcome<never>, { kind: 'refused' }> {
  return { kind: 'refused', failure: failure(code), ...(why !== undefined && { why }) };
}
