import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client';
import { caseOf, nothing, paidCollection, settleByTwo } from '#e2e/setup/cases';
import { copyGrown, keepPattern } from '#e2e/setup/grown-client';
import {
  liveContext,
  move,
  newDoubt,
  newLiveCollection,
  newLivePayout,
  newLiveRefund,
} from '#e2e/setup/live';
import { longTest } from '#e2e/setup/long-test';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { repeatedReading, watchPlans } from '#e2e/setup/plans';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import type { Context } from '#lib/context';
import { loadRoutes, type RouteTable } from '#lib/http/route-table';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { readBatchFile } from '#lib/payout-batches/batch-file';
import { checkBatch } from '#lib/payout-batches/check-batch';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';
import { importStatement } from '#lib/reconciliation/import-statement';
import { failure } from '#lib/transactions/transaction';
import { createEndpoint } from '#lib/webhooks/endpoints';

// Of a client or an environment that came after PostgreSQL last looked at a table, its planner expects a single row. A
// join of two such tables then goes through all rows of one for each row of the other: minutes, where a statement has
// ten seconds. Every reading is asked here for, and its plan looked at.

/** Payments of the pattern, and copies of it: what is unknown is so many times as much. */
const COPIES = 100;
const origin = 'https://pay.example';
const now = new Date();
const day = now.toISOString().slice(0, 10);
const batch = newId();
let database: TestDatabase;
let sql: Sql;
let table: RouteTable;
let pattern: Context['client'];
let plans: Awaited<ReturnType<typeof watchPlans>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  Object.assign(process.env, { TRUST_PROXY: '1', BASE_URL: origin });
  Object.assign(process.env, { RATE_LIMIT_PER_SECOND: '10000', RATE_LIMIT_BURST: '10000' });
  table = await loadRoutes();
  await ensureAccounts();
  pattern = await newClient();
  await makePattern();
  await keepPattern();
});
afterAll(() => database.drop());

/** A little of everything that live payments leave behind. */
async function makePattern(): Promise<void> {
  const owner = { ...(await newUser('owner', pattern)), environment: 'LIVE' as const };
  const endpoint = { url: 'http://127.0.0.1:9999/', events: [], payload_form: 'current' as const };
  await createEndpoint(owner, { ...endpoint, description: null });
  const [paid, other] = [await paidCollection(pattern), await paidCollection(pattern)];
  const failed = { kind: 'rail_failed', failure: failure('DECLINED') } as const;
  await caseOf(await move(pattern, await newLiveCollection(pattern), failed), 'contradiction');
  await newDoubt(await newLiveCollection(pattern, { call: { operation: 'charge', outcome: 'unknown' } }));
  const sent = await newLivePayout(pattern, { call: { operation: 'send', outcome: 'done' } });
  await move(pattern, sent, { kind: 'payout_delivered', railReference: 'delivered' });
  await newLiveRefund(pattern, paid, 10_00n);
  await settleByTwo(await caseOf(other, 'books_only'), nothing);
  const head = 'transaction_id,type,mobile,amount,currency,time,reference';
  const lines = [paid.railReference, other.railReference, 'stranger'].map(
    (name) => `${name},collection,,90.00,GMD,${now.toISOString()},`,
  );
  await importStatement(staffContext(), 'PROVIDER_A', day, [head, ...lines].join('\n'));
  await sql`
    insert into adjustments
    select client_id, environment, gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), -100, -100, 'r', 'e', 'a', 'b', now()
    from transactions where status = 'SUCCEEDED'`;
  await sql`
    insert into payout_batch_rows (client_id, batch_id, line, reference, mobile, amount, amount_bututs, status, transaction_id)
    select client_id, ${batch}, row_number() over (), client_reference, mobile, '50.00', 5000, 'ACCEPTED', id
    from transactions where status = 'SUCCEEDED'`;
}

/** One whom the statistics do not know, with so much of what is live. */
async function growClient(): Promise<Context['client']> {
  const client = await newClient();
  await sql`
    insert into payout_batches (client_id, environment, id, file_name, provider, status, rows_total, rows_good, good_bututs, created_by, created_at)
    values (${client.id}, 'LIVE', ${batch}, 'file.csv', 'PROVIDER_A', 'DONE', 1, 1, 1, ${randomUUID()}, now())`;
  for (const environment of ['LIVE', 'SANDBOX']) {
    await copyGrown(pattern.id, { id: client.id, environment }, COPIES);
  }
  return client;
}

