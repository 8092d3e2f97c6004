import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, type Environment, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import type { TransactionFilters } from '#lib/reads/search-transactions';
import { textAfterPrefix } from '#lib/reads/transaction-conditions';
import { edges } from '#lib/transactions/state';

// Not covered: how fast a page is on a million rows; `npm run bench` fills such a database.

type Search = typeof import('#lib/reads/search-transactions');
let database: TestDatabase;
let search: Search;

const DAY_MS = 24 * 60 * 60 * 1000;
const providers = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'];
const pairs = [...new Set(edges.map((edge) => `${edge.type} ${edge.to}`))].map(
  (pair) => pair.split(' ') as [string, string],
);
const names = ['Awa Ceesay', 'AWA BAH', 'Fatou Awa-Jallow', 'Hawa Ceesay', '100% Order', 'Ebrima_Sow'];
const references = ['ORDER', 'ORDER-', 'order-', 'INV_', 'INV%', 'Ä', '日本', 'ORDERS/'];

interface Row {
  id: string;
  type: string;
  status: string;
  provider: string;
  reference: string;
  mobile: string | null;
  name: string | null;
  railReference: string | null;
  amount: bigint;
  createdAt: Date;
}

let seed = 7;
const random = () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const contexts: Record<'mine' | 'live' | 'theirs', Context> = {} as never;
const rows: Row[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  search = await import('#lib/reads/search-transactions');
  const { createClient } = await import('#lib/clients/create-client');
  const make = async (environment: Environment, id?: string) =>
    systemContext(
      {
        id:
          id ??
          (await createClient({ name: 'Shop', businessPhone: '+2207012345', businessEmail: 'a@b.example' })),
        name: 'Shop',
        commissionBps: 150,
      },
      environment,
    );
  contexts.mine = await make('SANDBOX');
  contexts.live = await make('LIVE', contexts.mine.client.id);
  contexts.theirs = await make('SANDBOX');
  const start = Date.UTC(2026, 9, 1);
  for (let index = 0; index < 600; index++) {
    rows.push(await insert(contexts.mine, madeUp(index, new Date(start + index * 3 * 60 * 60 * 1000))));
  }
  // The same facts elsewhere: another environment, another client.
  for (const row of rows.slice(0, 60)) {
    for (const ctx of [contexts.live, contexts.theirs])
      await insert(ctx, { ...row, id: newId(row.createdAt) });
  }
});

afterAll(() => database?.drop());

function madeUp(index: number, createdAt: Date): Row {
  const [type, status] = pick(pairs);
  return {
    id: newId(createdAt),
    type,
    status,
    // Of some that ended, nobody had chosen a wallet.
    provider: status === 'EXPIRED' && index % 2 === 0 ? 'CUSTOMER_CHOICE' : pick(providers),
    reference: `${pick(references)}${index % 150}`,
    // Some as before the renumbering, some as after it.
    mobile:
      random() < 0.1
        ? null
        : `+220${random() < 0.3 ? '87' : ''}70${String(Math.floor(random() * 40)).padStart(5, '0')}`,
    name: index % 4 === 0 ? null : (names[index % names.length] as string),
    railReference: random() < 0.2 ? null : `rail_${Math.floor(random() * 500)}`,
    amount: BigInt(100 + Math.floor(random() * 50) * 25),
    createdAt,
  };
}

let attempt = 0;

async function insert(ctx: Context, row: Row): Promise<Row> {
  const completedAt = ['PENDING', 'AWAITING_LIQUIDITY'].includes(row.status)
    ? null
    : row.createdAt.toISOString();
  const failure = row.status === 'FAILED' ? 'DECLINED' : null;
  await superuserSql()`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, status, mobile, customer_name, rail_reference, failure_code, failure_message, created_at, updated_at, completed_at,
      collection_id, refund_method)
    values (${ctx.client.id}, ${ctx.environment}, ${row.id}, ${row.type}, ${row.reference}, ${++attempt}, ''::bytea,
      ${row.provider}, ${row.amount.toString()}, 150, ${row.status}, ${row.mobile}, ${row.name}, ${row.railReference}, ${failure}, ${failure},
      ${row.createdAt.toISOString()}, ${row.createdAt.toISOString()}, ${completedAt},
      ${row.type === 'refund' ? row.id : null}, ${row.type === 'refund' ? 'payout' : null})`;
  return row;
}

