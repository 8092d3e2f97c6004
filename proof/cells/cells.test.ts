import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createChance } from '#proof/simulation/chance';
import { type Demand, planCapacity } from './capacity.ts';
import { knownShare, lookUpsPerSecond, refusedShare, type Traffic, tableBytes } from './directory.ts';
import { atShare, draw, heavyTail, type Latency, lastOf, normalAbove, slower, thinTail } from './latency.ts';
import { measured } from './measured.ts';
import { erlangC, exponential, longestWait, type Queue, quantile, simulateWaits } from './queue.ts';
import { asMarkdown, planTables, usual } from './tables.ts';
import { planRelease, type Release } from './waves.ts';

// The model against what is known without it: tables and closed forms of the literature, and small cases counted out.

const source = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const isNear = (value: number, known: number, share: number) =>
  expect(Math.abs(value / known - 1), `${value} is not ${known}`).toBeLessThan(share);

describe('a queue', () => {
  test.each([
    [1, 0.7, 0.7],
    [2, 1, 1 / 3],
    [3, 2, 4 / 9],
    [5, 4, 0.55411],
    [10, 8, 0.40918],
    [100, 90, 0.21694],
  ])('of %i servers and %d erlangs has to wait as often as Erlang’s table says', (servers, load, known) =>
    isNear(erlangC(servers, load), known, 1e-4),
  );

  test('of one server waits as M/M/1 does, and without end where more comes than goes', () => {
    expect(longestWait(1, 0.5, 0.99)).toBeCloseTo(Math.log(50) / 0.5, 10);
    expect(longestWait(1, 0.5, 0.4)).toBe(0);
    expect(longestWait(2, 2, 0.5)).toBe(Number.POSITIVE_INFINITY);
    expect(erlangC(2, 3)).toBe(1);
  });

  const queue = { servers: 1, perSecond: 700, arrivals: 'random', count: 300_000, seed: 7 } as const;
  const mean = (each: ArrayLike<number>) => Array.from(each).reduce((sum, ms) => sum + ms, 0) / each.length;
  /** Pollaczek and Khinchine: ρ · s · (1 + c²) ÷ 2(1 − ρ), with 0.7 of a server busy for 1 ms each. */
  const known = (variation: number) => (0.7 * (1 + variation)) / (2 * 0.3);
  const spread = (Math.log(2) / 2.3263478740408408) ** 2;

  test.each<[string, Queue['serviceMs'], number]>([
    ['all alike (M/D/1)', () => 1, known(0)],
    ['exponential (M/M/1)', (chance) => exponential(chance, 1), known(1)],
    // The mean of a lognormal is its median times e^(σ²/2), and its squared variation e^σ² − 1.
    [
      'lognormal (M/G/1)',
      (chance) => draw(chance, Math.exp(-spread / 2), 2 * Math.exp(-spread / 2)),
      known(Math.expm1(spread)),
    ],
  ])('that is simulated waits as Pollaczek and Khinchine say: %s', (_what, serviceMs, wait) =>
    isNear(mean(simulateWaits({ ...queue, serviceMs })), wait, 0.03),
  );

  test('of two servers that is simulated waits as Erlang says, and evenly spread work not at all', () => {
    const two = {
      ...queue,
      servers: 2,
      perSecond: 1600,
      serviceMs: (chance: Parameters<Queue['serviceMs']>[0]) => exponential(chance, 1),
    };
    const waits = simulateWaits(two);
    isNear(waits.filter((each) => each > 0).length / waits.length, erlangC(2, 1.6), 0.02);
    isNear(quantile(waits, 0.99), longestWait(2, 1.6, 0.99), 0.05);
    expect(simulateWaits({ ...two, arrivals: 'even', serviceMs: () => 1.2 }).at(-1)).toBe(0);
  });

  test('that is simulated is a pure function of its seed', () => {
    const short = (seed: number) =>
      simulateWaits({ ...queue, count: 1000, seed, serviceMs: (chance) => exponential(chance, 1) });
    expect(short(3)).toEqual(short(3));
    expect(short(3)).not.toEqual(short(4));
  });
});

