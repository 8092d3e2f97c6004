import { expect, test } from 'vitest';
import type { Arrival } from '#proof/webhooks/receiver';
import { checkWebhooks, type WebhookFacts } from './checker.ts';
import { recoveryOf } from './report.ts';

// A checker that finds nothing proves nothing, unless it finds each of these.

const at = 1_800_000_000_000;

/** Two clients with an endpoint each; one collection and one payout, told in one request each, one of them twice. */
function soundFacts(): WebhookFacts {
  const arrival = (endpoint: number, deliveryId: string, eventId: string, turn: number): Arrival => ({
    endpoint,
    deliveryId,
    eventId,
    transactionId: eventId.replace('event of ', ''),
    attempt: 1,
    headers: {},
    bodySha256: `bytes of ${eventId}`,
    faults: [],
    arrivedAt: at + 10 * turn,
    endedAt: at + 10 * turn + 5,
    arrivedTurn: turn,
    endedTurn: turn + 1,
    answered: 200,
  });
  const event = (transactionId: string, clientId: string, name: string) => ({
    id: `event of ${transactionId}`,
    clientId,
    transactionId,
    sequence: 1,
    event: name,
    bodySha256: `bytes of event of ${transactionId}`,
    createdAt: at,
  });
  return {
    endpoints: [
      { id: 'endpoint-1', clientId: 'one', number: 1 },
      { id: 'endpoint-2', clientId: 'two', number: 2 },
    ],
    transactions: [
      { id: 'in', clientId: 'one', type: 'collection', status: 'SUCCEEDED' },
      { id: 'out', clientId: 'two', type: 'payout', status: 'FAILED' },
      { id: 'open', clientId: 'two', type: 'payout', status: 'PENDING' },
    ],
    events: [event('in', 'one', 'payment.succeeded'), event('out', 'two', 'payout.failed')],
    deliveries: [
      { id: 'delivery-1', eventId: 'event of in', endpointId: 'endpoint-1', status: 'SUCCEEDED' },
      { id: 'delivery-2', eventId: 'event of out', endpointId: 'endpoint-2', status: 'SUCCEEDED' },
    ],
    arrivals: [
      arrival(1, 'delivery-1', 'event of in', 1),
      arrival(2, 'delivery-2', 'event of out', 3),
      arrival(2, 'delivery-2', 'event of out', 5),
    ],
    haveClocksJumped: false,
    requests: [
      {
        at,
        clientId: 'two',
        type: 'payout',
        reference: 'wage-1',
        kind: 'changed_refused',
        http: 409,
        code: 'DUPLICATE_REFERENCE',
      },
    ],
  };
}

const violationsOf = (facts: WebhookFacts) => checkWebhooks(facts).checks.flatMap((each) => each.violations);

test('a sound run has no violation; what came twice is counted and timed by its first request', () => {
  const verdict = checkWebhooks(soundFacts());
  expect(verdict.checks.filter((each) => each.violations.length > 0)).toEqual([]);
  expect(verdict.checks.filter((each) => each.looked === 0)).toEqual([]);
  expect(verdict).toMatchObject({ undelivered: 0, duplicates: 1, signatureFaults: 0, untimed: 0 });
  expect(verdict.firstAttemptMs).toEqual([10, 30]);
});

test('what was answered with 500 and came again is no duplicate', () => {
  const facts = soundFacts();
  facts.arrivals[1]!.answered = 500;
  expect(checkWebhooks(facts)).toMatchObject({ undelivered: 0, duplicates: 0 });
});

test('an event with the time of a clock that was wrong is not timed', () => {
  const facts = soundFacts();
  facts.events[0]!.createdAt -= 3_600_000;
  facts.events[1]!.createdAt += 3_600_000;
  expect(checkWebhooks(facts)).toMatchObject({ untimed: 2, firstAttemptMs: [] });
});

