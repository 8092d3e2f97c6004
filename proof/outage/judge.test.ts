import { expect, test } from 'vitest';
import { judge, type Look, type Seen, type Sent } from './judge.ts';

// A judge that finds nothing proves nothing, unless it finds each of these.

const sentAt = (at: number, status: number, ms: number, hasRetryAfter = status === 503): Sent => ({
  reference: `order-${at}`,
  at,
  endedAt: at + ms,
  status,
  hasRetryAfter,
});
const lookAt = (at: number, isWritten: boolean): Look => ({ at, endedAt: at + 50, isWritten });

/** The trouble is at 1,000, the remedy at 9,000, and the database is back at 9,550. */
function soundRun(): Seen {
  return {
    troubleAt: 1_000,
    remedyAt: 9_000,
    sent: [
      sentAt(500, 200, 20),
      sentAt(1_100, 503, 2_700),
      sentAt(5_000, 503, 5),
      sentAt(10_000, 200, 20),
      sentAt(13_000, 200, 20),
    ],
    looks: [
      lookAt(1_100, false),
      lookAt(6_000, false),
      lookAt(9_100, false),
      lookAt(9_500, true),
      lookAt(9_600, true),
    ],
    lost: 0,
    notRepeatable: 0,
    auditViolations: 0,
    ended: 0,
    unworked: 0,
  };
}

test('a run within the limits has its figures and no miss', () => {
  expect(judge(soundRun(), 'freeze')).toEqual({
    until503: 2.8,
    longest: 2.7,
    away: 8.55,
    until200: 0.47,
    acknowledged: 3,
    lost: 0,
    auditViolations: 0,
    ended: 0,
    stopped: undefined,
    misses: [],
  });
});

test('connections that are forgotten: new ones are answered all the time, and after 3 s everybody is', () => {
  const looks = [lookAt(1_100, true), lookAt(6_000, true), lookAt(9_100, true)];
  const seen = { ...soundRun(), looks };
  seen.sent[2] = sentAt(5_000, 200, 5);
  expect(judge(seen, 'forget')).toMatchObject({ until503: 2.8, away: undefined, misses: [] });
  seen.sent[2] = sentAt(6_100, 503, 5);
  expect(judge(seen, 'forget').misses).toContain('1 not 200 later than 2 s after the return');
  seen.sent[2] = sentAt(5_000, 200, 5);
  seen.looks[1] = lookAt(6_000, false);
  expect(judge(seen, 'forget').misses).toEqual([expect.stringMatching(/another one/)]);
});

test('a full disk counts from the last write that anybody still did', () => {
  const seen = {
    ...soundRun(),
    looks: [lookAt(1_950, true), lookAt(3_000, false), lookAt(6_000, false), lookAt(9_500, true)],
  };
  expect(judge(seen, 'full-disk').until503).toBe(1.8);
});

const replace = (index: number, sent: Sent) => (seen: Seen) => void seen.sent.splice(index, 1, sent);
const planted: [string, (seen: Seen) => void, RegExp][] = [
  ['a 503 that comes late', replace(1, sentAt(1_100, 503, 3_100)), /503 after 3\.2 s/],
  ['a request that waits', replace(2, sentAt(5_000, 503, 3_600)), /waited 3\.6 s/],
  ['no 503 at all', (seen) => void seen.sent.splice(1, 2), /503 after – s/],
  ['a return that comes late', replace(3, sentAt(11_700, 200, 20)), /200 after 2\.2 s/],
  ['a relapse', replace(4, sentAt(13_000, 503, 20)), /1 not 200 later/],
  ['a 503 without Retry-After', replace(2, sentAt(5_000, 503, 5, false)), /neither 200 nor 503/],
  ['no answer', replace(2, sentAt(5_000, 0, 5)), /neither 200 nor 503/],
  ['a trouble that is none', (seen) => void seen.looks.splice(1, 1, lookAt(6_000, true)), /was none/],
  ['trouble before the trouble', replace(0, sentAt(500, 503, 20)), /not calm/],
  ['a database that stays away', (seen) => void seen.looks.splice(3), /200 after – s/],
  ['a loss', (seen) => Object.assign(seen, { lost: 1 }), /1 acknowledged and lost/],
  [
    'one that cannot be repeated',
    (seen) => Object.assign(seen, { notRepeatable: 1 }),
    /could not be repeated/,
  ],
  ['a violation', (seen) => Object.assign(seen, { auditViolations: 1 }), /1 violations/],
  ['a process that ended', (seen) => Object.assign(seen, { ended: 1 }), /1 processes ended/],
  [
    'an end that takes long',
    (seen) => Object.assign(seen, { stoppedAfter: 15_100 }),
    /15\.1 s after SIGTERM/,
  ],
  ['a worker that sleeps', (seen) => Object.assign(seen, { unworked: 1 }), /no worker ended/],
];

test.each(planted)('%s is a miss', (_, plant, words) => {
  const seen = soundRun();
  plant(seen);
  expect(judge(seen, 'freeze').misses).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
});
