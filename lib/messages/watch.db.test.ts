import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { move, newLivePayout } from '#e2e/setup/live';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { openCase } from '#lib/cases/open-case';
import { ensureAccounts } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { renderMessage } from '#lib/messages/render-message';
import { tellOfStatements } from '#lib/messages/tell-of-statements';
import { watchForMessages } from '#lib/messages/watch';
import { failure } from '#lib/transactions/transaction';

let database: TestDatabase;
let client: Context['client'];
let owner: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureAccounts();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await superuserSql()`delete from messages`;
  await superuserSql()`update users set disabled_at = now()`;
  client = await newClient();
  owner = (await newUser('owner', client)).user.email;
  await newUser('developer', client);
});

async function newAdmin(): Promise<string> {
  const { email } = (await newUser('admin')).user;
  await superuserSql()`update users set confirmed_at = now() where email = ${email}`;
  return email;
}

/** What was written since the last look, with its subject; each text can be made. */
async function told() {
  const rows = await superuserSql()`delete from messages returning *`;
  return Promise.all(
    rows.map(async ({ kind, address, facts }) => {
      const { subject, text } = await renderMessage(kind, facts);
      expect(text).not.toMatch(/undefined|null/);
      return { kind, address, subject, text };
    }),
  );
}

const start = Date.parse('2026-03-10T10:00:00.000Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);
const fail = async (minutes: number, facts: object = {}) => {
  const payout = await newLivePayout(client, { at: at(minutes - 1), ...facts });
  const trigger = { kind: 'payout_refused' as const, failure: failure('RECIPIENT_NOT_FOUND') };
  return move(client, payout, trigger, at(minutes));
};
const pay = async (minutes: number, amountBututs: bigint) => {
  const payout = await newLivePayout(client, { at: at(minutes - 1), amountBututs });
  return move(client, payout, { kind: 'payout_delivered', railReference: randomUUID() }, at(minutes));
};

test('payouts that failed in a quarter of an hour are one message to those who pay out, however many workers look', async () => {
  await fail(16, { customerName: 'Awa Ceesay' });
  await fail(31);
  await fail(40);
  const [first, second] = [watchForMessages(), watchForMessages()];
  await Promise.all([first(at(30)), second(at(30))]);
  expect(await told()).toEqual([]);
  await Promise.all([first(at(32)), second(at(31.5)), first(at(33))]);
  const [one, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    kind: 'payouts_failed',
    address: owner,
    subject: 'A payout of GMD 50.00 failed',
  });
  expect(one?.text).toContain('to Awa Ceesay, +220 701 2345 (your reference live-');
  await Promise.all([first(at(46)), watchForMessages()(at(47))]);
  expect((await told()).map(({ subject }) => subject).toSorted()).toEqual([
    '2 payouts failed',
    'A payout of GMD 50.00 failed',
  ]);
});

test('a worker that begins tells of the last hour, and not again of what was told', async () => {
  await fail(-61);
  await fail(-20);
  await watchForMessages()(at(1));
  expect(await superuserSql()`select event from messages`).toHaveLength(1);
  await watchForMessages()(at(20));
  expect(await told()).toHaveLength(1);
});

test('a payout above the amount that takes a second person is told to owners, and one below is not', async () => {
  await pay(1, 500_00n);
  await superuserSql()`update clients set payout_approval_above_bututs = 40000 where id = ${client.id}`;
  await pay(2, 400_00n);
  await watchForMessages()(at(17));
  expect(await told()).toMatchObject([
    { kind: 'large_payout', address: owner, subject: 'A large payout: GMD 500.00' },
  ]);
});

test('payouts that have waited for ten minutes are told once a day, with their rail', async () => {
  const payouts = [await newLivePayout(client), await newLivePayout(client)];
  await withoutGuards(
    (tx) => tx`
    update transactions set status = 'AWAITING_LIQUIDITY', held_since = ${at(0).toISOString()}
    where id = any (${payouts.map(({ id }) => id)})`,
  );
  const watch = watchForMessages();
  await watch(at(9));
  expect(await told()).toEqual([]);
  await watch(at(11));
  await watch(at(12));
  const [one, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ kind: 'payouts_held', subject: '2 payouts wait' });
  expect(one?.text).toContain('too little money for payouts at Wallet A');
});

test('a float that would not last an average day is told to operators once a day', async () => {
  const admin = await newAdmin();
  await superuserSql()`update accounts set balance_bututs = 0, reserved_bututs = 0 where name like 'rail\\_float:%'`;
  await superuserSql()`delete from unfolded_entries`;
  await superuserSql()`delete from unfolded_tallies`;
  await superuserSql()`
    insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
    values (${client.id}, 'LIVE', 'payout', 'SUCCEEDED', 'PROVIDER_C', '2026-03-09', 1, 700000, 0)`;
  const float = (bututs: number) => superuserSql()`
    update accounts set balance_bututs = ${bututs} where name = 'rail_float:PROVIDER_C' and environment = 'LIVE'
      and client_id = '00000000-0000-7000-8000-000000000000'`;
  const watch = watchForMessages();
  await float(1_000_00);
  await watch(at(0));
  expect(await told()).toEqual([]);
  await float(999_99);
  await watch(at(1));
  await watch(at(2));
  expect(await told()).toMatchObject([
    { kind: 'float_low', address: admin, subject: 'The float at Wallet C runs low: GMD 999.99' },
  ]);
});

