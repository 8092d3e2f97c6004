import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { NEXT_YEAR } from '#e2e/setup/next-year';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { type Context, systemContext } from '#lib/context';
import { parseCsv } from '#lib/csv';
import { auditLedger } from '#lib/ledger/audit';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { checkList, listBody, presentCheck } from '#lib/request-lists/check-list';
import { createList as makeList } from '#lib/request-lists/create-list';
import { getList, listLists, listsQuery } from '#lib/request-lists/list-lists';
import { listRequests, listRequestsQuery, makeListFile } from '#lib/request-lists/list-requests';
import { MAX_ROWS } from '#lib/request-lists/request-file';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = await newSchool();
});
afterAll(async () => {
  const alone = connect(database.url, 1);
  const lines = await auditLedger(alone);
  await alone.end();
  await database.drop();
  expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
});

const newSchool = async () => systemContext(await newClient(), 'SANDBOX');

const fees = `Pupil,Phone,Amount,Ref,Due
Awa Ceesay,701 2345,"1,500",T2-001,31/01/${NEXT_YEAR}
Lamin Jallow,3456789,1500.00,T2-002,${NEXT_YEAR}-01-31
Binta Touray,7012346,950.50,T2-003,`;
let names = 0;
const newName = () => `School fees ${++names}`;
const withPrefix = (prefix: string) => fees.replaceAll('T2-', prefix);
const check = async (csv: string, by = ctx) =>
  presentCheck(await checkList(by, listBody.parse({ name: 'Fees', csv })));
const createList = (by: Context, body: Record<string, unknown>) => makeList(by, listBody.parse(body));
const verdictOf = async (row: string) =>
  (await check(`reference,name,mobile,email,amount,due_on,message\n${row}`)).rows[0];

async function requestsOf(id: string, show = 'all', by = ctx) {
  return (await listRequests(by, id, listRequestsQuery.parse({ show }))).data;
}

const refusal = (asked: Promise<unknown>) => asked.then(() => undefined).catch((error) => error);

describe('the check of a file', () => {
  test('reads what people write, in the order of the file, and stores nothing', async () => {
    const result = await check(withPrefix('CHECK-'));
    expect(result).toMatchObject({ ready: 3, made: 0, bad: 0, amount: '3950.50' });
    expect(result.rows[0]).toEqual({
      line: 2,
      reference: 'CHECK-001',
      name: 'Awa Ceesay',
      mobile: '+2207012345',
      email: '',
      amount: '1500',
      due_on: `${NEXT_YEAR}-01-31`,
      message: '',
      verdict: 'READY',
      reason: null,
    });
    const [count] =
      await sqlClient()`select count(*)::int as n from payment_requests where client_id = ${ctx.client.id}`;
    expect(count?.n).toBe(0);
  });

  test.each([
    ['no reference', ',Awa,7012345,,10.00,,', /^Reference/],
    ['an amount with a comma', 'E-1,Awa,7012345,,"1,50",,', /Write the amount like/],
    ['an amount below what a wallet takes', 'E-2,Awa,7012345,,0.10,,', /must be from/],
    ['a number that is none', 'E-3,Awa,123,,10.00,,', /^Number/],
    ['neither number nor e-mail', 'E-4,Awa,,,10.00,,', /neither a number nor an e-mail/],
    ['an e-mail that is none', 'E-5,Awa,,awa,10.00,,', /^E-mail/],
    ['a day that does not exist', 'E-6,Awa,7012345,,10.00,31/02/2027,', /^Day/],
    ['a name that is too long', `E-7,${'x'.repeat(121)},7012345,,10.00,,`, /^Name/],
    ['a message that is too long', `E-8,Awa,7012345,,10.00,,${'x'.repeat(501)}`, /^Message/],
    ['a sign that nobody sees', 'E-9\u0000,Awa,7012345,,10.00,,', /^Reference/],
    ['the number of a card', 'E-10,4111 1111 1111 1111,7012345,,10.00,,', /card/],
  ])('says of a row with %s what is wrong', async (_what, row, reason) => {
    const checked = await verdictOf(row);
    expect(checked).toMatchObject({ verdict: 'BAD', reason: expect.stringMatching(reason) });
    expect(JSON.stringify(checked)).not.toContain('4111');
  });

  test('says all that is wrong with a row', async () => {
    const { reason } = (await verdictOf('E-1,Awa,123,awa,x,soon,')) ?? {};
    for (const part of ['Number:', 'E-mail:', 'Write the amount', 'Day:']) expect(reason).toContain(part);
  });

  test('knows a reference that stands twice, and one that stands for something else', async () => {
    const body = await readNewRequest('SANDBOX', {
      description: 'Another thing',
      customer_mobile: '+2207012345',
      amount: '10.00',
      client_reference: 'USED-1',
    });
    await createPaymentRequest(ctx, body);
    const { rows } = await check(
      'ref,phone,amount\nTWICE,7012345,10\nTWICE,7012346,20\nUSED-1,7012345,10\nFREE,7012345,10',
    );
    expect(rows.map(({ verdict }) => verdict)).toEqual(['READY', 'BAD', 'BAD', 'READY']);
    expect(rows[1]?.reason).toContain('line 2');
    expect(rows[2]?.reason).toContain('something else');
    // Of another school it is free.
    expect((await check('ref,phone,amount\nUSED-1,7012345,10', await newSchool())).ready).toBe(1);
  });

  test.each([
    ['no columns that are needed', 'a,b\n1,2', /Missing: reference, amount, mobile/],
    ['no rows', 'ref,phone,amount\n', /no rows/],
    ['an open quote', 'ref,phone,amount\n"1,2,3', /quotation mark/],
    [
      'too many rows',
      `ref,phone,amount\n${'1,7012345,1\n'.repeat(MAX_ROWS + 1)}`,
      new RegExp(`at most ${MAX_ROWS}`),
    ],
  ])('refuses a file with %s', async (_what, csv, message) => {
    const refused = await refusal(check(csv));
    expect(refused.details.fields).toMatchObject([{ path: 'csv', message: expect.stringMatching(message) }]);
  });
});

