import { expect, test } from 'vitest';
import { check, type Facts } from './checker.ts';
import type { Arrival } from './receiver.ts';

// A checker that finds nothing proves nothing, unless it finds each of these.

const at = 1_800_000_000_000;

/** One payment, one endpoint; the first worker is killed after the answer, and the second one repeats the request. */
function soundFacts(): Facts {
  const headers = { 'x-gw-attempt': '1' };
  const arrival: Arrival = {
    endpoint: 1,
    deliveryId: 'delivery',
    eventId: 'event',
    transactionId: 'payment',
    attempt: 1,
    headers: { ...headers, host: 'shop' },
    bodySha256: 'sha',
    faults: [],
    arrivedAt: at,
    endedAt: at + 5,
    arrivedTurn: 1,
    endedTurn: 2,
    answered: 200,
  };
  const repeat = { ...arrival, arrivedAt: at + 30_500, endedAt: at + 30_505, arrivedTurn: 3, endedTurn: 4 };
  return {
    expected: [{ transactionId: 'payment', endpoint: 1, endpointId: 'endpoint' }],
    arrivals: [arrival, repeat],
    deliveries: [
      {
        id: 'delivery',
        eventId: 'event',
        endpointId: 'endpoint',
        transactionId: 'payment',
        status: 'SUCCEEDED',
        attempts: 1,
      },
    ],
    attempts: [{ deliveryId: 'delivery', attempt: 1, at: at + 30_499, headers, status: 200, latencyMs: 5 }],
    events: [{ id: 'event', transactionId: 'payment', bodySha256: 'sha' }],
    interruptions: [{ at: at + 6, until: null, leases: [{ deliveryId: 'delivery', endsAt: at + 29_999 }] }],
    areRetriesNatural: true,
  };
}

test('a repeat after the lease of a killed worker is found and is no violation', () => {
  expect(check(soundFacts())).toMatchObject({
    violations: [],
    undelivered: 0,
    repeated: 1,
    repeatedAfterSuccess: 1,
    sentLate: 0,
    afterLeaseMs: [501],
    longestIdleMs: 501,
    mostUnderWay: 1,
  });
});

test('a request of a stopped worker after its lease is told apart, and is not counted against the endpoint', () => {
  const facts = soundFacts();
  const [first, second] = facts.arrivals as [Arrival, Arrival];
  facts.interruptions[0]!.until = at + 38_000;
  Object.assign(first, { arrivedAt: at + 38_001, endedAt: at + 38_010, arrivedTurn: 5, endedTurn: 6 });
  expect(check(facts)).toMatchObject({ violations: [], repeated: 1, sentLate: 1 });
  first.endedTurn = 20;
  for (const turn of [6, 7, 8]) facts.arrivals.push({ ...second, arrivedTurn: turn, endedTurn: 20 });
  expect(check(facts)).toMatchObject({ mostUnderWay: 3, mostUnderWayWithLate: 4 });
});

test('a request of another program to a port that was its own before is told apart', () => {
  const facts = soundFacts();
  facts.arrivals.push({ ...facts.arrivals[0]!, endpoint: Number.NaN, deliveryId: 'foreign', faults: ['x'] });
  expect(check(facts)).toMatchObject({ violations: [], strangers: 1 });
  facts.arrivals[2]!.deliveryId = 'delivery';
  expect(check(facts).violations).not.toEqual([]);
});

test.each<[what: string, violation: RegExp, spoil: (facts: Facts) => void]>([
  ['nothing arrived', /never arrived/, (facts) => facts.arrivals.splice(0)],
  [
    'only a refusal arrived',
    /never arrived/,
    ({ arrivals }) => arrivals.map((each) => Object.assign(each, { answered: 500 })),
  ],
  [
    'something unexpected arrived',
    /1 came unexpected/,
    ({ arrivals }) => arrivals.push({ ...arrivals[0]!, transactionId: 'other' }),
  ],
  ['a delivery is missing', /0 deliveries in the database/, ({ deliveries }) => deliveries.splice(0)],
  [
    'two deliveries of one event',
    /2 deliveries in the database/,
    ({ deliveries }) => deliveries.push({ ...deliveries[0]!, id: 'other' }),
  ],
  ['a repeat under another id', /2 values of eventId/, ({ arrivals }) => (arrivals[1]!.eventId = 'other')],
  ['other bytes', /not those of the event/, ({ arrivals }) => (arrivals[1]!.bodySha256 = 'other')],
  [
    'a wrong signature',
    /signature is wrong/,
    ({ arrivals }) => arrivals[0]!.faults.push('signature is wrong'),
  ],
  ['a delivery without its end', /ended as PENDING/, ({ deliveries }) => (deliveries[0]!.status = 'PENDING')],
  [
    'an attempt that is not in the log',
    /counts 2 attempts/,
    ({ deliveries }) => (deliveries[0]!.attempts = 2),
  ],
  [
    'an attempt that never left',
    /no request is like attempt 2/,
    ({ deliveries, attempts }) => {
      deliveries[0]!.attempts = 2;
      attempts.push({ ...attempts[0]!, attempt: 2 });
    },
  ],
  [
    'an answer that is not the one of the log',
    /no request is like attempt 1/,
    ({ arrivals }) => (arrivals[1]!.answered = 201),
  ],
  [
    'a header that is not the one of the log',
    /no request is like attempt 1/,
    ({ attempts }) => (attempts[0]!.headers = { 'x-gw-attempt': '9' }),
  ],
  ['a repeat without a kill', /is in no log/, (facts) => facts.interruptions.splice(0)],
  [
    'a repeat of what another worker had',
    /is in no log/,
    ({ interruptions }) => (interruptions[0]!.leases[0]!.deliveryId = 'other'),
  ],
  [
    'a repeat within the lease',
    /before the lease/,
    ({ arrivals, attempts }) => {
      arrivals[1]!.arrivedAt -= 2_000;
      attempts[0]!.at -= 2_000;
    },
  ],
  [
    'a repeat long after the lease',
    /waited \d+ ms for nothing/,
    ({ arrivals, attempts }) => {
      arrivals[1]!.arrivedAt += 20_000;
      attempts[0]!.at += 20_000;
    },
  ],
  [
    'a retry before its time',
    /came 20000 ms after a failure/,
    ({ deliveries, attempts }) => {
      deliveries[0]!.attempts = 2;
      attempts.unshift({ ...attempts[0]!, at: attempts[0]!.at - 20_000, status: 500 });
      attempts[1]!.attempt = 2;
    },
  ],
  [
    'a fifth request at once to an endpoint that is not fast',
    /5 requests were under way at once/,
    ({ arrivals }) => {
      for (const each of arrivals) each.endedAt = each.arrivedAt + 200;
      const crowd = [5, 6, 7, 8, 9].map((turn) => ({ ...arrivals[1]!, arrivedTurn: turn, endedTurn: 20 }));
      arrivals.push(...crowd);
    },
  ],
  [
    'a thirty-third request at once, however fast it answers',
    /33 requests were under way at once/,
    ({ arrivals }) => {
      for (let turn = 5; turn < 38; turn++)
        arrivals.push({ ...arrivals[1]!, arrivedTurn: turn, endedTurn: 50 });
    },
  ],
])('%s is a violation', (_what, violation, spoil) => {
  const facts = soundFacts();
  spoil(facts);
  expect(check(facts).violations.join('\n')).toMatch(violation);
});
