import { newId } from '#lib/ids';
import { formatAmount } from '#lib/money';
import type { RailCall, RailCollection, RailFacts, RailPayout } from '#lib/rails/rail';
import { seal, unseal } from '#lib/seal';
import type { Transaction } from '#lib/transactions/transaction';

/** A rail's answer is waited for so long; contract.md §4. */
export const RAIL_DEADLINE_MS = 10_000;
/** Whoever has a call in hand has it for so long; longer than the two calls that a charge takes. */
export const CALL_LEASE_MS = 30_000;

const PURPOSE = 'rail_state';

/** As much of a collection as its rail may see. */
export function toRailCollection(transaction: Transaction): RailCollection {
  const { id, amountBututs, createdAt, mobile, railReference, railStateSealed, expiresAt } = transaction;
  const railState = railStateSealed === null ? null : unseal(PURPOSE, railStateSealed);
  return { id, amountBututs, createdAt, mobile, railReference, railState, expiresAt };
}

export function toRailPayout({
  id,
  amountBututs,
  createdAt,
  mobile,
  railReference,
}: Transaction): RailPayout {
  return { id, amountBututs, createdAt, mobile, railReference };
}

export function sealRailState(railState: string): Buffer {
  return seal(PURPOSE, railState);
}

/** A call to be made now. `attemptId`: that of an earlier call, where the same is sent again. */
export function newCall(now: Date, attemptId = newId(now)): RailCall {
  return { attemptId, deadlineMs: RAIL_DEADLINE_MS, now };
}

/** Whether so much time has passed since the intent that somebody else may have taken the call over. */
export function isTooLate(call: RailCall, now: Date): boolean {
  return now.getTime() - call.now.getTime() > CALL_LEASE_MS - call.deadlineMs;
}

export interface Mismatch {
  what: 'amount' | 'currency' | 'reference' | 'rail_reference';
  ours: string;
  theirs: string;
}

/** Pure: in what a rail's word is not about this transaction, or undefined. What the rail does not say is no mismatch. */
export function mismatchOf(transaction: Transaction, facts: RailFacts): Mismatch | undefined {
  const { id, amountBututs, railReference } = transaction;
  if (facts.reference !== null && facts.reference !== id) {
    return { what: 'reference', ours: id, theirs: facts.reference };
  }
  if (railReference !== null && facts.railReference !== null && facts.railReference !== railReference) {
    return { what: 'rail_reference', ours: railReference, theirs: facts.railReference };
  }
  if (facts.amountBututs !== null && facts.amountBututs !== amountBututs) {
    return { what: 'amount', ours: formatAmount(amountBututs), theirs: formatAmount(facts.amountBututs) };
  }
  if (facts.currency !== null && facts.currency !== 'GMD') {
    return { what: 'currency', ours: 'GMD', theirs: facts.currency };
  }
  return undefined;
}
