import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { commissionOf } from '#lib/money';
import { type Adjustment, amend, type Change, decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { edges, findEdge, type TriggerKind } from '#lib/transactions/state';
import {
  failure,
  isFinal,
  type Status,
  type Transaction,
  type TransactionType,
} from '#lib/transactions/transaction';

const start = new Date('2026-11-20T10:00:00.000Z');
const ctx: Context = {
  client: { id: '01900000-0000-7000-8000-000000000001', name: 'Shop', commissionBps: 150 },
  environment: 'SANDBOX',
  actor: { type: 'system' },
  now: () => start,
};

const statuses: Record<TransactionType, Status[]> = {
  collection: ['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'],
  payout: ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY', 'REVERSED'],
  refund: ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_LIQUIDITY'],
};
const adjustment: Adjustment = {
  ...{ id: 'adjustment', caseId: 'case', reason: 'paid in part', evidence: 'the statement' },
  ...{ railBututs: 90_00n, borneBy: 'client', proposedByName: 'Fatou', confirmedByName: 'Lamin' },
};
const triggers: Trigger[] = [
  { kind: 'initiated' },
  { kind: 'initiated_float_short' },
  { kind: 'rail_succeeded' },
  { kind: 'rail_failed', failure: failure('DECLINED') },
  { kind: 'rail_expired' },
  { kind: 'rail_cancelled' },
  { kind: 'cancelled_by_client' },
  { kind: 'float_funded' },
  { kind: 'payout_in_flight', railReference: 'r1' },
  { kind: 'payout_delivered', railReference: 'r1' },
  { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') },
  { kind: 'payout_float_short' },
  { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_CLIENT') },
  { kind: 'payout_reversed', reason: 'sent twice' },
  { kind: 'reversal_asked' },
  { kind: 'reversal_done' },
  { kind: 'reversal_refused', failure: failure('PROVIDER_ERROR') },
  { kind: 'adjusted', adjustment },
];

/** design.md §4, written down a second time: what may follow what. */
const allowed: Record<string, Status> = {
  'collection PENDING rail_succeeded': 'SUCCEEDED',
  'collection PENDING rail_failed': 'FAILED',
  'collection PENDING rail_expired': 'EXPIRED',
  'collection PENDING rail_cancelled': 'CANCELLED',
  'collection PENDING cancelled_by_client': 'CANCELLED',
  'collection EXPIRED rail_succeeded': 'SUCCEEDED',
  'collection CANCELLED rail_succeeded': 'SUCCEEDED',
  'collection FAILED rail_succeeded': 'SUCCEEDED',
  'payout AWAITING_LIQUIDITY float_funded': 'PENDING',
  'payout AWAITING_LIQUIDITY payout_cancelled': 'FAILED',
  'payout PENDING payout_in_flight': 'PENDING',
  'payout PENDING payout_delivered': 'SUCCEEDED',
  'payout PENDING payout_refused': 'FAILED',
  'payout PENDING payout_cancelled': 'FAILED',
  'payout PENDING payout_float_short': 'AWAITING_LIQUIDITY',
  'payout SUCCEEDED payout_reversed': 'REVERSED',
  'refund AWAITING_LIQUIDITY float_funded': 'PENDING',
  'refund AWAITING_LIQUIDITY payout_cancelled': 'FAILED',
  'refund PENDING payout_in_flight': 'PENDING',
  'refund PENDING payout_delivered': 'SUCCEEDED',
  'refund PENDING payout_refused': 'FAILED',
  'refund PENDING payout_cancelled': 'FAILED',
  'refund PENDING payout_float_short': 'AWAITING_LIQUIDITY',
  'refund PENDING reversal_done': 'SUCCEEDED',
  'refund PENDING reversal_refused': 'FAILED',
  'refund SUCCEEDED adjusted': 'SUCCEEDED',
  'refund FAILED adjusted': 'FAILED',
  'collection SUCCEEDED adjusted': 'SUCCEEDED',
  'collection FAILED adjusted': 'FAILED',
  'collection EXPIRED adjusted': 'EXPIRED',
  'collection CANCELLED adjusted': 'CANCELLED',
  'payout SUCCEEDED adjusted': 'SUCCEEDED',
  'payout FAILED adjusted': 'FAILED',
  'payout REVERSED adjusted': 'REVERSED',
};

function transaction(type: TransactionType, status: Status, facts: Partial<Transaction> = {}): Transaction {
  return newTransaction(
    ctx,
    {
      id: '01900000-0000-7000-8000-00000000000a',
      type,
      clientReference: 'r',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      amountBututs: 150_00n,
      commissionBps: 150,
      status,
      completedAt: isFinal(status) ? start : null,
      ...facts,
    },
    start,
  );
}

function decided(before: Transaction | null, draft: Transaction, trigger: Trigger, now = start): Change {
  const change = decide(before, draft, trigger, now);
  if ('refused' in change) throw new Error(`refused: ${change.refused}`);
  return change;
}

describe('every pair of a status and a trigger', () => {
  for (const type of ['collection', 'payout', 'refund'] as const) {
    for (const status of statuses[type]) {
      for (const trigger of triggers) {
        const to = allowed[`${type} ${status} ${trigger.kind}`];
        it(`a ${type} that is ${status} ${to ? `becomes ${to}` : 'stays'} on ${trigger.kind}`, () => {
          const before = transaction(type, status);
          const change = decide(before, before, trigger, start);
          if (to === undefined) expect(change).toEqual({ refused: 'no_such_transition' });
          else expect('refused' in change ? change : change.after.status).toBe(to);
        });
      }
    }
  }

  it('a transaction begins as its type allows, and in no other way', () => {
    const begins = triggers.filter((each) => findEdge('payout', null, each.kind)).map((each) => each.kind);
    expect(begins).toEqual(['initiated', 'initiated_float_short']);
    const collections = triggers
      .filter((each) => findEdge('collection', null, each.kind))
      .map((each) => each.kind);
    expect(collections).toEqual(['initiated']);
  });

  it('no two edges leave the same status on the same trigger', () => {
    const names = edges.map((edge) => `${edge.type} ${edge.from} ${edge.trigger}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('where the money is', () => {
  const amounts = fc.bigInt({ min: 1n, max: 100_000_00n });

  it('every journal of every edge sums to zero and has two entries at least', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 0, max: 9_999 }),
        fc.constantFrom(...edges),
        (amountBututs, commissionBps, edge) => {
          const draft = transaction(edge.type, edge.from ?? 'PENDING', { amountBututs, commissionBps });
          const trigger = triggers.find((each) => each.kind === edge.trigger) as Trigger;
          const change = decided(edge.from === null ? null : draft, draft, trigger);
          if (edge.posting === null) {
            expect(change.journal).toBeNull();
            return;
          }
          const entries = change.journal?.entries ?? [];
          expect(entries.reduce((sum, entry) => sum + entry.amountBututs, 0n)).toBe(0n);
          expect(entries.length).toBeGreaterThanOrEqual(2);
        },
      ),
    );
  });

  it('a settled collection owes the client the gross less the commission', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amountBututs, commissionBps) => {
        const before = transaction('collection', 'PENDING', { amountBututs, commissionBps });
        const { after, journal } = decided(before, before, { kind: 'rail_succeeded' });
        const available = journal?.entries.find((entry) => entry.account === 'available')?.amountBututs ?? 0n;
        expect(after.commissionBututs).toBe(commissionOf(amountBututs, commissionBps));
        expect(-available + after.commissionBututs).toBe(amountBututs);
      }),
    );
  });

  it('a payout in flight reserves its amount of the float, and gives back or spends exactly that', () => {
    const draft = transaction('payout', 'PENDING');
    const accepted = decided(null, draft, { kind: 'initiated' });
    expect(accepted.float).toMatchObject({ reserveBututs: 150_00n, spendBututs: 0n });
    expect(accepted.debitAvailableBututs).toBe(150_00n);
    const delivered = decided(accepted.after, accepted.after, {
      kind: 'payout_delivered',
      railReference: 'x',
    });
    expect(delivered.float).toMatchObject({ reserveBututs: -150_00n, spendBututs: 150_00n });
    const refused = decided(accepted.after, accepted.after, {
      kind: 'payout_refused',
      failure: failure('RECIPIENT_INACTIVE'),
    });
    expect(refused.float).toMatchObject({ reserveBututs: -150_00n, spendBututs: 0n });
    const cancelled = decided(accepted.after, accepted.after, {
      kind: 'payout_cancelled',
      failure: failure('CANCELLED_BY_CLIENT'),
    });
    expect(cancelled.float).toMatchObject({ reserveBututs: -150_00n, spendBututs: 0n });
  });

  it('a held payout that is cancelled leaves the float alone, for nothing was set aside', () => {
    const held = transaction('payout', 'AWAITING_LIQUIDITY');
    const change = decided(held, held, {
      kind: 'payout_cancelled',
      failure: failure('CANCELLED_BY_CLIENT'),
    });
    expect(change.float).toBeNull();
  });

  it('a held payout takes from the balance and leaves the float alone', () => {
    const held = decided(null, transaction('payout', 'PENDING'), { kind: 'initiated_float_short' });
    expect(held).toMatchObject({ float: null, debitAvailableBututs: 150_00n, event: 'payout.pending' });
    expect(held.after).toMatchObject({ status: 'AWAITING_LIQUIDITY', heldSince: start, completedAt: null });
  });

  it('a live payout leaves through the float of the house, a sandbox payout through the client’s own', () => {
    const of = (environment: 'LIVE' | 'SANDBOX') => {
      const draft = { ...transaction('payout', 'PENDING'), environment };
      return decided(null, draft, { kind: 'initiated' }).float?.clientId;
    };
    expect(of('SANDBOX')).toBe(ctx.client.id);
    expect(of('LIVE')).toBe('00000000-0000-7000-8000-000000000000');
  });
});

describe('any order of what a rail says', () => {
  const news: Trigger[] = triggers.filter((each) => each.kind.startsWith('rail_'));

  it('a collection that was ever paid ends as SUCCEEDED and is booked once, whatever else is said and how often', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...news), { minLength: 1, maxLength: 12 }), (said) => {
        let now = transaction('collection', 'PENDING');
        let journals = 0;
        for (const trigger of said) {
          const change = decide(now, now, trigger, start);
          if ('refused' in change) continue;
          journals += change.journal ? 1 : 0;
          now = change.after;
        }
        const wasPaid = said.some((trigger) => trigger.kind === 'rail_succeeded');
        expect(now.status === 'SUCCEEDED').toBe(wasPaid);
        expect(journals).toBe(wasPaid ? 1 : 0);
        expect(now.failureCode === null).toBe(now.status !== 'FAILED');
      }),
    );
  });

  it('a success after another end is flagged late, a success in time is not', () => {
    const expired = transaction('collection', 'EXPIRED');
    expect(decided(expired, expired, { kind: 'rail_succeeded' }).after.late).toBe(true);
    const pending = transaction('collection', 'PENDING');
    expect(decided(pending, pending, { kind: 'rail_succeeded' }).after.late).toBe(false);
  });
});

describe('reversal', () => {
  const paid = transaction('payout', 'SUCCEEDED');
  const reverse: Trigger = { kind: 'payout_reversed', reason: 'sent twice' };

  it('is booked whenever it comes, and the day on which the payout completed stays', () => {
    for (const days of [0, 3, 4, 400]) {
      const now = new Date(start.getTime() + days * 86_400_000);
      expect(decided(paid, paid, reverse, now).after).toMatchObject({
        status: 'REVERSED',
        completedAt: start,
        reversedAt: now,
        reversalReason: 'sent twice',
      });
    }
  });
});

describe('adjustment', () => {
  const adjust = (before: Transaction, railBututs: bigint, borneBy: 'client' | 'house') =>
    decided(before, before, { kind: 'adjusted', adjustment: { ...adjustment, railBututs, borneBy } }, later);
  const later = new Date(start.getTime() + 86_400_000);
  const clientId = ctx.client.id;
  const house = '00000000-0000-7000-8000-000000000000';
  const live = { environment: 'LIVE' } as const;

  it('credits what came for a collection to its client, and tells it', () => {
    const failed = transaction('collection', 'FAILED', { failureCode: 'DECLINED' });
    expect(adjust(failed, 90_00n, 'client')).toMatchObject({
      after: { ...failed, version: failed.version + 1, updatedAt: later },
      journal: {
        kind: 'adjustment',
        entries: [
          { clientId, account: 'rail_collections:PROVIDER_W', amountBututs: 90_00n },
          { clientId, account: 'available', amountBututs: -90_00n },
        ],
      },
      debitAvailableBututs: null,
      float: null,
      event: 'balance.adjusted',
    });
  });

  it('takes what has left from the balance of its client, which is checked', () => {
    expect(adjust(transaction('collection', 'SUCCEEDED'), -10_00n, 'client')).toMatchObject({
      debitAvailableBututs: 10_00n,
      float: null,
      event: 'balance.adjusted',
    });
  });

  it('takes what was paid for a payout from the float, which is checked, and nothing that was set aside', () => {
    const paid = adjust(transaction('payout', 'REVERSED', live), -150_00n, 'client');
    expect(paid.float).toEqual({
      ...{ clientId: house, account: 'rail_float:PROVIDER_W' },
      ...{ reserveBututs: 0n, spendBututs: 150_00n },
    });
    expect(adjust(transaction('payout', 'SUCCEEDED', live), 150_00n, 'client').float).toBeNull();
  });

  it('is a loss of the house where the house bears it, of which no client is told', () => {
    const borne = adjust(transaction('payout', 'FAILED', live), -150_00n, 'house');
    expect(borne).toMatchObject({ debitAvailableBututs: null, event: null });
    expect(borne.journal?.entries).toEqual([
      { clientId: house, account: 'rail_float:PROVIDER_W', amountBututs: -150_00n },
      { clientId: house, account: 'losses', amountBututs: 150_00n },
    ]);
  });

  it('flags a failed payout for which money has left, and nothing else', () => {
    const flagOf = (type: TransactionType, status: Status, railBututs: bigint) =>
      adjust(transaction(type, status), railBututs, 'house').after.deliveredAfterFailure;
    expect(flagOf('payout', 'FAILED', -1n)).toBe(true);
    expect(flagOf('payout', 'FAILED', 1n)).toBe(false);
    expect(flagOf('payout', 'REVERSED', -1n)).toBe(false);
    expect(flagOf('collection', 'FAILED', -1n)).toBe(false);
  });
});

it('an amendment changes facts and never a status, a balance or what the client is told', () => {
  const before = transaction('collection', 'PENDING', { otpAttemptsRemaining: 3 });
  const change = amend(before, { otpAttemptsRemaining: 2 }, start);
  expect(change).toMatchObject({ journal: null, float: null, event: null, dropOperations: false });
  expect(change.after).toMatchObject({ status: 'PENDING', version: 2, otpAttemptsRemaining: 2 });
});

it('each trigger kind of the table is exercised here', () => {
  const kinds = new Set<TriggerKind>(edges.map((edge) => edge.trigger));
  expect(new Set(triggers.map((each) => each.kind))).toEqual(kinds);
});
