import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { UserContext } from '#lib/auth/user-context';
import { ensureAccounts } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import { newId } from '#lib/ids';
import { requestSettlement } from '#lib/settlements/begin-settlement';
import { addSettlementAccount, listAccounts } from '#lib/settlements/settlement-accounts';

// What each lock of a settlement, its file and its account is there for: without it, the scenario ends otherwise
// (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;
const admin = { id: randomUUID(), name: 'Awa' };

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
beforeEach(async () => {
  await sql`update clients set status = 'SUSPENDED'`;
  owner = await newUser('owner', await newClient());
  await giveBalance(owner, 100_00n);
});
afterAll(() => database.drop());

async function account(): Promise<string> {
  const known = (await listAccounts(owner))[0]?.id;
  if (known) return known;
  await addSettlementAccount(owner, {
    ...{ kind: 'bank', holder: 'Bakau Boats Ltd', bank: 'Trust Bank', account_number: '0011223344' },
  } as never);
  return (await listAccounts(owner))[0]?.id ?? '';
}

async function requested(amountBututs = 10_00n): Promise<string> {
  const begun = await requestSettlement(owner, {
    ...{ accountId: await account(), amountBututs, clientReference: randomUUID() },
  });
  if (!('settlement' in begun)) throw new Error('It went to a wallet');
  return begun.settlement.id;
}

const common = () => ({ client_id: owner.client.id, environment: 'SANDBOX', actor: admin, now: new Date() });

async function call(name: string, order: object, session = sql): Promise<string> {
  const text = JSON.stringify({ ...common(), ...order });
  const [row] = await session`select ${session(name)}(${text}::text::jsonb) as result`;
  return row?.result?.outcome ?? String(row?.result);
}

/** Of a bank's account; each time it is asked for anew. */
async function beginOf(more: object) {
  const order = {
    ...{ account_id: await account(), amount_bututs: '100', keep_bututs: '0', least_bututs: '1', ...more },
  };
  return (session = sql) => {
    const id = newId();
    return call('begin_settlement', { ...order, id, reference: id, journal_id: newId() }, session);
  };
}

const step = (id: string, from: string, to: string, session = sql, more = {}) =>
  call('step_settlement', { id, from, to, journal_id: newId(), ...more }, session);
const makeFile = (id: string, session = sql) => call('make_settlement_file', { id, columns: [] }, session);
const download = (id: string, session = sql) => call('note_settlement_download', { id }, session);
const endFile = (id: string, to: string, session = sql) => call('step_settlement_file', { id, to }, session);
const statusOf = async (id: string) =>
  (await sql`select status from settlements where id = ${id}`)[0]?.status;

async function made(): Promise<{ file: string; settlement: string }> {
  const settlement = await requested();
  const file = newId();
  expect(await makeFile(file)).toBe('done');
  return { file, settlement };
}

describe('a settlement', () => {
  lockTest('to an account that is removed meanwhile is not begun', async () => {
    const id = await account();
    const order = {
      ...{ id: newId(), account_id: id, amount_bututs: '100', keep_bututs: '0', least_bututs: '1' },
      ...{ reference: 'R1', client_reference: randomUUID(), journal_id: newId() },
    };
    const second = await whileOpen(
      (session) => session`update settlement_accounts set removed_at = now() where id = ${id}`,
      () => call('begin_settlement', order),
    );
    expect(second).toEqual({ waited: true, value: 'no_account' });
  });

  lockTest('that a form asks for twice is begun once', async () => {
    const begin = await beginOf({ client_reference: randomUUID() });
    const second = await whileOpen(begin, () => begin());
    expect(second).toEqual({ waited: true, value: 'asked_before' });
  });

  lockTest('of a schedule is begun once in its period', async () => {
    const begin = await beginOf({ period: '2026-11' });
    const second = await whileOpen(begin, () => begin());
    expect(second).toEqual({ waited: true, value: 'settled_before' });
  });

  lockTest('of all that there is leaves nothing for another one', async () => {
    const begin = await beginOf({ amount_bututs: '10000' });
    const second = await whileOpen(begin, () => begin());
    expect(second).toEqual({ waited: true, value: 'insufficient_balance' });
  });

  lockTest('that was sent is confirmed once, by one of two who have the bank’s word', async () => {
    const { file, settlement } = await made();
    const sender = { id: randomUUID(), name: 'Binta' };
    expect(await call('step_settlement_file', { id: file, to: 'SENT', actor: sender })).toBe('done');
    const second = await whileOpen(
      (session) => step(settlement, 'SENT', 'CONFIRMED', session),
      () => step(settlement, 'SENT', 'FAILED'),
    );
    expect(second).toEqual({ waited: true, value: 'wrong_state' });
  });

  lockTest('is cancelled once, by whoever is first', async () => {
    const id = await requested();
    const second = await whileOpen(
      (session) => step(id, 'REQUESTED', 'CANCELLED', session),
      () => step(id, 'REQUESTED', 'CANCELLED'),
    );
    expect(second).toEqual({ waited: true, value: 'wrong_state' });
  });

  lockTest('that goes into a file is not among those that end with their account', async () => {
    const id = await requested();
    const second = await whileOpen(
      (session) => makeFile(newId(), session),
      async () => {
        const [row] = await sql`
          with removed as (
            update settlement_accounts set removed_at = now() where id = ${await account()} returning id
          ) select id from removed`;
        return call('cancel_settlements_to', { account_id: row?.id, note: 'Gone.' });
      },
    );
    expect(second).toEqual({ waited: true, value: '0' });
    expect(await statusOf(id)).toBe('IN_FILE');
  });
});

describe('a file to the bank', () => {
  lockTest('has no settlement that another one is being made with, and waits for nobody', async () => {
    await requested();
    const second = await whileOpen(
      (session) => makeFile(newId(), session),
      () => makeFile(newId()),
    );
    expect(second).toEqual({ waited: false, value: 'nothing_waits' });
  });

  lockTest('is downloaded by one person for the first time once', async () => {
    const { file } = await made();
    const second = await whileOpen(
      (session) => download(file, session),
      () => download(file),
    );
    expect(second).toEqual({ waited: true, value: 'again' });
  });

  lockTest('that is discarded is not sent', async () => {
    const { file, settlement } = await made();
    const second = await whileOpen(
      (session) => endFile(file, 'DISCARDED', session),
      () => endFile(file, 'SENT'),
    );
    expect(second).toEqual({ waited: true, value: 'wrong_state' });
    expect(await statusOf(settlement)).toBe('REQUESTED');
  });

  lockTest('is sent with those that are still in it', async () => {
    const { file, settlement } = await made();
    const second = await whileOpen(
      (session) => step(settlement, 'IN_FILE', 'REQUESTED', session, { file_id: file }),
      () => endFile(file, 'SENT'),
    );
    expect(second).toEqual({ waited: true, value: 'done' });
    expect(await statusOf(settlement)).toBe('REQUESTED');
  });
});
