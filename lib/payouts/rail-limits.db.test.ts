import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { nothing, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  collect,
  control,
  kit,
  ctx as live,
  payOut as payOutLive,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { fundFloat } from '#lib/ledger/fund-float';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';
import { batchRequest, createBatch } from '#lib/payout-batches/create-batch';
import { getBatch, presentBatchView } from '#lib/payout-batches/get-batch';
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { listPayoutLimits, listRailLimits, presentRailLimits } from '#lib/payouts/payout-limits';
import { presentPayoutQuote, quotePayout } from '#lib/payouts/quote-payout';
import { readQuote } from '#lib/payouts/read-payout';
import { changeRail, railChange } from '#lib/rails/change-rail';
import { changeWallet } from '#lib/rails/change-wallet';
import { withdrawFloat } from '#lib/rails/move-house-money';

// What may go out over one rail in a day and in a month, whoever sends it.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);

type Limits = { day_limit?: string | null; month_limit?: string | null };
const rail = 'PROVIDER_A';

function limit(environment: 'LIVE' | 'SANDBOX', limits: Limits, provider = rail) {
  const bounds = { enabled: true, min_amount: '0.01', max_amount: '100000.00' };
  const change = railChange.parse({ environment, direction: 'payout', ...bounds, ...limits });
  return changeRail(staffContext(), provider, change);
}

beforeEach(async () => {
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    await limit(environment, { day_limit: null, month_limit: null });
  }
});

let order = 0;
/** Another day is another clock. */
async function sandboxClient(at = () => new Date()): Promise<Context> {
  const own = { ...systemContext(await newClient(), 'SANDBOX'), now: at };
  await giveBalance(own, 1_000_00n);
  for (const provider of ['PROVIDER_W', rail]) await fundFloat(own, provider, 100_00n);
  return own;
}

const payOut = (own: Context, amount: bigint, provider = rail, reference = `s${++order}`) =>
  initiatePayout(own, {
    amount,
    currency: 'GMD',
    recipient_mobile: `+22071${String(10_000 + order)}`,
    client_reference: reference,
    provider,
    metadata: {},
  });

const outcomeOf = (paying: Promise<unknown>) =>
  paying.then(
    () => 'taken',
    ({ code, details }) => (details?.limit ? `${details.limit} ${details.left_bututs}` : code),
  );
const left = async (own: Context, provider = rail) =>
  presentRailLimits((await listRailLimits(own, [provider])).get(provider) ?? []);

/** As much more as may be sent today. */
async function leaveLive(bututs: bigint): Promise<void> {
  await limit('LIVE', { day_limit: '900000.00' });
  const { rail_day } = await left(live);
  const taken = 900_000_00n - BigInt((rail_day?.left ?? '').replace('.', ''));
  const most = taken + bututs;
  await limit('LIVE', { day_limit: `${most / 100n}.${String(most % 100n).padStart(2, '0')}` });
}

