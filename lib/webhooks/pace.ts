/** At most this many requests are under way to one endpoint, over all workers; to one that fails, one. */
export const SLOTS_PER_ENDPOINT = 4;
/** To one that answers so fast that more of them are no burden. */
export const MOST_SLOTS = 32;
/** So much of an endpoint's time may be under way at once: 8 requests where an answer takes 100 ms, 32 at 25 ms. */
export const UNDER_WAY_MS = 800;
/** How much the newest answer says of how fast an endpoint is. */
const NEWEST = 0.2;
/** An endpoint that was not heard of for longer than so many others begins anew. */
const REMEMBERED = 1_000;

interface Heard {
  latencyMs: number;
  slots: number;
}

/** Pure: how many may be under way to an endpoint that answers in this time. */
export function slotsAt(latencyMs: number): number {
  return Math.min(
    MOST_SLOTS,
    Math.max(SLOTS_PER_ENDPOINT, Math.floor(UNDER_WAY_MS / Math.max(latencyMs, 1))),
  );
}

/**
 * How many requests may be under way to each endpoint, by how fast it has answered this worker: one more after each
 * delivery, up to `slotsAt`; as at first after a failure. What is remembered is lost with the process.
 */
export function createPace() {
  const heard = new Map<string, Heard>();
  return {
    note(endpointId: string, latencyMs: number, isDelivered: boolean): void {
      const before = heard.get(endpointId);
      heard.delete(endpointId);
      if (!isDelivered) return;
      const average = before ? before.latencyMs + NEWEST * (latencyMs - before.latencyMs) : latencyMs;
      const slots = Math.min(slotsAt(average), (before?.slots ?? SLOTS_PER_ENDPOINT) + 1);
      heard.set(endpointId, { latencyMs: average, slots });
      if (heard.size > REMEMBERED) heard.delete(heard.keys().next().value as string);
    },
    /** By endpoint, where it is more than `SLOTS_PER_ENDPOINT`. */
    slots(): Record<string, number> {
      return Object.fromEntries(
        [...heard]
          .filter(([, { slots }]) => slots > SLOTS_PER_ENDPOINT)
          .map(([id, { slots }]) => [id, slots]),
      );
    },
  };
}
