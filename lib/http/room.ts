import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#lib/errors';
import { tooManyAtOnce } from '#lib/http/respond';
import { requestsWaiting } from '#lib/metrics';
import { settings } from '#lib/settings';

// A server that takes on all that comes answers nobody in time. So requests have places, of which nobody has more than
// a share: contract-more.md §17. What is beyond waits its turn, and the queues are served in turn.

/** For whom a place is. */
export interface Guest {
  /** Whose queue it is: a client's in an environment, a person's of the staff, or an address's. */
  id: string;
  /** With whom they share their places, such as their other environment; left out: with nobody. */
  party?: string;
  /** How many places they, or all of their party, have at most. */
  most: number;
  /** How many of their requests may wait for one. */
  queue: number;
  /** Nobody whom we know: all of those together have a share as well, since anybody can have many addresses. */
  isStranger?: boolean;
}

export interface Room {
  /** How many requests are being worked on. */
  taken(): number;
  /**
   * `work` with a place, which is given back when it has ended. Throws `RATE_LIMITED` where the guest's queue is full or
   * they have waited for long, `SERVICE_UNAVAILABLE` where the places of everybody are taken for long.
   */
  within<T>(guest: Guest, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** A place that lasts until what this resolves to is called, for what is not one function. Throws as `within` does. */
  hold(guest: Guest, signal?: AbortSignal): Promise<() => void>;
  /** What is only waited for, and has to go on at once: it holds no place. Outside of `within`: nothing but `wait`. */
  away<T>(wait: () => Promise<T>): Promise<T>;
  /** The same for what can queue for a place afterwards, as long as its caller is there, and throws as `within` does. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
}

interface Lane {
  guest: Guest;
  waiting: Set<Waiter>;
}

interface Waiter {
  enter: () => void;
}

/** A place that a request has; it is free while the request waits for something else. */
interface Place {
  lane: Lane;
  signal: AbortSignal | undefined;
  isAway: boolean;
}

/** Who waits longer is told to come again. Where all places are taken, by whomever, sooner. */
const WAITS_MS = { own: 10_000, everybodys: 2_000 };

interface RoomOptions {
  /** How many places strangers have together. */
  mostOfStrangers?: number;
  waitsMs?: typeof WAITS_MS;
  /** Told how many wait. */
  waiting?: { inc(): void; dec(): void };
}

export function createRoom(
  most: number,
  { mostOfStrangers = most, waitsMs = WAITS_MS, waiting }: RoomOptions = {},
): Room {
  const places = new AsyncLocalStorage<Place>();
  const lanes = new Map<string, Lane>();
  /** Those with somebody waiting, in the order in which they have their turn. */
  const queues = new Set<Lane>();
  let taken = 0;
  let takenByStrangers = 0;
  /** How many places each party has; none: not kept. */
  const takenBy = new Map<string, number>();
  const partyOf = ({ party, id }: Guest) => party ?? id;
  const hasShare = (guest: Guest) => (takenBy.get(partyOf(guest)) ?? 0) < guest.most;
  const hasRoomFor = ({ isStranger }: Guest) =>
    taken < most && (!isStranger || takenByStrangers < mostOfStrangers);

  const laneOf = (guest: Guest): Lane => {
    const lane = lanes.get(guest.id) ?? { guest, waiting: new Set() };
    lane.guest = guest;
    lanes.set(guest.id, lane);
    return lane;
  };

  const take = (lane: Lane, count: 1 | -1) => {
    const party = partyOf(lane.guest);
    const left = (takenBy.get(party) ?? 0) + count;
    if (left === 0) takenBy.delete(party);
    else takenBy.set(party, left);
    taken += count;
    if (lane.guest.isStranger) takenByStrangers += count;
    if (count < 0) callNext();
    forgetIfEmpty(lane);
  };

  /** So that what is kept does not grow with whoever came once. */
  function forgetIfEmpty(lane: Lane): void {
    if (lane.waiting.size === 0) lanes.delete(lane.guest.id);
  }

  function callNext(): void {
    for (const lane of queues) {
      if (taken >= most) return;
      const [first] = lane.waiting;
      if (first === undefined || !hasShare(lane.guest) || !hasRoomFor(lane.guest)) continue;
      leaveQueue(lane, first);
      // The next place is another's.
      if (queues.delete(lane)) queues.add(lane);
      take(lane, 1);
      first.enter();
    }
  }

  function leaveQueue(lane: Lane, waiter: Waiter): void {
    if (!lane.waiting.delete(waiter)) return;
    waiting?.dec();
    if (lane.waiting.size === 0) queues.delete(lane);
  }

  /** Guarantee: the guest has a place when this resolves, and none when it throws. */
  function enter(guest: Guest, signal?: AbortSignal): Promise<Lane> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const lane = laneOf(guest);
    if (hasRoomFor(guest) && hasShare(guest) && lane.waiting.size === 0) {
      take(lane, 1);
      return Promise.resolve(lane);
    }
    if (lane.waiting.size >= guest.queue) return Promise.reject(tooMany(guest));
    const { promise, resolve, reject } = Promise.withResolvers<Lane>();
    const giveUp = (error: unknown) => {
      leaveQueue(lane, waiter);
      forgetIfEmpty(lane);
      done();
      reject(error);
    };
    const hangUp = () => giveUp(signal?.reason);
    const sooner = setTimeout(() => {
      if (hasShare(guest) && taken >= most) giveUp(overloaded());
    }, waitsMs.everybodys);
    const later = setTimeout(() => giveUp(tooMany(guest)), waitsMs.own);
    const done = () => {
      clearTimeout(sooner);
      clearTimeout(later);
      signal?.removeEventListener('abort', hangUp);
    };
    const waiter: Waiter = {
      enter: () => {
        done();
        resolve(lane);
      },
    };
    signal?.addEventListener('abort', hangUp, { once: true });
    lane.waiting.add(waiter);
    queues.add(lane);
    waiting?.inc();
    return promise;
  }

  async function leave<T>(wait: () => Promise<T>, back: (place: Place) => Promise<void>): Promise<T> {
    const place = places.getStore();
    if (place === undefined || place.isAway) return wait();
    place.isAway = true;
    take(place.lane, -1);
    try {
      return await wait();
    } finally {
      await back(place);
      place.isAway = false;
    }
  }

  return {
    taken: () => taken,
    async within(guest, signal, work) {
      const place: Place = { lane: await enter(guest, signal), signal, isAway: false };
      try {
        return await places.run(place, work);
      } finally {
        if (!place.isAway) take(place.lane, -1);
      }
    },
    async hold(guest, signal) {
      const lane = await enter(guest, signal);
      return () => take(lane, -1);
    },
    away: (wait) =>
      leave(wait, async (place) => {
        place.lane = laneOf(place.lane.guest);
        take(place.lane, 1);
      }),
    aside: (wait) =>
      leave(wait, async (place) => {
        place.lane = await enter(place.lane.guest, place.signal);
      }),
  };
}

function tooMany({ most, queue }: Guest): AppError {
  return tooManyAtOnce(
    `Too many requests at the same time: ${most} are worked on at once, the next ones wait, and no more fit or this one waited too long. Nothing was done. Wait for answers before you send more, then repeat this one with the same reference.`,
    most + queue,
    1,
  );
}

function overloaded(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Kaira has more to do than it can at the moment. Nothing was done. Repeat the request with the same reference in a second.',
    { retryAfterSeconds: 1 },
  );
}

