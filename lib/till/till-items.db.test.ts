import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { banjulDay } from '#lib/clock';
import { presentCollection } from '#lib/collections/present-collection';
import { soldText } from '#lib/collections/sold-text';
import { systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { type Seller, tillPrefix } from '#lib/till/own-sales';
import { saleBody, sellItems } from '#lib/till/sell-items';
import { readTillDay } from '#lib/till/till-day';
import { presentTillItems, readTillItems, saveTillItems, tillItemsBody } from '#lib/till/till-items';
import { findTransaction } from '#lib/transactions/read';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function newShop() {
  const client = await newClient();
  const [owner, awa, binta] = await Promise.all([
    newUser('owner', client),
    newUser('cashier', client),
    newUser('cashier', client),
  ]);
  return { client, owner, awa, binta };
}
type Shop = Awaited<ReturnType<typeof newShop>>;

const menu = [
  { name: 'Domoda', price: '75.00' },
  { name: 'Juice', price: '25.50' },
  { name: 'Benachin', price: '90', is_on: false },
];

const save = async (by: Seller, items: unknown[], version = 0) =>
  presentTillItems(await saveTillItems(by, tillItemsBody.parse({ version, items })));

async function withMenu() {
  const shop = await newShop();
  const { items } = await save(shop.owner, menu);
  const idOf = (name: string) => items.find((each) => each.name === name)?.id ?? '';
  return { shop, items, idOf };
}

const anyReference = () => `${tillPrefix(banjulDay(new Date()))}${newId().slice(-8).toUpperCase()}`;

async function sell(by: Seller, facts: Record<string, unknown>) {
  const body = saleBody.parse({ client_reference: anyReference(), ...facts });
  return presentCollection((await sellItems(by, body, new Headers())).transaction);
}

async function pay(shop: Shop, page: string | null): Promise<string> {
  const payer = visitor({ code: page?.split('/pay/')[1] ?? '' });
  const form = await payer.open();
  const { id } = await payer.begin({ provider: 'PROVIDER_A', mobile: '701 2345' });
  const transaction = await findTransaction(shop.client.id, 'SANDBOX', id);
  if (transaction)
    await bookCollectionNews(systemContext(shop.client, 'SANDBOX'), transaction, { state: 'SUCCEEDED' });
  return form.page;
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => error.code,
  );

describe('the items of a till', () => {
  test('are kept in their order with their prices, and told of in the log', async () => {
    const { shop, items } = await withMenu();
    expect(items.map(({ name, price, is_on }) => [name, price, is_on])).toEqual([
      ['Domoda', '75.00', true],
      ['Juice', '25.50', true],
      ['Benachin', '90.00', false],
    ]);
    const again = await save(shop.owner, [...items].reverse(), 1);
    expect(again).toEqual({ version: 2, items: [...items].reverse() });
    expect(presentTillItems(await readTillItems(shop.awa))).toEqual(again);
    const lines = await sqlClient()`
      select before, after from audit_log where action = 'till.items_changed' and client_id = ${shop.client.id} order by id`;
    expect(lines).toMatchObject([
      {
        before: { items: '' },
        after: { items: 'Domoda 75.00, Juice 25.50, Benachin 90.00 (off)' },
      },
      { after: { items: 'Benachin 90.00 (off), Juice 25.50, Domoda 75.00' } },
    ]);
    const live = { ...shop.owner, environment: 'LIVE' as const };
    expect(await readTillItems(live)).toEqual({ items: [], version: 0 });
    expect(await readTillItems((await newShop()).owner)).toEqual({ items: [], version: 0 });
  });

  test('that somebody else changed meanwhile are not overwritten; the same list again changes nothing', async () => {
    const shop = await newShop();
    const at = (name: string) => save(shop.owner, [{ name, price: '1' }]);
    const outcomes = await Promise.all(['Rice', 'Bread', 'Fish'].map((name) => refusal(at(name))));
    expect(outcomes.sort()).toEqual(['INVALID_STATE', 'INVALID_STATE', 'done']);
    const { items, version } = presentTillItems(await readTillItems(shop.owner));
    expect(await save(shop.owner, [{ name: items[0]?.name, price: '1.00' }])).toEqual({ items, version });
  });

  test.each([
    ['41 letters', [{ name: 'x'.repeat(41), price: '1' }]],
    ['no name', [{ name: '', price: '1' }]],
    ['no price', [{ name: 'Rice', price: '0' }]],
    ['a price that is none', [{ name: 'Rice', price: '1,5' }]],
    ['more than 40', Array.from({ length: 41 }, (_, at) => ({ name: `Item ${at}`, price: '1' }))],
  ])('are refused with %s', (_what, items) => {
    expect(tillItemsBody.safeParse({ version: 0, items }).success).toBe(false);
  });

  test('have names that differ', async () => {
    const shop = await newShop();
    const twice = [
      { name: 'Rice', price: '1' },
      { name: 'rice', price: '2' },
    ];
    const refused = await save(shop.owner, twice).catch((error) => error);
    expect(refused.details.fields).toMatchObject([{ path: 'items.1.name', code: 'repeated' }]);
  });
});

describe('a sale of items', () => {
  test('says what was sold, to the customer and in its metadata, and the day by item', async () => {
    const { shop, idOf } = await withMenu();
    const items = [
      { id: idOf('Domoda'), count: 2 },
      { id: idOf('Juice'), count: 1 },
    ];
    const sold = await sell(shop.awa, { amount: '188.00', typed: '12.50', items });
    expect(sold).toMatchObject({ amount: '188.00', metadata: { items: '2 x Domoda, 1 x Juice' } });
    expect(await pay(shop, sold.redirect_url)).toContain('2 x Domoda, 1 x Juice');
    const juice = await sell(shop.binta, { amount: '25.50', items: items.slice(1) });
    await pay(shop, juice.redirect_url);
    // Nobody pays this one.
    await sell(shop.binta, { amount: '25.50', items: items.slice(1) });
    const byItem = {
      sold: [
        { name: 'Domoda', count: 2, amount: '150.00' },
        { name: 'Juice', count: 2, amount: '51.00' },
      ],
      typed: '12.50',
    };
    expect(await readTillDay(shop.owner, {})).toMatchObject({ total: '213.50', items: byItem });
    expect((await readTillDay(shop.binta, {})).items).toEqual({
      sold: [{ name: 'Juice', count: 1, amount: '25.50' }],
      typed: '0.00',
    });
    expect((await readTillDay((await newShop()).owner, {})).items).toBeNull();
    // What was sold keeps its name and price.
    await save(shop.owner, [{ name: 'Juice', price: '30' }], 1);
    expect((await readTillDay(shop.owner, {})).items).toEqual(byItem);
  });

  test('is at the prices of the list: at others, and of what is off or gone, nothing is charged', async () => {
    const { shop, items: all, idOf } = await withMenu();
    const items = [{ id: idOf('Domoda'), count: 1 }];
    const one = (id: string) => [{ id, count: 1 }];
    for (const sale of [
      { amount: '74.99', items },
      { amount: '0.01', items },
      { amount: '75.00', typed: '1.00', items },
      { amount: '90.00', items: one(idOf('Benachin')) },
      { amount: '75.00', items: one(newId()) },
    ])
      expect(await refusal(sell(shop.awa, sale)), JSON.stringify(sale)).toBe('INVALID_STATE');
    await save(
      shop.owner,
      all.map((item) => (item.name === 'Domoda' ? { ...item, price: '80.00' } : item)),
      1,
    );
    expect(await refusal(sell(shop.awa, { amount: '75.00', items }))).toBe('INVALID_STATE');
    expect(await sell(shop.awa, { amount: '80.00', items })).toMatchObject({ amount: '80.00' });
    const [count] = await sqlClient()`
      select count(*)::int as n from payment_links where client_id = ${shop.client.id}`;
    expect(count?.n).toBe(1);
  });

  test('charged again after a lost answer and another price is the same sale', async () => {
    const { shop, idOf } = await withMenu();
    const { awa, owner } = shop;
    const asked = {
      client_reference: anyReference(),
      amount: '75.00',
      items: [{ id: idOf('Domoda'), count: 1 }],
    };
    const first = await sell(awa, asked);
    await save(owner, [{ ...menu[0], id: idOf('Domoda'), price: '80.00' }], 1);
    expect((await sell(awa, asked)).transaction_id).toBe(first.transaction_id);
    await save(owner, [], 2);
    expect((await sell(awa, asked)).transaction_id).toBe(first.transaction_id);
    expect(await refusal(sell(awa, { ...asked, client_reference: anyReference() }))).toBe('INVALID_STATE');
  });

  test('charged again after a lost answer is the same sale; of somebody else’s reference it is refused', async () => {
    const { shop, idOf } = await withMenu();
    const client_reference = anyReference();
    const sale = { client_reference, amount: '75.00', items: [{ id: idOf('Domoda'), count: 1 }] };
    const made = await Promise.all(Array.from({ length: 8 }, () => sell(shop.awa, sale)));
    expect(new Set(made.map(({ transaction_id }) => transaction_id)).size).toBe(1);
    expect(await refusal(sell(shop.binta, sale))).toBe('DUPLICATE_REFERENCE');
    const other = { ...sale, amount: '25.50', items: [{ id: idOf('Juice'), count: 1 }] };
    expect(await refusal(sell(shop.awa, other))).toBe('DUPLICATE_REFERENCE');
  });
});

test('of many kinds the text says as many as have room', () => {
  const sold = Array.from({ length: 40 }, (_, at) => ({ name: 'W'.repeat(38) + at, count: 999, price: '1' }));
  const text = soldText(sold);
  expect(text.length).toBeLessThanOrEqual(500);
  expect(text).toMatch(/^999 x W+0, .*, and 30 more$/);
});
