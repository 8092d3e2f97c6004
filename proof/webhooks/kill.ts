import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { closeDatabase, connect } from '#db/client';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed, step } from '#scripts/terminal';
import { check, type ExpectedArrival, readRows } from './checker.ts';
import { type Killer, startWorkers } from './killer.ts';
import type { Behaviour } from './receiver.ts';
import {
  atRate,
  comesTrue,
  makeShops,
  openPayment,
  pay,
  quantile,
  type Receiver,
  type Shop,
  startDatabase,
  startReceiver,
  strike,
} from './stage.ts';

// npm run webhooks:kill [-- --deliveries 10000 --workers 2,5 --kills 20 --rate 100 --stops 1 --fast]
// Worker processes are killed (SIGKILL) at random moments while they deliver, and one is stopped for longer than its
// leases; everything arrives nevertheless, and what arrives twice was under way at a kill. Exits with 1 if not so.
// The events come by the product's own verbs, `rate` deliveries of them each second, whatever the workers manage.

const { values: options } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2,5' },
    kills: { type: 'string', default: '20' },
    stops: { type: 'string', default: '1' },
    rate: { type: 'string', default: '100' },
    fast: { type: 'boolean', default: false },
  },
});

const clients = 25;
const endpointsPerClient = 2;
const events = Math.ceil(Number(options.deliveries) / endpointsPerClient);
const eventsPerSecond = Number(options.rate) / endpointsPerClient;
const loadMs = (events / eventsPerSecond) * 1_000;
/** Longer than a lease, so that others take over what the stopped worker has. */
const stoppedForMs = 38_000;
/** A lease, a retry (36 s at most), another lease, and the work itself. */
const drainWithinMs = 240_000;
const shownViolations = 20;

const quick: Behaviour = { kind: 'answers', delayMs: [0, 0], refusesFirst: false };
const slow: Behaviour = { kind: 'answers', delayMs: [50, 300], refusesFirst: false };
const refusesFirst: Behaviour = { kind: 'answers', delayMs: [0, 0], refusesFirst: true };
/** Of 50 endpoints, 10 are slow and 3 refuse each delivery once. */
const behaviourOf = (index: number) => (index % 5 === 4 ? slow : index % 17 === 1 ? refusesFirst : quick);

type Line = [what: string, value: string];
const reports: { workers: number; lines: Line[] }[] = [];
const startedAt = performance.now();
await runAndClearUp(run, () => closeDatabase().then(strike));

