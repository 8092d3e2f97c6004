import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { startTestServer, type TestServer } from '#e2e/setup/server';
import { leadTo, superuserSql } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { auditLedger } from '#lib/ledger/audit';
import { fundFloat } from '#lib/ledger/fund-float';
import { type RailSimulator, startRailSimulator } from '#simulator/server';
import { type Browser, newPerson, type Person, signedIn } from './people.ts';
import {
  type Account,
  apiFor,
  collectionBody,
  isError,
  type Json,
  newAccount,
  payoutBody,
  until,
} from './support.ts';

// What only people settle, over HTTP: a gateway of its own whose live rails are the simulator's.

let simulator: RailSimulator;
let server: TestServer;
let live: Account;
let sandbox: Account;
const people = {} as Record<'first' | 'second' | 'support' | 'owner', Person>;
const browsers = {} as typeof people extends Record<infer Name, Person> ? Record<Name, Browser> : never;
const today = () => new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  simulator = await startRailSimulator({ float: '100000.00' });
  server = await startTestServer(inject('postgresUrl'), simulator.settings);
  leadTo(server.databaseUrl);
  process.env.KAIRA_SECRET = server.secret;
  await control('notify', { url: `${server.baseUrl}/rails/{rail}/notify` });
  await ensureAccounts();
  const of = (account: Account) => ({ ...account, ...apiFor(account.key, server.baseUrl) });
  live = of(await newAccount({ environment: 'LIVE' }));
  sandbox = of(await newAccount());
  for (const provider of ['PROVIDER_W', 'PROVIDER_A']) await fundFloat(live.ctx, provider, 1_000_00n);
  people.first = await newPerson('admin');
  people.second = await newPerson('admin');
  people.support = await newPerson('support');
  people.owner = await newPerson('owner', live.clientId);
  for (const name of ['first', 'second', 'support', 'owner'] as const) {
    browsers[name] = await signedIn(server.baseUrl, people[name]);
  }
  await collectOnW('400.00');
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

async function collectOnW(amount: string): Promise<Json> {
  const { body } = await live.post('/api/v1/collections/initiate', collectionBody({ amount }));
  await control('pay', { rail: 'PROVIDER_W', reference: body.data.transaction_id });
  return until('paid', async () => {
    const seen = await asAdmin(body.data.transaction_id);
    return seen.transaction.status === 'SUCCEEDED' ? seen : undefined;
  });
}

async function payOutOnW(): Promise<Json> {
  const { body, text } = await live.post('/api/v1/payouts/initiate', payoutBody());
  expect(body.data, text).toMatchObject({ status: 'SUCCEEDED' });
  return body.data;
}

