import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjusted, caseOf, propose, refusal, settleByTwo } from '#e2e/setup/cases';
import {
  auditFaults,
  balance,
  casesOf,
  collect,
  control,
  ctx,
  kit,
  payOut,
  present,
  raiseLiveStage,
  settle,
  sql,
  statusOf,
  strikeLiveStage,
} from '#e2e/setup/live-stage';
import { staffContext } from '#e2e/setup/people';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { proposalRequest } from '#lib/cases/propose-settlement';
import { importStatement } from '#lib/reconciliation/import-statement';
import type { Transaction } from '#lib/transactions/transaction';

// One payment of a rail is booked once, by whichever of its names, and without a name.

beforeAll(raiseLiveStage, 60_000);
afterAll(strikeLiveStage);
beforeEach(() => control('behave', {}));

const openCase = async ({ id }: Transaction): Promise<string> =>
  (await sql`select id from cases where transaction_id = ${id} and status = 'OPEN'`)[0]?.id;
const credit = (amount: bigint, name: string | null = null) =>
  adjusted({ direction: 'in', amount, reason: 'The customer paid another amount.' }, name);
const isBooked = (left: string) => refusal(expect.stringContaining(`so ${left} GMD are left to book`));

/** Of 100.00, for which another amount came. */
async function overpaid(
  heardBy: 'notice' | 'record',
  rail = 'PROVIDER_W',
  amount = '140.00',
): Promise<Transaction> {
  const opened = await collect(100_00n, rail);
  if (heardBy === 'record') await control('misbehave', { rail, operation: 'notice', kind: 'lost', times: 1 });
  await control('pay', { rail, reference: opened.id, amount });
  await settle();
  expect([await statusOf(opened), await casesOf(opened)]).toEqual(['PENDING', ['mismatch']]);
  return present(opened);
}

/** And two people have credited it. */
async function credited(heardBy: 'notice' | 'record' = 'notice'): Promise<Transaction> {
  const collection = await overpaid(heardBy);
  await settleByTwo(await openCase(collection), credit(140_00n, collection.railReference));
  return present(collection);
}

