import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjusted, caseOf, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  balance,
  codeFor,
  collect,
  control,
  ctx,
  kit,
  operator,
  payOut,
  present,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { visitor } from '#e2e/setup/payer';
import { staffContext } from '#e2e/setup/people';
import { approve } from '#lib/approvals/decide-approval';
import { banjulDay } from '#lib/clock';
import { readCollection } from '#lib/collections/read-collection';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { formatAmount } from '#lib/money';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { quotePayout } from '#lib/payouts/quote-payout';
import { readQuote } from '#lib/payouts/read-payout';
import { changeWallet } from '#lib/rails/change-wallet';
import { withdrawFloat } from '#lib/rails/move-house-money';
import { readTariffs } from '#lib/rails/rail-tariffs';
import { presentTariffs, setTariff } from '#lib/rails/set-tariff';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';
import { bookFees } from '#lib/reconciliation/book-fees';
import { importStatement } from '#lib/reconciliation/import-statement';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
import type { Transaction } from '#lib/transactions/transaction';

// What live rails take for their work, over real HTTP: booked once, at the house's expense, by the tariff or as told.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);

const admin = staffContext();
type Terms = { flat?: bigint; bps?: number };

async function tariff(
  provider: string,
  movement: 'collection' | 'payout' | 'refund',
  { flat = 0n, bps = 0 }: Terms,
) {
  const starts_on = banjulDay(new Date());
  return setTariff(admin, provider, {
    movement,
    starts_on,
    flat_amount: flat,
    bps,
    note: 'Contract of July',
  });
}

beforeEach(async () => {
  await control('behave', {});
  for (const rail of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C']) {
    for (const movement of ['collection', 'payout'] as const) {
      await control('fees', { rail, movement });
      await tariff(rail, movement, {});
    }
  }
});

/** The fees' journals of a transaction: what each moved to the expense, and out of which account. */
async function feesOf({ id }: Transaction) {
  const rows = await sql`
    select j.kind, e.account, e.amount_bututs::text as amount, e.client_id = ${HOUSE_CLIENT_ID} as is_house
    from journals j join entries e on e.journal_id = j.id
    where j.transaction_id = ${id} and j.kind like 'rail\\_fee%' order by j.id, e.amount_bututs < 0`;
  expect(rows.every((row) => row.is_house)).toBe(true);
  return rows.map((row) => `${row.kind} ${row.account} ${row.amount}`);
}

async function books(provider: string): Promise<{ free: bigint; collected: bigint; fees: bigint }> {
  const [row] = await sql`
    select lock_float(${HOUSE_CLIENT_ID}::uuid, 'LIVE', ${`rail_float:${provider}`}) as free, collected_on(${provider}) as collected,
           (select coalesce(sum(amount_bututs), 0) from entries where account = ${`rail_fees:${provider}`}) as fees`;
  return { free: BigInt(row?.free), collected: BigInt(row?.collected), fees: BigInt(row?.fees) };
}

async function paid(amount: bigint, provider = 'PROVIDER_W'): Promise<Transaction> {
  const opened = await collect(amount, provider);
  await control('pay', { rail: provider, reference: opened.id });
  await settle(2);
  return present(opened);
}

let order = 0;
async function refund(collection: Transaction, amount?: string): Promise<Transaction> {
  const client_reference = `fee back ${++order}`;
  const request = readRefund({ collection: collection.id, client_reference, ...(amount && { amount }) });
  return (await initiateRefund(ctx, request)).transaction;
}

/** Leaves the float with so much that no payout has set aside. */
async function leave(provider: string, free: bigint): Promise<void> {
  const { free: before } = await books(provider);
  if (before > free)
    await withdrawFloat(admin, provider, { id: newId(), amount: before - free, note: 'Bank' });
  else if (before < free) await kit.fundFloat(ctx, provider, free - before);
}

