import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { brokenRules } from '#e2e/setup/broken-rules';
import { move, newLiveCollection } from '#e2e/setup/live';
import { daily } from '#e2e/setup/long-test';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { approve, reject } from '#lib/approvals/decide-approval';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import type { UserContext } from '#lib/auth/user-context';
import { getBalance } from '#lib/clients/account-figures';
import { ensureAccounts } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import type { AppError } from '#lib/errors';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { readLines, readStatement } from '#lib/ledger/statement';
import { changeRail } from '#lib/rails/change-rail';
import { confirmSettlement, returnSettlement } from '#lib/settlements/answer-settlement';
import { beginSettlement, requestSettlement } from '#lib/settlements/begin-settlement';
import { cancelSettlement } from '#lib/settlements/cancel-settlement';
import { changeSchedule, findSchedule } from '#lib/settlements/change-schedule';
import { changeTemplate, readTemplate } from '#lib/settlements/file-template';
import {
  getBank,
  getSettlementDesk,
  listOperatorsSettlements,
  listSettlements,
} from '#lib/settlements/list-settlements';
import { runSettlementSchedules } from '#lib/settlements/run-schedules';
import { requireSettlement } from '#lib/settlements/settlement';
import {
  addSettlementAccount,
  listAccounts,
  removeSettlementAccount,
} from '#lib/settlements/settlement-accounts';
import {
  endSettlementFile,
  makeSettlementFile,
  writeSettlementFile,
} from '#lib/settlements/settlement-files';
import { settlementEdges } from '#lib/settlements/state';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;
let admin: UserContext;
let other: UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
  [admin, other] = [staffContext(), staffContext()];
  await giveBalance(owner, 1000_00n);
});
afterAll(() => database.drop());

const code = (name: string) => ({ code: name });
const bankAccount = {
  kind: 'bank',
  holder: 'Bakau Boats Ltd',
  bank: 'Trust Bank',
  account_number: '0011223344',
} as const;

async function account(ctx = owner): Promise<string> {
  await addSettlementAccount(ctx, bankAccount);
  return (await listAccounts(ctx))[0]?.id ?? '';
}

async function requested(ctx = owner, amountBututs = 400_00n): Promise<string> {
  const accountId = (await listAccounts(ctx))[0]?.id ?? (await account(ctx));
  const begun = await requestSettlement(ctx, { accountId, amountBututs, clientReference: randomUUID() });
  if (!('settlement' in begun)) throw new Error('It went to a wallet');
  return begun.settlement.id;
}

/** In a file of its own, which the bank has. */
async function sent(ctx = owner): Promise<{ id: string; file: string }> {
  const id = await requested(ctx);
  const file = await makeSettlementFile(admin, ctx.environment);
  await endSettlementFile(admin, file.id, 'SENT');
  return { id, file: file.id };
}

const figures = async (ctx: Context = owner) => {
  const balance = await getBalance(ctx);
  return {
    available: balance.available_balance_gmd,
    held: balance.held_gmd,
    paidOut: balance.total_paid_out_gmd,
    payouts: balance.total_payouts,
  };
};
/** What wallet A lets out in a day of the sandbox. */
const limitRail = (bututs: number | null) =>
  changeRail(staffContext(), 'PROVIDER_A', {
    ...{ environment: 'SANDBOX', direction: 'payout', enabled: true },
    ...{ min_amount: 1_00n, max_amount: 100_000_00n },
    day_limit: bututs === null ? null : BigInt(bututs),
  });
const statusOf = async (id: string) => (await requireSettlement(id)).status;
const settlementsOf = (ctx = owner) => sql`
  select id, amount_bututs, status, period from settlements where client_id = ${ctx.client.id} order by id`;
const fromFormula = async (ctx = owner) => {
  const b = await getBalance(ctx);
  return (
    b.net_collections_bututs +
    b.adjustments_bututs -
    b.total_paid_out_bututs -
    b.total_refunded_bututs -
    b.held_bututs
  );
};

