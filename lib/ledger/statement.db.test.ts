import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import type { ReservedSql, Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import { pdfTexts } from '#e2e/setup/pdf-text';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { getBalance } from '#lib/clients/account-figures';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { showStatement } from '#lib/ledger/show-statement';
import { readLines, readStatement, statementQuery } from '#lib/ledger/statement';
import { statementKindOf, statementKinds } from '#lib/ledger/statement-kinds';
import { type presentLine, writeStatement } from '#lib/ledger/write-statement';
import { commitChanges } from '#lib/transactions/advance';
import { decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import type { Transaction } from '#lib/transactions/transaction';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let pool: Sql;
let writer: ReservedSql;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = connect(database.url, 1, 'kaira writer');
  writer = await pool.reserve();
});

afterAll(async () => {
  writer?.release();
  await pool?.end({ timeout: 5 });
  await database?.drop();
});

describe('a period', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' };

  test('has the lines of its days, the last one included, and of no other, with the balance after each', async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    for (const [at, amount] of [
      ['2026-02-28T23:59:59.999Z', 7_00],
      ['2026-03-01T00:00:00.000Z', 10_00],
      ['2026-03-01T12:00:00.000Z', -2_50],
      ['2026-03-02T23:59:59.999Z', 30_00],
      ['2026-03-03T00:00:00.000Z', 99_00],
    ] as const) {
      await post(ctx, at, amount);
    }
    const data = await readJson(ctx, days);
    expect(data).toEqual({
      from: '2026-03-01',
      to: '2026-03-02',
      currency: 'GMD',
      opening_balance: '7.00',
      closing_balance: '44.50',
      totals: { collection: { count: 2, amount: '40.00' }, payout: { count: 1, amount: '-2.50' } },
      lines: [
        line('2026-03-01T00:00:00.000Z', 'collection', null, '10.00', '17.00'),
        line('2026-03-01T12:00:00.000Z', 'payout', '2.50', null, '14.50'),
        line('2026-03-02T23:59:59.999Z', 'collection', null, '30.00', '44.50'),
      ],
    });
  });

  test('says what customers paid and what was taken of it, of the payments of its days only', async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    const paid = (at: string, kind: string, net: number, commission: number) =>
      postEntries(ctx, at, kind, [
        ['rail_collections:PROVIDER_W', net + commission],
        ['available', -net],
        ['commission', -commission],
      ]);
    await paid('2026-02-28T12:00:00.000Z', 'collection_settled', 985_00, 15_00);
    await paid('2026-03-01T12:00:00.000Z', 'collection_settled', 98_50, 1_50);
    await paid('2026-03-02T12:00:00.000Z', 'collection_settled', 197_00, 3_00);
    await postEntries(ctx, '2026-03-02T13:00:00.000Z', 'refund_paid', [
      ['commission', 1_00],
      ['available', -1_00],
    ]);
    const shown = await showStatement(ctx, days);
    expect(shown).toMatchObject({ collected: { gross: '300.00', commission: '4.50' } });
    expect(shown.statement?.totals).toMatchObject({ collection: { count: 2, amount: '295.50' } });
    expect(shown.count).toBe(3);
  });

  test('without lines opens and closes with what there was', async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    expect(await readJson(ctx, days)).toMatchObject({ opening_balance: '0.00', closing_balance: '0.00' });
    await post(ctx, '2026-02-20T08:00:00Z', 12_34);
    await post(ctx, '2026-03-04T08:00:00Z', 1_00);
    const data = await readJson(ctx, days);
    expect(data).toMatchObject({ opening_balance: '12.34', closing_balance: '12.34', totals: {}, lines: [] });
    expect(await readText(ctx, { ...days, format: 'csv' })).toBe(HEAD);
  });

  test('has nothing of another client, of the other environment or of another account', async () => {
    const now = '2026-03-05T12:00:00Z';
    const [mine, theirs] = [await makeClient(now), await makeClient(now)];
    await post(theirs, '2026-03-01T08:00:00Z', 50_00);
    await post({ ...mine, environment: 'LIVE' }, '2026-03-01T08:00:00Z', 60_00);
    await post(mine, '2026-03-01T09:00:00Z', 5_00);
    await post(mine, '2026-03-01T09:30:00Z', -3_00);
    await postEntries(mine, '2026-03-01T10:00:00Z', 'payout_delivered', [
      ['held', 3_00],
      ['rail_float:PROVIDER_W', -3_00],
    ]);
    const data = await readJson(mine, days);
    expect(data.lines.map((each) => each.balance)).toEqual(['5.00', '2.00']);
    expect(data.closing_balance).toBe('2.00');
  });

  test.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ from: '2026-03-01', to: '2026-03-06' }, 'to'],
    [{ from: '2025-03-04', to: '2026-03-05' }, 'from'],
    [{ from: '0001-01-01', to: '2026-03-05' }, 'from'],
  ])('%j is refused, and the sentence is about %s', async (period, path) => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    await expect(readStatement(ctx, period)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  test('may end today, have 366 days, or lie before everything', async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    for (const period of [
      { from: '2026-03-05', to: '2026-03-05' },
      { from: '2025-03-05', to: '2026-03-05' },
      { from: '0001-01-01', to: '0001-12-31' },
    ]) {
      expect((await readStatement(ctx, period)).closingBututs).toBe(0n);
    }
  });

  test.each([
    [{}, ['from', 'to']],
    [{ from: '2026-02-29', to: '2026-3-1' }, ['from', 'to']],
    [{ from: '2026-03-01T00:00:00Z', to: 'today' }, ['from', 'to']],
    [{ from: '2026-03-01', to: '2026-03-01', format: 'xml' }, ['format']],
  ])('the query %j is refused', (query, paths) => {
    const issues = statementQuery.safeParse(query).error?.issues ?? [];
    expect(issues.map((each) => each.path.join())).toEqual(paths);
  });
});

