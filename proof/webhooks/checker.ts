import type { Sql } from 'postgres';
import type { Arrival } from './receiver.ts';

// Compares what was expected, what the receivers saw, what the database says and which workers were killed when.
// Nothing of lib/webhooks is imported. Not covered: what an endpoint that is paused or disabled misses.

/** What `lib/webhooks/deliver.ts` and `pace.ts` promise, written down once more. */
const leaseMs = 30_000;
const perEndpoint = 4;
/** While it answers fast: as many as fit into so much of its time, and never more than the second. */
const underWayMs = 800;
const perFastEndpoint = 32;
const shortestRetryMs = 24_000;
/** Clocks of one machine, read in several processes. */
const clockMs = 10;
/** Between a request's leaving its worker and the receiver's hearing of it, on a machine that is busy. */
const travelMs = 2_000;
/** A delivery whose lease has ended may wait for a slot of its endpoint, and this long for nothing. */
const idleMs = 10_000;

/** Each event that was made, at each endpoint that wants it. */
export interface ExpectedArrival {
  transactionId: string;
  endpoint: number;
  endpointId: string;
}

/** A worker that was killed at `at`, or stopped from `at` until `until`, and what it had under lease then. */
export interface Interruption {
  at: number;
  until: number | null;
  leases: { deliveryId: string; endsAt: number }[];
}

export interface DeliveryRow {
  id: string;
  eventId: string;
  endpointId: string;
  transactionId: string;
  status: string;
  attempts: number;
}

export interface AttemptRow {
  deliveryId: string;
  attempt: number;
  at: number;
  headers: Record<string, string> | null;
  status: number | null;
  latencyMs: number;
}

export interface EventRow {
  id: string;
  transactionId: string;
  /** Of the stored body's UTF-8 bytes, by PostgreSQL. */
  bodySha256: string;
}

export interface Facts {
  expected: ExpectedArrival[];
  arrivals: Arrival[];
  deliveries: DeliveryRow[];
  attempts: AttemptRow[];
  events: EventRow[];
  interruptions: Interruption[];
  /** Whether the retries waited as long as the schedule says, or were made due by hand. */
  areRetriesNatural: boolean;
}

export interface Verdict {
  violations: string[];
  requests: number;
  undelivered: number;
  /** From another Kaira on this machine, whose endpoint had the port before: neither path nor delivery is of the trial. */
  strangers: number;
  /** Requests beyond the attempts that the database has; each was under way when its worker was killed or stopped. */
  repeated: number;
  /** Of them, those that had been answered with 2xx. */
  repeatedAfterSuccess: number;
  /** Sent by a worker that was stopped, after its lease had ended. */
  sentLate: number;
  /** Attempts that were answered and then written down as unanswered, because the worker was stopped in between. */
  answeredButMissed: number;
  /** From the end of a lease to the request that came in the place of the lost one. */
  afterLeaseMs: number[];
  /** Of that, the time in which the endpoint had a free slot and nothing was under way to it. */
  longestIdleMs: number;
  /** Requests under way to one endpoint at one moment; without those that were sent late, and with them. */
  mostUnderWay: number;
  mostUnderWayWithLate: number;
}

/** What of the database the check needs, for these clients. */
export async function readRows(
  sql: Sql,
  clientIds: string[],
): Promise<Pick<Facts, 'deliveries' | 'attempts' | 'events'>> {
  const deliveries = await sql<DeliveryRow[]>`
    select id, event_id as "eventId", endpoint_id as "endpointId", transaction_id as "transactionId", status, attempts
    from deliveries where client_id = any (${clientIds}::uuid[])`;
  const attempts = await sql<AttemptRow[]>`
    select delivery_id as "deliveryId", attempt, extract(epoch from at)::float8 * 1000 as at,
           request_headers as headers, response_status as status, latency_ms as "latencyMs"
    from delivery_attempts where client_id = any (${clientIds}::uuid[]) order by delivery_id, attempt`;
  const events = await sql<EventRow[]>`
    select id, transaction_id as "transactionId", encode(sha256(convert_to(body, 'UTF8')), 'hex') as "bodySha256"
    from events where client_id = any (${clientIds}::uuid[])`;
  return { deliveries: [...deliveries], attempts: [...attempts], events: [...events] };
}

