import { type BookLine, bututsOf, type RailName, railNames } from './book.ts';

// What the rails know, in memory. It changes by lines of the book only, so that reading the book again rebuilds it.

export interface Payment {
  rail: RailName;
  id: string;
  reference: string | null;
  amountBututs: bigint;
  mobile: string | null;
  /** `open`: can be paid. Final otherwise. `pending`: the rail is at work on it by itself. */
  state: 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'expired';
  openedAt: number;
  /** What the customer really paid; null while nothing was. */
  paidBututs: bigint | null;
  /** Milliseconds of the epoch; null: never. */
  expiresAt: number | null;
  endedAt: number | null;
  /** When the rail gave it back to whoever paid it. */
  refundedAt: number | null;
  /** What the rail took for it. */
  feeBututs: bigint;
  /** When a customer who acts by himself first saw its page. */
  visitedAt: number | null;
  transactionId: string | null;
  /** The last try that failed, or the customer who went away. */
  trouble: { kind: 'declined' | 'cancelled'; code: string; at: number } | null;
  declines: number;
  /** What only its rail knows of. */
  details: Readonly<Record<string, string>>;
}

export interface Payout {
  rail: RailName;
  id: string;
  reference: string | null;
  idempotencyKey: string | null;
  amountBututs: bigint;
  mobile: string;
  state: 'pending' | 'paid' | 'failed' | 'reversed';
  acceptedAt: number;
  endedAt: number | null;
  failure: string | null;
  details: Readonly<Record<string, string>>;
}

/** A payout that was refused; the rail may pay it all the same. */
export type RefusedPayout = Pick<
  Payout,
  'rail' | 'reference' | 'idempotencyKey' | 'amountBututs' | 'mobile'
> & { refusedAt: number };

/** A line of a rail's own statement. */
export interface Movement {
  at: number;
  type: 'collection' | 'payout' | 'reversal' | 'refund';
  transactionId: string;
  amountBututs: bigint;
  /** What the rail took for it, or gave back with it. */
  feeBututs: bigint;
  mobile: string | null;
  reference: string | null;
}

export interface OwedNotice {
  id: string;
  rail: RailName;
  event: string;
  url: string;
  payload: unknown;
  /** The payment's or payout's id at the rail. */
  about: string;
  misbehaviour: string | null;
  /** After it was accepted, it is sent once more after this time. */
  againMs: number | null;
  owedAt: number;
  dueAt: number;
  tries: number;
}

/** A one-time password that was sent to a wallet's owner. */
export interface SentOtp {
  mobile: string;
  sentAt: number;
  wrong: number;
  authorisedToken: string | null;
}

export interface State {
  payments: Map<string, Payment>;
  /** By rail and our reference, or A's by the mobile number; oldest first. */
  paymentsOf: Map<string, Payment[]>;
  payouts: Map<string, Payout>;
  payoutsOf: Map<string, Payout[]>;
  payoutOfKey: Map<string, Payout>;
  /** The last one, by rail and our reference, or A's by the mobile number. */
  refusedPayouts: Map<string, RefusedPayout>;
  floats: Record<RailName, bigint>;
  /** By rail and day (UTC). */
  movements: Map<string, Movement[]>;
  /** How often something was asked of a subject. */
  asked: Map<string, number>;
  notices: Map<string, OwedNotice>;
  noticesSent: number;
  /** By request token. */
  otps: Map<string, SentOtp>;
  /** The last request token, by mobile. */
  lastOtpOf: Map<string, string>;
  /** The mobile, by authorised token; gone once unlinked. */
  links: Map<string, string>;
  /** How many tokens of a mobile can be charged. */
  linksOf: Map<string, number>;
  /** C's intents, by their secret. */
  intentOfSecret: Map<string, string>;
  misbehaviours: Record<string, number>;
  hasLines: boolean;
}

export function emptyState(): State {
  return {
    payments: new Map(),
    paymentsOf: new Map(),
    payouts: new Map(),
    payoutsOf: new Map(),
    payoutOfKey: new Map(),
    refusedPayouts: new Map(),
    floats: Object.fromEntries(railNames.map((rail) => [rail, 0n])) as Record<RailName, bigint>,
    movements: new Map(),
    asked: new Map(),
    notices: new Map(),
    noticesSent: 0,
    otps: new Map(),
    lastOtpOf: new Map(),
    links: new Map(),
    linksOf: new Map(),
    intentOfSecret: new Map(),
    misbehaviours: {},
    hasLines: false,
  };
}

