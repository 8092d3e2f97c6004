import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connect } from '#db/client';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { systemContext } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount, parseAmount } from '#lib/money';
import { createEndpoint } from '#lib/webhooks/endpoints';
import { check, readBook, readRequests, readRows, type Verdict } from '#proof/soak/checker';
import { type LoadReport, runLoad, type Shop, wantedAt } from '#proof/soak/load';
import { type Reconciled, reconcile } from '#proof/soak/operators';
import { daysSince, explain, lapse, looksSettled, runAudit } from '#proof/soak/settle';
import { comesTrue, freePort, type Rails, startRails } from '#proof/soak/stage';
import { type Receiver, startReceiver } from '#proof/webhooks/stage';
import { step } from '#scripts/terminal';
import { checkWebhooks, type EndpointRow, readWebhooks, type WebhookVerdict } from './checker.ts';
import type { FaultRecord } from './faults.ts';
import { type Fleet, startFleet } from './processes.ts';
import { startWire, type Wire } from './wire.ts';

// Live payments at a fixed rate over real processes, while something goes wrong; then everything settles and checkers
// that import nothing of Kaira compare the ledger, the rails' book, the merchants' receipts and the acknowledgements.

export interface TrialPlan {
  seed: number;
  rate: number;
  loadSeconds: number;
  clients: number;
  servers: number;
  workers: number;
  /** Share of the rails' calls and notices that misbehave by the seed. */
  misbehaving: number;
  /** Waits for leases and retries are cut short in the database once the faults are over. */
  isHurried: boolean;
  folder: string;
  /** Past all wires, for the checks; it reaches whoever is the primary. */
  databaseUrl: string;
  /** What the processes are given. */
  appDatabaseUrl: string;
}

export interface Stage {
  fleet: Fleet;
  railsWire: Wire;
}

export interface TrialResult {
  faults: FaultRecord[];
  load: LoadReport;
  verdict: Verdict;
  webhooks: WebhookVerdict;
  reconciled: Reconciled;
  fleet: Fleet;
  isSettled: boolean;
  settledSeconds: number;
  /** Operations that a process with a wrong clock had put off by an hour. */
  putOff: number;
  violations: string[];
  /** What is known of each violation. */
  evidence: string;
}

const payoutRails = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'];
/** What is in the floats at first, of all that the payouts will want; payouts wait for the rest. */
const firstFloatPercent = 85n;
/** Our own record of when a payment was made may be of a clock that had jumped. */
const wrongByMs = 3_600_000;
const settledWithinMs = 12 * 60_000;
const hurriedWithinMs = 120_000;

