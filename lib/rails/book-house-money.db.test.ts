import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { approve, reject } from '#lib/approvals/decide-approval';
import { ensureAccounts } from '#lib/clients/create-client';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { auditLedger } from '#lib/ledger/audit';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { railName } from '#lib/rails/rail-faces';
import { settings } from '#lib/settings';

// Above the limit of the settings, the house's money is booked by two operators.

const rail = 'PROVIDER_A';
const LIMIT = 250_000_00n;
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
  expect(BigInt(settings().HOUSE_MONEY_TWO_PEOPLE_ABOVE) * 100n).toBe(LIMIT);
});
afterAll(() => database.drop());
/** A full queue would refuse the next. */
beforeEach(() => sql`update approvals set status = 'WITHDRAWN' where status = 'PENDING'`);

const order = (amount: bigint, id = newId()) => ({ id, amount, note: 'Transfer 4711' });

async function floatOf(provider = rail): Promise<bigint> {
  const [row] =
    await sql`select lock_float(${HOUSE_CLIENT_ID}::uuid, 'LIVE', ${`rail_float:${provider}`}) as free`;
  return BigInt(row?.free);
}

async function asked(
  action: Parameters<typeof bookHouseMoney>[2],
  body: Parameters<typeof bookHouseMoney>[3],
) {
  const asker = staffContext();
  const answer = await bookHouseMoney(asker, rail, action, body);
  expect(answer).toMatchObject({ booked: false });
  return { asker, id: answer.approval_id as string };
}