export function paymentsOf(state: State, rail: RailName, reference: string): readonly Payment[] {
  return state.paymentsOf.get(`${rail} ${reference}`) ?? [];
}

export function payoutsOf(state: State, rail: RailName, reference: string): readonly Payout[] {
  return state.payoutsOf.get(`${rail} ${reference}`) ?? [];
}

export function movementsOf(state: State, rail: RailName, day: string): readonly Movement[] {
  return state.movements.get(`${rail} ${day}`) ?? [];
}

/** How often this was asked before. */
export function timesAsked(state: State, rail: RailName, what: string, subject: string): number {
  return state.asked.get(`${rail} ${what} ${subject}`) ?? 0;
}

/** What its rail takes for a payout. */
export function feeOf({ details }: Pick<Payout, 'details'>): bigint {
  return bututsOf(details.fee ?? '0.00');
}

/** Makes of the state what it is after this line. */
export function applyLine(state: State, line: BookLine, subjectOf: (line: BookLine) => string): void {
  const { rail } = line;
  const at = Date.parse(line.at);
  const id = line.rail_reference ?? '';
  state.hasLines = true;
  if (line.misbehaviour) {
    state.misbehaviours[line.misbehaviour] = (state.misbehaviours[line.misbehaviour] ?? 0) + 1;
  }
  switch (line.kind) {
    case 'asked':
      countUp(state, `${rail} ${line.operation} ${subjectOf(line)}`);
      if (line.misbehaviour === 'lookup_contradicts')
        countUp(state, `${rail} contradicted ${subjectOf(line)}`);
      if (line.misbehaviour === 'duplicate_refused')
        countUp(state, `${rail} repeat refused ${subjectOf(line)}`);
      break;
    case 'refused':
      if (line.operation === 'payout' && line.amount !== undefined) {
        const name = line.reference ?? line.mobile;
        state.refusedPayouts.set(`${rail} ${name}`, {
          rail,
          reference: line.reference ?? null,
          idempotencyKey: line.idempotency_key ?? null,
          amountBututs: bututsOf(line.amount),
          mobile: line.mobile!,
          refusedAt: at,
        });
      }
      break;
    case 'opened': {
      const payment: Payment = {
        rail,
        id,
        reference: line.reference ?? null,
        amountBututs: bututsOf(line.amount!),
        mobile: line.mobile ?? null,
        state: line.details?.pending === 'true' ? 'pending' : 'open',
        openedAt: at,
        expiresAt: line.details?.expires_at ? Date.parse(String(line.details.expires_at)) : null,
        paidBututs: null,
        endedAt: null,
        refundedAt: null,
        feeBututs: 0n,
        visitedAt: null,
        transactionId: line.transaction_id ?? null,
        trouble: null,
        declines: 0,
        details: (line.details ?? {}) as Record<string, string>,
      };
      state.payments.set(id, payment);
      if (payment.details.secret) state.intentOfSecret.set(payment.details.secret, id);
      append(state.paymentsOf, `${rail} ${nameOf(payment)}`, payment);
      break;
    }
    case 'paid': {
      const payment = state.payments.get(id)!;
      payment.state = 'paid';
      payment.endedAt = at;
      payment.transactionId = line.transaction_id ?? payment.transactionId;
      payment.paidBututs = bututsOf(line.amount!);
      payment.feeBututs = bututsOf(String(line.details?.fee ?? '0.00'));
      state.floats[rail] += payment.paidBututs;
      append(state.movements, `${rail} ${line.at.slice(0, 10)}`, movementOf(payment, at));
      break;
    }
    case 'refunded': {
      const payment = state.payments.get(id)!;
      payment.refundedAt = at;
      state.floats[rail] -= bututsOf(line.amount!);
      append(state.movements, `${rail} ${line.at.slice(0, 10)}`, {
        ...movementOf(payment, at),
        type: 'refund',
      });
      break;
    }
    case 'visited':
      state.payments.get(id)!.visitedAt = at;
      break;
    case 'declined':
    case 'cancelled': {
      const payment = state.payments.get(id)!;
      payment.trouble = { kind: line.kind, code: line.code ?? '', at };
      if (line.kind === 'declined') payment.declines++;
      if (line.details?.final === true) {
        payment.state = line.kind === 'declined' ? 'failed' : 'cancelled';
        payment.endedAt = at;
      }
      break;
    }
    case 'expired': {
      const payment = state.payments.get(id)!;
      payment.state = 'expired';
      payment.endedAt = at;
      break;
    }
    case 'payout_accepted': {
      const payout: Payout = {
        rail,
        id,
        reference: line.reference ?? null,
        idempotencyKey: line.idempotency_key ?? null,
        amountBututs: bututsOf(line.amount!),
        mobile: line.mobile ?? '',
        state: 'pending',
        acceptedAt: at,
        endedAt: null,
        failure: null,
        details: (line.details ?? {}) as Record<string, string>,
      };
      state.payouts.set(id, payout);
      append(state.payoutsOf, `${rail} ${nameOf(payout)}`, payout);
      state.refusedPayouts.delete(`${rail} ${nameOf(payout)}`);
      if (payout.idempotencyKey !== null) state.payoutOfKey.set(`${rail} ${payout.idempotencyKey}`, payout);
      state.floats[rail] -= payout.amountBututs;
      break;
    }
    case 'payout_paid':
    case 'reversed': {
      const payout = state.payouts.get(id)!;
      // What had failed was back in the float.
      if (payout.state === 'failed') state.floats[rail] -= payout.amountBututs;
      payout.state = line.kind === 'reversed' ? 'reversed' : 'paid';
      payout.failure = null;
      payout.endedAt = at;
      if (line.kind === 'reversed') state.floats[rail] += payout.amountBututs;
      append(state.movements, `${rail} ${line.at.slice(0, 10)}`, {
        at,
        type: line.kind === 'reversed' ? 'reversal' : 'payout',
        transactionId: payout.id,
        amountBututs: payout.amountBututs,
        feeBututs: feeOf(payout),
        mobile: payout.mobile,
        reference: payout.reference,
      });
      break;
    }
    case 'payout_failed': {
      const payout = state.payouts.get(id)!;
      payout.state = 'failed';
      payout.endedAt = at;
      payout.failure = line.code ?? null;
      state.floats[rail] += payout.amountBututs;
      break;
    }
    case 'float':
      state.floats[rail] += bututsOf(line.amount!);
      break;
    case 'notice': {
      countUp(state, `${rail} notice ${subjectOf(line)}`);
      if (line.misbehaviour === 'lost') break;
      state.notices.set(line.notice_id!, {
        id: line.notice_id!,
        rail,
        event: line.operation!,
        url: String(line.details?.url),
        payload: line.details?.payload,
        about: id,
        misbehaviour: line.misbehaviour ?? null,
        againMs: typeof line.details?.again_ms === 'number' ? line.details.again_ms : null,
        owedAt: at,
        dueAt: Date.parse(String(line.details?.due_at)),
        tries: 0,
      });
      break;
    }
    case 'notice_sent': {
      const notice = state.notices.get(line.notice_id!);
      if (notice) notice.tries++;
      if (line.details?.is_done === true) {
        state.notices.delete(line.notice_id!);
        state.noticesSent++;
      }
      break;
    }
    case 'otp_sent': {
      const token = String(line.details?.request_token);
      state.otps.set(token, { mobile: line.mobile!, sentAt: at, wrong: 0, authorisedToken: null });
      state.lastOtpOf.set(line.mobile!, token);
      break;
    }
    case 'otp_wrong':
      state.otps.get(String(line.details?.request_token))!.wrong++;
      break;
    case 'authorised': {
      const token = String(line.details?.authorized_token);
      state.otps.get(String(line.details?.request_token))!.authorisedToken = token;
      state.links.set(token, line.mobile!);
      state.linksOf.set(line.mobile!, (state.linksOf.get(line.mobile!) ?? 0) + 1);
      break;
    }
    case 'unlinked':
      state.links.delete(String(line.details?.authorized_token));
      state.linksOf.set(line.mobile!, state.linksOf.get(line.mobile!)! - 1);
      break;
    default:
  }
}

function movementOf(payment: Payment, at: number): Movement {
  return {
    at,
    type: 'collection',
    transactionId: payment.transactionId ?? payment.id,
    amountBututs: shownBututs(payment),
    feeBututs: payment.feeBututs,
    mobile: payment.mobile,
    reference: payment.reference,
  };
}

/** What was really paid, or else what was asked for. */
export function shownBututs({ state, amountBututs, paidBututs }: Payment): bigint {
  return state === 'paid' ? (paidBututs ?? amountBututs) : amountBututs;
}

/** What the rail is asked for it by. */
function nameOf({ rail, reference, mobile, id }: Payment | Payout): string {
  return reference ?? (rail === 'PROVIDER_A' ? mobile : null) ?? id;
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function countUp(state: State, key: string): void {
  state.asked.set(key, (state.asked.get(key) ?? 0) + 1);
}
