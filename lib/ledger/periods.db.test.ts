import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client';
import { applicationUrl } from '#db/roles';
import { move, newLiveCollection } from '#e2e/setup/live';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { approve, reject } from '#lib/approvals/decide-approval';
import type { UserContext } from '#lib/auth/user-context';
import { ensureAccounts } from '#lib/clients/create-client';
import { CSV_BOM, parseCsv } from '#lib/csv';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { askToClose } from '#lib/ledger/ask-to-close';
import { auditLedger } from '#lib/ledger/audit';
import { checkClosedPeriods, PERIODS_KEPT } from '#lib/ledger/closed-periods';
import { exportJournals } from '#lib/ledger/export-journals';
import { listPeriods } from '#lib/ledger/list-periods';
import { banjulDayAfter, endOf, lastDayOf, monthAfter } from '#lib/ledger/periods';
import { getProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { getTrialBalance } from '#lib/ledger/trial-balance';
import { confirmSettlement } from '#lib/settlements/answer-settlement';
import { requestSettlement } from '#lib/settlements/begin-settlement';
import { addSettlementAccount, listAccounts } from '#lib/settlements/settlement-accounts';
import { endSettlementFile, makeSettlementFile } from '#lib/settlements/settlement-files';

// Not covered: a client's own statement, and what a month of many millions of entries costs.

const now = new Date();
/** The third and the second month before this one: both are over for long, whatever day it is. */
const [first, month] = [4, 3].map((ago) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7),
) as [string, string];
const next = monthAfter(month);
const lastDay = lastDayOf(month);
/** The last millisecond of the month, and the first that is no longer of it. */
const until = endOf(lastDay);
const justBefore = new Date(until.getTime() - 1);
const on = (day: string) => new Date(`${day}T12:00:00.000Z`);

let database: TestDatabase;
let application: Sql;
let owner: Sql;
let client: Awaited<ReturnType<typeof newClient>>;

beforeAll(async () => {
  database = await createTestDatabase();
  application = connect(applicationUrl(database.url), 2);
  owner = superuserSql();
  client = await newClient();
  await ensureAccounts();
});

afterAll(async () => {
  await application.end();
  await database.drop();
});

async function collected(bututs: bigint, at: Date) {
  const made = await newLiveCollection(client, { amountBututs: bututs, at });
  return move(client, made, { kind: 'rail_succeeded', railReference: randomUUID() }, at);
}

/** A journal of the house, as the application books one. */
function fund(sql: Sql, at: Date, environment = 'LIVE', bututs = 1_00) {
  const owns = environment === 'LIVE' ? HOUSE_CLIENT_ID : client.id;
  const entry = (account: string, amount: number) => ({ client_id: owns, account, amount_bututs: amount });
  const entries = [entry('rail_float:PROVIDER_W', bututs), entry('float_funding', -bututs)];
  const journal = { id: newId(), kind: 'float_funded', entries };
  const funding = { client_id: owns, environment, account: 'rail_float:PROVIDER_W', now: at, journal };
  return sql`select fund_float(${JSON.stringify(funding)}::text::jsonb)`;
}

async function audited(): Promise<void> {
  for (let tries = 0; (await getLatestAudit(new Date()))?.status === 'RUNNING'; tries++) {
    if (tries > 300) throw new Error('the recount does not end');
    await sleep(100);
  }
}

/**
 * Recounted, and no statement that began before it was asked for is left: also one of another database counts, such as
 * of a test beside this one.
 */
async function ready(): Promise<void> {
  await audited();
  const isSettled = async () => {
    const rows = await owner`
      select from approvals where kind = 'period_close' and status = 'PENDING'
        and (details ->> 'settled_after')::xid8 > pg_snapshot_xmin(pg_current_snapshot())`;
    return rows.length === 0;
  };
  await expect.poll(isSettled, { timeout: 25_000 }).toBe(true);
}

