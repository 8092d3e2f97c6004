import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallFigures, freshHealth, type Health, nextHealth, type Probe, windowStart } from './health.ts';

const start = Date.parse('2026-11-21T10:00:00.000Z');
const TURN_MS = 5_000;
const none: CallFigures = {
  calls: 0,
  troubled: 0,
  troubledInARow: 0,
  p50Ms: null,
  p95Ms: null,
  lastGoodAt: null,
};
const calls = (given: Partial<CallFigures>): CallFigures => ({ ...none, p50Ms: 200, p95Ms: 400, ...given });
const good = calls({ calls: 50 });

interface Turn {
  figures: CallFigures;
  probe: Probe;
}

/** Every status by the way, one for each turn of five seconds. */
function live(turns: Turn[], from: Health = freshHealth(new Date(start))): Health[] {
  const seen: Health[] = [];
  let health = from;
  turns.forEach(({ figures, probe }, index) => {
    health = nextHealth(health, figures, probe, new Date(start + (index + 1) * TURN_MS));
    seen.push(health);
  });
  return seen;
}

const repeat = (turns: number, turn: Turn) => Array.from({ length: turns }, () => turn);
const last = (turns: Turn[], from?: Health) => live(turns, from).at(-1)?.status;
const closed: Health = { ...freshHealth(new Date(start)), status: 'CLOSED' };
const delayed: Health = { ...freshHealth(new Date(start)), status: 'DELAYED', goodProbes: 1 };

describe('a rail that works', () => {
  test.each([
    ['half of five calls in trouble', calls({ calls: 6, troubled: 3 }), 'CLOSED'],
    ['five troubled calls in a row', calls({ calls: 500, troubled: 5, troubledInARow: 5 }), 'CLOSED'],
    ['a fifth of the calls in trouble', calls({ calls: 10, troubled: 2 }), 'DELAYED'],
    ['slow answers', calls({ calls: 5, p95Ms: 5_001 }), 'DELAYED'],
    ['less than a fifth', calls({ calls: 100, troubled: 19 }), 'OPERATIONAL'],
    ['answers of five seconds', calls({ calls: 5, p95Ms: 5_000 }), 'OPERATIONAL'],
    [
      'four troubled calls, too few to say anything',
      calls({ calls: 4, troubled: 4, troubledInARow: 4 }),
      'OPERATIONAL',
    ],
    ['no call at all', none, 'OPERATIONAL'],
  ])('%s', (_name, figures, status) => {
    expect(last([{ figures, probe: undefined }])).toBe(status);
  });

  test('is closed when it answers no probe for 30 seconds, unless a call went well', () => {
    const silent = { figures: none, probe: 'bad' } as const;
    expect(last(repeat(1, silent))).toBe('DELAYED');
    expect(last(repeat(6, silent))).toBe('DELAYED');
    expect(last(repeat(7, silent))).toBe('CLOSED');
    expect(last([...repeat(6, silent), { figures: none, probe: 'good' }])).toBe('DELAYED');
    const works = calls({ calls: 3, troubled: 2, lastGoodAt: new Date(start) });
    expect(last(repeat(5, { figures: works, probe: 'bad' }))).toBe('OPERATIONAL');
    expect(last(repeat(6, { figures: works, probe: 'bad' }))).toBe('DELAYED');
  });
});

describe('a rail that is closed', () => {
  test('is tried again after three good probes in a row that lie 15 seconds apart, and not by time alone', () => {
    const turn = { figures: none, probe: 'good' } as const;
    expect(live(repeat(4, turn), closed).map((each) => each.status)).toEqual([
      'CLOSED',
      'CLOSED',
      'CLOSED',
      'DELAYED',
    ]);
    expect(last([...repeat(3, turn), { figures: none, probe: 'bad' }, ...repeat(3, turn)], closed)).toBe(
      'CLOSED',
    );
    expect(last(repeat(1_000, { figures: none, probe: undefined }), closed)).toBe('CLOSED');
    expect(last(repeat(1_000, { figures: none, probe: 'bad' }), closed)).toBe('CLOSED');
  });

  test('has the calls from before behind it when it is tried again', () => {
    const reopened = live(repeat(4, { figures: none, probe: 'good' }), closed).at(-1) as Health;
    const now = new Date(start + 5 * TURN_MS);
    expect(windowStart(reopened, now)).toEqual(reopened.since);
    expect(windowStart(freshHealth(now), now)).toEqual(new Date(now.getTime() - 300_000));
  });

  test('is left alone for twice as long each time when it closes again soon, for five minutes at most', () => {
    let health = closed;
    const waits: number[] = [];
    let at = start;
    for (let round = 0; round < 7; round++) {
      const closedAt = at;
      while (health.status === 'CLOSED') {
        at += TURN_MS;
        health = nextHealth(health, none, 'good', new Date(at));
      }
      waits.push((at - closedAt) / 1000);
      at += TURN_MS;
      health = nextHealth(health, calls({ calls: 5, troubled: 5, troubledInARow: 5 }), 'good', new Date(at));
      expect(health.status).toBe('CLOSED');
    }
    expect(waits).toEqual([20, 35, 65, 125, 245, 305, 305]);
    const later = { ...health, status: 'OPERATIONAL' as const };
    const much = new Date(at + 11 * 60_000);
    expect(nextHealth(later, calls({ calls: 5, troubled: 5 }), 'good', much).patienceMs).toBe(15_000);
  });
});