/** A charge on the wallet rail that went through, and whose answer was lost. */
async function lostCharge(): Promise<Json> {
  const mobile = `+22070${String(Math.trunc(Math.random() * 1e5)).padStart(5, '0')}`;
  const given = collectionBody({ amount: '37.50', provider: 'PROVIDER_A', customer_mobile: mobile });
  const { body } = await live.post('/api/v1/collections/initiate', given);
  const sms = (await (
    await fetch(`${simulator.url}/control/sms?mobile=${encodeURIComponent(mobile)}`)
  ).json()) as Json;
  await control('misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'error_500_done' });
  const answer = await live.post(`/api/v1/collections/${body.data.transaction_id}/otp`, {
    otp: sms.otp ?? sms.code,
  });
  expect(answer.body.data, answer.text).toMatchObject({ status: 'PENDING' });
  return body.data;
}

const asAdmin = async (id: string) =>
  (await browsers.second.get(`/api/admin/transactions/${id}`)).body.data as Json;
const casesOf = async (id: string) => (await asAdmin(id)).cases as Json[];

describe('the reversal of a payout', () => {
  const reverse = (id: string, browser = browsers.first, reason = 'Sent to a wrong number') =>
    browser.post(`/api/admin/transactions/${id}/reverse`, { reason });

  test('is possible for 72 hours, takes the money back once, and tells the client', async () => {
    const { transaction_id: id } = await payOutOnW();
    const before = await asAdmin(id);
    expect(before).toMatchObject({ can_reverse: true, reversal_asked: null, cannot_reverse_because: null });
    expect(Date.parse(before.reversible_until) - Date.parse(before.transaction.completed_at)).toBe(
      72 * 3_600_000,
    );
    const replies = [await reverse(id), await reverse(id)];
    for (const { status, body, text } of replies) {
      expect([status, body.data?.transaction.status], text).toEqual([200, 'REVERSED']);
    }
    const after = await asAdmin(id);
    expect(after).toMatchObject({ can_reverse: false, reversible_until: null });
    expect(after.rail_calls.map((each: Json) => [each.operation, each.outcome])).toEqual([
      ['send', 'done'],
      ['reverse', 'done'],
    ]);
    const events = await live.get(`/api/v1/events?transaction_id=${id}`);
    expect(events.body.data.map((each: Json) => each.event)).toContain('payout.reversed');
  });

  test('that the rail refuses is told in the rail’s own words, and the payout stays', async () => {
    const { transaction_id: id } = await payOutOnW();
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'reverse', kind: 'refusal' });
    const reply = await reverse(id);
    isError(reply, 422, 'INVALID_STATE');
    expect(reply.body.error.message).toMatch(
      /^The rail refused to take the payout back: .*insufficient-funds/,
    );
    expect(await asAdmin(id)).toMatchObject({
      transaction: { status: 'SUCCEEDED' },
      can_reverse: true,
    });
    expect((await reverse(id)).body.data.transaction).toMatchObject({ status: 'REVERSED' });
  });

  test('whose answer was lost is awaited, is not asked twice, and ends by itself', async () => {
    const { transaction_id: id } = await payOutOnW();
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'reverse', kind: 'error_500_done' });
    // Else the rail's notice would tell before anybody looks.
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost' });
    const asked = (await reverse(id)).body.data;
    expect(asked).toMatchObject({
      transaction: { status: 'SUCCEEDED' },
      can_reverse: false,
      cannot_reverse_because: 'asked',
      reversal_asked: { at: expect.any(String) },
    });
    const again = await reverse(id, browsers.second);
    isError(again, 422, 'INVALID_STATE');
    expect(again.body.error.message).toContain('its answer is awaited');
    await sqlClient()`update rail_operations set run_at = now() - interval '1 second' where transaction_id = ${id} and kind = 'reverse'`;
    await until(
      'reversed',
      async () => ((await asAdmin(id)).transaction.status === 'REVERSED' ? true : undefined),
      20_000,
    );
  }, 40_000);

  test('is not possible without a reason, of a collection, or after 72 hours', async () => {
    const { transaction_id: id } = await payOutOnW();
    isError(await reverse(id, browsers.first, ' '), 400, 'VALIDATION_ERROR');
    const collection = await collectOnW('15.00');
    expect(collection).toMatchObject({ can_reverse: false, reversible_until: null });
    isError(await reverse(collection.transaction.transaction_id), 422, 'INVALID_STATE');
    await superuserSql()`
      update transactions set completed_at = completed_at - interval '73 hours' where id = ${id}`;
    expect(await asAdmin(id)).toMatchObject({ can_reverse: false, cannot_reverse_because: 'window_over' });
    isError(await reverse(id), 422, 'INVALID_STATE');
    await superuserSql()`
      update transactions set completed_at = completed_at + interval '73 hours' where id = ${id}`;
  });
});

test('a held payout that an operator cancels gives the money back, and says by whom', async () => {
  const stock = await sandbox.post('/api/v1/collections/initiate', collectionBody({ amount: '100.00' }));
  await until('paid', async () =>
    (await asAdmin(stock.body.data.transaction_id)).transaction.status === 'SUCCEEDED' ? true : undefined,
  );
  const { body } = await sandbox.post('/api/v1/payouts/initiate', payoutBody());
  const { transaction_id: id } = body.data;
  expect(await asAdmin(id)).toMatchObject({
    transaction: { status: 'AWAITING_LIQUIDITY' },
    can_cancel: true,
  });
  const cancel = () =>
    browsers.first.post(`/api/admin/transactions/${id}/cancel`, { reason: 'Asked by phone' });
  const cancelled = await cancel();
  expect(cancelled.body.data, cancelled.text).toMatchObject({
    transaction: { status: 'FAILED', failure: { code: 'CANCELLED_BY_OPERATOR' } },
    can_cancel: false,
  });
  isError(await cancel(), 422, 'INVALID_STATE');
  const audit = await browsers.support.get('/api/admin/audit-log?action=payout.cancellation_asked');
  expect(audit.body.data).toMatchObject([{ subject_id: id, after: { reason: 'Asked by phone' } }]);
});