describe('what a line says', () => {
  test('each kind of journal that moves the balance has its word and its side; a payment its reference and who it was', async () => {
    const ctx = { ...(await makeClient(new Date().toISOString(), 150)), now: () => new Date() };
    const paid = await move(ctx, null, collectionDraft(ctx), [
      { kind: 'initiated' },
      { kind: 'rail_succeeded' },
    ]);
    await postEntries(ctx, new Date().toISOString(), 'float_funded', [
      ['rail_float:PROVIDER_W', 500_00],
      ['float_funding', -500_00],
    ]);
    await sqlClient()`select fold_entries()`;
    const failed = await payOut(ctx, 'supplier-1');
    const failure = { code: 'RECIPIENT_NOT_FOUND', message: 'No.' } as const;
    await move(ctx, failed, failed, [{ kind: 'payout_refused', failure }]);
    const delivered = await payOut(ctx, 'supplier-2');
    const succeeded = await move(ctx, delivered, delivered, [
      { kind: 'payout_delivered', railReference: null },
    ]);
    await move(ctx, succeeded, succeeded, [{ kind: 'payout_reversed', reason: 'Returned.' }]);
    await postEntries(ctx, new Date().toISOString(), 'adjustment', [
      ['available', 1_00],
      ['rail_collections:PROVIDER_W', -1_00],
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const data = await readJson(ctx, { from: today, to: today });
    expect(
      data.lines.map(({ kind, client_reference, counterparty, debit, credit, balance }) => [
        ...[kind, client_reference, counterparty, debit, credit, balance],
      ]),
    ).toEqual([
      ['collection', 'order-1', 'Awa Ceesay', null, '98.50', '98.50'],
      ['payout', 'supplier-1', '+2203456789', '25.00', null, '73.50'],
      ['payout_returned', 'supplier-1', '+2203456789', null, '25.00', '98.50'],
      ['payout', 'supplier-2', '+2203456789', '25.00', null, '73.50'],
      ['reversal', 'supplier-2', '+2203456789', null, '25.00', '98.50'],
      ['adjustment', null, null, '1.00', null, '97.50'],
    ]);
    expect(data.lines[0]?.transaction_id).toBe(paid.id);
    expect(Object.entries(data.totals).map(([kind, { count, amount }]) => [kind, count, amount])).toEqual([
      ['collection', 1, '98.50'],
      ['payout', 2, '-50.00'],
      ['payout_returned', 1, '25.00'],
      ['reversal', 1, '25.00'],
      ['adjustment', 1, '-1.00'],
    ]);
    expect(data.closing_balance).toBe((await getBalance(ctx)).available_balance_gmd);
  });
});

test('a payment stands in the day in which the clock of its verb was when it was booked', async () => {
  const ctx = await makeClient('2026-02-10T08:30:00.000Z');
  await move(ctx, null, collectionDraft(ctx), [{ kind: 'initiated' }, { kind: 'rail_succeeded' }]);
  const data = await readJson(ctx, { from: '2026-02-10', to: '2026-02-10' });
  expect(data.lines).toMatchObject([{ at: '2026-02-10T08:30:00.000Z', balance: '98.50' }]);
});

describe('while payments are booked', () => {
  const now = '2026-03-05T12:00:00Z';
  const today = { from: '2026-03-05', to: '2026-03-05' };

  test('what is committed between the balances and the lines, with an older id or not, is in neither', async () => {
    const ctx = await makeClient(now);
    await post(ctx, '2026-03-05T08:00:00Z', 10_00);
    await writer`begin`;
    await post(ctx, '2026-03-05T08:30:00Z', 1_00, writer);
    await post(ctx, '2026-03-05T09:00:00Z', 20_00);
    const statement = await readStatement(ctx, today);
    await writer`commit`;
    await post(ctx, '2026-03-05T08:15:00Z', 3_00);
    const lines = await readLines(ctx, statement, 10);
    expect(lines.map((each) => [each.amountBututs, each.balanceBututs])).toEqual([
      [10_00n, 10_00n],
      [20_00n, 30_00n],
    ]);
    expect(statement.closingBututs).toBe(30_00n);
    // A statement that is read now has them, in their places.
    expect((await readJson(ctx, today)).lines.map((each) => each.balance)).toEqual([
      ...['10.00', '13.00', '14.00', '34.00'],
    ]);
  });

  test('and committed all the time, each statement opens with nothing and its lines lead to where it closes', async () => {
    const ctx = { ...(await makeClient(now)), now: () => new Date() };
    const day = new Date().toISOString().slice(0, 10);
    let isDone = false;
    const writing = (async () => {
      for (let turn = 1; !isDone; turn++) {
        await writer`begin`;
        await post(ctx, new Date(Date.now() - (turn % 3) * 1_000), turn, writer);
        await writer.unsafe(turn % 7 === 0 ? 'rollback' : 'commit');
      }
    })();
    const lengths: number[] = [];
    try {
      // Until they have written a good deal, however busy the machine is.
      for (let round = 0; round < 60 || (lengths.at(-1) ?? 0) <= 60; round++) {
        const data = await readJson(ctx, { from: day, to: day });
        expect(data.opening_balance).toBe('0.00');
        expect(data.lines.at(-1)?.balance ?? '0.00').toBe(data.closing_balance);
        lengths.push(data.lines.length);
      }
    } finally {
      isDone = true;
      await writing;
    }
    // They did write meanwhile.
    expect(lengths.at(-1)).toBeGreaterThan(60);
  });

  test('one of yesterday that is asked for right after midnight waits for what was under way', async () => {
    const ctx = await makeClient('2026-03-06T00:00:14.200Z');
    await post(ctx, '2026-03-05T09:00:00Z', 20_00);
    await writer`begin`;
    await post(ctx, '2026-03-05T23:59:59.900Z', 1_00, writer);
    const asked = readJson(ctx, today);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await writer`commit`;
    const first = await asked;
    expect(first.closing_balance).toBe('21.00');
    const later = { ...ctx, now: () => new Date('2027-01-01T00:00:00Z') };
    expect(await readJson(later, today)).toEqual(first);
  });

  test('a period that has passed is the same bytes, whatever is booked since, folded or not', async () => {
    const ctx = await makeClient(now);
    for (let hour = 10; hour < 20; hour++) await post(ctx, `2026-03-03T${hour}:00:00Z`, hour * 100);
    const period = { from: '2026-03-03', to: '2026-03-04' };
    const before = [await readText(ctx, period), await readText(ctx, { ...period, format: 'csv' })];
    await post(ctx, '2026-03-05T08:00:00Z', 500_00);
    await sqlClient()`select fold_entries()`;
    await post(ctx, '2026-03-05T09:00:00Z', -100_00);
    const later = { ...ctx, now: () => new Date('2027-03-03T00:00:00Z') };
    expect([await readText(later, period), await readText(later, { ...period, format: 'csv' })]).toEqual(
      before,
    );
  });

  test('a stream whose lines do not lead to the closing balance breaks off', async () => {
    const ctx = await makeClient(now);
    for (let second = 0; second < 1_001; second++) {
      await post(ctx, new Date(Date.parse('2026-03-01T00:00:00Z') + second * 1_000), 1_00);
    }
    const { stream } = await writeStatement(
      ctx,
      { from: '2026-03-01', to: '2026-03-01', format: 'csv' },
      async (work) => {
        // As by a clock that was days behind: nobody waits that long.
        await post(ctx, '2026-03-01T23:00:00Z', 1_00);
        return work();
      },
    );
    await expect(new Response(stream).text()).rejects.toThrow('lead to its closing balance');
  });
});

/** Seconds of three days, and what each journal adds to `available`. */
/** Every journal that moves the balance: which way, and where the money is else. */
const moves = [
  { journal: 'collection_settled', sign: 1, other: 'rail_collections:PROVIDER_W' },
  { journal: 'payout_accepted', sign: -1, other: 'held' },
  { journal: 'payout_returned', sign: 1, other: 'held' },
  { journal: 'payout_reversed', sign: 1, other: 'rail_float:PROVIDER_W' },
  { journal: 'refund_accepted', sign: -1, other: 'held' },
  { journal: 'refund_reversed', sign: 1, other: 'commission' },
  { journal: 'refund_paid', sign: 1, other: 'commission' },
  { journal: 'refund_returned', sign: 1, other: 'held' },
  { journal: 'adjustment', sign: 1, other: 'rail_collections:PROVIDER_W' },
  { journal: 'adjustment', sign: -1, other: 'rail_collections:PROVIDER_W' },
  { journal: 'settlement_accepted', sign: -1, other: 'held' },
  { journal: 'settlement_returned', sign: 1, other: 'held' },
  { journal: 'settlement_came_back', sign: 1, other: 'float_funding' },
] as const;

const history = fc.array(
  fc.record({
    second: fc.nat({ max: 3 * 86_400 - 1 }),
    move: fc.constantFrom(...moves),
    bututs: fc.integer({ min: 1, max: 900_00 }),
    isFolded: fc.boolean(),
  }),
  { maxLength: 40 },
);

test('of any history: opening and lines make the closing balance, the days make the period, and a spreadsheet the totals', async () => {
  const begin = Date.parse('2026-03-01T00:00:00Z');
  expect(new Set(moves.map(({ journal }) => statementKindOf(journal)))).toEqual(new Set(statementKinds));
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (journals) => {
      const ctx = await makeClient('2026-03-04T00:01:00Z');
      // So much on each account that nothing of it overdraws.
      const stock = 40 * 900_00;
      await postEntries(ctx, '2026-02-28T00:00:00Z', 'collection_settled', [
        ['rail_collections:PROVIDER_W', 3 * stock],
        ['available', -2 * stock],
        ['commission', -stock],
      ]);
      await post(ctx, '2026-02-28T00:00:01Z', -stock);
      for (const { second, move: of, bututs, isFolded } of journals) {
        seen.add(statementKindOf(of.journal));
        await postEntries(ctx, new Date(begin + second * 1000), of.journal, [
          [of.other, of.sign * bututs],
          ['available', -of.sign * bututs],
        ]);
        if (isFolded) await sqlClient()`select fold_entries()`;
      }
      const whole = await readJson(ctx, { from: '2026-03-01', to: '2026-03-03' });
      expect(whole.opening_balance).toBe('36000.00');
      expect(whole.closing_balance).toBe((await getBalance(ctx)).available_balance_gmd);
      let balance = cents(whole.opening_balance);
      for (const each of whole.lines) {
        balance += cents(each.credit) - cents(each.debit);
        expect(cents(each.balance)).toBe(balance);
      }
      expect(balance).toBe(cents(whole.closing_balance));
      const booked = journals.map(({ move: of, bututs }) => ({
        kind: statementKindOf(of.journal),
        amount: of.sign * bututs,
      }));
      const asTexts = (lines: { kind: string; amount: number }[]) =>
        lines.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
      expect(asTexts(whole.lines.map((each) => ({ kind: each.kind, amount: amountOf(each) })))).toEqual(
        asTexts(booked),
      );

      const days = [];
      for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) {
        days.push(await readJson(ctx, { from: day, to: day }));
      }
      expect(days.flatMap((each) => each.lines)).toEqual(whole.lines);
      expect(days.map((each) => each.opening_balance)).toEqual([
        whole.opening_balance,
        ...days.slice(0, 2).map((each) => each.closing_balance),
      ]);
      expect(days[2]?.closing_balance).toBe(whole.closing_balance);

      const csv = await readText(ctx, { from: '2026-03-01', to: '2026-03-03', format: 'csv' });
      expect(csv.split('\r\n').length - 2).toBe(whole.lines.length);
      for (const kind of statementKinds) {
        const own = booked.filter((each) => each.kind === kind);
        const { count, amount } = whole.totals[kind] ?? { count: 0, amount: '0.00' };
        expect([count, cents(amount)]).toEqual([own.length, own.reduce((sum, each) => sum + each.amount, 0)]);
        expect(awk(csv, kind)).toBe(`${count} ${amount}`);
      }
    }),
    { numRuns: 25 },
  );
  expect(seen).toEqual(new Set(statementKinds));
});

