import fc from 'fast-check';
import type { ReservedSql, Sql } from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { makeCursor } from '#lib/http/paging';
import { newId } from '#lib/ids';
import { makeLedgerCursor } from '#lib/ledger/ledger-cursor';
import { ledgerQuery, listEntries } from '#lib/ledger/list-entries';
import { commitChanges } from '#lib/transactions/advance';
import { decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import type { Transaction } from '#lib/transactions/transaction';

vi.setConfig({ testTimeout: 120_000 });

// Not covered: numbers of transactions that have begun anew from 2³², which takes a server set up for it.

const WRITERS = 3;

let database: TestDatabase;
let pool: Sql;
let writers: ReservedSql[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = connect(database.url, WRITERS, 'kaira writer');
  writers = await Promise.all(Array.from({ length: WRITERS }, () => pool.reserve()));
});

afterAll(async () => {
  for (const writer of writers ?? []) writer.release();
  await pool?.end({ timeout: 5 });
  await database?.drop();
});

interface Listed {
  id: string;
  amount: number;
  balance: number;
}

test('a journal that is committed between two pages shows in neither, though its id is older than the first page', async () => {
  const ctx = await makeClient();
  const [late] = writers as [ReservedSql];
  await post(superuserSql(), ctx, journal(1, 10_00));
  const between = journal(2, 1_00);
  await late`begin`;
  await post(late, ctx, between);
  await post(superuserSql(), ctx, journal(3, 20_00));
  const first = await page(ctx, 1);
  await late`commit`;
  const second = await page(ctx, 1, first.next);
  expect([...first.entries, ...second.entries].map(({ amount, balance }) => [amount, balance])).toEqual([
    [20_00, 30_00],
    [10_00, 10_00],
  ]);
  expect(second.next).toBeNull();
  // A listing that begins now has it.
  expect((await wholeListing(ctx, 1)).map((entry) => entry.id)).toContain(between.id);
});

test('nor does one that had not begun when the first page was read', async () => {
  const ctx = await makeClient();
  await post(superuserSql(), ctx, journal(1, 10_00));
  await post(superuserSql(), ctx, journal(3, 20_00));
  const first = await page(ctx, 1);
  await post(superuserSql(), ctx, journal(2, 1_00));
  expect((await page(ctx, 1, first.next)).entries).toMatchObject([{ amount: 10_00, balance: 10_00 }]);
});

/** What happens one after the other: a writer books, commits or rolls back; the reader asks for a page. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('book' as const),
    writer: fc.nat({ max: WRITERS - 1 }),
    /** How old the id is when it is booked. */
    age: fc.nat({ max: 60 * 60 }),
    amount: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({ act: fc.constantFrom('commit' as const, 'rollback' as const), writer: fc.nat({ max: 2 }) }),
  fc.record({ act: fc.constantFrom('page' as const, 'page' as const, 'fold' as const) }),
);

test('with three writers at any moments, the pages of a listing are what its first page saw', async () => {
  let longest = 0;
  const history = fc.array(step, { minLength: 20, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 3 }), async (steps, limit) => {
      const ctx = await makeClient();
      const committed: Journal[] = [];
      const pending: (Journal[] | undefined)[] = Array(WRITERS).fill(undefined);
      let listing: { expected: Listed[]; seen: Listed[]; next: string | undefined } | undefined;

      const end = async (writer: number, how: 'commit' | 'rollback') => {
        const booked = pending[writer];
        if (booked === undefined) return;
        await writers[writer]!.unsafe(how);
        if (how === 'commit') committed.push(...booked);
        pending[writer] = undefined;
      };
      const readPage = async () => {
        listing ??= { expected: listed(committed), seen: [], next: undefined };
        const { entries, next } = await page(ctx, limit, listing.next);
        listing.seen.push(...entries);
        listing.next = next ?? undefined;
        expect(listing.seen).toEqual(listing.expected.slice(0, listing.seen.length));
        if (next !== null) return;
        expect(listing.seen).toEqual(listing.expected);
        longest = Math.max(longest, listing.seen.length / limit);
        listing = undefined;
      };

      try {
        for (const each of steps) {
          if (each.act === 'book') {
            const booked = journal(-each.age, each.amount);
            if (pending[each.writer] === undefined) await writers[each.writer]!`begin`;
            pending[each.writer] ??= [];
            await post(writers[each.writer]!, ctx, booked);
            pending[each.writer]!.push(booked);
          } else if (each.act === 'page') await readPage();
          else if (each.act === 'fold') await sqlClient()`select fold_entries()`;
          else if ('writer' in each) await end(each.writer, each.act);
        }
        for (let writer = 0; writer < WRITERS; writer++) await end(writer, 'commit');
        while (listing !== undefined) await readPage();
      } finally {
        for (let writer = 0; writer < WRITERS; writer++) await end(writer, 'rollback');
      }
    }),
    { numRuns: 40 },
  );
  // Else nothing could have come in between.
  expect(longest).toBeGreaterThan(3);
});

