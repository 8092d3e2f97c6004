import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { closeDatabase, connect } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { systemContext } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount, parseAmount } from '#lib/money';
import { type Gate, startGate } from '#proof/outage/gate';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import {
  amountOf,
  check,
  type Facts,
  type ReversalRow,
  readBook,
  readRequests,
  readRows,
  type Verdict,
} from './checker.ts';
import { type LoadReport, runLoad, type Shop, wantedAt } from './load.ts';
import { connectSecond, payAfterAll, returnOne, reverseOne } from './meanwhile.ts';
import { type Reconciled, reconcile } from './operators.ts';
import { countInDoubt, daysSince, explain, lapse, looksSettled, quantile, runAudit } from './settle.ts';
import {
  comesTrue,
  freePort,
  type Gateways,
  type Rails,
  startDatabase,
  startGateways,
  startRails,
  strike,
} from './stage.ts';

// npm run rails:soak -- --payments 20000 --seed 7 --chaos 0.2 [--kill-every 5] [--kill-rails-every 30]
// [--break-every 0.5] [--servers 2] [--rate 60] [--fast] [--keep]
// Live payments and payouts over the real API, on rails that misbehave by the seed, optionally while gateways are
// killed (SIGKILL), or lose all their connections to the database at once. Then the faults stop, everything settles or is in a case, and the books of the gateway, of the
// rails and of the merchants are compared by a checker of its own. Exits with 1 on any violation.

const { values: options } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '7' },
    chaos: { type: 'string', default: '0.2' },
    'kill-every': { type: 'string' },
    'kill-rails-every': { type: 'string' },
    'break-every': { type: 'string' },
    servers: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
    rate: { type: 'string', default: '60' },
    fast: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const payments = Number(options.payments);
const seed = Number(options.seed);
const chaos = Number(options.chaos);
const killEverySeconds = options['kill-every'] === undefined ? undefined : Number(options['kill-every']);
const killRailsEverySeconds =
  options['kill-rails-every'] === undefined ? undefined : Number(options['kill-rails-every']);
const breakEverySeconds = options['break-every'] === undefined ? undefined : Number(options['break-every']);
const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];
/** Short, so that much expires within the run. */
const sessionSeconds = 60;
const customerLateSeconds = 15;
const lateSeconds = 30;
/** What is in the floats at first, of all that the payouts will want: the rest comes when they are short. */
const firstFloatPercent = 55n;
const floatRefilledAt = 0.7;
const payAfterAllEveryMs = 6_000;
const reverseEveryMs = 2_500;
const returnEveryMs = 5_000;
/** The run has no days; what comes back after the 72 hours of a reversal is in `npm run simulate`. */
const returnDays = [20 / 86_400, 120 / 86_400] as const;
const refundShare = 0.12;
const cancelShare = 0.2;
/** When so much has begun, the rail is connected to its other wallet. */
const movesAt = [
  ['PROVIDER_W', 0.4],
  ['PROVIDER_A', 0.5],
  ['PROVIDER_C', 0.6],
] as const;
const settledWithinMs = 6 * 60_000;
const shownViolations = 8;

const startedAt = performance.now();
let isKept = options.keep;
/** Between the gateways and their database. */
let gate: Gate | undefined;
await runAndClearUp(run, () =>
  closeDatabase()
    .then(() => strike(isKept))
    .then(() => gate?.close()),
);