describe('the last of many answers', () => {
  const one: Latency = { above: (ms) => Math.exp(-Math.max(0, ms)) };
  const meanOf = ({ above }: Latency) => {
    let sum = 0;
    for (let at = 0; at < 60; at += 0.01) sum += above(at + 0.005) * 0.01;
    return sum;
  };

  test.each([1, 2, 10, 1000])('of %i exponential ones is the order statistic', (count) => {
    const harmonic = Array.from({ length: count }, (_, at) => 1 / (at + 1)).reduce(
      (sum, each) => sum + each,
      0,
    );
    isNear(meanOf(lastOf([[one, count]])), harmonic, 1e-4);
    isNear(atShare(lastOf([[one, count]]), 0.99), -Math.log(1 - 0.99 ** (1 / count)), 1e-6);
  });

  test('of which one is slower waits for that one as well', () => {
    // The mean of the larger of two exponential ones: 1/a + 1/b − 1/(a + b), with a = 1 and b = 1/2.
    isNear(
      meanOf(
        lastOf([
          [one, 1],
          [slower(one, 2), 1],
        ]),
      ),
      1 + 2 - 1 / 1.5,
      1e-4,
    );
    expect(
      lastOf([
        [one, 0],
        [one, 1],
      ]).above(0),
    ).toBe(1);
  });

  test('is made of answers that go through both measured points, thin or heavy', () => {
    for (const each of [thinTail(4.7, 18), heavyTail(4.7, 18)]) {
      isNear(atShare(each, 0.5), 4.7, 1e-5);
      isNear(atShare(each, 0.99), 18, 1e-5);
    }
    expect(heavyTail(4.7, 18).above(250)).toBeGreaterThan(1000 * thinTail(4.7, 18).above(250));
    const chance = createChance(1, 'test');
    const drawn = Float64Array.from({ length: 200_000 }, () => draw(chance, 4, 8)).sort();
    isNear(quantile(drawn, 0.5), 4, 0.01);
    isNear(quantile(drawn, 0.99), 8, 0.01);
  });

  test.each([
    [-1, 0.841344746],
    [0, 0.5],
    [1.96, 0.024997895],
    [3, 0.001349898],
    [6, 9.865876e-10],
  ])('has the normal tail of the tables at %d', (z, known) => isNear(normalAbove(z), known, 1e-6));
});

describe('a release in waves', () => {
  const release: Release = {
    databases: 7,
    waves: [1, 2],
    atOnce: 2,
    hoursEach: 3,
    hoursBetween: 10,
    failure: 0.3,
  };

  test('is what all that can happen adds up to', () => {
    const rounds = [[0], [1, 2], [3, 4], [5, 6]];
    const wave = [0, 1, 2, 2];
    let [touched, failed, completes] = [0, 0, 0];
    const stops = [0, 0, 0];
    for (let outcome = 0; outcome < 2 ** 7; outcome++) {
      const fails = (database: number) => ((outcome >> database) & 1) === 1;
      const chance = Array.from({ length: 7 }, (_, at) => (fails(at) ? 0.3 : 0.7)).reduce(
        (all, each) => all * each,
        1,
      );
      const last = rounds.findIndex((round) => round.some(fails));
      const begun = rounds.slice(0, last < 0 ? rounds.length : last + 1).flat();
      touched += chance * begun.length;
      failed += chance * begun.filter(fails).length;
      if (last < 0) completes += chance;
      else stops[wave[last]!]! += chance;
    }
    const plan = planRelease(release);
    isNear(plan.touched, touched, 1e-12);
    isNear(plan.failed, failed, 1e-12);
    isNear(plan.completes, completes, 1e-12);
    isNear(plan.completes, 0.7 ** 7, 1e-12);
    for (const [at, each] of plan.waves.entries()) isNear(each.stops, stops[at]!, 1e-12);
  });

  test('takes each wave’s rounds and the time between, and has no wave without databases', () => {
    const plan = planRelease(release);
    expect(plan.waves.map(({ databases, hours }) => [databases, hours])).toEqual([
      [1, 3],
      [2, 3],
      [4, 6],
    ]);
    expect(plan.hours).toBe(3 + 3 + 6 + 2 * 10);
    expect(planRelease({ ...release, databases: 3 }).waves).toHaveLength(2);
    expect(planRelease({ ...release, failure: 0 })).toMatchObject({ completes: 1, touched: 7, failed: 0 });
    expect(planRelease({ ...release, failure: 1 })).toMatchObject({ completes: 0, touched: 1, failed: 1 });
  });
});

