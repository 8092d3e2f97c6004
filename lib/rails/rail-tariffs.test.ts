import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { entriesOf, feeEntriesOf } from '#lib/ledger/postings';
import { railFeeOf } from '#lib/money';
import { inForce } from '#lib/rails/rail-tariffs';

const tariff = (startsOn: string, flatBututs: bigint) =>
  ({ provider: 'P', movement: 'payout', startsOn, flatBututs }) as const;

describe('a rail’s fee', () => {
  it.each([
    // 1 % of 0.50 is half a butut.
    [50n, 0n, 100, 1n],
    [49n, 0n, 100, 0n],
    [100_00n, 1_00n, 150, 2_50n],
    // It takes no more than there is.
    [3_00n, 5_00n, 0, 3_00n],
    [1n, 0n, 0, 0n],
  ])(
    'of %s with %s flat and %s bps is rounded half up, and never more than the amount',
    (amount, flatBututs, bps, fee) => {
      expect(railFeeOf(amount, { flatBututs, bps })).toBe(fee);
    },
  );

  it('is borne by the house alone: fees, commission and what the client gets are the amount', () => {
    const facts = fc.record({
      amountBututs: fc.bigInt(1n, 99_999_999_999n),
      commissionBps: fc.integer({ min: 0, max: 10_000 }),
      flatBututs: fc.bigInt(0n, 1_000_00n),
      bps: fc.integer({ min: 0, max: 10_000 }),
    });
    fc.assert(
      fc.property(facts, ({ amountBututs, commissionBps, flatBututs, bps }) => {
        const collection: Parameters<typeof entriesOf>[1] = {
          ...{ clientId: 'c', environment: 'LIVE', type: 'collection', refundMethod: null, provider: 'P' },
          ...{ amountBututs, commissionBps, commissionBututs: 0n },
        } as const;
        const fee = railFeeOf(amountBututs, { flatBututs, bps });
        const entries = [
          ...entriesOf('collection_settled', collection),
          ...(fee === 0n ? [] : feeEntriesOf(collection, fee)),
        ];
        const on = (account: string, clientId?: string) =>
          entries
            .filter((each) => each.account === account && (clientId ?? each.clientId) === each.clientId)
            .reduce((sum, each) => sum + each.amountBututs, 0n);
        // What lies at the rail and what the rail took is what the customer paid.
        expect(on('rail_collections:P') + on('rail_fees:P')).toBe(amountBututs);
        // The client's net and the commission are the amount, whatever the rail takes.
        expect(-on('available') - on('commission')).toBe(amountBututs);
        // Of the client's own accounts, the fee touches none.
        expect(on('rail_fees:P', HOUSE_CLIENT_ID)).toBe(fee);
        expect(on('rail_collections:P', 'c')).toBe(amountBututs);
      }),
    );
  });
});

describe('the tariff in force', () => {
  const tariffs = [
    tariff('2026-07-01', 1n),
    tariff('2026-09-01', 2n),
    tariff('2026-08-01', 3n),
    tariff('2026-09-01', 4n),
  ];

  it.each([
    ['2026-06-30', undefined],
    ['2026-07-01', 1n],
    ['2026-08-31', 3n],
    ['2026-09-01', 4n],
    ['2027-01-01', 4n],
  ])('on %s is that of the latest start until then, and of one start the last that was set', (day, flat) => {
    expect(inForce(tariffs, 'P', 'payout', day)?.flatBututs).toBe(flat);
    expect(inForce(tariffs, 'P', 'refund', day)).toBeUndefined();
    expect(inForce(tariffs, 'Q', 'payout', day)).toBeUndefined();
  });
});
