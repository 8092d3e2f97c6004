import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { expect } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/transactions/transaction';
import { type RailSimulator, startRailSimulator } from '#simulator/server';

// What the tests of the live flow stand on: a database, the rail simulator over real HTTP, an ear for its notices, and a
// client with money. One of each for a test file.

export let simulator: RailSimulator;
export let sql: Sql;
/** A client of ours, in live. */
export let ctx: Context;
/** Everything of `lib` that the tests call; loaded once the settings are known. */
export let kit: Awaited<ReturnType<typeof load>>;
let database: TestDatabase;
let ear: Server;

async function load() {
  return {
    ...(await import('#lib/cases/open-case')),
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/collections/cancel-collection')),
    ...(await import('#lib/collections/get-collection')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/collections/resend-otp')),
    ...(await import('#lib/collections/submit-otp')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/notices/receive-notice')),
    ...(await import('#lib/notices/stored-notice')),
    ...(await import('#lib/notices/work-notice')),
    ...(await import('#lib/payouts/cancel-as-operator')),
    ...(await import('#lib/payouts/cancel-payout')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/payouts/release-held-payouts')),
    ...(await import('#lib/payouts/reverse-payout')),
    ...(await import('#lib/rail-work/charge')),
    ...(await import('#lib/rail-work/close')),
    ...(await import('#lib/rail-work/doubt')),
    ...(await import('#lib/rail-work/look-up')),
    ...(await import('#lib/rail-work/send')),
    ...(await import('#lib/rail-work/turn')),
    ...(await import('#lib/rails/forget-connections')),
    ...(await import('#lib/rails/registry')),
    ...(await import('#lib/settings')),
    ...(await import('#lib/transactions/advance')),
    ...(await import('#lib/transactions/rail-side')),
    ...(await import('#lib/transactions/read')),
  };
}

/** For `beforeAll`. */
export const raiseLiveStage = (): Promise<void> => raise(1);

/** The same, where each rail has a second wallet: `simulator.settings2`. */
export const raiseTwoWallets = (): Promise<void> => raise(2);

async function raise(wallets: 1 | 2): Promise<void> {
  ear = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, , provider = ''] = (request.url ?? '').split('/');
    const headers = new Headers(request.headers as Record<string, string>);
    const took = await kit.receiveNotice(provider, Buffer.concat(chunks), headers, new Date()).then(
      () => 200,
      () => 401,
    );
    response.writeHead(took).end();
  });
  await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(ear.address() as AddressInfo).port}`;
  simulator = await startRailSimulator({
    notify: `${baseUrl}/rails/{rail}/notify`,
    float: '100000.00',
    wallets,
  });
  Object.assign(process.env, simulator.settings, { BASE_URL: baseUrl });
  database = await createTestDatabase();
  sql = superuserSql();
  kit = await load();
  const id = await kit.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 's@k.example',
  });
  await kit.ensureAccounts();
  ctx = {
    client: { id, name: 'Shop', commissionBps: 150 },
    environment: 'LIVE',
    actor: { type: 'system' },
    now: () => new Date(),
  };
  for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C']) {
    await kit.fundFloat(ctx, provider, 100_000_00n);
  }
  // Something to pay out of.
  const paid = await collect(50_000_00n);
  await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
  await settle();
  expect(await statusOf(paid)).toBe('SUCCEEDED');
}

/** For `afterAll`. */
export async function strikeLiveStage(): Promise<void> {
  await simulator.close();
  const { closeRailConnections } = await import('#lib/rails/call-rail');
  await closeRailConnections();
  ear.close();
  await database.drop();
}

export async function control(order: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${simulator.url}/control/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${order}: ${answer}`);
  return JSON.parse(answer || '{}');
}

let order = 0;
export async function collect(
  amount: bigint,
  provider = 'PROVIDER_W',
  reference = `r${++order}`,
  caller: Context = ctx,
): Promise<Transaction> {
  const request = {
    amount,
    currency: 'GMD',
    client_reference: reference,
    provider,
    customer_mobile: mobile(),
    metadata: {},
  } as const;
  return (await kit.initiateCollection(caller, request)).transaction;
}

export async function payOut(
  amount: bigint,
  provider = 'PROVIDER_W',
  reference = `p${++order}`,
  caller: Context = ctx,
): Promise<Transaction> {
  const request = {
    amount,
    currency: 'GMD',
    recipient_mobile: mobile(),
    client_reference: reference,
    provider,
    metadata: {},
  } as const;
  return (await kit.initiatePayout(caller, request)).transaction;
}

