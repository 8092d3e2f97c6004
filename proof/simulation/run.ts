import type { Sql } from 'postgres';
import { sqlClient } from '#db/client';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { banjulDay } from '#lib/clock';
import { systemContext } from '#lib/context';
import { auditLedger } from '#lib/ledger/audit';
import { MACHINE } from '#lib/ledger/audit-checks';
import { PERIODS_KEPT } from '#lib/ledger/closed-periods';
import { ACTED } from '#lib/ledger/fact-checks';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount } from '#lib/money';
import { setTariff } from '#lib/rails/set-tariff';
import { createEndpoint, newEndpoint } from '#lib/webhooks/endpoints';
import { bookOf, check, type RequestRow, readRows } from '#proof/soak/checker';
import { reconcile } from '#proof/soak/operators';
import { adjustAll } from './adjusters.ts';
import { checkBooks, guessable, type Suspension } from './books-check.ts';
import { createChance } from './chance.ts';
import { bookOtherFees } from './desk-scenes.ts';
import type { FaultKind } from './faults.ts';
import { createHouse, type House, LIMITS, THRESHOLD } from './house.ts';
import { checkHouse } from './house-check.ts';
import { heldThoughCovered, PAYOUT_FEE } from './liquidity-check.ts';
import { createMerchants, type Merchants, type Shop } from './merchants.ts';
import { openStage } from './open-stage.ts';
import { createOperators, type Operators, staff } from './operators.ts';
import { payBackTwice } from './paybacks.ts';
import { addressOf, type Receivers } from './receivers.ts';
import { playScenes } from './scenes.ts';
import type { Stage } from './stage.ts';
import { calm } from './timeline.ts';
import { checkWebhooks } from './webhook-checks.ts';

// One seed, from an empty database to the last check. Loaded anew for each seed, so that nothing is left of another.

export interface RunOptions {
  seed: number;
  operations: number;
  /** A migrated, empty database whose `now()` is `sim.now`; see scripts of `proof/simulation/simulate.ts`. */
  url: string;
  without: readonly string[];
}

export interface RunReport {
  seed: number;
  /** Until the first violation that was seen on the way; else all of them. */
  operations: number;
  requests: number;
  notices: number;
  acts: number;
  visits: number;
  webhooks: number;
  statements: number;
  events: number;
  virtualSeconds: number;
  transactions: number;
  faults: Partial<Record<FaultKind, number>>;
  misbehaviours: Record<string, number>;
  restarts: number;
  /** Scenes that could not be set up. */
  unplayed: Record<string, number>;
  openCases: Record<string, number>;
  /** Lines of checks, each over all that it looked at. */
  checks: number;
  violations: string[];
  trace: string;
  milliseconds: number;
}

const SHOPS = 3;
const firstMoment = Date.UTC(2028, 1, 27, 22);
const hour = 3_600_000;
/** What every rail, merchant and worker gets to settle everything once the faults have stopped. */
const longestQuietMs = 40 * 24 * hour;
const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];

