import type { CaseRow, Proposal } from '#lib/cases/case';
import type { Environment } from '#lib/context';
import { formatAmount, parseAmount } from '#lib/money';
import { REVERSED_BY_RAIL } from '#lib/rail-work/book-payout';
import { traitsOf } from '#lib/rails/registry';
import { type Adjustment, amend, type Change, decide, type Trigger } from '#lib/transactions/decide';
import { findEdge } from '#lib/transactions/state';
import {
  type Failure,
  failure,
  isFinal,
  type Status,
  type Transaction,
  type TransactionType,
} from '#lib/transactions/transaction';

export type SettledOutcome = Proposal['outcome'];

/** Closed by two people only: what they are about is money of a client or of ours. */
const moneyKinds: readonly CaseRow['kind'][] = [
  'unknown_outcome',
  'contradiction',
  'mismatch',
  'same_payment',
  'delivered_after_failure',
  'returned',
  'double_payment',
  'amount_differs',
];

/** What a payer may have paid too much for. */
const givenBackKinds: readonly CaseRow['kind'][] = ['double_payment', 'mismatch', 'amount_differs'];

interface Subject {
  environment: Environment;
  type: TransactionType;
  status: Status;
}

/** Pure: what operators may still say became of a transaction. Nothing in the sandbox, whose outcomes are never unknown. */
export function possibleOutcomes(
  { environment, type, status }: Subject,
  { kind, is_other_amount: isOtherAmount }: Pick<CaseRow, 'kind' | 'is_other_amount'>,
): SettledOutcome[] {
  if (environment !== 'LIVE') return [];
  const isOpenCollection = type === 'collection' && status === 'PENDING';
  const isPossible: Record<SettledOutcome, boolean> = {
    // As a whole only what was paid as a whole.
    succeeded:
      !isOtherAmount && findEdge(type, status, settlementOf({ type }, 'succeeded', null).kind) !== undefined,
    failed: findEdge(type, status, settlementOf({ type }, 'failed', null).kind) !== undefined,
    // It came back, and the rail has no word for it or cannot be asked.
    reversed: findEdge(type, status, 'payout_reversed') !== undefined,
    // Paid twice, or not as it was meant: the payer gets it back out of the client's balance.
    refunded: type === 'collection' && status === 'SUCCEEDED' && givenBackKinds.includes(kind),
    adjusted: isOpenCollection || findEdge(type, status, 'adjusted') !== undefined,
    // A collection that something else was paid for ends, and the customer gets it back.
    nothing: isFinal(status) || (isOpenCollection && kind === 'mismatch'),
  };
  return (Object.keys(isPossible) as SettledOutcome[]).filter((outcome) => isPossible[outcome]);
}

/** Pure: whether one person's words end a case. Of money they do not. */
export function isClosableByOne({ kind, environment, transaction_status: status }: CaseRow): boolean {
  if (status === null) return true;
  return isFinal(status) && (environment !== 'LIVE' || !moneyKinds.includes(kind));
}

/**
 * Pure: why an adjustment of this transaction cannot be, or undefined. `outBututs`: what was adjusted out of it before;
 * `leftBututs`: what of a collection is still the client's, for what refunds gave back is taken of nobody twice.
 */
export function faultOfAdjustment(
  { type, status, amountBututs }: Pick<Transaction, 'type' | 'status' | 'amountBututs'>,
  { direction, amount, borne_by }: NonNullable<Proposal['adjustment']>,
  { outBututs, leftBututs, isOtherAmount }: { outBututs: bigint; leftBututs: bigint; isOtherAmount: boolean },
): string | undefined {
  const bututs = parseAmount(amount) ?? 0n;
  const whole = formatAmount(amountBututs);
  if (!isFinal(status)) {
    if (direction === 'out' || borne_by === 'house') {
      return `This ${type} is ${status}: what came of it is credited to the client, and nothing else can be adjusted yet.`;
    }
    if (bututs === amountBututs && !isOtherAmount)
      return `${whole} GMD is all of it: settle it as succeeded.`;
  }
  if (type === 'collection' && direction === 'out' && bututs + outBututs > amountBututs) {
    return outBututs === 0n
      ? `No more than ${whole} GMD can be taken of this collection.`
      : `No more than ${whole} GMD can be taken of this collection, and ${formatAmount(outBututs)} were.`;
  }
  if (type === 'collection' && direction === 'out' && borne_by === 'client' && bututs > leftBututs) {
    const left = formatAmount(leftBututs > 0n ? leftBututs : 0n);
    return `${left} GMD of this collection can still be taken from the client: refunds have given the rest back, or will. Let the house bear what more has left.`;
  }
  return undefined;
}

