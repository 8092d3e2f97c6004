import { type Chance, createChance } from '#proof/simulation/chance';
import { type Capacity, type Demand, planCapacity } from './capacity.ts';
import { knownShare, lookUpsPerSecond, refusedShare, tableBytes } from './directory.ts';
import { atShare, draw, heavyTail, type Latency, lastOf, slower, thinTail } from './latency.ts';
import { BENCH_CONNECTIONS, type Figure, measured, PROCESSORS } from './measured.ts';
import { erlangC, exponential, longestWait, type Queue, quantile, simulateWaits } from './queue.ts';
import { planRelease } from './waves.ts';

/** What is asked for. The figures of measured.ts are beside it. */
export interface Wanted {
  paymentsADay: number;
  busiestHour: number;
  livesPerSecond: number;
  utilisation: number;
  terabytesACell: number;
  clients: number;
  keysAClient: number;
  deadlineMs: number;
  seed: number;
}

/** What the command takes where it is told nothing else. */
export const usual = {
  busiestHour: 0.2,
  livesPerSecond: measured.livesPerSecond.value,
  utilisation: 0.4,
  terabytesACell: 4,
  clients: 100_000,
  keysAClient: 3,
  deadlineMs: 250,
  seed: 1,
};

/** Nobody has measured these, and whoever plans knows better. */
const assumed = {
  serversACell: 4,
  workersACell: 2,
  requestsAPayment: 3,
  peopleAClient: 2,
  slowTimes: 10,
  failoversAYear: 4,
  waves: [1, 9, 90],
  atOnce: 10,
  hoursEach: 1,
  hoursBetween: 24,
  restoredMegabytesPerSecond: 200,
};

export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

type Arrivals = Queue['arrivals'];

const DRAWN = 100_000;
const sizes = [1, 10, 100, 1000];

export function planTables(wanted: Wanted): Table[] {
  const demand: Demand = {
    ...wanted,
    kilobytesPerPayment: measured.kilobytesPerPayment.value,
    processesACell: assumed.serversACell + assumed.workersACell,
    connectionsAProcess: 17,
    connectionsBeside: 10,
    failoverSeconds: measured.failoverSeconds.value,
  };
  const capacity = planCapacity(demand);
  return [
    capacityTable(wanted, demand, capacity),
    waitingTable(wanted.seed),
    checkTable(wanted.seed),
    fanOutTable(
      wanted,
      [...new Set([...sizes, capacity.cells])].toSorted((a, b) => a - b),
    ),
    wavesTable([...new Set([capacity.cells, 100, 1000])]),
    directoryTable(wanted, capacity),
  ];
}

function capacityTable(wanted: Wanted, demand: Demand, plan: Capacity): Table {
  const { livesPerSecond, kilobytesPerPayment, failoverSeconds, largestGigabytes, connectionsForSix } =
    measured;
  const from = (name: keyof typeof usual, words: string) => (wanted[name] === usual[name] ? words : 'given');
  const hours = (plan.terabytesACellAYear * 1e6) / assumed.restoredMegabytesPerSecond / 3600;
  const rows = [
    [
      `at the busiest, an hour with ${percent(wanted.busiestHour)} of a day`,
      `${told(plan.busiestPerSecond)} a second`,
      from('busiestHour', 'assumed in scaling.md'),
    ],
    [
      'whole lives that one cell does',
      `${told(wanted.livesPerSecond)} a second`,
      from('livesPerSecond', sourceOf(livesPerSecond)),
    ],
    [
      `cells for the rate, each ${percent(wanted.utilisation)} busy`,
      told(plan.cellsForRate),
      from('utilisation', 'assumed in scaling.md'),
    ],
    [
      `disk, ${kilobytesPerPayment.value} KB for each payment`,
      `${told(plan.terabytesAYear)} TB a year`,
      sourceOf(kilobytesPerPayment),
    ],
    [
      `cells for the disk, ${told(wanted.terabytesACell)} TB in each after a year`,
      told(plan.cellsForDisk),
      from('terabytesACell', 'assumed'),
    ],
    ['cells', told(plan.cells), 'the larger of the two'],
    ['each at the busiest', `${percent(plan.utilisation)} busy`, 'computed'],
    [
      `each after a year; the largest tried had ${largestGigabytes.value} GB`,
      `${told(plan.terabytesACellAYear)} TB`,
      sourceOf(largestGigabytes),
    ],
    [`to restore that, ${assumed.restoredMegabytesPerSecond} MB a second`, `${told(hours)} hours`, 'assumed'],
    ['machines for databases, three for each', told(plan.cells * 3), 'high-availability.md'],
    [
      `connections of a cell whose ${demand.processesACell} servers and workers are its own`,
      told(plan.connectionsOwn),
      sourceOf(connectionsForSix),
    ],
    ['the same, if every server and worker asked every cell', told(plan.connectionsShared), 'the same sum'],
    ['clients that notice when one cell is lost', percent(plan.clientsOfOne), 'spread evenly: assumed'],
    [
      `their payments that are not taken in ${failoverSeconds.value} s, at the busiest`,
      told(plan.paymentsNotTaken),
      sourceOf(failoverSeconds),
    ],
  ];
  return {
    title: `What ${told(wanted.paymentsADay)} payments a day take`,
    head: ['what', 'figure', 'from'],
    rows,
  };
}