export function check(all: Facts): Verdict {
  const deliveryIds = new Set(all.deliveries.map((each) => each.id));
  const paths = new Set(all.expected.map((each) => each.endpoint));
  const isOurs = (each: Arrival) => deliveryIds.has(each.deliveryId) || paths.has(each.endpoint);
  const facts = { ...all, arrivals: all.arrivals.filter(isOurs) };
  const verdict: Verdict = {
    violations: [],
    requests: facts.arrivals.length,
    undelivered: 0,
    strangers: all.arrivals.length - facts.arrivals.length,
    repeated: 0,
    repeatedAfterSuccess: 0,
    sentLate: 0,
    answeredButMissed: 0,
    afterLeaseMs: [],
    longestIdleMs: 0,
    mostUnderWay: 0,
    mostUnderWayWithLate: 0,
  };
  const events = new Map(facts.events.map((each) => [each.id, each]));
  checkEverythingArrived(facts, verdict);
  for (const arrival of facts.arrivals) checkBytes(arrival, events, verdict);

  const attemptsOf = Map.groupBy(facts.attempts, (each) => each.deliveryId);
  const arrivalsOf = Map.groupBy(facts.arrivals, (each) => each.deliveryId);
  const arrivalsAt = Map.groupBy(facts.arrivals, (each) => each.endpoint);
  const heldAt = leasesOfTheDead(facts);
  const late = new Set<Arrival>();
  for (const delivery of facts.deliveries) {
    const attempts = attemptsOf.get(delivery.id) ?? [];
    const arrivals = (arrivalsOf.get(delivery.id) ?? []).toSorted((a, b) => a.arrivedTurn - b.arrivedTurn);
    checkAttempts(facts, delivery, attempts, verdict);
    const unrecorded = checkRecords(facts, delivery, attempts, arrivals, verdict);
    checkRepeats(facts, delivery, arrivals, unrecorded, arrivalsAt, heldAt, late, verdict);
  }
  for (const [endpoint, arrivals] of arrivalsAt) {
    const most = mostAtOnce(arrivals.filter((each) => !late.has(each)));
    if (most > mostAllowed(arrivals)) {
      verdict.violations.push(`endpoint ${endpoint}: ${most} requests were under way at once`);
    }
    verdict.mostUnderWay = Math.max(verdict.mostUnderWay, most);
    verdict.mostUnderWayWithLate = Math.max(verdict.mostUnderWayWithLate, mostAtOnce(arrivals));
  }
  verdict.sentLate = late.size;
  return verdict;
}

/** By what the trial made, not by what the database says it made. */
function checkEverythingArrived(facts: Facts, verdict: Verdict): void {
  const { violations } = verdict;
  const key = (transactionId: string, endpoint: number) => `${transactionId} at endpoint ${endpoint}`;
  const arrived = Map.groupBy(facts.arrivals, (each) => key(each.transactionId, each.endpoint));
  const rows = Map.groupBy(facts.deliveries, (each) => `${each.transactionId} ${each.endpointId}`);
  for (const { transactionId, endpoint, endpointId } of facts.expected) {
    const name = key(transactionId, endpoint);
    const arrivals = arrived.get(name) ?? [];
    arrived.delete(name);
    if (!arrivals.some(isSuccess)) {
      verdict.undelivered++;
      violations.push(`${name}: never arrived (${arrivals.length} requests, none answered with 2xx)`);
    }
    for (const what of ['deliveryId', 'eventId'] as const) {
      const ids = new Set(arrivals.map((each) => each[what]));
      if (ids.size > 1) violations.push(`${name}: came under ${ids.size} values of ${what}`);
    }
    const own = rows.get(`${transactionId} ${endpointId}`) ?? [];
    if (own.length !== 1) violations.push(`${name}: ${own.length} deliveries in the database`);
    else if (arrivals.some((each) => each.deliveryId !== own[0]!.id))
      violations.push(`${name}: came as a delivery that is not its own`);
  }
  for (const [name, arrivals] of arrived) violations.push(`${name}: ${arrivals.length} came unexpected`);
  if (facts.deliveries.length !== facts.expected.length) {
    violations.push(
      `${facts.deliveries.length} deliveries in the database, ${facts.expected.length} expected`,
    );
  }
}

