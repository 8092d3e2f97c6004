import type { cases } from '#db/schema/cases';
import type { railCalls, railOperations } from '#db/schema/rail-operations';
import { floatOwner } from '#lib/ledger/accounts';
import { type Entry, entriesOf, type FeePosting, feeEntriesOf } from '#lib/ledger/postings';
import { commissionOf, formatAmount } from '#lib/money';
import type { CollectionNews } from '#lib/rails/rail';
import { type Edge, findEdge, type TriggerKind } from '#lib/transactions/state';
import {
  bookedFee,
  type Failure,
  failure,
  isFinal,
  isMoved,
  isSent,
  type Transaction,
} from '#lib/transactions/transaction';

export type Trigger =
  | {
      kind: Exclude<
        TriggerKind,
        | 'rail_succeeded'
        | 'rail_failed'
        | 'payout_refused'
        | 'reversal_refused'
        | 'payout_cancelled'
        | 'payout_reversed'
        | 'payout_in_flight'
        | 'payout_delivered'
        | 'adjusted'
      >;
    }
  /** The rail's own name for it, where it told one. */
  | { kind: 'payout_in_flight'; railReference?: string | null }
  /** `paymentReference`: its name for the money that moved. */
  | {
      kind: 'rail_succeeded';
      railReference?: string | null;
      paymentReference?: string | null;
      feeBututs?: bigint | null;
    }
  | { kind: 'rail_failed' | 'payout_refused' | 'payout_cancelled' | 'reversal_refused'; failure: Failure }
  /** `feeBututs`: what the rail says that it took, where it says it. */
  | { kind: 'payout_delivered'; railReference: string | null; feeBututs?: bigint | null | undefined }
  | { kind: 'payout_reversed'; reason: string; returnsFee?: boolean }
  | { kind: 'adjusted'; adjustment: Adjustment };

/** What two operators book by hand. */
export interface Adjustment {
  id: string;
  caseId: string;
  /** What came to the rail's wallet; below zero: what has left it. */
  railBututs: bigint;
  /** Whose it is: the client's balance, or the house's losses. */
  borneBy: 'client' | 'house';
  /** What the client is told. */
  reason: string;
  evidence: string;
  proposedByName: string;
  confirmedByName: string;
}

/** What is still to be done with a rail; db/schema/rail-operations.ts says what each is. */
export type OperationKind = (typeof railOperations.$inferSelect)['kind'];

export type CaseKind = (typeof cases.$inferSelect)['kind'];

/** What a person has to look at. */
export interface OpenCase {
  kind: CaseKind;
  /** What is known, for people; amounts as decimal strings, no secret. */
  details: Record<string, string | null>;
  /** Only if another attempt of the same reference was paid. */
  ifReferencePaid?: true;
}

/** The intent to call a live rail, which is committed before the call. */
export interface CallIntent {
  id: string;
  /** The rail's idempotency key, where it has one. */
  key?: string;
  /** The wallet that is asked. */
  connectionId?: string | null;
  operation: (typeof railCalls.$inferSelect)['operation'];
  /** Why it is made, where that is not plain. */
  note?: string | undefined;
}

/** How a call ended. */
export interface CallEnd {
  id: string;
  outcome: 'done' | 'refused' | 'not_sent' | 'unknown';
  note?: string | undefined;
}

/** What is booked of a rail's fee, at the house's expense. */
export interface FeeChange {
  posting: FeePosting;
  entries: Entry[];
  /** As `railFeeBututs` then stands. */
  railFeeBututs: bigint;
  /** How much more leaves the wallet than was set aside for it: only where there is as much. */
  overBututs: bigint;
  from: 'float' | 'collections';
  /** What is booked where there is not, the rest being left to reconciliation; left out: nothing of the change is. */
  otherwise?: { railFeeBututs: bigint; entries: Entry[] };
}

/** Everything that one transition does, decided without touching anything. */
export interface Change {
  trigger: TriggerKind | 'amended';
  /** The transaction as it will stand. */
  after: Transaction;
  /** What it was decided on; null where the transaction begins. */
  before: Transaction | null;
  journal: { kind: string; entries: Entry[] } | null;
  fee?: FeeChange;
  float: { clientId: string; account: string; reserveBututs: bigint; spendBututs: bigint } | null;
  /** What was collected at the rail may cover what the float lacks: both lie in one wallet. */
  coverFloat?: boolean;
  /** Taken from `available`, and checked under its lock. */
  debitAvailableBututs: bigint | null;
  adjustment?: Adjustment;
  event: string | null;
  /** With a lease token, the caller itself does it at once, and nobody else until `runAt`. */
  operations: { kind: OperationKind; runAt: Date; leaseToken?: string }[];
  /** Those that are no longer wanted; `true` for all. Dropped before the new ones are put in. */
  dropOperations: boolean | OperationKind[];
  call?: CallIntent;
  callEnd?: CallEnd;
  /** The case that this settles, and who decided it. */
  closeCase?: { id: string; closedBy: string; closedByName: string; resolution: string };
  /** What is no case any more, because the rail has said what became of it. */
  closeCases?: { kinds: CaseKind[]; resolution: string };
  openCases?: OpenCase[];
}