describe('in live', () => {
  it('64 payouts of several clients at once never pass the limit of a rail together, held ones counted', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const own: Context = { ...live, client: await newClient() };
        // What they have to pay out of is the first one's: it is booked to them past the rails.
        await giveLive(own, 50_00n);
        return own;
      }),
    );
    await leaveLive(20_00n);
    const callers = [live, ...others];
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        outcomeOf(payOutLive(1_00n, rail, `at-once-${n}`, callers[n % callers.length])),
      ),
    );
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(20);
    expect(outcomes.filter((each) => each === 'rail_day 0')).toHaveLength(44);
    // Each client is told what is left for all of them.
    for (const own of callers) expect((await left(own)).rail_day?.left).toBe('0.00');
    // Another rail goes on, and so does whoever repeats what was taken.
    expect(await outcomeOf(payOutLive(1_00n, 'PROVIDER_C'))).toBe('taken');
    await settle(2);
    await sql`select fold_tallies()`;
    expect((await left(live)).rail_day?.left).toBe('0.00');
    expect(await outcomeOf(payOutLive(1n, rail))).toBe('rail_day 0');
  }, 60_000);

  it('what the float cannot cover counts from its beginning, and is sent later whatever is left then', async () => {
    // The rail itself has more than our books say.
    await control('float', { rail, amount: '9000000.00' });
    const free = await freeFloat();
    await leaveLive(free + 10_00n);
    const own: Context = { ...live, client: await newClient() };
    await giveLive(own, free + 10_00n);
    const payout = await payOutLive(free + 5_00n, rail, 'held', own);
    expect(await statusOf(payout)).toBe('AWAITING_LIQUIDITY');
    expect(await outcomeOf(payOutLive(5_01n, rail))).toBe('rail_day 500');
    await limit('LIVE', { day_limit: '0.01' });
    await fundFloat(live, rail, 5_00n);
    await settle(3);
    expect(await statusOf(payout)).toBe('SUCCEEDED');
    await fundFloat(live, rail, 10_000_00n);
  }, 60_000);

  it('payouts of several clients over two rails, held and sent, never wait for each other', async () => {
    const callers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const own: Context = { ...live, client: await newClient() };
        await giveLive(own, 60_00n);
        return own;
      }),
    );
    await limit('LIVE', { day_limit: '900000.00' });
    await limit('LIVE', { day_limit: '900000.00' }, 'PROVIDER_C');
    await changeWallet(staffContext(), 'PROVIDER_C', { collections_cover_payouts: false });
    // Nothing is left on the rail whose lock comes second.
    const free = await freeFloat('PROVIDER_C');
    if (free > 0n)
      await withdrawFloat(staffContext(), 'PROVIDER_C', { id: newId(), amount: free, note: 'Bank' });
    // One begins when another has: so what is held is committed together with what is sent.
    const payer = async (own: Context, n: number) => {
      const statuses: string[] = [];
      for (let turn = 0; turn < 5; turn++) {
        const over = (turn + n) % 2 === 0 ? 'PROVIDER_C' : rail;
        statuses.push((await payOutLive(50n, over, `two-${n}-${turn}`, own)).status);
      }
      return statuses;
    };
    const all = await Promise.all(
      callers.flatMap((own) => Array.from({ length: 20 }, (_, n) => payer(own, n))),
    );
    const held = all.flat().filter((status) => status === 'AWAITING_LIQUIDITY');
    expect(held).toHaveLength(200);
    const [row] = await sql`select deadlocks::int from pg_stat_database where datname = current_database()`;
    expect(row).toEqual({ deadlocks: 0 });
    await fundFloat(live, 'PROVIDER_C', 10_000_00n);
    await limit('LIVE', { day_limit: null }, 'PROVIDER_C');
    await settle(4);
  }, 60_000);

  it('what failed and was paid all the same is counted, for its client too; what two people found unpaid is not', async () => {
    const over = 'PROVIDER_W';
    await limit('LIVE', { day_limit: '900000.00', month_limit: '900000.00' }, over);
    const own: Context = { ...live, client: await newClient() };
    await giveLive(own, 100_00n);
    await sql`update clients set payout_limit_day_bututs = 5000, payout_limit_month_bututs = 9000 where id = ${own.client.id}`;
    const room = async () => {
      const { rail_day, rail_month } = await left(own, over);
      const [client] = (await listPayoutLimits(own)).filter(({ name }) => name === 'day');
      return [rail_day?.left, rail_month?.left]
        .map((each) => BigInt((each ?? '').replace('.', '')))
        .concat(client?.leftBututs ?? -1n);
    };
    const before = await room();
    await control('misbehave', { rail: over, operation: 'payout', kind: 'pending', times: 1 });
    const sent = await payOutLive(30_00n, over, 'paid-after', own);
    await control('payout-end', { rail: over, reference: sent.id, state: 'failed' });
    await settle(2);
    expect(await room()).toEqual(before);
    await control('payout-end', { rail: over, reference: sent.id, state: 'paid' });
    await settle(2);
    expect((await kit.reread(sent)).deliveredAfterFailure).toBe(true);
    expect(await room()).toEqual(before.map((each) => each - 30_00n));
    expect(await outcomeOf(payOutLive(20_01n, over, 'over', own))).toBe('day 2000');
    // Another rail, and another client, have nothing of it.
    expect(await left(live, 'PROVIDER_C')).toMatchObject({ rail_day: null });
    const [{ id } = { id: '' }] =
      await sql`select id from cases where transaction_id = ${sent.id} and status = 'OPEN'`;
    await settleByTwo(id, nothing);
    expect(await room()).toEqual(before);
    await limit('LIVE', { day_limit: null, month_limit: null }, over);
  });

  it('the sandbox has limits of its own, and is not counted', async () => {
    await limit('SANDBOX', { day_limit: '1.00' });
    expect(await outcomeOf(payOutLive(2_00n, rail))).toBe('taken');
    const own = await sandboxClient();
    expect(await outcomeOf(payOut(own, 1_00n))).toBe('taken');
    expect(await left(own)).toEqual({ rail_day: { limit: '1.00', left: '0.00' }, rail_month: null });
    expect(await left(live)).toEqual({ rail_day: null, rail_month: null });
  });
});