describe('an unknown outcome', () => {
  test('is settled by two operators, with the rail’s statement as evidence', async () => {
    const charge = await lostCharge();
    const [found] = await casesOf(charge.transaction_id);
    expect(found).toMatchObject({ kind: 'unknown_outcome', status: 'OPEN', proposal: null });
    expect((await browsers.support.get('/api/admin/overview?environment=LIVE')).body.data.open_cases).toBe(1);

    const csv = await (
      await fetch(`${simulator.url}/control/statement?rail=PROVIDER_A&day=${today()}`)
    ).text();
    const day = `/api/admin/reconciliation/PROVIDER_A/${today()}`;
    const imported = await browsers.first.post(`${day}/import`, { csv });
    expect(imported.body.data, imported.text).toMatchObject({
      proposed: 1,
      can_fetch: false,
      differences: [
        { found: 'rail_only', candidates: [{ transaction_id: charge.transaction_id, is_proposed: true }] },
      ],
    });

    const path = `/api/admin/cases/${found.id}`;
    const { proposal } = (await browsers.support.get(path)).body.data;
    expect(proposal).toMatchObject({ outcome: 'succeeded', proposed_by: { id: people.first.id } });
    const yes = { proposed_at: proposal.proposed_at };
    isError(await browsers.second.post(`${path}/confirm`), 400, 'VALIDATION_ERROR');
    expect((await browsers.first.post(`${path}/confirm`, yes)).status).toBe(403);
    const settled = await browsers.second.post(`${path}/confirm`, yes);
    expect(settled.body.data, settled.text).toMatchObject({
      status: 'CLOSED',
      transaction: { status: 'SUCCEEDED' },
      statement_lines: [{ amount: '37.50' }],
    });
    isError(await browsers.second.post(`${path}/confirm`, yes), 422, 'INVALID_STATE');
    expect((await browsers.first.get(day)).body.data).toMatchObject({ differences: [] });

    const told = await browsers.owner.get(
      `/api/dashboard/transactions/${charge.transaction_id}?environment=LIVE`,
    );
    expect(told.body.data).toMatchObject({
      transaction: { status: 'SUCCEEDED', late: false },
      double_payment: null,
    });
    expect(told.body.data.rail_messages.map((each: Json) => [each.of, each.outcome])).toEqual([
      ['start', 'done'],
      ['charge', 'unknown'],
    ]);
    // What operators write for each other, and who they are, is not the client's.
    const { note } = (await asAdmin(charge.transaction_id)).rail_calls[1];
    expect(note).toEqual(expect.any(String));
    for (const secret of [note, people.second.email, 'statement of PROVIDER_A']) {
      expect(told.text).not.toContain(secret);
    }
    const audit = await browsers.owner.get('/api/dashboard/audit-log');
    expect(audit.text).not.toMatch(/case\.|statement of PROVIDER_A/);
  });

  test('is proposed with evidence, rejected with a reason, and withdrawn by whoever proposed it', async () => {
    const charge = await lostCharge();
    const [found] = await casesOf(charge.transaction_id);
    const path = `/api/admin/cases/${found.id}`;
    for (const body of [
      {},
      { outcome: 'expired', evidence: 'x'.repeat(20) },
      { outcome: 'failed', evidence: 'short' },
    ]) {
      isError(await browsers.first.post(`${path}/propose`, body), 400, 'VALIDATION_ERROR');
    }
    const body = { outcome: 'failed', evidence: 'The rail’s support\nsays that it was not charged.' };
    const propose = async () => (await browsers.first.post(`${path}/propose`, body)).body.data.proposal;
    const first = await propose();
    expect(first.evidence).toBe(body.evidence);
    isError(await browsers.second.post(`${path}/propose`, body), 422, 'INVALID_STATE');
    isError(
      await browsers.second.post(`${path}/close`, { resolution: 'Nothing to do here' }),
      422,
      'INVALID_STATE',
    );
    const no = { proposed_at: first.proposed_at, reason: 'By which ticket?' };
    const rejected = await browsers.second.post(`${path}/reject`, no);
    expect(rejected.body.data, rejected.text).toMatchObject({ status: 'OPEN', proposal: null });
    const { proposed_at } = await propose();
    isError(
      await browsers.second.post(`${path}/confirm`, { proposed_at: first.proposed_at }),
      422,
      'INVALID_STATE',
    );
    const withdrawn = await browsers.first.post(`${path}/withdraw`, { proposed_at });
    expect(withdrawn.body.data.history.map((line: Json) => line.action)).toEqual([
      'case.settlement_proposed',
      'case.settlement_rejected',
      'case.settlement_proposed',
      'case.settlement_withdrawn',
    ]);
    const list = await browsers.support.get(
      '/api/admin/cases?kind=unknown_outcome&provider=PROVIDER_A&limit=1',
    );
    expect(list.body.data).toMatchObject([{ id: found.id }]);
    for (const query of ['status=x', 'kind=x', 'provider=x', 'limit=0', 'cursor=x']) {
      isError(await browsers.support.get(`/api/admin/cases?${query}`), 400, 'VALIDATION_ERROR');
    }
  });
});

