import { describe, expect, it } from 'vitest';
import { allowlistField, isAllowedAddress } from './ip-allowlist.ts';

describe('an allowlist', () => {
  it.each([
    '203.0.113.7',
    '203.0.113.0/24',
    '10.0.0.0/8',
    '203.0.113.7/32',
    '2001:db8::/32',
    '2001:db8::1',
    '::1',
    'fe80::/10',
  ])('takes %s', (cidr) => expect(allowlistField.parse([` ${cidr} `])).toEqual([cidr]));

  it.each([
    ['', 'is no address'],
    ['example.com', 'is no address'],
    ['203.0.113', 'is no address'],
    ['0x7f.0.0.1', 'is no address'],
    ['203.0.113.7/33', '1 to 32'],
    ['203.0.113.7/', '1 to 32'],
    ['203.0.113.7/-1', '1 to 32'],
    ['2001:db8::/129', '1 to 128'],
    ['203.0.113.0/24/24', 'is no address'],
    ['fe80::1%eth0', 'is no address'],
    ['203.0.113.7/24', 'leave out /24'],
    ['2001:db8::1/32', 'leave out /32'],
    ['0.0.0.0/0', 'allows everybody'],
    ['::/0', 'allows everybody'],
    ['::ffff:203.0.113.7', 'IPv4'],
  ])('refuses %j and says why', (cidr, why) => {
    expect(allowlistField.safeParse([cidr]).error?.issues[0]?.message).toContain(why);
  });

  it('drops repetitions and takes at most 50 entries', () => {
    expect(allowlistField.parse(['203.0.113.7', '203.0.113.7'])).toEqual(['203.0.113.7']);
    const many = Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`);
    expect(allowlistField.safeParse(many).success).toBe(false);
  });

  it('lets in what it names, and everybody when it is empty', () => {
    const list = ['203.0.113.0/24', '2001:db8::/32'];
    expect(['203.0.113.255', '2001:db8:ffff::1'].map((each) => isAllowedAddress(each, list))).toEqual([
      true,
      true,
    ]);
    expect(['203.0.114.0', '2001:db9::1', undefined].map((each) => isAllowedAddress(each, list))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isAllowedAddress('203.0.114.0', [])).toBe(true);
  });
});
