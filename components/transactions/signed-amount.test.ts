import { expect, test } from 'vitest';
import { signedAmount } from './signed-amount.ts';

test('a sign says what came in or went out, and there is none where nothing stays moved', () => {
  const of = (
    type: 'collection' | 'payout' | 'refund',
    status: Parameters<typeof signedAmount>[0]['status'],
  ) => signedAmount({ type, status, amount: '20.00' });
  expect(of('collection', 'SUCCEEDED')).toBe('+GMD 20.00');
  expect(of('collection', 'PENDING')).toBe('+GMD 20.00');
  expect(of('payout', 'AWAITING_LIQUIDITY')).toBe('−GMD 20.00');
  expect(of('refund', 'SUCCEEDED')).toBe('−GMD 20.00');
  for (const status of ['FAILED', 'EXPIRED', 'CANCELLED'] as const)
    expect(of('collection', status)).toBe('GMD 20.00');
  expect([of('payout', 'REVERSED'), of('refund', 'FAILED')]).toEqual(['GMD 20.00', 'GMD 20.00']);
});
