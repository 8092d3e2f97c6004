import { describe, expect, test } from 'vitest';
import { systemContext } from '#lib/context';
import {
  type Adjustment,
  type Change,
  correctFee,
  decide,
  REVERSAL_WINDOW_MS,
  type Trigger,
  triggerOf,
} from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { failure, isFinal, type Transaction } from '#lib/transactions/transaction';

// What a live payment has beside its status: the rail's names and fees, and the cases that its outcome ends or begins.

const start = new Date('2026-11-20T10:00:00.000Z');
const later = new Date('2026-11-20T11:00:00.000Z');
const shop = { id: '01900000-0000-7000-8000-000000000001', name: 'Shop', commissionBps: 150 };

function transaction(
  type: Transaction['type'],
  status: Transaction['status'],
  facts: Partial<Transaction> = {},
  environment: 'SANDBOX' | 'LIVE' = 'LIVE',
): Transaction {
  const base = {
    ...{ id: '01900000-0000-7000-8000-00000000000a', clientReference: 'order-1', attempt: 1 },
    ...{ requestHash: Buffer.alloc(32), provider: 'PROVIDER_W', amountBututs: 150_00n, commissionBps: 150 },
  };
  const made = newTransaction(
    systemContext(shop, environment),
    { ...base, type, status, completedAt: isFinal(status) ? start : null },
    start,
  );
  return { ...made, ...facts };
}

function decided(before: Transaction, trigger: Trigger, now = later): Change {
  const change = decide(before, before, trigger, now);
  if ('refused' in change) throw new Error(`refused: ${change.refused}`);
  return change;
}

const paid = (facts: object = {}): Trigger => ({ kind: 'rail_succeeded', ...facts });
const delivered = (facts: object = {}): Trigger => ({
  kind: 'payout_delivered',
  railReference: 'pt-1',
  ...facts,
});
/** Account and bututs of what a fee moves. */
const moved = ({ fee }: Change) => fee?.entries.map(({ account, amountBututs }) => [account, amountBututs]);

describe('the fee of a collection', () => {
  const open = (railFeeBututs: bigint) => transaction('collection', 'PENDING', { railFeeBututs });

  test('is what the tariff expects, out of what was collected', () => {
    const change = decided(open(2_25n), paid());
    expect(moved(change)).toEqual([
      ['rail_fees:PROVIDER_W', 2_25n],
      ['rail_collections:PROVIDER_W', -2_25n],
    ]);
    expect(change.fee).toMatchObject({ posting: 'rail_fee', from: 'collections', overBututs: 0n });
    expect(change.after).toMatchObject({ railFeeBututs: 2_25n, railFeeToldBututs: null });
  });

  test('is what the rail tells, be it more, less, nothing or given', () => {
    for (const feeBututs of [3_00n, 1_00n, 0n, -50n, 150_00n, -150_00n]) {
      const change = decided(open(2_25n), paid({ feeBututs }));
      expect(change.after).toMatchObject({ railFeeBututs: feeBututs, railFeeToldBututs: feeBututs });
      expect(moved(change)?.[0]).toEqual(feeBututs === 0n ? undefined : ['rail_fees:PROVIDER_W', feeBututs]);
      expect(change.fee?.overBututs ?? 0n).toBe(0n);
    }
  });

  test('is that of the tariff where what the rail tells can be none of this amount', () => {
    for (const feeBututs of [150_01n, -150_01n]) {
      const { after } = decided(open(2_25n), paid({ feeBututs }));
      expect(after).toMatchObject({ railFeeBututs: 2_25n, railFeeToldBututs: feeBututs });
    }
  });

  test('is that of the tariff where the rail tells none, and is not there without one', () => {
    expect(decided(open(2_25n), paid({ feeBututs: null })).after.railFeeBututs).toBe(2_25n);
    expect(decided(open(0n), paid())).not.toHaveProperty('fee');
  });

  test('is booked of what was paid only, and never in the sandbox', () => {
    for (const trigger of [{ kind: 'rail_expired' }, { kind: 'cancelled_by_client' }] as const)
      expect(decided(open(2_25n), trigger)).not.toHaveProperty('fee');
    const simulated = transaction('collection', 'PENDING', { railFeeBututs: 2_25n }, 'SANDBOX');
    expect(decided(simulated, paid({ feeBututs: 3_00n }))).not.toHaveProperty('fee');
  });
});