describe('a collection', () => {
  it('costs what the tariff says, out of what was collected, and its client nothing', async () => {
    await tariff('PROVIDER_W', 'collection', { flat: 50n, bps: 100 });
    const [owed, before] = [await balance(), await books('PROVIDER_W')];
    const collection = await paid(150_00n);
    expect(await feesOf(collection)).toEqual([
      'rail_fee rail_fees:PROVIDER_W 200',
      'rail_fee rail_collections:PROVIDER_W -200',
    ]);
    expect((await balance()) - owed).toBe(147_75n);
    const after = await books('PROVIDER_W');
    expect(after.collected - before.collected).toBe(148_00n);
    expect(after.fees - before.fees).toBe(2_00n);
    // It is said again, 64 times at once.
    const again = () => kit.bookCollectionNews(ctx, collection, { state: 'SUCCEEDED' });
    await Promise.all(Array.from({ length: 64 }, again));
    expect(await feesOf(collection)).toHaveLength(2);
    expect(await auditFaults()).toEqual([]);
  });

  it('keeps the tariff of the day on which it began', async () => {
    const opened = await collect(100_00n);
    await tariff('PROVIDER_W', 'collection', { flat: 9_00n });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(2);
    expect([await statusOf(opened), await feesOf(opened)]).toEqual(['SUCCEEDED', []]);
  });

  it('costs the same through a payment link, and where the customer chooses the wallet', async () => {
    await tariff('PROVIDER_W', 'collection', { flat: 50n, bps: 100 });
    const { link } = await createPaymentLink(
      ctx,
      await readNewLink('LIVE', { title: 'Rice', amount: '150.00' }),
    );
    const body = { amount: '150.00', currency: 'GMD', client_reference: `choice ${++order}` };
    const choice = { ...body, provider: 'CUSTOMER_CHOICE' };
    const { transaction } = await kit.initiateCollection(
      ctx,
      await readCollection(ctx, choice, new Headers()),
    );
    for (const code of [link.code, transaction.paymentLinkCode ?? '']) {
      const { id } = await visitor({ code }).begin({ provider: 'PROVIDER_W' });
      await control('pay', { rail: 'PROVIDER_W', reference: id });
      await settle(2);
      expect(await feesOf({ id } as Transaction)).toEqual([
        'rail_fee rail_fees:PROVIDER_W 200',
        'rail_fee rail_collections:PROVIDER_W -200',
      ]);
    }
    expect(await auditFaults()).toEqual([]);
  });

  it('that is not paid costs nothing', async () => {
    await tariff('PROVIDER_W', 'collection', { flat: 1_00n });
    const opened = await collect(100_00n);
    await kit.cancelCollection(ctx, opened.id);
    expect([await statusOf(opened), await feesOf(opened)]).toEqual(['CANCELLED', []]);
  });

  it('of the rail with a password is charged once, however the answer gets lost', async () => {
    await tariff('PROVIDER_A', 'collection', { bps: 250 });
    const opened = await collect(80_00n, 'PROVIDER_A');
    await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    await settle(2);
    expect([await statusOf(opened), await feesOf(opened)]).toEqual([
      'SUCCEEDED',
      ['rail_fee rail_fees:PROVIDER_A 200', 'rail_fee rail_collections:PROVIDER_A -200'],
    ]);
  });
});

