import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { visitor } from '#e2e/setup/payer';
import { newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { createClient } from '#lib/clients/create-client';
import { getAttention } from '#lib/clients/get-attention';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { eraseCustomer } from '#lib/customers/erase-customer';
import { workErasures } from '#lib/customers/work-erasures';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { parseAmount } from '#lib/money';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { listPaymentRequests, paymentRequestQuery } from '#lib/payment-requests/list-payment-requests';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import {
  type Asker,
  type PaymentRequest,
  presentPaymentRequest,
} from '#lib/payment-requests/payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { takeBackMark } from '#lib/payment-requests/take-back-mark';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import { initiateRefund } from '#lib/refunds/initiate-refund';

let testDatabase: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const name = 'Kunta School';
  const email = `${newId()}@example.com`;
  const id = await createClient({ name, businessPhone: '+2207000000', businessEmail: email });
  ctx = systemContext({ id, name, commissionBps: 150 }, 'SANDBOX');
});
afterAll(async () => {
  const alone = connect(testDatabase.url, 1);
  const lines = await auditLedger(alone);
  await alone.end();
  await testDatabase.drop();
  expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
});

const fees = { description: 'School fees', customer_mobile: '+2207012345', amount: '1500.00' };

async function ask(facts: Record<string, unknown> = {}): Promise<PaymentRequest> {
  const body = await readNewRequest('SANDBOX', { ...fees, allow_part_payments: true, ...facts });
  return (await createPaymentRequest(ctx, body)).request;
}

const present = async ({ link }: PaymentRequest, by: Asker = ctx) =>
  presentPaymentRequest(await getPaymentRequest(by, link.id), by.now());

const person = (role: Role): Promise<Asker & Context & UserContext> => newUser(role, ctx.client);

async function pay(id: string): Promise<void> {
  const checkout = await findCheckout(id);
  if (checkout) await answerCheckout(checkout, 'pay');
}

/** A part that somebody of their own pays. */
async function payPart({ link }: PaymentRequest, amount: string): Promise<string> {
  const { id } = await visitor(link).begin({ amount });
  await pay(id);
  return id;
}

async function work(): Promise<void> {
  for (;;) {
    const claimed = await claimOperations(50);
    if (claimed.length === 0) return;
    for (const each of claimed) await runOperation(each);
  }
}

const stored = ({ link }: PaymentRequest) =>
  sqlClient()`
    select id, status, over_limit, client_reference, amount_bututs::int as bututs from transactions
    where payment_link_id = ${link.id} order by id`;

const surplusOf = async ({ link }: PaymentRequest) =>
  (await getAttention(ctx)).surplus.filter(({ code }) => code === link.code);

async function giveBack(collection: string, amount: bigint): Promise<void> {
  await initiateRefund(ctx, { collection, amount, client_reference: newId(), metadata: {} });
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => error.code,
  );

