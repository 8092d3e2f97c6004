import { BlockList, isIP } from 'node:net';

const compiled = new Map<string, BlockList>();
const REMEMBER_LISTS = 1_000;

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