/** All of them are Africell’s: `87` before the old seven digits is the same number. */
function isNumberOf({ mobile }: Row, number: string | undefined): boolean {
  const form = /^\+220(?:87)?(70\d{5})$/;
  return mobile !== null && form.exec(mobile)?.[1] === form.exec(number ?? '')?.[1];
}

/** As the tests write amounts. */
function isAmount({ amount }: Row, q: string): boolean {
  const [, dalasis, bututs = ''] = /^(?:GMD )?([\d ,]+)(?:\.(\d+))?$/.exec(q) ?? [];
  return dalasis !== undefined && `${amount}` === `${dalasis.replace(/[ ,]/g, '')}${bututs.padEnd(2, '0')}`;
}

/** `5` and `order 5` are of `ORDER-5`: the letters before the first digit fit, or there are none. */
function isNumbered({ reference }: Row, q: string): boolean {
  const [head, digits] = [/^\D*/.exec(q)?.[0] ?? '', q.replace(/^\D*/, '')];
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-zä日本]/g, '');
  const [of, number] = [/^\D*/.exec(reference)?.[0] ?? '', reference.replace(/^\D*/, '')];
  return (
    digits !== '' && of !== '' && number === digits && (letters(head) === '' || letters(of) === letters(head))
  );
}

/** The plainest reading of the filters. */
function model(filters: TransactionFilters): string[] {
  const { q, type, status, provider, reference, mobile, amount_min, amount_max, from, to } = filters;
  const isName = q !== undefined && /^\D{2,}$/.test(q);
  const number = q === undefined ? undefined : /^\d{7}$/.test(q) ? `+220${q}` : q.replaceAll(' ', '');
  return rows
    .filter(
      (row) =>
        q === undefined ||
        row.id === q.toLowerCase() ||
        row.reference.startsWith(q) ||
        isNumbered(row, q) ||
        row.railReference === q ||
        isAmount(row, q) ||
        isNumberOf(row, number) ||
        (isName &&
          (row.name ?? '')
            .split(/[ _-]/)
            .some((_, at, words) =>
              words.slice(at).join(' ').toLowerCase().startsWith(q.toLowerCase().replaceAll(/[_-]/g, ' ')),
            )),
    )
    .filter((row) => type === undefined || type.includes(row.type as never))
    .filter((row) => status === undefined || status.includes(row.status as never))
    .filter((row) => provider === undefined || provider.includes(row.provider))
    .filter((row) => reference === undefined || row.reference.startsWith(reference))
    .filter((row) => mobile === undefined || isNumberOf(row, mobile))
    .filter((row) => amount_min === undefined || row.amount >= amount_min)
    .filter((row) => amount_max === undefined || row.amount <= amount_max)
    .filter((row) => from === undefined || row.createdAt >= from)
    .filter((row) => to === undefined || row.createdAt < to)
    .map((row) => row.id)
    .sort()
    .reverse();
}

async function all(filters: Record<string, string>, ctx = contexts.mine, size = 70): Promise<string[]> {
  const found: string[] = [];
  const parsed = search.transactionFilters.parse(filters);
  for await (const page of search.walkTransactions(ctx, parsed, size, (work) => work())) {
    found.push(...page.map((each) => each.id));
  }
  return found;
}

