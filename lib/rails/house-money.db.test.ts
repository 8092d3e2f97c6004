import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  auditFaults,
  collect,
  control,
  ctx,
  kit,
  paidByRail,
  payOut,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { staffContext } from '#e2e/setup/people';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { changeWallet } from '#lib/rails/change-wallet';
import { listRails } from '#lib/rails/list-rails';
import {
  moveCollections,
  transferFloat,
  withdrawCollected,
  withdrawFloat,
} from '#lib/rails/move-house-money';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';
import type { Transaction } from '#lib/transactions/transaction';

// The money of the house at live rails: what covers a payout, and what operators book of it. Each rail begins with a
// float of 100,000; each test brings the float and what was collected to where it wants them.

const P = 'PROVIDER_C';
const admin = staffContext();
const booking = (amount: bigint, id = newId()) => ({ id, amount, note: 'Transfer 4711' });

beforeAll(async () => {
  await raiseLiveStage();
  // What the simulator's wallets hold is not what is tried here.
  for (const rail of ['PROVIDER_W', P, 'PROVIDER_A']) await control('float', { rail, amount: '9000000.00' });
}, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const floatOf = async (provider = P) => (await listRails()).find((each) => each.provider === provider)?.float;

/** What the float has free and what was collected, as the books have it. */
async function books(provider = P): Promise<[free: bigint, collected: bigint]> {
  const [row] = await sql`
    select lock_float(${HOUSE_CLIENT_ID}::uuid, 'LIVE', ${`rail_float:${provider}`}) as free, collected_on(${provider}) as collected`;
  return [BigInt(row?.free), BigInt(row?.collected)];
}

/** Brings both to these amounts. */
async function begin(free: bigint, collected: bigint, provider = P): Promise<void> {
  const [, before] = await books(provider);
  if (before < collected) {
    const { id } = await collect(collected - before, provider);
    await control('pay', { rail: provider, reference: id });
    await settle(2);
  } else if (before > collected) await moveCollections(admin, provider, booking(before - collected));
  const [now] = await books(provider);
  if (now > free) await withdrawFloat(admin, provider, booking(now - free));
  if (now < free) await kit.fundFloat(ctx, provider, free - now);
  expect(await books(provider)).toEqual([free, collected]);
}

async function entriesOf(journal: string): Promise<[string, string][]> {
  const rows = await sql`
    select account, amount_bututs from entries where journal_id = ${journal} and client_id = ${HOUSE_CLIENT_ID} order by account`;
  return rows.map((row) => [row.account, String(row.amount_bututs)]);
}

async function auditOf(journal: string) {
  return sql`select action, subject_id, after from audit_log where after->>'journal' = ${journal}`;
}

/** Once nothing waits any more, whatever a test has left. */
async function clearQueue(): Promise<void> {
  await changeWallet(admin, P, { collections_cover_payouts: true });
  await kit.fundFloat(ctx, P, 1_000_000_00n);
  await settle(4);
  const [waiting] = await sql`
    select count(*)::int as n from transactions where provider = ${P} and status in ('AWAITING_LIQUIDITY', 'PENDING') and type = 'payout'`;
  expect(waiting?.n).toBe(0);
}

describe('what was collected', () => {
  it('covers a payout that the float cannot, and what is more than both waits', async () => {
    await begin(22_524_00n, 141_346_00n);
    const sent = await payOut(28_000_00n, P);
    expect([await statusOf(sent), await paidByRail(P, sent.id)]).toEqual(['SUCCEEDED', 1]);
    expect(await books()).toEqual([0n, 135_870_00n]);
    const [covered] =
      await sql`select id from journals where kind = 'float_covered' order by id desc limit 1`;
    expect(await entriesOf(covered?.id)).toEqual([
      [`rail_collections:${P}`, '-547600'],
      [`rail_float:${P}`, '547600'],
    ]);
    const more = await payOut(135_870_01n, P);
    expect(await statusOf(more)).toBe('AWAITING_LIQUIDITY');
    expect(await books()).toEqual([0n, 135_870_00n]);
    await kit.fundFloat(ctx, P, 1n);
    await settle(3);
    expect([await statusOf(more), await books()]).toEqual(['SUCCEEDED', [0n, 0n]]);
  });

  it('covers none where an operator has switched it off, and covers what waits when it is on again', async () => {
    await begin(10_00n, 1_000_00n);
    await changeWallet(admin, P, { collections_cover_payouts: false });
    expect((await floatOf())?.collections_cover).toBe(false);
    const held = await payOut(500_00n, P);
    await settle(2);
    expect([await statusOf(held), await books()]).toEqual(['AWAITING_LIQUIDITY', [10_00n, 1_000_00n]]);
    await changeWallet(admin, P, { collections_cover_payouts: false });
    await changeWallet(admin, P, { collections_cover_payouts: true });
    await settle(3);
    expect([await statusOf(held), await books()]).toEqual(['SUCCEEDED', [0n, 510_00n]]);
    const lines = await sql`
      select subject_id, before, after from audit_log where action = 'rail.wallet_changed' order by id`;
    expect(lines).toEqual(
      [false, true].map((isOn) => ({
        subject_id: P,
        before: { collections_cover_payouts: !isOn },
        after: { collections_cover_payouts: isOn },
      })),
    );
  });

  it('is never taken twice by payouts at the same time', async () => {
    await begin(100_00n, 400_00n);
    const sent = await Promise.all(Array.from({ length: 8 }, () => payOut(120_00n, P)));
    await settle(3);
    const statuses = await Promise.all(sent.map(statusOf));
    expect(statuses.filter((each) => each === 'SUCCEEDED')).toHaveLength(4);
    expect(statuses.filter((each) => each === 'AWAITING_LIQUIDITY')).toHaveLength(4);
    expect(await books()).toEqual([0n, 20_00n]);
    await clearQueue();
  });

  it('covers nothing on the card rail, which has no float', async () => {
    const card = await collect(300_00n, 'PROVIDER_C_CARD');
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: card.id });
    await settle(2);
    const { hasOneWallet } = await import('#lib/rails/registry');
    expect(hasOneWallet(card)).toBe(false);
    expect(await floatOf('PROVIDER_C_CARD')).toBeNull();
    const change = changeWallet(admin, 'PROVIDER_C_CARD', { collections_cover_payouts: true });
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const move = moveCollections(admin, 'PROVIDER_C_CARD', booking(1n));
    await expect(move).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a withdrawal', () => {
  it('is booked once, of what no payout has set aside, with a line in the audit log', async () => {
    await begin(500_00n, 0n);
    await control('misbehave', { rail: P, operation: 'payout', kind: 'pending', times: 1 });
    const sent = await payOut(200_00n, P);
    expect(await books()).toEqual([300_00n, 0n]);
    const tooMuch = withdrawFloat(admin, P, booking(300_01n));
    await expect(tooMuch).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('GMD 300.00'),
    });
    const body = booking(300_00n);
    const asked = await Promise.all(Array.from({ length: 4 }, () => withdrawFloat(admin, P, body)));
    expect(asked.filter(({ booked }) => booked)).toHaveLength(1);
    expect(await books()).toEqual([0n, 0n]);
    expect(await entriesOf(body.id)).toEqual([
      ['float_funding', '30000'],
      [`rail_float:${P}`, '-30000'],
    ]);
    expect(await auditOf(body.id)).toEqual([
      {
        action: 'rail.float_withdrawn',
        subject_id: P,
        after: { amount: '300.00', note: body.note, journal: body.id },
      },
    ]);
    await control('payout-end', { rail: P, reference: sent.id, state: 'paid' });
    await settle(3);
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });

  it('never takes, with others and with payouts at the same time, more than there is', async () => {
    await begin(100_00n, 0n);
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => withdrawFloat(admin, P, booking(30_00n))),
      ...Array.from({ length: 4 }, () => payOut(30_00n, P)),
      ...Array.from({ length: 4 }, () => transferFloat(admin, P, { ...booking(30_00n), to: 'PROVIDER_A' })),
    ]);
    const moved = results.filter(
      (each) =>
        each.status === 'fulfilled' && ('booked' in each.value || each.value.status !== 'AWAITING_LIQUIDITY'),
    );
    expect(moved).toHaveLength(3);
    expect(await books()).toEqual([10_00n, 0n]);
    await clearQueue();
  });
});