describe('the fee of a payout', () => {
  const onItsWay = (railFeeBututs: bigint) => transaction('payout', 'PENDING', { railFeeBututs });

  test('is out of the float, which had it set aside', () => {
    const change = decided(onItsWay(1_50n), delivered());
    expect(change.fee).toMatchObject({ from: 'float', overBututs: 0n });
    expect(change.fee).not.toHaveProperty('otherwise');
    expect(moved(change)).toEqual([
      ['rail_fees:PROVIDER_W', 1_50n],
      ['rail_float:PROVIDER_W', -1_50n],
    ]);
    expect(change.float).toMatchObject({ reserveBututs: -151_50n, spendBututs: 150_00n });
    const less = decided(onItsWay(1_50n), delivered({ feeBututs: 1_00n }));
    expect(less.fee).toMatchObject({ overBututs: 0n });
    expect(less.fee).not.toHaveProperty('otherwise');
  });

  test('that is more than was set aside is booked where the float has it, else as far as it was set aside', () => {
    const change = decided(onItsWay(1_50n), delivered({ feeBututs: 2_00n }));
    expect(change.fee).toMatchObject({ overBututs: 50n, railFeeBututs: 2_00n });
    expect(change.fee?.otherwise).toMatchObject({ railFeeBututs: 1_50n });
    expect(change.fee?.otherwise?.entries).toHaveLength(2);
    const unexpected = decided(onItsWay(0n), delivered({ feeBututs: 2_00n }));
    expect(unexpected.fee?.otherwise).toEqual({ railFeeBututs: 0n, entries: [] });
  });

  test('is set aside, taken out and given back with its amount', () => {
    const held = transaction('payout', 'AWAITING_LIQUIDITY', { railFeeBututs: 1_50n });
    expect(decided(held, { kind: 'float_funded' }).float).toMatchObject({ reserveBututs: 151_50n });
    const refused: Trigger = { kind: 'payout_refused', failure: failure('RECIPIENT_NOT_FOUND') };
    expect(decided(onItsWay(1_50n), refused).float).toMatchObject({
      reserveBututs: -151_50n,
      spendBututs: 0n,
    });
  });

  test('comes back with the money only where the rail says so', () => {
    const sent = transaction('payout', 'SUCCEEDED', { railFeeBututs: 1_50n });
    const back: Trigger = { kind: 'payout_reversed', reason: 'sent twice' };
    expect(decided(sent, back)).not.toHaveProperty('fee');
    const change = decided(sent, { ...back, returnsFee: true });
    expect(change.fee).toMatchObject({ posting: 'rail_fee_returned', railFeeBututs: 0n, overBututs: 0n });
    expect(moved(change)?.[0]).toEqual(['rail_fees:PROVIDER_W', -1_50n]);
  });
});

describe('a fee that a statement corrects', () => {
  const sent = transaction('payout', 'SUCCEEDED', { railFeeBututs: 1_50n });

  test('is booked by the difference; what is more than before needs the float to have it', () => {
    const more = correctFee(sent, 2_00n, later);
    expect(more?.fee).toMatchObject({ posting: 'rail_fee_corrected', overBututs: 50n, railFeeBututs: 2_00n });
    expect(more?.fee?.entries[0]).toMatchObject({ account: 'rail_fees:PROVIDER_W', amountBututs: 50n });
    expect(more?.after).toMatchObject({ railFeeBututs: 2_00n, railFeeToldBututs: 2_00n, version: 2 });
    const less = correctFee(sent, 1_00n, later);
    expect(less?.fee).toMatchObject({ overBututs: 0n });
    expect(less?.fee?.entries[0]?.amountBututs).toBe(-50n);
  });

  test('is none where it is booked already, nothing moved, or nothing is real', () => {
    expect(correctFee(sent, 1_50n, later)).toBeNull();
    expect(correctFee(transaction('payout', 'SUCCEEDED', {}, 'SANDBOX'), 2_00n, later)).toBeNull();
    for (const status of ['PENDING', 'FAILED', 'AWAITING_LIQUIDITY'] as const)
      expect(correctFee(transaction('payout', status), 2_00n, later)).toBeNull();
    const adjusted = { isAdjusted: true };
    expect(correctFee(transaction('payout', 'FAILED'), 2_00n, later, adjusted)?.fee?.overBututs).toBe(2_00n);
    expect(correctFee(transaction('payout', 'PENDING'), 2_00n, later, adjusted)).toBeNull();
  });
});