describe('a list', () => {
  test('is made once, however often and in parallel the file is sent', async () => {
    const body = { name: newName(), csv: withPrefix('ONCE-') };
    const made = await Promise.all(Array.from({ length: 8 }, () => createList(ctx, body)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.reduce((sum, each) => sum + each.made, 0)).toBe(3);
    expect(await createList(ctx, body)).toMatchObject({ made: 0, there: 3 });
    const requests = await requestsOf(made[0]?.id ?? '');
    expect(
      requests.map((each) => [each.client_reference, each.amount, each.due_on, each.customer_name]),
    ).toEqual([
      ['ONCE-001', '1500.00', `${NEXT_YEAR}-01-31`, 'Awa Ceesay'],
      ['ONCE-002', '1500.00', `${NEXT_YEAR}-01-31`, 'Lamin Jallow'],
      ['ONCE-003', '950.50', null, 'Binta Touray'],
    ]);
    expect(requests[0]).toMatchObject({
      description: body.name,
      status: 'OPEN',
      customer_mobile: '+2207012345',
    });
  });

  test('takes what is missing from a longer file of the same name', async () => {
    const name = newName();
    const first = await createList(ctx, { name, csv: withPrefix('MORE-') });
    const csv = `${withPrefix('MORE-')}\nEbrima Sowe,7012347,1500,MORE-004,`;
    expect(await createList(ctx, { name, csv })).toEqual({ id: first.id, made: 1, there: 3 });
    expect((await getList(ctx, first.id)).requests).toBe(4);
  });

  test('with a row that is bad makes nothing, and says which', async () => {
    const name = newName();
    const csv = `${withPrefix('BAD-')}\nEbrima Sowe,12,1500,BAD-004,`;
    const refused = await refusal(createList(ctx, { name, csv }));
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(refused.details.fields).toMatchObject([
      { path: 'csv', message: expect.stringMatching(/^Line 5: Number/) },
    ]);
    const { data } = await listLists(ctx, listsQuery.parse({ limit: '100' }));
    expect(data.map((list) => list.name)).not.toContain(name);
  });

  test('of the most rows is made in one statement', async () => {
    const school = await newSchool();
    const rows = Array.from({ length: MAX_ROWS }, (_, index) => `P-${index},7012345,10`);
    const { id, made } = await createList(school, {
      name: 'All',
      csv: `ref,phone,amount\n${rows.join('\n')}`,
    });
    expect(made).toBe(MAX_ROWS);
    expect(await getList(school, id)).toMatchObject({ requests: MAX_ROWS, amount: '20000.00' });
  });

  test('says who has paid and who has not, with its sums, and as a file', async () => {
    const name = newName();
    const csv = `${withPrefix('PAID-')}\n"=Ebrima, Sowe",7012347,1500,PAID-004,\nFatou,7012348,20,PAID-005,01/01/2026`;
    const { id } = await createList(ctx, { name, csv });
    const [awa, lamin, binta, , late] = await requestsOf(id);
    const begun = await visitor({ code: awa?.code ?? '' }).begin();
    const checkout = await findCheckout(begun.id);
    if (checkout) await answerCheckout(checkout, 'pay');
    await markPaidByHand(ctx, lamin?.id ?? '', { note: 'Cash' });
    await cancelPaymentRequest(ctx, binta?.id ?? '');
    expect(await getList(ctx, id)).toMatchObject({
      name,
      requests: 5,
      amount: '5470.50',
      totals: {
        PAID: { count: 1, amount: '1500.00' },
        PAID_BY_HAND: { count: 1, amount: '1500.00' },
        CANCELLED: { count: 1, amount: '950.50' },
        OPEN: { count: 1, amount: '1500.00' },
        OVERDUE: { count: 1, amount: '20.00' },
      },
    });
    const referencesOf = async (show: string) =>
      (await requestsOf(id, show)).map(({ client_reference }) => client_reference);
    expect(await referencesOf('paid')).toEqual(['PAID-001', 'PAID-002']);
    expect(await referencesOf('unpaid')).toEqual(['PAID-004', 'PAID-005']);
    expect(await referencesOf('cancelled')).toEqual(['PAID-003']);
    expect(late?.status).toBe('OVERDUE');
    const { fileName, text } = await makeListFile(ctx, id);
    expect(fileName).toBe(`${name}.csv`);
    const [header, ...records] = parseCsv(text) ?? [];
    const column = (title: string) =>
      records.map(({ fields }) => fields[header?.fields.indexOf(title) ?? -1]);
    expect(column('status')).toEqual(['paid', 'paid_by_hand', 'cancelled', 'open', 'overdue']);
    expect(column('name')[3]).toBe("'=Ebrima, Sowe");
    expect(column('paid_with')[0]).toBe('Wallet W');
    expect(column('note')[1]).toBe('Cash');
  });

  test('that may be paid in parts says how much each has paid, and what is left of all', async () => {
    const name = newName();
    const parts = { allow_part_payments: true, min_part_amount: '1000' };
    const { id } = await createList(ctx, { name, csv: withPrefix('PART-'), ...parts });
    const [awa, lamin, binta] = await requestsOf(id);
    // The smallest part is of those that ask for more than it.
    expect([awa, binta].map((each) => [each?.allow_part_payments, each?.min_part_amount])).toEqual([
      [true, '1000.00'],
      [true, null],
    ]);
    for (const [request, amount] of [
      [awa, '1100'],
      [lamin, '1010'],
    ] as const) {
      const begun = await visitor({ code: request?.code ?? '' }).begin({ amount });
      const checkout = await findCheckout(begun.id);
      if (checkout) await answerCheckout(checkout, 'pay');
    }
    await markPaidByHand(ctx, lamin?.id ?? '', { note: null });
    expect(await getList(ctx, id)).toMatchObject({
      ...{ amount: '3950.50', paid: '2110.00', paid_by_hand: '490.00', left: '1350.50' },
      totals: { PARTLY_PAID: { count: 1 }, PAID_BY_HAND: { count: 1 }, OPEN: { count: 1 } },
    });
    const unpaid = await requestsOf(id, 'unpaid');
    expect(unpaid.map(({ status, left }) => [status, left])).toEqual([
      ['PARTLY_PAID', '400.00'],
      ['OPEN', '950.50'],
    ]);
    const [header, ...records] = parseCsv((await makeListFile(ctx, id)).text) ?? [];
    expect(header?.fields.slice(-3)).toEqual(['paid', 'paid_by_hand', 'left']);
    expect(records.map(({ fields }) => fields.slice(-3))).toEqual([
      ['1100.00', '0.00', '400.00'],
      ['1010.00', '490.00', '0.00'],
      ['0.00', '0.00', '950.50'],
    ]);
  });

  test('pages in the order of the file', async () => {
    const { id } = await createList(ctx, { name: newName(), csv: withPrefix('PAGE-') });
    const first = await listRequests(ctx, id, listRequestsQuery.parse({ limit: '2' }));
    expect(first.data.map(({ client_reference }) => client_reference)).toEqual(['PAGE-001', 'PAGE-002']);
    const cursor = first.pagination.next_cursor;
    const rest = await listRequests(ctx, id, listRequestsQuery.parse({ limit: '2', cursor }));
    expect(rest.data.map(({ client_reference }) => client_reference)).toEqual(['PAGE-003']);
    expect(rest.pagination.next_cursor).toBeNull();
  });

  test('of another account, or of another environment, does not exist', async () => {
    const { id } = await createList(ctx, { name: newName(), csv: withPrefix('OWN-') });
    for (const other of [await newSchool(), { ...ctx, environment: 'LIVE' as const }]) {
      for (const ask of [getList, makeListFile, (by: Context) => requestsOf(id, 'all', by)])
        expect((await refusal(ask(other, id)))?.code).toBe('NOT_FOUND');
      expect((await listLists(other, listsQuery.parse({}))).data).toEqual([]);
    }
  });

  test('is told of in the log of a person', async () => {
    const owner = await newUser('owner', ctx.client);
    const name = newName();
    await createList(owner, { name, csv: withPrefix('LOG-') });
    const lines =
      await sqlClient()`select user_name, after from audit_log where action = 'payment_request_list.created' and after ->> 'name' = ${name}`;
    expect(lines).toMatchObject([
      { user_name: owner.user.name, after: { name, requests: 3, amount: '3950.50' } },
    ]);
  });
});