describe('every filter finds what the plainest reading of it finds, and no more', () => {
  const day = (offset: number) => new Date(Date.UTC(2026, 9, 1) + offset * DAY_MS).toISOString().slice(0, 10);
  const cases: Record<string, string>[] = [
    {},
    ...['collection', 'payout'].map((type) => ({ type })),
    ...['PENDING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'AWAITING_LIQUIDITY', 'REVERSED'].map(
      (status) => ({ status }),
    ),
    ...providers.map((provider) => ({ provider })),
    { provider: 'PROVIDER_X' },
    { type: 'payout', status: 'CANCELLED' },
    { status: 'FAILED,EXPIRED,FAILED' },
    { type: 'payout,refund', status: 'FAILED,SUCCEEDED', provider: 'PROVIDER_W,PROVIDER_X' },
    { type: 'collection,payout', reference: 'ORDER-1' },
    ...references.map((reference) => ({ reference })),
    { reference: 'ORDER-1' },
    { reference: 'INV_1' },
    { reference: 'nothing' },
    { mobile: '+2207000007' },
    { mobile: '700 00 07' },
    { mobile: '002207000007' },
    { amount_min: '5' },
    { amount_max: '3.50' },
    { amount_min: '4.00', amount_max: '4.00' },
    { from: day(10) },
    { to: day(10) },
    { from: day(10), to: day(10) },
    { from: `${day(3)}T12:00:00Z`, to: `${day(4)}T03:00:00.001Z` },
    { q: 'ORDER' },
    { q: '日本' },
    { q: 'rail_7' },
    { q: '7000007' },
    { q: '+220 700 0007' },
    ...['order 14', 'Order14', 'orders 7', 'inv14', '#14', '14', 'ä 3', 'or 14'].map((q) => ({ q })),
    { q: '14', type: 'payout', status: 'SUCCEEDED,FAILED' },
    ...['5', '5.0', '5.25', 'GMD 4.00', '1,250.50', '05', '5.2.5'].map((q) => ({ q })),
    { q: '4.00', type: 'payout', status: 'FAILED,SUCCEEDED' },
    ...[
      'awa',
      'Ceesay',
      'awa cee',
      'jallow',
      'order',
      'ebrima_',
      'sow',
      'Fatou Awa-J',
      '%',
      '_%',
      'A',
      "'",
      'awa  ',
    ].map((q) => ({ q })),
    { q: 'awa', type: 'collection', status: 'SUCCEEDED,EXPIRED' },
    { q: 'x'.repeat(255) },
  ];
  test.each(cases)('%j', async (filters) => {
    const parsed = search.transactionFilters.parse(filters);
    expect(await all(filters)).toEqual(model(parsed));
  });

  test('an id, in upper case too', async () => {
    const { id } = rows[42] as Row;
    expect(await all({ q: id })).toEqual([id]);
    expect(await all({ q: id.toUpperCase() })).toEqual([id]);
  });

  test('200 combinations', async () => {
    let nonEmpty = 0;
    for (let turn = 0; turn < 200; turn++) {
      const filters: Record<string, string> = {
        ...(random() < 0.4 && { type: pick(['collection', 'payout']) }),
        ...(random() < 0.4 && { status: pick([pick(pairs)[1], `${pick(pairs)[1]},${pick(pairs)[1]}`]) }),
        ...(random() < 0.3 && { provider: pick(providers) }),
        ...(random() < 0.3 && { reference: pick(references) }),
        ...(random() < 0.2 && { mobile: pick(rows).mobile ?? '+2207000001' }),
        ...(random() < 0.3 && { amount_min: pick(['1', '5.25', '9']) }),
        ...(random() < 0.3 && { amount_max: pick(['6', '10.00']) }),
        ...(random() < 0.3 && { from: day(Math.floor(random() * 60)) }),
        ...(random() < 0.3 && { to: day(Math.floor(random() * 80)) }),
        ...(random() < 0.3 && {
          q: pick([...references, ...names, pick(rows).railReference ?? 'x', pick(rows).reference]),
        }),
      };
      const expected = model(search.transactionFilters.parse(filters));
      if (expected.length > 0) nonEmpty++;
      expect(await all(filters), JSON.stringify(filters)).toEqual(expected);
    }
    expect(nonEmpty).toBeGreaterThan(40);
  });
});

describe('pages', () => {
  const pageOf = (query: Record<string, string>) =>
    search.searchTransactions(contexts.mine, search.searchQuery.parse(query));
  const idsOf = (page: Awaited<ReturnType<typeof pageOf>>) => page.data.map((each) => each.transaction_id);

  test.each([
    {},
    { type: 'payout' },
    { status: 'FAILED', provider: 'PROVIDER_A' },
    { status: 'FAILED,EXPIRED' },
    { q: 'ORDER' },
  ])('there and back again, %j shows every transaction once in each direction', async (filters) => {
    const expected = model(search.transactionFilters.parse(filters));
    const down: string[][] = [];
    const backs: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await pageOf({ ...filters, limit: '7', ...(cursor && { cursor }) });
      down.push(idsOf(page));
      if (page.pagination.previous_cursor) backs.push(page.pagination.previous_cursor);
      cursor = page.pagination.next_cursor;
    } while (cursor);
    expect(down.flat()).toEqual(expected);
    const up: string[][] = [];
    let back: string | null | undefined = backs.at(-1);
    while (back) {
      const page = await pageOf({ ...filters, limit: '7', back });
      up.unshift(idsOf(page));
      expect(page.pagination.next_cursor).not.toBeNull();
      back = page.pagination.previous_cursor;
    }
    expect(up).toEqual(down.slice(0, -1));
  });

  test('the total is that of the tallies, or null where only the rows know it', async () => {
    // Rows that were planted without a history stand in no tally.
    expect((await pageOf({ type: 'payout' })).pagination.total).toBe(0);
    expect((await pageOf({ reference: 'ORDER' })).pagination.total).toBeNull();
    expect((await pageOf({ amount_min: '1' })).pagination.total).toBeNull();
  });
});