async function send(method: string, path: string, cookie: string, body?: object) {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-proto': 'https' };
  const request = new Request(origin + path, {
    method,
    headers: { ...headers, 'x-forwarded-for': '198.51.100.7', cookie: `session_token=${cookie}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await table.answer(request, path.split('?')[0] ?? '');
  await response.text();
  const set = /^session_token=([^;]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return { status: response.status, set };
}

async function signIn(clientId: string | null): Promise<string> {
  const email = `${randomUUID()}@people.example`;
  const { password } = await createUser({ clientId, email, name: 'A', role: clientId ? 'owner' : 'admin' });
  const door = clientId ? 'client' : 'admin';
  return (await send('POST', `/auth/${door}/login`, '', { email, password })).set ?? '';
}

/** What a list is asked for beside everything. */
const month = day.slice(0, 7);
const days = `from=${day}&to=${day}`;
const queries: Record<string, string[]> = {
  '/api/admin/ledger/commission': [`month=${month}`],
  '/api/admin/ledger/journals.csv': [days],
  '/api/admin/clients/[id]/commission-statement': [`month=${month}`],
  '/api/admin/transactions': [
    ...['', 'status=FAILED', 'type=payout&provider=PROVIDER_A', `status=SUCCEEDED&from=${day}&to=${day}`],
    ...[`from=${day}&to=${day}`, 'q=7012345&status=FAILED'],
  ],
  '/api/dashboard/commission-statement': [`month=${month}`],
  '/api/dashboard/customers': ['', 'q=Awa', 'q=345', 'q=7012345'],
  '/api/dashboard/erasures': ['', 'mobile=%2B2207012345'],
  '/api/dashboard/statement': [days],
  '/api/dashboard/statement/export': [`${days}&format=csv`],
  '/api/dashboard/transactions': ['type=collection', 'q=live', 'q=Awa', 'mobile=7012345', 'reference=live'],
  '/api/dashboard/transactions/export': ['status=SUCCEEDED', ''],
  '/api/dashboard/webhook-deliveries': ['status=PENDING', ''],
};

/** Every address that is read by a session, about the client's own things. */
function addressesOf(door: 'admin' | 'dashboard', ids: Record<string, string>): string[] {
  return table.routes
    .filter(({ pattern: route, methods }) => route.startsWith(`/api/${door}/`) && methods.includes('GET'))
    .flatMap(({ pattern: route }) => {
      const address = route.replaceAll(/(\w+(?:-\w+)?)\/\[(\w+)\]/g, (_all, of, name) =>
        [of, ids[name] ?? ids[of] ?? randomUUID()].join('/'),
      );
      const whole = address.replace('[day]', day);
      return (queries[route] ?? ['']).map((query) => `${whole}?environment=LIVE&limit=100&${query}`);
    });
}

/** What was read again and again while all is asked about the client. */
async function askAll(client: Context['client']): Promise<Set<string>> {
  const [of] = await sql`
    select count(*)::int as count, min(id::text) filter (where type = 'collection') as paid,
           min(mobile) filter (where type = 'collection') as payer from transactions
    where client_id = ${client.id} and environment = 'LIVE'`;
  const [one] = await sql`select id from cases where client_id = ${client.id} limit 1`;
  const [mine, theirs] = [await signIn(client.id), await signIn(null)];
  plans = await watchPlans();
  const ids = { transactionId: of?.paid, transactions: of?.paid, cases: one?.id, clients: client.id };
  const own = { 'payout-batches': batch, provider: 'PROVIDER_A', mobile: of?.payer };
  for (const [door, cookie] of [
    ['dashboard', mine],
    ['admin', theirs],
  ] as const) {
    for (const address of addressesOf(door, { ...ids, ...own })) {
      const { status } = await send('GET', address, cookie);
      if (status >= 500 || status === 429) throw new Error(`${address}: ${status}`);
    }
  }
  await askVerbs({ ...liveContext(client), client });
  const told = plans.since().map((ran) => repeatedReading(ran, of?.count));
  return new Set(told.filter((each) => each !== undefined));
}

/** What no session asks for. */
async function askVerbs(ctx: Context): Promise<void> {
  await listTransactions(ctx, transactionQuery.parse({ limit: '100', type: 'collection' }));
  const rows = Array.from({ length: COPIES }, (_, n) => `row-${n},7012345,1.00,A`);
  const file = readBatchFile(['reference,mobile,amount,name', ...rows].join('\n'));
  // Live rails are not connected here.
  if (Array.isArray(file)) await checkBatch({ ...ctx, environment: 'SANDBOX' }, 'PROVIDER_A', file);
  const own = connect(database.url, 1, 'audit');
  await auditLedger(own);
  await own.end();
}

longTest(
  'of a client that came when the tables were small, nothing is read again for each row',
  async () => {
    const other = await newClient();
    await copyGrown(pattern.id, { id: other.id, environment: 'SANDBOX' }, 10);
    await sql`vacuum analyze`;
    expect(await askAll(await growClient())).toEqual(new Set());
  },
  60_000,
);

longTest(
  'nor of one that came when the tables were large',
  async () => {
    await copyGrown(pattern.id, { id: (await newClient()).id, environment: 'SANDBOX' }, COPIES);
    await sql`vacuum analyze`;
    expect(await askAll(await growClient())).toEqual(new Set());
  },
  60_000,
);

test('among known ones, a client without payments is not looked for along those of all', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, newClient));
  await sql`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, status, created_at, updated_at)
    select ${clients[0]?.id ?? null}, 'LIVE', uuid_v7(now() - make_interval(secs => 20000 - i)), 'collection', 'r' || i, 1, ''::bytea,
      'PROVIDER_W', 100, 150, 'PENDING', now(), now()
    from generate_series(1, 20000) i`;
  await sql`vacuum analyze`;
  plans = await watchPlans();
  await findTransactionsAsOperator(operatorQuery.parse({}), new Date());
  const [count] = await sql`select count(*)::int as all from transactions`;
  const ran = plans.since();
  expect(ran.length).toBeGreaterThan(0);
  expect(ran.map((each) => repeatedReading(each, count?.all)).filter(Boolean)).toEqual([]);
});
