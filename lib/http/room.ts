import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#lib/errors';

// A server that takes on all that comes answers nobody in time. What is over the limit is refused at once, with the
// word to come again; what was let in keeps its speed.

/** A place that a request has; it is free while the request waits for a rail, which costs this process nothing. */
interface Place {
  isAway: boolean;
}

export interface Room {
  /** How many requests are being worked on. */
  taken(): number;
  /** Throws `SERVICE_UNAVAILABLE` while there is no room. */
  requireRoom(): void;
  /** `work` with a place, which is given back when it has ended. */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** What is only waited for. Outside of `within`: nothing but `wait`. */
  away<T>(wait: () => Promise<T>): Promise<T>;
}

export function createRoom(most: number): Room {
  const places = new AsyncLocalStorage<Place>();
  let taken = 0;
  return {
    taken: () => taken,
    requireRoom() {
      if (taken < most) return;
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Kaira has more to do than it can at the moment. Nothing was done. Repeat the request with the same reference in a second.',
        { retryAfterSeconds: 1 },
      );
    },
    async within(work) {
      const place = { isAway: false };
      taken++;
      try {
        return await places.run(place, work);
      } finally {
        taken--;
      }
    },
    async away(wait) {
      const place = places.getStore();
      if (place === undefined || place.isAway) return wait();
      place.isAway = true;
      taken--;
      try {
        return await wait();
      } finally {
        place.isAway = false;
        taken++;
      }
    },
  };
}

/** As many as two cores answer in about an eighth of a second. */
const MOST = 200;

/** Of this process: the requests to `/api/v1`. */
export const room = createRoom(MOST);