function checkBytes(arrival: Arrival, events: Map<string, EventRow>, { violations }: Verdict): void {
  const name = `request ${arrival.attempt} of delivery ${arrival.deliveryId}`;
  const event = events.get(arrival.eventId);
  if (event === undefined) violations.push(`${name}: its event ${arrival.eventId} does not exist`);
  else if (event.bodySha256 !== arrival.bodySha256)
    violations.push(`${name}: its bytes are not those of the event`);
  else if (event.transactionId !== arrival.transactionId)
    violations.push(`${name}: its body is of another payment`);
  for (const fault of arrival.faults) violations.push(`${name}: ${fault}`);
}

/** The log of attempts is complete, agrees with the delivery, and follows the schedule. */
function checkAttempts(
  facts: Facts,
  delivery: DeliveryRow,
  attempts: AttemptRow[],
  { violations }: Verdict,
): void {
  const name = `delivery ${delivery.id}`;
  if (delivery.status !== 'SUCCEEDED') violations.push(`${name}: ended as ${delivery.status}`);
  if (attempts.length !== delivery.attempts || attempts.some((each, index) => each.attempt !== index + 1)) {
    const numbers = attempts.map((each) => each.attempt).join(', ');
    violations.push(`${name}: counts ${delivery.attempts} attempts and has those numbered ${numbers || '–'}`);
  }
  for (const [index, attempt] of attempts.entries()) {
    const isLast = index === attempts.length - 1;
    if (is2xx(attempt.status) !== isLast) {
      violations.push(`${name}: attempt ${attempt.attempt} of ${attempts.length} got ${attempt.status}`);
    }
    const next = attempts[index + 1];
    const waitedMs = (next?.at ?? Number.POSITIVE_INFINITY) - attempt.at;
    if (facts.areRetriesNatural && waitedMs < shortestRetryMs - clockMs) {
      violations.push(`${name}: attempt ${next!.attempt} came ${waitedMs.toFixed(0)} ms after a failure`);
    }
  }
}

/** Each attempt of the log was one request, with these headers and this answer. Returns the other requests. */
function checkRecords(
  facts: Facts,
  delivery: DeliveryRow,
  attempts: AttemptRow[],
  arrivals: Arrival[],
  verdict: Verdict,
): Set<Arrival> {
  const unrecorded = new Set(arrivals);
  for (const attempt of attempts) {
    const candidates = [...unrecorded].filter(
      (each) =>
        each.attempt === attempt.attempt &&
        each.arrivedAt >= attempt.at - clockMs &&
        each.arrivedAt <= attempt.at + attempt.latencyMs + travelMs &&
        Object.entries(attempt.headers ?? {}).every(([header, value]) => each.headers[header] === value),
    );
    const same = candidates.find((each) => each.answered === attempt.status);
    const wasStopped = facts.interruptions.some(
      ({ at, until }) =>
        until !== null && attempt.at <= until && attempt.at + attempt.latencyMs >= at - travelMs,
    );
    const missed = attempt.status === null && wasStopped ? candidates[0] : undefined;
    if (same === undefined && missed === undefined) {
      verdict.violations.push(
        `delivery ${delivery.id}: no request is like attempt ${attempt.attempt} of the log`,
      );
      continue;
    }
    if (same === undefined) verdict.answeredButMissed++;
    unrecorded.delete((same ?? missed)!);
  }
  return unrecorded;
}

/** By endpoint: a lease that nobody works on holds one of its slots until it ends. */
function leasesOfTheDead({ interruptions, deliveries }: Facts): Map<string, Span[]> {
  const endpointOf = new Map(deliveries.map((each) => [each.id, each.endpointId]));
  const held = new Map<string, Span[]>();
  for (const { at, leases } of interruptions) {
    for (const { deliveryId, endsAt } of leases) {
      const endpoint = endpointOf.get(deliveryId) ?? '';
      held.set(endpoint, [...(held.get(endpoint) ?? []), { from: at, to: endsAt }]);
    }
  }
  return held;
}

