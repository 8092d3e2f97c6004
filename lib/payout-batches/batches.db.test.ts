import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';

type Ctx = Context & UserContext;

let database: TestDatabase;
let sql: Sql;
let verbs: Awaited<ReturnType<typeof loadVerbs>>;

async function loadVerbs() {
  return {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/clients/create-user')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/jobs/payout-batches')),
    ...(await import('#lib/ledger/audit')),
    ...(await import('#lib/ledger/balances')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/payout-batches/confirm-batch')),
    ...(await import('#lib/payout-batches/create-batch')),
    ...(await import('#lib/payout-batches/end-batch')),
    ...(await import('#lib/payout-batches/get-batch')),
    ...(await import('#lib/payout-batches/list-batch-rows')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/payouts/release-held-payouts')),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  verbs = await loadVerbs();
});

afterAll(() => database.drop());

let shops = 0;

/** A client without commission, with this much to pay out and this float on PROVIDER_W. */
async function shop({ balance = 100_000_00n, float = 100_000_00n } = {}): Promise<Ctx> {
  const name = `Shop ${++shops}`;
  const id = await verbs.createClient({
    name,
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
    commissionBps: 0,
  });
  const user = { email: `owner${shops}@kaira.example`, name: 'Owner', role: 'owner' as const };
  const { id: userId } = await verbs.createUser({ ...user, clientId: id });
  const ctx = {
    client: { id, name, commissionBps: 0 },
    environment: 'SANDBOX',
    actor: { type: 'user', id: userId },
    now: () => new Date(),
    user: { ...user, id: userId },
    sessionId: userId,
    clientId: id,
    address: '127.0.0.1',
    userAgent: null,
  } as Ctx;
  const { transaction } = await verbs.initiateCollection(ctx, {
    // No magic amount.
    amount: balance,
    currency: 'GMD',
    client_reference: 'stock',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  await verbs.bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  await verbs.fundFloat(ctx, 'PROVIDER_W', float);
  return ctx;
}

const fileOf = (rows: (string | number)[][]) =>
  ['reference,mobile,amount', ...rows.map((row) => row.join(','))].join('\n');
const numbered = (count: number, amount = '10.00') =>
  Array.from({ length: count }, (_, index) => [`R-${index + 1}`, `70${String(10_000 + index)}`, amount]);

async function upload(ctx: Ctx, rows: (string | number)[][]): Promise<string> {
  const batch = await verbs.createBatch(ctx, {
    file_name: 'salaries.csv',
    provider: 'PROVIDER_W',
    csv: fileOf(rows),
  });
  return batch.id;
}

async function confirmed(ctx: Ctx, rows: (string | number)[][]): Promise<string> {
  const id = await upload(ctx, rows);
  await verbs.confirmBatch(ctx, id);
  return id;
}

/** Whatever lease there is has ended. Another loop of the same test may be claiming at the same time. */
async function claim(id: string) {
  for (let tries = 0; tries < 50; tries++) {
    await sql`update payout_batches set run_at = now() - interval '1 s' where id = ${id} and status = 'RUNNING'`;
    const claimed = (await verbs.claimBatches(100)).find((batch) => batch.id === id);
    if (claimed !== undefined) return claimed;
  }
  throw new Error('the batch cannot be claimed');
}

async function workToTheEnd(id: string): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    const [row] = await sql`select status from payout_batches where id = ${id}`;
    if (row?.status !== 'RUNNING') return;
    await verbs.workBatch(await claim(id));
  }
  throw new Error('the batch never ends');
}

const sumsOf = async (ctx: Ctx, id: string) =>
  Object.fromEntries(
    [...(await verbs.getBatch(ctx, id)).sums].map(([outcome, { count }]) => [outcome, count]),
  );
const rowsOf = async (ctx: Ctx, id: string) =>
  (await verbs.listBatchRows(ctx, id, { show: 'all', after: 0, limit: 100 })).data;
const payouts = (ctx: Ctx) =>
  sql`select id, client_reference, amount_bututs from transactions where client_id = ${ctx.client.id} and type = 'payout' order by id`;
const available = async (ctx: Ctx) =>
  (await verbs.readBooks(ctx.client.id, 'SANDBOX')).balances.get('available');

/** As if the process were killed in the middle of a row: the payout is made, and nothing is written down any more. */
async function killedAfter(id: string, rows: number): Promise<void> {
  let paid = 0;
  const killed = Promise.withResolvers<void>();
  const work = verbs.workBatch(await claim(id), {
    pay: async (ctx, request) => {
      const result = await verbs.initiatePayout(ctx, request);
      if (++paid < rows) return result;
      killed.resolve();
      return new Promise(() => {});
    },
  });
  await Promise.race([work, killed.promise]);
}

