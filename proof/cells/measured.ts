// What was measured, each figure with the words of the page that has it: a test compares them, so that a page which is
// measured anew takes the plan with it.

export interface Figure {
  value: number;
  file: string;
  /** As it stands in the file, with the figure in it. */
  says: string;
}

const scaling = (value: number, says: string): Figure => ({
  value,
  file: 'docs/operations/scaling.md',
  says,
});
const ofPatroni = (value: number, says: string): Figure => ({ value, file: 'docs/proof/patroni.md', says });

const list = '| f: first page of the list | 692 / 761 | 5.4 / 4.7 ms | 15 / 18 ms |';
const alone = '20 requests a second of another client meanwhile (alone: 4 ms, 8 ms at p99)';
const half =
  'arrivals at half of the highest rate (2,749/s), whether or not those before were answered | 1,374 | | 13 ms |';
const initiation = '| b: `POST /collections/initiate` through `server.ts` | 2,948 | 5.1 ms | 15 ms |';
const cutOff = 'no packet reaches it or comes from it | 27.5 | 26 | 28.4 |';

export const measured = {
  /** Whole lives: initiated, settled, booked, webhook received. */
  livesPerSecond: scaling(712, 'webhook received; one endpoint / 16 endpoints | 336 / 712 |'),
  /** Initiations in closed loops, in the run that measured what follows. */
  highestPerSecond: scaling(2749, half),
  halfPerSecond: scaling(1374, half),
  halfP99Ms: scaling(13, half),
  overloadedPerSecond: scaling(4638, '| 4,638 done | | 121 ms |'),
  closedPerSecond: scaling(2948, initiation),
  closedP50Ms: scaling(5.1, initiation),
  aloneP50Ms: scaling(4, alone),
  aloneP99Ms: scaling(8, alone),
  listP50Ms: scaling(4.7, list),
  listP99Ms: scaling(18, list),
  kilobytesPerPayment: scaling(3.7, 'takes 3.7 KB with all indexes'),
  largestGigabytes: scaling(37, '(37 GB for ten million)'),
  rememberedKeySeconds: scaling(
    5,
    '| what is remembered of a key | 5 s, forgotten at once when it changes |',
  ),
  connectionsForSix: scaling(112, '6 × 17 + 10 = 112'),
  /** Nothing is acknowledged for so long when a whole machine is cut off; the longest of that table. */
  failoverSeconds: ofPatroni(28.4, cutOff),
} satisfies Record<string, Figure>;

/** Processors of the machine that did all of it, and the connections of `npm run bench` (proof/speed/bench.ts). */
export const PROCESSORS = 2;
export const BENCH_CONNECTIONS = 16;