describe('a request that may be paid in parts', () => {
  test('says so, and what is paid and left of it, until all is paid', async () => {
    const request = await ask({ client_reference: 'T2-001', min_part_amount: '100' });
    expect(await present(request)).toMatchObject({
      ...{ status: 'OPEN', allow_part_payments: true, min_part_amount: '100.00' },
      ...{ amount: '1500.00', paid: '0.00', left: '1500.00', payment: null, payments: [] },
    });
    const first = await payPart(request, '450');
    expect(await present(request)).toMatchObject({
      ...{ status: 'PARTLY_PAID', amount: '1500.00', paid: '450.00', left: '1050.00' },
      payment: { transaction_id: first, amount: '450.00' },
    });
    const second = await payPart(request, '1,050');
    const paid = await present(request);
    expect(paid).toMatchObject({ status: 'PAID', paid: '1500.00', left: '0.00' });
    expect(paid.payments.map(({ transaction_id, over_limit }) => [transaction_id, over_limit])).toEqual([
      [first, false],
      [second, false],
    ]);
    const rows = await stored(request);
    expect(new Set(rows.map(({ client_reference }) => client_reference)).size).toBe(2);
    for (const row of rows) expect(row.client_reference).toMatch(/^T2-001-\w{8}$/);
    expect((await visitor(request.link).open()).status).toBe(410);
  });

  test('is found by how it stands; overdue is overdue, whatever has come', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [partly, over] = [await ask({ due_on: day(1) }), await ask({ due_on: day(-1) })];
    for (const request of [partly, over]) await payPart(request, '450');
    const found = async (status: string) =>
      (await listPaymentRequests(ctx, paymentRequestQuery.parse({ status, limit: '100' }))).data;
    expect(await found('PARTLY_PAID')).toMatchObject([{ id: partly.link.id, left: '1050.00' }]);
    expect(await found('OVERDUE')).toMatchObject([{ id: over.link.id, status: 'OVERDUE', left: '1050.00' }]);
    expect((await found('OPEN')).map(({ id }) => id)).not.toContain(partly.link.id);
  });

  test.each([
    ['a smallest part without parts', { allow_part_payments: false, min_part_amount: '10' }],
    ['a smallest part beyond the amount', { min_part_amount: '1500.01' }],
    ['a smallest part that no wallet takes', { min_part_amount: '0.10' }],
  ])('is refused with %s', async (_what, facts) => {
    const refused = await readNewRequest('SANDBOX', { ...fees, allow_part_payments: true, ...facts }).catch(
      (error) => error,
    );
    expect(refused.details?.fields).toMatchObject([{ path: 'min_part_amount' }]);
  });

  test('one that was asked for before there were parts is the same request today', async () => {
    const body = await readNewRequest('SANDBOX', { ...fees, client_reference: 'old-1' });
    const { request } = await createPaymentRequest(ctx, body);
    // SHA-256 of the fields of that time.
    expect(request.link.requestHash.toString('hex')).toBe(
      '1b464bd4f82a949b615f111dd893a9240eebe45bd5d96d7176287ac29988caaf',
    );
    expect(await refusal(ask({ client_reference: 'old-1' }))).toBe('DUPLICATE_REFERENCE');
  });
});

describe('the payer', () => {
  test('sees what is left, which is filled in, and may write less; no less than the smallest part but for the last', async () => {
    const request = await ask({ min_part_amount: '400' });
    const fresh = await visitor(request.link).open();
    expect(fresh.page).toMatch(/name="amount" value="1500.00"/);
    expect(fresh.page).toContain('You may pay a part: from GMD 400.00 to GMD 1,500.00.');
    expect(fresh.page).not.toContain('Paid so far');
    const begin = (amount: string) => visitor(request.link).begin({ amount });
    for (const [amount, sentence] of [
      ['399.99', 'from GMD 400.00 to GMD 1,500.00'],
      ['1500.01', 'from GMD 400.00 to GMD 1,500.00'],
      ['1499.50', 'Pay all that is left, or leave GMD 1.00 at least'],
      ['', 'Write the amount like'],
    ] as const) {
      const { status, page } = await begin(amount);
      expect([status, page.includes(sentence)], amount).toEqual([422, true]);
    }
    await payPart(request, '1400');
    const { page } = await visitor(request.link).open();
    expect(page).toMatch(/name="amount" value="100.00"/);
    for (const part of ['In all', 'GMD 1,500.00', 'Paid so far', 'GMD 1,400.00'])
      expect(page).toContain(part);
    const french = (await visitor(request.link, { language: 'fr' }).open()).page;
    for (const part of ['Vous pouvez payer une partie', 'Payé jusqu’ici']) expect(french).toContain(part);
    expect(gzipSync(french).byteLength).toBeLessThan(15 * 1024);
    await payPart(request, '100');
    expect(await present(request)).toMatchObject({ status: 'PAID' });
  });

  test('pays one part once, however often the form is sent, and then another one if they want to', async () => {
    const request = await ask();
    const payer = visitor(request.link);
    const form = { ...(await payer.form()), provider: 'PROVIDER_W', amount: '450' };
    const sent = [await payer.send(form), await payer.send(form)];
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    const id = sent[0]?.id ?? '';
    await pay(id);
    expect((await payer.send(form)).id).toBe(id);
    expect((await payer.open()).id).toBe(id);
    const { page } = await payer.look(id);
    for (const part of ['Still to be paid', 'GMD 1,050.00', 'Pay another part']) expect(page).toContain(part);
    await payer.act(id, { action: 'again' });
    const next = await payer.begin({ amount: '1050' });
    expect(next.id).not.toBe(id);
    await pay(next.id);
    expect(await present(request)).toMatchObject({ status: 'PAID', paid: '1500.00' });
  });

  test('whose form is of before somebody else paid is told what is left, and nothing begins', async () => {
    const request = await ask();
    const late = visitor(request.link);
    const form = { ...(await late.form()), provider: 'PROVIDER_W', amount: '1500' };
    await payPart(request, '1200');
    const answer = await late.send(form);
    expect([answer.status, answer.page.includes('from GMD 1.00 to GMD 300.00')]).toEqual([422, true]);
    expect(await stored(request)).toHaveLength(1);
  });

  test('of what the API is asked to collect under its reference pays nothing twice', async () => {
    const request = await ask({ client_reference: 'T2-api' });
    const api = { amount: 1_450_00n, currency: 'GMD', client_reference: 'T2-api', metadata: {} } as const;
    const { transaction } = await initiateCollection(ctx, { ...api, provider: 'PROVIDER_W' });
    expect((await visitor(request.link).begin({ amount: '450' })).status).toBe(409);
    await pay(transaction.id);
    expect((await visitor(request.link).begin({ amount: '450' })).status).toBe(410);
  });
});