export async function run(options: RunOptions): Promise<RunReport> {
  const began = process.hrtime.bigint();
  const { seed, url } = options;
  const startsAt = firstMoment + createChance(seed, 'day').below(400) * 24 * hour;
  const opened = await openStage({ seed, url, startsAt, without: options.without });
  const { stage, looker, chance } = opened;
  const { timeline, faults, database, processes, violations } = stage;
  let acts = () => 0;
  let house: House | undefined;
  stage.operations = () =>
    stage.gateway.requests + stage.gateway.notices + stage.visits + acts() + (house?.acts ?? 0);

  let isOver = false;
  let unplayed: Record<string, number> = {};
  let merchants: Merchants | undefined;
  let suspensions: readonly Suspension[] = [];
  let operators: Operators | undefined;
  let statementsFrom = Infinity;
  const story = async () => {
    const shops = await openShops(stage.receivers);
    await setFees(stage);
    const own = createOperators(chance('operators'));
    operators = own;
    acts = () => own.acts;
    const requests: RequestRow[] = [];
    house = await createHouse(shops, requests, own);
    processes.start();
    await own.fundAll(500_00n);
    const all = createMerchants(shops, own, requests);
    merchants = all;
    const office = house.work(() => all.haveBegunAll);
    await all.trade(options.operations);
    faults.stop();
    processes.heal();
    await office;
    await stage.rails.control('/chaos', { share: 0 });
    await stage.rails.control('/behave', {});
    // What is short is tried again after a quarter of an hour at most. Money at another wallet covers nothing there.
    await timeline.wait(2 * hour);
    if (!own.hasMoved) violations.push(...(await stage.look(heldThoughCovered)));
    const played = await playScenes({ shops, requests, operators: own, house, sellers: all.sellers });
    ({ unplayed } = played);
    await own.fundAll(50_000_000_00n, 'every');
    await own.reverseInTheLastMoment();
    suspensions = own.suspensions;
    await house.finish();
    const settledBy = timeline.now + longestQuietMs;
    await timeline.wait(stage.rails.returnsMs);
    while (timeline.now < settledBy && !(await looksSettled(stage))) await timeline.wait(hour);
    const days = daysBetween(timeline.startedAt, timeline.now);
    const busy = await stage.look(
      (sql) => sql`
        select distinct to_char(l.started_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from rail_calls l join cases c on c.transaction_id = l.transaction_id and c.status = 'OPEN'`,
    );
    // What a rail did by itself, days later, it may have told nobody.
    const late = stage.rails.lines.filter(
      ({ kind, code = '' }) => kind === 'reversed' || (kind === 'payout_paid' && code !== ''),
    );
    const busyDays = new Set([
      ...busy.map((row) => row.day as string),
      ...late.map(({ at }) => at.slice(0, 10)),
      ...(played.otherFees ? [played.otherFees.day] : []),
    ]);
    // A call around midnight may stand in the statement of the day before or after.
    const wanted = days.filter((_, at) =>
      [at - 1, at, at + 1].some((near) => busyDays.has(days[near] ?? '')),
    );
    statementsFrom = timeline.now;
    await reconcile(sqlClient(), stage.rails, wanted);
    await bookOtherFees(played.otherFees);
    while (timeline.now < settledBy && !(await looksSettled(stage))) await timeline.wait(hour);
    await adjustAll(chance('adjusters'));
    await payBackTwice({ shops, requests });
    for (let hours = 0; hours < 48 && !(await looksSettled(stage)); hours++) await timeline.wait(hour);
    // What is told of it.
    for (let hours = 0; hours < 48 && !(await looksTold(stage)); hours++) await timeline.wait(hour);
    isOver = true;
  };
  const told = story().catch((error: Error) => {
    violations.push(`the run ended early: ${error.stack}`);
    isOver = true;
  });
  await calm();
  // One thing that went wrong leads to more of it: the run ends there, and the checks of its end say nothing.
  const goesOn = await timeline.run(() => isOver || violations.length > 0);
  if (!goesOn) violations.push('nothing was left to happen, and the run had not ended');
  else if (isOver) await told;
  const seen = [...violations];
  await calm();
  opened.leave();

  violations.push(...((await merchants?.sellers.check(looker, merchants.requests)) ?? []));
  const facts = {
    ...(await readRows(looker)),
    book: bookOf(stage.rails.lines),
    requests: merchants?.requests ?? [],
    // A mistake that is planted into a function is to be noticed by what it does; operators of some steps have no row.
    audit: (await auditLedger(looker, { now: new Date(timeline.now) })).filter(
      // Months are closed without their digest (settlers.ts); house-check.ts compares what was kept of them.
      ({ name }) => name !== MACHINE && name !== PERIODS_KEPT && name !== ACTED,
    ),
    reversals: operators?.reversers.reversals() ?? [],
    ...(operators && { returned: operators.reversers.returned }),
  };
  const verdict = check(facts);
  for (const each of verdict.checks)
    violations.push(...each.violations.map((text) => `${each.name}: ${text}`));
  violations.push(...stage.receivers.faults);
  const webhooks = await checkWebhooks(looker, stage.receivers);
  violations.push(...webhooks.violations);
  const books = await checkBooks(looker, stage.rails.lines, {
    ...{ isOnTime: !faults.counts.clock_jump, suspensions, statementsFrom },
    cancelledAt: operators?.cancelledAt ?? new Map(),
  });
  violations.push(...books.violations);
  const rulesOfHouse = await checkHouse(looker, {
    ...{ threshold: THRESHOLD, limits: LIMITS, limitOfOne: 500_00n, isOnTime: !faults.counts.clock_jump },
    bank: house?.bank ?? { paid: new Map(), take: () => {} },
    limited: house?.limited,
    limitedUntil: house?.limitedUntil ?? 0,
    moves: house?.moves ?? new Map(),
  });
  violations.push(...rulesOfHouse.violations);
  violations.push(...(await missing(looker, merchants)));
  violations.push(...(await guessable(looker, merchants?.passwords ?? [])));
  const [count] = await looker`select count(*)::int as transactions from transactions`;
  opened.stopListening();
  const report: RunReport = {
    seed,
    operations: stage.operations(),
    requests: stage.gateway.requests,
    notices: stage.gateway.notices,
    acts: acts(),
    visits: stage.visits,
    webhooks: stage.receivers.receipts.length,
    statements: database.statements,
    events: timeline.steps,
    virtualSeconds: Math.round((timeline.now - timeline.startedAt) / 1000),
    transactions: count?.transactions,
    faults: faults.counts,
    misbehaviours: facts.book.misbehaviours,
    restarts: processes.restarts,
    unplayed,
    openCases: verdict.cases,
    checks:
      verdict.checks.length + facts.audit.length + webhooks.checks + books.checks + rulesOfHouse.checks + 3,
    violations: seen.length > 0 ? seen : violations,
    trace: database.trace(),
    milliseconds: Number((process.hrtime.bigint() - began) / 1_000_000n),
  };
  await looker.end();
  await database.close();
  return report;
}

