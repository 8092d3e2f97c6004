import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { type Adjustment, type Change, decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import type { TriggerKind } from '#lib/transactions/state';
import { failure, type Status, type Transaction, type TransactionType } from '#lib/transactions/transaction';

// The pure core against a model that knows nothing of it: the table below was written from spec.md ("Transitions",
// "Event types") and design.md §4, and the sums are done by fractions. Nothing here reads lib/transactions/state.ts.

type Account = 'collections' | 'available' | 'commission' | 'held' | 'float';
type Sum = 'share' | '-share' | 'gross' | 'net' | 'fee' | '-gross' | '-net' | '-fee';

interface ModelEdge {
  to: Status;
  /** What each account gains (asset) or is owed less (debt): debits are positive. */
  books: Partial<Record<Account, Sum>>;
  /** Of the rail's float: what becomes or ceases to be set aside, and what has left. */
  reserved?: 'gross' | '-gross';
  spent?: 'gross';
  event: string | null;
}

const settled: ModelEdge = {
  to: 'SUCCEEDED',
  books: { collections: 'gross', available: '-net', commission: '-fee' },
  event: 'payment.succeeded',
};
const unpaid = (to: Status, event: string): ModelEdge => ({ to, books: {}, event });
const accepted = { available: 'gross', held: '-gross' } as const;
const returned = { held: 'gross', available: '-gross' } as const;

const model: Record<
  Exclude<TransactionType, 'refund'>,
  Partial<Record<Status | 'none', Partial<Record<TriggerKind, ModelEdge>>>>
> = {
  collection: {
    none: { initiated: { to: 'PENDING', books: {}, event: null } },
    PENDING: {
      rail_succeeded: settled,
      rail_failed: unpaid('FAILED', 'payment.failed'),
      rail_expired: unpaid('EXPIRED', 'payment.expired'),
      rail_cancelled: unpaid('CANCELLED', 'payment.cancelled'),
      cancelled_by_client: unpaid('CANCELLED', 'payment.cancelled'),
    },
    EXPIRED: { rail_succeeded: settled },
    CANCELLED: { rail_succeeded: settled },
    FAILED: { rail_succeeded: settled },
  },
  payout: {
    none: {
      initiated: { to: 'PENDING', books: accepted, reserved: 'gross', event: null },
      initiated_float_short: { to: 'AWAITING_LIQUIDITY', books: accepted, event: 'payout.pending' },
    },
    AWAITING_LIQUIDITY: {
      float_funded: { to: 'PENDING', books: {}, reserved: 'gross', event: 'payout.pending' },
      payout_cancelled: { to: 'FAILED', books: returned, event: 'payout.failed' },
    },
    PENDING: {
      payout_in_flight: { to: 'PENDING', books: {}, event: 'payout.pending' },
      payout_delivered: {
        to: 'SUCCEEDED',
        books: { held: 'gross', float: '-gross' },
        reserved: '-gross',
        spent: 'gross',
        event: 'payout.succeeded',
      },
      payout_refused: { to: 'FAILED', books: returned, reserved: '-gross', event: 'payout.failed' },
      payout_cancelled: { to: 'FAILED', books: returned, reserved: '-gross', event: 'payout.failed' },
      payout_float_short: {
        to: 'AWAITING_LIQUIDITY',
        books: {},
        reserved: '-gross',
        event: 'payout.pending',
      },
    },
    SUCCEEDED: {
      payout_reversed: {
        to: 'REVERSED',
        books: { float: 'gross', available: '-gross' },
        event: 'payout.reversed',
      },
    },
  },
};

/** Of a refund: the one that its rail makes, and the one that leaves as a payout. */
const refunds: Record<'reversal' | 'payout', (typeof model)['payout']> = {
  reversal: {
    none: { reversal_asked: { to: 'PENDING', books: accepted, event: null } },
    PENDING: {
      payout_in_flight: { to: 'PENDING', books: {}, event: 'refund.pending' },
      reversal_done: {
        to: 'SUCCEEDED',
        books: { held: 'gross', collections: '-gross', commission: 'share', available: '-share' },
        event: 'refund.succeeded',
      },
      reversal_refused: { to: 'FAILED', books: returned, event: 'refund.failed' },
    },
  },
  payout: {
    none: {
      initiated: { to: 'PENDING', books: accepted, reserved: 'gross', event: null },
      initiated_float_short: { to: 'AWAITING_LIQUIDITY', books: accepted, event: 'refund.pending' },
    },
    AWAITING_LIQUIDITY: {
      float_funded: { to: 'PENDING', books: {}, reserved: 'gross', event: 'refund.pending' },
      payout_cancelled: { to: 'FAILED', books: returned, event: 'refund.failed' },
    },
    PENDING: {
      payout_in_flight: { to: 'PENDING', books: {}, event: 'refund.pending' },
      payout_delivered: {
        to: 'SUCCEEDED',
        books: { held: 'gross', float: '-gross', commission: 'share', available: '-share' },
        reserved: '-gross',
        spent: 'gross',
        event: 'refund.succeeded',
      },
      payout_refused: { to: 'FAILED', books: returned, reserved: '-gross', event: 'refund.failed' },
      payout_cancelled: { to: 'FAILED', books: returned, reserved: '-gross', event: 'refund.failed' },
      payout_float_short: {
        to: 'AWAITING_LIQUIDITY',
        books: {},
        reserved: '-gross',
        event: 'refund.pending',
      },
    },
  },
};

const froms = [
  ...(['none', 'PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const).map(
    (from) => ['collection', from] as const,
  ),
  ...(['none', 'PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY', 'REVERSED'] as const).map(
    (from) => ['payout', from] as const,
  ),
  ...(['none', 'PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY'] as const).map(
    (from) => ['refund', from] as const,
  ),
];
/** What moved beside a payment can be booked when the payment has ended, as often as two people say so. */
const adjustable: Record<TransactionType, (Status | 'none')[]> = {
  collection: ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'],
  payout: ['SUCCEEDED', 'FAILED', 'REVERSED'],
  refund: ['SUCCEEDED', 'FAILED'],
};
const adjustments = fc
  .record({
    railBututs: fc
      .tuple(fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.boolean())
      .map(([amount, isOut]) => (isOut ? -amount : amount)),
    borneBy: fc.constantFrom('client' as const, 'house' as const),
  })
  .map(
    (what): Adjustment => ({
      ...{ id: 'adjustment', caseId: 'case', reason: 'paid in part', evidence: 'the statement' },
      ...{ proposedByName: 'Fatou', confirmedByName: 'Lamin', ...what },
    }),
  );

/** One of each kind but adjustments; `satisfies` makes a kind that is added and not listed here fail to compile. */
const triggerOf = {
  initiated: { kind: 'initiated' },
  initiated_float_short: { kind: 'initiated_float_short' },
  rail_succeeded: { kind: 'rail_succeeded', railReference: 'R-1' },
  rail_failed: { kind: 'rail_failed', failure: failure('DECLINED') },
  rail_expired: { kind: 'rail_expired' },
  rail_cancelled: { kind: 'rail_cancelled' },
  cancelled_by_client: { kind: 'cancelled_by_client' },
  float_funded: { kind: 'float_funded' },
  payout_in_flight: { kind: 'payout_in_flight', railReference: 'R-1' },
  payout_delivered: { kind: 'payout_delivered', railReference: 'R-1' },
  payout_refused: { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') },
  payout_float_short: { kind: 'payout_float_short' },
  payout_cancelled: { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_CLIENT') },
  payout_reversed: { kind: 'payout_reversed', reason: 'sent twice' },
  reversal_asked: { kind: 'reversal_asked' },
  reversal_done: { kind: 'reversal_done' },
  reversal_refused: { kind: 'reversal_refused', failure: failure('PROVIDER_ERROR') },
} satisfies Record<Exclude<TriggerKind, 'adjusted'>, Trigger>;
const triggers: Trigger[] = Object.values(triggerOf);
const adjusting = adjustments.map((adjustment) => ({ kind: 'adjusted' as const, adjustment }));
/** Each is as likely as any other, and an adjustment as three of them. */
const anyTrigger: fc.Arbitrary<Trigger> = fc.oneof(
  { weight: triggers.length, arbitrary: fc.constantFrom(...triggers) },
  { weight: 3, arbitrary: adjusting },
);

const start = new Date('2026-11-20T10:00:00.000Z');
const moment = fc.integer({ min: 0, max: 72 * 3_600_000 }).map((ms) => new Date(start.getTime() + ms));
const finals: (Status | 'none')[] = ['SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'];

/** A payment of any size, rail, environment and commission. */
const facts = fc.record({
  amountBututs: fc.oneof(fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.bigInt({ min: 1n, max: 200n })),
  commissionBps: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 150, 9_999, 10_000)),
  provider: fc.constantFrom('PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'),
  environment: fc.constantFrom('LIVE' as const, 'SANDBOX' as const),
  method: fc.constantFrom('reversal' as const, 'payout' as const),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

/** What the model has for a type; for a refund, by its method. */
const modelOf = (type: TransactionType, { method }: Facts) =>
  type === 'refund' ? refunds[method] : model[type];
/** Whether it leaves through a float. */
const isFloatOf = (type: TransactionType, { method }: Facts) =>
  type === 'payout' || (type === 'refund' && method === 'payout');

function begin(type: TransactionType, status: Status | 'none', { method, ...given }: Facts): Transaction {
  const ctx: Context = {
    client: { id: '01900000-0000-7000-8000-000000000001', name: 'Shop', commissionBps: given.commissionBps },
    environment: given.environment,
    actor: { type: 'system' },
    now: () => start,
  };
  return newTransaction(
    ctx,
    {
      ...given,
      id: '01900000-0000-7000-8000-00000000000a',
      type,
      clientReference: 'r',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      status: status === 'none' ? 'PENDING' : status,
      completedAt: finals.includes(status) ? start : null,
      ...(type === 'refund' && {
        ...{
          collectionId: '01900000-0000-7000-8000-00000000000c',
          collectionReference: 'c',
          refundMethod: method,
        },
        commissionBututs: given.amountBututs / 7n,
      }),
      ...(status === 'FAILED' && { failureCode: 'DECLINED', failureMessage: 'Declined.' }),
    },
    start,
  );
}

/** Half up, by the fraction itself: the whole part, and one more where the rest is half of the divisor or above. */
function feeOf({ amountBututs, commissionBps }: Facts): bigint {
  const [numerator, divisor] = [amountBututs * BigInt(commissionBps), 10_000n];
  const whole = numerator / divisor;
  return 2n * (numerator - whole * divisor) >= divisor ? whole + 1n : whole;
}

function figureOf(sum: Sum, given: Facts): bigint {
  const gross = given.amountBututs;
  const fee = feeOf(given);
  const share = gross / 7n;
  const value = { gross, fee, net: gross - fee, share }[
    sum.replace('-', '') as 'gross' | 'fee' | 'net' | 'share'
  ];
  return sum.startsWith('-') ? -value : value;
}

/** The entries that the model wants, by owner and account, without those of nothing. */
function entriesOfModel(edge: ModelEdge, given: Facts): Record<string, bigint> {
  const client = '01900000-0000-7000-8000-000000000001';
  const house = given.environment === 'LIVE' ? HOUSE_CLIENT_ID : client;
  const names: Record<Account, string> = {
    collections: `${client} rail_collections:${given.provider}`,
    available: `${client} available`,
    commission: `${client} commission`,
    held: `${client} held`,
    float: `${house} rail_float:${given.provider}`,
  };
  const entries: Record<string, bigint> = {};
  for (const [account, sum] of Object.entries(edge.books) as [Account, Sum][]) {
    const value = figureOf(sum, given);
    if (value !== 0n) entries[names[account]] = value;
  }
  return entries;
}

/** The wallet gains what came to it, or loses what has left; the client or the house bears it. */
function entriesOfAdjustment(
  type: TransactionType,
  given: Facts,
  { railBututs, borneBy }: Adjustment,
): Record<string, bigint> {
  const { provider, environment } = given;
  const client = '01900000-0000-7000-8000-000000000001';
  const owner = environment === 'LIVE' ? HOUSE_CLIENT_ID : client;
  const wallet = isFloatOf(type, given)
    ? `${owner} rail_float:${provider}`
    : `${client} rail_collections:${provider}`;
  const bearer = borneBy === 'client' ? `${client} available` : `${HOUSE_CLIENT_ID} losses`;
  return { [wallet]: railBututs, [bearer]: -railBututs };
}

function entriesOfChange(change: Change): Record<string, bigint> {
  const entries: Record<string, bigint> = {};
  for (const { clientId, account, amountBututs } of change.journal?.entries ?? []) {
    const name = `${clientId} ${account}`;
    expect(entries, 'no account stands twice in a journal').not.toHaveProperty([name]);
    entries[name] = amountBututs;
  }
  return entries;
}

const sumOf = (entries: Record<string, bigint>) => Object.values(entries).reduce((a, b) => a + b, 0n);

function isTaken(change: ReturnType<typeof decide>): change is Change {
  return !('refused' in change);
}

describe('every status and every trigger, whatever the payment', () => {
  for (const [type, from] of froms) {
    it(`a ${type} that is ${from} moves as the model has it, and not otherwise`, () => {
      fc.assert(
        fc.property(facts, moment, (given, now) => {
          for (const trigger of triggers) {
            const draft = begin(type, from, given);
            const wanted = modelOf(type, given)?.[from]?.[trigger.kind];
            const change = decide(from === 'none' ? null : draft, draft, trigger, now);
            const what = `${type} ${from} ${trigger.kind}`;
            if (wanted === undefined) {
              expect(change, what).toEqual({ refused: 'no_such_transition' });
              continue;
            }
            if (!isTaken(change)) throw new Error(`${what} was refused`);
            expect(change.after.status, what).toBe(wanted.to);
            expect(change.event, what).toBe(wanted.event);
            const entries = entriesOfChange(change);
            expect(entries, what).toEqual(entriesOfModel(wanted, given));
            expect(sumOf(entries), what).toBe(0n);
            if (change.journal) expect(Object.keys(entries).length, what).toBeGreaterThanOrEqual(2);
            expect(change.journal === null, what).toBe(Object.keys(wanted.books).length === 0);
            expect(change.float?.reserveBututs ?? 0n, what).toBe(
              wanted.reserved ? figureOf(wanted.reserved, given) : 0n,
            );
            expect(change.float?.spendBututs ?? 0n, what).toBe(wanted.spent ? given.amountBututs : 0n);
            if (change.float) {
              const owner = given.environment === 'LIVE' ? HOUSE_CLIENT_ID : draft.clientId;
              expect(change.float, what).toMatchObject({
                clientId: owner,
                account: `rail_float:${given.provider}`,
              });
            }
            // What is taken from a balance is checked against it; what is given needs no check.
            const isAccepted = type !== 'collection' && from === 'none';
            expect(change.debitAvailableBututs, what).toBe(isAccepted ? given.amountBututs : null);
            expect(change.after.version, what).toBe(from === 'none' ? 1 : draft.version + 1);
            expect(change.after.failureCode !== null, what).toBe(wanted.to === 'FAILED');
            expect(change.after.late, what).toBe(
              type === 'collection' && ['EXPIRED', 'CANCELLED', 'FAILED'].includes(from),
            );
            expect(change.after.completedAt, what).toEqual(
              !finals.includes(wanted.to) ? null : wanted.to === 'REVERSED' ? start : now,
            );
          }
        }),
        { numRuns: 40 },
      );
    });
  }

  for (const [type, from] of froms) {
    const isAdjustable = adjustable[type].includes(from);
    it(`a ${type} that is ${from} ${isAdjustable ? 'stays what it was through an' : 'takes no'} adjustment`, () => {
      fc.assert(
        fc.property(facts, moment, adjusting, (given, now, trigger) => {
          const draft = begin(type, from, given);
          const change = decide(from === 'none' ? null : draft, draft, trigger, now);
          if (!isAdjustable) {
            expect(change).toEqual({ refused: 'no_such_transition' });
            return;
          }
          if (!isTaken(change)) throw new Error('refused');
          const { railBututs, borneBy } = trigger.adjustment;
          const isOut = railBututs < 0n;
          const isFloat = isFloatOf(type, given);
          expect(change.after).toEqual({
            ...draft,
            version: draft.version + 1,
            updatedAt: now,
            deliveredAfterFailure: isFloat && from === 'FAILED' && isOut,
          });
          const entries = entriesOfChange(change);
          expect(entries).toEqual(entriesOfAdjustment(type, given, trigger.adjustment));
          expect(sumOf(entries)).toBe(0n);
          expect(change.journal?.kind).toBe('adjustment');
          // What leaves is checked against what there is; what comes needs no check.
          expect(change.debitAvailableBututs).toBe(isOut && borneBy === 'client' ? -railBututs : null);
          const spends = { reserveBututs: 0n, spendBututs: -railBututs };
          if (isFloat && isOut) expect(change.float).toMatchObject(spends);
          else expect(change.float).toBeNull();
          expect(change.event).toBe(borneBy === 'client' ? 'balance.adjusted' : null);
          expect(change.adjustment).toBe(trigger.adjustment);
          expect([change.operations, change.dropOperations]).toEqual([[], false]);
        }),
        { numRuns: 40 },
      );
    });
  }

  it('a decision changes nothing that it was given', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...froms), anyTrigger, (given, [type, from], trigger) => {
        const draft = begin(type, from, given);
        const told = inspect(draft);
        decide(from === 'none' ? null : draft, draft, trigger, start);
        expect(inspect(draft)).toBe(told);
      }),
    );
  });
});