describe('a directory', () => {
  test('is as large as PostgreSQL 15 made it, after its indexes were made anew', () => {
    // pg_relation_size and pg_indexes_size of (uuid primary key, int2) and (int2, bytea primary key), digests of SHA-256.
    isNear(tableBytes(100_000, 16), 5_218_304 + 3_178_496, 0.01);
    isNear(tableBytes(300_000, 33), 20_480_000 + 17_735_680, 0.01);
  });

  const traffic: Traffic = { requestsPerSecond: 30, keys: 5, processes: 3, ageSeconds: 2 };

  /** One key in one process, from an empty cache; then the directory is away. */
  function playOutage(trials: number, outageSeconds: number): { known: number; refused: number } {
    const chance = createChance(5, 'outage');
    const seen = { before: 0, known: 0, meanwhile: 0, refused: 0 };
    for (let trial = 0; trial < trials; trial++) {
      let fetchedAt = Number.NEGATIVE_INFINITY;
      // Long enough that nobody can tell how it began.
      for (let at = exponential(chance, 0.5); at < 40 + outageSeconds; at += exponential(chance, 0.5)) {
        const isKnown = at - fetchedAt < traffic.ageSeconds;
        if (at >= 40) {
          seen.meanwhile++;
          if (!isKnown) seen.refused++;
        } else {
          if (!isKnown) fetchedAt = at;
          if (at >= 20) {
            seen.before++;
            if (isKnown) seen.known++;
          }
        }
      }
    }
    return { known: seen.known / seen.before, refused: seen.refused / seen.meanwhile };
  }

  test.each([0.5, 2, 6])(
    'that is away for %d s refuses what a cache that is played refuses',
    (outageSeconds) => {
      const played = playOutage(10_000, outageSeconds);
      isNear(knownShare(traffic), played.known, 0.01);
      isNear(lookUpsPerSecond(traffic), 30 * (1 - played.known), 0.02);
      isNear(refusedShare(traffic, outageSeconds), played.refused, 0.02);
    },
  );
});

describe('capacity', () => {
  const demand: Demand = {
    ...{
      paymentsADay: 5_000_000,
      busiestHour: 0.2,
      livesPerSecond: 712,
      utilisation: 0.4,
      kilobytesPerPayment: 3.7,
    },
    ...{
      terabytesACell: 4,
      processesACell: 6,
      connectionsAProcess: 17,
      connectionsBeside: 10,
      failoverSeconds: 28.4,
    },
  };

  test('of five million payments a day is one cell at two fifths, as scaling.md has it', () => {
    const plan = planCapacity({ ...demand, terabytesACell: 7 });
    expect(plan).toMatchObject({
      cellsForRate: 1,
      cellsForDisk: 1,
      cells: 1,
      connectionsOwn: 112,
      clientsOfOne: 1,
    });
    isNear(plan.busiestPerSecond, 280, 0.01);
    isNear(plan.utilisation, 0.39, 0.01);
    // "A million a day is 1.3 TB a year" there.
    isNear(plan.terabytesAYear / 5, 1.35, 0.01);
  });

  test('is bound by the rate or by the disk, and one cell’s loss is its clients’ alone', () => {
    const large = { ...demand, paymentsADay: 50_000_000 };
    expect(planCapacity(large)).toMatchObject({ cellsForRate: 10, cellsForDisk: 17, cells: 17 });
    expect(planCapacity({ ...large, terabytesACell: 100 })).toMatchObject({
      cells: 10,
      connectionsShared: 6 * 10 * 17 + 10,
    });
    const { paymentsNotTaken, terabytesACellAYear } = planCapacity({ ...large, terabytesACell: 67.525 / 10 });
    isNear(paymentsNotTaken, 277.78 * 28.4, 1e-4);
    isNear(terabytesACellAYear, 6.7525, 1e-9);
  });
});

describe('the page', () => {
  const page = source('docs/operations/many-cells.md');

  test.each(Object.entries(measured))(
    'has its figure %s from a line that is still there',
    (_name, { value, file, says }) => {
      expect(source(file)).toContain(says);
      expect(says.replaceAll(',', '')).toMatch(
        new RegExp(`(?<![\\d.])${String(value).replace('.', '\\.')}(?![\\d.])`),
      );
    },
  );

  test('has the tables that the command prints', () => {
    const tables = planTables({ ...usual, paymentsADay: 50_000_000 });
    expect(tables).toHaveLength(6);
    for (const table of tables) expect(page).toContain(`${table.title}\n\n${asMarkdown(table)}`);
  });
});