test('a statement of several pages is one text, and its lines are those of the pages', async () => {
  const ctx = await makeClient('2026-03-05T12:00:00Z');
  await fill(ctx, 2_345, '2026-03-01T00:00:00Z');
  const waits = vi.fn();
  const { stream } = await writeStatement(
    ctx,
    { from: '2026-03-01', to: '2026-03-01', format: 'json' },
    async (work) => {
      waits();
      return work();
    },
  );
  const { data } = (await new Response(stream).json()) as { data: Data };
  expect(data.lines).toHaveLength(2_345);
  expect(new Set(data.lines.map((each) => each.at)).size).toBe(2_345);
  expect(data.lines.at(-1)?.balance).toBe(data.closing_balance);
  expect(data.closing_balance).toBe('2345.00');
  // Each but the first takes a place of its own.
  expect(waits).toHaveBeenCalledTimes(2);
});

longTest(
  'a statement is read page by page as it is taken, and not further after the receiver hung up',
  async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    await fill(ctx, 5_000, '2026-03-01T00:00:00Z');
    let pages = 1;
    const { stream } = await writeStatement(
      ctx,
      { from: '2026-03-01', to: '2026-03-01', format: 'csv' },
      async (work) => {
        pages++;
        return work();
      },
    );
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(pages).toBeLessThanOrEqual(2);
    expect((await reader.read()).done).toBe(true);
  },
);

