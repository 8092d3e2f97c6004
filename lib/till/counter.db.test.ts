import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { banjulDay } from '#lib/clock';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { closeCounter, findCounter, openCounter, readCounterNews } from '#lib/till/counter';
import { type Seller, tillPrefix } from '#lib/till/own-sales';
import { readTillDay } from '#lib/till/till-day';
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

async function settle(shop: Shop, id: string): Promise<void> {
  const transaction = await findTransaction(shop.client.id, 'SANDBOX', id);
  if (transaction)
    await bookCollectionNews(systemContext(shop.client, 'SANDBOX'), transaction, { state: 'SUCCEEDED' });
}

/** Scans the code, types what is asked for, and pays if asked to. */
async function come(shop: Shop, name: string, amount: string, isPaid = true): Promise<string> {
  const payer = visitor({ code: (await findCounter(shop.owner))?.code ?? '' });
  await payer.open();
  const { id } = await payer.begin({ provider: 'PROVIDER_A', mobile: '701 2345', amount, field0: name });
  if (isPaid) await settle(shop, id);
  return id;
}

async function sell(by: Seller, shop: Shop, amount: bigint): Promise<void> {
  const client_reference = `${tillPrefix(banjulDay(new Date()))}${Math.random().toString(36).slice(2, 10)}`;
  const body = { amount, currency: 'GMD' as const, client_reference, provider: 'PROVIDER_W', metadata: {} };
  const { transaction } = await initiateCollection(by, { ...body, customer_mobile: '+2207012345' });
  await settle(shop, transaction.id);
}

test('a counter has one code for ever, however often it is asked for, and it can be switched off and on', async () => {
  const { owner } = await newShop();
  const made = await Promise.all(Array.from({ length: 8 }, () => openCounter(owner)));
  expect(new Set(made.map(({ code }) => code)).size).toBe(1);
  expect((await closeCounter(owner)).isActive).toBe(false);
  expect(await openCounter(owner)).toMatchObject({ code: made[0]?.code, isActive: true });
  const live = await openCounter({ ...owner, environment: 'LIVE' });
  expect(live.code).not.toBe(made[0]?.code);
  await expect(closeCounter((await newShop()).owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('whoever paid there stands at the till by name, the last one first, and nobody who has not', async () => {
  const shop = await newShop();
  await openCounter(shop.owner);
  const early = await come(shop, 'Lamin Touray', '30.00', false);
  await come(shop, 'Fatou Jallow', '12.50');
  await come(shop, 'Nobody', '5.00', false);
  await settle(shop, early);
  for (const by of [shop.owner, shop.awa]) {
    const { counter } = await readTillDay(by, {});
    expect(counter).toMatchObject({ is_open: true, count: 2, total: '42.50' });
    expect(counter?.payments.map(({ name, amount }) => [name, amount])).toEqual([
      ['Lamin Touray', '30.00'],
      ['Fatou Jallow', '12.50'],
    ]);
  }
  expect((await readTillDay(shop.owner, { day: '2026-01-01' })).counter).toMatchObject({
    count: 0,
    payments: [],
  });
  expect((await readTillDay((await newShop()).owner, {})).counter).toBeNull();
});

test('a till that looks for news is told that there are some, and nothing of the day', async () => {
  const shop = await newShop();
  expect(await readCounterNews(shop.owner)).toBeNull();
  await openCounter(shop.owner);
  expect(await readCounterNews(shop.awa)).toEqual({ is_open: true, seen: 0 });
  await come(shop, 'Nobody', '5.00', false);
  expect(await readCounterNews(shop.awa)).toEqual({ is_open: true, seen: 0 });
  await come(shop, 'Fatou Jallow', '12.50');
  expect(await readCounterNews(shop.awa)).toEqual({ is_open: true, seen: 1 });
  expect((await readTillDay(shop.awa, {})).counter).toMatchObject({ seen: 1, count: 1 });
  await closeCounter(shop.owner);
  expect(await readCounterNews(shop.awa)).toEqual({ is_open: false, seen: 1 });
});

test('its page is in French for whoever reads French, but for what its client has called otherwise', async () => {
  const shop = await newShop();
  const link = await openCounter(shop.owner);
  const open = async () => (await visitor(link, { language: 'fr' }).open()).page;
  expect(await open()).toMatch(/Payer au comptoir.*Votre nom/s);
  expect(await open()).not.toMatch(/Pay at the counter|Your name/);
  await updatePaymentLink(shop.owner, link.id, { title: 'Bakery Serrekunda' });
  expect(await open()).toMatch(/Bakery Serrekunda.*Votre nom/s);
});

test('a business’s day has them in its sums, a cashier’s has not; and it is told by who sold', async () => {
  const shop = await newShop();
  await openCounter(shop.owner);
  await come(shop, 'Fatou Jallow', '12.50');
  await sell(shop.awa, shop, 20_00n);
  await sell(shop.awa, shop, 1_00n);
  await sell(shop.binta, shop, 7_00n);
  const day = await readTillDay(shop.owner, {});
  expect(day).toMatchObject({ count: 4, total: '40.50' });
  expect(day.wallets.map(({ provider, count, amount }) => [provider, count, amount])).toEqual([
    ['PROVIDER_W', 3, '28.00'],
    ['PROVIDER_A', 1, '12.50'],
  ]);
  expect(day.people).toEqual([
    { key: `user:${shop.awa.user.id}`, name: shop.awa.user.name, count: 2, amount: '21.00' },
    { key: 'counter', name: 'The counter’s code', count: 1, amount: '12.50' },
    { key: `user:${shop.binta.user.id}`, name: shop.binta.user.name, count: 1, amount: '7.00' },
  ]);
  expect(await readTillDay(shop.awa, {})).toMatchObject({ count: 2, total: '21.00', people: [] });
});

test('it is a payment link like others: its client may rename it, and asks for the name all the same', async () => {
  const shop = await newShop();
  const link = await openCounter(shop.owner);
  await updatePaymentLink(shop.owner, link.id, { title: 'Bakery Serrekunda' });
  const answer = await visitor({ code: link.code }).begin({ provider: 'PROVIDER_A', amount: '5.00' });
  expect(answer.status).toBe(422);
  expect(answer.page).toContain('Bakery Serrekunda');
  expect(answer.page).toContain('Your name');
});

test('its client cannot give it an end, whatever it is called, and switching it on mends one that has one', async () => {
  const shop = await newShop();
  const link = await openCounter(shop.owner);
  await come(shop, 'Fatou Jallow', '12.50');
  for (const change of [
    { max_payments: 1 },
    { expires_at: new Date(Date.now() + 60_000) },
    { providers: ['PROVIDER_W'] },
  ])
    await expect(updatePaymentLink(shop.owner, link.id, change)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('on the page Till'),
    });
  await updatePaymentLink(shop.owner, link.id, { max_payments: null, expires_at: null, status: 'INACTIVE' });
  // As an earlier release let it be changed, on and off.
  for (const isActive of [true, false]) {
    await superuserSql()`
      update payment_links set max_payments = 100, expires_at = now() + interval '1 day', providers = '["PROVIDER_W"]',
        is_active = ${isActive}
      where id = ${link.id}`;
    expect(await openCounter(shop.owner)).toMatchObject({
      ...{ code: link.code, isActive: true, maxPayments: null, expiresAt: null, providers: null },
    });
  }
  await come(shop, 'Lamin Touray', '30.00');
});
