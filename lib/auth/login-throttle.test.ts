import { expect, test } from 'vitest';
import { networkOf } from '#lib/http/peer';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1'],
  ['2001:0DB8::1:2:3:4:5', '2001:db8:0:1'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [undefined, 'unknown'],
])('[65] the failures of %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
