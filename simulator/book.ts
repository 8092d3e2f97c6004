import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';

// The simulator's own book: one JSON line for each thing that it was asked and each thing that it did, appended and
// never changed. A line is handed to the system before the answer leaves, so that SIGKILL loses none that was told.

export const railNames = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'] as const;
export type RailName = (typeof railNames)[number];

/** Two wallets at the same rails know nothing of each other. */
export type Wallet = 1 | 2;

export type LineKind =
  /** A call came; nothing was done yet. */
  | 'asked'
  /** What a call asked for was not done. */
  | 'refused'
  | 'opened'
  /** Its page was opened by a customer who acts by himself. */
  | 'visited'
  | 'paid'
  /** What was paid is back with the customer, out of the float. */
  | 'refunded'
  /** A customer's try failed; `final` in the details says whether there can be another. */
  | 'declined'
  | 'cancelled'
  | 'expired'
  /** The amount has left the float. */
  | 'payout_accepted'
  | 'payout_paid'
  | 'payout_failed'
  /** A payout's amount is back in the float. */
  | 'reversed'
  /** Changed by hand: `amount` is the change. */
  | 'float'
  /** A notice is owed. */
  | 'notice'
  /** One try to send it. */
  | 'notice_sent'
  | 'otp_sent'
  | 'otp_wrong'
  | 'authorised'
  | 'unlinked'
  /** Something that goes for more than one call begins. */
  | 'misbehaved';

export interface BookLine {
  at: string;
  seq: number;
  /** Only where there are two; without it, the first. */
  wallet?: Wallet | undefined;
  rail: RailName;
  kind: LineKind;
  operation?: string | undefined;
  /** Ours, where the rail was told it. */
  reference?: string | undefined;
  rail_reference?: string | undefined;
  transaction_id?: string | undefined;
  /** Two fraction digits. */
  amount?: string | undefined;
  currency?: string | undefined;
  mobile?: string | undefined;
  idempotency_key?: string | undefined;
  /** Why something was refused or failed. */
  code?: string | undefined;
  notice_id?: string | undefined;
  /** Once for each misbehaviour. */
  misbehaviour?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

export type NewLine = Omit<BookLine, 'at' | 'seq'>;

export interface Book {
  /** Writes the line to the file before it returns. */
  write(line: NewLine, at: Date): BookLine;
  close(): void;
}

const chunkBytes = 1 << 20;

/** Appends to the book at `file`, after each line that it has was given to `each`. Without a file nothing is kept. */
export function openBook(file: string | undefined, each: (line: BookLine) => void): Book {
  let seq = 0;
  if (file === undefined) {
    return { write: (line, at) => ({ at: at.toISOString(), seq: ++seq, ...line }), close: () => {} };
  }
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  let wholeBytes = 0;
  for (const { line, endsAt } of readLines(file)) {
    each(line);
    seq = line.seq;
    wholeBytes = endsAt;
  }
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'w+', 0o600);
  // What a kill cut in the middle was never told to anybody.
  ftruncateSync(descriptor, wholeBytes);
  let position = wholeBytes;
  return {
    write(line, at) {
      const written = { at: at.toISOString(), seq: ++seq, ...line };
      const bytes = Buffer.from(`${JSON.stringify(written)}\n`);
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
      }
      position += bytes.length;
      return written;
    },
    close: () => closeSync(descriptor),
  };
}

/** The whole lines of a book, oldest first, and where each ends in bytes; none where there is no file. */
export function* readLines(file: string): Generator<{ line: BookLine; endsAt: number }> {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let rest: Buffer = Buffer.alloc(0);
    let endsAt = 0;
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk)) {
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      let from = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
        endsAt += end + 1 - from;
        yield { line: JSON.parse(rest.toString('utf8', from, end)) as BookLine, endsAt };
        from = end + 1;
      }
      rest = rest.subarray(from);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** A payment that a customer made or may make: a session, an intent, or a charge of a wallet. */
export interface BookedPayment {
  wallet: Wallet;
  rail: RailName;
  railReference: string;
  /** Ours; null where the rail was never told it. */
  reference: string | null;
  /** The rail's name for the movement of money; null while nothing moved. */
  transactionId: string | null;
  amountBututs: bigint;
  /** What really moved: another amount than was asked for, where the customer paid another. */
  paidBututs: bigint | null;
  mobile: string | null;
  state: 'open' | 'paid' | 'failed' | 'cancelled' | 'expired';
  at: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
}

export interface BookedPayout {
  wallet: Wallet;
  rail: RailName;
  railReference: string;
  reference: string | null;
  idempotencyKey: string | null;
  amountBututs: bigint;
  mobile: string | null;
  state: 'pending' | 'paid' | 'failed' | 'reversed';
  at: Date;
  paidAt: Date | null;
}

export interface RailTotals {
  collections: number;
  collectedBututs: bigint;
  /** Paid and not reversed. */
  payouts: number;
  paidOutBututs: bigint;
  /** Of collections, by the rail itself. */
  refunds: number;
  refundedBututs: bigint;
  reversals: number;
  reversedBututs: bigint;
  /** What the wallet at the rail holds, by this book. */
  floatBututs: bigint;
}

