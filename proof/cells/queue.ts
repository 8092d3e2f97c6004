import { type Chance, createChance } from '#proof/simulation/chance';

// How long work waits for one of several equal servers, first come first served: closed forms, and a simulation for what
// has none.

/** That all servers are busy when somebody comes at random (M/M/c): Erlang's C, by way of B, which overflows nowhere. */
export function erlangC(servers: number, load: number): number {
  if (load >= servers) return 1;
  let blocked = 1;
  for (let each = 1; each <= servers; each++) blocked = (load * blocked) / (each + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** M/M/c: how long the share `share` of all waits at most, in units of a mean service time. */
export function longestWait(servers: number, load: number, share: number): number {
  if (load >= servers) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.log(erlangC(servers, load) / (1 - share)) / (servers - load));
}

export interface Queue {
  servers: number;
  perSecond: number;
  /** At random, as from many who do not know of each other (Poisson), or evenly spread, as `npm run bench` sends them. */
  arrivals: 'random' | 'even';
  serviceMs(chance: Chance): number;
  count: number;
  seed: number;
}

/** What each of `count` waits, in ms, sorted: whoever comes takes the server that is free first. A pure function of the seed. */
export function simulateWaits(queue: Queue): Float64Array {
  const chance = createChance(queue.seed, 'queue');
  const freeAt = new Float64Array(queue.servers);
  const waits = new Float64Array(queue.count);
  const betweenMs = 1000 / queue.perSecond;
  let now = 0;
  for (let each = 0; each < queue.count; each++) {
    now += queue.arrivals === 'even' ? betweenMs : exponential(chance, betweenMs);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begins = Math.max(now, freeAt[first]!);
    waits[each] = begins - now;
    freeAt[first] = begins + queue.serviceMs(chance);
  }
  return waits.sort();
}

export function exponential(chance: Chance, mean: number): number {
  return -mean * Math.log1p(-chance.number());
}

export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
