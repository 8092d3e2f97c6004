import type { Bututs } from '#lib/money';
import type { Failure } from '#lib/transactions/transaction';

export type Style = 'redirect' | 'otp' | 'card';

/** Facts of a rail that do not depend on the environment. */
export interface RailTraits {
  provider: string;
  /** For people, until an admin gives it another; as is its colour, `#rrggbb`. */
  name: string;
  colour: string;
  style: Style;
  /** Whether a collection's state can be asked for; the card rail only tells by notice, and once at the end. */
  pollable: boolean;
  /**
   * How a payout whose answer was lost is settled: `by_key`: the rail does a key once, so it is sent again with the
   * same key after a look-up; `never`: the rail has no key and no reference of ours, so only a person with evidence.
   */
  payoutRepeat: 'by_key' | 'never';
  /** Whether what is collected lies in the very wallet that payouts leave from. */
  oneWallet: boolean;
  /** Whether its fee comes back with what it takes back itself: a payout, or the whole of a collection. */
  returnsFee: boolean;
}

/** What the customer has to do next. */
export type NextStep =
  | { type: 'redirect'; url: string }
  | { type: 'submit_otp'; otpLength: number }
  | { type: 'show_card_page'; url: string };

/** A collection as the rail has opened it. */
export interface CollectionOpening {
  /** Null where the rail names it only when the money moves. */
  railReference: string | null;
  step: NextStep;
  /** Null: the rail never times it out. */
  expiresAt: Date | null;
  /** When it will have an outcome by itself, where that is known; only the simulator knows. */
  decidedAt: Date | null;
  /** What the rail wants to be told again, such as a token; kept sealed. */
  railState?: string;
}

/** When a rail is going to say something else, where that is known; only the simulator knows. */
interface Again {
  againInMs?: number | undefined;
}

/** The rail's word on a collection. */
export type CollectionNews = Again &
  (
    | { state: 'PENDING' }
    | { state: 'SUCCEEDED' }
    | { state: 'FAILED'; failure: Failure }
    | { state: 'EXPIRED' }
    | { state: 'CANCELLED' }
  );

/** What a rail says a payment is about. Null: it does not say. */
export interface RailFacts {
  railReference: string | null;
  /** Our transaction's id. */
  reference: string | null;
  amountBututs: Bututs | null;
  currency: string | null;
  /** What it takes for the movement, at our expense; left out or null where it does not say. */
  feeBututs?: Bututs | null;
}

/** A collection as it stands in the rail's own books. */
export interface CollectionView extends RailFacts {
  news: CollectionNews;
  /** The rail's name of the money that moved, where it is another than that of the session. */
  paymentReference?: string | null;
}

/** A payout as it stands in the rail's own books. */
export interface PayoutView extends RailFacts {
  news: Again &
    (
      | { state: 'PENDING' }
      | { state: 'SUCCEEDED' }
      | { state: 'FAILED'; failure: Failure }
      | { state: 'REVERSED' }
    );
}

/** A collection as a rail may look at it: no client, no ledger. */
export interface RailCollection {
  id: string;
  amountBututs: Bututs;
  createdAt: Date;
  mobile: string | null;
  railReference: string | null;
  /** What the rail gave us to tell it again, unsealed. */
  railState: string | null;
  /** When it stops taking money. */
  expiresAt: Date | null;
  /** What the simulator is to do with it (scenarios.ts); always null in live. */
  scenario: string | null;
  /** The status that it has ended with for us, which only the simulator asks for. */
  endedAs: string | null;
}

export interface RailPayout {
  id: string;
  amountBututs: Bututs;
  createdAt: Date;
  mobile: string | null;
  railReference: string | null;
  scenario: string | null;
  endedAs: string | null;
}

/** A refund that its rail makes itself, of a collection of that rail. */
export interface RailRefund {
  id: string;
  amountBututs: Bututs;
  createdAt: Date;
  collection: RailCollection;
}

/** `done`: the payer has it, or is surely going to. `pending`: it is asked again, from `decidedAt` on where that is known. */
export type RefundNews = { state: 'done' } | { state: 'pending'; decidedAt: Date | null };

/** Whom a payout would pay. */
export interface RailRecipient {
  mobile: string;
  /** Who should have the number. */
  name: string;
  amountBututs: Bututs;
}

/** What a call goes by. */
export interface RailCall {
  /** Ours, committed before the call: the rail's idempotency key where it has one. */
  key: string;
  /** The call ends by then, whatever the rail does. */
  deadlineMs: number;
  now: Date;
}

/**
 * Every remote call ends in exactly one of these. `refused`: the rail said no, no money moved. `not_sent`: the rail
 * surely received nothing. `unknown` never becomes a failure and is never blindly repeated. `why` is for people, and
 * never holds a secret.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; failure: Failure; why?: string }
  | { kind: 'not_sent'; why: string }
  | { kind: 'unknown'; why: string };

/** What a notice of a rail says, after its signature was verified. */
export interface RailNotice extends RailFacts {
  /** The same for each repeat of a notice. */
  dedupeId: string;
  /** `none`: a notice that is about no payment of ours, such as a test. */
  of: 'collection' | 'payout' | 'none';
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'REVERSED';
  failure?: Failure;
  /** As of a `CollectionView`. */
  paymentReference?: string | null;
}