/** What goes with it: of `adjusted` the journal; of `reversed` why an operator wanted it back, if one did. */
interface Booked {
  adjustment: Adjustment | null;
  reason: string | null;
}

/** Pure: what two operators' settlement does to the transaction; null where it has no such end any more. */
export function changesOfSettlement(
  present: Transaction,
  proposal: Pick<Proposal, 'outcome' | 'rail_reference' | 'based_on'>,
  { kind, details }: Pick<CaseRow, 'kind' | 'details'>,
  { adjustment, reason }: Booked,
  now: Date,
): Change[] | null {
  const { outcome, rail_reference: railReference } = proposal;
  // The refund is a transaction of its own.
  if (outcome === 'refunded' || (outcome === 'nothing' && isFinal(present.status))) {
    // What was not paid is said to be paid no longer; what was booked of it stays said.
    const isDenied =
      outcome === 'nothing' && kind === 'delivered_after_failure' && proposal.based_on?.adjustments === 0;
    return [amend(present, isDenied ? { deliveredAfterFailure: false } : {}, now)];
  }
  const changes: Change[] = [];
  for (const trigger of triggersOf(present, outcome, railReference, details, { adjustment, reason })) {
    const before: Transaction = changes.at(-1)?.after ?? present;
    const change = decide(before, before, trigger, now);
    if ('refused' in change) return null;
    // The payment of the rail that is booked by it is booked once.
    if (adjustment && isOfPayment(present.type, adjustment)) {
      change.after.railReference ??= railReference;
      change.after.railPaymentReference ??= details.payment_reference ?? null;
    }
    changes.push(change);
  }
  return changes;
}

function triggersOf(
  present: Transaction,
  outcome: SettledOutcome,
  railReference: string | null,
  details: CaseRow['details'],
  { adjustment, reason }: Booked,
): Trigger[] {
  if (adjustment) {
    const adjusted: Trigger = { kind: 'adjusted', adjustment };
    if (isFinal(present.status)) return [adjusted];
    const came = formatAmount(adjustment.railBututs);
    return [failedBy(present, came, 'what came was credited by an adjustment'), adjusted];
  }
  if (outcome === 'nothing') {
    const came = details.what === 'amount' ? (details.theirs ?? null) : null;
    return [failedBy(present, came, 'what came goes back to the customer')];
  }
  if (outcome === 'reversed') {
    const { returnsFee } = traitsOf(present.provider);
    return [{ kind: 'payout_reversed', reason: reason ?? REVERSED_BY_RAIL, returnsFee }];
  }
  return [settlementOf(present, outcome === 'succeeded' ? 'succeeded' : 'failed', railReference)];
}

/** The edge that a settlement takes; the same as by the rail's own word. */
function settlementOf(
  { type, refundMethod = null }: Pick<Transaction, 'type'> & Partial<Pick<Transaction, 'refundMethod'>>,
  outcome: 'succeeded' | 'failed',
  railReference: string | null,
): Trigger {
  if (type === 'collection') {
    return outcome === 'succeeded'
      ? { kind: 'rail_succeeded', railReference }
      : { kind: 'rail_failed', failure: failure('PROVIDER_ERROR') };
  }
  if (refundMethod === 'reversal') {
    return outcome === 'succeeded'
      ? { kind: 'reversal_done' }
      : { kind: 'reversal_refused', failure: failure('PROVIDER_ERROR') };
  }
  return outcome === 'succeeded'
    ? { kind: 'payout_delivered', railReference }
    : { kind: 'payout_refused', failure: failure('PROVIDER_ERROR') };
}

/** A collection that was not paid as it was asked for. */
function failedBy({ amountBututs }: Transaction, came: string | null, became: string): Trigger {
  const what =
    came === null
      ? 'The customer’s payment was not the one that was asked for'
      : `The customer paid ${came} instead of ${formatAmount(amountBututs)} GMD`;
  const because: Failure = { code: 'PROVIDER_ERROR', message: `${what}; ${became}.` };
  return { kind: 'rail_failed', failure: because };
}

/** Whether it is the payment itself that is booked, and not what came back of it. */
function isOfPayment(type: TransactionType, { railBututs }: Adjustment): boolean {
  return type === 'collection' ? railBututs > 0n : railBututs < 0n;
}