describe('a payout', () => {
  beforeAll(async () => {
    // What was collected lies in the same wallet, and would cover what the float lacks.
    for (const rail of ['PROVIDER_A', 'PROVIDER_C']) {
      await changeWallet(admin, rail, { collections_cover_payouts: false });
    }
  });

  it('sets the fee aside with its amount, and waits where the float has only the amount', async () => {
    await tariff('PROVIDER_A', 'payout', { flat: 2_00n });
    await leave('PROVIDER_A', 101_99n);
    const owed = await balance();
    const payout = await payOut(100_00n, 'PROVIDER_A');
    expect(await statusOf(payout)).toBe('AWAITING_LIQUIDITY');
    expect(owed - (await balance())).toBe(100_00n);
    await kit.fundFloat(ctx, 'PROVIDER_A', 1n);
    await settle(3);
    expect([await statusOf(payout), await feesOf(payout)]).toEqual([
      'SUCCEEDED',
      ['rail_fee rail_fees:PROVIDER_A 200', 'rail_fee rail_float:PROVIDER_A -200'],
    ]);
    expect((await books('PROVIDER_A')).free).toBe(0n);
    expect(owed - (await balance())).toBe(100_00n);
    expect(await auditFaults()).toEqual([]);
  });

  it('is quoted as held from the amount on that leaves nothing for its fee', async () => {
    await tariff('PROVIDER_A', 'payout', { flat: 2_00n });
    await leave('PROVIDER_A', 101_99n);
    const isHeld = async (amount: string) => {
      const body = { currency: 'GMD', recipient_mobile: '+2207012345', provider: 'PROVIDER_A', amount };
      return (await quotePayout(ctx, await readQuote(ctx, body))).willBeHeld;
    };
    expect([await isHeld('99.99'), await isHeld('100.00')]).toEqual([false, true]);
  });

  it('of 64 at once, as many leave as the float can pay with their fees', async () => {
    await tariff('PROVIDER_A', 'payout', { flat: 1_00n });
    // 19 of 10.00 with a fee of 1.00, and not the 20 that their amounts alone would be.
    await leave('PROVIDER_A', 19n * 11_00n + 10_00n);
    const sent = await Promise.all(Array.from({ length: 64 }, () => payOut(10_00n, 'PROVIDER_A')));
    await settle(3);
    const statuses = await Promise.all(sent.map(statusOf));
    expect(statuses.filter((each) => each === 'SUCCEEDED')).toHaveLength(19);
    expect(statuses.filter((each) => each === 'AWAITING_LIQUIDITY')).toHaveLength(45);
    expect((await books('PROVIDER_A')).free).toBe(10_00n);
    expect(await auditFaults()).toEqual([]);
    await leave('PROVIDER_A', 10_000_00n);
    await settle(4);
    const ends = await Promise.all(sent.map(statusOf));
    expect(new Set(ends)).toEqual(new Set(['SUCCEEDED']));
    const charged = await Promise.all(sent.map(feesOf));
    expect(charged.every((each) => each.length === 2)).toBe(true);
  }, 120_000);

  it('that the rail refuses gives back all that was set aside, and costs nothing', async () => {
    await tariff('PROVIDER_C', 'payout', { flat: 3_00n });
    const { free } = await books('PROVIDER_C');
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'refusal', times: 1 });
    const payout = await payOut(100_00n, 'PROVIDER_C');
    await settle(2);
    expect([await statusOf(payout), await feesOf(payout)]).toEqual(['FAILED', []]);
    expect((await books('PROVIDER_C')).free).toBe(free);
  });

  it('costs what the rail itself says, whatever the tariff expected', async () => {
    await tariff('PROVIDER_W', 'payout', { flat: 5_00n });
    await control('fees', { rail: 'PROVIDER_W', movement: 'payout', bps: 100 });
    const { free } = await books('PROVIDER_W');
    const payout = await payOut(120_00n);
    await settle(2);
    expect(await feesOf(payout)).toEqual([
      'rail_fee rail_fees:PROVIDER_W 120',
      'rail_fee rail_float:PROVIDER_W -120',
    ]);
    expect(await present(payout)).toMatchObject({ railFeeBututs: 1_20n, railFeeToldBututs: 1_20n });
    expect(free - (await books('PROVIDER_W')).free).toBe(121_20n);
    expect(await auditFaults()).toEqual([]);
  });

  it('whose fee is more than the float has is booked as far as it was set aside, and the rest is remembered', async () => {
    await control('fees', { rail: 'PROVIDER_C', movement: 'payout', flat: '4.00' });
    await control('float', { rail: 'PROVIDER_C', amount: '9000000.00' });
    await leave('PROVIDER_C', 100_00n);
    const payout = await payOut(100_00n, 'PROVIDER_C');
    await settle(2);
    expect([await statusOf(payout), await feesOf(payout)]).toEqual(['SUCCEEDED', []]);
    expect(await present(payout)).toMatchObject({ railFeeBututs: 0n, railFeeToldBututs: 4_00n });
    expect((await books('PROVIDER_C')).free).toBe(0n);
    expect(await auditFaults()).toEqual([]);
    await leave('PROVIDER_C', 1_000_00n);
  });

  it('that is taken back at the rail that gives back its fee books the fee back, once', async () => {
    await control('fees', { rail: 'PROVIDER_W', movement: 'payout', flat: '1.50' });
    const payout = await payOut(60_00n);
    await settle(2);
    const { free } = await books('PROVIDER_W');
    await kit.reversePayout(operator(), ctx, await present(payout), 'Sent to the wrong number');
    await settle(2);
    expect([await statusOf(payout), await feesOf(payout)]).toEqual([
      'REVERSED',
      [
        'rail_fee rail_fees:PROVIDER_W 150',
        'rail_fee rail_float:PROVIDER_W -150',
        'rail_fee_returned rail_float:PROVIDER_W 150',
        'rail_fee_returned rail_fees:PROVIDER_W -150',
      ],
    ]);
    expect((await books('PROVIDER_W')).free - free).toBe(61_50n);
    expect(await auditFaults()).toEqual([]);
  });

  it('that another rail takes back keeps its fee', async () => {
    await control('fees', { rail: 'PROVIDER_C', movement: 'payout', flat: '1.50' });
    const payout = await payOut(60_00n, 'PROVIDER_C');
    await settle(2);
    await control('reverse', { rail: 'PROVIDER_C', reference: payout.id });
    // Its notice says so, fee and all.
    await settle(4);
    expect(await statusOf(payout)).toBe('REVERSED');
    expect(await feesOf(payout)).toHaveLength(2);
    expect(await auditFaults()).toEqual([]);
  });
});

