import { whyOf } from '#lib/rails/ask-rail';
import type { CollectionView, Outcome, PayoutView } from '#lib/rails/rail';
import type { CallEnd, CallIntent, OpenCase } from '#lib/transactions/decide';
import { type Mismatch, mismatchOf } from '#lib/transactions/rail-side';
import { isSent, type Transaction } from '#lib/transactions/transaction';

// What of a rail's answer may be believed. A doubt is a fact about a payment: it ends by the rail's own record of that
// payment, or by two people with evidence, and by nothing else.

export interface Judged<T> {
  /** As far as it may be believed; the rest is `unknown`. */
  answer: Outcome<T>;
  /** What stands in our record of the call. */
  end: Omit<CallEnd, 'id'>;
  /** In what it is not about this payment. */
  mismatch?: Mismatch;
  /** Of one of another amount: the rail's name of the money that moved, which is remembered. */
  paymentReference?: string | null;
  cases: OpenCase[];
}

/** The calls that may have moved money, by what the rail is asked about it. */
export function doubtfulCall(kind: string, transaction: Transaction): CallIntent['operation'] {
  if (kind === 'start' || kind === 'reverse' || kind === 'refund') return kind;
  return isSent(transaction) ? 'send' : 'charge';
}

/** Pure: whether an answer says that no money moved, which has to be weighed against what came before. */
export function isNegative(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'refused' || outcome.kind === 'not_sent') return true;
  if (outcome.kind !== 'done') return false;
  if (outcome.value === 'float_short') return true;
  const view = viewOf(outcome.value);
  return view !== undefined && ['FAILED', 'EXPIRED', 'CANCELLED'].includes(view.news.state);
}

/**
 * Pure. What names another payment is no answer. A no, or a repeat that did not get through, counts only when no earlier
 * call may have moved the money (`inDoubt`), or when it is the rail's own record of this very payment.
 */
export function judge<T>(transaction: Transaction, outcome: Outcome<T>, inDoubt: boolean): Judged<T> {
  const isShort = outcome.kind === 'done' && outcome.value === 'float_short';
  const note = isShort ? 'Our wallet at the rail has not enough.' : whyOf(outcome);
  const end: Judged<T>['end'] = { outcome: isShort ? 'refused' : outcome.kind, note };
  const view = outcome.kind === 'done' ? viewOf(outcome.value) : undefined;
  const mismatch = view && mismatchOf(transaction, view);
  if (mismatch) {
    const why = `its ${mismatch.what} is ${mismatch.theirs}, ours is ${mismatch.ours}`;
    return {
      answer: { kind: 'unknown', why },
      end: { outcome: 'unknown', note: why },
      mismatch,
      cases: [{ kind: 'mismatch', details: { ...mismatch, ...factsOf(view) } }],
      ...(mismatch.what === 'amount' && { paymentReference: paymentOf(view) }),
    };
  }
  if (inDoubt && isNegative(outcome) && !(view && isRecordOf(transaction, view))) {
    const why = `${note ?? 'it has failed'}; but an earlier call may have been done`;
    return { answer: { kind: 'unknown', why }, end, cases: [] };
  }
  return { answer: outcome, end, cases: [] };
}

/** By our own reference, or by the name that the rail gave it in a positive answer. */
function isRecordOf({ id, railReference }: Transaction, view: CollectionView | PayoutView): boolean {
  return view.reference === id || (railReference !== null && view.railReference === railReference);
}

/** What people have to know of it beside the difference: how it stands there, and by which names. */
function factsOf(view: CollectionView | PayoutView): Record<string, string> {
  const names = { rail_reference: view.railReference, payment_reference: paymentOf(view) };
  const currency = view.currency === 'GMD' ? null : view.currency;
  const known = Object.entries({ state: view.news.state, ...names, currency }).filter(
    ([, fact]) => fact !== null,
  );
  return Object.fromEntries(known) as Record<string, string>;
}

function paymentOf(view: CollectionView | PayoutView): string | null {
  return 'paymentReference' in view ? (view.paymentReference ?? null) : null;
}

function viewOf(value: unknown): CollectionView | PayoutView | undefined {
  return typeof value === 'object' && value !== null && 'news' in value
    ? (value as CollectionView | PayoutView)
    : undefined;
}