describe('what is more than was left', () => {
  test('is closed at its rail when another part leaves less; what still fits stays open', async () => {
    const request = await ask();
    const [large, small] = [visitor(request.link), visitor(request.link)];
    const [all, part] = [await large.begin({ amount: '1500' }), await small.begin({ amount: '300' })];
    await payPart(request, '1000');
    await work();
    const rows = await stored(request);
    expect(rows.find(({ id }) => id === all.id)?.status).toBe('CANCELLED');
    expect(rows.find(({ id }) => id === part.id)?.status).toBe('PENDING');
    await pay(part.id);
    expect(await present(request)).toMatchObject({ status: 'PARTLY_PAID', left: '200.00' });
  });

  test('and is paid all the same is credited, says so, and what is too much of it needs attention', async () => {
    const request = await ask();
    const all = await visitor(request.link).begin({ amount: '1500', number: 'known' });
    await payPart(request, '1000');
    await pay(all.id);
    expect(await stored(request)).toMatchObject([
      { id: all.id, over_limit: true, status: 'SUCCEEDED' },
      { over_limit: false },
    ]);
    expect(await present(request)).toMatchObject({ status: 'PAID', paid: '1500.00', left: '0.00' });
    expect((await visitor(request.link).look(all.id)).page).toContain(
      'This was more than was left to be paid.',
    );
    expect(await surplusOf(request)).toMatchObject([{ transaction_id: all.id, amount: '1000.00' }]);
    await giveBack(all.id, 400_00n);
    expect(await surplusOf(request)).toMatchObject([{ amount: '600.00' }]);
    await giveBack(all.id, 600_00n);
    expect(await surplusOf(request)).toEqual([]);
  });

  test.each(Array.from({ length: 12 }, (_, round) => round))(
    'of many who pay at once: none is taken beyond the amount unseen (round %i)',
    async () => {
      const request = await ask();
      const amounts = ['700', '600', '450', '410', '900', '1500'];
      const begun = await Promise.all(amounts.map((amount) => visitor(request.link).begin({ amount })));
      await Promise.all(begun.map(({ id }) => pay(id)));
      await work();
      const rows = (await stored(request)).filter(({ status }) => status === 'SUCCEEDED');
      const sum = (those: typeof rows) => those.reduce((all, { bututs }) => all + bututs, 0);
      const counted = sum(rows.filter(({ over_limit }) => !over_limit));
      expect(counted).toBeLessThanOrEqual(150_000);
      const tooMuch = Math.max(0, sum(rows) - 150_000);
      const told = (await surplusOf(request)).reduce((all, { amount }) => all + Number(amount) * 100, 0);
      expect(told).toBe(tooMuch);
    },
  );
});