describe('in the sandbox', () => {
  it('each client has the limit by itself', async () => {
    await limit('SANDBOX', { day_limit: '5.00' });
    const [one, other] = [await sandboxClient(), await sandboxClient()];
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => outcomeOf(payOut(one, 1_00n))));
    expect(outcomes.filter((each) => each === 'taken')).toHaveLength(5);
    expect(await outcomeOf(payOut(other, 5_00n))).toBe('taken');
    expect(await outcomeOf(payOut(one, 5_00n, 'PROVIDER_W'))).toBe('taken');
  });

  it('it begins anew with the day and the month of Banjul, and what failed is given back', async () => {
    let now = new Date('2027-01-30T23:59:59.999Z');
    const own = await sandboxClient(() => now);
    await limit('SANDBOX', { day_limit: '5.00', month_limit: '9.00' });
    expect(await outcomeOf(payOut(own, 5_00n))).toBe('taken');
    expect(await outcomeOf(payOut(own, 1n))).toBe('rail_day 0');
    now = new Date('2027-01-31T00:00:00.000Z');
    expect(await left(own)).toMatchObject({ rail_day: { left: '5.00' }, rail_month: { left: '4.00' } });
    expect(await outcomeOf(payOut(own, 4_01n))).toBe('rail_month 400');
    await limit('SANDBOX', { day_limit: null });
    expect(await outcomeOf(payOut(own, 4_01n))).toBe('rail_month 400');
    now = new Date('2027-02-01T00:00:00.000Z');
    expect(await outcomeOf(payOut(own, 9_00n))).toBe('taken');
    expect(await left(own)).toMatchObject({ rail_day: null, rail_month: { limit: '9.00', left: '0.00' } });
    // More than its float has: held, and counted, until it is cancelled.
    await limit('SANDBOX', { month_limit: '300.00' });
    const { transaction } = await payOut(own, 200_00n);
    expect(transaction.status).toBe('AWAITING_LIQUIDITY');
    expect(await left(own)).toMatchObject({ rail_month: { left: '91.00' } });
    await cancelPayout(own, transaction.id);
    expect(await left(own)).toMatchObject({ rail_month: { left: '291.00' } });
  });

  it('a client’s own limit is told first, and the rail’s before the balance; nothing is stored', async () => {
    const own = await sandboxClient();
    await limit('SANDBOX', { day_limit: '5.00', month_limit: '6.00' });
    await sql`update clients set payout_limit_bututs = 400 where id = ${own.client.id}`;
    expect(await outcomeOf(payOut(own, 5_01n))).toBe('per_payout 400');
    await sql`update clients set payout_limit_bututs = null where id = ${own.client.id}`;
    await expect(payOut(own, 2_000_00n)).rejects.toMatchObject({
      status: 422,
      code: 'PAYOUT_LIMIT_EXCEEDED',
      details: { limit: 'rail_day', limit_bututs: 5_00, left_bututs: 5_00 },
      message: expect.stringContaining('Wallet A’s limit for the day: 5.00 of 5.00 GMD'),
    });
    const rows = await sql`select from transactions where client_id = ${own.client.id} and type = 'payout'`;
    expect(rows).toHaveLength(0);
    expect(await outcomeOf(payOut(own, 5_00n, rail, 'again'))).toBe('taken');
    expect(await outcomeOf(payOut(own, 5_00n, rail, 'again'))).toBe('taken');
  });

  it('what is left is shown by the desk, the quote and a file before anything is sent', async () => {
    const own = await newUser('owner', await newClient());
    await giveBalance(own, 1_000_00n);
    for (const provider of ['PROVIDER_W', rail]) await fundFloat(own, provider, 100_00n);
    await limit('SANDBOX', { day_limit: '5.00', month_limit: '50.00' });
    await payOut(own, 2_00n);
    const shown = {
      rail_day: { limit: '5.00', left: '3.00' },
      rail_month: { limit: '50.00', left: '48.00' },
    };
    const desk = presentPayoutDesk(await getPayoutDesk(own));
    expect(desk.rails.find(({ provider }) => provider === rail)?.limits).toEqual(shown);
    expect(desk.rails[0]?.limits).toEqual({ rail_day: null, rail_month: null });

    const body = { currency: 'GMD', recipient_mobile: '+2207012345', amount: '3.01' };
    const quote = async (provider: string) =>
      presentPayoutQuote(await quotePayout(own, await readQuote(own, { ...body, provider })));
    expect(await quote(rail)).toMatchObject({
      would_be_refused_with: 'PAYOUT_LIMIT_EXCEEDED',
      will_be_held: false,
      limits: { ...shown, day: null },
    });
    expect(await quote('PROVIDER_W')).toMatchObject({ would_be_refused_with: null });

    const csv =
      'reference,mobile,amount,rail\nA,7010002,2.00,PROVIDER_A\nB,7010003,2.00,PROVIDER_A\nC,7010004,9.00,';
    const { id } = await createBatch(own, batchRequest.parse({ file_name: 'pay.csv', csv }));
    const { funds } = presentBatchView(await getBatch(own, id));
    expect(funds?.rails.find(({ provider }) => provider === rail)?.limits).toEqual([
      { name: 'rail_day', limit: '5.00', left: '3.00', lacks: '1.00' },
      { name: 'rail_month', limit: '50.00', left: '48.00', lacks: null },
    ]);
    await expect(confirmBatch(own, id)).rejects.toMatchObject({
      code: 'PAYOUT_LIMIT_EXCEEDED',
      details: { limit: 'rail_day', limit_bututs: 5_00, left_bututs: 3_00 },
      message: expect.stringContaining(
        'The rows come to GMD 4.00, and of Wallet A’s limit for the day GMD 3.00 is left',
      ),
    });
    await limit('SANDBOX', { day_limit: '6.00' });
    expect((await confirmBatch(own, id)).status).toBe('RUNNING');
  });
});

