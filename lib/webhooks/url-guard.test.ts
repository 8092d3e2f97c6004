import { describe, expect, test, vi } from 'vitest';
import { endpointUrlFault, isPublicAddress, resolvePublicUrlFault } from './url-guard.ts';

const live = { allowPrivate: false, ownHosts: ['pay.example.gm', 'api.example.gm:8443'] };
const demo = { allowPrivate: true, ownHosts: ['localhost:3000'] };

function faults(urls: string[]): (string | undefined)[] {
  return urls.map((url) => endpointUrlFault(url, live));
}

describe('endpoint URLs that are accepted', () => {
  test.each([
    'https://merchant.example/webhooks',
    'HTTPS://Merchant.Example/webhooks?shop=1&kind=a%20b',
    'https://merchant.example:443/',
    'https://merchant.example:8443/',
    'https://merchant.example:1024/',
    'https://merchant.example:5432/', // contract.md §7 allows every port from 1024 up.
    'https://merchant.example:65535/',
    'https://xn--bcher-kva.example/ü',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://internal.example.com/', // The last label decides.
    'https://localhost.example.com/',
  ])('%s', (url) => {
    expect(endpointUrlFault(url, live)).toBeUndefined();
  });
});

describe('refused: addresses that are not public (cases 76-78)', () => {
  test.each([
    ['loopback', 'https://127.0.0.1/'],
    ['all of loopback', 'https://127.255.255.254/'],
    ['RFC 1918', 'https://10.0.0.1/'],
    ['RFC 1918', 'https://172.16.0.1/'],
    ['RFC 1918', 'https://172.31.255.255/'],
    ['RFC 1918', 'https://192.168.1.1/'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['this network', 'https://0.0.0.0/'],
    ['multicast', 'https://224.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['octal', 'https://0177.0.0.1/'],
    ['long octal', 'https://017700000001/'],
    ['hex', 'https://0x7f.0.0.1/'],
    ['hex and short', 'https://0x7f.1/'],
    ['one hex number', 'https://0x7f000001/'],
    ['decimal', 'https://2130706433/'],
    ['short', 'https://127.1/'],
    ['shorter', 'https://127.0.1/'],
    ['zero', 'https://0/'],
    ['empty hex', 'https://0x/'],
    ['metadata in decimal', 'https://2852039166/'],
    ['metadata in hex', 'https://0xa9fea9fe/'],
    ['private in octal', 'https://0300.0250.1.1/'],
    ['full-width digits', 'https://１２７.０.０.１/'],
    ['circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['ideographic full stops', 'https://127。0。0。1/'],
    ['percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['trailing dot', 'https://127.0.0.1./'],
    ['unspecified', 'https://[::]/'],
    ['loopback', 'https://[::1]/'],
    ['loopback in full', 'https://[0000:0000:0000:0000:0000:0000:0000:0001]/'],
    ['mapped', 'https://[::ffff:127.0.0.1]/'],
    ['mapped in hex', 'https://[::ffff:7f00:1]/'],
    ['mapped metadata', 'https://[::ffff:a9fe:a9fe]/'],
    ['mapped in full', 'https://[0:0:0:0:0:FFFF:10.0.0.1]/'],
    ['v4-compatible', 'https://[::7f00:1]/'],
    ['v4-compatible, dotted', 'https://[::127.0.0.1]/'],
    ['translated', 'https://[::ffff:0:127.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::7f00:1]/'],
    ['NAT64 of a public address', 'https://[64:ff9b::808:808]/'],
    ['local NAT64', 'https://[64:ff9b:1::7f00:1]/'],
    ['6to4', 'https://[2002:7f00:1::]/'],
    ['6to4 of private', 'https://[2002:c0a8:101::1]/'],
    ['Teredo', 'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['unique local', 'https://[fc00::1]/'],
    ['unique local', 'https://[fd00:ec2::254]/'],
    ['link-local', 'https://[fe80::1]/'],
    ['site-local', 'https://[fec0::1]/'],
    ['multicast', 'https://[ff02::1]/'],
    ['documentation', 'https://[2001:db8::1]/'],
    ['discard', 'https://[100::1]/'],
  ])('%s: %s', (_kind, url) => {
    expect(endpointUrlFault(url, live)).toMatch(/is not a public address; use a host/);
  });

  test('a link-local address with a zone is no URL', () => {
    for (const url of ['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://[::1%251]/']) {
      expect(endpointUrlFault(url, live)).toMatch(/not a URL/);
    }
  });
});

describe('refused: local names (case 79)', () => {
  test.each([
    'https://localhost/',
    'https://LOCALHOST/',
    'https://x.localhost/',
    'https://metadata.google.internal/',
    'https://a.b.internal/',
    'https://printer.local/',
    'https://router.home.arpa/',
    'https://localhost.localdomain/',
    'https://postgres:5432/',
    'https://kubernetes/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://local%68ost/',
    'https://localhost%E3%80%82localhost/',
  ])('%s', (url) => {
    expect(endpointUrlFault(url, live)).toMatch(/is a local one; use a host/);
  });

  test.each([
    'https://localhost./',
    'https://x.localhost./',
    'https://merchant.example./',
    'https://merchant.example%2e/',
    'https://metadata.google.internal./',
  ])('trailing dot: %s', (url) => {
    expect(endpointUrlFault(url, live)).toMatch(/ends with a dot; remove it/);
    expect(endpointUrlFault(url, demo)).toMatch(/ends with a dot; remove it/);
  });
});

describe('refused: schemes, ports, user information, fragments (case 82)', () => {
  test('schemes', () => {
    const urls = ['http://a.example/', 'file:///etc/passwd', 'gopher://a.example/', 'ftp://a.example/'];
    urls.push(
      'ws://a.example/',
      'data:text/plain,a',
      'javascript:alert(1)',
      'https:a.example',
      'https:///a.example',
    );
    for (const fault of faults(urls)) expect(fault).toMatch(/does not begin with https:\/\//);
  });

  test('ports below 1024 other than 443', () => {
    const urls = [0, 1, 22, 25, 53, 80, 110, 442, 444, 445, 1023].map((port) => `https://a.example:${port}/`);
    for (const fault of faults(urls)) expect(fault).toMatch(/^Port \d+ is not allowed; use port 443, 8443/);
  });

  test('user information, empty too', () => {
    const urls = [
      'https://u:p@a.example/',
      'https://u@a.example/',
      'https://:p@a.example/',
      'https://@a.example/',
    ];
    urls.push('https://good.example@evil.example/', 'https://:@a.example');
    for (const fault of faults(urls)) expect(fault).toMatch(/user name or password; remove it/);
  });

  test('an @ in the path or query is no user information', () => {
    expect(faults(['https://a.example/@me', 'https://a.example?mail=a@b'])).toEqual([undefined, undefined]);
  });

  test('fragments, empty too', () => {
    for (const fault of faults(['https://a.example/#x', 'https://a.example#']))
      expect(fault).toMatch(/fragment/);
  });

  test('text that a URL parser would repair', () => {
    const urls = [
      ' https://a.example/',
      'https://a.example/\n',
      'https://a.exa\tmple/',
      'https:\\\\a.example/',
    ];
    urls.push('https://a.example\\@b.example/', 'https://a.example/\u0000', 'https://a.example/\ud800');
    urls.push(
      'https://local\u00adhost/',
      'https://a.example/\u202e',
      'https://a.example/a b',
      'https://a\u00a0.b/',
    );
    for (const fault of faults(urls)) expect(fault).toMatch(/remove it or percent-encode it/);
  });

  test('what is no URL', () => {
    for (const fault of faults(['', 'a.example', '//a.example', 'https://', 'https://256.256.256.256/'])) {
      expect(fault).toMatch(/not a URL/);
    }
  });

  test('more than 2,048 characters, as written or percent-encoded', () => {
    const prefix = 'https://a.example/';
    expect(endpointUrlFault(prefix.padEnd(2_048, 'a'), live)).toBeUndefined();
    expect(endpointUrlFault(prefix.padEnd(2_049, 'a'), live)).toMatch(/longer than 2048/);
    expect(endpointUrlFault(prefix.padEnd(1_000, 'ü'), live)).toMatch(/longer than 2048/);
  });
});

describe("refused: the gateway's own address (case 83)", () => {
  test.each([
    'https://pay.example.gm/api/v1/x',
    'https://PAY.example.gm:8443/',
    'https://api.example.gm/',
    'https://ｐay.example.gm/',
  ])('%s', (url) => {
    expect(endpointUrlFault(url, live)).toMatch(/points to this gateway/);
  });

  test('another host of the same domain is accepted', () => {
    expect(endpointUrlFault('https://shop.example.gm/', live)).toBeUndefined();
  });
});

describe('with private addresses allowed', () => {
  test('http, port 80, local names and addresses and our own host are accepted', () => {
    const urls = [
      'http://localhost:3000/hook',
      'http://127.0.0.1/',
      'http://merchant:4000/',
      'https://[::1]:4000/',
    ];
    for (const url of urls) expect(endpointUrlFault(url, demo)).toBeUndefined();
  });

  test('all that has no need of it is still refused', () => {
    const urls = ['http://localhost:22/', 'ftp://localhost/', 'http://u@localhost/', 'http://localhost/#x'];
    for (const url of urls) expect(endpointUrlFault(url, demo)).toBeTypeOf('string');
  });
});

describe('isPublicAddress', () => {
  test.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '255.255.255.255'],
  ])('%s to %s is refused, mapped too; its neighbours are not', (first, last) => {
    const below = fromNumber(toNumber(first) - 1);
    const above = fromNumber(toNumber(last) + 1);
    for (const ip of [first, last]) {
      expect(isPublicAddress(ip)).toBe(false);
      expect(isPublicAddress(`::ffff:${ip}`)).toBe(false);
    }
    for (const ip of [below, above]) {
      // 0.0.0.0 has nothing below it, and 255.255.255.255 nothing above.
      if (ip === undefined) continue;
      expect(isPublicAddress(ip)).toBe(true);
      expect(isPublicAddress(`::ffff:${ip}`)).toBe(true);
    }
  });

  test.each([
    ['::', '::'],
    ['::1', '::1'],
    ['::2', '::fffe:ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['100:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('%s to %s is refused', (first, last) => {
    expect(isPublicAddress(first)).toBe(false);
    expect(isPublicAddress(last)).toBe(false);
  });

  test.each([
    '2000::1',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1111',
    '3fff:1000::1',
  ])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  test('what is not a plain address is not public', () => {
    for (const text of [
      '',
      'a.example',
      '8.8.8',
      '8.8.8.8:443',
      '[2606:4700::1]',
      '2606:4700::1%eth0',
      '010.8.8.8',
    ]) {
      expect(isPublicAddress(text)).toBe(false);
    }
  });
});

describe('the check of the resolved address at save', () => {
  const url = 'https://merchant.example/hook';
  const check = (...addresses: string[]) =>
    resolvePublicUrlFault(url, { allowPrivate: false, lookup: async () => addresses });

  test('a name with public addresses only is accepted', async () => {
    expect(await check('93.184.215.14', '2606:4700::1111')).toBeUndefined();
  });

  test('a public-looking name of a private address is refused (nip.io, case 79)', async () => {
    const lookup = vi.fn(async () => ['10.0.0.1']);
    const fault = await resolvePublicUrlFault('https://10.0.0.1.nip.io/', { allowPrivate: false, lookup });
    expect(fault).toBe(
      'The name 10.0.0.1.nip.io resolves to a private address (10.0.0.1); use a host that the internet can reach.',
    );
    expect(lookup).toHaveBeenCalledExactlyOnceWith('10.0.0.1.nip.io');
  });

  test('one private address among public ones refuses them all (case 80)', async () => {
    expect(await check('93.184.215.14', '169.254.169.254')).toMatch(/\(169\.254\.169\.254\)/);
    expect(await check('2606:4700::1111', '::ffff:127.0.0.1')).toMatch(/\(::ffff:127\.0\.0\.1\)/);
  });

  test('a name that does not resolve is accepted: each send checks again', async () => {
    const lookup = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await resolvePublicUrlFault(url, { allowPrivate: false, lookup })).toBeUndefined();
    expect(await check()).toBeUndefined();
  });

  test('a name server that never answers holds the caller for 3 s at most', async () => {
    vi.useFakeTimers();
    try {
      const lookup = () => new Promise<string[]>(() => {});
      const pending = resolvePublicUrlFault(url, { allowPrivate: false, lookup });
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await pending).toBeUndefined();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a URL that is refused by itself is refused without a look-up', async () => {
    const lookup = vi.fn(async () => []);
    for (const refused of ['https://127.1/', 'http://merchant.example/', 'https://localhost/']) {
      expect(await resolvePublicUrlFault(refused, { allowPrivate: false, lookup })).toBeTypeOf('string');
    }
    expect(await resolvePublicUrlFault('https://8.8.8.8/', { allowPrivate: false, lookup })).toBeUndefined();
    expect(lookup).not.toHaveBeenCalled();
  });

  test('with private addresses allowed nothing is looked up', async () => {
    const lookup = vi.fn(async () => ['10.0.0.1']);
    expect(await resolvePublicUrlFault('http://merchant/', { allowPrivate: true, lookup })).toBeUndefined();
    expect(lookup).not.toHaveBeenCalled();
  });
});

function toNumber(ip: string): number {
  return ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function fromNumber(value: number): string | undefined {
  if (value < 0 || value >= 2 ** 32) return undefined;
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}