async function run(): Promise<void> {
  const url = await step('A PostgreSQL of its own', () => startDatabase(options.fast));
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ` +
      `PostgreSQL with ${options.fast ? 'fsync and synchronous_commit off (--fast)' : 'fsync and synchronous_commit on'}; ` +
      `${clients} clients with ${endpointsPerClient} endpoints each, ${events} events by the verbs at ${eventsPerSecond}/s\n`,
  );
  for (const workers of options.workers.split(',').map(Number)) await trial(url, workers);
  printTable();
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

async function trial(url: string, workers: number): Promise<void> {
  const receiver = await startReceiver();
  const shops = await makeShops(
    receiver,
    Array.from({ length: clients }, (_, client) =>
      Array.from({ length: endpointsPerClient }, (_, index) =>
        behaviourOf(client * endpointsPerClient + index),
      ),
    ),
  );
  const clientIds = shops.map((shop) => shop.ctx.client.id);
  const killer = startWorkers(url, workers);
  const trialStartedAt = Date.now();
  const made = await step(`${workers} workers, ${options.kills} kills, ${options.stops} stops`, () =>
    deliver(killer, shops),
  );
  const sql = connect(url, 1, 'kaira trial');
  const isDrained = async () => {
    const [row] = await sql`
      select count(*)::int from deliveries where client_id = any (${clientIds}::uuid[]) and status = 'PENDING'`;
    return row?.count === 0;
  };
  const drained = await step('Waiting for the last', () => comesTrue(isDrained, drainWithinMs));
  if (!drained) console.log(`  Not all ended within ${drainWithinMs / 1000} s`);
  await killer.end();
  await report(receiver, killer, { workers, made, trialStartedAt, rows: await readRows(sql, clientIds) });
  await sql.end();
  await receiver.stop();
}

interface Made {
  expected: ExpectedArrival[];
  /** When the commit of a payment had returned. */
  committedAt: Map<string, number>;
}

/** Makes the events, and meanwhile kills and stops workers at random moments. */
async function deliver(killer: Killer, shops: Shop[]): Promise<Made> {
  const made: Made = { expected: [], committedAt: new Map() };
  let isOver = false;
  const load = atRate(events, eventsPerSecond, async (index) => {
    const shop = shops[index % shops.length]!;
    const payment = await openPayment(shop);
    await pay(shop, payment);
    made.committedAt.set(payment.id, Date.now());
    for (const { number, id } of shop.endpoints) {
      made.expected.push({ transactionId: payment.id, endpoint: number, endpointId: id });
    }
  }).finally(() => {
    isOver = true;
  });
  const kills = Number(options.kills);
  const killing = (async () => {
    for (let count = 0; count < kills && !isOver; count++) {
      await sleep((loadMs / (kills + 1)) * (0.5 + Math.random()));
      await killer.kill();
    }
  })();
  const pausing = (async () => {
    for (let count = 0; count < Number(options.stops) && !isOver; count++) {
      await sleep(Math.min(loadMs / 4, 10_000) * (0.5 + Math.random()));
      await killer.pause(stoppedForMs);
    }
  })();
  await Promise.all([load, killing, pausing]);
  return made;
}

async function report(
  receiver: Receiver,
  killer: Killer,
  trialFacts: {
    workers: number;
    made: Made;
    trialStartedAt: number;
    rows: Awaited<ReturnType<typeof readRows>>;
  },
): Promise<void> {
  const { workers, made, trialStartedAt, rows } = trialFacts;
  const arrivals = await receiver.log();
  const interruptions = await killer.interruptions();
  const verdict = check({
    ...rows,
    expected: made.expected,
    arrivals,
    interruptions,
    areRetriesNatural: true,
  });
  const firsts = new Map<string, number>();
  for (const { deliveryId, transactionId, arrivedAt } of arrivals) {
    const committedAt = made.committedAt.get(transactionId);
    if (committedAt === undefined || firsts.has(deliveryId)) continue;
    firsts.set(deliveryId, arrivedAt - committedAt);
  }
  const lags = [...firsts.values()];
  const lastSuccessAt = Math.max(
    ...arrivals.filter((each) => each.answered === 200).map((each) => each.endedAt!),
  );
  const seconds = (lastSuccessAt - trialStartedAt) / 1000;
  const kills = interruptions.filter((each) => each.until === null);
  const leases = kills.map((each) => each.leases.length);
  const late = (share: number) => `${(quantile(verdict.afterLeaseMs, share) / 1000).toFixed(1)}`;
  reports.push({
    workers,
    lines: [
      ['deliveries', String(rows.deliveries.length)],
      ['requests', String(verdict.requests)],
      ['kills / stops of 38 s', `${kills.length} / ${interruptions.length - kills.length}`],
      ['kills with something under lease', String(leases.filter((each) => each > 0).length)],
      ['under lease at the kills, in all', String(leases.reduce((sum, each) => sum + each, 0))],
      [
        'under lease at the stops',
        interruptions
          .filter((each) => each.until !== null)
          .map((each) => each.leases.length)
          .join(', ') || '–',
      ],
      ['s until the last 2xx', seconds.toFixed(1)],
      ['deliveries/s', (rows.deliveries.length / seconds).toFixed(0)],
      ['repeated requests', String(verdict.repeated)],
      ['  of them after a 2xx', String(verdict.repeatedAfterSuccess)],
      ['  of them sent late by a stopped worker', String(verdict.sentLate)],
      ['answered, but missed by a stopped worker', String(verdict.answeredButMissed)],
      [
        'repeat after the end of the lease, s, min–p50–max',
        verdict.afterLeaseMs.length > 0 ? `${late(0)}–${late(0.5)}–${late(1)}` : '–',
      ],
      ['  of it with an idle endpoint, s, max', (verdict.longestIdleMs / 1000).toFixed(1)],
      ['most under way to one endpoint', String(verdict.mostUnderWay)],
      ['  with what was sent late', String(verdict.mostUnderWayWithLate)],
      ['commit to first request, ms, p50', quantile(lags, 0.5).toFixed(0)],
      ['  p95 / p99 / max', [0.95, 0.99, 1].map((share) => quantile(lags, share).toFixed(0)).join(' / ')],
      ['undelivered', String(verdict.undelivered)],
      ['requests of another program', String(verdict.strangers)],
      ['violations', String(verdict.violations.length)],
    ],
  });
  for (const violation of verdict.violations.slice(0, shownViolations)) console.log(`  ${violation}`);
  if (verdict.violations.length > 0) process.exitCode = 1;
}

function printTable(): void {
  console.log(
    `\n${'workers'.padEnd(52)}${reports.map((each) => String(each.workers).padStart(26)).join('')}`,
  );
  for (const [index, [what]] of (reports[0]?.lines ?? []).entries()) {
    console.log(what.padEnd(52) + reports.map((each) => each.lines[index]![1].padStart(26)).join(''));
  }
}