/** What each rail takes, by a tariff and in its own wallet: the fees of a seed are those of every other. */
async function setFees({ rails, timeline }: Stage): Promise<void> {
  const operator = staff();
  const starts_on = banjulDay(new Date(timeline.now));
  for (const provider of [...payoutRails, 'PROVIDER_C_CARD']) {
    for (const movement of ['collection', 'payout'] as const) {
      if (provider === 'PROVIDER_C_CARD' && movement === 'payout') continue;
      const [flat_amount, bps] = movement === 'payout' ? [PAYOUT_FEE, 0] : [0n, 100];
      await setTariff(operator, provider, { movement, starts_on, flat_amount, bps, note: 'simulated' });
      for (const wallet of [1, 2]) {
        await rails.control('/fees', {
          rail: provider,
          movement,
          flat: formatAmount(flat_amount),
          bps,
          wallet,
        });
      }
    }
  }
}

/** Three clients, each with a key and an endpoint in both environments, and some float in the sandbox. */
async function openShops({ know }: Receivers): Promise<Shop[]> {
  await ensureAccounts();
  const shops: Shop[] = [];
  for (let number = 1; number <= SHOPS; number++) {
    const clientId = await createClient({
      name: `Shop ${number}`,
      businessPhone: '+2207012345',
      businessEmail: `shop${number}@example.com`,
    });
    const keys = {
      LIVE: await createApiKey(clientId, 'LIVE'),
      SANDBOX: await createApiKey(clientId, 'SANDBOX'),
    };
    for (const environment of ['LIVE', 'SANDBOX'] as const) {
      const url = addressOf(number, environment);
      const { secret } = await createEndpoint(
        systemContext({ id: clientId, name: `Shop ${number}`, commissionBps: 150 }, environment),
        newEndpoint.parse({ url, payload_form: number === SHOPS ? 'legacy' : 'current' }),
      );
      know(url, secret);
    }
    for (const provider of payoutRails) {
      await fundFloat(
        systemContext({ id: clientId, name: '', commissionBps: 0 }, 'SANDBOX'),
        provider,
        2_000_00n,
      );
    }
    shops.push({ number, clientId, keys });
  }
  return shops;
}

/** Nothing waits but for a person, and nobody is going to be asked or told anything more. */
async function looksSettled({ look, rails }: Stage): Promise<boolean> {
  const [row] = await look(
    (sql) => sql`
      select (select count(*) from transactions t
              where status = 'AWAITING_LIQUIDITY' or status = 'PENDING' and t.environment = 'LIVE' and not exists (
                select from cases c where c.transaction_id = t.id and c.status = 'OPEN' and c.kind in ('unknown_outcome', 'mismatch')))::int as open,
             (select count(*) from rail_notices where status = 'RECEIVED')::int as notices,
             (select count(*) from rail_operations o where kind <> 'revoke' and not exists (
                select from cases c where c.transaction_id = o.transaction_id and c.status = 'OPEN'))::int as operations,
             (select count(*) from deliveries where status = 'PENDING')::int as deliveries`,
  );
  return (
    row?.open === 0 &&
    row.notices === 0 &&
    row.operations === 0 &&
    row.deliveries === 0 &&
    (await rails.owed()) === 0
  );
}

async function looksTold({ look }: Stage): Promise<boolean> {
  const rows = await look((sql) => sql`select from deliveries where status = 'PENDING' limit 1`);
  return rows.length === 0;
}

/** What the sandbox acknowledged is there. */
async function missing(sql: Sql, merchants: Merchants | undefined): Promise<string[]> {
  const told = merchants?.acknowledged ?? [];
  const rows = await sql`
    select id, client_id from transactions where environment = 'SANDBOX'`;
  const there = new Map(rows.map((row) => [row.id, row.client_id]));
  return told
    .filter(({ transactionId, clientId }) => there.get(transactionId) !== clientId)
    .map(({ transactionId }) => `sandbox: ${transactionId} was acknowledged and is not there`);
}

function daysBetween(from: number, until: number): string[] {
  const days: string[] = [];
  for (let at = from - (from % (24 * hour)); at <= until; at += 24 * hour)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