test('a client with payments in a month is told of its statement on the first, and once', async () => {
  await superuserSql()`
    insert into tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
    values (${client.id}, 'LIVE', 'collection', 'SUCCEEDED', 'PROVIDER_W', '2026-02-28', 1, 5000, 0)`;
  await newUser('owner', await newClient());
  await tellOfStatements(new Date('2026-02-28T23:59:00Z'));
  expect(await told()).toEqual([]);
  await tellOfStatements(new Date('2026-03-01T00:01:00Z'));
  await newUser('accountant', client);
  await tellOfStatements(new Date('2026-03-02T10:00:00Z'));
  const [one, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ address: owner, subject: 'Your statement of February 2026' });
  expect(one?.text).toContain('/dashboard/live/statement?from=2026-02-01&to=2026-02-28');
});

test('a file of payouts that is done is told in live, and not in the sandbox', async () => {
  for (const environment of ['LIVE', 'SANDBOX']) {
    await superuserSql()`
      insert into payout_batches (client_id, environment, id, file_name, provider, status, rows_total, rows_good, good_bututs,
                                  rows_accepted, rows_refused, created_by, confirmed_by, created_at, run_at)
      values (${client.id}, ${environment}, ${newId()}, 'salaries.csv', 'PROVIDER_W', 'RUNNING', 3, 3, 300, 2, 1,
              ${newId()}, ${newId()}, now(), now() - interval '1 s')`;
  }
  for (const batch of await claimBatches(10)) await workBatch(batch);
  const [one, ...rest] = await told();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ kind: 'batch_done', address: owner });
  expect(one?.text).toContain('Payouts begun: 2. Rows refused: 1.');
});

test('whoever does without a kind is not told of it', async () => {
  const { email } = (await newUser('accountant', client)).user;
  await superuserSql()`update users set messages_off = '{payouts_failed}' where email = ${owner}`;
  await fail(1);
  await watchForMessages()(at(17));
  expect((await told()).map(({ address }) => address)).toEqual([email]);
});

/** A case of live money, about a payment of this client. */
async function openOf(of: Context['client'], minutes: number): Promise<string> {
  const transaction = { id: randomUUID(), clientId: of.id, environment: 'LIVE' as const };
  const found = { kind: 'mismatch', provider: 'PROVIDER_W', subject: transaction.id, details: {} } as const;
  await openCase({ ...found, transaction }, at(minutes));
  return transaction.id;
}

/** The messages about more cases, with what their text says of whom. */
async function digests() {
  const rows = await superuserSql()`select * from messages where kind = 'cases_opened' order by event`;
  return Promise.all(
    rows.map(async ({ kind, address, facts, event, useful_until }) => {
      const { subject, text } = await renderMessage(kind, facts);
      return { address, event, subject, text, usefulUntil: new Date(useful_until) };
    }),
  );
}

test('cases that no message told of are told together at the end of their hour, however noisy others were', async () => {
  await superuserSql()`delete from cases`;
  const admin = await newAdmin();
  const noisy = [await newClient(), await newClient(), await newClient(), await newClient()];
  for (const each of noisy) for (let index = 0; index < 9; index++) await openOf(each, 2 + index / 60);
  const quiet = await newClient();
  await openOf(quiet, 30);
  const single = await superuserSql()`select facts from messages where kind = 'case_opened'`;
  expect(single.map(({ facts }) => facts.client)).not.toContain(quiet.name);
  const [first, second] = [watchForMessages(), watchForMessages()];
  await first(at(60.5));
  expect(await digests()).toEqual([]);
  await Promise.all([first(at(61.5)), second(at(61.6))]);
  await first(at(63));
  const [one, ...rest] = await digests();
  expect(rest).toEqual([]);
  expect(one).toMatchObject({ address: admin, subject: '17 more cases were opened' });
  expect(one?.text).toContain('10:00');
  for (const each of noisy) expect(one?.text).toContain(`4 of ${each.name}`);
  expect(one?.text).toContain(`1 of ${quiet.name}`);
  expect(one?.text).toContain('/admin/cases');
  await openOf(quiet, 70);
  await openOf(quiet, 71);
  await watchForMessages()(at(122));
  expect(await digests()).toHaveLength(1);
});

test('a worker that begins tells of the cases of a day, not of those that are closed, and names ten clients', async () => {
  await superuserSql()`delete from cases`;
  await newAdmin();
  const clients = await Promise.all(Array.from({ length: 24 }, () => newClient()));
  for (const each of clients) for (let index = 0; index < 2; index++) await openOf(each, index);
  const closed = (await superuserSql()`select facts->>'id' as id from messages`).map(({ id }) => id);
  await withoutGuards(
    (tx) => tx`
    update cases set status = 'CLOSED', closed_at = opened_at
    where client_id = ${clients[23]?.id ?? null} or id = any (${closed})`,
  );
  await watchForMessages()(at(23 * 60));
  const [one] = await digests();
  expect(one?.subject).toBe('26 more cases were opened');
  expect(one?.text).not.toContain(clients[23]?.name);
  expect(one?.text).toMatch(/\d+ of \d+ other clients/);
  await superuserSql()`delete from messages where kind = 'cases_opened'`;
  await watchForMessages()(at(26 * 60));
  expect(await digests()).toEqual([]);
});

test('cases of no client, and one alone, are told as well', async () => {
  await superuserSql()`delete from cases`;
  await newAdmin();
  for (let index = 0; index < 21; index++) {
    const found = { kind: 'unknown_reference', provider: 'PROVIDER_W', details: {} } as const;
    await openCase({ ...found, subject: `${index}` }, at(index));
  }
  await watchForMessages()(at(62));
  const [one] = await digests();
  expect(one).toMatchObject({ subject: 'One more case was opened' });
  expect(one?.text).toContain('1 of no client');
});