/** Each payment has a customer of its own. */
function mobile(): string {
  return `+2207${String(100_000 + order)}`;
}

/** Does all that a worker would do within the next day, round by round. */
export async function settle(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await arrival();
    // Columns keep milliseconds, rounded: what is written as now may lie ahead of the next statement.
    await sql`update rail_operations set run_at = now() - interval '1 second' where kind <> 'close' and environment = 'LIVE'`;
    await sql`update rail_notices set run_at = now() - interval '1 second' where run_at is not null`;
    const notices = await kit.claimNotices(100);
    await Promise.all(notices.map((each) => kit.workNotice(each)));
    const operations = await kit.claimOperations(100);
    await Promise.all(operations.map((each) => kit.runOperation(each)));
    for (const queue of await kit.listReleasableQueues()) await kit.releaseHeldPayouts(queue);
  }
}

/** Waits until each notice that the rails told has come, however slow the machine is. */
export async function arrival(): Promise<void> {
  const countUnderWay = async () => {
    const state = await (await fetch(`${simulator.url}/control/state`)).json();
    return (state as { notices: { under_way: number } }).notices.under_way;
  };
  while ((await countUnderWay()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function present(transaction: Transaction): Promise<Transaction> {
  return kit.reread(transaction);
}

export async function statusOf(transaction: Transaction): Promise<string> {
  return (await present(transaction)).status;
}

export async function casesOf(transaction: Transaction): Promise<string[]> {
  const rows = await sql`select kind from cases where transaction_id = ${transaction.id} and status = 'OPEN'`;
  return rows.map((row) => row.kind);
}

export async function callsOf(transaction: Transaction, operation: string): Promise<string[]> {
  const rows = await sql`
    select outcome from rail_calls where transaction_id = ${transaction.id} and operation = ${operation} order by started_at`;
  return rows.map((row) => row.outcome);
}

/** The idempotency keys that the rail was given for it. */
export async function keysOf(transaction: Transaction): Promise<string[]> {
  const rows = await sql`select distinct key from rail_calls where transaction_id = ${transaction.id}`;
  return rows.map((row) => row.key);
}

/** As if it had been asked so many minutes earlier. The guard of the calls is put aside for this. */
export async function backdateCalls({ id }: Transaction, minutes: number): Promise<void> {
  await withoutGuards(
    (tx) =>
      tx`update rail_calls set started_at = started_at - make_interval(mins => ${minutes}) where transaction_id = ${id}`,
  );
}

/** What the rail itself says that it paid or took for one of ours; of `PROVIDER_A` by the number. */
export async function paidByRail(rail: string, reference: string, wallet = 1): Promise<number> {
  const query = new URLSearchParams({ reference, wallet: String(wallet) });
  const state = (await (await fetch(`${simulator.url}/control/state?${query}`)).json()) as {
    payments: { rail: string; state: string }[];
    payouts: { rail: string; state: string }[];
  };
  return [...state.payments, ...state.payouts].filter((each) => each.rail === rail && each.state === 'paid')
    .length;
}

/** The code that the customer was sent last. */
export async function codeFor(transaction: Transaction): Promise<string> {
  const query = new URLSearchParams({ mobile: transaction.mobile ?? '' });
  const answer = (await (await fetch(`${simulator.url}/control/sms?${query}`)).json()) as {
    otp?: string;
    code?: string;
  };
  return answer.otp ?? answer.code ?? '';
}

export async function balance(): Promise<bigint> {
  const { readBooks } = await import('#lib/ledger/balances');
  return (await readBooks(ctx.client.id, 'LIVE')).balances.get('available') ?? 0n;
}

/** An operator of ours, who asks for reversals. */
export function operator() {
  return {
    user: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Fatou', email: 'f@k.example', role: 'admin' },
    sessionId: 's',
    clientId: undefined,
    isConfirmed: true,
    address: undefined,
    userAgent: null,
    now: () => new Date(),
  } as Parameters<typeof kit.reversePayout>[0];
}

/** The lines of the audit that found something. */
export async function auditFaults(now?: Date) {
  const { brokenRules } = await import('#e2e/setup/broken-rules');
  const alone = postgres(database.url, { max: 1 });
  const faults = await brokenRules(alone, now);
  await alone.end();
  return faults;
}
