import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjusted, caseOf, nothing, settleByTwo } from '#e2e/setup/cases';
import { move, newDoubt, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { longTest } from '#e2e/setup/long-test';
import { memberContext, newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { confirmSettlement } from '#lib/cases/decide-settlement';
import { getCase } from '#lib/cases/get-case';
import { openCase } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { formatAmount } from '#lib/money';
import { closeDay } from '#lib/reconciliation/close-day';
import { getDay } from '#lib/reconciliation/get-day';
import { fetchStatement, importStatement } from '#lib/reconciliation/import-statement';
import { listDays } from '#lib/reconciliation/list-days';
import { failure, type Transaction } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;
let client: Context['client'];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  client = await newClient();
});

afterAll(() => database.drop());

const header = 'transaction_id,type,mobile,amount,currency,time,reference\n';
const dayMs = 24 * 60 * 60 * 1000;
let last = Date.parse('2026-03-01T00:00:00Z');

/** Each test has a day of its own, at noon. */
function nextDay(): { day: string; at: Date } {
  last += dayMs * 3;
  const at = new Date(last + dayMs / 2);
  return { day: at.toISOString().slice(0, 10), at };
}

async function paid(at: Date, facts: Partial<Transaction> = {}, railReference = `T_${randomUUID()}`) {
  const made = await newLiveCollection(client, { at, ...facts });
  return move(client, made, { kind: 'rail_succeeded', railReference }, at);
}

function lineOf(transaction: Partial<Transaction>, at: Date, changes: Record<string, string> = {}): string {
  const cells = {
    id: transaction.railReference ?? `T_${randomUUID()}`,
    type: transaction.type ?? 'collection',
    mobile: transaction.mobile ?? '',
    amount: formatAmount(transaction.amountBututs ?? 50_00n),
    currency: 'GMD',
    time: at.toISOString(),
    reference: '',
    ...changes,
  };
  return Object.values(cells).join(',');
}

const take = (day: string, lines: string[], by = staffContext(), provider = 'PROVIDER_A') =>
  importStatement(by, provider, day, header + lines.join('\n'));
const stored = (day: string) =>
  sql`select kind, rail_reference, match, transaction_id, amount_bututs from rail_statement_lines where day = ${day} order by rail_reference`;

