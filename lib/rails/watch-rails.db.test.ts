import type { Row } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { notSent } from '#lib/rails/ask-rail';
import { listHealth } from '#lib/rails/list-health';
import { forgetRailSettings, requireRail, standingOf } from '#lib/rails/rail-settings';
import { watchRails } from '#lib/rails/watch-rails';
import { type RailSimulator, startRailSimulator } from '#simulator/server';

let database: TestDatabase;
let simulator: RailSimulator;
let client: Context['client'];
const start = Date.parse('2026-11-21T10:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const provider = 'PROVIDER_W';

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startRailSimulator({ float: '1000.00' });
  for (const [name, value] of Object.entries(simulator.settings)) {
    if (name.startsWith('RAIL_W_')) process.env[name] = value;
  }
  await ensureAccounts();
  client = await newClient();
});
afterAll(async () => {
  await simulator?.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['rail_health', 'rail_calls', 'rail_wallets', 'cases']) {
    await withoutGuards((tx) => tx`delete from ${tx(table)}`);
  }
  await order('behave', {});
});

async function order(what: string, body: object): Promise<void> {
  const response = await fetch(`${simulator.url}/control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

interface Call {
  operation?: string;
  outcome?: string | null;
  /** Seconds after the start; the newest last. */
  at: number;
  tookMs?: number | null;
  note?: string;
}

async function haveCalls(calls: Call[]): Promise<void> {
  for (const { operation = 'start', outcome = 'done', at: seconds, tookMs = 300, note = null } of calls) {
    const startedAt = at(seconds);
    const endedAt = outcome === null ? null : new Date(startedAt.getTime() + (tookMs ?? 0)).toISOString();
    await superuserSql()`
      insert into rail_calls (client_id, environment, transaction_id, id, provider, operation, started_at, ended_at, outcome, note)
      values (${client.id}, 'LIVE', ${newId()}, ${newId()}, ${provider}, ${operation}, ${startedAt.toISOString()}, ${endedAt}, ${outcome}, ${note})`;
  }
}

async function health(direction = 'collection') {
  const [row] =
    await sqlClient()`select * from rail_health where provider = ${provider} and direction = ${direction}`;
  return row as Row;
}

const live = () => ({ environment: 'LIVE' as const, client });

describe('the figures', () => {
  test('are of the calls of five minutes, of each direction by itself', async () => {
    await haveCalls([
      { at: -310, outcome: 'unknown' },
      ...[100, 200, 300, 400, 500].map((tookMs, index) => ({ at: -60 + index, tookMs })),
      { at: -50, outcome: 'refused', tookMs: 600 },
      { at: -40, operation: 'charge', outcome: 'unknown', tookMs: 10_000 },
      { at: -30, operation: 'send', outcome: 'not_sent', tookMs: 5 },
      { at: -20, operation: 'reverse', outcome: 'unknown' },
    ]);
    await watchRails(at(0));
    expect((await health()).figures).toMatchObject({ calls: 7, troubled: 1, p50Ms: 300, p95Ms: 600 });
    expect((await health('payout')).figures).toMatchObject({ calls: 1, troubled: 1, p50Ms: null });
    expect(await health()).toMatchObject({ status: 'OPERATIONAL', good_probes: 1 });
  });

  test('count a call that nobody answers as trouble after 15 seconds, and one that was settled later in no latency', async () => {
    await haveCalls([
      { at: -14, outcome: null },
      { at: -16, outcome: null },
      { at: -200, outcome: 'done', tookMs: 90_000 },
    ]);
    await watchRails(at(0));
    expect((await health()).figures).toMatchObject({ calls: 2, troubled: 1, p50Ms: null, p95Ms: null });
  });
});

test('a rail is not closed for what never left us: the rush of one client, or a process of ours that stood still', async () => {
  const second = (at: number) => ({ at, outcome: 'not_sent', tookMs: 5_000 });
  await haveCalls([
    { at: 0 },
    ...[1, 2, 3, 4, 5, 6].map((at) => ({ ...second(at), note: notSent.noTurn })),
    { ...second(7), note: notSent.stoodStill },
  ]);
  await watchRails(at(20));
  expect(await health()).toMatchObject({ status: 'OPERATIONAL', figures: { calls: 1, troubled: 0 } });
  await haveCalls([8, 9, 10, 11, 12].map(second));
  await watchRails(at(25));
  expect(await health()).toMatchObject({ status: 'CLOSED', figures: { calls: 6, troubled: 5 } });
});

test('a rail whose calls are lost is closed for clients, and comes back by probes and then by calm', async () => {
  await haveCalls([1, 2, 3, 4, 5].map((second) => ({ at: second, outcome: 'unknown', tookMs: 10_000 })));
  await order('outage', { rail: provider });
  const { user } = await newUser('admin');
  await superuserSql()`update users set confirmed_at = now() where id = ${user.id}`;
  await watchRails(at(20));
  expect(await health()).toMatchObject({ status: 'CLOSED' });
  // With the statement that closes it, and never again while it is closed.
  const told = () => superuserSql()`select kind, address, facts from messages`;
  const once = [
    {
      kind: 'rail_closed',
      address: user.email,
      facts: { name: user.name, provider, direction: 'collection' },
    },
  ];
  expect(await told()).toEqual(once);
  // Nobody paid out, and one probe without an answer closes nothing.
  expect(await health('payout')).toMatchObject({ status: 'DELAYED' });
  // Operators read why, until the rail is well.
  const why = (await listHealth()).find((each) => each.provider === provider)?.probe_why;
  expect(why).toMatch(/\w/);
  await expect(requireRail(live(), provider, 'collection')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  expect(await standingOf(live(), provider, 'payout')).toBe('DELAYED');

  await watchRails(at(25));
  expect((await health()).probed_at).toContain('10:00:25');
  expect(await told()).toEqual(once);
  await order('outage', { rail: provider, on: false });
  for (const second of [30, 35, 40]) await watchRails(at(second));
  expect(await health()).toMatchObject({ status: 'CLOSED', good_probes: 3, figures: { probeWhy: null } });
  await watchRails(at(45));
  expect(await health()).toMatchObject({ status: 'DELAYED' });
  expect(await standingOf(live(), provider, 'collection')).toBe('DELAYED');
  await expect(requireRail(live(), provider, 'collection')).resolves.toBeDefined();
  await watchRails(at(50));
  // Those from before are behind it.
  expect((await health()).figures.calls).toBe(0);
  for (let second = 55; second <= 110; second += 5) await watchRails(at(second));
  expect(await health()).toMatchObject({ status: 'OPERATIONAL' });
  expect(await standingOf(live(), provider, 'collection')).toBe('OPERATIONAL');
});

test('any number of workers watches a rail once in five seconds, and an operator’s word is left alone', async () => {
  await sqlClient()`
    insert into rail_health (provider, direction, status, since, figures, updated_at, override, override_reason)
    values (${provider}, 'collection', 'OPERATIONAL', ${at(-900).toISOString()}, '{}', 'epoch', 'CLOSED', 'told by phone')`;
  await Promise.all(Array.from({ length: 8 }, () => watchRails(at(0))));
  await Promise.all(Array.from({ length: 8 }, () => watchRails(at(3))));
  expect(await health()).toMatchObject({
    good_probes: 1,
    override: 'CLOSED',
    override_reason: 'told by phone',
  });
  forgetRailSettings();
  expect(await standingOf(live(), provider, 'collection')).toBe('CLOSED');
  await watchRails(at(6));
  // What is in order is probed each minute only.
  expect(await health()).toMatchObject({ good_probes: 1, status: 'OPERATIONAL' });
  await watchRails(at(61));
  expect(await health()).toMatchObject({ good_probes: 2, override: 'CLOSED' });
});

lockTest('a worker leaves a direction that another one has in hand, and waits for nobody', async () => {
  for (const direction of ['collection', 'payout']) {
    await sqlClient()`
      insert into rail_health (provider, direction, status, since, figures, updated_at)
      values (${provider}, ${direction}, 'OPERATIONAL', ${at(-900).toISOString()}, '{}', 'epoch')`;
  }
  const second = await whileOpen(
    (session) => session`select from rail_health where direction = 'payout' for update`,
    () => watchRails(at(0)),
  );
  expect(second).toEqual({ waited: false, value: undefined });
  expect([(await health()).good_probes, (await health('payout')).good_probes]).toEqual([1, 0]);
});

describe('the wallet', () => {
  const house = (): Context => ({
    ...systemContext({ id: HOUSE_CLIENT_ID, name: 'House', commissionBps: 0 }, 'LIVE', () => at(0)),
  });
  const cases = () => sqlClient()`select kind, subject, details from cases`;

  test('is read each minute, and what nothing explains for 15 minutes is one case', async () => {
    await fundFloat(house(), provider, 1_000_00n);
    await watchRails(at(0));
    const [wallet] = await sqlClient()`select * from rail_wallets where provider = ${provider}`;
    expect(wallet?.balance_bututs).toBe('100000');
    expect((await health()).figures.walletOff).toBeNull();

    await order('float', { rail: provider, add: '-12.50' });
    for (let minute = 1; minute <= 15; minute++) await watchRails(at(minute * 61));
    expect((await health()).figures.walletOff).toMatchObject({ sign: -1 });
    expect(await cases()).toHaveLength(0);
    for (let minute = 16; minute <= 20; minute++) await watchRails(at(minute * 61));
    expect(await cases()).toEqual([
      {
        kind: 'float_difference',
        subject: provider,
        details: expect.objectContaining({ wallet: '987.50', float: '1000.00', difference: '-12.50' }),
      },
    ]);
  });

  test('that comes to differ the other way begins anew', async () => {
    await order('float', { rail: provider, amount: '900.00' });
    for (let minute = 0; minute < 10; minute++) await watchRails(at(minute * 61));
    await order('float', { rail: provider, amount: '1100.00' });
    for (let minute = 10; minute < 25; minute++) await watchRails(at(minute * 61));
    expect(await cases()).toHaveLength(0);
    await order('float', { rail: provider, amount: '1000.00' });
    for (let minute = 25; minute < 50; minute++) await watchRails(at(minute * 61));
    expect(await cases()).toHaveLength(0);
  });
});