describe('a transfer between rails', () => {
  it('is booked once: less on the one, more on the other, where payouts that wait leave', async () => {
    await begin(100_00n, 0n);
    await begin(0n, 0n, 'PROVIDER_A');
    const held = await payOut(60_00n, 'PROVIDER_A');
    expect(await statusOf(held)).toBe('AWAITING_LIQUIDITY');
    const body = { ...booking(60_00n), to: 'PROVIDER_A' };
    const asked = await Promise.all([1, 2].map(() => transferFloat(admin, P, body)));
    expect(asked.map(({ booked }) => booked).toSorted()).toEqual([false, true]);
    expect(await books()).toEqual([40_00n, 0n]);
    expect(await entriesOf(body.id)).toEqual([
      ['rail_float:PROVIDER_A', '6000'],
      [`rail_float:${P}`, '-6000'],
    ]);
    expect(await auditOf(body.id)).toMatchObject([
      { action: 'rail.float_transferred', subject_id: P, after: { to: 'PROVIDER_A', amount: '60.00' } },
    ]);
    await settle(3);
    expect(await statusOf(held)).toBe('SUCCEEDED');
  });

  it('and one back at the same time do not wait for each other for ever', async () => {
    await begin(100_00n, 0n);
    await begin(100_00n, 0n, 'PROVIDER_A');
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? transferFloat(admin, P, { ...booking(1_00n), to: 'PROVIDER_A' })
          : transferFloat(admin, 'PROVIDER_A', { ...booking(1_00n), to: P }),
      ),
    );
    expect([await books(), await books('PROVIDER_A')]).toEqual([
      [100_00n, 0n],
      [100_00n, 0n],
    ]);
  });

  it.each(['PROVIDER_C', 'PROVIDER_C_CARD', 'PROVIDER_X'])(
    'goes to another rail that pays out, not to %s',
    async (to) => {
      const wrong = transferFloat(admin, P, { ...booking(1n), to });
      await expect(wrong).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: [{ path: 'to' }] },
      });
    },
  );
});

