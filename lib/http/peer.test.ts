import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPeer, type SocketFacts, socketFacts } from '#lib/http/peer';

/** What `server.ts` knows of the socket, around what is asked of it. */
const from = (facts: SocketFacts, headers: Record<string, string>, trustProxy = 0) =>
  socketFacts.run(facts, () => findPeer(new Headers(headers), trustProxy));
const plain = (address: string | undefined): SocketFacts => ({ address, encrypted: false });
const claims = {
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1;proto=https',
  host: 'localhost',
};

describe('without a proxy', () => {
  test('the address is that of the socket, also in the IPv6 form of an IPv4 address', () => {
    expect(from(plain('203.0.113.9'), claims).address).toBe('203.0.113.9');
    expect(from(plain('::ffff:203.0.113.9'), {}).address).toBe('203.0.113.9');
    expect(from(plain('::FFFF:203.0.113.9'), {}).address).toBe('203.0.113.9');
    expect(from(plain('2001:db8::1'), {}).address).toBe('2001:db8::1');
    expect(from(plain(undefined), claims).address).toBeUndefined();
  });

  test('this machine is 127.0.0.0/8 and ::1, and nothing that looks like it', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect(from(plain(address), {}).loopback, address).toBe(true);
    for (const address of [
      '128.0.0.1',
      '1.127.0.1',
      '10.0.0.1',
      '::2',
      '::ffff:10.0.0.1',
      '127.evil',
      undefined,
    ])
      expect(from(plain(address), claims).loopback, address).toBe(false);
  });
});

test('one who has many addresses of IPv6 is one network', () => {
  const networkOf = (address: string) => from(plain(address), {}).network;
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7');
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7');
});

describe('behind proxies', () => {
  test('the address is the one that the outermost trusted proxy saw, and no header makes it this machine', () => {
    const headers = { 'x-forwarded-for': '127.0.0.1, 198.51.100.7, 10.0.0.2', 'x-forwarded-proto': 'https' };
    expect(from(plain('10.0.0.1'), headers, 1)).toEqual({
      address: '10.0.0.2',
      network: '10.0.0.2',
      secure: true,
      loopback: false,
    });
    expect(from(plain('10.0.0.1'), headers, 2).address).toBe('198.51.100.7');
    expect(from(plain('10.0.0.1'), { 'x-forwarded-for': 'unknown' }, 1).address).toBeUndefined();
    expect(from(plain('127.0.0.1'), {}, 1)).toEqual({
      address: undefined,
      network: 'unknown',
      secure: false,
      loopback: false,
    });
  });

  test('the way was encrypted if the nearest proxy says so, whatever was said before it', () => {
    const secure = (proto: string) => from(plain('10.0.0.1'), { 'x-forwarded-proto': proto }, 1).secure;
    expect(['https', 'HTTPS', 'http, https'].map(secure)).toEqual([true, true, true]);
    expect(['http', 'https, http', 'wss', ''].map(secure)).toEqual([false, false, false, false]);
  });
});

describe('the demand for https', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
    vi.stubEnv('KAIRA_SECRET', 'a secret of the tests, 32 characters or more');
  });
  afterEach(() => vi.unstubAllEnvs());

  const asks = async (peer: ReturnType<typeof findPeer>) => {
    const { requireHttps } = await import('#lib/http/api-route');
    try {
      requireHttps(peer);
      return 'answered';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('[54] plain HTTP is taken from this machine only, and by no header', async () => {
    expect(await asks(from(plain('127.0.0.1'), {}))).toBe('answered');
    expect(await asks(from({ address: '203.0.113.9', encrypted: true }, {}))).toBe('answered');
    for (const address of ['203.0.113.9', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', undefined])
      expect(await asks(from(plain(address), claims)), address).toBe('HTTPS_REQUIRED');
  });

  test('[54] behind a proxy also from this machine, unless the proxy was asked over https', async () => {
    vi.stubEnv('TRUST_PROXY', '1');
    const behind = (headers: Record<string, string>) => asks(from(plain('127.0.0.1'), headers, 1));
    expect(await behind({ 'x-forwarded-for': '127.0.0.1' })).toBe('HTTPS_REQUIRED');
    expect(await behind({ 'x-forwarded-proto': 'http' })).toBe('HTTPS_REQUIRED');
    expect(await behind({ 'x-forwarded-proto': 'https' })).toBe('answered');
  });

  test('is waived for everybody where the operator says so, and not behind a proxy', async () => {
    vi.stubEnv('ALLOW_INSECURE_HTTP', '1');
    expect(await asks(from(plain('203.0.113.9'), {}))).toBe('answered');
    vi.resetModules();
    vi.stubEnv('TRUST_PROXY', '1');
    expect(await asks(from(plain('203.0.113.9'), {}, 1))).toBe('HTTPS_REQUIRED');
  });
});