test('a signature refused for its time is excused only where a clock had been set wrong', () => {
  const facts = soundFacts();
  facts.arrivals[0]!.faults.push('webhook-signature does not verify: Message timestamp too new');
  expect(checkWebhooks(facts)).toMatchObject({ signatureFaults: 1, wrongTimes: 0 });
  expect(checkWebhooks({ ...facts, haveClocksJumped: true })).toMatchObject({
    signatureFaults: 0,
    wrongTimes: 1,
  });
  expect(violationsOf({ ...facts, haveClocksJumped: true })).toEqual([]);
});

const undelivered: [string, (facts: WebhookFacts) => void][] = [
  ['never came', ({ arrivals }) => arrivals.splice(0, 1)],
  ['was never answered', ({ arrivals }) => Object.assign(arrivals[0]!, { answered: null })],
  ['was only refused', ({ arrivals }) => Object.assign(arrivals[0]!, { answered: 500 })],
  ['has no delivery', ({ deliveries }) => deliveries.splice(0, 1)],
  [
    'came to the endpoint of somebody else',
    ({ arrivals }) => Object.assign(arrivals[0]!, { deliveryId: 'x' }),
  ],
];
test.each(undelivered)('an event that %s is undelivered', (_, plant) => {
  const facts = soundFacts();
  plant(facts);
  expect(checkWebhooks(facts).undelivered).toBe(1);
  expect(violationsOf(facts)).not.toEqual([]);
});

const planted: [string, (facts: WebhookFacts) => void, RegExp][] = [
  [
    'a final status without an event',
    ({ events }) => events.splice(0, 1),
    /in is SUCCEEDED, and its last event is undefined/,
  ],
  [
    'an event of another status',
    ({ events }) => Object.assign(events[0]!, { event: 'payment.failed' }),
    /last event is payment\.failed/,
  ],
  [
    'two events of one number',
    ({ events }) => events.unshift({ ...events[0]!, id: 'twin' }),
    /two events of one number/,
  ],
  [
    'a delivery that was given up',
    ({ deliveries }) => Object.assign(deliveries[0]!, { status: 'FAILED' }),
    /ended as FAILED/,
  ],
  [
    'a signature that does not verify',
    ({ arrivals }) => arrivals[0]!.faults.push('x-gw-signature does not verify'),
    /x-gw-signature does not verify/,
  ],
  [
    'other bytes than the event',
    ({ arrivals }) => Object.assign(arrivals[0]!, { bodySha256: 'other' }),
    /not those of the event/,
  ],
  [
    'a body of another payment',
    ({ arrivals }) => Object.assign(arrivals[0]!, { transactionId: 'out' }),
    /of another payment/,
  ],
  [
    'an event under another delivery',
    ({ arrivals }) => Object.assign(arrivals[0]!, { eventId: 'event of out' }),
    /no delivery or event/,
  ],
  [
    'an event at the endpoint of another client',
    ({ arrivals }) => Object.assign(arrivals[0]!, { endpoint: 2 }),
    /another endpoint/,
  ],
  [
    'another amount that was accepted',
    ({ requests }) => Object.assign(requests[0]!, { kind: 'changed_accepted', transactionId: 'out' }),
    /was acknowledged as out/,
  ],
  [
    'another amount that was refused for another reason',
    ({ requests }) => Object.assign(requests[0]!, { http: 404, code: 'NOT_FOUND' }),
    /refused as 404 NOT_FOUND/,
  ],
];
test.each(planted)('finds %s', (_, plant, violation) => {
  const facts = soundFacts();
  plant(facts);
  expect(violationsOf(facts).join('\n')).toMatch(violation);
});

test('recovery is the time from the end of a fault to the next acknowledged write', () => {
  const fault = { at: 1_000, until: 3_000 };
  expect(recoveryOf(fault, [500, 1_100, 3_400, 3_500])).toEqual({ recoveryMs: 400, gapMs: 2_300 });
  expect(recoveryOf(fault, [500, 1_100])).toBeUndefined();
});