describe('the cases of an outcome', () => {
  const closed = (before: Transaction, trigger: Trigger) => decided(before, trigger).closeCases?.kinds;

  test('end with it, by what it is', () => {
    expect(closed(transaction('collection', 'PENDING'), paid())).toEqual([
      'unknown_outcome',
      'contradiction',
    ]);
    expect(closed(transaction('collection', 'PENDING'), { kind: 'rail_expired' })).toEqual([
      'unknown_outcome',
    ]);
    const back: Trigger = { kind: 'payout_reversed', reason: 'sent twice' };
    expect(closed(transaction('payout', 'SUCCEEDED'), back)).toEqual(['unknown_outcome', 'returned']);
    expect(decided(transaction('collection', 'PENDING'), paid()).closeCases?.resolution).toContain(
      'SUCCEEDED',
    );
  });

  test('are none of what is still under way, and none in the sandbox', () => {
    const inFlight: Trigger = { kind: 'payout_in_flight', railReference: 'pt-1' };
    expect(decided(transaction('payout', 'PENDING'), inFlight)).not.toHaveProperty('closeCases');
    const simulated = transaction('collection', 'PENDING', {}, 'SANDBOX');
    expect(decided(simulated, paid())).not.toHaveProperty('closeCases');
    expect(decided(simulated, paid())).not.toHaveProperty('openCases');
  });

  test('begin where a reference was paid twice, and nowhere else', () => {
    expect(decided(transaction('collection', 'PENDING'), paid()).openCases).toEqual([
      {
        kind: 'double_payment',
        details: { client_reference: 'order-1', amount: '150.00' },
        ifReferencePaid: true,
      },
    ]);
    expect(decided(transaction('payout', 'PENDING'), delivered()).openCases).toBeUndefined();
  });
});

describe('what is remembered', () => {
  test('are the rail’s names of the session and of the payment, and none is forgotten for one that it leaves out', () => {
    const open = transaction('collection', 'PENDING', { railReference: 'cos-1' });
    const names = (trigger: Trigger) => {
      const { railReference, railPaymentReference } = decided(open, trigger).after;
      return [railReference, railPaymentReference];
    };
    expect(names(paid({ railReference: 'cos-2', paymentReference: 'T_1' }))).toEqual(['cos-2', 'T_1']);
    expect(names(paid({ railReference: null, paymentReference: null }))).toEqual(['cos-1', null]);
    expect(names(paid())).toEqual(['cos-1', null]);
    expect(triggerOf({ state: 'SUCCEEDED' }, 'cos-1', 'T_1', 2_00n)).toEqual(
      paid({ railReference: 'cos-1', paymentReference: 'T_1', feeBututs: 2_00n }),
    );
  });

  test('is why it failed, in a code and a sentence', () => {
    const { code, message } = failure('DECLINED');
    const { after } = decided(transaction('collection', 'PENDING'), {
      kind: 'rail_failed',
      failure: failure('DECLINED'),
    });
    expect(after).toMatchObject({ failureCode: code, failureMessage: message });
  });

  test('is since when it waits for its float, also when the rail sends it back there', () => {
    const short: Trigger = { kind: 'payout_float_short' };
    expect(decided(transaction('payout', 'PENDING'), short).after.heldSince).toEqual(later);
    expect(decided(transaction('payout', 'PENDING', { heldSince: start }), short).after.heldSince).toEqual(
      start,
    );
    expect(decided(transaction('collection', 'PENDING'), paid()).after.heldSince).toBeNull();
  });

  test('is when and why it was taken back, and when it had completed', () => {
    const sent = transaction('payout', 'SUCCEEDED');
    const { after } = decided(sent, { kind: 'payout_reversed', reason: 'sent twice' });
    expect(after).toMatchObject({ reversedAt: later, reversalReason: 'sent twice', completedAt: start });
    expect(decided(transaction('payout', 'PENDING'), delivered()).after).toMatchObject({
      ...{ reversedAt: null, completedAt: later },
    });
  });

  test('spec.md: a completed payout may be taken back for 72 hours', () => {
    expect(REVERSAL_WINDOW_MS).toBe(259_200_000);
  });
});

test('money that left for a payout that had failed says that it was delivered, and nothing else does', () => {
  const adjusted = (type: 'payout' | 'collection', status: 'FAILED' | 'SUCCEEDED', railBututs: bigint) => {
    const adjustment: Adjustment = {
      ...{ id: 'adjustment', caseId: 'case', reason: 'the rail paid', evidence: 'its statement' },
      ...{ railBututs, borneBy: 'client', proposedByName: 'Fatou', confirmedByName: 'Lamin' },
    };
    return decided(transaction(type, status), { kind: 'adjusted', adjustment });
  };
  const gone = adjusted('payout', 'FAILED', -150_00n);
  expect(gone.after.deliveredAfterFailure).toBe(true);
  expect(gone).toMatchObject({ debitAvailableBututs: 150_00n, float: { spendBututs: 150_00n } });
  expect(gone).toMatchObject({ dropOperations: false, after: { status: 'FAILED', version: 2 } });
  for (const other of [
    adjusted('payout', 'FAILED', 150_00n),
    adjusted('payout', 'SUCCEEDED', -10_00n),
    adjusted('collection', 'FAILED', -10_00n),
  ])
    expect(other.after.deliveredAfterFailure).toBe(false);
  expect(adjusted('collection', 'FAILED', 150_00n)).toMatchObject({
    debitAvailableBututs: null,
    float: null,
  });
});