/** Why nothing happens: the trigger has no edge from here. */
export interface Refusal {
  refused: 'no_such_transition';
}

/** A rail may be asked to take a completed payout back within this time; spec.md "Limits". What it does by itself has no limit. */
export const REVERSAL_WINDOW_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Pure: what a trigger does to a transaction at `now`, by the transition table. `before` is null for a transaction
 * that begins; `draft` then carries its facts.
 */
export function decide(
  before: Transaction | null,
  draft: Transaction,
  trigger: Trigger,
  now: Date,
): Change | Refusal {
  const edge = findEdge(draft.type, before?.status ?? null, trigger.kind);
  if (edge === undefined || !isOfMethod(edge, draft)) return { refused: 'no_such_transition' };

  const after: Transaction = {
    ...draft,
    status: edge.to,
    version: before === null ? 1 : before.version + 1,
    updatedAt: now,
    failureCode: 'failure' in trigger ? trigger.failure.code : null,
    failureMessage: 'failure' in trigger ? trigger.failure.message : null,
  };
  if (trigger.kind === 'adjusted') return adjust(draft, edge, trigger.adjustment, now);
  // A reversal keeps the day on which the payout completed; a late success completes anew.
  if (isFinal(edge.to) && trigger.kind !== 'payout_reversed') after.completedAt = now;
  if (edge.posting === 'collection_settled') {
    after.commissionBututs = commissionOf(draft.amountBututs, draft.commissionBps);
    after.late = before !== null && isFinal(before.status);
  }
  // What the rail sends back into the queue keeps its age.
  if (edge.to === 'AWAITING_LIQUIDITY') after.heldSince = draft.heldSince ?? now;
  if ('paymentReference' in trigger) after.railPaymentReference = trigger.paymentReference ?? null;
  if ('railReference' in trigger) after.railReference = trigger.railReference ?? draft.railReference;
  if (trigger.kind === 'payout_reversed') {
    after.reversedAt = now;
    after.reversalReason = trigger.reason;
  }

  const amount = draft.amountBututs;
  const aside = amount + draft.railFeeBututs;
  const float = {
    reserve: { reserveBututs: aside, spendBututs: 0n },
    release: { reserveBututs: -aside, spendBututs: 0n },
    spend: { reserveBututs: -aside, spendBututs: amount },
  };
  const fee = feeOf(draft, edge, trigger);
  if ('feeBututs' in trigger) after.railFeeToldBututs = trigger.feeBututs ?? null;
  if (fee) after.railFeeBututs = fee.railFeeBututs;
  return {
    trigger: trigger.kind,
    before,
    after,
    journal: edge.posting && { kind: edge.posting, entries: entriesOf(edge.posting, draft) },
    ...(fee && fee.entries.length > 0 && { fee }),
    ...(draft.environment === 'LIVE' ? casesOf(edge, draft) : {}),
    float: edge.float && floatOf(draft, float[edge.float]),
    debitAvailableBututs: edge.from === null && edge.posting !== null ? amount : null,
    event: edge.event,
    operations: [],
    dropOperations: isFinal(edge.to),
  };
}

const settles = new Set<Edge['posting']>([
  'collection_settled',
  'payout_delivered',
  'refund_reversed',
  'refund_paid',
]);

/**
 * What is booked of the rail's fee: once, with the money that it is for. What the rail itself says goes before the tariff;
 * what cannot be a fee of this amount is left to reconciliation.
 */
function feeOf(draft: Transaction, edge: Edge, trigger: Trigger): FeeChange | null {
  const { amountBututs, railFeeBututs: expected } = draft;
  if (draft.environment !== 'LIVE') return null;
  if (trigger.kind === 'payout_reversed') {
    return trigger.returnsFee ? feeChange(draft, 'rail_fee_returned', -expected, 0n) : null;
  }
  if (!settles.has(edge.posting)) return null;
  const told = 'feeBututs' in trigger ? (trigger.feeBututs ?? expected) : expected;
  const fee = told >= -amountBututs && told <= amountBututs ? told : expected;
  const change = feeChange(draft, 'rail_fee', fee, fee);
  // A collection's fee comes out of what it brings; of what is sent, the tariff's share was set aside.
  if (!isSent(draft) || fee <= expected) return change;
  const entries = expected === 0n ? [] : feeEntriesOf(draft, expected);
  return { ...change, overBututs: fee - expected, otherwise: { railFeeBututs: expected, entries } };
}