describe('a rail that is delayed', () => {
  test('is in order after 60 calm seconds in one go', () => {
    const calm = { figures: calls({ calls: 100, troubled: 9, p95Ms: 3_999 }), probe: undefined };
    expect(last(repeat(12, calm), delayed)).toBe('DELAYED');
    expect(last(repeat(13, calm), delayed)).toBe('OPERATIONAL');
    const fault = { figures: calls({ calls: 100, troubled: 10 }), probe: undefined };
    expect(last([...repeat(12, calm), fault, ...repeat(12, calm)], delayed)).toBe('DELAYED');
    const slow = { figures: calls({ calls: 100, p95Ms: 4_000 }), probe: undefined };
    expect(last(repeat(100, slow), delayed)).toBe('DELAYED');
  });

  test('stays so while the last probe had no answer', () => {
    const health = { ...delayed, goodProbes: 0 };
    expect(last(repeat(100, { figures: good, probe: undefined }), health)).toBe('DELAYED');
    expect(
      last([{ figures: good, probe: 'good' }, ...repeat(13, { figures: good, probe: undefined })], health),
    ).toBe('OPERATIONAL');
  });
});

const anyTurn: fc.Arbitrary<Turn> = fc
  .record({
    calls: fc.nat(60),
    share: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    inARow: fc.nat(6),
    p95Ms: fc.option(fc.nat(12_000), { nil: null }),
    probe: fc.constantFrom<Probe>('good', 'good', 'bad', undefined),
  })
  .map(({ calls: made, share, inARow, p95Ms, probe }) => {
    const troubled = Math.round(made * share);
    const troubledInARow = Math.min(inARow, troubled);
    const figures = { calls: made, troubled, troubledInARow, p50Ms: p95Ms, p95Ms, lastGoodAt: null };
    return { figures, probe };
  });
const anyTurns = fc.array(anyTurn, { minLength: 1, maxLength: 150 });

describe('whatever happens', () => {
  test('a status is left for the next better one only, and never sooner than it may', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const seen = live(turns);
        seen.forEach((health, index) => {
          const before = seen[index - 1] ?? freshHealth(new Date(start));
          const lasted = health.since.getTime() - before.since.getTime();
          if (before.status === health.status) expect(health.since).toEqual(before.since);
          else expect(health.since.getTime()).toBe(start + (index + 1) * TURN_MS);
          if (before.status === 'CLOSED' && health.status !== 'CLOSED') {
            expect(health.status).toBe('DELAYED');
            expect(lasted).toBeGreaterThanOrEqual(15_000);
            const probes = turns.slice(0, index + 1).flatMap(({ probe }) => probe ?? []);
            expect(probes.slice(-3)).toEqual(['good', 'good', 'good']);
          }
          if (before.status === 'DELAYED' && health.status === 'OPERATIONAL') {
            expect(lasted).toBeGreaterThanOrEqual(60_000);
            for (const { figures } of turns.slice(index - 12, index + 1)) {
              expect(figures.troubled * 10 < figures.calls || figures.calls === 0).toBe(true);
            }
          }
        });
      }),
    );
  });

  test('so within ten minutes it is closed a few times at most', () => {
    fc.assert(
      fc.property(fc.array(anyTurn, { minLength: 120, maxLength: 120 }), (turns) => {
        const seen = live(turns);
        const closings = seen.filter(
          (each, index) => each.status === 'CLOSED' && seen[index - 1]?.status !== 'CLOSED',
        );
        // 15, 30, 60, 120 and 240 seconds of patience do not fit twice.
        expect(closings.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  test('half of the calls in trouble never leaves it open, and a fifth never in order', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        live(turns).forEach(({ status, reopenedAt }, index) => {
          const { calls: made, troubled } = (turns[index] as Turn).figures;
          if (made < 5) return;
          if (troubled * 5 >= made) expect(status).not.toBe('OPERATIONAL');
          // What was reopened in this very turn was judged by its probes; its calls are from before.
          const isJustReopened = reopenedAt?.getTime() === start + (index + 1) * TURN_MS;
          if (troubled * 2 >= made && !isJustReopened) expect(status).toBe('CLOSED');
        });
      }),
    );
  });

  test('it comes back: once all is well, it is in order within seven minutes', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const well = repeat(84, { figures: good, probe: 'good' });
        expect(last([...turns, ...well])).toBe('OPERATIONAL');
      }),
    );
  });

  test('what is in order and has too few calls to judge stays so while it answers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 100 }), (counts) => {
        const turns = counts.map((troubled) => ({
          figures: calls({ calls: 4, troubled, troubledInARow: troubled }),
          probe: 'good' as const,
        }));
        for (const health of live(turns)) expect(health.status).toBe('OPERATIONAL');
      }),
    );
  });
});
