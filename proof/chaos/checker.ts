import type { Sql } from 'postgres';
import type { Check, RequestRow } from '#proof/soak/checker';
import type { Arrival } from '#proof/webhooks/receiver';

// What proof/soak/checker.ts does not look at: the webhooks that merchants got of live payments, and requests that were
// repeated with another amount. Imports nothing of lib/ and db/ and has SQL of its own. Not covered: when retries come.

export interface EndpointRow {
  id: string;
  clientId: string;
  /** The path by which the merchants' server knows it. */
  number: number;
}

export interface FinalRow {
  id: string;
  clientId: string;
  type: 'collection' | 'payout';
  status: string;
}

export interface EventRow {
  id: string;
  clientId: string;
  transactionId: string;
  sequence: number;
  event: string;
  /** Of the stored body's UTF-8 bytes, by PostgreSQL. */
  bodySha256: string;
  createdAt: number;
}

export interface DeliveryRow {
  id: string;
  eventId: string;
  endpointId: string;
  status: string;
}

export interface WebhookFacts {
  endpoints: EndpointRow[];
  transactions: FinalRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
  arrivals: Arrival[];
  requests: RequestRow[];
  /** Clocks of ours were set wrong in this run: a signature that is refused for its time alone is counted apart. */
  haveClocksJumped: boolean;
}

export interface WebhookVerdict {
  checks: Check[];
  events: number;
  /** Whole requests that came in. */
  arrivals: number;
  /** Deliveries that no request of which was answered with 2xx. */
  undelivered: number;
  /** Requests answered with 2xx, beyond the first for each delivery: what a merchant sees twice. */
  duplicates: number;
  signatureFaults: number;
  /** Requests that a strict merchant refuses because a wrong clock of ours signed them. */
  wrongTimes: number;
  /** From the time that the event bears to its first request, in ms. */
  firstAttemptMs: number[];
  /** Events that bear a time of a clock that was set wrong, so that their first attempt cannot be timed. */
  untimed: number;
}

/** Clocks that jump do so by an hour; no honest delay is as long, nor negative. */
const wrongClockMs = 30 * 60_000;
const slackMs = 100;
const wrongTime = /Message timestamp too (new|old)/;