const pieceMs = (1000 * PROCESSORS) / measured.highestPerSecond.value;
/** What one initiation takes of a processor, and what it takes in all where nobody is before it. */
const ofProcessor = (chance: Chance) => exponential(chance, pieceMs);
const alone = (chance: Chance) => draw(chance, measured.aloneP50Ms.value, measured.aloneP99Ms.value);

/** In ms, sorted: what an initiation takes beside others that keep the processors busy to this share. */
function answersAt(utilisation: number, arrivals: Arrivals, seed: number, own = alone): Float64Array {
  const perSecond = measured.highestPerSecond.value * utilisation;
  const queue = { servers: PROCESSORS, perSecond, arrivals, serviceMs: ofProcessor, count: DRAWN, seed };
  const chance = createChance(seed, 'own');
  // The waits are sorted, and what is drawn beside each has nothing to do with them.
  return simulateWaits(queue)
    .map((wait) => wait + own(chance))
    .sort();
}

/** By how much the one point that was measured is above the model's. */
function missedBy(seed: number): number {
  return measured.halfP99Ms.value / quantile(answersAt(0.5, 'even', seed), 0.99);
}

function waitingTable(seed: number): Table {
  const factor = missedBy(seed);
  return {
    title: 'What an initiation waits in a cell',
    head: [
      'the cell is busy',
      'has to wait',
      'waits at p99',
      'takes at p50',
      'at p99',
      `at p99, × ${told(factor)}`,
    ],
    rows: [0.2, 0.4, 0.6, 0.8, 0.9].map((utilisation) => {
      const load = utilisation * PROCESSORS;
      const answers = answersAt(utilisation, 'random', seed);
      const p99 = quantile(answers, 0.99);
      return [
        percent(utilisation),
        percent(erlangC(PROCESSORS, load)),
        ms(longestWait(PROCESSORS, load, 0.99) * pieceMs),
        ms(quantile(answers, 0.5)),
        ms(p99),
        ms(p99 * factor),
      ];
    }),
  };
}

function checkTable(seed: number): Table {
  const { halfP99Ms, closedPerSecond, closedP50Ms, highestPerSecond, overloadedPerSecond } = measured;
  const p99 = (arrivals: Arrivals, own?: typeof alone) =>
    ms(quantile(answersAt(0.5, arrivals, seed, own), 0.99));
  return {
    title: 'The model beside what was measured',
    head: ['what', 'the model', 'measured'],
    rows: [
      [
        'p99 at half of the highest rate, evenly spread: processor and queue',
        p99('even', ofProcessor),
        ms(halfP99Ms.value),
      ],
      ['the same with what an initiation takes alone', p99('even'), ms(halfP99Ms.value)],
      ['the same, arrivals at random', p99('random'), 'not measured'],
      [
        `mean of ${BENCH_CONNECTIONS} connections that never rest (Little)`,
        ms((1000 * BENCH_CONNECTIONS) / closedPerSecond.value),
        `${ms(closedP50Ms.value)} at p50`,
      ],
      [
        'done at twice the highest rate',
        `${told(highestPerSecond.value)} a second, and a queue without end`,
        `${told(overloadedPerSecond.value)} a second`,
      ],
    ],
  };
}

