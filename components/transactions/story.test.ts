import { expect, test } from 'vitest';
import { storyOf } from './story.ts';

const facts = { client_reference: '1042', provider: 'PROVIDER_W', customer_name: null, mobile: null };
const awa = { customer_name: 'Awa $& Ceesay', mobile: '+2207012345' };

test.each([
  [
    { type: 'collection', status: 'SUCCEEDED', ...awa },
    /^Awa \$& Ceesay, \+220 701 2345 paid you for 1042, by /,
  ],
  [{ type: 'collection', status: 'PENDING' }, /^The customer has been asked to pay for 1042, by /],
  [{ type: 'collection', status: 'EXPIRED' }, /^The customer was asked to pay for 1042, by /],
  [{ type: 'payout', status: 'SUCCEEDED', mobile: awa.mobile }, /^You paid \+220 701 2345 for 1042, by /],
  [{ type: 'payout', status: 'FAILED' }, /^You meant to pay the recipient for 1042, by /],
  [{ type: 'refund', status: 'PENDING', ...awa }, /^Awa .* is getting it back, by /],
  [
    { type: 'collection', status: 'EXPIRED', provider: 'CUSTOMER_CHOICE' },
    /^The customer was asked to pay for 1042\.$/,
  ],
] as const)('%j', (given, expected) => {
  expect(storyOf({ ...facts, ...given })).toMatch(expected);
});

test.each([
  [{ type: 'collection', status: 'SUCCEEDED', ...awa }, /^Awa .* paid WHO’s Bakery for 1042, by /],
  [{ type: 'payout', status: 'PENDING', mobile: awa.mobile }, /^WHO’s Bakery is paying \+220 701 2345 for /],
  [{ type: 'payout', status: 'FAILED' }, /^WHO’s Bakery meant to pay the recipient for /],
  [{ type: 'refund', status: 'SUCCEEDED' }, /^The customer has it back, by /],
] as const)('operators read which client it is: %j', (given, expected) => {
  expect(storyOf({ ...facts, ...given }, 'WHO’s Bakery')).toMatch(expected);
});