/** Pure: everything that is wrong. */
export function checkWebhooks(facts: WebhookFacts): WebhookVerdict {
  const { endpoints, transactions, events, deliveries } = facts;
  const numbers = new Set(endpoints.map((each) => each.number));
  const known = new Set(deliveries.map((each) => each.id));
  // Another trial on this machine may have called the port that is ours now.
  const arrivals = facts.arrivals.filter((each) => numbers.has(each.endpoint) || known.has(each.deliveryId));
  const eventById = new Map(events.map((each) => [each.id, each]));
  const endpointById = new Map(endpoints.map((each) => [each.id, each]));
  const arrivalsOf = Map.groupBy(arrivals, (each) => each.deliveryId);
  const deliveryOf = new Map(deliveries.map((each) => [`${each.eventId} ${each.endpointId}`, each]));
  const result: WebhookVerdict = {
    checks: [],
    events: events.length,
    arrivals: arrivals.length,
    undelivered: 0,
    duplicates: 0,
    signatureFaults: 0,
    wrongTimes: 0,
    firstAttemptMs: [],
    untimed: 0,
  };

  const told = begin('each final status has its event');
  const eventsOf = Map.groupBy(events, (each) => each.transactionId);
  for (const each of transactions) {
    if (!(each.status in wantedEvent)) continue;
    told.looked++;
    const own = (eventsOf.get(each.id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
    const wanted = `${each.type === 'payout' ? 'payout' : 'payment'}.${wantedEvent[each.status]}`;
    if (own.at(-1)?.event !== wanted)
      told.violations.push(
        `${each.type} ${each.id} is ${each.status}, and its last event is ${own.at(-1)?.event}`,
      );
    if (new Set(own.map((event) => event.sequence)).size !== own.length)
      told.violations.push(`${each.type} ${each.id} has two events of one number`);
  }

  const delivered = begin('each event reached each endpoint of its client');
  for (const event of events) {
    for (const endpoint of endpoints) {
      if (endpoint.clientId !== event.clientId) continue;
      delivered.looked++;
      const name = `event ${event.id} (${event.event} of ${event.transactionId}) at endpoint ${endpoint.number}`;
      const delivery = deliveryOf.get(`${event.id} ${endpoint.id}`);
      if (delivery === undefined) {
        result.undelivered++;
        delivered.violations.push(`${name}: has no delivery`);
        continue;
      }
      const own = (arrivalsOf.get(delivery.id) ?? []).toSorted((a, b) => a.arrivedTurn - b.arrivedTurn);
      const seen = own.filter((each) => each.answered === 200).length;
      if (seen === 0) {
        result.undelivered++;
        delivered.violations.push(`${name}: ${own.length} requests came, none answered with 2xx`);
      }
      result.duplicates += Math.max(0, seen - 1);
      if (delivery.status !== 'SUCCEEDED')
        delivered.violations.push(`${name}: its delivery ended as ${delivery.status}`);
      const first = own[0];
      if (first === undefined) continue;
      const afterMs = first.arrivedAt - event.createdAt;
      if (afterMs < -slackMs || afterMs > wrongClockMs) result.untimed++;
      else result.firstAttemptMs.push(Math.max(0, afterMs));
    }
  }

  const signed = begin('each request verifies: signatures, bytes, ids');
  const deliveryById = new Map(deliveries.map((each) => [each.id, each]));
  for (const each of arrivals) {
    signed.looked++;
    const name = `request ${each.attempt} of delivery ${each.deliveryId}`;
    const wrongTimes = facts.haveClocksJumped ? each.faults.filter((fault) => wrongTime.test(fault)) : [];
    if (wrongTimes.length > 0) result.wrongTimes++;
    const faults = each.faults.filter((fault) => !wrongTimes.includes(fault));
    const delivery = deliveryById.get(each.deliveryId);
    const event = eventById.get(each.eventId);
    if (faults.length > 0) result.signatureFaults++;
    if (delivery === undefined || event === undefined || delivery.eventId !== event.id)
      faults.push('is of no delivery or event that is there');
    else if (event.bodySha256 !== each.bodySha256) faults.push('its bytes are not those of the event');
    else if (event.transactionId !== each.transactionId) faults.push('its body is of another payment');
    if (delivery && endpointById.get(delivery.endpointId)?.number !== each.endpoint)
      faults.push('came to another endpoint than its own');
    for (const fault of faults) signed.violations.push(`${name}: ${fault}`);
  }

  result.checks = [told, delivered, signed, checkChanged(facts.requests)];
  return result;
}

const wantedEvent: Record<string, string> = {
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  REVERSED: 'reversed',
};

/** A reference that is in use is not taken for other parameters. */
function checkChanged(requests: RequestRow[]): Check {
  const changed = begin('the same reference with another amount is refused');
  for (const each of requests) {
    if (each.kind === 'changed_accepted')
      changed.violations.push(`${each.type} ${each.reference} was acknowledged as ${each.transactionId}`);
    if (each.kind === 'changed_refused') {
      changed.looked++;
      const isTransient = each.http !== undefined && (each.http >= 500 || each.http === 429);
      if (each.code !== 'DUPLICATE_REFERENCE' && !isTransient)
        changed.violations.push(`${each.type} ${each.reference} was refused as ${each.http} ${each.code}`);
    }
  }
  return changed;
}

function begin(name: string): Check {
  return { name, looked: 0, violations: [] };
}

/** What the database says of live webhooks. */
export async function readWebhooks(
  sql: Sql,
): Promise<Pick<WebhookFacts, 'transactions' | 'events' | 'deliveries'>> {
  const transactions = await sql<FinalRow[]>`
    select id, client_id as "clientId", type, status from transactions where environment = 'LIVE'`;
  const events = await sql<EventRow[]>`
    select id, client_id as "clientId", transaction_id as "transactionId", sequence, event,
           encode(sha256(convert_to(body, 'UTF8')), 'hex') as "bodySha256",
           extract(epoch from created_at)::float8 * 1000 as "createdAt"
    from events where environment = 'LIVE'`;
  const deliveries = await sql<DeliveryRow[]>`
    select id, event_id as "eventId", endpoint_id as "endpointId", status from deliveries where environment = 'LIVE'`;
  return { transactions: [...transactions], events: [...events], deliveries: [...deliveries] };
}
