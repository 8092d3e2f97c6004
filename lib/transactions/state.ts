import type { Posting } from '#lib/ledger/postings';
import type { Status, TransactionType } from '#lib/transactions/transaction';

/** Everything that can make a transaction move. */
export type TriggerKind =
  | 'initiated'
  | 'initiated_float_short'
  | 'rail_succeeded'
  | 'rail_failed'
  | 'rail_expired'
  | 'rail_cancelled'
  | 'cancelled_by_client'
  | 'float_funded'
  | 'payout_in_flight'
  | 'payout_delivered'
  | 'payout_refused'
  | 'payout_float_short'
  | 'payout_cancelled'
  | 'payout_reversed'
  | 'reversal_asked'
  | 'reversal_done'
  | 'reversal_refused'
  | 'adjusted';

export interface Edge {
  type: TransactionType;
  /** Null: the transaction begins here. */
  from: Status | null;
  trigger: TriggerKind;
  to: Status;
  /** The journal that goes with it, or null where no money moves. */
  posting: Posting | null;
  /** What happens to the share of the float that is set aside for payouts in flight. */
  float: 'reserve' | 'release' | 'spend' | null;
  /** What the client is told. Null: nothing that the client does not learn from the answer itself. */
  event: string | null;
}

const collection = (
  from: Status | null,
  trigger: TriggerKind,
  to: Status,
  posting: Posting | null,
  event: string | null,
): Edge => ({
  type: 'collection',
  from,
  trigger,
  to,
  posting,
  float: null,
  event,
});
const payout = (
  from: Status | null,
  trigger: TriggerKind,
  to: Status,
  posting: Posting | null,
  float: Edge['float'],
  event: string | null,
): Edge => ({
  type: 'payout',
  from,
  trigger,
  to,
  posting,
  float,
  event,
});
const refund = (
  from: Status | null,
  trigger: TriggerKind,
  to: Status,
  posting: Posting | null,
  float: Edge['float'],
  event: string | null,
): Edge => ({
  type: 'refund',
  from,
  trigger,
  to,
  posting,
  float,
  event,
});

/** Every transition there is; db/functions/10_guards.sql refuses any other. design.md §4. */
export const edges: readonly Edge[] = [
  // The customer has been asked. No money has moved.
  collection(null, 'initiated', 'PENDING', null, null),
  // The rail holds the customer's money for us: it is owed to the client, less the commission.
  collection('PENDING', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  // Nothing was charged.
  collection('PENDING', 'rail_failed', 'FAILED', null, 'payment.failed'),
  collection('PENDING', 'rail_expired', 'EXPIRED', null, 'payment.expired'),
  collection('PENDING', 'rail_cancelled', 'CANCELLED', null, 'payment.cancelled'),
  collection('PENDING', 'cancelled_by_client', 'CANCELLED', null, 'payment.cancelled'),
  // A late success: money that moved is never dropped. Credited, and flagged.
  collection('EXPIRED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  collection('CANCELLED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),
  collection('FAILED', 'rail_succeeded', 'SUCCEEDED', 'collection_settled', 'payment.succeeded'),

  // Taken from the client's balance, held until the rail's final word; the float has room for it.
  payout(null, 'initiated', 'PENDING', 'payout_accepted', 'reserve', null),
  // The same, but the float is short: the money stays held until the float is funded.
  payout(null, 'initiated_float_short', 'AWAITING_LIQUIDITY', 'payout_accepted', null, 'payout.pending'),
  payout('AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'reserve', 'payout.pending'),
  payout('AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'payout_returned', null, 'payout.failed'),
  // The rail has it, and has not said its final word: the client hears that it is under way.
  payout('PENDING', 'payout_in_flight', 'PENDING', null, null, 'payout.pending'),
  // The recipient has it: the float has paid what was held.
  payout('PENDING', 'payout_delivered', 'SUCCEEDED', 'payout_delivered', 'spend', 'payout.succeeded'),
  // Surely not paid: back to the client's balance.
  payout('PENDING', 'payout_refused', 'FAILED', 'payout_returned', 'release', 'payout.failed'),
  // The rail itself is short: still held, no longer in flight.
  payout('PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'release', 'payout.pending'),
  // Taken back from the recipient: into the float and the client's balance.
  payout('SUCCEEDED', 'payout_reversed', 'REVERSED', 'payout_reversed', null, 'payout.reversed'),
  // Accepted, and surely never sent: back to the client's balance.
  payout('PENDING', 'payout_cancelled', 'FAILED', 'payout_returned', 'release', 'payout.failed'),

  // A refund that the rail makes itself, of what it collected: taken from the client's balance, held until its final word.
  refund(null, 'reversal_asked', 'PENDING', 'refund_accepted', null, null),
  // The payer has it: what was held has left what the rail had collected.
  refund('PENDING', 'reversal_done', 'SUCCEEDED', 'refund_reversed', null, 'refund.succeeded'),
  // Surely not given back: the client's again.
  refund('PENDING', 'reversal_refused', 'FAILED', 'refund_returned', null, 'refund.failed'),
  // A refund to the payer's number goes the way of a payout, through the float of the rail that collected.
  refund(null, 'initiated', 'PENDING', 'refund_accepted', 'reserve', null),
  refund(null, 'initiated_float_short', 'AWAITING_LIQUIDITY', 'refund_accepted', null, 'refund.pending'),
  refund('AWAITING_LIQUIDITY', 'float_funded', 'PENDING', null, 'reserve', 'refund.pending'),
  refund('AWAITING_LIQUIDITY', 'payout_cancelled', 'FAILED', 'refund_returned', null, 'refund.failed'),
  refund('PENDING', 'payout_delivered', 'SUCCEEDED', 'refund_paid', 'spend', 'refund.succeeded'),
  refund('PENDING', 'payout_refused', 'FAILED', 'refund_returned', 'release', 'refund.failed'),
  refund('PENDING', 'payout_float_short', 'AWAITING_LIQUIDITY', null, 'release', 'refund.pending'),
  refund('PENDING', 'payout_cancelled', 'FAILED', 'refund_returned', 'release', 'refund.failed'),
  // Either is under way at its rail: the client hears so.
  refund('PENDING', 'payout_in_flight', 'PENDING', null, null, 'refund.pending'),

  // Money moved at the rail that no edge above can book: two operators do, by evidence. The transaction stays as it is.
  ...(['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const).map((status) =>
    collection(status, 'adjusted', status, 'adjustment', 'balance.adjusted'),
  ),
  ...(['SUCCEEDED', 'FAILED', 'REVERSED'] as const).map((status) =>
    payout(status, 'adjusted', status, 'adjustment', null, 'balance.adjusted'),
  ),
  ...(['SUCCEEDED', 'FAILED'] as const).map((status) =>
    refund(status, 'adjusted', status, 'adjustment', null, 'balance.adjusted'),
  ),
];

/** The edge that a trigger takes from here, or undefined where the table has none. */
export function findEdge(type: TransactionType, from: Status | null, trigger: TriggerKind): Edge | undefined {
  return edges.find((edge) => edge.type === type && edge.from === from && edge.trigger === trigger);
}