describe('a settlement to a bank', () => {
  it('is held when it is asked for, paid out when another operator confirms it, and the balance’s formula holds at each step', async () => {
    const id = await requested();
    expect(await figures()).toEqual({ available: '600.00', held: '400.00', paidOut: '0.00', payouts: 0 });
    expect(await fromFormula()).toBe(600_00);
    const file = await makeSettlementFile(admin, 'SANDBOX');
    expect(await statusOf(id)).toBe('IN_FILE');
    await endSettlementFile(admin, file.id, 'SENT');
    expect(await figures()).toMatchObject({ available: '600.00', held: '400.00' });
    await expect(confirmSettlement(admin, id, 'TB-1')).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await confirmSettlement(other, id, 'TB-1')).toMatchObject({
      status: 'CONFIRMED',
      bank_reference: 'TB-1',
    });
    expect(await figures()).toEqual({ available: '600.00', held: '0.00', paidOut: '400.00', payouts: 1 });
    expect(await fromFormula()).toBe(600_00);
  });

  it.each([
    { after: 'SENT', status: 'FAILED' },
    { after: 'CONFIRMED', status: 'RETURNED' },
  ])('that comes back when it is $after is the client’s again', async ({ after, status }) => {
    const { id } = await sent();
    if (after === 'CONFIRMED') await confirmSettlement(other, id, 'TB-1');
    const sender = after === 'CONFIRMED' ? other : admin;
    await expect(returnSettlement(sender, id, 'mine')).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await returnSettlement(staffContext(), id, 'Account closed')).toMatchObject({
      status,
      reason: 'Account closed',
    });
    expect(await figures()).toEqual({ available: '1000.00', held: '0.00', paidOut: '0.00', payouts: 0 });
    await expect(confirmSettlement(other, id, 'again')).rejects.toMatchObject(code('INVALID_STATE'));
  });

  it('is cancelled by its client while it is in no file, and not later', async () => {
    const id = await requested();
    const stranger = await newUser('owner', await newClient());
    await expect(cancelSettlement(stranger, id)).rejects.toMatchObject(code('NOT_FOUND'));
    expect(await cancelSettlement(owner, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await figures()).toMatchObject({ available: '1000.00', held: '0.00' });
    const { id: late } = await sent();
    await expect(cancelSettlement(owner, late)).rejects.toMatchObject(code('INVALID_STATE'));
  });

  it('has a line in the statement, with its bank and its reference', async () => {
    const id = await requested();
    await cancelSettlement(owner, id);
    const day = new Date().toISOString().slice(0, 10);
    const statement = await readStatement(owner, { from: day, to: day });
    expect(statement.closingBututs).toBe(1000_00n);
    const lines = await readLines(owner, statement, 10);
    const { reference } = await requireSettlement(id);
    const told = { clientReference: reference, counterparty: 'Trust Bank 0011223344', transactionId: null };
    expect(lines.slice(1)).toMatchObject([
      { kind: 'settlement', amountBututs: -400_00n, ...told },
      { kind: 'settlement_returned', amountBututs: 400_00n, ...told },
    ]);
  });

  it('is not of more than there is, nor of less than a dalasi, nor to somebody else’s account', async () => {
    const accountId = await account();
    const ask = (ctx: typeof owner, amountBututs: bigint) =>
      requestSettlement(ctx, { accountId, amountBututs, clientReference: randomUUID() });
    await expect(ask(owner, 1000_01n)).rejects.toMatchObject(code('INSUFFICIENT_BALANCE'));
    await expect(ask(owner, 99n)).rejects.toMatchObject(code('INVALID_AMOUNT'));
    await expect(ask({ ...owner, environment: 'LIVE' }, 1_00n)).rejects.toMatchObject(code('NOT_FOUND'));
    const stranger = await newUser('owner', await newClient());
    await expect(ask(stranger, 1_00n)).rejects.toMatchObject(code('NOT_FOUND'));
    await removeSettlementAccount(owner, accountId);
    await expect(ask(owner, 1_00n)).rejects.toMatchObject(code('NOT_FOUND'));
    expect(await settlementsOf()).toHaveLength(0);
  });

  it('of live money leaves the house’s bank', async () => {
    const live = { ...owner, environment: 'LIVE' as const };
    const made = await newLiveCollection(live.client, { amountBututs: 500_00n });
    await move(live.client, made, { kind: 'rail_succeeded', railReference: randomUUID() });
    const { approval } = await addSettlementAccount(live, bankAccount);
    await approve(admin, approval?.id ?? '');
    const bank = async () =>
      (
        await sql`select coalesce(sum(amount_bututs), 0)::text as bututs from entries
                  where client_id = ${HOUSE_CLIENT_ID} and environment = 'LIVE' and account = 'float_funding'`
      )[0]?.bututs;
    const before = BigInt(await bank());
    const { id } = await sent(live);
    await confirmSettlement(other, id, 'TB-9');
    expect(BigInt(await bank()) - before).toBe(-400_00n);
    await returnSettlement(staffContext(), id, 'came back');
    expect(BigInt(await bank())).toBe(before);
  });
});

