import { invariant } from '#lib/errors';
import { CLOSE_AFTER_MS, UNOPENED_MS } from '#lib/rail-work/timetable';
import { type Change, decide } from '#lib/transactions/decide';
import type { Transaction } from '#lib/transactions/transaction';

/** The change with which a collection begins, whoever asked for it. */
export function beginCollection(draft: Transaction): Change {
  const change = decide(null, draft, { kind: 'initiated' }, draft.createdAt);
  invariant(!('refused' in change), 'a collection can begin');
  if (draft.environment === 'SANDBOX') return change;
  // Should its rail never open it.
  const expiresAt = new Date(draft.createdAt.getTime() + UNOPENED_MS);
  change.after.expiresAt = expiresAt;
  const closesAt = new Date(expiresAt.getTime() + CLOSE_AFTER_MS);
  return { ...change, operations: [{ kind: 'close', runAt: closesAt }] };
}