test('nothing of another environment or another client is found, whatever is asked for', async () => {
  const theirs = new Set(await all({}, contexts.theirs));
  const live = new Set(await all({}, contexts.live));
  expect([theirs.size, live.size]).toEqual([60, 60]);
  for (const id of [...theirs, ...live]) expect(await all({ q: id })).toEqual([]);
  const mine = new Set(rows.map((row) => row.id));
  for (const filters of [
    { q: 'ORDER' },
    { mobile: '7000007' },
    { status: 'FAILED' },
    { reference: 'INV_' },
  ]) {
    const found = await all(filters);
    expect(found.filter((id) => !mine.has(id))).toEqual([]);
    expect((await all(filters, contexts.theirs)).filter((id) => !theirs.has(id))).toEqual([]);
  }
});

test('a beginning that very many references have is found by walking, with the same result', async () => {
  const ctx = { ...contexts.theirs, environment: 'LIVE' as const };
  await superuserSql()`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, status, created_at, updated_at)
    select ${ctx.client.id}, 'LIVE', uuid_v7(now() - make_interval(secs => i)), 'collection', 'BULK-' || i, 1, ''::bytea,
      'PROVIDER_W', 100 + i % 3, 150, 'PENDING', now(), now()
    from generate_series(1, 10500) i`;
  const count = async (filters: Record<string, string>) => new Set(await all(filters, ctx, 2_000)).size;
  expect(await count({ q: 'BULK-' })).toBe(10_500);
  expect(await count({ reference: 'BULK-', amount_min: '1.01', amount_max: '1.01' })).toBe(3_500);
  expect(await count({ reference: 'BULK-1050' })).toBe(2);
  expect(await count({ q: 'BULK-1050', status: 'SUCCEEDED' })).toBe(0);
});

test('a beginning that very many old references have is found below very many others', async () => {
  const ctx = { ...contexts.live, client: { ...contexts.live.client, id: newId() } };
  await superuserSql()`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, status, created_at, updated_at, completed_at)
    select ${ctx.client.id}, 'LIVE', uuid_v7(now() - make_interval(secs => i)), 'collection',
      case when i > 21000 then 'OLD-' else 'NEW-' end || i, 1, ''::bytea,
      'PROVIDER_W', 100 + i % 3, 150, case when i % 1000 = 0 then 'SUCCEEDED' else 'PENDING' end, now() - make_interval(secs => i), now(),
      case when i % 1000 = 0 then now() end
    from generate_series(1, 32000) i`;
  await superuserSql()`
    insert into tally_totals (client_id, environment, type, status, provider, count, amount_bututs, commission_bututs)
    select client_id, environment, type, status, provider, count(*), 0, 0 from transactions
    where client_id = ${ctx.client.id} group by 1, 2, 3, 4, 5`;
  await superuserSql()`analyze transactions`;
  const found = async (filters: Record<string, string>, size = 2_000) =>
    (await all(filters, ctx, size)).length;
  expect(await found({ q: 'OLD-' })).toBe(11_000);
  expect(await found({ reference: 'OLD-', amount_min: '1.01', amount_max: '1.01' })).toBe(3_667);
  expect(await found({ q: 'OLD-', status: 'SUCCEEDED' }, 5)).toBe(11);
  expect(await found({ q: 'OLD-', type: 'collection' })).toBe(11_000);
  expect(await found({ q: 'NEW-', status: 'SUCCEEDED' }, 5)).toBe(21);
  expect(await found({ q: 'OLD-', from: new Date(Date.now() - 3_600_000).toISOString() })).toBe(0);
  const before = new Date(Date.now() - 31_000_000).toISOString();
  const old = await found({ to: before });
  expect(old).toBeGreaterThan(900);
  expect(await found({ q: 'OLD-', to: before })).toBe(old);
});

test.each([
  ['a', 'b'],
  ['ab\u{10ffff}', 'ac'],
  ['\ud7ff', '\ue000'],
  ['\u{10ffff}', undefined],
])('the text after all that begin with %j is %j', (prefix, end) => {
  expect(textAfterPrefix(prefix)).toBe(end);
});

