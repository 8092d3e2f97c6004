import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { clientChange, updateClient } from '#lib/clients/update-client';
import { type Context, systemContext } from '#lib/context';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { auditLedger } from '#lib/ledger/audit';
import { fundFloat } from '#lib/ledger/fund-float';
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { listPayoutLimits, presentPayoutLimits } from '#lib/payouts/payout-limits';
import { quotePayout } from '#lib/payouts/quote-payout';
import { readQuote } from '#lib/payouts/read-payout';

let database: TestDatabase;
let ctx: Context;
/** Another day is another clock. */
let now: Date;
const fields = {
  each: 'payout_limit_bututs',
  day: 'payout_limit_day_bututs',
  month: 'payout_limit_month_bututs',
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A client that may pay all it has on every rail, but for these limits. */
async function clientWith(limits: Partial<Record<keyof typeof fields, number | null>>): Promise<void> {
  now = new Date();
  ctx = { ...systemContext(await newClient(), 'SANDBOX'), now: () => now };
  await giveBalance(ctx, 10_000_00n);
  await fundFloat(ctx, 'PROVIDER_W', 10_000_00n);
  await limit(limits);
}

function limit(limits: Partial<Record<keyof typeof fields, number | null>>) {
  const change = Object.fromEntries(
    Object.entries(limits).map(([name, bututs]) => [fields[name as keyof typeof fields], bututs]),
  );
  return updateClient(staffContext(), ctx.client.id, clientChange.parse(change));
}

async function payOut(reference: string, amount: bigint, own = ctx, provider = 'PROVIDER_W') {
  return initiatePayout(own, {
    amount,
    currency: 'GMD',
    recipient_mobile: '+2207012345',
    client_reference: reference,
    provider,
    metadata: {},
  });
}

const outcomeOf = (paying: ReturnType<typeof payOut>) =>
  paying.then(
    ({ transaction, replayed }) => (replayed ? 'replayed' : transaction.status),
    ({ code, details }) => (details?.limit ? `${code} ${details.limit} ${details.left_bututs}` : code),
  );
const left = async (own = ctx) => presentPayoutLimits(await listPayoutLimits(own));

describe('payouts that begin at the same time', () => {
  it.each(['day', 'month'] as const)(
    'never take more than the %s’s limit, however many there are',
    async (name) => {
      await clientWith({ [name]: 10_00 });
      const outcomes = await Promise.all(
        Array.from({ length: 64 }, (_, n) => outcomeOf(payOut(`p-${n}`, 1_00n))),
      );
      expect(outcomes.filter((each) => each === 'SUCCEEDED')).toHaveLength(10);
      expect(outcomes.filter((each) => each === `PAYOUT_LIMIT_EXCEEDED ${name} 0`)).toHaveLength(54);
      expect(await left()).toMatchObject({ [name]: { limit: '10.00', left: '0.00' } });
    },
  );

  it('of processes that know nothing of each other wait for the lock, and the second sees the first', async () => {
    await clientWith({ day: 1_00 });
    const sql = superuserSql();
    const { id } = ctx.client;
    const [isThere, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const elsewhere = postgres(database.url, { max: 1 });
    // Another process has accepted a payout of the client and not committed yet; ours comes meanwhile.
    const other = elsewhere.begin(async (tx) => {
      await tx`select lock_available(${id}, 'SANDBOX')`;
      await tx`
        insert into unfolded_tallies (client_id, environment, type, status, provider, day, count, amount_bututs, commission_bututs)
        values (${id}, 'SANDBOX', 'payout', 'PENDING', 'PROVIDER_W', '1970-01-01', 1, 100, 0)`;
      isThere.resolve();
      await waiting.promise;
    });
    await isThere.promise;
    const outcome = outcomeOf(payOut('p-1', 1n));
    await expect
      .poll(
        async () =>
          (
            await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length,
        { timeout: 10_000 },
      )
      .toBeGreaterThan(0);
    waiting.resolve();
    await other;
    await elsewhere.end();
    expect(await outcome).toBe('PAYOUT_LIMIT_EXCEEDED day 0');
    await sql`delete from unfolded_tallies where client_id = ${id} and status = 'PENDING'`;
  });
});

describe('a limit', () => {
  it('lets through what is left to the butut, and tells which one is passed and what is left of it', async () => {
    await clientWith({ each: 4_00, day: 6_00, month: 7_00 });
    expect(await outcomeOf(payOut('p-1', 4_01n))).toBe('PAYOUT_LIMIT_EXCEEDED per_payout 400');
    expect(await outcomeOf(payOut('p-2', 4_00n))).toBe('SUCCEEDED');
    expect(await outcomeOf(payOut('p-3', 2_01n))).toBe('PAYOUT_LIMIT_EXCEEDED day 200');
    expect(await outcomeOf(payOut('p-3', 2_00n))).toBe('SUCCEEDED');
    expect(await left()).toEqual({
      per_payout: { limit: '4.00', left: '4.00' },
      day: { limit: '6.00', left: '0.00' },
      month: { limit: '7.00', left: '1.00' },
    });
    await limit({ day: null });
    await expect(payOut('p-4', 1_01n)).rejects.toMatchObject({
      status: 422,
      details: { limit: 'month', limit_bututs: 7_00, left_bututs: 1_00 },
      message: expect.stringContaining('limit for the month: 1.00 of 7.00 GMD'),
    });
    expect(await outcomeOf(payOut('p-4', 1_00n))).toBe('SUCCEEDED');
  });

  it('is told before the balance, stores nothing, and stands in nobody’s way who repeats a payout', async () => {
    await clientWith({ day: 5_00 });
    expect(await outcomeOf(payOut('p-1', 5_00n))).toBe('SUCCEEDED');
    expect(await outcomeOf(payOut('p-1', 5_00n))).toBe('replayed');
    expect(await outcomeOf(payOut('p-1', 6_00n))).toBe('DUPLICATE_REFERENCE');
    expect(await outcomeOf(payOut('p-2', 20_000_00n))).toBe('PAYOUT_LIMIT_EXCEEDED day 0');
    const rows =
      await superuserSql()`select 1 from transactions where client_id = ${ctx.client.id} and type = 'payout'`;
    expect(rows).toHaveLength(1);
    await limit({ day: null });
    expect(await outcomeOf(payOut('p-2', 20_000_00n))).toBe('INSUFFICIENT_BALANCE');
    expect(await outcomeOf(payOut('p-2', 6_00n))).toBe('SUCCEEDED');
  });

  it('counts what is held, and has it back when it is cancelled', async () => {
    await clientWith({ day: 5_00, month: 5_00 });
    const { transaction } = await payOut('p-1', 5_00n, ctx, 'PROVIDER_A');
    expect(transaction.status).toBe('AWAITING_LIQUIDITY');
    expect(await outcomeOf(payOut('p-2', 1n))).toBe('PAYOUT_LIMIT_EXCEEDED day 0');
    await cancelPayout(ctx, transaction.id);
    expect(await left()).toMatchObject({ day: { left: '5.00' }, month: { left: '5.00' } });
    expect(await outcomeOf(payOut('p-2', 5_00n))).toBe('SUCCEEDED');
  });

  it('begins anew with the day and the month of Banjul', async () => {
    await clientWith({ day: 5_00, month: 9_00 });
    now = new Date('2027-01-30T23:59:59.999Z');
    expect(await outcomeOf(payOut('p-1', 5_00n))).toBe('SUCCEEDED');
    expect(await outcomeOf(payOut('p-2', 1n))).toBe('PAYOUT_LIMIT_EXCEEDED day 0');
    now = new Date('2027-01-31T00:00:00.000Z');
    expect(await left()).toMatchObject({ day: { left: '5.00' }, month: { left: '4.00' } });
    expect(await outcomeOf(payOut('p-2', 4_01n))).toBe('PAYOUT_LIMIT_EXCEEDED month 400');
    expect(await outcomeOf(payOut('p-2', 4_00n))).toBe('SUCCEEDED');
    now = new Date('2027-02-01T00:00:00.000Z');
    expect(await left()).toMatchObject({ day: { left: '5.00' }, month: { left: '9.00' } });
    expect(await outcomeOf(payOut('p-3', 5_00n))).toBe('SUCCEEDED');
  });

  it('counts live and sandbox each by itself, and folding changes nothing', async () => {
    await clientWith({ day: 5_00 });
    await payOut('p-1', 3_00n);
    await superuserSql()`select fold_tallies()`;
    await payOut('p-2', 1_00n);
    expect(await left()).toMatchObject({ day: { left: '1.00' } });
    expect(await left({ ...ctx, environment: 'LIVE' })).toMatchObject({ day: { left: '5.00' } });
  });

  it('is set by an operator, with a line in the audit log', async () => {
    await clientWith({ day: 5_00 });
    const [line] = await superuserSql()`
      select action, before, after from audit_log where client_id = ${ctx.client.id} order by id desc`;
    expect(line).toMatchObject({
      action: 'client.changed',
      before: { payout_limit_day_bututs: null },
      after: { payout_limit_day_bututs: 5_00 },
    });
    for (const amount of [0, -1, 1.5, '5.00']) {
      expect(clientChange.safeParse({ payout_limit_bututs: amount }).success).toBe(false);
    }
  });
});

describe('a quote', () => {
  const quote = async (body: object) =>
    quotePayout(ctx, await readQuote(ctx, { currency: 'GMD', recipient_mobile: '+2207012345', ...body }));

  it('says what a payout then does: sent, held, beyond a limit, or more than there is', async () => {
    await clientWith({ day: 9_000_00 });
    await fundFloat(ctx, 'PROVIDER_A', 3_00n);
    const said = async (amount: string, provider: string) => {
      const { refusal, willBeHeld } = await quote({ amount, provider });
      return refusal ?? (willBeHeld ? 'AWAITING_LIQUIDITY' : 'SUCCEEDED');
    };
    for (const [amount, provider, expected] of [
      ['3.01', 'PROVIDER_A', 'AWAITING_LIQUIDITY'],
      ['2.00', 'PROVIDER_A', 'SUCCEEDED'],
      ['5.00', 'PROVIDER_C', 'AWAITING_LIQUIDITY'],
      ['9000.00', 'PROVIDER_W', 'PAYOUT_LIMIT_EXCEEDED'],
    ] as const) {
      expect(await said(amount, provider)).toBe(expected);
      const paying = payOut(`${provider} ${amount}`, BigInt(amount.replace('.', '')), ctx, provider);
      expect((await outcomeOf(paying)).split(' ')[0]).toBe(expected);
    }
    await limit({ day: null });
    expect(await said('9999.99', 'PROVIDER_W')).toBe('INSUFFICIENT_BALANCE');
  });

  it('counts in live what the house’s float has, and what was collected where both lie in one wallet', async () => {
    await clientWith({ day: null });
    await ensureAccounts();
    const live: Context = { ...ctx, environment: 'LIVE' };
    await fundFloat(live, 'PROVIDER_W', 5_00n);
    const undone = new Error('undone');
    const looking = superuserSql().begin(async (tx) => {
      const held = async (amount_bututs: number, is_covered: boolean) => {
        const whose = { client_id: ctx.client.id, owner_id: HOUSE_CLIENT_ID, environment: 'LIVE' };
        const asked = { ...whose, provider: 'PROVIDER_W', amount_bututs, is_covered, now };
        const [row] = await tx`select would_be_held(${JSON.stringify(asked)}::jsonb) as held`;
        return row?.held;
      };
      expect(await held(5_00, false)).toBe(false);
      expect([await held(5_01, false), await held(5_01, true)]).toEqual([true, true]);
      await tx`
        insert into unfolded_entries (client_id, environment, account, amount_bututs)
        values (${ctx.client.id}, 'LIVE', 'rail_collections:PROVIDER_W', 100)`;
      expect([await held(6_00, true), await held(6_01, true)]).toEqual([false, true]);
      expect(await held(6_00, false)).toBe(true);
      throw undone;
    });
    await expect(looking).rejects.toBe(undone);
  });

  it('stores and moves nothing', async () => {
    await clientWith({ day: 5_00 });
    const count = async () => {
      const sql = superuserSql();
      const [row] = await sql`
        select (select count(*) from transactions) as transactions, (select count(*) from journals) as journals,
               (select count(*) from recipients) as recipients, (select count(*) from events) as events`;
      return row;
    };
    const before = await count();
    expect(await quote({ amount: '4.00', recipient_name: 'Awa' })).toMatchObject({
      availableBututs: 10_000_00n,
      nameCheck: 'MATCH',
    });
    expect(await count()).toEqual(before);
  });
});

it('the books are sound after all of it', async () => {
  const lines = await auditLedger(superuserSql());
  expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
});
