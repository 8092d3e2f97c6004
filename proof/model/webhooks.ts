import type { Account, Delivery, Endpoint, Told } from './world.ts';

// contract §7: who is sent which event, and when again.

/** contract §7: retries after 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h, ±20 %. */
const RETRY_S = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400];
const JITTER = 0.2;

/** What is due is so near the end of a call that the jitter decides: the driver takes another time. */
export class Unclear extends Error {}

export function queueDeliveries(account: Account, told: Told, after: string | null): void {
  for (const endpoint of account.endpoints) {
    if (!isSent(endpoint, told)) continue;
    const copies = told.isTwice ? ['', ' again'] : [''];
    for (const copy of copies) {
      const isActive = endpoint.status === 'ACTIVE';
      account.deliveries.push({
        id: `delivery of ${told.id} to ${endpoint.id}${copy}`,
        ...{ event: told.id, endpoint: endpoint.id, attempts: [], after, schedule: 0 },
        ...{ isCopy: copy !== '', bornAt: account.now },
        // guide webhooks: what was to go to a paused or disabled endpoint is kept as SKIPPED.
        status: isActive ? 'PENDING' : 'SKIPPED',
        next: isActive ? { from: account.now, to: account.now } : null,
      });
    }
  }
}

/** contract §7: `events`, empty means all. guide webhooks: the legacy form tells of final states only. */
function isSent(endpoint: Endpoint, { event }: Told): boolean {
  if (endpoint.form === 'legacy' && /\.pending$/.test(event)) return false;
  return endpoint.events.length === 0 || endpoint.events.includes(event);
}

/** Makes the attempts that are due until then. */
export function deliverDue(account: Account, until: number): void {
  for (;;) {
    const due = account.deliveries.find(({ next, after }) => {
      if (next === null || isHeld(account, after)) return false;
      if (next.from <= until && next.to > until) throw new Unclear(`a retry is due at about ${until} s`);
      return next.to <= until;
    });
    if (due === undefined) return;
    attempt(account, due);
  }
}

/** contract-more §18, webhooks_out_of_order: the first event waits for the second. */
function isHeld(account: Account, after: string | null): boolean {
  return after !== null && !account.events.some(({ id }) => id === after);
}

function attempt(account: Account, delivery: Delivery): void {
  const endpoint = account.endpoints.find(({ id }) => id === delivery.endpoint);
  const { from, to } = delivery.next ?? { from: account.now, to: account.now };
  if (endpoint === undefined || endpoint.status !== 'ACTIVE') {
    delivery.status = 'SKIPPED';
    delivery.next = null;
    return;
  }
  const status = endpoint.replies;
  delivery.attempts.push({ status });
  const wait = RETRY_S[delivery.schedule];
  delivery.schedule++;
  if (status >= 200 && status < 300) {
    delivery.status = 'SUCCEEDED';
    delivery.next = null;
  } else if (wait === undefined) {
    delivery.status = 'FAILED';
    delivery.next = null;
  } else {
    delivery.next = { from: from + wait * (1 - JITTER), to: to + wait * (1 + JITTER) };
  }
}

/** Each attempt that the receiver must have seen by now. */
export function attemptsOf(account: Account): { delivery: Delivery; number: number; status: number }[] {
  return account.deliveries.flatMap((delivery) =>
    delivery.attempts.map(({ status }, index) => ({ delivery, number: index + 1, status })),
  );
}
