import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { memberContext, newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { claimBatches, workBatch } from '#lib/jobs/payout-batches';
import { fundFloat } from '#lib/ledger/fund-float';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { withdrawPayment } from '#lib/payment-approvals/decide-payment';
import { isWaiting, startBatch } from '#lib/payment-approvals/make-payment';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';
import { batchRequest, createBatch } from '#lib/payout-batches/create-batch';
import { endBatch } from '#lib/payout-batches/end-batch';
import { getBatch, presentBatchView } from '#lib/payout-batches/get-batch';
import { listBatchRows } from '#lib/payout-batches/list-batch-rows';
import { mendRow } from '#lib/payout-batches/mend-row';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { createRecipient } from '#lib/recipients/create-recipient';
import { newRecipient } from '#lib/recipients/recipient';

type Owner = Awaited<ReturnType<typeof newUser>>;
let database: TestDatabase;
let owner: Owner;
let id: string;

const FILE = `Reference,Number,Amount (GMD),Name,Wallet
A,7000001,100,,
B,nobody,200,,
C,7000003,300,,Wallet A
A,7000004,400,,
D,7000001,100,,`;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An owner of a new client with 2,000.00 and as much on two rails, and a file with two faults and a warning. */
beforeEach(async () => {
  const client = { ...(await newClient()), commissionBps: 0 };
  owner = await newUser('owner', client);
  const { transaction } = await initiateCollection(owner, {
    amount: 2000_00n,
    currency: 'GMD',
    client_reference: 'stock',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' });
  for (const provider of ['PROVIDER_W', 'PROVIDER_A']) await fundFloat(owner, provider, 2000_00n);
  id = await upload(FILE);
});

const upload = async (csv: string) =>
  (await createBatch(owner, batchRequest.parse({ file_name: 'pay.csv', csv }))).id;
const rows = async () =>
  (await listBatchRows(owner, id, { show: 'all', after: 0, limit: 100 })).data as unknown as Record<
    string,
    unknown
  >[];
const row = async (line: number) => (await rows()).find((each) => each.line === line);
const view = async () => presentBatchView(await getBatch(owner, id));
const mend = (line: number | string, change: Parameters<typeof mendRow>[3], ctx = owner) =>
  mendRow(ctx, id, String(line), change);
const payouts = () =>
  sqlClient()`
    select client_reference, mobile, provider, amount_bututs::text as bututs, metadata from transactions
    where client_id = ${owner.client.id} and type = 'payout' order by client_reference`;

async function workToTheEnd() {
  for (let turn = 0; turn < 50; turn++) {
    await superuserSql()`update payout_batches set run_at = now() - interval '1 s' where id = ${id} and status = 'RUNNING'`;
    const batch = (await claimBatches(100)).find((each) => each.id === id);
    if (batch) await workBatch(batch);
    const [now] = await sqlClient()`select status from payout_batches where id = ${id}`;
    if (now?.status !== 'RUNNING') return;
  }
  throw new Error('the batch never ends');
}

describe('a row of a file that waits', () => {
  test('is mended, and the whole file is checked again at once', async () => {
    expect(await view()).toMatchObject({
      rows: { total: 5, good: 3 },
      amount: '500.00',
      version: 0,
      warnings: 1,
    });
    await mend(3, { mobile: '700 0002' });
    expect(await row(3)).toMatchObject({ mobile: '+2207000002', outcome: 'waiting', reason: null });
    expect(await view()).toMatchObject({ rows: { good: 4 }, amount: '700.00', version: 1 });
    // A fault of one row can be the other's: line 5 has line 2's reference.
    await mend(2, { reference: 'A0' });
    expect(await row(5)).toMatchObject({ outcome: 'waiting', reason: null });
    await mend(6, { amount: '1,100.50' });
    expect(await row(6)).toMatchObject({ amount: '1100.50', warning: null });
    expect(await view()).toMatchObject({ rows: { good: 5 }, amount: '2100.50', version: 3, warnings: 0 });
    expect(await payouts()).toEqual([]);
  });

  test('can be made worse, and then is not paid', async () => {
    await mend(2, { amount: '1,50' });
    expect(await row(2)).toMatchObject({
      amount: '1,50',
      outcome: 'bad',
      reason: expect.stringMatching(/Write the amount/),
    });
    await mend(4, { provider: 'Wallet Q' });
    expect(await row(4)).toMatchObject({ provider: 'Wallet Q', outcome: 'bad' });
    await mend(4, { provider: null });
    expect(await row(4)).toMatchObject({ provider: null, outcome: 'waiting' });
  });

  test('is taken out and put back', async () => {
    await mend(2, { removed: true });
    expect(await row(2)).toMatchObject({ outcome: 'removed', reason: 'Taken out.', mobile: '+2207000001' });
    // What it stood in the way of no longer is: its reference, and the same number and amount.
    expect(await row(5)).toMatchObject({ outcome: 'waiting' });
    expect(await row(6)).toMatchObject({ warning: null });
    expect(await view()).toMatchObject({ rows: { total: 5, good: 3 }, amount: '800.00' });
    await mend(2, { removed: false });
    expect(await row(2)).toMatchObject({ outcome: 'waiting', reason: null });
    expect(await row(5)).toMatchObject({ outcome: 'bad' });
  });

  test('takes the number of a recipient that is saved by that name', async () => {
    await createRecipient(owner, newRecipient.parse({ name: 'Awa Ceesay', mobile: '+2203334444' }));
    await mend(3, { mobile: '', name: 'awa ceesay' });
    expect(await row(3)).toMatchObject({ mobile: '+2203334444', outcome: 'waiting' });
  });

  test('keeps no card number, and stays bad until somebody writes a name', async () => {
    await mend(2, { name: '4242 4242 4242 4242' });
    expect(JSON.stringify(await row(2))).not.toContain('4242');
    const audit =
      await sqlClient()`select before, after from audit_log where action = 'payout_batch.row_changed'`;
    expect(JSON.stringify(audit)).not.toContain('4242');
    await mend(4, { amount: '5' });
    expect(await row(2)).toMatchObject({ outcome: 'bad' });
    await mend(2, { name: 'Awa' });
    expect(await row(2)).toMatchObject({ outcome: 'waiting', name: 'Awa' });
  });

  test('says in the audit log who changed what into what', async () => {
    await mend(3, { mobile: '7000002' });
    const [line] = await sqlClient()`
      select user_id, subject_id, before, after from audit_log
      where action = 'payout_batch.row_changed' and client_id = ${owner.client.id}`;
    expect(line).toMatchObject({
      user_id: owner.user.id,
      subject_id: id,
      before: { line: 3, mobile: 'nobody', removed: false },
      after: { line: 3, mobile: '+2207000002', removed: false },
    });
  });

  test('is nobody else’s, and no other environment’s', async () => {
    const stranger = await newUser('owner', await newClient());
    await expect(mend(2, { amount: '1' }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const live = memberContext(owner.client, { environment: 'LIVE' });
    await expect(mend(2, { amount: '1' }, live as Owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const line of ['1', '99', '0', '-1', 'x', '2.0', '9'.repeat(30)]) {
      await expect(mend(line, { amount: '1' }), line).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('mending at the same time', () => {
  test('of different rows keeps all of it', async () => {
    id = await upload(
      ['reference,mobile,amount', ...Array.from({ length: 6 }, (_, at) => `M-${at},700100${at},1`)].join(
        '\n',
      ),
    );
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => mend(at + 2, { amount: `${at + 1}0` })),
    );
    expect(ends.map((end) => end.status)).toEqual(Array(6).fill('fulfilled'));
    expect(await view()).toMatchObject({ rows: { good: 6 }, amount: '210.00', version: 6 });
  });

  test('as it is confirmed never pays what nobody confirmed: 64 changes against one confirmation', async () => {
    const { version } = await view();
    const [confirmed, ...mended] = await Promise.allSettled([
      confirmBatch(owner, id, version),
      ...Array.from({ length: 64 }, () => mend(2, { amount: '777' })),
    ]);
    const { status, amount } = await view();
    if (confirmed.status === 'fulfilled') {
      expect(mended.every((end) => end.status === 'rejected')).toBe(true);
      expect(status).toBe('RUNNING');
      await workToTheEnd();
      expect((await payouts()).map(({ bututs }) => bututs)).toEqual(['10000', '30000', '10000']);
    } else {
      expect(confirmed.reason).toMatchObject({ code: 'INVALID_STATE' });
      expect([status, amount]).toEqual(['CHECKED', '1177.00']);
      await workOnNothing();
    }
  });

  async function workOnNothing() {
    expect((await claimBatches(100)).filter((each) => each.id === id)).toEqual([]);
    expect(await payouts()).toEqual([]);
  }
});

describe('confirming', () => {
  test('pays each row on its own rail, as it was mended, and nothing that was taken out', async () => {
    await mend(3, { mobile: '7000002', provider: 'wallet a', note: 'rice' } as never);
    await mend(6, { removed: true });
    const { version } = await view();
    await confirmBatch(owner, id, version);
    await workToTheEnd();
    expect(await payouts()).toMatchObject([
      { client_reference: 'A', mobile: '+2207000001', provider: 'PROVIDER_W', bututs: '10000' },
      {
        client_reference: 'B',
        mobile: '+2207000002',
        provider: 'PROVIDER_A',
        bututs: '20000',
        metadata: { note: 'rice' },
      },
      { client_reference: 'C', mobile: '+2207000003', provider: 'PROVIDER_A', bututs: '30000' },
    ]);
  });

  test('what was changed since it was looked at is refused, and pays nothing', async () => {
    const { version } = await view();
    await mend(2, { amount: '999' });
    await expect(confirmBatch(owner, id, version)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await view()).toMatchObject({ status: 'CHECKED' });
  });

  test('ends mending, and so does discarding', async () => {
    await confirmBatch(owner, id);
    await expect(mend(2, { amount: '1' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
    id = await upload('reference,mobile,amount\nZ,7000001,5');
    await endBatch(owner, id);
    await expect(mend(2, { amount: '1' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('is what the database itself holds mending to', async () => {
    await confirmBatch(owner, id);
    await expect(
      sqlClient()`update payout_batch_rows set mobile = '+2209999999' where batch_id = ${id} and line = 2`,
    ).rejects.toMatchObject({ code: 'KA001' });
  });

  test('beyond the limit of the day is refused whole, with what is left; a row beyond that of one payout is a fault', async () => {
    await superuserSql()`
      update clients set payout_limit_day_bututs = 45000, payout_limit_bututs = 29999 where id = ${owner.client.id}`;
    id = await upload(FILE.replaceAll(/\n([A-D])/g, '\nL$1').replace('nobody', '7000002'));
    expect(await row(4)).toMatchObject({
      reason: 'This is more than your limit for one payout, GMD 299.99.',
    });
    const { amount, funds } = await view();
    expect(amount).toBe('400.00');
    expect(funds?.limits).toEqual([{ name: 'day', limit: '450.00', left: '450.00', lacks: null }]);
    await mend(2, { amount: '150.01' });
    expect((await view()).funds?.limits).toEqual([
      { name: 'day', limit: '450.00', left: '450.00', lacks: '0.01' },
    ]);
    await expect(confirmBatch(owner, id)).rejects.toMatchObject({
      code: 'PAYOUT_LIMIT_EXCEEDED',
      details: { limit: 'day', limit_bututs: 450_00, left_bututs: 450_00 },
    });
    expect(await payouts()).toEqual([]);
    await mend(2, { amount: '150' });
    await expect(confirmBatch(owner, id)).resolves.toMatchObject({ status: 'RUNNING' });
  });

  test('shows what each rail lacks for the rows on it', async () => {
    await mend(3, { mobile: '7000002', amount: '2500' });
    const rails = (await view()).funds?.rails;
    expect(rails?.find((each) => each.provider === 'PROVIDER_W')).toMatchObject({
      rows: '2700.00',
      float_lacks: '700.00',
    });
    expect(rails?.find((each) => each.provider === 'PROVIDER_A')).toMatchObject({
      rows: '300.00',
      float_lacks: null,
    });
  });
});

test('a file that waits for a second person stays as they were asked about it: no row is changed until they decide', async () => {
  const colleague = await newUser('owner', owner.client);
  await changeThreshold(owner, 100_00n);
  const before = await rows();
  const asked = await startBatch(owner, id);
  if (!isWaiting(asked)) throw new Error('nobody was asked');
  for (const by of [owner, colleague])
    await expect(mend(4, { amount: '5000.00' }, by)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('waits for a second person'),
    });
  expect(await rows()).toEqual(before);
  await withdrawPayment(owner, asked.approval.id);
  await mend(4, { amount: '301.00' });
  expect(await row(4)).toMatchObject({ amount: '301.00' });
});