describe('an export', () => {
  const textOf = async (filters: Record<string, string>) => {
    const { exportTransactions } = await import('#lib/reads/export-transactions');
    const stream = await exportTransactions(contexts.mine, search.transactionFilters.parse(filters), (work) =>
      work(),
    );
    // `text()` would drop the mark at the beginning.
    return Buffer.from(await new Response(stream).arrayBuffer()).toString('utf8');
  };

  test('has a line for each transaction that matches, in order, after a byte order mark and a head', async () => {
    const text = await textOf({ type: 'payout' });
    expect(text.startsWith('\uFEFFcreated_at,completed_at,transaction_id,type,client_reference,')).toBe(true);
    const lines = text.split('\r\n');
    expect(lines.pop()).toBe('');
    const ids = lines.slice(1).map((line) => line.split(',')[2]);
    expect(ids).toEqual(model({ type: ['payout'] }));
  });

  test('of nothing is a head alone', async () => {
    expect((await textOf({ q: 'nothing at all' })).split('\r\n')).toHaveLength(2);
  });

  test('reads a page only when the one before was taken, and none after the receiver hung up', async () => {
    const { exportTransactions } = await import('#lib/reads/export-transactions');
    const ctx = { ...contexts.theirs, environment: 'LIVE' as const };
    const reader = (await exportTransactions(ctx, {}, (work) => work())).getReader();
    const sizes: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const { value } = await reader.read();
      sizes.push(
        Buffer.from(value ?? [])
          .toString()
          .split('\r\n').length - 1,
      );
    }
    expect(sizes).toEqual([1, 1000, 1000]);
    await reader.cancel();
    expect((await reader.read()).done).toBe(true);
  });

  test('waits for a place for each page after the first', async () => {
    const { exportTransactions } = await import('#lib/reads/export-transactions');
    const ctx = { ...contexts.theirs, environment: 'LIVE' as const };
    const wanted: PromiseWithResolvers<void>[] = [];
    const inPlace = async <T>(work: () => Promise<T>) => {
      const place = Promise.withResolvers<void>();
      wanted.push(place);
      await place.promise;
      return work();
    };
    const reader = (await exportTransactions(ctx, {}, inPlace)).getReader();
    await reader.read();
    expect((await reader.read()).value).toBeDefined();
    const later = reader.read();
    await expect.poll(() => wanted.length).toBe(1);
    expect(await Promise.race([later.then(() => 'read'), sleep(200, 'waits')])).toBe('waits');
    wanted[0]?.resolve();
    expect((await later).value).toBeDefined();
    await reader.cancel();
  });
});

describe('words of a note', () => {
  const word = 'Zebrafish';
  const noteOf = async (ctx: Context, mobile: string, text: string) => {
    const id = newId();
    await superuserSql()`
      insert into customer_notes (client_id, environment, mobile, id, text, user_id, user_name, created_at)
      values (${ctx.client.id}, ${ctx.environment}, ${mobile}, ${id}, ${text}, ${newId()}, 'Awa', now())`;
    return async () => {
      await superuserSql()`delete from customer_notes where id = ${id}`;
    };
  };

  test('about a customer find what that customer paid and got, in any spelling of the number', async () => {
    const { mobile } = rows.find((row) => isNumberOf(row, '+2207000011')) as Row;
    const forget = await noteOf(
      contexts.mine,
      mobile as string,
      `Pays late (${word.toUpperCase()}), be kind.`,
    );
    const expected = model(search.transactionFilters.parse({ mobile: '+2207000011' }));
    expect(expected.length).toBeGreaterThan(3);
    expect(await all({ q: word })).toEqual(expected);
    expect(await all({ q: 'zebra' })).toEqual(expected);
    expect(await all({ q: 'ebrafish' })).toEqual([]);
    expect(await all({ q: word }, contexts.live)).toEqual([]);
    expect(await all({ q: word }, contexts.theirs)).toEqual([]);
    await forget();
    expect(await all({ q: word })).toEqual([]);
  });

  test('of another client about the same number find nothing here', async () => {
    const { mobile } = rows.find((row) => isNumberOf(row, '+2207000011')) as Row;
    const forget = await noteOf(contexts.theirs, mobile as string, word);
    expect(await all({ q: word })).toEqual([]);
    await forget();
  });
});