async function close(which: string, by: UserContext = staffContext()) {
  const request = await askToClose(by, { month: which });
  await ready();
  return { request, done: await approve(staffContext(), request.id) };
}

const balanceOf = async (date: string, account: string) =>
  (await getTrialBalance({ environment: 'LIVE', date }, new Date())).accounts
    .filter(({ name }) => name === account)
    .map(({ owner: whose, balance }) => [whose, balance]);

async function fileOf(from: string | null, to: string): Promise<string> {
  return new Response(await exportJournals({ environment: 'LIVE', from, to })).text();
}

const linesOf = (file: string) => {
  const [head, ...records] = parseCsv(file) ?? [];
  return records.map(({ fields }) =>
    Object.fromEntries((head?.fields ?? []).map((name, index) => [name, fields[index] ?? ''])),
  );
};

describe('the trial balance', () => {
  test('of a day has what is dated until its last millisecond and nothing of the next day', async () => {
    await collected(100_00n, on(`${first}-10`));
    await collected(10_00n, justBefore);
    await collected(1_00n, until);
    // 1.5 % stays, rounded half up.
    expect(await balanceOf(`${first}-09`, 'available')).toEqual([]);
    expect(await balanceOf(`${first}-10`, 'available')).toEqual([['clients', '98.50']]);
    expect(await balanceOf(lastDay, 'available')).toEqual([['clients', '108.35']]);
    expect(await balanceOf(banjulDayAfter(lastDay), 'available')).toEqual([['clients', '109.33']]);
    expect(await balanceOf(lastDay, 'rail_collections:PROVIDER_A')).toEqual([['clients', '110.00']]);
  });

  test('sums to zero on every day, of one client as of all, and the house stands apart', async () => {
    await fund(application, on(`${month}-15`));
    for (const date of [`${first}-10`, `${month}-15`, lastDay, banjulDayAfter(lastDay)]) {
      const books = await getTrialBalance({ environment: 'LIVE', date }, new Date());
      expect(books.totals.difference).toBe('0.00');
      expect(books.settled).toBe(true);
    }
    expect(await balanceOf(lastDay, 'rail_float:PROVIDER_W')).toEqual([['house', '1.00']]);
    const own = await getTrialBalance(
      { environment: 'LIVE', date: lastDay, client_id: client.id },
      new Date(),
    );
    expect(own.accounts.map(({ name }) => name)).not.toContain('rail_float:PROVIDER_W');
    expect(own.totals).toEqual({ debit: '110.00', credit: '110.00', difference: '0.00' });
  });

  test('has what was committed later than younger journals were, and says of a day that is near that it may change', async () => {
    const late = await owner.reserve();
    await late`begin`;
    await fund(late, on(`${month}-20`), 'LIVE', 7_00);
    await fund(application, on(`${month}-21`), 'LIVE', 2_00);
    const float = () => balanceOf(`${month}-22`, 'rail_float:PROVIDER_W');
    expect(await float()).toEqual([['house', '3.00']]);
    await late`commit`;
    late.release();
    expect(await float()).toEqual([['house', '10.00']]);
    expect((await getTrialBalance({ environment: 'LIVE' }, new Date())).settled).toBe(false);
  });

  test('is of one environment, and of no day to come', async () => {
    const books = await getTrialBalance({ environment: 'SANDBOX', date: lastDay }, new Date());
    expect(books).toMatchObject({ accounts: [], totals: { difference: '0.00' } });
    const tomorrow = banjulDayAfter(new Date().toISOString().slice(0, 10));
    const asked = getTrialBalance({ environment: 'LIVE', date: tomorrow }, new Date());
    await expect(asked).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

test('profit and loss: each month has its own commission, and its net is the sum of its lines', async () => {
  const { months } = await getProfitAndLoss({ environment: 'LIVE', from: first, to: next }, new Date());
  expect(months.map((each) => [each.month, each.lines.commission_earned, each.net])).toEqual([
    [first, '1.50', '1.50'],
    [month, '0.15', '0.15'],
    [next, '0.02', '0.02'],
  ]);
  // What comes back of a commission, by whatever kind, and what was lost: in books that are none, and are taken away.
  const ids = await Promise.all([
    plant('of_some_refund', 'commission', 1),
    plant('adjustment', 'losses', 40),
    plant('written_off', 'losses', 3),
    plant('written_back', 'losses', -1),
  ]);
  const [later] = (await getProfitAndLoss({ environment: 'LIVE', from: next, to: next }, new Date())).months;
  expect(later).toMatchObject({
    lines: {
      commission_earned: '0.02',
      commission_returned: '-0.01',
      rail_fees: '0.00',
      adjustments: '-0.40',
      losses: '-0.02',
      other: '0.00',
    },
    net: '-0.41',
  });
  await withoutGuards((alone) => alone`delete from entries where journal_id = any (${ids})`);
  await withoutGuards((alone) => alone`delete from journals where id = any (${ids})`);
});

async function plant(kind: string, account: string, bututs: number): Promise<string> {
  const id = newId();
  const at = on(`${next}-05`).toISOString();
  await withoutGuards(async (alone) => {
    await alone`
      insert into journals (client_id, id, environment, kind, created_at) values (${client.id}, ${id}, 'LIVE', ${kind}, ${at})`;
    await alone`
      insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at)
      values (${client.id}, 'LIVE', ${account}, ${id}, ${bututs}, ${at}), (${client.id}, 'LIVE', 'available', ${id}, ${-bututs}, ${at})`;
  });
  return id;
}

describe('the journals as a file', () => {
  test('have one line an entry with an id of its own, and balance', async () => {
    const lines = linesOf(await fileOf(null, lastDay));
    const [count] = await owner`
      select count(*)::int as entries from entries where environment = 'LIVE' and created_at < ${until.toISOString()}`;
    expect(lines).toHaveLength(count?.entries);
    expect(new Set(lines.map((line) => line.entry_id)).size).toBe(lines.length);
    const sum = (side: string) =>
      lines.reduce((total, line) => total + BigInt((line[side] || '0').replace('.', '')), 0n);
    expect(sum('debit')).toBe(sum('credit'));
    expect(sum('debit')).toBeGreaterThan(0n);
    expect(lines.every((line) => line.kind !== '' && line.environment === 'LIVE')).toBe(true);
  });

  test('are read by three at a time, however slowly, and who comes later waits without a connection', async () => {
    const day = '2020-01-01';
    const slow = await Promise.all(
      Array.from({ length: 3 }, () => exportJournals({ environment: 'LIVE', from: null, to: '2100-01-01' })),
    );
    const connections = async () => {
      const [row] = await superuserSql()`
        select count(*)::int as count from pg_stat_activity
        where application_name = 'kaira accounts' and datname = current_database()`;
      return row?.count;
    };
    const later = Array.from({ length: 5 }, () => fileOf(day, day));
    await expect.poll(connections, { timeout: 10_000 }).toBe(3);
    expect(await Promise.race([Promise.any(later), sleep(300, 'waits')])).toBe('waits');
    expect(await connections()).toBe(3);
    for (const stream of slow) await stream.cancel();
    expect(await Promise.all(later)).toHaveLength(5);
  });

  test('begin and end with their days to the millisecond', async () => {
    const at = async (from: string, to: string) => linesOf(await fileOf(from, to)).map((line) => line.at);
    expect(await at(lastDay, lastDay)).toEqual(Array(3).fill(justBefore.toISOString()));
    const after = banjulDayAfter(lastDay);
    expect(await at(after, after)).toEqual(Array(3).fill(until.toISOString()));
  });
});

test('a note that a spreadsheet would run stands in the file as text', async () => {
  const [journal] = await owner`
    select j.id, (e.amount_bututs::numeric / 100)::text as amount from journals j
    join entries e on e.journal_id = j.id and e.amount_bututs > 0
    where j.kind = 'float_funded' and j.created_at < ${until.toISOString()} order by j.id limit 1`;
  const note = { journal: journal?.id, amount: journal?.amount, note: '=HYPERLINK("http://x")' };
  await owner`
    insert into audit_log (id, at, action, after)
    values (${newId()}, now(), 'rail.float_funded', ${JSON.stringify(note)}::text::jsonb)`;
  const told = linesOf(await fileOf(null, lastDay)).filter((line) => line.journal_id === journal?.id);
  expect(told.map(({ memo }) => memo)).toEqual(Array(2).fill(`'${note.note}`));
});

describe('a close', () => {
  test('is refused for a month that is not over for a day', async () => {
    const margin = (time: number) => staffContext('admin', () => new Date(time));
    const day = 24 * 60 * 60 * 1000;
    await expect(askToClose(margin(until.getTime() + day - 1), { month })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    const current = new Date().toISOString().slice(0, 7);
    await expect(askToClose(staffContext(), { month: current })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('is decided by another operator than asked, once, and can be refused', async () => {
    const asker = staffContext();
    const { id } = await askToClose(asker, { month: first });
    await ready();
    await expect(approve(asker, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(askToClose(staffContext(), { month: first })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await reject(staffContext(), id, 'A statement is missing.');
    await expect(approve(staffContext(), id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect((await listPeriods(new Date())).closed).toEqual([]);
  });

  test('is not made while the books do not recount to zero', async () => {
    const { id } = await askToClose(staffContext(), { month: first });
    await ready();
    await withoutGuards(
      (alone) => alone`update ledger_audits set lines = jsonb_set(lines, '{0,violations}', '1')`,
    );
    await expect(approve(staffContext(), id)).rejects.toThrow('found 1 violation');
    await withoutGuards(
      (alone) => alone`update ledger_audits set lines = jsonb_set(lines, '{0,violations}', '0')`,
    );
    const dayAfter = new Date(Date.now() + 25 * 60 * 60 * 1000);
    const late = staffContext('admin', () => dayAfter);
    await expect(approve(late, id)).rejects.toThrow('not recounted within the last day');
    await reject(staffContext(), id, 'tried');
  });

  test('waits for whatever may have begun to book before it was asked for', async () => {
    const slow = await owner.reserve();
    await slow`begin`;
    await slow`select pg_current_xact_id()`;
    const { id } = await askToClose(staffContext(), { month: first });
    await audited();
    await expect(approve(staffContext(), id))
      .rejects.toThrow('has not ended')
      .finally(async () => {
        await slow`rollback`;
        slow.release();
      });
    await reject(staffContext(), id, 'tried');
  });

  test('keeps what the books say, the digest of the file, and the recount that found nothing', async () => {
    const asker = staffContext();
    // What the database itself will not do is asked of it as the application.
    const books = { audit_id: newId(), audit_checks: 1, digest: '0'.repeat(64), settled_after: '3' };
    const people = { asked_by: asker.user.id, asked_by_name: 'A', closed_by: newId(), closed_by_name: 'B' };
    const forged = (facts: object) => {
      const all = { environment: 'LIVE', approval_id: newId(), asked_at: now, ...books, ...people, ...facts };
      return application`select close_period(${JSON.stringify(all)}::text::jsonb)`;
    };
    const thisMonth = lastDayOf(new Date().toISOString().slice(0, 7));
    const [whole] = await owner`select count(*)::int as entries from entries where environment = 'LIVE'`;
    await expect(forged({ last_day: thisMonth, entries: whole?.entries })).rejects.toThrow(
      'not over for a day',
    );
    await expect(forged({ last_day: lastDayOf(first), entries: 2 })).rejects.toThrow('not of all entries');
    await expect(
      forged({ last_day: lastDayOf(first), entries: 3, closed_by: asker.user.id }),
    ).rejects.toMatchObject({ constraint_name: 'period_closes_four_eyes' });
    await expect(forged({ last_day: `${first}-15`, entries: 3 })).rejects.toMatchObject({
      constraint_name: 'period_closes_month_end',
    });
    await expect(application`insert into period_closes (environment) values ('LIVE')`).rejects.toMatchObject({
      code: '42501',
    });

    const { request, done } = await close(first, asker);
    expect(done).toMatchObject({ id: request.id, status: 'DONE' });
    const bytes = await new Response(
      await exportJournals({ environment: 'LIVE', from: null, to: lastDayOf(first) }),
    ).arrayBuffer();
    const digest = createHash('sha256').update(Buffer.from(bytes)).digest('hex');
    const { closed } = await listPeriods(new Date());
    expect(closed).toMatchObject([
      { first_day: null, last_day: lastDayOf(first), asked_by: asker.user.name, entries: 3, total: '100.00' },
    ]);
    expect(closed[0]?.digest).toBe(digest);
    const [line] =
      await owner`select action, after from audit_log where subject_id = ${request.id} order by id desc limit 1`;
    expect(line).toMatchObject({
      action: 'period.closed',
      after: { last_day: lastDayOf(first), entries: '3' },
    });
  });

  test('is made once, also by many operators at the same time', async () => {
    const { id } = await askToClose(staffContext(), { month });
    await ready();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => approve(staffContext(), id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of results.filter((one) => one.status === 'rejected')) {
      expect(each.reason).toMatchObject({ code: 'INVALID_STATE' });
    }
    const { closed } = await listPeriods(new Date());
    expect(closed.map((each) => [each.first_day, each.last_day])).toEqual([
      [`${month}-01`, lastDay],
      [null, lastDayOf(first)],
    ]);
    await expect(askToClose(staffContext(), { month })).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe('in a closed period', () => {
  test.each([
    ['its first month', () => on(`${first}-10`)],
    ['its middle', () => on(`${month}-15`)],
    ['its last millisecond', () => justBefore],
  ])('the application books nothing: %s', async (_, at) => {
    await expect(fund(application, at())).rejects.toMatchObject({ code: 'KA020' });
    await expect(collected(5_00n, at())).rejects.toThrow();
  });

  test('nor does the owner of the books, neither a journal nor an entry, nor in a partition', async () => {
    const at = justBefore.toISOString();
    const id = newId();
    const partition = `_${new Date().getUTCFullYear()}`;
    for (const suffix of ['', partition]) {
      await expect(
        owner`
          insert into ${owner(`journals${suffix}`)} (client_id, id, environment, kind, created_at)
          values (${HOUSE_CLIENT_ID}, ${id}, 'LIVE', 'x', ${at})`,
      ).rejects.toMatchObject({ code: 'KA020' });
      await expect(
        owner`
          insert into ${owner(`entries${suffix}`)} (client_id, environment, account, journal_id, amount_bututs, created_at)
          values (${HOUSE_CLIENT_ID}, 'LIVE', 'float_funding', ${id}, 1, ${at}), (${HOUSE_CLIENT_ID}, 'LIVE', 'losses', ${id}, -1, ${at})`,
      ).rejects.toMatchObject({ code: 'KA020' });
    }
    // One entry of many is enough, in an environment of its own too.
    const [now, sandbox] = [new Date().toISOString(), newId()];
    await expect(
      owner`
        insert into entries (client_id, environment, account, journal_id, amount_bututs, created_at) values
          (${HOUSE_CLIENT_ID}, 'LIVE', 'float_funding', ${id}, 1, ${now}), (${HOUSE_CLIENT_ID}, 'LIVE', 'losses', ${id}, -1, ${at}),
          (${client.id}, 'SANDBOX', 'available', ${sandbox}, -1, ${at}), (${client.id}, 'SANDBOX', 'float_funding', ${sandbox}, 1, ${now})`,
    ).rejects.toMatchObject({ code: 'KA020' });
    await expect(owner`delete from period_closes`).rejects.toMatchObject({ code: 'KA001' });
    await expect(owner`update period_closes set lines = '[]'`).rejects.toMatchObject({ code: 'KA001' });
  });

  test('nothing changes for what is dated after it, by now, or in the sandbox', async () => {
    await fund(application, until);
    await fund(application, new Date());
    await fund(application, on(`${first}-10`), 'SANDBOX');
  });

  test('a journal that waits while it is closed is refused, and not overlooked', async () => {
    const closing = await owner.reserve();
    await closing`begin`;
    await closing`select pg_advisory_xact_lock(hashtext('kaira periods'))`;
    const at = on(`${next}-10`);
    const waiting = fund(application, at).then(
      () => 'booked',
      (error) => error.code,
    );
    await sleep(200);
    // As `close_period` writes it, under the same lock.
    await closing`
      insert into period_closes select environment, ${lastDayOf(next)}::text::date, first_day, approval_id, asked_by, asked_by_name, asked_at,
        closed_by, closed_by_name, closed_at, lines, debit_bututs, credit_bututs, entries, digest, audit_id, audit_checks
      from period_closes where last_day = ${lastDay}::text::date`;
    await closing`commit`;
    closing.release();
    expect(await waiting).toBe('KA020');
    await withoutGuards(
      (alone) => alone`delete from period_closes where last_day = ${lastDayOf(next)}::text::date`,
    );
    await withoutGuards(
      (alone) =>
        alone`delete from unsealed where kind = 'period_closes' and key = ${`LIVE/${lastDayOf(next)}`}`,
    );
  });

  test('what belongs to it is booked now and names it; the file of the period keeps every byte', async () => {
    const before = await fileOf(`${month}-01`, lastDay);
    const made = await newLiveCollection(client, { amountBututs: 4_00n, at: justBefore });
    await move(client, made, { kind: 'rail_succeeded', railReference: randomUUID() });
    const today = new Date().toISOString().slice(0, 10);
    const lines = linesOf(await fileOf(today, today)).filter((line) => line.transaction === made.id);
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatchObject({ about_period: month, reference: made.clientReference });
    }
    await owner`update clients set name = 'Another name'`;
    expect(await fileOf(`${month}-01`, lastDay)).toBe(before);
  });

  test('that a release before closed, the file keeps its bytes, in which settlements have no reference', async () => {
    const bank = { kind: 'bank', holder: 'Boats', bank: 'Trust Bank', account_number: '0011223344' } as const;
    const shop = await newUser('owner', client);
    const live = { ...shop, environment: 'LIVE' as const };
    const { approval } = await addSettlementAccount(live, bank);
    await approve(staffContext(), approval?.id ?? '');
    const [account] = await listAccounts(live);
    const ask = async (day: string) => {
      const own = { ...live, now: () => on(day) };
      const request = { accountId: account?.id ?? '', amountBututs: 1_00n, clientReference: newId() };
      const begun = await requestSettlement(own, request);
      if (!('settlement' in begun)) throw new Error('It went to a wallet');
      return begun.settlement;
    };
    const [inNext, later] = [await ask(`${next}-10`), await ask(`${monthAfter(next)}-10`)];
    const { id: file } = await makeSettlementFile(staffContext(), 'LIVE');
    await endSettlementFile(staffContext(), file, 'SENT');

    // As the release before wrote it and closed it: the same file without the references, and no word on its form.
    const days = [`${next}-01`, lastDayOf(next)] as const;
    const digestOf = (text: string) => createHash('sha256').update(`${CSV_BOM}${text}`).digest('hex');
    const whole = await fileOf(...days);
    const bare = whole.replaceAll(inNext.reference, '');
    expect(linesOf(whole).filter(({ reference }) => reference === inNext.reference)).toHaveLength(2);
    const old = {
      ...{ environment: 'LIVE', last_day: days[1], approval_id: newId(), settled_after: '3' },
      ...{ entries: linesOf(bare).length, digest: digestOf(bare), audit_id: newId(), audit_checks: 1 },
      ...{ asked_by: newId(), asked_by_name: 'A', asked_at: now, closed_by: newId(), closed_by_name: 'B' },
    };
    await withoutGuards((alone) => alone`select close_period(${JSON.stringify(old)}::text::jsonb)`);
    expect(await fileOf(...days)).toBe(bare);
    const kept = await owner.begin(async (tx) => checkClosedPeriods(tx));
    expect(kept).toMatchObject({ rowsChecked: 3, violations: 0 });

    // What is booked since has its reference, the bank's word, and the month that it belongs to.
    await confirmSettlement(staffContext(), inNext.id, 'TB-1');
    await confirmSettlement(staffContext(), later.id, 'TB-2');
    const today = new Date().toISOString().slice(0, 10);
    const linesOn = async (from: string, reference: string) =>
      linesOf(await fileOf(from, today))
        .filter((each) => each.reference === reference)
        .map(({ kind, memo, about_period }) => [kind, memo, about_period]);
    const paid = (memo: string, about: string) => Array(2).fill(['settlement_paid', memo, about]);
    expect(await linesOn(days[0], inNext.reference)).toEqual(paid('TB-1', next));
    expect(await linesOn(days[0], later.reference)).toEqual([
      ...Array(2).fill(['settlement_accepted', '', '']),
      ...paid('TB-2', ''),
    ]);

    // Closed by this release it has them, for good.
    await withoutGuards((alone) => alone`delete from period_closes where last_day = ${days[1]}::text::date`);
    // What was begun months ago by the clock of these tests has its next turn months from now.
    await owner`delete from rail_operations where run_at > now() + interval '1 day'`;
    await close(next);
    expect(await fileOf(...days)).toBe(whole);
    const { closed } = await listPeriods(new Date());
    expect(closed[0]).toMatchObject({ last_day: days[1], digest: digestOf(whole) });
    expect(await linesOn(days[0], inNext.reference)).toEqual([
      ...Array(2).fill(['settlement_accepted', '', '']),
      ...paid('TB-1', ''),
    ]);
  });

  test('the books of the sandbox are closed by themselves', async () => {
    // What was begun months ago by the clock of these tests has its next turn months from now.
    await owner`delete from rail_operations where run_at > now() + interval '1 day'`;
    const live = (await listPeriods(new Date())).closed;
    const asked = () => askToClose(staffContext(), { month: first, environment: 'SANDBOX' });
    const { id } = await asked();
    await ready();
    expect(await approve(staffContext(), id)).toMatchObject({ status: 'DONE' });
    await expect(fund(application, on(`${first}-20`), 'SANDBOX')).rejects.toMatchObject({ code: 'KA020' });
    await expect(asked()).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect((await listPeriods(new Date())).closed).toEqual(live);
  });

  test('a difference from what was kept is told by the trial balance and by the audit', async () => {
    const told = async () =>
      (await getTrialBalance({ environment: 'LIVE', date: lastDay }, new Date())).close;
    const broken = async () =>
      (await auditLedger(owner)).filter(({ violations }) => violations > 0).map(({ name }) => name);
    expect((await told())?.differs).toEqual([]);
    expect(await broken()).toEqual([]);
    await withoutGuards((alone) => fund(alone as Sql, justBefore, 'LIVE', 9_00));
    expect((await told())?.differs).toEqual([
      'float_funding of the house',
      'rail_float:PROVIDER_W of the house',
    ]);
    expect(await broken()).toEqual([
      'the books of each closed period say what they said at its close',
      PERIODS_KEPT,
    ]);
  });
});