describe('a line of a statement', () => {
  it('is matched by our reference, and else by the rail’s', async () => {
    const { day, at } = nextDay();
    const byRail = await paid(at);
    const byOurs = await paid(at, { provider: 'PROVIDER_W' });
    const w = lineOf(byOurs, at, { id: 'something else', reference: byOurs.id });
    expect(await take(day, [lineOf(byRail, at)])).toMatchObject({ differences: [], proposed: 0 });
    expect((await take(day, [w], staffContext(), 'PROVIDER_W')).differences).toEqual([]);
    expect(await stored(day)).toMatchObject([
      { match: 'MATCHED', transaction_id: byRail.id },
      { match: 'MATCHED', transaction_id: byOurs.id },
    ]);
  });

  it('that is of another rail, of the sandbox or of nobody is the rail’s only', async () => {
    const { day, at } = nextDay();
    const other = await paid(at, { provider: 'PROVIDER_C' });
    const found = await take(day, [
      lineOf({}, at, { id: 'T_a', reference: other.id }),
      lineOf({}, at, { id: other.railReference ?? '' }),
      lineOf({}, at, { id: 'T_b', reference: 'not a uuid' }),
    ]);
    expect(found.differences.map((each) => each.found)).toEqual(Array(3).fill('rail_only'));
    expect(found.differences.every((each) => each.transaction === null)).toBe(true);
  });

  it('differs where amount, currency, kind or ending are not ours, and says in what', async () => {
    const { day, at } = nextDay();
    const [amount, currency, kind] = [await paid(at), await paid(at), await paid(at)];
    const open = await newLiveCollection(client, { at, railReference: `T_${randomUUID()}` });
    const found = await take(day, [
      lineOf(amount, at, { amount: '49.99' }),
      lineOf(currency, at, { currency: 'USD' }),
      lineOf(kind, at, { type: 'payout' }),
      lineOf(open, at),
    ]);
    const whats = found.differences.filter((each) => each.found === 'amount_differs');
    expect(new Map(whats.map((each) => [each.transaction?.id, each.what]))).toEqual(
      new Map([
        [amount.id, 'amount'],
        [currency.id, 'currency'],
        [kind.id, 'kind'],
        [open.id, 'status'],
      ]),
    );
    // Its collection has no line that answers to it.
    expect(found.differences.filter((each) => each.found === 'books_only')).toMatchObject([
      { transaction: { id: kind.id } },
    ]);
  });

  it('with a payment’s name and another number is no match, where the number cannot be another one', async () => {
    const { day, at } = nextDay();
    const [otp, same, old] = [await paid(at), await paid(at), await paid(at, { mobile: '+220773012345' })];
    const pattern = await paid(at);
    const other = { mobile: '+2209999999' };
    const lines = [
      lineOf(otp, at, other),
      lineOf(same, at),
      lineOf(old, at, { mobile: '+2203012345' }),
      lineOf(pattern, at, { mobile: '+220%' }),
    ];
    const found = await take(day, lines);
    expect(new Map(found.differences.map((each) => [each.transaction?.id, each.what]))).toEqual(
      new Map([
        [otp.id, 'number'],
        [pattern.id, 'number'],
      ]),
    );
    expect(found.differences).toContainEqual(
      expect.objectContaining({ found: 'amount_differs', rail_mobile: other.mobile }),
    );
    const page = await paid(at, { provider: 'PROVIDER_W' });
    const inApp = await take(day, [lineOf(page, at, other)], staffContext(), 'PROVIDER_W');
    expect(inApp.differences).toEqual([]);
  });

  it('is matched anew when the books have moved on', async () => {
    const { day, at } = nextDay();
    const open = await newLiveCollection(client, { at, railReference: `T_${randomUUID()}` });
    expect((await take(day, [lineOf(open, at)])).differences).toMatchObject([{ what: 'status' }]);
    await move(client, open, { kind: 'rail_succeeded' }, at);
    expect((await getDay('PROVIDER_A', day, new Date())).differences).toEqual([]);
  });

  it('that is a second payment of what was paid once differs, on the same day and on another', async () => {
    const { day, at } = nextDay();
    const once = await paid(at, { provider: 'PROVIDER_W' });
    const again = (time: Date) => lineOf(once, time, { id: `T_${randomUUID()}`, reference: once.id });
    const by = staffContext();
    const first = await take(day, [lineOf(once, at), again(at)], by, 'PROVIDER_W');
    expect(first.differences).toMatchObject([{ what: 'paid twice', transaction: { id: once.id } }]);
    const later = new Date(at.getTime() + dayMs);
    const second = await take(later.toISOString().slice(0, 10), [again(later)], by, 'PROVIDER_W');
    expect(second.differences).toMatchObject([{ what: 'paid twice', transaction: { id: once.id } }]);
  });

  it('of a payout that was taken back matches twice: when it went, and when it came', async () => {
    const { day, at } = nextDay();
    const payout = await newLivePayout(client, { at, provider: 'PROVIDER_W' });
    const sent = await move(client, payout, { kind: 'payout_delivered', railReference: 'pt-1' }, at);
    await move(client, sent, { kind: 'payout_reversed', reason: 'wrong number' }, at);
    const lines = [lineOf(sent, at), lineOf(sent, at, { type: 'reversal' })];
    const found = await take(day, lines, staffContext(), 'PROVIDER_W');
    expect(found.differences.filter((each) => each.kind !== 'collection')).toEqual([]);
    const figures = new Map(found.figures.map((each) => [each.kind, each]));
    for (const kind of ['payout', 'reversal'] as const) {
      expect(figures.get(kind)).toMatchObject({
        rail: { count: 1, amount: '50.00' },
        books: { count: 1, amount: '50.00' },
        difference: '0.00',
      });
    }
  });
});

