import { expect, test } from 'vitest';
import { type DirectionNow, railNow } from '#lib/rails/rail-now';
import { railNowWords } from './rail-now-words.ts';

const collections: DirectionNow = {
  direction: 'collection',
  isOff: false,
  status: 'OPERATIONAL',
  isOverruled: false,
};
const payouts: DirectionNow = { ...collections, direction: 'payout' };

test.each([
  ['connected', {}, {}, 'succeeded', 'Connected, on and healthy'],
  ['connected', { isOff: true }, { isOff: true }, 'failed', 'Connected, switched off'],
  ['connected', {}, { isOff: true }, 'failed', 'Connected: collections on and healthy; payouts switched off'],
  [
    'connected',
    {},
    { status: 'DELAYED' },
    'pending',
    'Connected: collections on and healthy; payouts on, but delayed',
  ],
  ['connected', { status: 'CLOSED' }, { status: 'CLOSED' }, 'failed', 'Connected, on, but closed'],
  [
    'connected',
    { isOff: true, status: 'CLOSED' },
    {},
    'failed',
    'Connected: collections switched off; payouts on and healthy',
  ],
  [
    'connected',
    { isOverruled: true },
    {},
    'pending',
    'Connected: collections on and healthy by an operator’s word; payouts on and healthy',
  ],
  ['simulated', { status: null }, { status: null }, 'succeeded', 'Simulated, on'],
  [
    'simulated',
    { status: null },
    { status: null, isOff: true },
    'failed',
    'Simulated: collections on; payouts switched off',
  ],
  ['none', { status: null }, { status: null }, 'ended', 'Not connected'],
  [
    'none',
    { status: null },
    { status: null, isOff: true },
    'ended',
    'Not connected, and switched off for payouts',
  ],
  ['unusable', { status: null }, { status: null }, 'failed', 'Cannot be used: set it anew'],
] as const)(
  'a rail that is %s, with collections %j and payouts %j, is %s: %s',
  (reached, one, other, tone, text) => {
    const now = railNow(reached, [
      { ...collections, ...one },
      { ...payouts, ...other },
    ]);
    expect([now.tone, railNowWords(now)]).toEqual([tone, text]);
  },
);

test('a rail of one direction is said without naming it', () => {
  expect(railNowWords(railNow('connected', [collections]))).toBe('Connected, on and healthy');
});