it('operators set it, with a line in the audit log, for payouts only and never below the smallest amount', async () => {
  await limit('LIVE', { day_limit: '100.00', month_limit: '1000.00' });
  // Who leaves it out leaves it as it is.
  expect(await limit('LIVE', {})).toMatchObject({ day_limit: '100.00', month_limit: '1000.00' });
  expect(await limit('LIVE', { day_limit: null })).toMatchObject({ day_limit: null, month_limit: '1000.00' });
  const [line] =
    await sql`select before, after from audit_log where action = 'rail.changed' order by id desc limit 1`;
  expect(line).toMatchObject({
    before: { day_limit: '100.00' },
    after: { day_limit: null, month_limit: '1000.00' },
  });
  await expect(limit('LIVE', { day_limit: '20.00', month_limit: '10.00' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(limit('LIVE', { day_limit: '0.00' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const collections = railChange.parse({
    ...{
      environment: 'LIVE',
      direction: 'collection',
      enabled: true,
      min_amount: '1.00',
      max_amount: '9.00',
    },
    day_limit: '5.00',
  });
  await expect(changeRail(staffContext(), rail, collections)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

it('what was paid out before the release that counts it by rail is taken over once', async () => {
  const text = await readFile('db/functions/20_ledger.sql', 'utf8');
  const [takeOver = ''] =
    /do \$\$ begin\s+if not exists \(select from rail_tallies\)[\s\S]*?end \$\$;/.exec(text) ?? [];
  await sql`select fold_tallies()`;
  const counted = () =>
    sql`select provider, day, amount_bututs from rail_tallies where amount_bututs <> 0 order by 1, 2`;
  const before = await counted();
  expect(before.length).toBeGreaterThan(0);
  await sql.unsafe(takeOver);
  expect(await counted()).toEqual(before);
  await sql`delete from rail_tallies`;
  await sql.unsafe(takeOver);
  expect(await counted()).toEqual(before);
});

it('the books are sound after all of it', async () => {
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    await limit(environment, { day_limit: null, month_limit: null });
  }
  expect(await auditFaults()).toEqual([]);
});

/** What an operator credits to a client by hand stands in the books as a collection that was paid. */
async function giveLive(own: Context, bututs: bigint): Promise<void> {
  const paid = await collect((bututs * 102n) / 100n + 1_00n, 'PROVIDER_W', `stock ${newId()}`, own);
  await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
  await settle(2);
}

async function freeFloat(provider = rail): Promise<bigint> {
  const [row] = await sql`
    select greatest(lock_float(${HOUSE_CLIENT_ID}::uuid, 'LIVE', ${`rail_float:${provider}`}), 0) + cover_on(${provider}) as free`;
  return BigInt(row?.free);
}