describe('what came, once it was credited', () => {
  it.each([
    ['notice', 'PROVIDER_W'],
    ['record', 'PROVIDER_W'],
    ['notice', 'PROVIDER_C'],
    ['record', 'PROVIDER_C'],
  ] as const)('is known by both of its names, heard of by the %s of %s', async (heardBy, rail) => {
    const collection = await overpaid(heardBy, rail);
    const id = await openCase(collection);
    const { details } = await getCase(id);
    expect(details).toMatchObject({ rail_reference: collection.railReference, theirs: '140.00' });
    await settleByTwo(id, credit(140_00n, collection.railReference));
    const { railReference, railPaymentReference } = await present(collection);
    expect(railPaymentReference).toBe(details.payment_reference);
    expect(railPaymentReference).toMatch(/./);
    expect(railPaymentReference).not.toBe(railReference);
  });

  it.each(['notice', 'record'] as const)(
    'is no case again when the rail says it again (%s)',
    async (heardBy) => {
      const collection = await credited(heardBy);
      const { word } = await kit.lookUpCollection(ctx, collection);
      expect(word).toBe('mismatch');
      const details = { what: 'amount', ours: '100.00', theirs: '140.00' };
      await kit.openCaseOf('mismatch', collection, { ...details, notice: 'SUCCEEDED' }, new Date());
      expect(await casesOf(collection)).toEqual([]);
      // Anything else is one: another amount, another currency, or that it is not paid.
      for (const other of [
        { ...details, theirs: '141.00', notice: 'SUCCEEDED' },
        { ...details, currency: 'USD', notice: 'SUCCEEDED' },
        { ...details, state: 'FAILED' },
      ]) {
        await kit.openCaseOf('mismatch', collection, other, new Date());
        expect(await casesOf(collection)).toEqual(['mismatch']);
        await sql`delete from cases where transaction_id = ${collection.id} and status = 'OPEN'`;
      }
    },
  );

  it('is known by the name that its case tells, before anybody has asked the rail', async () => {
    const opened = await collect(100_00n);
    const details = { what: 'amount', ours: '100.00', theirs: '140.00', payment_reference: `T-${opened.id}` };
    await settleByTwo(await caseOf(opened, 'mismatch', details), credit(140_00n));
    expect((await present(opened)).railPaymentReference).toBe(`T-${opened.id}`);
  });

  it('is asked about later, and then known by the name that the rail tells, without another case', async () => {
    const opened = await collect(100_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id, amount: '140.00' });
    const details = { what: 'amount', ours: '100.00', theirs: '140.00' };
    await settleByTwo(await caseOf(opened, 'mismatch', details), credit(140_00n));
    expect((await present(opened)).railPaymentReference).toBeNull();
    await kit.lookUpCollection(ctx, await present(opened));
    expect((await present(opened)).railPaymentReference).toMatch(/./);
    expect(await casesOf(opened)).toEqual([]);
  });

  it('is not credited once more by its name in other letters, nor with a space', async () => {
    const { railReference, railPaymentReference } = await credited();
    const wrong = await caseOf(await collect(100_00n), 'unknown_outcome');
    for (const name of [railReference?.toUpperCase(), railPaymentReference?.toLowerCase()])
      await expect(propose(wrong, credit(140_00n, name ?? ''))).rejects.toMatchObject(
        refusal(expect.stringContaining('One payment is booked once')),
      );
    const read = (rail_reference: string) =>
      proposalRequest.safeParse({ outcome: 'failed', evidence: 'the statement of the day', rail_reference });
    expect(read(` ${railPaymentReference} `).data?.rail_reference).toBe(railPaymentReference);
    for (const spaced of ['T_1 2', 'T_1\u00a02', 'Т_1', ' ']) expect(read(spaced).success).toBe(false);
  });

  it('is not booked of another payment by a name that the rail has told of it, before or after it is decided', async () => {
    const named = await overpaid('notice');
    const { details } = await getCase(await openCase(named));
    const name = details.payment_reference ?? '';
    expect(name).toMatch(/./);
    const wrong = await caseOf(await collect(100_00n), 'unknown_outcome');
    await expect(propose(wrong, credit(140_00n, name))).rejects.toMatchObject(
      refusal(expect.stringContaining(`is the transaction ${named.id} already`)),
    );
    // And where it was, before the rail had told whose it is, its own case does not book it again, by any name.
    const first = await collect(100_00n);
    await settleByTwo(await caseOf(first, 'unknown_outcome'), credit(90_00n, 'T_told-later'));
    const second = await collect(100_00n);
    const facts = { what: 'amount', ours: '100.00', theirs: '90.00', notice: 'SUCCEEDED' };
    const own = await caseOf(second, 'mismatch', { ...facts, payment_reference: 'T_TOLD-LATER' });
    for (const other of [null, 'T_told-later', second.railReference])
      await expect(propose(own, credit(90_00n, other))).rejects.toMatchObject(
        refusal(expect.stringContaining('was booked by the adjustment of the case')),
      );
  });

  it('that was booked of the wrong payment is booked of its own once it was taken out there', async () => {
    const wrong = await collect(100_00n);
    await settleByTwo(await caseOf(wrong, 'unknown_outcome'), credit(90_00n, 'T_of-another'));
    const right = await collect(100_00n);
    const facts = { what: 'amount', ours: '100.00', theirs: '90.00', notice: 'SUCCEEDED' };
    const own = await caseOf(right, 'mismatch', { ...facts, payment_reference: 'T_of-another' });
    await expect(propose(own, credit(90_00n))).rejects.toMatchObject(
      refusal(expect.stringContaining('was booked by the adjustment of the case')),
    );
    const out = {
      direction: 'out' as const,
      amount: 90_00n,
      reason: 'It was the payment of another customer.',
    };
    await settleByTwo(await caseOf(wrong, 'contradiction'), adjusted(out));
    await settleByTwo(own, credit(90_00n));
  });

  it('is not credited once more: by neither name, nor without one', async () => {
    const collection = await credited();
    const before = await balance();
    const again = await caseOf(collection, 'contradiction');
    const { railReference, railPaymentReference } = collection;
    await expect(propose(again, credit(140_00n, railReference))).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('One payment is booked once'),
    });
    await expect(propose(again, credit(140_00n, railPaymentReference))).rejects.toMatchObject(
      isBooked('0.00'),
    );
    await expect(propose(again, credit(140_00n))).rejects.toMatchObject(isBooked('0.00'));
    await expect(propose(again, credit(1n))).rejects.toMatchObject(isBooked('0.00'));
    // Nor for another payment of ours, by the name that its session has not.
    const other = await collect(100_00n);
    const wrong = await caseOf(other, 'unknown_outcome');
    for (const name of [railReference, railPaymentReference]) {
      await expect(propose(wrong, credit(140_00n, name))).rejects.toMatchObject(
        refusal(expect.stringContaining(`is the transaction ${collection.id} already`)),
      );
    }
    expect(await balance()).toBe(before);
  });

  it('is credited once where two cases of it were proposed before', async () => {
    const collection = await overpaid('notice');
    const before = await balance();
    const [one, other] = [await openCase(collection), await caseOf(collection, 'contradiction')];
    const times = [
      await propose(one, credit(140_00n, collection.railReference)),
      await propose(other, credit(140_00n)),
    ];
    const results = await Promise.allSettled([
      confirmSettlement(staffContext(), one, times[0] ?? ''),
      confirmSettlement(staffContext(), other, times[1] ?? ''),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balance()) - before).toBe(140_00n);
    const left = (await openCase(collection)) as string;
    expect((await getCase(left)).proposal).toBeNull();
    await expect(propose(left, credit(140_00n))).rejects.toMatchObject(isBooked('0.00'));
  });

  it('is credited in parts, and what another payment brought by the name of that one', async () => {
    const collection = await overpaid('notice');
    const before = await balance();
    await settleByTwo(await openCase(collection), credit(100_00n, collection.railReference));
    const rest = await caseOf(collection, 'contradiction');
    await expect(propose(rest, credit(40_01n))).rejects.toMatchObject(isBooked('40.00'));
    await settleByTwo(rest, credit(40_00n));
    const more = await caseOf(collection, 'contradiction');
    await settleByTwo(more, credit(15_00n, `another-${collection.id}`));
    expect((await balance()) - before).toBe(155_00n);
  });

  it('can be taken out and booked anew, as a correction', async () => {
    const collection = await credited();
    const before = await balance();
    const out = (amount: bigint) =>
      adjusted({ amount, reason: 'Booked too much.' }, collection.railReference);
    await settleByTwo(await caseOf(collection, 'contradiction'), out(60_00n));
    const id = await caseOf(collection, 'contradiction');
    await expect(propose(id, credit(60_01n))).rejects.toMatchObject(isBooked('60.00'));
    await settleByTwo(id, credit(60_00n));
    expect(await balance()).toBe(before);
  });

  it('and was taken out as a whole, is booked anew under its own name', async () => {
    const collection = await overpaid('notice', 'PROVIDER_W', '90.00');
    const before = await balance();
    const name = collection.railReference;
    await settleByTwo(await openCase(collection), credit(90_00n, name));
    const wrong = adjusted({ amount: 90_00n, reason: 'Not theirs.' }, name);
    await settleByTwo(await caseOf(collection, 'contradiction'), wrong);
    await settleByTwo(await caseOf(collection, 'contradiction'), credit(90_00n, name));
    expect((await balance()) - before).toBe(90_00n);
  });
});