test('while three writers commit at the same time, every listing holds together down to nothing', async () => {
  const ctx = await makeClient();
  let done = false;
  const writing = writers.map(async (writer, lane) => {
    for (let turn = 0; turn < 400 && !done; turn++) {
      const booked = journal(-((lane + turn) % 3), 1 + turn);
      await writer`begin`;
      await post(writer, ctx, booked);
      await writer.unsafe(turn % 7 === 0 ? 'rollback' : 'commit');
    }
  });
  const folding = (async () => {
    while (!done) await sqlClient()`select fold_entries()`;
  })();
  const lengths: number[] = [];
  try {
    for (let round = 0; round < 12; round++) {
      const listing = await wholeListing(ctx, 1 + (round % 7));
      lengths.push(listing.length);
      for (const [index, { balance, amount }] of listing.entries()) {
        expect(balance - amount).toBe(listing[index + 1]?.balance ?? 0);
      }
    }
  } finally {
    done = true;
    await Promise.all([...writing, folding]);
  }
  // They did write meanwhile.
  expect(lengths.at(-1)).toBeGreaterThan(lengths[1] ?? 0);
});

test('a cursor of the release before goes on as it did, and holds together from there on', async () => {
  const ctx = await makeClient();
  const ids = [1, 2, 3, 4, 5].map((second) => journal(second, second * 100));
  for (const each of ids) await post(superuserSql(), ctx, each);
  const old = makeCursor([ids[3]!.id, '600']);
  const first = await page(ctx, 1, old);
  expect(first.entries).toMatchObject([{ id: ids[2]!.id, amount: 300, balance: 600 }]);
  await post(superuserSql(), ctx, journal(1.5, 7_00));
  const rest = await page(ctx, 10, first.next);
  expect(rest.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
    [200, 300],
    [100, 100],
  ]);
});

test.each([
  ['a server that had made more transactions', { nextXid: 4_000_000_000, underWay: [1, 3_999_999_990] }],
  ['one that had made fewer', { nextXid: 3, underWay: [] }],
  ['nowhere', { nextXid: 78_364_164_095, underWay: [78_364_164_095, 0] }],
])('a cursor of %s is no error', async (_, numbers) => {
  const ctx = await makeClient();
  await post(superuserSql(), ctx, journal(1, 10_00));
  const snapshot = { settledBeforeMs: 0, ...numbers };
  const cursor = makeLedgerCursor({
    beforeJournal: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    balanceBututs: 0n,
    snapshot,
  });
  expect((await page(ctx, 10, cursor)).entries.length).toBeLessThanOrEqual(1);
});

test('what was booked long before shows, whatever the numbers are', async () => {
  const ctx = await makeClient();
  await post(superuserSql(), ctx, journal(-25 * 60 * 60, 10_00));
  await post(superuserSql(), ctx, journal(0, 10_00));
  const { next } = await page(ctx, 1);
  const { beforeJournal, snapshot } = ledgerQuery.parse({ cursor: next }).cursor!;
  // As after 2³¹ transactions more.
  const cursor = makeLedgerCursor({
    beforeJournal,
    balanceBututs: 10_00n,
    snapshot: { ...snapshot!, nextXid: (snapshot!.nextXid + 2 ** 31 + 2 ** 20) % 2 ** 32 },
  });
  expect((await page(ctx, 1, cursor)).entries).toMatchObject([{ amount: 10_00, balance: 10_00 }]);
});

