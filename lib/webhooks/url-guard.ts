import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { room } from '#lib/http/room';

/** Every address of a name; rejects when there is none. Injected in tests. */
export type AddressLookup = (hostname: string) => Promise<string[]>;

interface UrlRules {
  /** `WEBHOOK_ALLOW_PRIVATE=1`: private addresses, local names, `http` and port 80 are allowed too. */
  allowPrivate: boolean;
  /** Host names of this gateway; a port is ignored. */
  ownHosts?: readonly string[];
}

const maxUrlLength = 2048;
const resolveDeadlineMs = 3_000;

/**
 * Says what is wrong with an endpoint's URL and what to do about it, or `undefined` (contract.md §7). Looks at the
 * URL alone; what its name resolves to is `resolvePublicUrlFault`. Another name for our own address is not noticed.
 */
export function endpointUrlFault(url: string, rules: UrlRules): string | undefined {
  if (url.length > maxUrlLength) return `The URL is longer than ${maxUrlLength} characters; shorten it.`;
  // The WHATWG parser silently drops or repairs these, so that the stored text would not be the address called.
  if (!url.isWellFormed() || /[\s\\\p{Cc}\p{Cf}]/u.test(url)) {
    return 'The URL contains a space, a backslash or an invisible character; remove it or percent-encode it.';
  }

  const parsed = URL.parse(url);
  if (parsed === null) return 'This is not a URL; write it in full, as https://example.com/webhooks.';
  const schemes = rules.allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(parsed.protocol) || !/^https?:\/\/[^/]/i.test(url)) {
    return 'The URL does not begin with https://; webhooks are sent over HTTPS only.';
  }
  if (parsed.href.length > maxUrlLength) {
    return `The URL is longer than ${maxUrlLength} characters once percent-encoded; shorten it.`;
  }
  if (parsed.username !== '' || parsed.password !== '' || authority(url).includes('@')) {
    return 'The URL contains a user name or password; remove it and check the signature header instead.';
  }
  if (url.includes('#')) return 'The URL contains a fragment; remove the # and all that follows it.';
  return portFault(parsed, rules) ?? hostFault(parsed.hostname, rules);
}

/**
 * True for a globally reachable unicast address only. IPv6 is an allow-list: `2000::/3` is all that IANA has given
 * out, so loopback, unique local, link-local, NAT64, v4-compatible and multicast addresses lie outside. A v4-mapped
 * address is judged as the IPv4 address in it; anything else, with a zone id too, is false.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !specialIpv4.check(ip, 'ipv4');
  if (!isIPv6(ip) || ip.includes('%')) return false;
  // `BlockList` applies its IPv4 rules to v4-mapped addresses by itself.
  if (mappedIpv4.check(ip, 'ipv6')) return !specialIpv4.check(ip, 'ipv6');
  return unicastIpv6.check(ip, 'ipv6') && !specialIpv6.check(ip, 'ipv6');
}

/**
 * The check at save: `endpointUrlFault`, then every address of the name must be public. A name that does not resolve
 * within 3 s is accepted: its DNS entry may come later, and each send checks the addresses again.
 */
export async function resolvePublicUrlFault(
  url: string,
  { allowPrivate, lookup = publicAddressLookup }: { allowPrivate: boolean; lookup?: AddressLookup },
): Promise<string | undefined> {
  const fault = endpointUrlFault(url, { allowPrivate });
  if (fault !== undefined || allowPrivate) return fault;

  const { hostname } = new URL(url);
  if (literalAddress(hostname) !== undefined) return undefined;
  const resolved = room.away(() => withinDeadline(lookup(hostname), resolveDeadlineMs));
  const addresses = await resolved.catch(() => []);
  const refused = addresses.find((address) => !isPublicAddress(address));
  if (refused === undefined) return undefined;
  return `The name ${hostname} resolves to a private address (${refused}); use a host that the internet can reach.`;
}

/**
 * All A and AAAA records, asked of DNS directly: the system's resolver would occupy one of the process's four threads
 * while a dead name server does not answer, and would know private names from the hosts file.
 */
export async function publicAddressLookup(hostname: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0) throw failure?.reason ?? new Error(`No address for ${hostname}`);
  return addresses;
}

/** All addresses as the system knows them, the hosts file included: for the local demo, where names are private. */
export async function systemAddressLookup(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** The IP address that a parsed host name is, without the brackets of IPv6; `undefined` for a name. */
export function literalAddress(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/** Two tries of 1 s and 2 s stay within the deadline of a save and of a connection. */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

function portFault(parsed: URL, { allowPrivate }: UrlRules): string | undefined {
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  if (port >= 1024 || port === 443 || (allowPrivate && port === 80)) return undefined;
  return `Port ${port} is not allowed; use port 443, 8443 or any from 1024 up.`;
}

function hostFault(hostname: string, { allowPrivate, ownHosts = [] }: UrlRules): string | undefined {
  if (hostname.endsWith('.')) return 'The host name ends with a dot; remove it.';
  if (allowPrivate) return undefined;
  if (ownHosts.some((host) => bareHost(host) === hostname)) {
    return 'The URL points to this gateway; use the address of your own server.';
  }
  const address = literalAddress(hostname);
  if (address === undefined) {
    if (hostname.includes('.') && !localName.test(hostname)) return undefined;
    return `The name ${hostname} is a local one; use a host that the internet can reach.`;
  }
  if (isPublicAddress(address)) return undefined;
  return `${address} is not a public address; use a host that the internet can reach.`;
}

/** Special-use names that a resolver may answer with an internal host (RFC 6761, 6762, 8375 and ICANN's `.internal`). */
const localName = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/;

function authority(url: string): string {
  return url.split('/')[2]?.split(/[?#]/)[0] ?? '';
}

function bareHost(host: string): string {
  return URL.parse(host.includes('://') ? host : `https://${host}`)?.hostname ?? host;
}

async function withinDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Out of time')), deadlineMs);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry, with multicast (224/4). */
const specialIpv4 = subnets('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // former 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

const mappedIpv4 = subnets('ipv6', ['::ffff:0:0/96']);

/** https://www.iana.org/assignments/ipv6-address-space: the only unicast block given out. */
const unicastIpv6 = subnets('ipv6', ['2000::/3']);

/** https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it lies within `2000::/3`. */
const specialIpv6 = subnets('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries any IPv4 address
  '3fff::/20', // documentation
]);