function fanOutTable({ deadlineMs }: Wanted, cells: number[]): Table {
  const [p50, p99] = [measured.listP50Ms.value, measured.listP99Ms.value];
  const tails = [thinTail(p50, p99), heavyTail(p50, p99)];
  const away = (assumed.failoversAYear * measured.failoverSeconds.value) / (365 * 86_400);
  const page = (each: Latency, count: number, times = 1) =>
    lastOf([
      [each, count - 1],
      [slower(each, times), 1],
    ]);
  const both = (tell: (each: Latency) => string) => tails.map(tell).join(' / ');
  return {
    title: `A list asked of all cells, ${deadlineMs} ms at most (thin tail / heavy tail)`,
    head: [
      ...[
        'cells',
        'waits at p50',
        'at p99',
        'lacks a cell',
        `one cell ${assumed.slowTimes} × as slow: waits at p50`,
      ],
      ...['lacks a cell', 'lacks one that follows a new primary'],
    ],
    rows: cells.map((count) => {
      const waits = (share: number, times?: number) =>
        both((each) => ms(Math.min(deadlineMs, atShare(page(each, count, times), share))));
      const lacks = (times?: number) => both((each) => percent(page(each, count, times).above(deadlineMs)));
      return [
        ...[told(count), waits(0.5), waits(0.99), lacks()],
        ...[waits(0.5, assumed.slowTimes), lacks(assumed.slowTimes), percent(1 - (1 - away) ** count)],
      ];
    }),
  };
}

function wavesTable(databases: number[]): Table {
  const { waves, atOnce, hoursEach, hoursBetween } = assumed;
  return {
    title: `A migration in waves of ${waves.join(', ')} and the rest, ${atOnce} at once, until the first failure`,
    head: [
      'cells',
      'fails in',
      'all, if nothing fails',
      'gets to all',
      'begun in, on average',
      'failed in',
      'failed in, without waves',
    ],
    rows: databases.flatMap((count) =>
      [0.001, 0.01, 0.1].map((failure) => {
        const plan = planRelease({ databases: count, waves, atOnce, hoursEach, hoursBetween, failure });
        return [
          ...[told(count), `1 of ${told(1 / failure)}`, `${told(plan.hours)} hours`, percent(plan.completes)],
          ...[told(plan.touched), told(plan.failed), told(count * failure)],
        ];
      }),
    ),
  };
}

function directoryTable(wanted: Wanted, { busiestPerSecond, cells }: Capacity): Table {
  const keys = wanted.clients * wanted.keysAClient;
  const people = wanted.clients * assumed.peopleAClient;
  // A digest of 32 bytes, and the byte that says how long it is.
  const bytes = tableBytes(wanted.clients, 16) + tableBytes(keys, 33) + tableBytes(people, 33);
  const bare = wanted.clients * (16 + 2) + (keys + people) * (32 + 2);
  const today = measured.rememberedKeySeconds.value;
  const ages: [number, string][] = [
    [today, `${today} s, as a key today`],
    [3600, 'an hour'],
    [86_400, 'a day'],
  ];
  return {
    title:
      `A directory of ${told(wanted.clients)} clients, ${told(keys)} keys and ${told(people)} people: ` +
      `${told(bytes / 1e6)} MB of tables, ${told(bare / 1e6)} MB of keys and cells`,
    head: [
      'believed for',
      'found in the cache',
      'look-ups a second',
      'refused, away for 30 s',
      'for 10 minutes',
    ],
    rows: ages.map(([ageSeconds, words]) => {
      const traffic = {
        requestsPerSecond: busiestPerSecond * assumed.requestsAPayment,
        keys,
        processes: cells * assumed.serversACell,
        ageSeconds,
      };
      return [
        words,
        percent(knownShare(traffic)),
        told(lookUpsPerSecond(traffic)),
        percent(refusedShare(traffic, 30)),
        percent(refusedShare(traffic, 600)),
      ];
    }),
  };
}

export function asMarkdown({ head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const sourceOf = ({ file }: Figure) => file.split('/').at(-1)!;
const ms = (value: number) => `${told(value)} ms`;

/** Two digits, and more only of what is counted. */
function told(value: number): string {
  return value.toLocaleString(
    'en',
    value < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
  );
}

/** What is nearly none or nearly all says so. */
function percent(share: number): string {
  if (share > 0 && share < 0.0001) return 'below 0.01 %';
  if (share < 1 && share > 0.9999) return 'above 99.99 %';
  return `${(share * 100).toLocaleString('en', { maximumSignificantDigits: share > 0.99 ? 4 : 2 })} %`;
}
