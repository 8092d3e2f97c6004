import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { checkNames } from '#lib/payout-batches/check-names';
import { batchRequest, createBatch } from '#lib/payout-batches/create-batch';
import { endBatch } from '#lib/payout-batches/end-batch';
import { getBatch, presentBatchView } from '#lib/payout-batches/get-batch';
import { listBatchRows, makeResultFile } from '#lib/payout-batches/list-batch-rows';
import { mendRow } from '#lib/payout-batches/mend-row';
import type { RecipientCheck } from '#lib/rails/rail';

type Owner = Awaited<ReturnType<typeof newUser>>;
type Ask = NonNullable<Parameters<typeof checkNames>[2]>;
let database: TestDatabase;
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
});

/** A match, one in part, none, no name, a rail that cannot say, and a number that is none. */
const FILE = `reference,mobile,amount,name,rail
A,7000002,1.00,Awa,
B,7000001,1.00,Binta,
C,7000100,1.00,Fatou,
D,7000200,1.00,,
E,7000300,1.00,Lamin,PROVIDER_C
F,nobody,1.00,Ebrima,`;

const upload = async (csv = FILE) =>
  (await createBatch(owner, batchRequest.parse({ file_name: 'pay.csv', csv }))).id;
const namedRows = (
  count: number,
  row = (index: number) => `R${index},70${10_000 + index},1.00,Awa ${index},`,
) =>
  ['reference,mobile,amount,name,rail', ...Array.from({ length: count }, (_, index) => row(index))].join(
    '\n',
  );
const view = async (id: string) => presentBatchView(await getBatch(owner, id));
const rowsOf = async (id: string, show: 'all' | 'warning' = 'all') =>
  (await listBatchRows(owner, id, { show, after: 0, limit: 100 })).data;
const checks = async (id: string) => (await rowsOf(id)).map((row) => row.name_check);
const says = (word: RecipientCheck) => vi.fn<Ask>(async () => word);

describe('the names of a file', () => {
  test('are not asked for by an upload, and are then each the rail’s word, as a warning in plain words', async () => {
    const id = await upload();
    expect(await view(id)).toMatchObject({ warnings: 0, names: { waiting: 4, unavailable: 0 } });
    expect(presentBatchView(await checkNames(owner, id))).toMatchObject({
      rows: { good: 5 },
      warnings: 2,
      version: 0,
      names: { waiting: 0, unavailable: 1 },
    });
    expect(await checks(id)).toEqual(['MATCH', 'PARTIAL', 'NO_MATCH', null, 'UNAVAILABLE', null]);
    const doubted = await rowsOf(id, 'warning');
    expect(
      doubted.map(({ reference, outcome, reason, warning }) => ({ reference, outcome, reason, warning })),
    ).toEqual([
      {
        reference: 'B',
        outcome: 'waiting',
        reason: null,
        warning: 'Wallet W knows this number by a name that is like Binta, and not the same.',
      },
      {
        reference: 'C',
        outcome: 'waiting',
        reason: null,
        warning: 'Wallet W knows this number by another name than Fatou. Ask for the number once more.',
      },
    ]);
    expect((await makeResultFile(owner, id)).text).toContain('another name than Fatou');
    // What is known is not asked again.
    const ask = says('NO_MATCH');
    await checkNames(owner, id, ask);
    expect(ask).not.toHaveBeenCalled();
  });

  test('are asked about anew where the number, the name or the wallet of a row is another, and only there', async () => {
    const id = await upload();
    await checkNames(owner, id);
    const mend = (line: number, change: Parameters<typeof mendRow>[3]) =>
      mendRow(owner, id, String(line), change);
    await mend(4, { mobile: '7000102' });
    expect(await checks(id)).toEqual(['MATCH', 'PARTIAL', null, null, 'UNAVAILABLE', null]);
    await mend(3, { amount: '2.00' });
    await mend(2, { name: 'Isatou' });
    await mend(6, { provider: 'PROVIDER_A' });
    await mend(7, { mobile: '7000400' });
    expect(await checks(id)).toEqual([null, 'PARTIAL', null, null, null, null]);
    expect(await view(id)).toMatchObject({ warnings: 1, names: { waiting: 4, unavailable: 0 } });
    await checkNames(owner, id);
    expect(await checks(id)).toEqual(['MATCH', 'PARTIAL', 'MATCH', null, 'NO_MATCH', 'NO_MATCH']);
    // Of a row that is taken out nothing is said; put back, the word is there.
    await mend(7, { removed: true });
    expect(await view(id)).toMatchObject({ warnings: 2 });
    expect((await rowsOf(id)).at(-1)).toMatchObject({ outcome: 'removed', warning: null });
    await mend(7, { removed: false });
    expect(await view(id)).toMatchObject({ warnings: 3 });
  });

  test('that were asked about while somebody mended the row are not that row’s', async () => {
    const id = await upload('reference,mobile,amount,name\nA,7000002,1.00,Awa');
    await checkNames(owner, id, async () => {
      await mendRow(owner, id, '2', { mobile: '7000003' });
      return 'NO_MATCH';
    });
    expect(await rowsOf(id)).toMatchObject([{ mobile: '+2207000003', name_check: null, warning: null }]);
  });

  test('are asked for eight at once, one number and name once, and no longer than some seconds', async () => {
    const id = await upload(
      namedRows(40, (index) => `R${index},70${10_000 + (index % 20)},${index + 1}.00,Awa,`),
    );
    let most = 0;
    let running = 0;
    const started = performance.now();
    const slow = vi.fn<Ask>(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      return 'MATCH';
    });
    expect(presentBatchView(await checkNames(owner, id, slow)).names).toEqual({ waiting: 0, unavailable: 0 });
    expect(most).toBe(8);
    expect(slow).toHaveBeenCalledTimes(20);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('of a rail that is slow are left for the next time, and of one that says nothing are not waited for', async () => {
    const id = await upload(namedRows(100));
    const clock = vi.spyOn(performance, 'now');
    let now = 0;
    clock.mockImplementation(() => now);
    // Each answer takes four seconds, eight at once: in five seconds sixteen are asked about.
    const answerAfter = (ms: number, word: RecipientCheck) => {
      let asked = 0;
      return vi.fn<Ask>(async () => {
        const round = Math.floor(asked++ / 8) + 1;
        await new Promise((resolve) => setTimeout(resolve, round * 5));
        now = Math.max(now, round * ms);
        return word;
      });
    };
    try {
      const slow = answerAfter(4_000, 'MATCH');
      expect((await checkNames(owner, id, slow)).names).toEqual({ waiting: 84, unavailable: 0 });
      expect(slow).toHaveBeenCalledTimes(16);
      now = 0;
      const silent = answerAfter(5_001, 'UNAVAILABLE');
      expect((await checkNames(owner, id, silent)).names).toEqual({ waiting: 0, unavailable: 84 });
      expect(silent).toHaveBeenCalledTimes(8);
    } finally {
      clock.mockRestore();
    }
  });

  test('are nobody’s business any more when the file was discarded, and of another client’s file never', async () => {
    const id = await upload();
    const ask = says('NO_MATCH');
    const stranger = await newUser('owner', await newClient());
    await expect(checkNames(stranger, id, ask)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await endBatch(owner, id);
    await checkNames(owner, id, ask);
    expect(ask).not.toHaveBeenCalled();
  });

  test('move nothing', async () => {
    const id = await upload();
    await checkNames(owner, id);
    const [count] = await sqlClient()`
      select count(*)::int as transactions from transactions where client_id = ${owner.client.id}`;
    expect(count).toEqual({ transactions: 0 });
  });
});