describe('a refund', () => {
  it('of the whole by the rail that gives back its fee brings the fee back', async () => {
    await tariff('PROVIDER_W', 'collection', { bps: 100 });
    const collection = await paid(90_00n);
    const before = await books('PROVIDER_W');
    const back = await refund(collection);
    await settle(2);
    expect([await statusOf(back), await feesOf(back)]).toEqual([
      'SUCCEEDED',
      ['rail_fee rail_collections:PROVIDER_W 90', 'rail_fee rail_fees:PROVIDER_W -90'],
    ]);
    const after = await books('PROVIDER_W');
    expect([before.collected - after.collected, before.fees - after.fees]).toEqual([89_10n, 90n]);
    expect(await auditFaults()).toEqual([]);
  });

  it('of a part is a payout to the rail, and costs what one costs', async () => {
    await tariff('PROVIDER_W', 'refund', { flat: 9_00n });
    const collection = await paid(90_00n);
    await control('fees', { rail: 'PROVIDER_W', movement: 'payout', flat: '0.75' });
    const back = await refund(collection, '40.00');
    await settle(2);
    expect([await statusOf(back), await feesOf(back)]).toEqual([
      'SUCCEEDED',
      ['rail_fee rail_fees:PROVIDER_W 75', 'rail_fee rail_float:PROVIDER_W -75'],
    ]);
    await tariff('PROVIDER_W', 'refund', {});
    expect(await auditFaults()).toEqual([]);
  });
});