describe('a batch of payouts', () => {
  it('of 200 rows with 10 bad ones pays the 190 in the order of the file, and says of each bad one why', async () => {
    const ctx = await shop();
    const rows = numbered(200);
    for (let index = 5; index < 200; index += 20) (rows[index] as string[])[1] = '123';
    const id = await upload(ctx, rows);
    expect(await sumsOf(ctx, id)).toEqual({ bad: 10, waiting: 190 });
    expect(await payouts(ctx)).toHaveLength(0);

    await verbs.confirmBatch(ctx, id);
    await workToTheEnd(id);
    expect(await sumsOf(ctx, id)).toEqual({ bad: 10, paid: 190 });
    const paid = (await payouts(ctx)).map((row) => row.client_reference);
    expect(paid).toEqual(rows.filter((row) => row[1] !== '123').map((row) => row[0]));
    expect(await available(ctx)).toBe(100_000_00n - 190n * 10_00n);
    const view = verbs.presentBatchView(await verbs.getBatch(ctx, id));
    expect(view).toMatchObject({
      status: 'DONE',
      rows: { total: 200, good: 190, accepted: 190, refused: 0 },
      amount: '1900.00',
      created_by: 'Owner',
    });
    const bad = await verbs.listBatchRows(ctx, id, { show: 'bad', after: 0, limit: 100 });
    expect(bad.data).toHaveLength(10);
    expect(bad.data[0]).toMatchObject({ line: 7, reason: expect.stringMatching(/no Gambian mobile/) });
  });

  it('whose worker is killed in the middle, again and again, pays each row once', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, numbered(60));
    for (const rows of [1, 7, 25, 20, 3]) await killedAfter(id, rows);
    await workToTheEnd(id);
    expect(await sumsOf(ctx, id)).toEqual({ paid: 60 });
    expect(await payouts(ctx)).toHaveLength(60);
    expect(await available(ctx)).toBe(100_000_00n - 60n * 10_00n);
  });

  it('keeps what it paid when a row meets an error that says nothing about it, and tries that row again', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, numbered(5));
    let paid = 0;
    const work = verbs.workBatch(await claim(id), {
      pay: (at, request) =>
        ++paid > 3 ? Promise.reject(new Error('away')) : verbs.initiatePayout(at, request),
    });
    await expect(work).rejects.toThrow('away');
    expect(await sumsOf(ctx, id)).toEqual({ paid: 3, waiting: 2 });
    await workToTheEnd(id);
    expect(await sumsOf(ctx, id)).toEqual({ paid: 5 });
  });

  it('in the hands of four workers at once pays each row once', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, numbered(80));
    const workers = [await claim(id), await claim(id), await claim(id), await claim(id)];
    await Promise.all(workers.map((batch) => verbs.workBatch(batch, { turnMs: 60_000 })));
    await workToTheEnd(id);
    expect(await payouts(ctx)).toHaveLength(80);
    expect((await verbs.getBatch(ctx, id)).batch).toMatchObject({
      rowsAccepted: 80,
      rowsRefused: 0,
      status: 'DONE',
    });
  });

  it('confirmed twenty times at once starts once', async () => {
    const ctx = await shop();
    const id = await upload(ctx, numbered(3));
    const answers = await Promise.all(Array.from({ length: 20 }, () => verbs.confirmBatch(ctx, id)));
    expect(new Set(answers.map((batch) => batch.confirmedAt?.getTime())).size).toBe(1);
    const [row] = await sql`
      select count(*)::int as entries from audit_log where subject_id = ${id} and action = 'payout_batch.confirmed'`;
    expect(row?.entries).toBe(1);
    await workToTheEnd(id);
    expect((await verbs.confirmBatch(ctx, id)).status).toBe('DONE');
    expect(await payouts(ctx)).toHaveLength(3);
  });

  it('uploaded twice pays each reference once', async () => {
    const ctx = await shop();
    const first = await upload(ctx, numbered(4));
    const second = await upload(ctx, numbered(4));
    await verbs.confirmBatch(ctx, first);
    await verbs.confirmBatch(ctx, second);
    await Promise.all([workToTheEnd(first), workToTheEnd(second)]);
    const sums = [await sumsOf(ctx, first), await sumsOf(ctx, second)];
    expect(sums.reduce((all, each) => all + (each.paid ?? 0), 0)).toBe(4);
    expect(await payouts(ctx)).toHaveLength(4);
    const third = await upload(ctx, numbered(4));
    expect(await sumsOf(ctx, third)).toEqual({ bad: 4 });
    await expect(verbs.confirmBatch(ctx, third)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('refuses a row whose reference was used since, also by a payout that looks the same', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, numbered(2));
    await verbs.initiatePayout(ctx, {
      amount: 10_00n,
      currency: 'GMD',
      recipient_mobile: '+2207010000',
      client_reference: 'R-1',
      provider: 'PROVIDER_W',
      metadata: {},
    });
    await workToTheEnd(id);
    const rows = await rowsOf(ctx, id);
    expect(rows[0]).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/already used/) });
    expect(rows[1]).toMatchObject({ outcome: 'paid' });
  });

  it('warns of what was paid in the last ten minutes, and forgets it afterwards', async () => {
    const ctx = await shop();
    await workToTheEnd(await confirmed(ctx, numbered(1)));
    const again = [['S-1', '7010000', '10.00']];
    expect((await rowsOf(ctx, await upload(ctx, again)))[0]).toMatchObject({
      outcome: 'waiting',
      warning: expect.stringMatching(/last 10 minutes \(R-1\)/),
    });
    const later: Ctx = { ...ctx, now: () => new Date(Date.now() + 11 * 60_000) };
    expect((await rowsOf(ctx, await upload(later, again)))[0]?.warning).toBeNull();
  });

  it('larger than the balance cannot be confirmed; a row that the balance no longer covers is refused in its turn', async () => {
    const ctx = await shop({ balance: 101_00n });
    const tooMuch = await upload(ctx, numbered(11));
    await expect(verbs.confirmBatch(ctx, tooMuch)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });

    const id = await confirmed(ctx, [
      ['A', '7012345', '60.00'],
      ['B', '7012345', '40.00'],
    ]);
    await verbs.initiatePayout(ctx, {
      amount: 50_00n,
      currency: 'GMD',
      recipient_mobile: '+2207010000',
      client_reference: 'in between',
      provider: 'PROVIDER_W',
      metadata: {},
    });
    await workToTheEnd(id);
    expect(await rowsOf(ctx, id)).toMatchObject([
      { outcome: 'refused', reason: expect.stringMatching(/available balance/) },
      { outcome: 'paid' },
    ]);
  });

  it('holds what the float cannot cover, and shows it as paid once the float was funded', async () => {
    const ctx = await shop({ float: 25_00n });
    const id = await confirmed(ctx, numbered(4));
    await workToTheEnd(id);
    expect(await sumsOf(ctx, id)).toEqual({ paid: 2, held: 2 });
    await verbs.fundFloat(ctx, 'PROVIDER_W', 15_00n);
    await verbs.releaseHeldPayouts({
      clientId: ctx.client.id,
      environment: 'SANDBOX',
      provider: 'PROVIDER_W',
    });
    expect(await sumsOf(ctx, id)).toEqual({ paid: 4 });
  });

  it('that was discarded is never paid; one that is stopped pays no further row', async () => {
    const ctx = await shop();
    const discarded = await upload(ctx, numbered(2));
    expect((await verbs.endBatch(ctx, discarded)).status).toBe('DISCARDED');
    await expect(verbs.confirmBatch(ctx, discarded)).rejects.toMatchObject({ code: 'INVALID_STATE' });

    const id = await confirmed(ctx, numbered(60));
    const batch = await claim(id);
    // As many as a turn has time for.
    await verbs.workBatch(batch, { turnMs: 0 });
    const { paid = 0 } = await sumsOf(ctx, id);
    expect(paid).toBeOneOf(Array.from({ length: 20 }, (_, index) => index + 1));
    await verbs.endBatch(ctx, id);
    await verbs
      .workBatch(batch, { turnMs: 60_000, pay: () => Promise.reject(new Error('away')) })
      .catch(() => {});
    expect(await sumsOf(ctx, id)).toEqual({ paid, waiting: 60 - paid });
    expect((await verbs.getBatch(ctx, id)).batch).toMatchObject({ status: 'STOPPED', runAt: null });
    expect((await verbs.claimBatches(100)).map((each) => each.id)).not.toContain(id);
  });

  it('of a suspended client waits', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, numbered(1));
    await sql`update clients set status = 'SUSPENDED' where id = ${ctx.client.id}`;
    expect((await verbs.claimBatches(100)).map((each) => each.id)).not.toContain(id);
    await sql`update clients set status = 'ACTIVE' where id = ${ctx.client.id}`;
    await workToTheEnd(id);
    expect(await sumsOf(ctx, id)).toEqual({ paid: 1 });
  });

  it('of somebody else is not there', async () => {
    const id = await upload(await shop(), numbered(1));
    const other = await shop();
    for (const verb of [verbs.getBatch, verbs.confirmBatch, verbs.endBatch, verbs.makeResultFile]) {
      await expect(verb(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('gives a result file that a spreadsheet cannot be harmed by, and that can be uploaded again', async () => {
    const ctx = await shop();
    const id = await confirmed(ctx, [
      ['=HYPERLINK(1)', '7012345', '10.00'],
      ['fine', 'nobody', '10.00'],
    ]);
    await workToTheEnd(id);
    const { text, fileName } = await verbs.makeResultFile(ctx, id);
    expect(fileName).toBe('salaries-results.csv');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'line,reference,mobile,amount,name,result,reason,transaction_id,completed_at,provider,note',
    );
    expect(lines[1]).toMatch(/^2,'=HYPERLINK\(1\),\+2207012345,10\.00,,paid,,/);
    expect(lines[2]).toMatch(/^3,fine,nobody,10\.00,,bad,/);
    const again = await verbs.createBatch(ctx, { file_name: 'x', provider: 'PROVIDER_W', csv: text });
    expect((await rowsOf(ctx, again.id)).map((row) => row.reference)).toEqual(['=HYPERLINK(1)', 'fine']);
  });

  it('leaves whole books', async () => {
    const lines = await verbs.auditLedger((await import('postgres')).default(database.url, { max: 1 }));
    expect(lines.filter((line) => line.violations > 0 && Number(line.invariant) !== 14)).toEqual([]);
  });
});