describe('the house’s money', () => {
  test('is booked by one operator up to the limit, and above it not before another one approves', async () => {
    expect(await bookHouseMoney(staffContext(), rail, 'top_up', order(LIMIT))).toMatchObject({
      booked: true,
      approval_id: null,
    });
    const before = await floatOf();
    const body = order(LIMIT + 1n);
    const { asker, id } = await asked('top_up', body);
    expect(await floatOf()).toBe(before);
    // The same once more is the same request.
    expect(await bookHouseMoney(asker, rail, 'top_up', body)).toMatchObject({ approval_id: id });
    await expect(approve(asker, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await floatOf()).toBe(before);
    const approver = staffContext();
    expect(await approve(approver, id)).toMatchObject({
      kind: 'house_money',
      status: 'DONE',
      house_booking: 'top_up',
      change: { after: [`GMD 250,000.01 into the float of ${railName(rail)}: Transfer 4711`] },
    });
    expect((await floatOf()) - before).toBe(LIMIT + 1n);
    const [line] =
      await sql`select user_id, after from audit_log where action = 'rail.float_funded' and after->>'journal' = ${body.id}`;
    expect(line).toMatchObject({
      user_id: approver.user.id,
      after: { asked_by: asker.user.name, note: 'Transfer 4711', amount: '250000.01' },
    });
    expect(await bookHouseMoney(asker, rail, 'top_up', body)).toEqual({
      id: body.id,
      booked: false,
      approval_id: null,
    });
  });

  test('in several smaller bookings is what one operator booked alone in the last 24 hours, on all rails', async () => {
    const asker = staffContext();
    const book = (amount: bigint, ctx = asker, provider = rail) =>
      bookHouseMoney(ctx, provider, 'top_up', order(amount));
    expect(await book(LIMIT - 10_00n)).toMatchObject({ booked: true });
    const before = await floatOf();
    for (const provider of [rail, 'PROVIDER_C']) {
      expect(await book(10_01n, asker, provider)).toMatchObject({
        booked: false,
        approval_id: expect.any(String),
      });
    }
    expect(await floatOf()).toBe(before);
    expect(await book(10_00n)).toMatchObject({ booked: true });
    expect(await bookHouseMoney(asker, rail, 'withdraw', order(1n))).toMatchObject({ booked: false });
    // Another operator has a limit of their own, and what two booked is nobody's alone.
    const other = staffContext();
    const { id } = await asked('top_up', order(LIMIT + 1n));
    await approve(other, id);
    expect(await book(LIMIT, other)).toMatchObject({ booked: true });
    // A day later it begins anew; the id is of that day too.
    const at = new Date(Date.now() + 25 * 60 * 60 * 1000);
    const tomorrow = { ...asker, now: () => at };
    expect(await bookHouseMoney(tomorrow, rail, 'top_up', order(1n, newId(at)))).toMatchObject({
      booked: true,
    });
  });

  test('in 32 bookings at once is no more than one operator may book alone, and the same one again is booked before', async () => {
    const asker = staffContext();
    const before = [await floatOf(), await floatOf('PROVIDER_C')];
    const orders = Array.from({ length: 32 }, () => order(LIMIT / 8n));
    // Of those that wait for another operator, the queue takes only so many.
    const answers = await Promise.allSettled(
      orders.map((each, index) => bookHouseMoney(asker, index % 2 ? rail : 'PROVIDER_C', 'top_up', each)),
    );
    const isBooked = (answer: (typeof answers)[number]) =>
      answer.status === 'fulfilled' && answer.value.booked;
    expect(answers.filter(isBooked)).toHaveLength(8);
    const after = [await floatOf(), await floatOf('PROVIDER_C')];
    expect(after.reduce((sum, each, index) => sum + each - (before[index] ?? 0n), 0n)).toBe(LIMIT);
    await sql`update approvals set status = 'WITHDRAWN' where status = 'PENDING'`;
    const done = answers.findIndex(isBooked);
    const again = await bookHouseMoney(
      asker,
      done % 2 ? rail : 'PROVIDER_C',
      'top_up',
      orders[done] ?? order(1n),
    );
    expect(again).toMatchObject({ booked: false, approval_id: null });
  });

  test('of a card rail goes to the bank by two operators above the limit', async () => {
    const card = 'PROVIDER_C_CARD';
    const big = order(LIMIT + 1n);
    const asker = staffContext();
    const answer = await bookHouseMoney(asker, card, 'withdraw_collected', big);
    expect(answer).toMatchObject({ booked: false, approval_id: expect.any(String) });
    await expect(approve(staffContext(), answer.approval_id ?? '')).rejects.toThrow(
      'Of what was collected on PROVIDER_C_CARD',
    );
    await expect(bookHouseMoney(asker, rail, 'withdraw_collected', big)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('approved by 32 at once is booked once, and never once it was rejected', async () => {
    await bookHouseMoney(staffContext(), rail, 'top_up', order(LIMIT));
    for (const action of ['top_up', 'withdraw', 'transfer'] as const) {
      const before = await floatOf();
      const body = { ...order(LIMIT + 5_00n), ...(action === 'transfer' && { to: 'PROVIDER_C' }) };
      const { id } = await asked(action, body);
      const all = await Promise.allSettled(Array.from({ length: 32 }, () => approve(staffContext(), id)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const moved = (await floatOf()) - before;
      expect(moved).toBe(action === 'top_up' ? body.amount : -body.amount);
    }
    const before = await floatOf();
    const { id } = await asked('top_up', order(LIMIT + 1n));
    await reject(staffContext(), id, 'No such transfer.');
    await expect(approve(staffContext(), id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await floatOf()).toBe(before);
  });

  test('of which there is not enough is not booked, and the request waits on', async () => {
    const { id } = await asked('withdraw', order(99_000_000_00n));
    await expect(approve(staffContext(), id)).rejects.toThrow('no payout has set aside');
    const [row] = await sql`select status from approvals where id = ${id}`;
    expect(row?.status).toBe('PENDING');
  });

  test('that was asked for more than a day ago is not booked any more', async () => {
    const { id } = await asked('top_up', order(LIMIT + 1n));
    const later = staffContext('admin', () => new Date(Date.now() + 25 * 60 * 60 * 1000));
    await expect(approve(later, id)).rejects.toThrow('more than a day ago');
  });

  test('is asked for only where it could be booked', async () => {
    const big = order(LIMIT + 1n);
    const book = (provider: string, action: 'top_up' | 'transfer', body: typeof big & { to?: string }) =>
      bookHouseMoney(staffContext(), provider, action, body);
    await expect(book('PROVIDER_C_CARD', 'top_up', big)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(book(rail, 'transfer', { ...big, to: rail })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const old = order(LIMIT + 1n, newId(new Date(Date.now() - 25 * 60 * 60 * 1000)));
    await expect(book(rail, 'top_up', old)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await auditLedger(sql)).filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