test('a refund leaves what is left as it is: what a business gives back, its customer is not asked for again', async () => {
  const request = await ask();
  const id = await payPart(request, '450');
  await giveBack(id, 450_00n);
  expect(await present(request)).toMatchObject({ status: 'PARTLY_PAID', paid: '450.00', left: '1050.00' });
});

describe('partly paid', () => {
  test('it is cancelled: what came stays, and nobody pays any more', async () => {
    const request = await ask();
    await payPart(request, '450');
    const open = await visitor(request.link).begin({ amount: '200' });
    await cancelPaymentRequest(ctx, request.link.id);
    await work();
    expect(await present(request)).toMatchObject({ status: 'CANCELLED', paid: '450.00', left: '0.00' });
    expect((await stored(request)).find(({ id }) => id === open.id)?.status).toBe('CANCELLED');
    expect((await visitor(request.link).open()).status).toBe(410);
  });

  test('it is cancelled while parts are paid: what comes afterwards is too much, unless it makes it whole', async () => {
    const begin = async (request: PaymentRequest, amount: string) =>
      (await visitor(request.link).begin({ amount })).id;
    const request = await ask();
    await payPart(request, '300');
    const [first, second] = [await begin(request, '210'), await begin(request, '250')];
    await cancelPaymentRequest(ctx, request.link.id);
    await pay(first);
    await pay(second);
    expect(await present(request)).toMatchObject({ status: 'CANCELLED', paid: '760.00', left: '0.00' });
    expect((await stored(request)).map((each) => [each.bututs, each.over_limit])).toEqual([
      [300_00, false],
      [210_00, true],
      [250_00, true],
    ]);
    expect((await surplusOf(request)).map(({ amount }) => amount).sort()).toEqual(['210.00', '250.00']);
    await giveBack(first, 210_00n);
    expect((await surplusOf(request)).map(({ amount }) => amount)).toEqual(['250.00']);

    const whole = await ask();
    const all = await begin(whole, '1500');
    await cancelPaymentRequest(ctx, whole.link.id);
    await pay(all);
    expect(await present(whole)).toMatchObject({ status: 'PAID', paid: '1500.00' });
    expect(await surplusOf(whole)).toEqual([]);
  });

  test('what is left is marked as paid by hand; what comes all the same is too much', async () => {
    const request = await ask();
    await payPart(request, '450');
    const open = await visitor(request.link).begin({ amount: '210' });
    const marked = await markPaidByHand(ctx, request.link.id, { note: 'Cash' });
    expect(presentPaymentRequest(marked)).toEqual(await present(request));
    expect(await present(request)).toMatchObject({
      ...{ status: 'PAID_BY_HAND', paid: '450.00', left: '0.00' },
      paid_by_hand: { amount: '1050.00', note: 'Cash' },
    });
    await pay(open.id);
    await work();
    expect(await stored(request)).toMatchObject([{ over_limit: false }, { id: open.id, over_limit: true }]);
    expect(await surplusOf(request)).toMatchObject([{ transaction_id: open.id, amount: '210.00' }]);
  });

  test('is not marked where other than what was seen is left', async () => {
    const request = await ask();
    const seen = parseAmount((await present(request)).left) ?? 0n;
    await payPart(request, '450');
    const mark = (left: bigint) => markPaidByHand(ctx, request.link.id, { note: null, left });
    expect(await refusal(mark(seen))).toBe('INVALID_STATE');
    expect(await present(request)).toMatchObject({ status: 'PARTLY_PAID', left: '1050.00' });
    expect(presentPaymentRequest(await mark(1050_00n)).status).toBe('PAID_BY_HAND');
    // The same once more, such as after a lost answer.
    expect(presentPaymentRequest(await mark(1050_00n)).status).toBe('PAID_BY_HAND');
  });

  test('marked while a part comes in: the mark is of what is left, or is refused', async () => {
    for (let round = 0; round < 12; round++) {
      const request = await ask();
      const { id } = await visitor(request.link).begin({ amount: '450' });
      const [, marked] = await Promise.all([
        pay(id),
        markPaidByHand(ctx, request.link.id, { note: null }).then(
          (after) => presentPaymentRequest(after).paid_by_hand?.amount,
          (error) => error.code,
        ),
      ]);
      await work();
      const after = await present(request);
      expect(['INVALID_STATE', '1500.00', '1050.00']).toContain(marked);
      expect(after.paid_by_hand?.amount ?? 'INVALID_STATE').toBe(marked);
      const [row] = await stored(request);
      if (row?.status === 'SUCCEEDED') expect(row.over_limit).toBe(marked === '1500.00');
    }
  });
});