/** Everything that has happened to one payment, as its books would show it. */
interface History {
  now: Transaction;
  books: Record<string, bigint>;
  reserved: bigint;
  spent: bigint;
  /** How often it came to each status. */
  reached: Status[];
  adjustments: Adjustment[];
}

function follow(type: TransactionType, first: Trigger, given: Facts): History {
  const draft = begin(type, 'none', given);
  const change = decide(null, draft, first, start);
  if (!isTaken(change)) throw new Error(change.refused);
  return add({ now: draft, books: {}, reserved: 0n, spent: 0n, reached: [], adjustments: [] }, change);
}

function add(history: History, change: Change): History {
  const { adjustment } = change;
  return {
    now: change.after,
    books: sumOfBooks(history.books, entriesOfChange(change)),
    reserved: history.reserved + (change.float?.reserveBututs ?? 0n),
    spent: history.spent + (change.float?.spendBututs ?? 0n),
    reached: adjustment ? history.reached : [...history.reached, change.after.status],
    adjustments: adjustment ? [...history.adjustments, adjustment] : history.adjustments,
  };
}

function sumOfBooks(...all: Record<string, bigint>[]): Record<string, bigint> {
  const books: Record<string, bigint> = {};
  for (const [name, value] of all.flatMap((each) => Object.entries(each))) {
    books[name] = (books[name] ?? 0n) + value;
    if (books[name] === 0n) delete books[name];
  }
  return books;
}