/** Runs it all; `strike` makes the faults until it is told that the load is over. */
export async function runTrial(
  plan: TrialPlan,
  strike: (stage: Stage, isOver: () => boolean) => Promise<FaultRecord[]>,
): Promise<TrialResult> {
  const startedAt = performance.now();
  const { folder, seed } = plan;
  const receiver = await startReceiver();
  const { shops, endpoints } = await makeShops(plan, receiver);
  const railsPort = await freePort();
  const railsWire = await startWire(() => railsPort);
  // The one address of the gateway that the rails know, in front of whichever server is up.
  let fleet: Fleet | undefined;
  let turn = 0;
  const balancer = await startWire(() => {
    const up = fleet?.servers.filter((each) => each.isUp) ?? [];
    return up[turn++ % up.length]?.port;
  });
  const payments = Math.ceil(plan.rate * plan.loadSeconds);
  const rails = await startRails({
    seed,
    chaos: plan.misbehaving,
    float: '0.00',
    sessionSeconds: plan.isHurried ? 10 : 60,
    customerLateSeconds: plan.isHurried ? 3 : 15,
    lateSeconds: plan.isHurried ? 3 : 30,
    notify: `http://127.0.0.1:${balancer.port}/rails/{rail}/notify`,
    port: railsPort,
    publicUrl: `http://127.0.0.1:${railsWire.port}`,
  });
  const floats = floatsFor(payments, seed, shops);
  await fund(rails, floats.first);
  const running = await step(`${plan.servers} servers, ${plan.workers} workers`, () =>
    startFleet({
      servers: plan.servers,
      workers: plan.workers,
      folder,
      environment: {
        DATABASE_URL: plan.appDatabaseUrl,
        BASE_URL: `http://127.0.0.1:${balancer.port}`,
        WEBHOOK_ALLOW_PRIVATE: '1',
        LOG_LEVEL: 'info',
        ...rails.settings,
      },
    }),
  );
  fleet = running;
  const sql = connect(plan.databaseUrl, 2, 'kaira trial');
  const log = path.join(folder, 'requests.jsonl');
  // No fault comes once the last payment has begun.
  const isOverAt = performance.now() + plan.loadSeconds * 1000;
  let isOver = false;
  const striking = strike({ fleet: running, railsWire }, () => isOver || performance.now() > isOverAt);
  // Customers of the last payments wait for what the killed had under lease.
  const freed = striking.then(async () => {
    await Promise.all([...running.servers, ...running.workers].map((each) => each.ready()));
    if (plan.isHurried) await endLeases(sql);
  });
  freed.catch(() => {});
  const load = await step(`${payments} payments at ${plan.rate}/s`, () =>
    runLoad({
      payments,
      seed,
      mostPerSecond: plan.rate,
      isOpen: true,
      isBrief: plan.isHurried,
      changedShare: 0.1,
      readShare: 0.5,
      shops,
      gateways: running.servers,
      rails,
      log,
      onProgress() {},
    }),
  ).finally(() => {
    isOver = true;
  });
  const faults = await striking;
  await freed;
  for (const each of [...running.servers, ...running.workers]) {
    await each.ready();
    if (each.clockOffsetMs !== 0) each.setClock(0);
  }
  await fund(rails, floats.later);
  await rails.control('/chaos', { share: 0 });
  await rails.control('/behave', {});

  const settledFrom = performance.now();
  const { isSettled, putOff } = await step('Settling', () => settle(plan, sql, rails));
  const settledSeconds = (performance.now() - settledFrom) / 1000;
  const reconciled = await reconcile(sql, rails, daysSince(startedAt), wrongByMs);
  // What the operators settled is told to the merchants too.
  const isDelivered = await step('The last webhooks', () =>
    comesTrue(() => areDelivered(plan, sql), plan.isHurried ? hurriedWithinMs : settledWithinMs, 250),
  );
  running.retire();

  const requests = readRequests(log);
  const verdict = check({
    ...(await readRows(sql)),
    book: readBook(rails.book),
    requests,
    audit: await runAudit(plan.databaseUrl),
  });
  const webhooks = checkWebhooks({
    ...(await readWebhooks(sql)),
    endpoints,
    arrivals: await receiver.log(),
    requests,
    haveClocksJumped: faults.some(({ kind }) => kind === 'clock_jump'),
  });
  const violations = [...verdict.checks, ...webhooks.checks].flatMap((each) => each.violations);
  const evidence = violations.length > 0 ? await explain(sql, violations) : '';
  await sql.end();
  await receiver.stop();
  await Promise.all([railsWire.close(), balancer.close()]);
  return {
    faults,
    load,
    verdict,
    webhooks,
    reconciled,
    fleet: running,
    isSettled: isSettled && isDelivered,
    settledSeconds,
    putOff,
    violations,
    evidence,
  };
}

async function makeShops(
  plan: TrialPlan,
  receiver: Receiver,
): Promise<{ shops: Shop[]; endpoints: EndpointRow[] }> {
  await ensureAccounts();
  const ports = await receiver.listen(plan.clients);
  const shops: Shop[] = [];
  const endpoints: EndpointRow[] = [];
  for (const [index, port] of ports.entries()) {
    const name = `Shop ${index + 1}`;
    const clientId = await createClient({
      name,
      businessPhone: '+2207012345',
      businessEmail: `shop${index + 1}@example.com`,
    });
    shops.push({ clientId, key: await createApiKey(clientId, 'LIVE') });
    const number = index + 1;
    const { endpoint, secret } = await createEndpoint(
      systemContext({ id: clientId, name, commissionBps: 150 }, 'LIVE'),
      { url: `http://127.0.0.1:${port}/${number}`, events: [], payload_form: 'current', description: null },
    );
    await receiver.accept([
      { number, secret, behaviour: { kind: 'answers', delayMs: [0, 50], refusesFirst: false } },
    ]);
    endpoints.push({ id: endpoint.id, clientId, number });
  }
  return { shops, endpoints };
}