test('the PDF has the figures of the JSON, line by line', async () => {
  const ctx = await makeClient('2026-03-05T12:00:00Z');
  const period = { from: '2026-03-01', to: '2026-03-02' };
  await post(ctx, '2026-02-28T08:00:00Z', 1_234_567_89);
  for (let hour = 10; hour < 20; hour++) {
    await post(ctx, `2026-03-01T${hour}:00:00Z`, hour % 3 === 0 ? -hour * 1_001 : hour * 1_001);
  }
  const data = await readJson(ctx, period);
  const { stream, type, name } = await writeStatement(ctx, { ...period, format: 'pdf' }, (work) => work());
  expect([type, name]).toEqual(['application/pdf', 'kaira-statement-sandbox-2026-03-01-2026-03-02.pdf']);
  const texts = pdfTexts(Buffer.from(await new Response(stream).arrayBuffer()));
  const figures = texts
    .filter((each) => /^-?[\d,]+\.\d\d$/.test(each))
    .map((each) => each.replaceAll(',', ''));
  expect(figures).toEqual([
    data.opening_balance,
    ...Object.values(data.totals).map((each) => each.amount),
    data.closing_balance,
    ...data.lines.flatMap((each) => [each.debit ?? each.credit, each.balance]),
  ]);
});

longTest(
  'a PDF of too many lines is refused before a line is read, and the sentence leads to CSV',
  async () => {
    const ctx = await makeClient('2026-03-05T12:00:00Z');
    // Of a client that the planner's statistics do not know it expects a row, whose journals cost nothing to go through.
    await fill(await makeClient('2026-03-05T12:00:00Z'), 100, '2026-02-01T00:00:00Z');
    await superuserSql()`analyze journals, entries`;
    await fill(ctx, 20_001, '2026-03-01T00:00:00Z');
    const period = { from: '2026-03-01', to: '2026-03-01' };
    await expect(writeStatement(ctx, { ...period, format: 'pdf' }, (work) => work())).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('at most 20,000 lines, and this period has 20,001'),
    });
    const csv = await readText(ctx, { ...period, format: 'csv' });
    expect(awk(csv, 'collection')).toBe('20001 20001.00');
  },
);

