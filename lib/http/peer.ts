import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';

/** What only the socket knows. Set by server.ts around each request; absent under another host. */
export interface SocketFacts {
  address: string | undefined;
  encrypted: boolean;
}

/** Where a request came from, as far as it can be trusted. */
export interface Peer {
  /** Undefined when nothing trustworthy says so; then an address allowlist refuses. */
  address: string | undefined;
  /** For whom requests without a key are counted: the address, of IPv6 its first 64 bits, which one caller has whole. */
  network: string;
  secure: boolean;
  loopback: boolean;
}

const shared = globalThis as { kairaSocket?: AsyncLocalStorage<SocketFacts> };
shared.kairaSocket ??= new AsyncLocalStorage();
export const socketFacts = shared.kairaSocket;

/**
 * The caller's address and whether the way was encrypted. `X-Forwarded-*` count only behind `trustProxy` hops:
 * each trusted proxy has appended one address, so the caller's is that many from the right.
 */
export function findPeer(headers: Headers, trustProxy: number): Peer {
  const socket = socketFacts.getStore();
  const socketAddress = socket?.address === undefined ? undefined : plainAddress(socket.address);
  if (trustProxy > 0) {
    const chain = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim());
    const claimed = plainAddress(chain[chain.length - trustProxy] ?? '');
    const secure = cameOverHttps(headers.get('x-forwarded-proto') ?? undefined);
    return { address: claimed, network: networkOf(claimed), secure, loopback: false };
  }
  return {
    address: socketAddress,
    network: networkOf(socketAddress),
    secure: socket?.encrypted ?? false,
    loopback: socketAddress !== undefined && isLoopback(socketAddress),
  };
}

/** What the proxy nearest to us says of the way to it. */
export function cameOverHttps(forwardedProto: string | undefined): boolean {
  return forwardedProto?.split(',').pop()?.trim().toLowerCase() === 'https';
}

/** `::ffff:10.0.0.1` → `10.0.0.1`; undefined for what is no address. */
function plainAddress(text: string): string | undefined {
  const address =
    text.toLowerCase().startsWith('::ffff:') && isIP(text.slice(7)) === 4 ? text.slice(7) : text;
  return isIP(address) === 0 ? undefined : address;
}

/** Of an IPv6 address its network of 64 bits: whoever has one address there has them all. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  // An IPv4 address at the end stands for two groups.
  const given = [...groups(head), ...groups(tail)].reduce(
    (sum, each) => sum + (each.includes('.') ? 2 : 1),
    0,
  );
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - given }, () => '0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