describe('a day', () => {
  it('tells what only our books have, and both sums with their difference', async () => {
    const { day, at } = nextDay();
    const [both, ours] = [await paid(at), await paid(at, { amountBututs: 7_50n })];
    await newLiveCollection(client, { at });
    const found = await take(day, [lineOf(both, at), lineOf({ amountBututs: 3_25n }, at)]);
    expect(found.figures[0]).toEqual({
      kind: 'collection',
      rail: { count: 2, amount: '53.25' },
      books: { count: 2, amount: '57.50' },
      difference: '-4.25',
      other_day: { count: 0, amount: '0.00' },
    });
    expect(found.differences.map((each) => [each.found, each.transaction?.id])).toEqual([
      ['books_only', ours.id],
      ['rail_only', undefined],
    ]);
  });

  it('is not short of what the rail booked a moment before or after midnight', async () => {
    const { day, at } = nextDay();
    const midnight = Date.parse(`${day}T00:00:00Z`) + dayMs;
    const late = await paid(new Date(midnight + 1000));
    const found = await take(day, [lineOf(late, new Date(midnight - 1000))]);
    expect(found.differences).toEqual([]);
    expect(found.figures[0]).toMatchObject({ difference: '50.00', other_day: { count: 1, amount: '50.00' } });
    const next = new Date(at.getTime() + dayMs).toISOString().slice(0, 10);
    const after = await take(next, []);
    expect(after.differences).toEqual([]);
    expect(after.figures[0]).toMatchObject({
      difference: '-50.00',
      other_day: { count: 1, amount: '-50.00' },
    });
  });

  it('of a part payment, or of a payout that was paid after all, agrees once two people have booked what moved', async () => {
    const { day, at } = nextDay();
    const made = await newLiveCollection(client, { at, amountBututs: 100_00n });
    const details = { what: 'amount', ours: '100.00', theirs: '90.00' };
    const part = { ...made, railReference: `T_${randomUUID()}`, amountBututs: 90_00n };
    const sent = await newLivePayout(client, { at });
    const failed = await move(
      client,
      sent,
      { kind: 'payout_refused', failure: failure('PROVIDER_ERROR') },
      at,
    );
    const late = { ...failed, railReference: `T_${randomUUID()}` };
    const lines = [lineOf(part, at, { reference: made.id }), lineOf(late, at, { reference: sent.id })];
    const differing = async (given: string[]) =>
      (await take(day, given)).differences.filter(({ found }) => found === 'amount_differs');
    expect(await differing(lines)).toHaveLength(2);
    const mismatch = await caseOf(made, 'mismatch', details);
    await settleByTwo(
      mismatch,
      adjusted({ direction: 'in', amount: 90_00n, reason: 'They paid 90 of 100.' }, part.railReference),
    );
    await settleByTwo(await caseOf(failed, 'delivered_after_failure'), adjusted({}, late.railReference));
    expect(await differing(lines)).toEqual([]);
    // A second payment of the same is one still, and so is another amount than was booked.
    const more = lineOf(part, at, { reference: made.id, id: `T_${randomUUID()}` });
    const other = lineOf(late, at, { reference: sent.id, amount: '49.00' });
    expect(await differing([lines[0] ?? '', more, other])).toHaveLength(2);
  });

  it('is imported again without a change, and anew with what changed', async () => {
    const { day, at } = nextDay();
    const payment = await paid(at);
    const lines = [lineOf(payment, at), lineOf({}, at, { id: 'T_gone' })];
    const first = await take(day, lines);
    const before = await stored(day);
    const second = await take(day, lines);
    expect(await stored(day)).toEqual(before);
    expect(second.differences).toEqual(first.differences);
    await take(day, [lineOf(payment, at)]);
    expect(await stored(day)).toMatchObject([{ match: 'MATCHED', transaction_id: payment.id }]);
  });

  it('imported by ten people at the same time has each line once', async () => {
    const { day, at } = nextDay();
    const payment = await paid(at);
    await Promise.all(Array.from({ length: 10 }, () => take(day, [lineOf(payment, at)])));
    expect(await stored(day)).toHaveLength(1);
  });

  it('takes no payment that stands in another day’s statement, and half a file not at all', async () => {
    const { day, at } = nextDay();
    const payment = await paid(at);
    await take(day, [lineOf(payment, at)]);
    const later = new Date(at.getTime() + dayMs);
    const next = later.toISOString().slice(0, 10);
    await expect(take(next, [lineOf(payment, later)])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'csv', message: expect.stringContaining(`of ${day} already`) }] },
    });
    await expect(take(next, [lineOf({}, later), 'x'])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await stored(next)).toEqual([]);
  });

  it('is taken without what a closed day has already, which is told and noted', async () => {
    const { day, at } = nextDay();
    const [payment, other] = [await paid(at), await paid(at)];
    const before = new Date(at.getTime() - dayMs);
    const closed = before.toISOString().slice(0, 10);
    await take(closed, [lineOf({ railReference: payment.railReference }, before, { amount: '1.00' })]);
    await closeDay(staffContext(), 'PROVIDER_A', closed);
    const name = payment.railReference;
    const found = await take(day, [lineOf(payment, at), lineOf(other, at)]);
    const left = { kind: 'collection', rail_reference: name, amount: '50.00', currency: 'GMD', day: closed };
    expect(found.left_out).toEqual([left]);
    expect(await stored(day)).toMatchObject([{ rail_reference: other.railReference, match: 'MATCHED' }]);
    const [noted] = await sql`
      select after from audit_log where action = 'statement.imported' and subject_id = ${`PROVIDER_A:${day}`}`;
    expect(noted?.after).toMatchObject({ lines: 1, left_out: [left] });
    expect((await take(day, [lineOf(other, at)])).left_out).toEqual([]);
  });

  it('is closed once its differences have cases, by whom and when, and then stays as it is', async () => {
    const { day, at } = nextDay();
    const [both, ours, other] = [await paid(at), await paid(at), await paid(at)];
    const lines = [
      lineOf(both, at),
      lineOf({}, at, { id: `T_${day}` }),
      lineOf(other, at, { amount: '1.00' }),
    ];
    await take(day, lines);
    const admin = staffContext();
    const closed = await closeDay(admin, 'PROVIDER_A', day);
    expect(closed.statement).toMatchObject({ closed_by: admin.user.name, closed_at: expect.any(String) });
    expect(closed.differences).toHaveLength(3);
    const cases = await Promise.all(closed.differences.map(({ case_id }) => getCase(case_id ?? '')));
    expect(cases.map((each) => [each.kind, each.transaction?.id, each.status])).toEqual([
      ['amount_differs', other.id, 'OPEN'],
      ['books_only', ours.id, 'OPEN'],
      ['rail_only', undefined, 'OPEN'],
    ]);
    expect(cases[0]?.details).toMatchObject({ day, what: 'amount', theirs: 'collection of GMD 1.00' });
    await expect(take(day, lines)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await expect(closeDay(admin, 'PROVIDER_A', day)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await stored(day)).toHaveLength(3);
    const audit = await sql`
      select action from audit_log where subject_id = ${`PROVIDER_A:${day}`} order by id`;
    expect(audit.map(({ action }) => action)).toEqual(['statement.imported', 'statement.day_closed']);
  });

  it.each([
    { what: 'the booking of what it says', amount: 90_00n, line: {}, left: [] },
    { what: 'not by that of another amount', amount: 80_00n, line: {}, left: ['amount_differs'] },
    {
      what: 'nor where another number was paid',
      amount: 90_00n,
      line: { currency: 'XOF' },
      left: ['amount_differs'],
    },
  ])('the case of its difference is ended by $what', async ({ amount, line, left }) => {
    const { day, at } = nextDay();
    const railReference = `T_${randomUUID()}`;
    const collection = await newLiveCollection(client, { amountBututs: 100_00n, at, railReference });
    const mismatch = await caseOf(collection, 'mismatch', {
      what: 'amount',
      ours: '100.00',
      theirs: '90.00',
    });
    await take(day, [lineOf(collection, at, { amount: '90.00', ...line })]);
    await closeDay(staffContext(), 'PROVIDER_A', day);
    const reason = 'The customer paid a part.';
    await settleByTwo(mismatch, adjusted({ direction: 'in', amount, reason }));
    const open =
      await sql`select kind from cases where transaction_id = ${collection.id} and status = 'OPEN'`;
    expect(open.map(({ kind }) => kind)).toEqual(left);
  });

  it('closed by ten people at the same time is closed once, with one case for each difference', async () => {
    const { day, at } = nextDay();
    await take(day, [lineOf({}, at, { id: `T_${day}` })]);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => closeDay(staffContext(), 'PROVIDER_A', day)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const found = await sql`select id from cases where subject = ${`PROVIDER_A:collection:T_${day}`}`;
    expect(found).toHaveLength(1);
  });

  it('is not closed before it is over, without a statement, or with what no day has', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await take(today, []);
    await expect(closeDay(staffContext(), 'PROVIDER_A', today)).rejects.toMatchObject({
      message: expect.stringContaining('not over yet'),
    });
    const { day } = nextDay();
    await expect(closeDay(staffContext(), 'PROVIDER_A', day)).rejects.toMatchObject({
      message: expect.stringContaining('No statement'),
    });
    const many = nextDay();
    await take(
      many.day,
      Array.from({ length: 501 }, () => lineOf({}, many.at)),
    );
    await expect(closeDay(staffContext(), 'PROVIDER_A', many.day)).rejects.toMatchObject({
      message: expect.stringContaining('More than 500 differences'),
    });
  });

  it('is of a rail and a day that there are', async () => {
    for (const [provider, day] of [
      ['PROVIDER_X', '2026-01-01'],
      ['PROVIDER_A', '2026-02-30'],
      ['PROVIDER_A', '2099-01-01'],
      ['PROVIDER_A', 'x'],
    ] as const) {
      await expect(getDay(provider, day, new Date())).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(take(day, [], staffContext(), provider)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is fetched only from a rail that gives its record', async () => {
    await expect(fetchStatement(staffContext(), 'PROVIDER_A', '2026-01-01')).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  it.each(['support', 'owner'] as const)('is neither imported nor closed by a %s', async (role) => {
    const { day } = nextDay();
    const somebody = role === 'support' ? staffContext('support') : memberContext(client, { role });
    await expect(take(day, [], somebody)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(closeDay(somebody, 'PROVIDER_A', day)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(fetchStatement(somebody, 'PROVIDER_A', day)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('stands in the list with what our books have and what differs', async () => {
    const { day, at } = nextDay();
    await paid(at);
    await take(day, [lineOf({}, at)]);
    const list = await listDays({ until: day }, new Date());
    expect(list.days).toHaveLength(14);
    const cell = list.days[0]?.rails.find(({ provider }) => provider === 'PROVIDER_A');
    expect(cell).toMatchObject({ booked: 1, statement: { lines: 1, differences: 1, closed_by: null } });
    expect(list.days[0]?.day).toBe(day);
    expect((await listDays({}, new Date())).newer).toBeNull();
  });
});

describe('a payout that had failed', () => {
  it('and stands in the statement as paid is flagged, and a case for two people', async () => {
    const { day, at } = nextDay();
    const made = await newLivePayout(client, { at, amountBututs: 64_00n });
    const failed = await move(
      client,
      made,
      { kind: 'payout_refused', failure: { code: 'RECIPIENT_INACTIVE', message: 'no' } },
      at,
    );
    const line = lineOf(failed, at, { id: 'A_paid_after_all', reference: failed.id });
    await take(day, [line]);
    await take(day, [line]);
    const [row] = await sql`
      select status, delivered_after_failure, rail_reference from transactions where id = ${failed.id}`;
    expect(row).toEqual({
      status: 'FAILED',
      delivered_after_failure: true,
      rail_reference: 'A_paid_after_all',
    });
    const cases = await sql`select kind from cases where transaction_id = ${failed.id}`;
    expect(cases.map(({ kind }) => kind)).toEqual(['delivered_after_failure']);
    // Two people find that it was not: the same line says nothing new, another one does.
    await settleByTwo(await caseOf(failed, 'delivered_after_failure'), nothing);
    await take(day, [line]);
    const isFlagged = async () =>
      (await sql`select delivered_after_failure as is from transactions where id = ${failed.id}`)[0]?.is;
    expect(await isFlagged()).toBe(false);
    await take(day, [lineOf(failed, at, { id: 'A_another', reference: failed.id })]);
    expect(await isFlagged()).toBe(true);
  });
});

describe('a payment in doubt', () => {
  const doubt = async (at: Date, facts: Partial<Transaction> = {}) => {
    const made = await newLiveCollection(client, {
      at,
      ...facts,
      call: { operation: 'charge', outcome: 'unknown' },
    });
    await newDoubt(made, at);
    return made;
  };
  const minutes = (at: Date, count: number) => new Date(at.getTime() + count * 60_000);

  it('that one line fits gets a proposal in the importer’s name, and moves when somebody else confirms it', async () => {
    const { day, at } = nextDay();
    const made = await doubt(at, { amountBututs: 61_00n });
    const importer = staffContext();
    const line = lineOf(made, minutes(at, 29), { id: 'A_1' });
    const found = await take(day, [line], importer);
    expect(found).toMatchObject({
      proposed: 1,
      differences: [{ found: 'rail_only', candidates: [{ transaction_id: made.id, is_proposed: true }] }],
    });
    const caseId = found.differences[0]?.candidates[0]?.case_id ?? '';
    const { proposal } = await getCase(caseId);
    expect(proposal).toMatchObject({
      outcome: 'succeeded',
      rail_reference: 'A_1',
      proposed_by: { id: importer.user.id },
      evidence: expect.stringContaining(`The statement of PROVIDER_A of ${day} has the collection A_1`),
    });
    const at1 = proposal?.proposed_at ?? '';
    await expect(confirmSettlement(importer, caseId, at1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await confirmSettlement(staffContext(), caseId, at1);
    const [row] = await sql`select status, rail_reference from transactions where id = ${made.id}`;
    expect(row).toEqual({ status: 'SUCCEEDED', rail_reference: 'A_1' });
    expect((await getDay('PROVIDER_A', day, new Date())).differences).toEqual([]);
    expect((await take(day, [line], importer)).proposed).toBe(0);
  });

  it('is found without a case, which is then opened, and by a number from before the renumbering', async () => {
    const { day, at } = nextDay();
    const made = await newLiveCollection(client, {
      at,
      amountBututs: 62_00n,
      call: { operation: 'charge', outcome: null },
    });
    const found = await take(day, [lineOf(made, at, { mobile: '+220877012345' })]);
    expect(found.proposed).toBe(1);
    expect(found.differences[0]?.candidates[0]?.case_id).toEqual(expect.any(String));
  });

  it.each([
    ['another amount', { amount: '63.01' }, 0],
    ['another number', { mobile: '+2207012346' }, 0],
    ['no number', { mobile: '' }, 0],
    ['another kind', { type: 'payout' }, 0],
    ['a reference of its own', { reference: 'ORDER-7' }, 0],
    ['a time half an hour away', {}, 31],
  ])('is not what a line with %s is about', async (_what, changes, later) => {
    const { day, at } = nextDay();
    const made = await doubt(at, { amountBututs: 63_00n });
    const found = await take(day, [lineOf(made, minutes(at, later), changes)]);
    expect(found.proposed).toBe(0);
    expect(found.differences[0]?.candidates).toEqual([]);
  });

  it('that two lines fit, or two that one line fits, is left to a person', async () => {
    const { day, at } = nextDay();
    const made = await doubt(at, { amountBututs: 64_00n });
    const found = await take(day, [lineOf(made, at), lineOf(made, minutes(at, 1))]);
    expect(found.proposed).toBe(0);
    expect(found.differences.map(({ candidates }) => candidates.length)).toEqual([1, 1]);
    const other = nextDay();
    const twin = await doubt(other.at, { amountBututs: 65_00n });
    await doubt(other.at, { amountBututs: 65_00n });
    const two = await take(other.day, [lineOf(twin, other.at)]);
    expect(two.proposed).toBe(0);
    expect(two.differences[0]?.candidates).toHaveLength(2);
  });

  it('for which the rail has named another amount is left to a person', async () => {
    const { day, at } = nextDay();
    const made = await doubt(at, { amountBututs: 67_00n });
    await openCase(
      {
        ...{ kind: 'mismatch', provider: 'PROVIDER_A', subject: made.id, transaction: made },
        details: { what: 'amount', expected: '67.00', received: '60.00' },
      },
      at,
    );
    const found = await take(day, [lineOf(made, at)]);
    expect([found.proposed, found.differences[0]?.candidates.length]).toEqual([0, 1]);
  });

  it('keeps the proposal that a person made before', async () => {
    const { day, at } = nextDay();
    const made = await doubt(at, { amountBututs: 66_00n });
    const mine = { outcome: 'failed', rail_reference: null, evidence: 'The customer says so.' };
    await sql`
      update cases set proposal = ${JSON.stringify(mine)}::jsonb, proposed_by = ${randomUUID()}, proposed_by_name = 'A',
        proposed_at = now() where subject = ${made.id}`;
    const found = await take(day, [lineOf(made, at)]);
    expect(found.proposed).toBe(0);
    const [row] = await sql`select proposal from cases where subject = ${made.id}`;
    expect(row?.proposal).toEqual(mine);
  });
});

// With one look at all lines, or at all that is live, for each of them it took longer than any statement may. So the
// planner has seen the sandbox alone: of live payments and of lines it expects one.
longTest(
  'a day of 6,000 payments is read, matched, imported anew and closed',
  { timeout: 60_000 },
  async () => {
    const { day, at } = nextDay();
    const paid = (environment: 'SANDBOX' | 'LIVE', count: number) => sql`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider, amount_bututs,
      commission_bps, status, rail_reference, created_at, updated_at, completed_at)
    select ${client.id}, ${environment}, uuid_v7(${at.toISOString()}::timestamptz), 'collection', 'busy-' || n, 1, ''::bytea, 'PROVIDER_C',
      1000 + n, 150, 'SUCCEEDED', 'busy_' || n, ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}
    from generate_series(1, ${count}::int) n
    returning id, rail_reference, amount_bututs`;
    await paid('SANDBOX', 20_000);
    await sql`analyze transactions, rail_statement_lines`;
    const rows = await paid('LIVE', 6000);
    const lines = rows.map((row) =>
      lineOf({ amountBututs: BigInt(row.amount_bututs), railReference: row.rail_reference }, at, {
        reference: row.id,
      }),
    );
    for (let times = 0; times < 2; times++) {
      const { figures, differences } = await take(day, lines, staffContext(), 'PROVIDER_C');
      expect(differences).toEqual([]);
      expect(figures[0]).toMatchObject({
        rail: { count: 6000 },
        books: { count: 6000 },
        other_day: { count: 0 },
      });
    }
    expect((await closeDay(staffContext(), 'PROVIDER_C', day)).statement?.closed_at).toBeTruthy();
  },
);