const HEAD = 'at,kind,transaction_id,client_reference,counterparty,debit,credit,balance\r\n';

type Line = ReturnType<typeof presentLine>;
interface Data {
  opening_balance: string;
  closing_balance: string;
  totals: Record<string, { count: number; amount: string }>;
  lines: Line[];
}

type Asked = { from: string; to: string; format?: 'json' | 'csv' };

async function readText(ctx: Context, { format = 'json', ...period }: Asked): Promise<string> {
  const { stream } = await writeStatement(ctx, { ...period, format }, (work) => work());
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('utf8');
}

async function readJson(ctx: Context, period: Asked): Promise<Data> {
  return JSON.parse(await readText(ctx, period)).data;
}

function line(at: string, kind: string, debit: string | null, credit: string | null, balance: string): Line {
  return {
    at,
    kind,
    transaction_id: null,
    client_reference: null,
    counterparty: null,
    debit,
    credit,
    balance,
  };
}

/** How a spreadsheet would add up the lines of a kind: `<count> <amount>`. */
function awk(csv: string, kind: string): string {
  // In bututs, for a sum of fractions may end a hair below zero.
  const program = `BEGIN { FS = "," } $2 == "${kind}" { n++; gsub(/[.]/, ""); sum += $7 - $6 } END { printf "%d %.2f", n, sum / 100 }`;
  return execFileSync('awk', [program], {
    input: csv,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
}

const cents = (amount: string | null) => Number((amount ?? '0').replace('.', ''));
const amountOf = (each: Line) => cents(each.credit) - cents(each.debit);

type Legs = [account: string, bututs: number][];

/** What adds to `available`, or takes from it when below zero. */
async function post(ctx: Context, at: string | Date, amount: number, sql?: ReservedSql): Promise<void> {
  const [kind, other] =
    amount > 0 ? ['collection_settled', 'rail_collections:PROVIDER_W'] : ['payout_accepted', 'held'];
  await postEntries(
    ctx,
    at,
    kind as string,
    [
      [other as string, amount],
      ['available', -amount],
    ],
    sql,
  );
}

async function postEntries(
  ctx: Context,
  at: string | Date,
  kind: string,
  legs: Legs,
  sql: Sql | ReservedSql = superuserSql(),
): Promise<void> {
  const entries = legs.map(([account, bututs]) => ({
    client_id: ctx.client.id,
    account,
    amount_bututs: String(bututs),
  }));
  const time = new Date(at);
  const text = JSON.stringify({ id: newId(time), kind, entries });
  await sql`select post_journal(${ctx.client.id}, ${ctx.environment}, null, ${text}::text::jsonb, '{}', ${time.toISOString()})`;
}

/** So many collections of 1.00, a second after each other. */
async function fill(ctx: Context, count: number, from: string): Promise<void> {
  const begin = Date.parse(from);
  const ids = Array.from({ length: count }, (_, second) => newId(new Date(begin + second * 1_000)));
  await superuserSql()`
    select post_journal(${ctx.client.id}, ${ctx.environment}, null, jsonb_build_object('id', id, 'kind', 'collection_settled', 'entries',
      jsonb_build_array(
        jsonb_build_object('client_id', ${ctx.client.id}::text, 'account', 'available', 'amount_bututs', '-100'),
        jsonb_build_object('client_id', ${ctx.client.id}::text, 'account', 'rail_collections:PROVIDER_W', 'amount_bututs', '100'))), '{}', now())
    from unnest(${ids}::text[]) as id`;
}

async function makeClient(now: string, commissionBps = 0): Promise<Context> {
  const id = newId();
  const sql = sqlClient();
  await sql`insert into clients (id, name, business_phone, business_email, commission_bps) values (${id}, 'C', '', '', ${commissionBps})`;
  const names = ['available', 'held', 'commission', 'float_funding'];
  for (const environment of ['SANDBOX', 'LIVE']) {
    for (const name of [...names, 'rail_collections:PROVIDER_W', 'rail_float:PROVIDER_W']) {
      await sql`insert into accounts (client_id, environment, name) values (${id}, ${environment}, ${name})`;
    }
  }
  return { ...systemContext({ id, name: 'C', commissionBps }, 'SANDBOX'), now: () => new Date(now) };
}

function collectionDraft(ctx: Context): Transaction {
  return newTransaction(
    ctx,
    {
      id: newId(),
      clientReference: 'order-1',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      type: 'collection',
      amountBututs: 100_00n,
      commissionBps: 150,
      customerName: 'Awa Ceesay',
      mobile: '+2207012345',
    },
    ctx.now(),
  );
}

function payOut(ctx: Context, clientReference: string): Promise<Transaction> {
  const draft = newTransaction(
    ctx,
    {
      id: newId(),
      clientReference,
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      type: 'payout',
      amountBututs: 25_00n,
      mobile: '+2203456789',
    },
    ctx.now(),
  );
  return move(ctx, null, draft, [{ kind: 'initiated' }]);
}

/** Takes a transaction along its edges; returns it as it stands then. */
async function move(
  ctx: Context,
  before: Transaction | null,
  transaction: Transaction,
  triggers: Trigger[],
): Promise<Transaction> {
  let [was, is] = [before, transaction];
  for (const trigger of triggers) {
    const change = decide(was, is, trigger, ctx.now());
    if ('refused' in change) throw new Error(change.refused);
    expect((await commitChanges(ctx, [change])).outcome).toBe('done');
    is = change.after;
    was = is;
  }
  return is;
}
