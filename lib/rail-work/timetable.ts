import type { OperationKind } from '#lib/transactions/decide';

/** How asking a rail may leave a matter open. `pending`: the rail has it, and has not said its final word. */
export type Unsettled = 'pending' | 'not_sent' | 'unknown';

/** What is done next, and after how many seconds, by how often it was done already; the last for ever. */
export interface Next {
  kind: OperationKind;
  seconds: readonly number[];
}

interface Line {
  /**
   * Whether it can open a payment or move money. Then it is written down before the rail is asked, and how it ended
   * afterwards (`rail_calls`).
   */
  recorded: boolean;
  /** Null: nothing more is done by itself. What is done or refused is settled, and its line of `state.ts` is taken. */
  next: Readonly<Record<Unsettled, Next | null>>;
  /** When people are called, if nobody can say what became of it: so long after it was begun, or after so many turns. */
  case: { afterMinutes: number } | { afterTurns: number } | null;
  /** Why, as the case says it. */
  reason?: string;
}

const again = (kind: OperationKind, ...seconds: number[]): Next => ({ kind, seconds });
const looks = again('look_up', 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400);
const closings = again('close', 15, 30, 60, 120, 300, 600, 1_800, 3_600);
const revocations = again('revoke', 15, 60, 300, 3_600);
const reversals = again('reverse', 15, 30, 60, 300, 3_600);
const refunds = again('refund', 15, 30, 60, 300, 3_600);

/**
 * All that can be open with a rail, a line for each operation; as `state.ts` has all that can become of a transaction.
 * What an answer has to be to be believed is `judge.ts`.
 */
export const timetable: Readonly<Record<OperationKind, Line>> = {
  // Opens a collection: then the customer can pay, and it is closed at its end. Refused: it has failed. In doubt: what
  // was opened is looked for where the rail can search, else it is opened anew, for nobody knows the lost link.
  start: {
    recorded: true,
    next: {
      pending: again('look_up', 15),
      not_sent: again('start', 5, 10, 15, 30, 60, 120, 300),
      unknown: again('start', 15, 30, 60, 120, 300),
    },
    case: null,
  },
  // Takes what the customer gave leave for. Never made again in doubt: the rail has no key, and nobody can ask.
  charge: {
    recorded: true,
    next: { pending: looks, not_sent: again('charge', 15, 30, 60), unknown: null },
    case: { afterMinutes: 0 },
    reason: 'The rail’s answer was lost, and it cannot be asked.',
  },
  // Pays a payout. In doubt it is looked for; a rail that does a key once is then sent the same key again, at the same
  // wallet; any other waits for people.
  send: {
    recorded: true,
    next: { pending: looks, not_sent: again('send', 5, 10, 15, 30, 60, 120, 300), unknown: looks },
    case: { afterMinutes: 15 },
    reason: 'The rail has not said for long what became of it.',
  },
  // Asks what became of a payment.
  look_up: {
    recorded: false,
    next: { pending: looks, not_sent: looks, unknown: looks },
    case: { afterMinutes: 15 },
    reason: 'The rail has not said for long what became of it.',
  },
  // Ends a collection that nobody has paid, at the rail first.
  close: {
    recorded: false,
    next: { pending: closings, not_sent: closings, unknown: closings },
    case: { afterTurns: 6 },
    reason: 'It should have ended, and the rail has not said whether it was paid.',
  },
  // Gives back the leave to charge, so that nobody can use it again.
  revoke: {
    recorded: false,
    next: { pending: revocations, not_sent: revocations, unknown: revocations },
    case: null,
  },
  // Takes a payout back; the rail does so once, however often it is asked.
  reverse: {
    recorded: true,
    next: { pending: reversals, not_sent: reversals, unknown: reversals },
    case: { afterMinutes: 15 },
    reason: 'The rail was asked to take it back, and has not said whether it did.',
  },
  // Has a collection given back by its rail, at the wallet that it was paid into; the rail does so once, however often
  // it is asked for a refund.
  refund: {
    recorded: true,
    next: { pending: refunds, not_sent: again('refund', 5, 10, 15, 30, 60, 120, 300), unknown: refunds },
    case: { afterMinutes: 15 },
    reason: 'The rail was asked to give it back to the payer, and has not said whether it did.',
  },
};

/** A rail's answer is waited for so long; contract.md §4. */
export const RAIL_DEADLINE_MS = 10_000;
/** Whoever has a call in hand has it for so long; longer than the two calls that a charge takes. */
export const CALL_LEASE_MS = 30_000;
/** A rail is trusted to know a key for so long; afterwards the same key could pay a second time. */
export const KEY_HOLDS_MS = 12 * 60 * 60_000;
/** What was paid in the last moment is known to the rail by then. */
export const CLOSE_AFTER_MS = 5_000;
/** A live collection that its rail never opened ends after this time; one that was opened, when the rail says. */
export const UNOPENED_MS = 30 * 60_000;
/** What a rail said last is asked again after this time: its record may have been behind its own books. */
export const LOOK_BACK_AFTER_MS = 60_000;
/** What has ended without money is looked at so often afterwards, if the rail answers plainly. */
export const LOOKS_BACK = 4;
/** A customer is sent so many one-time passwords at most by one collection while their wallet's answers are lost. */
export const PASSWORDS = 4;

/**
 * Pure: what is done next about a matter that stays open, after `turns` turns at it. `taken`: which operation they were
 * turns of, where it is another than what the rail was asked: a look-up that finds nothing sends again.
 */
export function nextOf(
  kind: OperationKind,
  end: Unsettled,
  turns: number,
  now: Date,
  taken: OperationKind = kind,
): { kind: OperationKind; runAt: Date }[] {
  const line = timetable[kind].next[end];
  if (line === null) return [];
  // A ladder begins anew where another operation follows.
  const step = line.kind === taken ? Math.max(turns, 1) : 1;
  const seconds = line.seconds[Math.min(step, line.seconds.length) - 1] ?? 0;
  return [{ kind: line.kind, runAt: new Date(now.getTime() + seconds * 1_000) }];
}