export interface BookReport {
  lines: number;
  payments: BookedPayment[];
  payouts: BookedPayout[];
  /** Of the first wallet, and of the second. */
  totals: Record<RailName, RailTotals>;
  totals2: Record<RailName, RailTotals>;
  /** How often each kind happened. */
  misbehaviours: Record<string, number>;
  /** Calls that came, by rail and operation: `PROVIDER_W open`. */
  calls: Record<string, number>;
}

/**
 * What the rails did, by the book at `file` alone: shares no code with the simulator's own state, so that a checker
 * can go by it. May be read while the simulator runs; a line that is being written is left out.
 */
export function readBook(file: string): BookReport {
  const payments = new Map<string, BookedPayment>();
  const payouts = new Map<string, BookedPayout>();
  const report: BookReport = {
    lines: 0,
    payments: [],
    payouts: [],
    totals: noTotals(),
    totals2: noTotals(),
    misbehaviours: {},
    calls: {},
  };
  for (const { line } of readLines(file)) {
    report.lines++;
    if (line.misbehaviour) count(report.misbehaviours, line.misbehaviour);
    if (line.kind === 'asked') count(report.calls, `${line.rail} ${line.operation}`);
    const totals = (line.wallet === 2 ? report.totals2 : report.totals)[line.rail];
    const payment = payments.get(line.rail_reference ?? '');
    const payout = payouts.get(line.rail_reference ?? '');
    switch (line.kind) {
      case 'opened':
        payments.set(line.rail_reference!, {
          ...commonOf(line),
          transactionId: line.transaction_id ?? null,
          paidBututs: null,
          refundedAt: null,
          state: 'open',
        });
        break;
      case 'paid':
        if (!payment) throw new Error(`Line ${line.seq} of the book pays what was never opened.`);
        if (payment.state === 'paid') throw new Error(`Line ${line.seq} of the book pays twice.`);
        payment.state = 'paid';
        payment.paidAt = new Date(line.at);
        payment.paidBututs = bututsOf(line.amount!);
        payment.transactionId = line.transaction_id ?? payment.transactionId;
        totals.collections++;
        totals.collectedBututs += payment.paidBututs;
        totals.floatBututs += payment.paidBututs;
        break;
      case 'refunded':
        if (payment?.state !== 'paid' || payment.refundedAt !== null)
          throw new Error(`Line ${line.seq} of the book refunds what is not paid, or twice.`);
        payment.refundedAt = new Date(line.at);
        totals.refunds++;
        totals.refundedBututs += bututsOf(line.amount!);
        totals.floatBututs -= bututsOf(line.amount!);
        break;
      case 'declined':
        if (payment && line.details?.final === true) payment.state = 'failed';
        break;
      case 'cancelled':
        if (payment && line.details?.final === true) payment.state = 'cancelled';
        break;
      case 'expired':
        if (payment) payment.state = 'expired';
        break;
      case 'payout_accepted': {
        const accepted: BookedPayout = {
          ...commonOf(line),
          idempotencyKey: line.idempotency_key ?? null,
          state: 'pending',
        };
        payouts.set(accepted.railReference, accepted);
        totals.floatBututs -= accepted.amountBututs;
        break;
      }
      case 'payout_paid':
        if (payout?.state !== 'pending' && payout?.state !== 'failed')
          throw new Error(`Line ${line.seq} of the book pays out twice.`);
        if (payout.state === 'failed') totals.floatBututs -= payout.amountBututs;
        payout.state = 'paid';
        payout.paidAt = new Date(line.at);
        totals.payouts++;
        totals.paidOutBututs += payout.amountBututs;
        break;
      case 'payout_failed':
        if (payout?.state !== 'pending')
          throw new Error(`Line ${line.seq} of the book fails what has ended.`);
        payout.state = 'failed';
        totals.floatBututs += payout.amountBututs;
        break;
      case 'reversed':
        if (payout?.state !== 'paid')
          throw new Error(`Line ${line.seq} of the book reverses what is not paid.`);
        payout.state = 'reversed';
        totals.payouts--;
        totals.paidOutBututs -= payout.amountBututs;
        totals.reversals++;
        totals.reversedBututs += payout.amountBututs;
        totals.floatBututs += payout.amountBututs;
        break;
      case 'float':
        totals.floatBututs += bututsOf(line.amount!);
        break;
      default:
    }
  }
  report.payments = [...payments.values()];
  report.payouts = [...payouts.values()];
  return report;
}

/** `-1250.00` → `-125000n`: amounts of any size and sign, as the book has them. */
export function bututsOf(amount: string): bigint {
  const parts = /^(-?\d+)\.(\d\d)$/.exec(amount);
  if (parts === null) throw new Error(`${amount} is no amount of the book.`);
  return BigInt(`${parts[1]}${parts[2]}`);
}

function commonOf(line: BookLine) {
  return {
    wallet: line.wallet ?? 1,
    rail: line.rail,
    railReference: line.rail_reference!,
    reference: line.reference ?? null,
    amountBututs: bututsOf(line.amount!),
    mobile: line.mobile ?? null,
    at: new Date(line.at),
    paidAt: null,
  };
}

function noTotals(): Record<RailName, RailTotals> {
  const none: RailTotals = {
    collections: 0,
    collectedBututs: 0n,
    payouts: 0,
    paidOutBututs: 0n,
    refunds: 0,
    refundedBututs: 0n,
    reversals: 0,
    reversedBututs: 0n,
    floatBututs: 0n,
  };
  return Object.fromEntries(railNames.map((rail) => [rail, { ...none }])) as Record<RailName, RailTotals>;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
