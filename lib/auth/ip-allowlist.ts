import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const compiled = new Map<string, BlockList>();
const REMEMBER_LISTS = 1_000;
const MAX_ENTRIES = 50;

/** A list of addresses and CIDRs, IPv4 and IPv6, without repetitions; empty means anywhere. */
export const allowlistField = z
  .array(
    z
      .string('Each entry must be a string, such as "203.0.113.0/24".')
      .trim()
      .superRefine((text, check) => {
        const message = cidrFault(text);
        if (message) check.addIssue({ code: 'custom', message, params: { code: 'invalid_cidr' } });
      }),
    'The allowlist must be a list of addresses.',
  )
  .max(MAX_ENTRIES, `The allowlist must have at most ${MAX_ENTRIES} entries.`)
  .transform((cidrs) => [...new Set(cidrs)]);

/** Whether an address may use a client's keys. An empty list means anywhere; an unknown address is refused by any list. */
export function isAllowedAddress(address: string | undefined, cidrs: string[]): boolean {
  if (cidrs.length === 0) return true;
  const family = address === undefined ? 0 : isIP(address);
  if (address === undefined || family === 0) return false;
  return compile(cidrs).check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function compile(cidrs: string[]): BlockList {
  const name = cidrs.join(' ');
  const known = compiled.get(name);
  if (known) return known;
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  if (compiled.size >= REMEMBER_LISTS) compiled.clear();
  compiled.set(name, list);
  return list;
}

/** What is wrong with an address or a CIDR, or undefined. A network whose last bits are set is more often a slip than meant. */
function cidrFault(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%') || text.length > 50) {
    return `${quoted(text)} is no address: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`;
  }
  // A caller's address is compared in its IPv4 form.
  if (version === 6 && bitsOf(address) >> 32n === 0xffffn)
    return `${quoted(text)}: write it as an IPv4 address.`;
  if (bits === undefined) return undefined;
  const width = version === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width)
    return `${quoted(text)}: after the slash stands 1 to ${width}.`;
  if (Number(bits) === 0) return `${quoted(text)} allows everybody. Leave the list empty to say so.`;
  const hostBits = BigInt(width - Number(bits));
  if (bitsOf(address) & ((1n << hostBits) - 1n)) {
    return `${quoted(text)} names one address with the size of a network: leave out /${bits}, or write the network's first address.`;
  }
  return undefined;
}

function quoted(text: string): string {
  return `"${text.slice(0, 50)}"`;
}

/** The number that an address is. */
function bitsOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  // An IPv4 tail (`::ffff:10.0.0.1`) stands for two groups.
  const text = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a * 256 + +b, c * 256 + +d].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
