import { describe, expect, test } from 'vitest';
import { foldBalances } from '#lib/ledger/fold-balances';
import {
  type Account,
  balanceOf,
  collect,
  fund,
  type Json,
  newAccount,
  payingProviders,
  payOut,
  providers,
  reaches,
  settle,
  shape,
} from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Africa/Banjul is UTC+0. */
const day = (daysAgo = 0) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const both = (name: string, bututs: number) => ({
  [`${name}_bututs`]: bututs,
  [`${name}_gmd`]: (bututs / 100).toFixed(2),
});

async function stats(api: Account): Promise<Json> {
  const reply = await api.get('/api/v1/client/stats');
  expect(reply.status).toBe(200);
  return reply.body;
}

async function chart(api: Account): Promise<Json> {
  const reply = await api.get('/api/v1/client/earnings-chart');
  expect(reply.status).toBe(200);
  return reply.body;
}

function balance(figures: {
  available: number;
  collected: number;
  commissions: number;
  paidOut: number;
  held: number;
  collections: number;
  payouts: number;
}) {
  return {
    ...both('available_balance', figures.available),
    ...both('total_collected', figures.collected),
    ...both('platform_commissions', figures.commissions),
    ...both('net_collections', figures.collected - figures.commissions),
    ...both('adjustments', 0),
    ...both('total_paid_out', figures.paidOut),
    ...both('total_refunded', 0),
    ...both('held', figures.held),
    successful_collections: figures.collections,
    total_payouts: figures.payouts,
  };
}

describe('a new account', () => {
  test('has all figures, all zero, in the shapes of the spec', async () => {
    const api = await newAccount();
    const reply = await api.get('/api/v1/client/balance');
    expect(reply.body).toStrictEqual({
      status: 'success',
      data: balance({
        available: 0,
        collected: 0,
        commissions: 0,
        paidOut: 0,
        held: 0,
        collections: 0,
        payouts: 0,
      }),
    });
    expect(await stats(api)).toStrictEqual({
      ...both('total_volume', 0),
      ...both('today_earnings', 0),
      pending_transactions_count: 0,
      ...both('pending_volume', 0),
    });
    expect(await chart(api)).toStrictEqual(
      [6, 5, 4, 3, 2, 1, 0].map((daysAgo) => ({
        date: day(daysAgo),
        earnings_bututs: 0,
        earnings_gmd: '0.00',
        count: 0,
      })),
    );
  });

  test('has the profile of the spec, bare, at a path without a version', async () => {
    const api = await newAccount();
    const reply = await api.get('/api/client/profile');
    expect(reply.status).toBe(200);
    expect(reply.body).toStrictEqual({
      id: api.clientId,
      name: api.ctx.client.name,
      businessPhone: '+2207000001',
      businessEmail: 'owner@example.com',
      status: 'ACTIVE',
    });
  });
});