/** As many as two cores answer in about an eighth of a second. */
const MOST = 200;
/** One guest has so much of them, and one client's reads so much of the database's connections. */
const SHARE = 1 / 4;

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as { kairaRoom?: Room };
shared.kairaRoom ??= createRoom(MOST, { mostOfStrangers: MOST * SHARE, waiting: requestsWaiting });

/** Of this process: every request that may cost something. */
export const room = shared.kairaRoom;

interface GuestOptions {
  /**
   * Whether it only reads, or may take long: all of that of an owner shares a few places. Each environment has a queue
   * of its own for them, so that a rush in the sandbox is never the answer to a live key.
   */
  isRead: boolean;
  environment?: string | undefined;
  /** A network, of which nobody has shown a key or a session. */
  isStranger?: boolean;
  /** How many may wait. Left out: as many as a key of the default limit may send at once. */
  burst?: number | undefined;
}

/** How many of the database's connections the reads of one client, and other work that may be long, have at most. */
export function shareOfConnections(): number {
  return Math.max(1, Math.floor(settings().DATABASE_POOL * SHARE));
}

/** `owner`: a client's id, a person of the staff or a network. Reads and changes together have the share of one guest. */
export function guestOf(
  owner: string,
  { isRead, environment = '', isStranger = false, burst }: GuestOptions,
): Guest {
  const { RATE_LIMIT_BURST, WEB_CONCURRENCY } = settings();
  const queue = Math.max(1, Math.floor((burst ?? RATE_LIMIT_BURST) / WEB_CONCURRENCY));
  const reads = shareOfConnections();
  const party = `read ${owner}`;
  if (isRead) return { id: `${party} ${environment}`, party, most: reads, queue, isStranger };
  return { id: `${owner} ${environment}`, most: MOST * SHARE - reads, queue, isStranger };
}