describe('collected money', () => {
  it('is moved into the float, once and never more than was collected', async () => {
    await begin(5_00n, 80_00n);
    const tooMuch = moveCollections(admin, P, booking(80_01n));
    await expect(tooMuch).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const body = booking(50_00n);
    await Promise.all([1, 2].map(() => moveCollections(admin, P, body)));
    expect(await books()).toEqual([55_00n, 30_00n]);
    expect(await entriesOf(body.id)).toEqual([
      [`rail_collections:${P}`, '-5000'],
      [`rail_float:${P}`, '5000'],
    ]);
    expect(await auditOf(body.id)).toMatchObject([{ action: 'rail.collections_moved', subject_id: P }]);
    const both = await Promise.allSettled([1, 2].map(() => moveCollections(admin, P, booking(20_00n))));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await books()).toEqual([75_00n, 10_00n]);
  });
});

describe('what was collected on a rail without a float', () => {
  const card = 'PROVIDER_C_CARD';
  const collected = async () => (await books(card))[1];
  const bank = async () =>
    BigInt(
      (
        await sql`select coalesce(sum(amount_bututs), 0)::text as bututs from entries
                  where client_id = ${HOUSE_CLIENT_ID} and environment = 'LIVE' and account = 'float_funding'`
      )[0]?.bututs,
    );

  it('is booked as paid to the house’s bank, once and never more than was collected; then it is nowhere else', async () => {
    const paid = await collect(300_00n, card);
    await control('pay', { rail: card, reference: paid.id });
    await settle(2);
    const [before, inBank] = [await collected(), await bank()];
    expect((await listRails()).find((each) => each.provider === card)?.collected).toBe(formatAmount(before));
    await expect(withdrawCollected(admin, card, booking(before + 1n))).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining(`GMD ${formatAmount(before)}`),
    });
    const body = booking(before - 1_00n);
    const asked = await Promise.all([1, 2, 3, 4].map(() => withdrawCollected(admin, card, body)));
    expect(asked.filter(({ booked }) => booked)).toHaveLength(1);
    expect([await collected(), (await bank()) - inBank]).toEqual([1_00n, before - 1_00n]);
    expect(await auditOf(body.id)).toMatchObject([
      { action: 'rail.collections_withdrawn', subject_id: card },
    ]);
    const both = await Promise.allSettled([1, 2].map(() => withdrawCollected(admin, card, booking(60n))));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rails } = await getWhereMoneyIs();
    expect(rails.find((each) => each.provider === card)?.books).toMatchObject({ total: '0.40' });
  });

  it.each([P, 'PROVIDER_X'])('is not what was collected on %s', async (provider) => {
    await expect(withdrawCollected(admin, provider, booking(1n))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('a booking is of a rail with a float, of an amount, and with an id of today', async () => {
  await expect(withdrawFloat(admin, 'PROVIDER_C_CARD', booking(1n))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const yesterday = newId(new Date(Date.now() - 25 * 60 * 60 * 1000));
  for (const bad of [booking(0n), booking(1n, yesterday)]) {
    await expect(withdrawFloat(admin, P, bad)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

describe('a payout of a suspended client', () => {
  const setClient = (client: { id: string }, status: string) =>
    sql`update clients set status = ${status} where id = ${client.id}`;

  it('that waits for the float stays, holds up nobody, and leaves when the client is active again', async () => {
    await clearQueue();
    await begin(0n, 0n);
    const own = await payOut(60_00n, P);
    const other = await shopWithMoney();
    const theirs = await payOut(50_00n, P, 'theirs', other);
    expect([await statusOf(own), await statusOf(theirs)]).toEqual([
      'AWAITING_LIQUIDITY',
      'AWAITING_LIQUIDITY',
    ]);
    await setClient(ctx.client, 'SUSPENDED');
    // Long enough that nothing younger may overtake it, were it in the queue.
    await sql`update transactions set held_since = now() - interval '2 hours' where id = ${own.id}`;
    await kit.fundFloat(ctx, P, 100_00n);
    await settle(3);
    expect([await statusOf(own), await statusOf(theirs)]).toEqual(['AWAITING_LIQUIDITY', 'SUCCEEDED']);
    expect(await paidByRail(P, own.id)).toBe(0);
    // Nor does it hold up one that begins.
    const begun = await payOut(40_00n, P, 'theirs too', other);
    expect(await statusOf(begun)).toBe('SUCCEEDED');
    await kit.fundFloat(ctx, P, 50_00n);
    await setClient(ctx.client, 'ACTIVE');
    await settle(3);
    expect([await statusOf(own), await paidByRail(P, own.id)]).toEqual(['SUCCEEDED', 1]);
  });

  it('that was accepted while its rail was closed stays when it opens, and leaves when the client is active again', async () => {
    await begin(200_00n, 0n);
    const { overruleHealth } = await import('#lib/rails/overrule-health');
    const health = { direction: 'payout', reason: 'They told us.' } as const;
    await sql`
      insert into rail_health (provider, direction, status, since, figures, updated_at)
      values (${P}, 'payout', 'OPERATIONAL', now(), '{}', now()) on conflict do nothing`;
    await overruleHealth(admin, P, { ...health, status: 'CLOSED' });
    const own = await payOut(60_00n, P);
    expect(await statusOf(own)).toBe('PENDING');
    await setClient(ctx.client, 'SUSPENDED');
    await overruleHealth(admin, P, { ...health, status: null });
    await settle(4);
    expect([await statusOf(own), await paidByRail(P, own.id)]).toEqual(['PENDING', 0]);
    await setClient(ctx.client, 'ACTIVE');
    await settle(2);
    expect([await statusOf(own), await paidByRail(P, own.id)]).toEqual(['SUCCEEDED', 1]);
  });

  async function shopWithMoney(): Promise<typeof ctx> {
    const id = await kit.createClient({
      name: 'Other',
      businessPhone: '+2207012346',
      businessEmail: 'o@k.example',
    });
    await kit.ensureAccounts();
    const other = { ...ctx, client: { id, name: 'Other', commissionBps: 0 } };
    const paid: Transaction = await collect(500_00n, 'PROVIDER_W', 'money', other);
    await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
    await settle(2);
    return other;
  }
});

describe('in the end', () => {
  it('the books are whole', async () => {
    expect(await auditFaults()).toEqual([]);
  });
});