function feeChange(
  draft: Transaction,
  posting: FeePosting,
  bututs: bigint,
  railFeeBututs: bigint,
): FeeChange {
  const entries = bututs === 0n ? [] : feeEntriesOf(draft, bututs);
  return { posting, entries, railFeeBututs, overBututs: 0n, from: isSent(draft) ? 'float' : 'collections' };
}

/** A refund takes the edges of its own method only: what a rail gives back itself never touches a float. */
function isOfMethod({ trigger }: Edge, { refundMethod }: Transaction): boolean {
  if (refundMethod === null || trigger === 'payout_in_flight' || trigger === 'adjusted') return true;
  return trigger.startsWith('reversal_') === (refundMethod === 'reversal');
}

/** Pure: a change of facts that is no change of status, such as a one-time password that was tried. */
export function amend(before: Transaction, facts: Partial<Transaction>, now: Date): Change {
  return {
    trigger: 'amended',
    before,
    after: { ...before, ...facts, version: before.version + 1, updatedAt: now },
    journal: null,
    float: null,
    debitAvailableBututs: null,
    event: null,
    operations: [],
    dropOperations: false,
  };
}

/**
 * Pure: what a rail took for a transaction is booked anew, as its own statement has it; null where that is booked already,
 * or nothing was moved that it could be for. `isAdjusted`: two operators have booked what moved of it.
 */
export function correctFee(
  before: Transaction,
  feeBututs: bigint,
  now: Date,
  { isAdjusted = false } = {},
): Change | null {
  const hasMoved = isMoved(before) || (isAdjusted && isFinal(before.status));
  const more = feeBututs - bookedFee(before);
  if (before.environment !== 'LIVE' || !hasMoved || more === 0n) return null;
  const fee = feeChange(before, 'rail_fee_corrected', more, feeBututs);
  const change = amend(before, { railFeeBututs: feeBututs, railFeeToldBututs: feeBututs }, now);
  return { ...change, fee: { ...fee, overBututs: more > 0n ? more : 0n } };
}

/** The trigger that a rail's word on a collection is, or null while it has not decided. */
export function triggerOf(
  news: CollectionNews,
  railReference: string | null = null,
  paymentReference: string | null = null,
  feeBututs: bigint | null = null,
): Trigger | null {
  switch (news.state) {
    case 'PENDING':
      return null;
    case 'SUCCEEDED':
      return { kind: 'rail_succeeded', railReference, paymentReference, feeBututs };
    case 'FAILED':
      return { kind: 'rail_failed', failure: news.failure };
    case 'EXPIRED':
      return { kind: 'rail_expired' };
    case 'CANCELLED':
      return { kind: 'rail_cancelled' };
  }
}

export function otpAttemptsExceeded(): Trigger {
  return { kind: 'rail_failed', failure: failure('OTP_ATTEMPTS_EXCEEDED') };
}

/** An outcome that is known is no case any more, and a reference that was paid twice is one. */
function casesOf(
  edge: Edge,
  { amountBututs, clientReference }: Transaction,
): Pick<Change, 'closeCases' | 'openCases'> {
  if (!isFinal(edge.to)) return {};
  const kinds: CaseKind[] = ['unknown_outcome'];
  if (edge.to === 'SUCCEEDED') kinds.push('contradiction');
  if (edge.to === 'REVERSED') kinds.push('returned');
  const closeCases = { kinds, resolution: `The rail said what became of it: ${edge.to}.` };
  if (edge.posting !== 'collection_settled') return { closeCases };
  const details = { client_reference: clientReference, amount: formatAmount(amountBututs) };
  const openCases: OpenCase[] = [{ kind: 'double_payment', details, ifReferencePaid: true }];
  return { closeCases, openCases };
}

/** Money that moved at the rail beside what the transaction is about: the transaction itself stays what it was. */
function adjust(before: Transaction, edge: Edge, adjustment: Adjustment, now: Date): Change {
  const { railBututs, borneBy } = adjustment;
  const isOut = railBututs < 0n;
  const fromFloat = isSent(before);
  const after = { ...before, version: before.version + 1, updatedAt: now };
  if (fromFloat && isOut && before.status === 'FAILED') after.deliveredAfterFailure = true;
  return {
    trigger: edge.trigger,
    before,
    after,
    journal: { kind: 'adjustment', entries: entriesOf(edge.posting ?? 'adjustment', before, adjustment) },
    float: fromFloat && isOut ? floatOf(before, { reserveBututs: 0n, spendBututs: -railBututs }) : null,
    debitAvailableBututs: borneBy === 'client' && isOut ? -railBututs : null,
    event: borneBy === 'client' ? edge.event : null,
    operations: [],
    dropOperations: false,
    adjustment,
  };
}

function floatOf(
  { environment, clientId, provider }: Transaction,
  share: { reserveBututs: bigint; spendBututs: bigint },
): NonNullable<Change['float']> {
  return { clientId: floatOwner(environment, clientId), account: `rail_float:${provider}`, ...share };
}