describe('one payment that stands in statements under both of its names', () => {
  /** One line of a day so many days ago. */
  async function told(collection: Transaction, name: string | null, daysAgo: number, amount = '140.00') {
    const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const line = `${name},collection,,${amount},GMD,${at},${collection.id}`;
    const head = 'transaction_id,type,mobile,amount,currency,time,reference';
    await importStatement(staffContext(), 'PROVIDER_W', at.slice(0, 10), `${head}\n${line}`);
  }

  it('is booked once, by whichever name', async () => {
    const opened = await collect(100_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(2);
    const paid = await present(opened);
    const { railReference, railPaymentReference } = paid;
    await told(paid, railReference, 3, '100.00');
    await told(paid, railPaymentReference, 2, '100.00');
    const again = await caseOf(paid, 'contradiction');
    for (const name of [null, railPaymentReference, railPaymentReference?.toLowerCase()])
      await expect(propose(again, credit(100_00n, name ?? null))).rejects.toMatchObject(isBooked('0.00'));
    // What another payment of it brought is another line, and is booked by its name.
    await told(paid, `more-${paid.id}`, 1, '15.00');
    await settleByTwo(again, credit(15_00n, `more-${paid.id}`));
  });

  it('is credited once where only a case tells both names', async () => {
    const collection = await present(await collect(100_00n));
    const names = { rail_reference: collection.railReference, payment_reference: `T-${collection.id}` };
    const own = await caseOf(collection, 'mismatch', { what: 'amount', theirs: '140.00', ...names });
    await told(collection, names.rail_reference, 5);
    await told(collection, names.payment_reference, 4);
    await settleByTwo(await caseOf(collection, 'contradiction'), credit(140_00n));
    expect((await present(collection)).railPaymentReference).toBeNull();
    await expect(propose(own, credit(140_00n))).rejects.toMatchObject(isBooked('0.00'));
  });

  it('of which the statement alone is known is no payment of nobody', async () => {
    const collection = await credited();
    const at = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const { found } = await lineOf(at, `${collection.railPaymentReference},collection,,140.00,GMD,${at}`);
    expect(found).toMatchObject([{ match: 'MATCHED', transaction_id: collection.id }]);
  });

  async function lineOf(at: string, line: string) {
    const head = 'transaction_id,type,mobile,amount,currency,time';
    await importStatement(staffContext(), 'PROVIDER_W', at.slice(0, 10), `${head}\n${line}`);
    const found = await sql`
      select match, transaction_id from rail_statement_lines where provider = 'PROVIDER_W' and day = ${at.slice(0, 10)}`;
    return { found: [...found] };
  }
});

describe('a payout that was paid after it failed', () => {
  it('is taken from the client once, whatever the rail says again', async () => {
    const rail = 'PROVIDER_W';
    await control('misbehave', { rail, operation: 'payout', kind: 'pending', times: 1 });
    const sent = await payOut(41_00n);
    await control('payout-end', { rail, reference: sent.id, state: 'failed' });
    await settle(2);
    await control('payout-end', { rail, reference: sent.id, state: 'paid' });
    await settle(2);
    await settleByTwo(await openCase(sent), adjusted({ amount: 41_00n }));
    const before = await balance();
    await kit.lookUpPayout(ctx, await present(sent));
    expect(await casesOf(sent)).toEqual([]);
    const again = await caseOf(sent, 'contradiction');
    await expect(propose(again, adjusted({ amount: 41_00n }))).rejects.toMatchObject(isBooked('0.00'));
    expect(await balance()).toBe(before);
  });
});

it('the books are sound after all of it', async () => {
  expect(await auditFaults()).toEqual([]);
});