test('after each step every figure follows, and the identities hold', async () => {
  const api = await newAccount();
  const figures = {
    available: 0,
    collected: 0,
    commissions: 0,
    paidOut: 0,
    held: 0,
    collections: 0,
    payouts: 0,
  };
  const pending = { count: 0, volume: 0 };
  const after = async (
    what: string,
    changes: Partial<typeof figures>,
    waiting: Partial<typeof pending> = {},
  ) => {
    Object.assign(figures, changes);
    Object.assign(pending, waiting);
    expect(await balanceOf(api), what).toStrictEqual(balance(figures));
    expect(await stats(api), what).toStrictEqual({
      ...both('total_volume', figures.collected),
      ...both('today_earnings', figures.collected - figures.commissions),
      pending_transactions_count: pending.count,
      ...both('pending_volume', pending.volume),
    });
    const days = await chart(api);
    expect(days).toHaveLength(7);
    expect(days.at(-1), what).toStrictEqual({
      date: day(),
      ...both('earnings', figures.collected - figures.commissions),
      count: figures.collections,
    });
  };

  await settle(api, '250.00');
  await after('a collection of 250.00 settles', {
    available: 246_25,
    collected: 250_00,
    commissions: 3_75,
    collections: 1,
  });

  // From here on each figure is a sum of what is folded and what is not.
  await foldBalances();
  // 1.5 % of 1.00 is 1.5 bututs, rounded half up.
  await settle(api, '1.00');
  await after('one of 1.00 settles', {
    available: 247_23,
    collected: 251_00,
    commissions: 3_77,
    collections: 2,
  });

  // 1.5 % of 1.66 is 2.49 bututs, rounded down.
  await settle(api, '1.66');
  await after('one of 1.66 settles', {
    available: 248_87,
    collected: 252_66,
    commissions: 3_79,
    collections: 3,
  });

  const open = await collect(api, { amount: '70.00' });
  await after('one is pending', {}, { count: 1, volume: 70_00 });
  await api.post(`/api/v1/collections/${open.transaction_id}/cancel`);
  await after('it is cancelled', {}, { count: 0, volume: 0 });

  const declined = await collect(api, { amount: '400.00' });
  await reaches(api, 'collections', declined.client_reference, 'FAILED');
  await after('one is declined', {});

  await fund(api, '100.00');
  await after('a float is funded', {});
  await payOut(api, { amount: '60.00' });
  await after('60.00 are paid out', { available: 188_87, paidOut: 60_00, payouts: 1 });

  const held = await payOut(api, { amount: '50.00' });
  await after('50.00 are held', { available: 138_87, held: 50_00 }, { count: 1, volume: 50_00 });
  await api.post(`/api/v1/payouts/${held.transaction_id}/cancel`);
  await after('they are cancelled', { available: 188_87, held: 0 }, { count: 0, volume: 0 });

  const second = await payOut(api, { amount: '45.00' });
  await after('45.00 are held', { available: 143_87, held: 45_00 }, { count: 1, volume: 45_00 });
  await fund(api, '5.00');
  await reaches(api, 'payouts', second.client_reference, 'SUCCEEDED');
  await after('they are released', { held: 0, paidOut: 105_00, payouts: 2 }, { count: 0, volume: 0 });

  await api.post('/api/v1/payouts/initiate', {
    amount: '9000.00',
    currency: 'GMD',
    recipient_mobile: '+2207654321',
    client_reference: 'too much',
  });
  await after('too much is refused', {});
});

test.each([
  [0, '90.00', 0],
  [150, '33.33', 50],
  [150, '33.34', 50],
  [150, '99.67', 150],
  [250, '10.02', 25],
  [1, '49.99', 0],
  [1, '50.00', 1],
  [10_000, '7.00', 700],
])('a commission of %i bps on %s is %i bututs', async (commissionBps, amount, bututs) => {
  const api = await newAccount({ commissionBps });
  await settle(api, amount);
  expect((await balanceOf(api)).platform_commissions_bututs).toBe(bututs);
});

test('80 collections at once are all in the figures as soon as they are answered', async () => {
  const api = await newAccount({ commissionBps: 100 });
  await Promise.all(Array.from({ length: 80 }, () => settle(api, '10.00')));
  expect(await balanceOf(api)).toMatchObject({
    total_collected_gmd: '800.00',
    platform_commissions_gmd: '8.00',
    available_balance_gmd: '792.00',
    successful_collections: 80,
  });
});

test('the figures of one client say nothing of another’s', async () => {
  const [api, other] = [await newAccount(), await newAccount()];
  await settle(api, '90.00');
  expect((await balanceOf(other)).total_collected_bututs).toBe(0);
  expect((await stats(other)).total_volume_bututs).toBe(0);
});

test('the status of each rail is told for each operation that it has', async () => {
  const api = await newAccount();
  const reply = await api.get('/api/v1/rails/status');
  expect(reply.status).toBe(200);
  const { data } = reply.body;
  expect(data.map((each: Json) => each.provider)).toEqual([...providers]);
  for (const rail of data) {
    const canPayOut = payingProviders.includes(rail.provider);
    expect(rail.operations).toStrictEqual(
      ['collection', ...(canPayOut ? ['payout'] : [])].map((operation) => ({
        operation,
        status: 'OPERATIONAL',
      })),
    );
  }
});

test('money is never a float: every figure is a whole number of bututs beside its two decimals', async () => {
  const api = await newAccount();
  await settle(api, '12.07');
  const { text, body } = await api.get('/api/v1/client/balance');
  expect(text).not.toMatch(/:\s*-?\d+\.\d/);
  for (const [name, value] of Object.entries(body.data)) {
    expect(value, name).toEqual(name.endsWith('_gmd') ? shape.amount : shape.integer);
  }
});
