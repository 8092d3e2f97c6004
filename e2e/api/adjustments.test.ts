import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '#db/client';
import { startTestServer, type TestServer } from '#e2e/setup/server';
import { leadTo } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { auditLedger } from '#lib/ledger/audit';
import { type RailSimulator, startRailSimulator } from '#simulator/server';
import { type Browser, newPerson, signedIn } from './people.ts';
import {
  type Account,
  apiFor,
  balanceOf,
  collectionBody,
  isError,
  type Json,
  newAccount,
  startReceiver,
  until,
} from './support.ts';

// What two operators book by hand, from the rail's mistake to what the client reads, over HTTP.

let simulator: RailSimulator;
let server: TestServer;
let live: Account;
let first: Browser;
let second: Browser;
let owner: Browser;

beforeAll(async () => {
  simulator = await startRailSimulator({ float: '100000.00' });
  server = await startTestServer(inject('postgresUrl'), simulator.settings);
  leadTo(server.databaseUrl);
  process.env.KAIRA_SECRET = server.secret;
  await control('notify', { url: `${server.baseUrl}/rails/{rail}/notify` });
  await ensureAccounts();
  const account = await newAccount({ environment: 'LIVE' });
  live = { ...account, ...apiFor(account.key, server.baseUrl) };
  first = await signedIn(server.baseUrl, await newPerson('admin'));
  second = await signedIn(server.baseUrl, await newPerson('admin'));
  owner = await signedIn(server.baseUrl, await newPerson('owner', live.clientId));
}, 90_000);

afterAll(async () => {
  const sql = connect(server.databaseUrl, 1, 'audit');
  const found = (await auditLedger(sql)).filter((line) => line.violations > 0);
  await sql.end();
  expect(found).toEqual([]);
  await server?.stop();
  await simulator?.close();
});

async function control(order: string, body: unknown): Promise<void> {
  const response = await fetch(`${simulator.url}/control/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([order, response.status]).toEqual([order, 200]);
}

const casesOf = async (id: string): Promise<Json[]> =>
  (await second.get(`/api/admin/transactions/${id}`)).body.data.cases;

test('a customer who pays 90 of 100 has them credited by two operators, and the client learns of it wherever it looks', async () => {
  const receiver = await startReceiver();
  const endpoint = { url: receiver.url('/current'), events: ['payment.failed', 'balance.adjusted'] };
  const old = { url: receiver.url('/legacy'), payload_form: 'legacy' };
  for (const body of [endpoint, old]) {
    expect((await live.post('/api/v1/webhook-endpoints', body)).status).toBe(200);
  }
  const since = new Date().toISOString();
  const before = await balanceOf(live);
  expect(before).toMatchObject({ adjustments_gmd: '0.00' });
  const opened = await live.post('/api/v1/collections/initiate', collectionBody({ amount: '100.00' }));
  const { transaction_id: id, client_reference: reference } = opened.body.data;
  await control('pay', { rail: 'PROVIDER_W', reference: id, amount: '90.00' });
  const [found] = await until('a case', async () => {
    const cases = await casesOf(id);
    return cases.length > 0 ? cases : undefined;
  });
  expect(found).toMatchObject({ kind: 'mismatch', details: { ours: '100.00', theirs: '90.00' } });

  const path = `/api/admin/cases/${found.id}`;
  const evidence = 'The rail’s own page of the payment says 90.00.';
  const adjustment = { direction: 'in', amount: '90', borne_by: 'client', reason: '90.00 of 100.00 came.' };
  isError(await first.post(`${path}/close`, { resolution: evidence }), 422, 'INVALID_STATE');
  isError(await first.post(`${path}/propose`, { outcome: 'adjusted', evidence }), 400, 'VALIDATION_ERROR');
  const proposed = await first.post(`${path}/propose`, {
    outcome: 'adjusted',
    evidence,
    adjustment,
  });
  expect(proposed.body.data.proposal, proposed.text).toMatchObject({
    outcome: 'adjusted',
    adjustment: { ...adjustment, amount: '90.00' },
  });
  const { proposed_at } = proposed.body.data.proposal;
  expect((await first.post(`${path}/confirm`, { proposed_at })).status).toBe(403);
  const settled = await second.post(`${path}/confirm`, { proposed_at });
  expect(settled.body.data, settled.text).toMatchObject({
    status: 'CLOSED',
    transaction: { status: 'FAILED', amount: '100.00' },
    adjustments: [{ amount: '90.00', borne_by: 'client' }],
  });

  const after = await balanceOf(live);
  expect(after).toMatchObject({
    adjustments_gmd: '90.00',
    total_collected_gmd: before.total_collected_gmd,
  });
  expect(after.available_balance_bututs - before.available_balance_bututs).toBe(90_00);
  const ledger = await live.get('/api/v1/client/ledger?limit=1');
  expect(ledger.body.data).toMatchObject([{ kind: 'adjustment', transaction_id: id, amount: '90.00' }]);
  const told = { type: 'adjustment', reference, amount: '90.00', currency: 'GMD', environment: 'LIVE' };
  const events = await live.get(`/api/v1/events?transaction_id=${id}`);
  expect(events.body.data).toMatchObject([
    { event: 'balance.adjusted', data: { ...told, reason: adjustment.reason } },
    {
      event: 'payment.failed',
      data: { failure: { message: expect.stringContaining('90.00 instead of 100.00') } },
    },
  ]);
  const hook = await receiver.next('the adjustment', ({ body }) => body.event === 'balance.adjusted');
  expect([hook.path, hook.body]).toMatchObject(['/current', { data: told }]);
  const deliveries = await live.get(`/api/v1/webhook-deliveries?transaction_id=${id}`);
  expect(deliveries.body.data.map((each: Json) => each.event).toSorted()).toEqual([
    'balance.adjusted',
    'payment.failed',
    'payment.failed',
  ]);
  const query = `events=balance.adjusted&since=${since}`;
  const stream = await fetch(`${server.baseUrl}/api/v1/events/stream?${query}`, {
    headers: { authorization: `Bearer ${live.key}` },
    signal: AbortSignal.timeout(10_000),
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let streamed = '';
  // The signal ends it with an error.
  while (!streamed.includes('"event":"balance.adjusted"')) streamed += (await reader?.read())?.value;
  expect(streamed).not.toContain('payment.failed');
  await reader?.cancel();
  const seen = await owner.get(`/api/dashboard/transactions/${id}?environment=LIVE`);
  expect(seen.body.data.adjustments).toMatchObject([{ amount: '90.00', reason: adjustment.reason }]);
  // What operators write for each other is not the client's.
  expect(seen.text).not.toContain(evidence);
  await receiver.stop();
}, 40_000);