/** What each rail will be asked to pay out, in two parts. */
function floatsFor(
  payments: number,
  seed: number,
  shops: Shop[],
): Record<'first' | 'later', Map<string, bigint>> {
  const wanted = new Map(payoutRails.map((rail) => [rail, 0n]));
  for (let index = 0; index < payments; index++) {
    const { type, provider, amount } = wantedAt(index, { payments, seed, shops });
    if (type === 'payout') wanted.set(provider, wanted.get(provider)! + parseAmount(amount)!);
  }
  const first = new Map([...wanted].map(([rail, sum]) => [rail, 1_00n + (sum * firstFloatPercent) / 100n]));
  const later = new Map([...wanted].map(([rail, sum]) => [rail, 1_00n + sum - first.get(rail)! + 100_00n]));
  return { first, later };
}

/** Our books and the wallets at the rails, equally. */
async function fund(rails: Rails, amounts: Map<string, bigint>): Promise<void> {
  const house = systemContext({ id: HOUSE_CLIENT_ID, name: 'The house', commissionBps: 0 }, 'LIVE');
  for (const [rail, amount] of amounts) {
    await rails.control('/float', { rail, add: formatAmount(amount) });
    await fundFloat(house, rail, amount);
  }
}

/** Repeats looking until nothing waits but for a person. */
async function settle(
  plan: TrialPlan,
  sql: Sql,
  rails: Rails,
): Promise<{ isSettled: boolean; putOff: number }> {
  // The last late customer, and the last call that acts after its answer.
  await sleep(plan.isHurried ? 3_000 : 15_000);
  if (plan.isHurried) await endLeases(sql);
  await lapse(sql);
  const putOff = await endWrongHour(sql);
  const isSettled = await comesTrue(
    async () => {
      if (plan.isHurried) await hurry(sql);
      return (await looksSettled(sql, rails)) && (await areDelivered(plan, sql));
    },
    plan.isHurried ? hurriedWithinMs : settledWithinMs,
    plan.isHurried ? 500 : 2_000,
  );
  return { isSettled, putOff };
}

/**
 * What a process whose clock was an hour ahead has put off is due an hour late. That hour is over now. Nothing else of
 * a payment that is open is put off for so long.
 */
async function endWrongHour(sql: Sql): Promise<number> {
  const rows = await sql`
    update rail_operations o set run_at = now() + random() * interval '5 s'
    from transactions t
    where t.id = o.transaction_id and t.status in ('PENDING', 'AWAITING_LIQUIDITY') and o.environment = 'LIVE'
      and o.lease_token is null and o.run_at > now() + interval '36 min'
    returning o.transaction_id`;
  return rows.length;
}

/** As if the leases of those that were killed had ended. A live holder's lease is fenced off, which must do no harm. */
async function endLeases(sql: Sql): Promise<void> {
  await sql`update deliveries set run_at = now() where status = 'PENDING' and lease_token is not null`;
  await sql`update rail_operations set run_at = now() where lease_token is not null`;
  await sql`update rail_notices set run_at = now() where lease_token is not null`;
}

/** As if the pauses before the next try were over. */
async function hurry(sql: Sql): Promise<void> {
  await sql`
    update rail_operations set run_at = now()
    where environment = 'LIVE' and kind <> 'revoke' and lease_token is null and run_at > now()`;
}

async function areDelivered(plan: TrialPlan, sql: Sql): Promise<boolean> {
  if (plan.isHurried)
    await sql`update deliveries set run_at = now() where status = 'PENDING' and lease_token is null and attempts > 0`;
  const [row] = await sql`
    select count(*)::int from deliveries where environment = 'LIVE' and status = 'PENDING'`;
  return row?.count === 0;
}
