import { formatAmount } from '#lib/money';
import type { RailCollection, RailFacts, RailPayout, RailRefund } from '#lib/rails/rail';
import { places, seal, unseal } from '#lib/seal';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** As much of a collection as its rail may see. */
export function toRailCollection(transaction: Transaction): RailCollection {
  const { id, railStateSealed, expiresAt } = transaction;
  const railState = railStateSealed === null ? null : unseal(places.railState(id), railStateSealed);
  return { ...toRailPayout(transaction), railState, expiresAt };
}

export function toRailPayout(transaction: Transaction): RailPayout {
  const { id, amountBututs, createdAt, mobile, railReference, scenario, status } = transaction;
  const endedAs = isFinal(status) ? status : null;
  return { id, amountBututs, createdAt, mobile, railReference, scenario, endedAs };
}

export function toRailRefund(
  { id, amountBututs, createdAt }: Transaction,
  collection: Transaction,
): RailRefund {
  return { id, amountBututs, createdAt, collection: toRailCollection(collection) };
}

export function sealRailState(transactionId: string, railState: string): Buffer {
  return seal(places.railState(transactionId), railState);
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
