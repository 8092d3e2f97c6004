import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unexplained, type WalletBooks } from './rail-wallet.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });

test('whatever left or reached the wallet of what is under way is explained, and nothing more is', () => {
  fc.assert(
    fc.property(
      fc.record({ free: amount, flight: amount, collected: amount, pending: amount }),
      fc.record({ sent: fc.nat(100), taken: fc.nat(100) }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      ({ free, flight, collected, pending }, { sent, taken }, more) => {
        const books: WalletBooks = {
          floatBututs: free + flight,
          inFlightBututs: flight,
          collectedBututs: collected,
          pendingBututs: pending,
        };
        const wallet =
          free + flight + collected - (flight * BigInt(sent)) / 100n + (pending * BigInt(taken)) / 100n;
        expect(unexplained(wallet, books)).toBe(0n);
        const most = free + flight + collected + pending;
        expect(unexplained(most + more, books)).toBe(more);
        expect(unexplained(free + collected - more, books)).toBe(-more);
      },
    ),
  );
});

test('what is booked while the wallet is read is explained by one of both readings', () => {
  const before: WalletBooks = {
    floatBututs: 1_000n,
    inFlightBututs: 100n,
    collectedBututs: 500n,
    pendingBututs: 0n,
  };
  // In between a payout of 200 was sent and delivered, and then a collection of 300 was paid and booked.
  const after: WalletBooks = { ...before, floatBututs: 800n, collectedBututs: 800n };
  for (const wallet of [1_500n, 1_300n, 1_600n]) expect(unexplained(wallet, before, after)).toBe(0n);
  expect(unexplained(1_199n, before, after)).toBe(-1n);
  expect(unexplained(1_801n, before, after)).toBe(1n);
});