describe('a statement that has another fee than is booked', () => {
  const today = banjulDay(new Date());
  const statement = (lines: string[]) =>
    importStatement(
      admin,
      'PROVIDER_C',
      today,
      ['transaction_id,type,amount,fee,currency,time,reference', ...lines].join('\n'),
    );
  const lineOf = ({ id, railReference, type, amountBututs }: Transaction, fee: string) =>
    `${railReference},${type},${formatAmount(amountBututs)},${fee},GMD,${new Date().toISOString()},${id}`;

  it('shows the difference, which is booked once, out of the same wallet', async () => {
    await tariff('PROVIDER_C', 'collection', { flat: 1_00n });
    await control('fees', { rail: 'PROVIDER_C', movement: 'payout', flat: '0.50' });
    const more = await paid(70_00n, 'PROVIDER_C');
    const less = await paid(71_00n, 'PROVIDER_C');
    const same = await paid(72_00n, 'PROVIDER_C');
    const sent = await payOut(73_00n, 'PROVIDER_C');
    await settle(2);
    const payout = await present(sent);
    const owed = await balance();
    const before = await books('PROVIDER_C');
    const found = await statement([
      lineOf(more, '1.75'),
      lineOf(less, '0.40'),
      lineOf(same, '1.00'),
      lineOf(payout, '0.80'),
    ]);
    expect(found.fees).toMatchObject({ count: 3, difference: '0.45' });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => bookFees(admin, 'PROVIDER_C', today, { note: 'n' }).catch(() => null)),
    );
    expect(all.reduce((sum, each) => sum + (each?.booked ?? 0), 0)).toBe(3);
    expect((await feesOf(more)).slice(2)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 75',
      'rail_fee_corrected rail_collections:PROVIDER_C -75',
    ]);
    expect((await feesOf(payout)).slice(2)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 30',
      'rail_fee_corrected rail_float:PROVIDER_C -30',
    ]);
    const after = await books('PROVIDER_C');
    expect(after.fees - before.fees).toBe(45n);
    expect([before.collected - after.collected, before.free - after.free]).toEqual([15n, 30n]);
    expect(await balance()).toBe(owed);
    await expect(bookFees(admin, 'PROVIDER_C', today, { note: 'n' })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await auditFaults()).toEqual([]);
  });

  it('of what was not paid as asked is booked once two people have booked what came, and for nothing else', async () => {
    await tariff('PROVIDER_C', 'collection', { flat: 1_00n });
    const came = await collect(100_00n, 'PROVIDER_C');
    const mismatch = await caseOf(came, 'mismatch', { what: 'amount', ours: '100.00', theirs: '90.00' });
    const credit = { direction: 'in' as const, amount: 90_00n };
    const sentLate = await payOut(40_00n, 'PROVIDER_C');
    await settle(2);
    // Its rail refused one and cancelled another, and says fees for both all the same.
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'refusal', times: 1 });
    const refused = await payOut(60_00n, 'PROVIDER_C');
    await settle(2);
    const unpaid = await collect(50_00n, 'PROVIDER_C');
    await kit.cancelCollection(ctx, unpaid.id);
    const before = await books('PROVIDER_C');
    const linesNow = async () => [
      lineOf({ ...(await present(came)), amountBututs: 90_00n }, '1.35'),
      lineOf(await present(refused), '0.70'),
      lineOf(await present(unpaid), '0.90'),
    ];
    expect(await statusOf(sentLate)).toBe('SUCCEEDED');
    expect((await statement(await linesNow())).fees).toMatchObject({ count: 0 });

    await settleByTwo(mismatch, adjusted(credit, 'C-came'));
    await settleByTwo(
      await caseOf(refused, 'delivered_after_failure'),
      adjusted({ amount: 60_00n }, 'C-late'),
    );
    expect([await statusOf(came), await statusOf(refused)]).toEqual(['FAILED', 'FAILED']);
    const { fees } = await statement(await linesNow());
    expect(fees).toMatchObject({ count: 2, difference: '2.05' });
    // Lines of one instant stand by the rail's references.
    expect(fees.list.map(({ amount, told, booked }) => `${amount} ${told} ${booked}`).toSorted()).toEqual([
      '60.00 0.70 0.00',
      '90.00 1.35 0.00',
    ]);
    const owed = await balance();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => bookFees(admin, 'PROVIDER_C', today, { note: 'n' }).catch(() => null)),
    );
    expect(all.reduce((sum, each) => sum + (each?.booked ?? 0), 0)).toBe(2);
    expect(await feesOf(came)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 135',
      'rail_fee_corrected rail_collections:PROVIDER_C -135',
    ]);
    expect(await feesOf(refused)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 70',
      'rail_fee_corrected rail_float:PROVIDER_C -70',
    ]);
    expect(await feesOf(unpaid)).toEqual([]);
    const after = await books('PROVIDER_C');
    expect(after.fees - before.fees).toBe(2_05n);
    expect(await balance()).toBe(owed);
    // Where the money is, and what an operator reads on the payment's page.
    expect(after.collected - before.collected).toBe(90_00n - 1_35n);
    expect((await getTransactionAsOperator(came.id, new Date())).rail_fee).toEqual({
      ...{ amount: '1.35', is_booked: true, told: null, margin: '-1.35' },
    });
    expect((await getTransactionAsOperator(unpaid.id, new Date())).rail_fee).toBeNull();
    // Its client's page has the same bookings without those that are the house's own business.
    const kinds = ({ journals }: { journals: { kind: string }[] }) => journals.map(({ kind }) => kind);
    const operators = kinds(await getTransactionAsOperator(came.id, new Date()));
    expect(operators).toContain('rail_fee_corrected');
    expect(kinds(await getTransactionDetail(ctx, came.id))).toEqual(
      operators.filter((kind) => !kind.startsWith('rail_fee')),
    );
    // The statement says another one: the difference to what is booked, and no more.
    const [line = ''] = await linesNow();
    expect((await statement([line.replace('1.35', '1.00')])).fees).toMatchObject({ difference: '-0.35' });
    await bookFees(admin, 'PROVIDER_C', today, { note: 'n' });
    expect(await present(came)).toMatchObject({ railFeeBututs: 1_00n, railFeeToldBututs: 1_00n });
    expect(await auditFaults()).toEqual([]);
  });

  it('above its payment is shown, and booked by two operators whatever the limit', async () => {
    const collection = await paid(90_00n, 'PROVIDER_C');
    const found = await statement([lineOf(collection, '90.01')]);
    expect(found.fees).toMatchObject({ count: 1, difference: '90.01' });
    const { approval_id: id, booked } = await bookFees(admin, 'PROVIDER_C', today, { note: 'n' });
    expect([booked, id]).toEqual([0, expect.any(String)]);
    expect(await feesOf(collection)).toEqual([]);
    await approve(staffContext(), id ?? '');
    expect(await feesOf(collection)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 9001',
      'rail_fee_corrected rail_collections:PROVIDER_C -9001',
    ]);
    expect(await auditFaults()).toEqual([]);
  });

  it('above the limit waits for another operator, and is booked only while the statement says the same', async () => {
    const { settings } = await import('#lib/settings');
    Object.assign(settings(), { HOUSE_MONEY_TWO_PEOPLE_ABOVE: 0 });
    const collection = await paid(90_00n, 'PROVIDER_C');
    await statement([lineOf(collection, '2.00')]);
    const { approval_id: id, booked } = await bookFees(admin, 'PROVIDER_C', today, { note: 'n' });
    expect(booked).toBe(0);
    await statement([lineOf(collection, '3.00')]);
    await expect(approve(staffContext(), id ?? '')).rejects.toThrow('another amount');
    await statement([lineOf(collection, '2.00')]);
    await expect(approve(admin, id ?? '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await feesOf(collection)).toEqual([]);
    await approve(staffContext(), id ?? '');
    expect(await feesOf(collection)).toEqual([
      'rail_fee_corrected rail_fees:PROVIDER_C 200',
      'rail_fee_corrected rail_collections:PROVIDER_C -200',
    ]);
    Object.assign(settings(), { HOUSE_MONEY_TWO_PEOPLE_ABOVE: 250_000 });
    expect(await auditFaults()).toEqual([]);
  });
});