describe('at the same time', () => {
  it('64 requests never take more than there is', async () => {
    const accountId = await account();
    const asked = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        requestSettlement(owner, { accountId, amountBututs: 100_00n, clientReference: randomUUID() }),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await figures()).toMatchObject({ available: '0.00', held: '1000.00' });
  });

  it('a cancellation and 8 files: it is in one file or cancelled, never both', async () => {
    // What other tests have left.
    await makeSettlementFile(admin, 'SANDBOX').catch(() => undefined);
    for (let round = 0; round < 5; round++) {
      const id = await requested(owner, 10_00n);
      const results = await Promise.allSettled([
        cancelSettlement(owner, id),
        ...Array.from({ length: 8 }, () => makeSettlementFile(admin, 'SANDBOX')),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(['CANCELLED', 'IN_FILE']).toContain(await statusOf(id));
    }
  });

  it('64 answers of the bank book one: it is confirmed or failed, and the money is where that says', async () => {
    const { id } = await sent();
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        index % 2
          ? confirmSettlement(staffContext(), id, 'TB-1')
          : returnSettlement(staffContext(), id, 'no'),
      ),
    );
    const isConfirmed = (await statusOf(id)) === 'CONFIRMED';
    // One that was confirmed may have come back since: that is a step of its own.
    const done = results.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe((await statusOf(id)) === 'RETURNED' ? 2 : 1);
    expect(await figures()).toMatchObject({ available: isConfirmed ? '600.00' : '1000.00', held: '0.00' });
  });
});

describe('a file', () => {
  it('has the columns of the template as they were when it was made, and is the same whenever it is read', async () => {
    const columns = [
      { name: 'To', field: 'account_number' as const },
      { name: 'Sum', field: 'amount' as const },
      { name: 'Ours', field: 'text' as const, text: '=1+1' },
    ];
    await changeTemplate(admin, { environment: 'SANDBOX', columns });
    const id = await requested();
    const file = await makeSettlementFile(admin, 'SANDBOX');
    await changeTemplate(admin, { environment: 'SANDBOX', columns: columns.slice(0, 2) });
    expect((await readTemplate('SANDBOX')).columns).toHaveLength(2);
    expect((await writeSettlementFile(admin, file.id)).text).toBe(
      "To,Sum,Ours\r\n0011223344,400.00,'=1+1\r\n",
    );
    expect(await statusOf(id)).toBe('IN_FILE');
  });

  it('that is discarded lets its settlements wait again, and cannot be sent', async () => {
    const id = await requested();
    const file = await makeSettlementFile(admin, 'SANDBOX');
    await endSettlementFile(other, file.id, 'DISCARDED');
    expect(await statusOf(id)).toBe('REQUESTED');
    await expect(endSettlementFile(admin, file.id, 'SENT')).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(writeSettlementFile(admin, file.id)).rejects.toMatchObject(code('NOT_FOUND'));
    await makeSettlementFile(admin, 'SANDBOX');
    await expect(makeSettlementFile(admin, 'SANDBOX')).rejects.toMatchObject(code('INVALID_STATE'));
  });

  it('that was downloaded may be at the bank: who has downloaded it does not discard it, another one does', async () => {
    const id = await requested();
    const file = await makeSettlementFile(admin, 'SANDBOX');
    await writeSettlementFile(admin, file.id);
    await writeSettlementFile(admin, file.id);
    await expect(endSettlementFile(admin, file.id, 'DISCARDED')).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await statusOf(id)).toBe('IN_FILE');
    const lines = await sql`select action from audit_log where subject_id = ${file.id} order by id`;
    expect(lines.map(({ action }) => action)).toEqual(['settlement_file.made', 'settlement_file.downloaded']);
    expect(await endSettlementFile(other, file.id, 'DISCARDED')).toMatchObject({
      downloads: [{ by: admin.user.name }],
      ended_by: other.user.name,
    });
    expect(await statusOf(id)).toBe('REQUESTED');
    await makeSettlementFile(other, 'SANDBOX');
  });

  it('that everybody has downloaded is discarded by nobody, and nobody let in by who has it is another one', async () => {
    await requested();
    const file = await makeSettlementFile(admin, 'SANDBOX');
    await writeSettlementFile(admin, file.id);
    const mine = { ...(await newUser('admin')), clientId: undefined };
    const unconfirmed = { ...staffContext(), isConfirmed: false };
    await sql`
      insert into access_grants (id, user_id, kind, by_user_id, by_name, at)
      values (${randomUUID()}, ${mine.user.id}, 'link', ${admin.user.id}, 'Some operator', now())`;
    for (const each of [mine, unconfirmed]) {
      await expect(endSettlementFile(each, file.id, 'DISCARDED')).rejects.toMatchObject(code('FORBIDDEN'));
    }
    await writeSettlementFile(other, file.id);
    await expect(endSettlementFile(other, file.id, 'DISCARDED')).rejects.toMatchObject(code('FORBIDDEN'));
    await endSettlementFile(other, file.id, 'SENT');
  });

  it('downloaded and discarded by one person 32 times at once is never both', async () => {
    for (let round = 0; round < 4; round++) {
      await requested(owner, 10_00n);
      const file = await makeSettlementFile(admin, 'SANDBOX');
      const results = await Promise.allSettled([
        ...Array.from({ length: 16 }, () => writeSettlementFile(admin, file.id)),
        ...Array.from({ length: 16 }, () => endSettlementFile(admin, file.id, 'DISCARDED')),
      ]);
      const done = (from: number) =>
        results.slice(from, from + 16).some(({ status }) => status === 'fulfilled');
      expect([done(0), done(16)].filter(Boolean)).toHaveLength(1);
      if (done(0)) await endSettlementFile(admin, file.id, 'SENT');
    }
  });

  it('takes nothing of a suspended client, which waits until it is active again', async () => {
    // What other tests have left.
    await makeSettlementFile(admin, 'SANDBOX').catch(() => undefined);
    const id = await requested();
    const second = await newUser('owner', await newClient());
    await giveBalance(second, 100_00n);
    const theirs = await requested(second, 50_00n);
    const stand = async () => ({
      bank: (await getBank('SANDBOX')).waiting,
      row: (
        await listOperatorsSettlements({ environment: 'SANDBOX', state: 'waiting', limit: 50 })
      ).data.find((each) => each.id === id),
    });
    await sql`update clients set status = 'SUSPENDED' where id = ${owner.client.id}`;
    expect(await stand()).toMatchObject({
      bank: { count: 1, amount: '50.00', kept_back: 1 },
      row: { kept_back: 'client_suspended' },
    });
    const file = await makeSettlementFile(admin, 'SANDBOX');
    expect(file).toMatchObject({ count: 1, amount: '50.00' });
    expect([await statusOf(id), await statusOf(theirs)]).toEqual(['REQUESTED', 'IN_FILE']);
    await expect(makeSettlementFile(admin, 'SANDBOX')).rejects.toMatchObject(code('INVALID_STATE'));
    await sql`update clients set status = 'ACTIVE' where id = ${owner.client.id}`;
    expect((await stand()).row).toMatchObject({ kept_back: null });
    expect(await makeSettlementFile(admin, 'SANDBOX')).toMatchObject({ count: 1, amount: '400.00' });
  });

  it('has no settlement of the other environment', async () => {
    await requested();
    await expect(makeSettlementFile(admin, 'LIVE')).rejects.toMatchObject(code('INVALID_STATE'));
    const waiting = await listOperatorsSettlements({ environment: 'LIVE', state: 'waiting', limit: 50 });
    expect(waiting.data).toEqual([]);
    await makeSettlementFile(admin, 'SANDBOX');
  });
});