describe('a mark that is taken back', () => {
  const markedAt = async (request: PaymentRequest) => (await present(request)).paid_by_hand?.at ?? '';

  test('leaves what was left to be paid again, and who said what and took it back with the request', async () => {
    const owner = await person('owner');
    const request = await ask();
    await payPart(request, '450');
    await markPaidByHand(owner, request.link.id, { note: 'Cash' });
    const marked_at = await markedAt(request);
    const accountant = await person('accountant');
    const twice = await Promise.all(
      [1, 2].map(() => takeBackMark(accountant, request.link.id, { marked_at })),
    );
    for (const after of twice)
      expect(presentPaymentRequest(after)).toMatchObject({
        ...{ status: 'PARTLY_PAID', left: '1050.00', paid_by_hand: null },
        taken_back: [
          {
            ...{ at: marked_at, by: owner.user.name, note: 'Cash', amount: '1050.00' },
            taken_back_by: accountant.user.name,
          },
        ],
      });
    const told = await sqlClient()`
      select user_name from audit_log where action = 'payment_request.mark_taken_back' and subject_id = ${request.link.id}`;
    expect(told).toMatchObject([{ user_name: accountant.user.name }]);
    await payPart(request, '1050');
    expect(await present(request)).toMatchObject({ status: 'PAID', left: '0.00' });
    expect(await surplusOf(request)).toEqual([]);
  });

  test('a later mark is not taken back by a page of before, and what is not marked is not', async () => {
    const owner = await person('owner');
    const request = await ask();
    await markPaidByHand(owner, request.link.id, { note: null });
    const first = await markedAt(request);
    await takeBackMark(owner, request.link.id, { marked_at: first });
    await markPaidByHand(owner, request.link.id, { note: 'Now really' });
    await takeBackMark(owner, request.link.id, { marked_at: first });
    expect(await present(request)).toMatchObject({ status: 'PAID_BY_HAND', taken_back: [{ at: first }] });
    const never = new Date().toISOString();
    expect(await refusal(takeBackMark(owner, request.link.id, { marked_at: never }))).toBe('INVALID_STATE');
  });

  test('a payment that came although it was marked is then the payment', async () => {
    const owner = await person('owner');
    const request = await ask({ allow_part_payments: false });
    const { id } = await visitor(request.link).begin();
    await markPaidByHand(owner, request.link.id, { note: null });
    await pay(id);
    expect(await surplusOf(request)).toMatchObject([{ transaction_id: id, amount: '1500.00' }]);
    await takeBackMark(owner, request.link.id, { marked_at: await markedAt(request) });
    expect(await present(request)).toMatchObject({ status: 'PAID', paid: '1500.00', paid_by_hand: null });
    expect(await surplusOf(request)).toEqual([]);
    expect((await visitor(request.link).open()).status).toBe(410);
  });
});

test('a customer of whom a part is still asked is not erased; nor does what somebody wrote and took back stay', async () => {
  const owner = await person('owner');
  const request = await ask({ customer_mobile: '+2207654321' });
  await payPart(request, '450');
  await markPaidByHand(owner, request.link.id, { note: 'Cash of Awa' });
  const marked_at = (await present(request)).paid_by_hand?.at ?? '';
  await takeBackMark(owner, request.link.id, { marked_at });
  expect(await refusal(eraseCustomer(owner, '+2207654321'))).toBe('INVALID_STATE');
  await cancelPaymentRequest(ctx, request.link.id);
  await work();
  await eraseCustomer(owner, '+2207654321');
  while (await workErasures(new Date()));
  expect(await present(request)).toMatchObject({
    customer_mobile: null,
    taken_back: [{ at: marked_at, note: null, amount: '1050.00' }],
  });
});