test('entries bear the number of the transaction that a snapshot knows: none is booked within a block of its own', async () => {
  const ctx = await makeClient();
  const draft = newTransaction(
    ctx,
    {
      id: newId(),
      clientReference: 'one',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      type: 'collection',
      amountBututs: 10_00n,
    },
    ctx.now(),
  );
  const begun = decided(null, draft, { kind: 'initiated' });
  const paid = decided(begun.after, begun.after, { kind: 'rail_succeeded' });
  expect((await commitChanges(ctx, [begun, paid])).outcome).toBe('done');
  const booked = await sqlClient()`
    select e.xmin::text::bigint = mod(v.position - b.base, 1::bigint << 32) as same
    from entries e join events v on v.client_id = e.client_id, event_position_base b
    where e.client_id = ${ctx.client.id} and e.account = 'available'`;
  expect(booked).toEqual([{ same: true }]);

  const [writer] = writers as [ReservedSql];
  await writer`begin`;
  const funding = {
    client_id: ctx.client.id,
    environment: ctx.environment,
    account: 'rail_float:PROVIDER_W',
    now: ctx.now(),
    journal: {
      id: newId(),
      kind: 'float_funded',
      entries: legs(ctx, [
        ['rail_float:PROVIDER_W', 100],
        ['float_funding', -100],
      ]),
    },
  };
  await writer`select fund_float(${JSON.stringify(funding)}::text::jsonb)`;
  const funded = await writer`
    select xmin::text::bigint = mod(pg_current_xact_id()::text::bigint, 1::bigint << 32) as same from entries
    where client_id = ${ctx.client.id} and account = 'float_funding'`;
  await writer`commit`;
  expect(funded).toEqual([{ same: true }]);
});

interface Journal {
  id: string;
  amount: number;
}

const startedAt = Date.now();

/** Its id was made so many seconds after, or before, this file began. */
function journal(second: number, amount: number): Journal {
  return { id: newId(new Date(startedAt + second * 1000)), amount };
}

async function post(sql: Sql | ReservedSql, ctx: Context, { id, amount }: Journal): Promise<void> {
  const entries = legs(ctx, [
    ['rail_collections:PROVIDER_W', amount],
    ['available', -amount],
  ]);
  const text = JSON.stringify({ id, kind: 'collection_settled', entries });
  await sql`select post_journal(${ctx.client.id}, ${ctx.environment}, null, ${text}::text::jsonb, '{}', now())`;
}

function legs(ctx: Context, amounts: [account: string, bututs: number][]) {
  return amounts.map(([account, bututs]) => ({
    client_id: ctx.client.id,
    account,
    amount_bututs: String(bututs),
  }));
}

/** The listing of these journals and no others. */
function listed(journals: Journal[]): Listed[] {
  let balance = 0;
  return journals
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((each) => {
      balance += each.amount;
      return { ...each, balance };
    })
    .reverse();
}

async function page(ctx: Context, limit: number, cursor?: string | null) {
  const query = ledgerQuery.parse({ limit: String(limit), ...(cursor && { cursor }) });
  const { data, pagination } = await listEntries(ctx, query);
  const entries = data.map((each): Listed => {
    return {
      id: each.journal_id,
      amount: Number(each.amount.replace('.', '')),
      balance: each.balance_after_bututs,
    };
  });
  return { entries, next: pagination.next_cursor };
}

async function wholeListing(ctx: Context, limit: number): Promise<Listed[]> {
  const seen: Listed[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { entries, next } = await page(ctx, limit, cursor);
    seen.push(...entries);
    cursor = next;
  }
  return seen;
}

function decided(before: Transaction | null, transaction: Transaction, trigger: Trigger) {
  const change = decide(before, transaction, trigger, transaction.createdAt);
  if ('refused' in change) throw new Error(change.refused);
  return change;
}

async function makeClient(): Promise<Context> {
  const id = newId();
  const sql = sqlClient();
  await sql`insert into clients (id, name, business_phone, business_email, commission_bps) values (${id}, 'C', '', '', 0)`;
  const names = ['available', 'held', 'commission', 'float_funding'];
  for (const name of [...names, 'rail_collections:PROVIDER_W', 'rail_float:PROVIDER_W']) {
    await sql`insert into accounts (client_id, environment, name) values (${id}, 'SANDBOX', ${name})`;
  }
  return systemContext({ id, name: 'C', commissionBps: 0 }, 'SANDBOX');
}