describe('a rail’s day', () => {
  test('is fetched from a rail that gives its record, and answers to our books', async () => {
    const day = `/api/admin/reconciliation/PROVIDER_W/${today()}`;
    const fetched = await browsers.first.post(`${day}/fetch`);
    expect(fetched.body.data, fetched.text).toMatchObject({
      can_fetch: true,
      differences: [],
      statement: { source: 'fetched', imported_by: expect.any(String), closed_at: null },
    });
    for (const each of fetched.body.data.figures) expect(each).toMatchObject({ difference: '0.00' });
    expect(fetched.body.data.figures.map((each: Json) => each.rail.count > 0)).toEqual([true, true, true]);
    await control('outage', { rail: 'PROVIDER_W', seconds: 30 });
    isError(await browsers.first.post(`${day}/fetch`), 503, 'PROVIDER_UNAVAILABLE');
    await control('behave', {});
    isError(await browsers.first.post(`${day}/close`), 422, 'INVALID_STATE');
  });

  test('that is no rail’s or no day is not found, and a file that is none is refused line by line', async () => {
    for (const place of [
      'PROVIDER_X/2026-01-01',
      'PROVIDER_A/2026-13-01',
      'PROVIDER_A/x',
      '%00/2026-01-01',
    ]) {
      isError(await browsers.support.get(`/api/admin/reconciliation/${place}`), 404, 'NOT_FOUND');
    }
    const path = '/api/admin/reconciliation/PROVIDER_A/2026-01-01/import';
    const refused = await browsers.first.post(path, {
      csv: 'transaction_id,type,amount,currency,time\nA,payout,x,GMD,y',
    });
    isError(refused, 400, 'VALIDATION_ERROR');
    expect(refused.body.error.details.fields).toEqual([
      { path: 'csv', message: expect.stringMatching(/^Line 2: the amount/), code: 'invalid_file' },
    ]);
    for (const body of [{}, { csv: 7 }, { csv: '\ud800' }]) {
      expect((await browsers.first.post(path, body)).status).toBe(400);
    }
    isError(await browsers.first.post(path, { csv: 'x'.repeat(17 * 1024 * 1024) }), 413, 'PAYLOAD_TOO_LARGE');
    const large = `transaction_id,type,amount,currency,time\n${Array.from(
      { length: 5_000 },
      (_, index) => `A_${index},collection,1.00,GMD,2026-01-01T10:00:00Z`,
    ).join('\n')}`;
    const taken = await browsers.first.post(path, { csv: large });
    expect(taken.body.data, taken.text.slice(0, 300)).toMatchObject({ has_more_differences: true });
    expect(taken.body.data.differences).toHaveLength(500);
    const list = await browsers.support.get('/api/admin/reconciliation?until=2026-01-01');
    expect(list.body.data.days[0].rails[1]).toMatchObject({
      statement: { lines: 5_000, differences: 5_000 },
    });
    isError(await browsers.support.get('/api/admin/reconciliation?until=x'), 400, 'VALIDATION_ERROR');
  });
});