describe('a tariff', () => {
  it('is kept with who set it, and only begins today or later', async () => {
    const now = new Date();
    const yesterday = banjulDay(new Date(now.getTime() - 24 * 60 * 60 * 1000));
    const change = { movement: 'collection', flat_amount: 1n, bps: 0, note: 'n' } as const;
    await expect(setTariff(admin, 'PROVIDER_C', { ...change, starts_on: yesterday })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(
      setTariff(admin, 'PROVIDER_C_CARD', { ...change, movement: 'payout', starts_on: banjulDay(now) }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await setTariff(admin, 'PROVIDER_C_CARD', { ...change, starts_on: '2999-01-01' });
    const card = presentTariffs('PROVIDER_C_CARD', await readTariffs(), now);
    expect(card.movements.find((each) => each.movement === 'collection')?.in_force).toBeNull();
    expect(card.history).toMatchObject([
      { movement: 'collection', starts_on: '2999-01-01', flat_amount: '0.01', set_by: admin.user.name },
    ]);
    const [line] =
      await sql`select after from audit_log where action = 'rail.tariff_set' and subject_id = 'PROVIDER_C_CARD:collection'`;
    expect(line?.after).toMatchObject({ starts_on: '2999-01-01', flat_amount: '0.01' });
    await expect(sql`update rail_tariffs set bps = 1`).rejects.toMatchObject({ code: 'KA001' });
  });
});