/** A request that is in no log was under lease to a worker that was killed, and what follows it waited for that lease. */
function checkRepeats(
  facts: Facts,
  delivery: DeliveryRow,
  arrivals: Arrival[],
  unrecorded: Set<Arrival>,
  arrivalsAt: Map<number, Arrival[]>,
  heldAt: Map<string, Span[]>,
  late: Set<Arrival>,
  verdict: Verdict,
): void {
  for (const arrival of unrecorded) {
    const name = `request ${arrival.attempt} of delivery ${delivery.id}`;
    const next = arrivals.find((each) => each.arrivedTurn > arrival.arrivedTurn);
    verdict.repeated++;
    const found = facts.interruptions
      .flatMap((each) => each.leases.map((lease) => ({ ...each, lease })))
      .filter(({ lease }) => lease.deliveryId === delivery.id);
    if (found.some(({ until }) => until !== null && arrival.arrivedAt >= until - clockMs)) {
      late.add(arrival);
      if (is2xx(arrival.answered)) verdict.repeatedAfterSuccess++;
      continue;
    }
    const lost = found.find(
      ({ at, lease }) =>
        arrival.arrivedAt <= at + travelMs && arrival.arrivedAt >= lease.endsAt - leaseMs - clockMs,
    );
    if (lost === undefined) {
      verdict.violations.push(`${name}: is in no log, and no worker was killed in the middle of it`);
      continue;
    }
    if (next === undefined) continue;
    if (is2xx(arrival.answered)) verdict.repeatedAfterSuccess++;
    const afterMs = next.arrivedAt - lost.lease.endsAt;
    if (afterMs < -clockMs) {
      verdict.violations.push(`${name}: was repeated ${-afterMs} ms before the lease of the first ended`);
    }
    const atEndpoint = arrivalsAt.get(arrival.endpoint) ?? [];
    const idle = idleTime(
      { from: lost.lease.endsAt, to: next.arrivedAt },
      atEndpoint.map(({ arrivedAt, endedAt }) => ({ from: arrivedAt, to: endedAt ?? next.arrivedAt })),
      heldAt.get(delivery.endpointId) ?? [],
      // One that fails gets one request at a time; which it is at each moment cannot be seen from here.
      atEndpoint.some((each) => each.answered === 500) ? 1 : perEndpoint,
    );
    if (idle > idleMs) {
      verdict.violations.push(`${name}: its repeat waited ${idle} ms for nothing after the lease`);
    }
    verdict.afterLeaseMs.push(afterMs);
    verdict.longestIdleMs = Math.max(verdict.longestIdleMs, idle);
  }
}

/** By its fastest answer, since what a worker takes for its pace is an average. */
function mostAllowed(arrivals: Arrival[]): number {
  const answers = arrivals.flatMap(({ arrivedAt, endedAt }) =>
    endedAt === null ? [] : [endedAt - arrivedAt],
  );
  const fastestMs = Math.max(1, Math.min(...answers));
  return Math.min(perFastEndpoint, Math.max(perEndpoint, Math.floor(underWayMs / fastestMs)));
}

interface Span {
  from: number;
  to: number;
}

/** For how long, within a span, the endpoint had a free slot and nothing was under way to it. */
function idleTime(wanted: Span, underWay: Span[], held: Span[], slots: number): number {
  const isWithin = (time: number) => time > wanted.from && time < wanted.to;
  const moments = [...underWay, ...held].flatMap(({ from, to }) => [from, to]).filter(isWithin);
  const edges = [wanted.from, ...moments.sort((a, b) => a - b), wanted.to];
  const covering = (spans: Span[], at: number) =>
    spans.filter(({ from, to }) => from <= at && at < to).length;
  let idle = 0;
  for (const [index, from] of edges.slice(0, -1).entries()) {
    if (covering(underWay, from) === 0 && covering(held, from) < slots)
      idle += Math.max(0, edges[index + 1]! - from);
  }
  return idle;
}

function mostAtOnce(arrivals: Arrival[]): number {
  const moments = arrivals.flatMap((each) => [
    { turn: each.arrivedTurn, change: 1 },
    { turn: each.endedTurn ?? Number.POSITIVE_INFINITY, change: -1 },
  ]);
  let now = 0;
  let most = 0;
  for (const { change } of moments.sort((a, b) => a.turn - b.turn)) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}

function isSuccess(arrival: Arrival): boolean {
  return is2xx(arrival.answered);
}

function is2xx(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
