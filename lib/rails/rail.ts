import type { Bututs } from '#lib/money';
import type { Failure } from '#lib/transactions/transaction';

export type Style = 'redirect' | 'otp' | 'card';

/** Facts of a rail that do not depend on the environment. */
export interface RailTraits {
  provider: string;
  style: Style;
  /** Whether a collection's state can be asked for; the card rail only tells by notice. */
  pollable: boolean;
}

/** What the rail has to know to take a customer's money. */
export interface CollectionIntent {
  transactionId: string;
  amountBututs: Bututs;
  mobile: string | null;
}

/** What the customer has to do next. */
export type NextStep =
  | { type: 'redirect'; url: string }
  | { type: 'submit_otp'; otpLength: number }
  | { type: 'show_card_page'; url: string };

/** A collection as the rail has opened it. */
export interface CollectionOpening {
  railReference: string;
  step: NextStep;
  /** Null: the rail never times it out. */
  expiresAt: Date | null;
  /** When the rail will send its notice by itself, where that is known. */
  noticeAt: Date | null;
}

/** The rail's word on a collection. */
export type CollectionNews =
  | { state: 'PENDING' }
  | { state: 'SUCCEEDED' }
  | { state: 'FAILED'; failure: Failure }
  | { state: 'EXPIRED' }
  | { state: 'CANCELLED' };

/** A collection as a rail may look at it: no customer, no client, no ledger. */
export interface RailCollection {
  id: string;
  amountBututs: Bututs;
  createdAt: Date;
}

/**
 * Every remote call ends in exactly one of these. `unknown` never becomes a failure and is never blindly repeated.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'not_sent' }
  | { kind: 'unknown' };

/**
 * What a rail does. A method that is missing is something that the rail cannot do.
 * A rail holds no database and no money logic: it gets facts and returns facts.
 */
export interface Rail {
  readonly traits: RailTraits;
  /** Pure: opens a collection without leaving the process. `server_error` is the sandbox's 500.00. */
  openCollection?(intent: CollectionIntent, now: Date): CollectionOpening | 'server_error';
  /** Asks what became of a collection. Never called for a rail that is not pollable. */
  fetchCollection?(collection: RailCollection, now: Date): Promise<Outcome<CollectionNews>>;
  /** The notice that the simulator owes by now. */
  dueNotice?(collection: RailCollection, now: Date): CollectionNews;
  /** Forwards the customer's one-time password; it is kept nowhere. */
  submitOtp?(collection: RailCollection, otp: string): Promise<Outcome<CollectionNews | 'wrong_otp'>>;
  resendOtp?(collection: RailCollection): Promise<Outcome<'sent'>>;
  /** Ends a session, so that nobody can pay any more. Called before a collection is expired or cancelled. */
  closeCollection?(collection: RailCollection, now: Date): Promise<Outcome<'closed' | 'already_paid'>>;
  /** What the simulator's checkout or card page does with the customer's choice. */
  answerCheckout?(collection: RailCollection, choice: 'pay' | 'decline' | 'cancel'): CollectionNews;
  /** Pure: pays out without leaving the process, within the float. */
  deliverPayout?(payout: { transactionId: string }): { railReference: string };
}

/** One rail: its folder's `index.ts` exports one, and `registry.ts` has one line for it. */
export interface RailDefinition {
  traits: RailTraits;
  collects: boolean;
  paysOut: boolean;
  sandbox(options: SandboxOptions): Rail;
}

export interface SandboxOptions {
  /** Where the simulator's pages are. */
  baseUrl: string;
  /** How long after its start a magic amount resolves by itself. */
  resolveMs: number;
}