/** A line of a rail's own statement. */
export interface StatementLine {
  railReference: string;
  reference: string | null;
  kind: 'collection' | 'payout' | 'reversal';
  amountBututs: Bututs;
  /** What the rail took for it, or gave back with a reversal; null where the statement does not say. */
  feeBututs: Bututs | null;
  currency: string;
  mobile: string | null;
  at: Date;
}

export type RecipientCheck = 'MATCH' | 'PARTIAL' | 'NO_MATCH' | 'UNAVAILABLE';

export type CollectionClosing = 'closed' | 'already_paid' | 'still_open';

/**
 * What a rail does. A method that is missing is something that the rail cannot do.
 * A rail holds no database and no money logic: it gets facts and returns facts.
 */
export interface Rail {
  readonly traits: RailTraits;

  /** Asks what became of a collection. A rail that is not pollable is asked at its end only, or when it is said to be paid. */
  fetchCollection?(collection: RailCollection, call: RailCall): Promise<Outcome<CollectionView | 'absent'>>;
  /** Forwards the customer's one-time password, which is kept nowhere. What is done may then be charged. */
  confirmOtp?(
    collection: RailCollection,
    otp: string,
    call: RailCall,
  ): Promise<Outcome<{ railState: string | null } | 'wrong_otp' | 'otp_expired'>>;
  /** Takes the money that `confirmOtp` gave leave for. Called once for a collection, and never again. */
  charge?(collection: RailCollection, call: RailCall): Promise<Outcome<CollectionView>>;
  /** Sends a new one-time password; the tries are not refilled. */
  resendOtp?(collection: RailCollection, call: RailCall): Promise<Outcome<{ railState: string | null }>>;
  /** Gives back the leave to charge, so that nobody can use it again. Repeated until it is done. */
  revoke?(collection: RailCollection, call: RailCall): Promise<Outcome<'revoked'>>;
  /**
   * Ends a session, so that nobody can pay any more. Called before a collection is expired or cancelled.
   * `still_open`: not paid so far, but this rail ends it only by itself, at its own time.
   */
  closeCollection?(collection: RailCollection, call: RailCall): Promise<Outcome<CollectionClosing>>;

  /** Opens a collection. Safe to repeat where `resumeCollection` is missing: nobody knows what was opened before. */
  startCollection?(
    collection: RailCollection,
    links: { success: string; error: string },
    call: RailCall,
  ): Promise<Outcome<CollectionOpening>>;
  /** What a start opened whose answer was lost. */
  resumeCollection?(
    collection: RailCollection,
    call: RailCall,
  ): Promise<Outcome<CollectionOpening | 'absent'>>;
  /** `float_short`: our own wallet at the rail has not enough; nothing was paid. */
  sendPayout?(payout: RailPayout, call: RailCall): Promise<Outcome<PayoutView | 'float_short'>>;
  fetchPayout?(payout: RailPayout, call: RailCall): Promise<Outcome<PayoutView | 'absent'>>;
  /** Whether the rail knows the number by this name; moves nothing. `UNAVAILABLE`: it does not know any. */
  checkRecipient?(recipient: RailRecipient, call: RailCall): Promise<Outcome<RecipientCheck>>;
  /** Takes a payout back. A rail that does so once by key or id may be asked again. */
  reversePayout?(payout: RailPayout, call: RailCall): Promise<Outcome<'reversed'>>;
  /**
   * Which part of a collection the rail gives back itself, where it gives any: all that was paid, all that is left of
   * it, or any part. Anything else goes by a payout to the payer's number.
   */
  reverses?: 'whole' | 'rest' | 'any';
  /** Gives a collection, or the part of it, back to whoever paid it: once, however often it is asked for a refund. */
  refundCollection?(refund: RailRefund, call: RailCall): Promise<Outcome<RefundNews>>;
  /** What our wallet at the rail holds. */
  fetchFloat?(call: RailCall): Promise<Outcome<Bututs>>;
  /** Whether the rail answers at all; moves nothing. */
  probe?(call: RailCall): Promise<Outcome<'up'>>;
  /** The rail's own record of a day (Banjul, UTC). */
  fetchStatement?(day: string, call: RailCall): Promise<Outcome<StatementLine[]>>;
  /** Pure: verifies the raw bytes and reads them. `stale`: signed rightly, but too long ago. */
  readNotice?(
    raw: Uint8Array,
    headers: Headers,
    now: Date,
  ): RailNotice | 'bad_signature' | 'stale' | 'unreadable';
}

/** One rail: its folder's `index.ts` exports one, and `registry.ts` has one line for it. */
export interface RailDefinition {
  traits: RailTraits;
  collects: boolean;
  paysOut: boolean;
  sandbox(options: SandboxOptions): Rail;
  live?: LiveConnector;
}

export interface SandboxOptions {
  /** Where the simulator's pages are. */
  baseUrl: string;
  /** How long after its start a magic amount resolves by itself. */
  resolveMs: number;
}

/** How a rail is reached over the wire. */
export interface LiveConnector {
  /** What has to be known of it, by name; all of it, or the rail is not connected. */
  fields: Readonly<Record<string, LiveField>>;
  /** Pure: the rail with these values, of which each was given. */
  connect(values: Readonly<Record<string, string>>, options: LiveOptions): Rail;
}

export interface LiveField {
  label: string;
  kind: 'url' | 'text' | 'secret' | 'secrets';
  /** With another value it is another wallet. */
  namesWallet?: true;
}

export interface LiveOptions {
  /** Our own public address, for what calls or leads back. */
  baseUrl: string;
  /** Where this rail sends its notices. */
  notifyUrl: string;
}