describe('an account that is removed', () => {
  it('gives back what waits for a file, once, and lets what is in one go on', async () => {
    const inFile = await requested(owner, 100_00n);
    const file = await makeSettlementFile(admin, 'SANDBOX');
    const waits = await requested(owner, 200_00n);
    const [to] = await listAccounts(owner);
    const removed = await Promise.allSettled(
      Array.from({ length: 8 }, () => removeSettlementAccount(owner, to?.id ?? '')),
    );
    expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await requireSettlement(waits)).toMatchObject({
      status: 'CANCELLED',
      reason: 'The account was removed.',
    });
    expect(await statusOf(inFile)).toBe('IN_FILE');
    expect(await figures()).toMatchObject({ available: '900.00', held: '100.00' });
    await endSettlementFile(other, file.id, 'DISCARDED');
    // Back in the queue, it would go to an account that its owner has taken away.
    expect(await statusOf(inFile)).toBe('REQUESTED');
    await expect(makeSettlementFile(admin, 'SANDBOX')).rejects.toMatchObject(code('INVALID_STATE'));
    const { data } = await listOperatorsSettlements({ environment: 'SANDBOX', state: 'waiting', limit: 50 });
    expect(data.find(({ id }) => id === inFile)).toMatchObject({ kept_back: 'account_removed' });
    await cancelSettlement(owner, inFile);
    expect(await figures()).toMatchObject({ available: '1000.00', held: '0.00' });
  });

  it('at the moment in which something is asked for leaves nothing that waits for it', async () => {
    const accountId = await account();
    let asked: Promise<unknown> | undefined;
    let removed: Promise<unknown> | undefined;
    const stopped = async (query: string) => {
      const rows = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${query}`;
      return rows.length;
    };
    await sql.begin(async (tx) => {
      // The request has read the account, and is not committed.
      await tx`lock table settlement_changes in exclusive mode`;
      asked = requestSettlement(owner, { accountId, amountBututs: 10_00n, clientReference: randomUUID() });
      await expect.poll(() => stopped('%begin_settlement(%')).toBe(1);
      removed = removeSettlementAccount(owner, accountId);
      await Promise.race([removed, expect.poll(() => stopped('%cancel_settlements_to(%')).toBe(1)]);
    });
    await Promise.all([asked, removed]);
    expect(await settlementsOf()).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await figures()).toMatchObject({ available: '1000.00', held: '0.00' });
  });
});

test('whatever is done with settlements in whatever order: what is available, held and paid out stays what came in', async () => {
  const others = ['cancel', 'make', 'download', 'discard', 'send', 'confirm', 'return', 'remove'] as const;
  // So that long lives are among them, most steps are the next one that a day brings.
  const verbs = [
    ...others,
    ...Array.from({ length: 3 }, () => 'ask' as const),
    ...Array.from({ length: 8 }, () => 'next' as const),
  ];
  const steps = fc.array(
    fc.record({ verb: fc.constantFrom(...verbs), which: fc.nat(5), amount: fc.bigInt(1_00n, 600_00n) }),
    { minLength: 10, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      const own = await newUser('owner', await newClient());
      await giveBalance(own, 1000_00n);
      // What other runs have left.
      await makeSettlementFile(admin, 'SANDBOX').catch(() => undefined);
      const files: string[] = [];
      for (const { verb, which, amount } of order) {
        const all = await settlementsOf(own);
        const id = all[which % Math.max(all.length, 1)]?.id ?? randomUUID();
        const file = files[which % Math.max(files.length, 1)] ?? randomUUID();
        const person = which % 2 ? admin : other;
        const next = async () => {
          const { status, file_id: inFile } = await requireSettlement(id);
          if (status === 'REQUESTED') files.push((await makeSettlementFile(admin, 'SANDBOX')).id);
          else if (status === 'IN_FILE') await endSettlementFile(admin, inFile ?? '', 'SENT');
          else if (status === 'SENT') await confirmSettlement(other, id, 'TB');
          else await returnSettlement(admin, id, 'came back');
        };
        await {
          next,
          ask: () => requested(own, amount),
          cancel: () => cancelSettlement(own, id),
          make: async () => files.push((await makeSettlementFile(person, 'SANDBOX')).id),
          download: () => writeSettlementFile(person, file),
          discard: () => endSettlementFile(person, file, 'DISCARDED'),
          send: () => endSettlementFile(person, file, 'SENT'),
          confirm: () => confirmSettlement(person, id, 'TB'),
          return: () => returnSettlement(person, id, 'no'),
          remove: async () => removeSettlementAccount(own, (await listAccounts(own))[0]?.id ?? ''),
        }
          [verb]()
          .catch((error: AppError) => {
            expect(['INVALID_STATE', 'INSUFFICIENT_BALANCE', 'NOT_FOUND', 'FORBIDDEN']).toContain(error.code);
          });
        const b = await getBalance(own);
        const now = await settlementsOf(own);
        const sum = (...of: string[]) =>
          now.reduce(
            (bututs, { status, amount_bututs }) => bututs + (of.includes(status) ? Number(amount_bututs) : 0),
            0,
          );
        expect([b.held_bututs, b.total_paid_out_bututs]).toEqual([
          sum('REQUESTED', 'IN_FILE', 'SENT'),
          sum('CONFIRMED'),
        ]);
        expect(b.available_balance_bututs + b.held_bututs + b.total_paid_out_bututs).toBe(1000_00);
      }
    }),
    { numRuns: daily(10) },
  );
}, 120_000);

describe('where it goes', () => {
  const live = () => ({ ...owner, environment: 'LIVE' as const });

  it('is in live approved by an operator, in one statement with the activity’s line', async () => {
    const { approval } = await addSettlementAccount(live(), bankAccount);
    const id = approval?.id ?? '';
    expect(await listAccounts(live())).toEqual([]);
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => approve(staffContext(), id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listAccounts(live())).toMatchObject([
      { accountNumber: '0011223344', addedByName: owner.user.name },
    ]);
    const lines = await sql`select action, client_id from audit_log where subject_id = ${id} order by id`;
    expect(lines).toEqual([
      { action: 'approval.requested', client_id: owner.client.id },
      { action: 'approval.approved', client_id: owner.client.id },
    ]);
  });

  it('is nowhere new after a no, or when its owner took it back; a developer takes nothing back', async () => {
    const first = (await addSettlementAccount(live(), bankAccount)).approval?.id ?? '';
    await reject(admin, first, 'We could not reach you.');
    const second = (await addSettlementAccount(live(), bankAccount)).approval?.id ?? '';
    const developer = await newUser('developer', owner.client);
    await expect(withdrawApproval(developer, owner.client.id, second)).rejects.toMatchObject(
      code('FORBIDDEN'),
    );
    await withdrawApproval(owner, owner.client.id, second);
    await expect(approve(admin, second)).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await listAccounts(live())).toEqual([]);
  });
});

describe('a schedule', () => {
  const daily = { is_on: true, every: 'day', weekday: null, above: null, keep: 100_00n } as const;
  const makeDue = () =>
    sql`update settlement_schedules set next_run_at = now() - interval '1 minute' where client_id = ${owner.client.id}`;

  it('settles all but what is kept, once in its period, with 16 workers at once', async () => {
    await changeSchedule(owner, { ...daily, account_id: await account() });
    expect(await runSettlementSchedules()).toBe(0);
    await makeDue();
    await Promise.all(Array.from({ length: 16 }, () => runSettlementSchedules()));
    expect(await settlementsOf()).toMatchObject([{ amount_bututs: '90000', status: 'REQUESTED' }]);
    expect(await figures()).toMatchObject({ available: '100.00', held: '900.00' });
    expect((await findSchedule(owner))?.nextRunAt.getTime()).toBeGreaterThan(Date.now());
  });

  it('whose worker died after the settlement does not settle the same period again', async () => {
    await changeSchedule(owner, { ...daily, account_id: await account() });
    await makeDue();
    const [{ at } = { at: null }] = await sql`
      select next_run_at as at from settlement_schedules where client_id = ${owner.client.id}`;
    await runSettlementSchedules();
    await giveBalance(owner, 300_00n);
    await sql`update settlement_schedules set next_run_at = ${at} where client_id = ${owner.client.id}`;
    await runSettlementSchedules();
    expect(await settlementsOf()).toHaveLength(1);
    expect(await figures()).toMatchObject({ available: '400.00', held: '900.00' });
  });

  it('by the balance settles only above its sum, and says why it did not', async () => {
    const accountId = await account();
    await changeSchedule(owner, { ...daily, every: 'balance', above: 1000_00n, account_id: accountId });
    await makeDue();
    await runSettlementSchedules();
    expect(await settlementsOf()).toHaveLength(0);
    expect((await findSchedule(owner))?.lastRefusal).toContain('1000.00 GMD was available');
    await giveBalance(owner, 1n * 1_00n);
    await makeDue();
    await runSettlementSchedules();
    expect(await settlementsOf()).toMatchObject([{ amount_bututs: '90100' }]);
  });

  it('to a wallet is a payout, once in its period, with 16 workers at once', async () => {
    const wallet = {
      kind: 'wallet',
      holder: 'Bakau Boats',
      provider: 'PROVIDER_W',
      mobile: '+2207012345',
    } as const;
    await fundFloat(owner, 'PROVIDER_W', 5000_00n);
    await addSettlementAccount(owner, wallet);
    const [to] = await listAccounts(owner);
    await changeSchedule(owner, { ...daily, account_id: to?.id ?? '' });
    await makeDue();
    await Promise.all(Array.from({ length: 16 }, () => runSettlementSchedules()));
    const payouts = await sql`
      select amount_bututs, mobile, metadata from transactions where client_id = ${owner.client.id} and type = 'payout'`;
    expect(payouts).toMatchObject([
      { amount_bututs: '90000', mobile: '+2207012345', metadata: { settlement: to?.id } },
    ]);
  });

  it.each([
    { limit: 'one payout', set: 'payout_limit_bututs', first: '20000', last: 'settles' },
    { limit: 'the day', set: 'payout_limit_day_bututs', first: '20000', last: 'the day: 0.00 of 200.00 GMD' },
    {
      limit: 'the month',
      set: 'payout_limit_month_bututs',
      first: '20000',
      last: 'the month: 0.00 of 200.00 GMD',
    },
    { limit: 'its rail’s day', set: 'rail', first: '20000', last: 'the day: 0.00 of 200.00 GMD' },
  ])(
    'to a wallet takes what is left of the limit for $limit, and the rest goes with a later turn',
    async ({ set, first, last }) => {
      const wallet = {
        kind: 'wallet',
        holder: 'Boats',
        provider: 'PROVIDER_A',
        mobile: '+2207012345',
      } as const;
      await fundFloat(owner, 'PROVIDER_A', 5000_00n);
      await addSettlementAccount(owner, wallet);
      const [to] = await listAccounts(owner);
      const limit = (bututs: number | null) =>
        set === 'rail'
          ? limitRail(bututs)
          : sql`update clients set ${sql(set)} = ${bututs} where id = ${owner.client.id}`;
      await limit(200_00);
      await changeSchedule(owner, { ...daily, account_id: to?.id ?? '' });
      const amounts = async () =>
        (
          await sql`select amount_bututs from transactions where client_id = ${owner.client.id} and type = 'payout' order by id`
        ).map(({ amount_bututs }) => amount_bututs);
      const turn = async (days: number) => {
        await makeDue();
        await sql`update settlement_schedules set next_run_at = next_run_at - make_interval(days => ${days})
                where client_id = ${owner.client.id}`;
        await runSettlementSchedules();
        return (await findSchedule(owner))?.lastRefusal;
      };
      try {
        expect(await turn(0)).toBeNull();
        expect(await amounts()).toEqual([first]);
        const refusal = await turn(1);
        if (last === 'settles') expect([refusal, await amounts()]).toEqual([null, [first, first]]);
        else {
          expect(refusal).toContain(last);
          expect(await amounts()).toEqual([first]);
        }
        await limit(null);
        expect(await turn(2)).toBeNull();
        expect((await figures()).available).toBe('100.00');
      } finally {
        await limit(null);
      }
    },
  );

  it('stops when its account is removed, and does nothing for a suspended client', async () => {
    const accountId = await account();
    await changeSchedule(owner, { ...daily, account_id: accountId });
    await makeDue();
    await sql`update clients set status = 'SUSPENDED' where id = ${owner.client.id}`;
    await runSettlementSchedules();
    await sql`update clients set status = 'ACTIVE' where id = ${owner.client.id}`;
    await removeSettlementAccount(owner, accountId);
    await runSettlementSchedules();
    expect((await findSchedule(owner))?.isOn).toBe(false);
    expect(await settlementsOf()).toHaveLength(0);
  });

  it('above a sum that is not more than what is kept is refused', async () => {
    const asked = { ...daily, every: 'balance' as const, above: 100_00n, account_id: await account() };
    await expect(changeSchedule(owner, asked)).rejects.toMatchObject(code('VALIDATION_ERROR'));
  });
});

describe('to a wallet on request', () => {
  const addWallet = async () => {
    await addSettlementAccount(owner, {
      ...{ kind: 'wallet', holder: 'Boats', provider: 'PROVIDER_A', mobile: '+2207012345' },
    });
    return (await listAccounts(owner)).find(({ kind }) => kind === 'wallet')?.id ?? '';
  };
  const mostOf = async () =>
    (await getSettlementDesk(owner)).accounts.map(({ up_to, limit }) => [up_to, limit]);

  it('what may go now is shown before one types: the least of balance, rail and limits, and to a bank all of it', async () => {
    await account();
    await addWallet();
    try {
      expect(await mostOf()).toEqual([
        ['1000.00', null],
        ['1000.00', null],
      ]);
      await sql`update clients set payout_limit_month_bututs = 80000, payout_limit_bututs = 90000 where id = ${owner.client.id}`;
      expect((await mostOf())[1]).toEqual(['800.00', 'month']);
      await limitRail(300_00);
      expect(await mostOf()).toEqual([
        ['1000.00', null],
        ['300.00', 'rail_day'],
      ]);
    } finally {
      await limitRail(null);
    }
  });

  it('is of no more and no less than the rail takes at once', async () => {
    const accountId = await addWallet();
    await giveBalance(owner, 200_000_00n);
    expect(await mostOf()).toEqual([['100000.00', null]]);
    await expect(
      requestSettlement(owner, { accountId, amountBututs: 100_000_01n, clientReference: randomUUID() }),
    ).rejects.toMatchObject({ code: 'INVALID_AMOUNT', details: { max_amount: '100000.00' } });
    expect((await figures()).held).toBe('0.00');
  });
});

describe('a form that is sent again', () => {
  const wallet = {
    kind: 'wallet',
    holder: 'Bakau Boats',
    provider: 'PROVIDER_W',
    mobile: '+2207012345',
  } as const;
  const payoutsOf = () => sql`
    select id, client_reference from transactions where client_id = ${owner.client.id} and type = 'payout'`;
  const addWallet = async () => {
    await fundFloat(owner, 'PROVIDER_W', 5000_00n);
    await addSettlementAccount(owner, wallet);
    return (await listAccounts(owner)).find(({ kind }) => kind === 'wallet')?.id ?? '';
  };
  const idOf = (begun: Awaited<ReturnType<typeof requestSettlement>>) =>
    'settlement' in begun ? begun.settlement.id : begun.payout.id;
  const kinds = [
    { to: 'bank', make: () => account() },
    { to: 'wallet', make: addWallet },
  ];

  it.each(kinds)(
    '64 times at once settles once to a $to, and another form settles anew',
    async ({ make }) => {
      const order = { accountId: await make(), amountBututs: 10_00n };
      const form = { ...order, clientReference: randomUUID() };
      const begun = await Promise.all(Array.from({ length: 64 }, () => requestSettlement(owner, form)));
      expect(new Set(begun.map(idOf)).size).toBe(1);
      expect((await settlementsOf()).length + (await payoutsOf()).length).toBe(1);
      expect((await figures()).available).toBe('990.00');
      const lines = await sql`
      select from audit_log where client_id = ${owner.client.id} and action = 'settlement.requested'`;
      expect(lines).toHaveLength((await settlementsOf()).length);
      const other = await requestSettlement(owner, { ...order, clientReference: randomUUID() });
      expect(idOf(other)).not.toBe(begun.map(idOf)[0]);
      expect((await figures()).available).toBe('980.00');
    },
  );

  it.each(kinds)('has the same answer when it ended and its $to is gone', async ({ make }) => {
    const form = { accountId: await make(), amountBututs: 900_00n, clientReference: randomUUID() };
    const first = await requestSettlement(owner, form);
    if ('settlement' in first) await cancelSettlement(owner, first.settlement.id);
    await removeSettlementAccount(owner, form.accountId);
    const again = await requestSettlement(owner, form);
    expect(idOf(again)).toBe(idOf(first));
    if ('settlement' in again) expect(again.settlement.status).toBe('CANCELLED');
    else expect(again.payout.clientReference).toBe(form.clientReference);
  });

  it('is not taken for another amount or account, nor for another environment’s or client’s', async () => {
    const [accountId, walletId] = [await account(), await addWallet()];
    const form = { accountId, amountBututs: 10_00n, clientReference: randomUUID() };
    await requestSettlement(owner, form);
    const toWallet = { ...form, accountId: walletId, clientReference: randomUUID() };
    await requestSettlement(owner, toWallet);
    for (const wrong of [
      { ...form, amountBututs: 11_00n },
      { ...form, accountId: walletId },
      { ...toWallet, amountBututs: 11_00n },
      { ...toWallet, accountId },
    ]) {
      await expect(requestSettlement(owner, wrong)).rejects.toMatchObject(code('DUPLICATE_REFERENCE'));
    }
    const live = { ...owner, environment: 'LIVE' as const };
    await expect(requestSettlement(live, form)).rejects.toMatchObject(code('NOT_FOUND'));
    const stranger = await newUser('owner', await newClient());
    await giveBalance(stranger, 100_00n);
    const theirs = { ...form, accountId: await account(stranger) };
    expect(await requestSettlement(stranger, theirs)).toHaveProperty('settlement.amount_bututs', '1000');
    expect([(await settlementsOf()).length, (await payoutsOf()).length]).toEqual([1, 1]);
  });
});

describe('the database', () => {
  it('lets a settlement go no other way than the table says', async () => {
    const statuses = ['REQUESTED', 'IN_FILE', 'SENT', 'CONFIRMED', 'FAILED', 'CANCELLED', 'RETURNED'];
    const source = await sql`select prosrc from pg_proc where proname = 'check_settlement'`;
    const pairs = [...String(source[0]?.prosrc).matchAll(/\('(?<from>[A-Z_]+)', '(?<to>[A-Z_]+)'\)/g)].map(
      ({ groups }) => `${groups?.from} ${groups?.to}`,
    );
    const expected = settlementEdges.flatMap(({ from, to }) => (from === null ? [] : [`${from} ${to}`]));
    expect(pairs.toSorted()).toEqual(expected.toSorted());
    expect(statuses).toEqual(expect.arrayContaining(settlementEdges.map(({ to }) => to)));
    const id = await requested();
    await expect(sql`update settlements set status = 'CONFIRMED' where id = ${id}`).rejects.toMatchObject({
      code: 'KA004',
    });
    await expect(sql`update settlements set amount_bututs = 1 where id = ${id}`).rejects.toMatchObject({
      code: 'KA005',
    });
    await expect(sql`delete from settlement_changes where settlement_id = ${id}`).rejects.toMatchObject({
      code: 'KA001',
    });
  });

  it('settles a period once also for a worker that looked at nothing', async () => {
    const accountId = await account();
    const [to] = await listAccounts(owner);
    const at = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const order = { amountBututs: 10_00n, period: `day:${at}`, actor: { id: null, name: 'Schedule' } };
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () =>
        beginSettlement(owner, { ...order, id: randomUUID(), account: to ?? ({ id: accountId } as never) }),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'settled_before')).toHaveLength(63);
  });
});

it('a client sees its own settlements only', async () => {
  const id = await requested();
  expect((await listSettlements(owner, { limit: 10 })).data).toMatchObject([{ id, amount: '400.00' }]);
  const stranger = await newUser('owner', await newClient());
  expect((await listSettlements(stranger, { limit: 10 })).data).toEqual([]);
  expect((await listSettlements({ ...owner, environment: 'LIVE' }, { limit: 10 })).data).toEqual([]);
});

it('the books balance after all of it', async () => {
  expect(await brokenRules(sql)).toEqual([]);
}, 60_000);