function take(history: History, trigger: Trigger): History {
  const change = decide(history.now, history.now, trigger, start);
  return isTaken(change) ? add(history, change) : history;
}

/** What the books of one payment hold follows from where it stands, and not from how it came there. */
function booksOfStatus({ type, status }: Transaction, given: Facts): Record<string, bigint> {
  const of = (books: ModelEdge['books']) => entriesOfModel({ to: status, books, event: null }, given);
  if (type === 'collection') return status === 'SUCCEEDED' ? of(settled.books) : {};
  switch (status) {
    case 'PENDING':
    case 'AWAITING_LIQUIDITY':
      return of(accepted);
    case 'SUCCEEDED':
      return of({ available: 'gross', float: '-gross' });
    default:
      return {};
  }
}

const beginnings = fc.constantFrom(
  ['collection', triggerOf.initiated] as const,
  ['payout', triggerOf.initiated] as const,
  ['payout', triggerOf.initiated_float_short] as const,
);

describe('any sequence of triggers', () => {
  const anything = fc.array(anyTrigger, { maxLength: 40 });

  it('leaves the books as the status and the adjustments say, and never ends a payment twice', () => {
    fc.assert(
      fc.property(beginnings, facts, anything, ([type, first], given, said) => {
        const end = said.reduce(take, follow(type, first, given));
        const moved = end.adjustments.map((each) => entriesOfAdjustment(type, given, each));
        expect(end.books).toEqual(sumOfBooks(booksOfStatus(end.now, given), ...moved));
        expect(sumOf(end.books)).toBe(0n);
        const { status } = end.now;
        const out = end.adjustments.reduce((sum, { railBututs: each }) => sum - (each < 0n ? each : 0n), 0n);
        const isOut = type === 'payout' && status === 'PENDING';
        expect(end.reserved).toBe(isOut ? given.amountBututs : 0n);
        const hasLeft = type === 'payout' && (status === 'SUCCEEDED' || status === 'REVERSED');
        expect(end.spent).toBe((hasLeft ? given.amountBututs : 0n) + (type === 'payout' ? out : 0n));
        expect(end.now.deliveredAfterFailure).toBe(type === 'payout' && status === 'FAILED' && out > 0n);
        const ends = end.reached.filter((each) => finals.includes(each));
        expect(new Set(ends).size, 'no end is reached twice').toBe(ends.length);
        const mayFollow = type === 'payout' ? ['SUCCEEDED', 'REVERSED'] : [ends[0], 'SUCCEEDED'];
        if (ends.length > 1) expect(ends).toEqual(mayFollow);
        expect(end.now.version).toBe(end.reached.length + end.adjustments.length);
      }),
      { numRuns: 500 },
    );
  });

  it('what a rail or a client says twice in a row moves money once', () => {
    fc.assert(
      fc.property(
        beginnings,
        facts,
        anything,
        fc.constantFrom(...triggers),
        ([type, first], given, said, repeated) => {
          const once = take(said.reduce(take, follow(type, first, given)), repeated);
          const twice = decide(once.now, once.now, repeated, start);
          // Only that a payout is under way can be said again: it is news without money.
          if (!isTaken(twice)) return;
          expect(repeated.kind).toBe('payout_in_flight');
          expect(twice).toMatchObject({ journal: null, float: null, debitAvailableBututs: null });
          expect(twice.after.status).toBe(once.now.status);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('any order and repetition of what a rail says', () => {
  /** Each of them is heard until it moves something, as a notice that does not fit yet is kept: lib/notices. */
  function hear(history: History, said: Trigger[]): History {
    let now = history;
    for (let left = said; ; ) {
      const kept: Trigger[] = [];
      for (const trigger of left) {
        const next = take(now, trigger);
        if (next === now) kept.push(trigger);
        now = next;
      }
      if (kept.length === left.length) return now;
      left = kept;
    }
  }

  /** What a rail says of one payment, in the order of its own book, then with repetitions and in any order. */
  const shuffled = (truth: Trigger[]) =>
    fc
      .array(fc.constantFrom(...truth), { maxLength: 8 })
      .chain((more) => fc.shuffledSubarray([...truth, ...more], { minLength: truth.length + more.length }));
  const stories: { type: TransactionType; truth: Trigger[]; end: Status }[] = [
    { type: 'collection', truth: [triggerOf.rail_succeeded], end: 'SUCCEEDED' },
    { type: 'collection', truth: [triggerOf.rail_failed], end: 'FAILED' },
    { type: 'collection', truth: [triggerOf.rail_expired], end: 'EXPIRED' },
    { type: 'collection', truth: [triggerOf.rail_cancelled], end: 'CANCELLED' },
    { type: 'collection', truth: [triggerOf.rail_failed, triggerOf.rail_succeeded], end: 'SUCCEEDED' },
    { type: 'collection', truth: [triggerOf.rail_expired, triggerOf.rail_succeeded], end: 'SUCCEEDED' },
    { type: 'collection', truth: [triggerOf.rail_cancelled, triggerOf.rail_succeeded], end: 'SUCCEEDED' },
    { type: 'payout', truth: [triggerOf.payout_delivered], end: 'SUCCEEDED' },
    { type: 'payout', truth: [triggerOf.payout_refused], end: 'FAILED' },
    { type: 'payout', truth: [triggerOf.payout_in_flight, triggerOf.payout_delivered], end: 'SUCCEEDED' },
    { type: 'payout', truth: [triggerOf.payout_in_flight, triggerOf.payout_refused], end: 'FAILED' },
    {
      type: 'payout',
      truth: [triggerOf.payout_in_flight, triggerOf.payout_delivered, triggerOf.payout_reversed],
      end: 'REVERSED',
    },
  ];

  it('ends in the same status with the same balances', () => {
    const told = fc
      .constantFrom(...stories)
      .chain((story) => shuffled(story.truth).map((said) => ({ ...story, said })));
    fc.assert(
      fc.property(told, facts, ({ type, end, truth, said }, given) => {
        const begun = follow(type, triggerOf.initiated, given);
        const inOrder = hear(begun, truth);
        const heard = hear(begun, said);
        expect(heard.now.status).toBe(end);
        expect(heard.books).toEqual(inOrder.books);
        expect(heard.books).toEqual(booksOfStatus(heard.now, given));
        expect([heard.reserved, heard.spent]).toEqual([inOrder.reserved, inOrder.spent]);
      }),
      { numRuns: 500 },
    );
  });

  it('a collection of which a rail says everything at once is credited if it was ever paid, and once', () => {
    const news = [
      triggerOf.rail_succeeded,
      triggerOf.rail_failed,
      triggerOf.rail_expired,
      triggerOf.rail_cancelled,
      triggerOf.cancelled_by_client,
    ];
    fc.assert(
      fc.property(facts, fc.array(fc.constantFrom(...news), { maxLength: 30 }), (given, said) => {
        const end = said.reduce(take, follow('collection', triggerOf.initiated, given));
        const isPaid = said.some(({ kind }) => kind === 'rail_succeeded');
        expect(end.now.status === 'SUCCEEDED').toBe(isPaid);
        expect(end.books).toEqual(isPaid ? entriesOfModel(settled, given) : {});
      }),
      { numRuns: 500 },
    );
  });
});

describe('a payout of any time', () => {
  it('is taken back whenever its rail does, and keeps the time at which it completed', () => {
    const since = fc.integer({ min: 0, max: 400 * 86_400_000 });
    fc.assert(
      fc.property(facts, since, (given, sinceMs) => {
        const paid = begin('payout', 'SUCCEEDED', given);
        const now = new Date(start.getTime() + sinceMs);
        const change = decide(paid, paid, triggerOf.payout_reversed, now);
        if (!isTaken(change)) throw new Error(change.refused);
        expect(change.after).toMatchObject({ status: 'REVERSED', completedAt: start, reversedAt: now });
      }),
    );
  });
});