async function run(): Promise<void> {
  await build();
  const { url, folder } = await step('A PostgreSQL of its own', () => startDatabase(options.fast));
  await migrate(url, applicationUrl(url));
  const sql = connect(url, 2, 'kaira soak');
  const shops = await makeShops();
  const ports = await Promise.all(Array.from({ length: Number(options.servers) }, freePort));
  const floats = floatsFor(shops);
  const rails = await step('The rails', () =>
    startRails({
      seed,
      chaos,
      float: '0.00',
      sessionSeconds,
      customerLateSeconds,
      lateSeconds,
      wallets: 2,
      returnDays,
      notify: `http://127.0.0.1:${ports[0]}/rails/{rail}/notify`,
    }),
  );
  // By these settings, what operators do here reaches the same wallets as the gateways.
  Object.assign(process.env, rails.settings);
  await fund(rails, floats.first);
  gate = await startGate(() => Number(new URL(url).port));
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(gate.port) });
  const gateways = await step(`${ports.length} gateways`, () =>
    startGateways(ports, {
      DATABASE_URL: applicationUrl(through.href),
      LOG_LEVEL: 'info',
      ...rails.settings,
    }),
  );
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ` +
      `PostgreSQL with ${options.fast ? 'fsync and synchronous_commit off (--fast)' : 'fsync and synchronous_commit on'}; ` +
      `${payments} operations of ${shops.length} clients, seed ${seed}, chaos ${chaos}, ` +
      `${killEverySeconds === undefined ? 'no kills' : `a kill every ${killEverySeconds} s`}, ` +
      `${breakEverySeconds === undefined ? '' : `all connections break every ${breakEverySeconds} s, `}files in ${folder}\n`,
  );

  const log = path.join(folder, 'requests.jsonl');
  const deeds: Deeds = { reversals: [], returned: new Set(), moved: [] };
  const load = await step('Load', () => loadAndKill(sql, shops, gateways, rails, floats, log, deeds));
  for (const wallet of [1, 2]) {
    await rails.control('/chaos', { share: 0, wallet });
    await rails.control('/behave', { wallet });
  }
  // The last late customer, and the last call that acts after its answer.
  await sleep(1_000 * customerLateSeconds);
  await lapse(sql);
  const settledFrom = performance.now();
  const isSettled = await step('Settling', () => comesTrue(() => looksSettled(sql, rails), settledWithinMs));
  const settledSeconds = (performance.now() - settledFrom) / 1000;
  if (!isSettled) console.log(`  Not all was settled within ${settledWithinMs / 60_000} min`);
  const inDoubt = await countInDoubt(sql);
  const reconciled = await step('Statements', () => reconcile(sql, rails, daysSince(startedAt)));

  const facts: Facts = {
    ...deeds,
    ...(await readRows(sql)),
    book: readBook(rails.book),
    requests: readRequests(log),
    audit: await runAudit(url),
  };
  const verdict = check(facts);
  printReport({ load, facts, verdict, gateways, rails, settledSeconds });
  printReconciled(inDoubt, reconciled);
  printDeeds(deeds, facts.book);
  const violations = verdict.checks.flatMap((each) => each.violations);
  if (violations.length > 0 || !isSettled) {
    process.exitCode = 1;
    isKept = true;
    const evidence = path.join(folder, 'violations.txt');
    writeFileSync(evidence, await explain(sql, violations));
    console.log(`\nAll violations, with what is known of each: ${evidence}`);
  }
  await sql.end();
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

async function makeShops(): Promise<Shop[]> {
  await ensureAccounts();
  const shops: Shop[] = [];
  for (let index = 1; index <= Number(options.clients); index++) {
    const clientId = await createClient({
      name: `Shop ${index}`,
      businessPhone: '+2207012345',
      businessEmail: `shop${index}@example.com`,
    });
    shops.push({ clientId, key: await createApiKey(clientId, 'LIVE') });
  }
  return shops;
}

/** What each rail will be asked to pay out, in two parts. */
function floatsFor(shops: Shop[]): Record<'first' | 'later', Map<string, bigint>> {
  const wanted = new Map(payoutRails.map((rail) => [rail, 0n]));
  for (let index = 0; index < payments; index++) {
    const { type, provider, amount } = wantedAt(index, { payments, seed, shops });
    if (type === 'payout') wanted.set(provider, wanted.get(provider)! + parseAmount(amount)!);
  }
  const first = new Map([...wanted].map(([rail, sum]) => [rail, 1_00n + (sum * firstFloatPercent) / 100n]));
  const later = new Map([...wanted].map(([rail, sum]) => [rail, 1_00n + sum - first.get(rail)! + 100_00n]));
  return { first, later };
}

/** What operators and rails did meanwhile. */
interface Deeds {
  reversals: ReversalRow[];
  returned: Set<string>;
  /** The rails that are connected to their second wallet. */
  moved: string[];
}

/** Our books and the wallets at the rails, equally. */
async function fund(
  rails: Rails,
  amounts: Iterable<readonly [string, bigint]>,
  moved: readonly string[] = [],
): Promise<void> {
  const house = systemContext({ id: HOUSE_CLIENT_ID, name: 'The house', commissionBps: 0 }, 'LIVE');
  for (const [rail, amount] of amounts) {
    const wallet = moved.includes(rail) ? 2 : 1;
    await rails.control('/float', { rail, wallet, add: formatAmount(amount) });
    await fundFloat(house, rail, amount);
  }
}

async function loadAndKill(
  sql: Sql,
  shops: Shop[],
  gateways: Gateways,
  rails: Rails,
  floats: ReturnType<typeof floatsFor>,
  log: string,
  deeds: Deeds,
): Promise<LoadReport> {
  let isOver = false;
  let refilling: Promise<void> | undefined;
  let moving: Promise<void> = Promise.resolve();
  const asked = new Set<string>();
  const move = async (rail: string) => {
    await connectSecond(rails, rail);
    deeds.moved.push(rail);
    // What lies in the first wallet covers nothing here.
    await fund(rails, [[rail, floats.first.get(rail)!]], deeds.moved);
  };
  const again = async (everyMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      await sleep(everyMs);
      if (!isOver) await work();
    }
  };
  const killing = (async () => {
    while (killEverySeconds !== undefined && !isOver) {
      await sleep(killEverySeconds * 1000 * (0.5 + Math.random()));
      if (!isOver) await gateways.kill();
    }
  })();
  const killingRails = (async () => {
    while (killRailsEverySeconds !== undefined && !isOver) {
      await sleep(killRailsEverySeconds * 1000 * (0.5 + Math.random()));
      if (!isOver) await rails.kill();
    }
  })();
  const breaking = breakEverySeconds && again(breakEverySeconds * 1000, async () => gate?.reset());
  const meanwhile = [
    breaking,
    again(payAfterAllEveryMs, () => payAfterAll(sql, rails)),
    again(reverseEveryMs, () => reverseOne(sql, rails, deeds.reversals)),
    again(returnEveryMs, () => returnOne(sql, rails, deeds.returned)),
  ];
  let told = performance.now();
  const load = await runLoad({
    payments,
    seed,
    refundShare,
    cancelShare,
    mostPerSecond: Number(options.rate),
    shops,
    gateways: gateways.all,
    rails,
    log,
    onProgress(begun, perSecond, underWay) {
      for (const [rail, share] of movesAt) {
        if (begun < payments * share || asked.has(rail)) continue;
        asked.add(rail);
        moving = moving.then(() => move(rail));
      }
      if (begun > payments * floatRefilledAt) refilling ??= fund(rails, floats.later, deeds.moved);
      if (performance.now() - told < 30_000) return;
      told = performance.now();
      console.log(
        `  ${begun} of ${payments} begun, ${perSecond.toFixed(0)}/s, ${underWay} under way, ${gateways.kills.length} kills`,
      );
    },
  }).finally(() => {
    isOver = true;
  });
  await Promise.all([killing, killingRails, ...meanwhile, moving]);
  await (refilling ?? fund(rails, floats.later, deeds.moved));
  // Whatever payouts there are still find their money at the wallet that is connected now.
  await fund(rails, floats.first, deeds.moved);
  await comesTrue(async () => gateways.all.every((each) => each.isUp), 120_000, 200);
  return load;
}

function printReport(report: {
  load: LoadReport;
  facts: Facts;
  verdict: Verdict;
  gateways: Gateways;
  rails: Rails;
  settledSeconds: number;
}): void {
  const { load, facts, verdict, gateways, rails, settledSeconds } = report;
  const line = (what: string, value: string | number) => console.log(`${what.padEnd(52)}${value}`);
  const table = (title: string, counts: Record<string, number>) => {
    console.log(`\n${title}`);
    for (const [name, times] of Object.entries(counts)) line(`  ${name}`, times);
  };
  const seconds = (all: number[]) =>
    [0.5, 0.95, 1].map((share) => (quantile(all, share) / 1000).toFixed(1)).join(' / ');
  console.log();
  line('operations: collections / payouts', `${load.collections} / ${load.payouts}`);
  line('requests / repeated / never answered', `${load.requests} / ${load.repeated} / ${load.unanswered}`);
  line('acknowledged initiations', load.acknowledged);
  line('refunds asked for / payouts cancelled', `${load.refunds} / ${load.cancelled}`);
  line('kills of gateways / of the rails', `${gateways.kills.length} / ${rails.kills.length}`);
  line('s of load; operations/s', `${load.seconds.toFixed(0)}; ${(payments / load.seconds).toFixed(1)}`);
  line('s until all was settled', settledSeconds.toFixed(0));
  line('initiation, s, p50 / p95 / max', seconds(load.initiationMs));
  const paidAt = new Map<string, number>();
  for (const { rail, id, reference, paidAt: at } of facts.book.payments) {
    if (at !== null) paidAt.set(rail === 'PROVIDER_C_CARD' ? (reference ?? '') : id, at);
  }
  const toSettle: Record<string, number[]> = { collection: [], payout: [], refund: [], credit: [] };
  for (const each of facts.transactions) {
    if (each.completedAt === null) continue;
    toSettle[each.type]!.push(each.completedAt - each.createdAt);
    const at = each.type === 'collection' ? paidAt.get(each.railReference ?? '') : undefined;
    if (at !== undefined) toSettle.credit!.push(Math.max(0, each.completedAt - at));
  }
  line('collection to its end, s, p50 / p95 / max', seconds(toSettle.collection!));
  line('paid at the rail to credited, s, p50 / p95 / max', seconds(toSettle.credit!));
  line('payout to its end, s, p50 / p95 / max', seconds(toSettle.payout!));
  table('refused requests', load.refused);
  table('one-time passwords', load.otps);
  table('transactions', verdict.statuses);
  line('  held for a float meanwhile', verdict.held);
  table('misbehaviours, by the book', facts.book.misbehaviours);
  table('open cases', verdict.cases);
  console.log('\nledger against rail book, GMD');
  for (const { rail, what, ledger, book, inCases, difference } of verdict.sums) {
    line(
      `  ${rail}, ${what}`,
      `ledger ${amountOf(ledger)}  book ${amountOf(book)}  in cases ${amountOf(inCases)}  difference ${amountOf(difference)}`,
    );
  }
  console.log(`\n${'checks'.padEnd(64)}${'looked at'.padStart(12)}${'violations'.padStart(12)}`);
  for (const { name, looked, violations } of verdict.checks) {
    console.log(
      `  ${name.padEnd(62)}${String(looked).padStart(12)}${String(violations.length).padStart(12)}`,
    );
    for (const violation of violations.slice(0, shownViolations)) console.log(`      ${violation}`);
  }
}

function printDeeds({ reversals, returned, moved }: Deeds, book: Facts['book']): void {
  const answers = new Map<string, number>();
  for (const { told } of reversals) answers.set(told, (answers.get(told) ?? 0) + 1);
  console.log(
    `\nOther wallets connected meanwhile: ${moved.join(', ')}. Reversals asked for by operators: ${reversals.length} ` +
      `(${[...answers].map(([told, times]) => `${told} ${times}`).join(', ')}). Given back by the rails themselves: ` +
      `${returned.size} told to, ${book.payouts.filter(({ isReturned }) => isReturned).length} by the seed`,
  );
}

function printReconciled(inDoubt: number, reconciled: Reconciled): void {
  const { lines, proposed, succeeded, failed, ambiguous } = reconciled;
  console.log(
    `\nBy the statements (${lines} lines), of ${inDoubt} payments in doubt two operators found ${succeeded} made ` +
      `(${proposed} proposed by the import itself), ${failed} not made, ${ambiguous} not to be told apart`,
  );
}
