import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { NEXT_YEAR } from '#e2e/setup/next-year';
import { visitor } from '#e2e/setup/payer';
import { newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { createClient } from '#lib/clients/create-client';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
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
import { claimOperations, runOperation } from '#lib/rail-work/turn';

let testDatabase: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ctx = await newShop('Kunta & Sons');
});
afterAll(async () => {
  // Whatever the races below did, the books, the links and the requests agree.
  const alone = connect(testDatabase.url, 1);
  const lines = await auditLedger(alone);
  await alone.end();
  await testDatabase.drop();
  expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
});

async function newShop(name: string): Promise<Context> {
  const id = await createClient({
    name,
    businessPhone: '+2207000000',
    businessEmail: `${newId()}@example.com`,
  });
  return systemContext({ id, name, commissionBps: 150 }, 'SANDBOX');
}

const rice = {
  description: 'Rice for the shop',
  customer_name: 'Awa Ceesay',
  customer_mobile: '+2207012345',
  amount: '150.00',
};

async function ask(facts: Record<string, unknown> = {}, by: Asker = ctx): Promise<PaymentRequest> {
  const body = await readNewRequest('SANDBOX', { ...rice, ...facts });
  return (await createPaymentRequest(by, body)).request;
}

const present = async ({ link }: PaymentRequest, by: Asker = ctx) =>
  presentPaymentRequest(await getPaymentRequest(by, link.id), by.now());

/** Somebody of the shop, who has a row. */
const person = (role: Role): Promise<Asker & UserContext> => newUser(role, ctx.client);

async function pay(id: string): Promise<void> {
  const checkout = await findCheckout(id);
  if (checkout) await answerCheckout(checkout, 'pay');
}

async function work(): Promise<void> {
  for (;;) {
    const claimed = await claimOperations(50);
    if (claimed.length === 0) return;
    for (const each of claimed) await runOperation(each);
  }
}

async function stored({ link }: PaymentRequest) {
  return sqlClient()`
    select id, status, over_limit, client_reference, customer_name from transactions
    where payment_link_id = ${link.id} order by id`;
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => error.code,
  );

describe('a request to pay', () => {
  test('has its fields, the lines with their sums, and a payment page of its own', async () => {
    const request = await ask({
      amount: undefined,
      lines: [
        { description: 'Bag of rice', quantity: 2, unit_price: '1450' },
        { description: 'Transport', unit_price: '0.50' },
      ],
      customer_email: 'awa@example.com',
      due_on: `${NEXT_YEAR}-01-31`,
      message: 'Thank you',
      client_reference: 'invoice-12',
      metadata: { shop: '1' },
    });
    const { link } = request;
    expect(await present(request)).toEqual({
      id: link.id,
      status: 'OPEN',
      client_reference: 'invoice-12',
      description: 'Rice for the shop',
      message: 'Thank you',
      customer_name: 'Awa Ceesay',
      customer_mobile: '+2207012345',
      customer_email: 'awa@example.com',
      lines: [
        { description: 'Bag of rice', quantity: 2, unit_price: '1450.00', amount: '2900.00' },
        { description: 'Transport', quantity: 1, unit_price: '0.50', amount: '0.50' },
      ],
      amount: '2900.50',
      currency: 'GMD',
      allow_part_payments: false,
      min_part_amount: null,
      paid: '0.00',
      left: '2900.50',
      due_on: `${NEXT_YEAR}-01-31`,
      send_email: false,
      send_sms: false,
      code: link.code,
      url: expect.stringMatching(new RegExp(`/pay/${link.code}$`)),
      qr_svg_url: expect.stringMatching(/\/qr\.svg$/),
      qr_png_url: expect.stringMatching(/\/qr\.png$/),
      metadata: { shop: '1' },
      payment: null,
      payments: [],
      paid_by_hand: null,
      taken_back: [],
      cancelled_at: null,
      environment: 'SANDBOX',
      created_at: link.createdAt.toISOString(),
      updated_at: link.createdAt.toISOString(),
    });
    // What the verb answers is what is there.
    expect(presentPaymentRequest(request)).toEqual(await present(request));
  });

  test('tells all that is wrong at once', async () => {
    const wrong = {
      description: '',
      customer_name: 'x'.repeat(121),
      customer_mobile: '123',
      customer_email: 'nobody',
      lines: [{ description: 'x'.repeat(121), quantity: 1.5, unit_price: '0' }],
      amount: '1.234',
      due_on: '2027-02-30',
      message: 'x'.repeat(501),
      client_reference: 'x'.repeat(256),
      metadata: { a: 1 },
      currency: 'EUR',
    };
    const refused = await readNewRequest('LIVE', wrong).catch((error) => error);
    expect(refused.code).toBe('VALIDATION_ERROR');
    const paths = refused.details.fields.map(({ path }: { path: string }) => path);
    expect([...new Set(paths)].sort()).toEqual(
      [
        ...['amount', 'client_reference', 'currency', 'customer_email', 'customer_mobile', 'customer_name'],
        ...['description', 'due_on', 'lines.0.description', 'lines.0.quantity', 'lines.0.unit_price'],
        ...['message', 'metadata.a'],
      ].sort(),
    );
  });

  test.each([
    ['an amount and lines', { lines: [{ description: 'x', unit_price: '1' }] }, 'amount'],
    ['neither amount nor lines', { amount: null }, 'amount'],
    ['nobody who is asked', { customer_mobile: null }, 'customer_mobile'],
    ['no line', { amount: null, lines: [] }, 'lines'],
    [
      'lines beyond what a wallet takes',
      { amount: null, lines: [{ description: 'x', quantity: 10_000, unit_price: '999999999' }] },
      'lines',
    ],
    ['51 lines', { amount: null, lines: Array(51).fill({ description: 'x', unit_price: '1' }) }, 'lines'],
    ['a day too far', { due_on: '2099-01-01' }, 'due_on'],
    ['a day long past', { due_on: '2020-01-01' }, 'due_on'],
  ])('is refused with %s', async (_what, facts, path) => {
    const refused = await readNewRequest('SANDBOX', { ...rice, ...facts }).catch((error) => error);
    expect(refused.details?.fields).toMatchObject([{ path }]);
  });

  test('whose only fault is its amount is INVALID_AMOUNT', async () => {
    expect(await refusal(readNewRequest('SANDBOX', { ...rice, amount: '0.10' }))).toBe('INVALID_AMOUNT');
  });

  test('is made once for a reference, however often and in parallel it is asked for', async () => {
    const body = await readNewRequest('SANDBOX', { ...rice, client_reference: 'fees-1', amount: '150' });
    const made = await Promise.all(Array.from({ length: 32 }, () => createPaymentRequest(ctx, body)));
    expect(new Set(made.map(({ request }) => request.link.id)).size).toBe(1);
    expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await refusal(ask({ client_reference: 'fees-1', amount: '151.00' }))).toBe('DUPLICATE_REFERENCE');
    const [count] =
      await sqlClient()`select count(*)::int as n from payment_requests where id = ${made[0]?.request.link.id ?? ''}`;
    expect(count?.n).toBe(1);
  });

  test('takes no reference of a payment link, nor a payment link that of a request', async () => {
    const link = { title: 'Rice', amount: '150.00', max_payments: 1 };
    const make = async (reference: string) =>
      createPaymentLink(ctx, await readNewLink('SANDBOX', { ...link, client_reference: reference }));
    await make('link-1');
    expect(await refusal(ask({ client_reference: 'link-1' }))).toBe('DUPLICATE_REFERENCE');
    await ask({ client_reference: 'request-1' });
    expect(await refusal(make('request-1'))).toBe('DUPLICATE_REFERENCE');
  });

  test('is no payment link of the list, and is neither read nor changed as one', async () => {
    const request = await ask();
    expect(await refusal(getPaymentLink(ctx, request.link.id))).toBe('NOT_FOUND');
    const { data } = await listPaymentLinks(ctx, paymentLinkQuery.parse({ limit: '100' }));
    expect(data.map(({ id }) => id)).not.toContain(request.link.id);
  });

  test('stands as its day, its payments and its merchant say, and is found by that', async () => {
    const shop = await newShop('States');
    const asked = async (facts: Record<string, unknown> = {}) => ask(facts, shop);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const requests = {
      OPEN: await asked({ due_on: day(0) }),
      OVERDUE: await asked({ due_on: day(-1) }),
      PAID: await asked({ due_on: day(-1) }),
      PAID_BY_HAND: await asked(),
      CANCELLED: await asked({ due_on: day(-1) }),
    };
    await pay((await visitor(requests.PAID.link).begin()).id);
    await markPaidByHand(shop, requests.PAID_BY_HAND.link.id, { note: 'Cash' });
    await cancelPaymentRequest(shop, requests.CANCELLED.link.id);
    for (const [status, request] of Object.entries(requests)) {
      expect(await present(request, shop), status).toMatchObject({ status });
      const found = await listPaymentRequests(shop, paymentRequestQuery.parse({ status }));
      expect(found.data, status).toMatchObject([{ id: request.link.id, status }]);
    }
    // Tomorrow it is overdue.
    const tomorrow = { ...shop, now: () => new Date(Date.now() + 86_400_000) };
    expect(await present(requests.OPEN, tomorrow)).toMatchObject({ status: 'OVERDUE' });
    const pages = await listPaymentRequests(shop, paymentRequestQuery.parse({ limit: '3' }));
    expect(pages.data.map(({ status }) => status)).toEqual(['CANCELLED', 'PAID_BY_HAND', 'PAID']);
    const rest = await listPaymentRequests(
      shop,
      paymentRequestQuery.parse({ limit: '3', cursor: pages.pagination.next_cursor }),
    );
    expect(rest.data.map(({ status }) => status)).toEqual(['OVERDUE', 'OPEN']);
    expect(rest.pagination.next_cursor).toBeNull();
  });

  test('of another account, or of another environment, does not exist', async () => {
    const request = await ask();
    const stranger = await newShop('Stranger');
    for (const other of [stranger, { ...ctx, environment: 'LIVE' as const }]) {
      expect(await refusal(getPaymentRequest(other, request.link.id))).toBe('NOT_FOUND');
      expect(await refusal(cancelPaymentRequest(other, request.link.id))).toBe('NOT_FOUND');
      expect(await refusal(markPaidByHand(other, request.link.id, { note: null }))).toBe('NOT_FOUND');
      expect((await listPaymentRequests(other, paymentRequestQuery.parse({}))).data).toEqual([]);
    }
    expect(await present(request)).toMatchObject({ status: 'OPEN' });
  });

  test('of a cashier is theirs, and they know of no other', async () => {
    const [cashier, other, owner] = [await person('cashier'), await person('cashier'), await person('owner')];
    const own = await ask({ client_reference: 'till-1' }, cashier);
    expect(await present(own, cashier)).toMatchObject({ status: 'OPEN' });
    expect(await refusal(getPaymentRequest(other, own.link.id))).toBe('NOT_FOUND');
    expect(await refusal(cancelPaymentRequest(other, own.link.id))).toBe('NOT_FOUND');
    expect(await refusal(ask({ client_reference: 'till-1' }, other))).toBe('DUPLICATE_REFERENCE');
    const seen = async (by: Asker) =>
      (await listPaymentRequests(by, paymentRequestQuery.parse({ limit: '100' }))).data.map(({ id }) => id);
    expect(await seen(cashier)).toEqual([own.link.id]);
    expect(await seen(other)).toEqual([]);
    expect(await seen(owner)).toContain(own.link.id);
  });
});

describe('what the customer sees', () => {
  test('is whom it is of, the lines, the day and the reference, in both languages and within 15 KB', async () => {
    const { link } = await ask({
      amount: null,
      lines: Array.from({ length: 50 }, (_, index) => ({
        description: `Item ${index} <b>`,
        quantity: index + 1,
        unit_price: '10.00',
      })),
      due_on: `${NEXT_YEAR}-01-31`,
      message: 'Thank you & until soon',
      client_reference: 'invoice-77',
    });
    const english = await visitor(link).open();
    for (const part of [
      'Item 49 &lt;b&gt;',
      '50 × 10.00',
      '500.00',
      '12,750.00',
      'Awa Ceesay',
      `31 January ${NEXT_YEAR}`,
    ])
      expect(english.page).toContain(part);
    for (const part of [
      'invoice-77',
      'Thank you &amp; until soon',
      'Please pay by',
      'Pay with the number ending 345',
    ])
      expect(english.page).toContain(part);
    expect(english.page).not.toContain('<script');
    expect(gzipSync(english.page).byteLength).toBeLessThan(15 * 1024);
    const french = await visitor(link, { language: 'fr' }).open();
    for (const part of [`31 janvier ${NEXT_YEAR}`, 'À payer avant', 'Pour'])
      expect(french.page).toContain(part);
  });

  test('has no number in it that it could be called by, and pays with that number, or with another one', async () => {
    const request = await ask({ client_reference: 'invoice-78' });
    const [known, other, torn] = [
      visitor(request.link),
      visitor((await ask()).link),
      visitor((await ask()).link),
    ];
    const begin = (by: typeof known, fields: Record<string, string>) =>
      by.begin({ provider: 'PROVIDER_A', ...fields });
    for (const { page } of [
      await known.open(),
      await visitor(request.link, { language: 'fr' }).open(),
      await begin(known, { number: 'known', mobile: '7012346' }),
      await begin(known, { number: 'known', provider: '' }),
    ])
      expect(page).not.toMatch(/701\D?2345/);
    const begun = await begin(known, { number: 'known' });
    expect((await known.look(begun.id)).page).not.toMatch(/701\D?2345/);
    const elsewhere = await begin(other, { number: 'other', mobile: '701 2346' });
    const [{ numbers } = {}] = await sqlClient()`
      select array_agg(mobile order by id) as numbers from transactions where id in (${begun.id}, ${elsewhere.id})`;
    expect(numbers).toEqual(['+2207012345', '+2207012346']);
    // Which of the two is meant is the payer's to say.
    const both = await begin(torn, { number: 'known', mobile: '701 2346' });
    expect([both.status, both.page.includes('You wrote a number, and chose the other one.')]).toEqual([
      422,
      true,
    ]);
    expect(both.page).toMatch(/value="other" checked/);
    expect((await begin(torn, { number: 'other' })).page).toContain('write it here');
  });

  test('once it is closed is why, and nothing begins', async () => {
    const [paid, cash, gone] = [await ask(), await ask(), await ask()];
    const form = await visitor(gone.link).form();
    await pay((await visitor(paid.link).begin()).id);
    await markPaidByHand(ctx, cash.link.id, { note: null });
    await cancelPaymentRequest(ctx, gone.link.id);
    for (const [request, sentence] of [
      [paid, 'This has been paid already.'],
      [cash, 'This has been paid already.'],
      [gone, 'The business has withdrawn this request.'],
    ] as const) {
      const { status, page } = await visitor(request.link).open();
      expect([status, page.includes(sentence)], sentence).toEqual([410, true]);
    }
    expect((await visitor(gone.link).send({ ...form, provider: 'PROVIDER_W' })).status).toBe(410);
    expect(await stored(gone)).toEqual([]);
  });

  test('pays it under its reference, and the request says with what', async () => {
    const request = await ask({ client_reference: 'invoice-13' });
    const { id } = await visitor(request.link).begin();
    await pay(id);
    expect(await stored(request)).toMatchObject([
      { id, status: 'SUCCEEDED', client_reference: 'invoice-13', customer_name: 'Awa Ceesay' },
    ]);
    expect(await present(request)).toMatchObject({
      status: 'PAID',
      payment: { transaction_id: id, provider: 'PROVIDER_W', amount: '150.00' },
    });
  });
});

describe('nobody pays twice', () => {
  test('two who pay at once share one open payment, and the second finds it paid', async () => {
    const request = await ask();
    const [one, two] = [visitor(request.link), visitor(request.link)];
    const begun = await Promise.all([one.begin(), two.begin({ provider: 'PROVIDER_C' })]);
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    await Promise.all(begun.map(({ id }) => pay(id)));
    expect(await stored(request)).toMatchObject([{ status: 'SUCCEEDED', over_limit: false }]);
    expect((await visitor(request.link).open()).status).toBe(410);
  });

  test('a paid one is not marked as paid by hand, nor cancelled', async () => {
    const request = await ask();
    await pay((await visitor(request.link).begin()).id);
    expect(await refusal(markPaidByHand(ctx, request.link.id, { note: null }))).toBe('INVALID_STATE');
    expect(await refusal(cancelPaymentRequest(ctx, request.link.id))).toBe('INVALID_STATE');
    expect(await present(request)).toMatchObject({ status: 'PAID', paid_by_hand: null, cancelled_at: null });
  });

  test('cancelled while a payment is under way: it is closed at its rail, once', async () => {
    const request = await ask();
    const { id } = await visitor(request.link).begin();
    await Promise.all(Array.from({ length: 8 }, () => cancelPaymentRequest(ctx, request.link.id)));
    await work();
    expect(await stored(request)).toMatchObject([{ id, status: 'CANCELLED' }]);
    expect(await present(request)).toMatchObject({ status: 'CANCELLED', payment: null });
  });

  test('cancelled when it had just been paid: the money wins, and the request is paid', async () => {
    const request = await ask();
    const { id } = await visitor(request.link).begin();
    await cancelPaymentRequest(ctx, request.link.id);
    await pay(id);
    await work();
    expect(await stored(request)).toMatchObject([{ id, status: 'SUCCEEDED', over_limit: false }]);
    expect(await present(request)).toMatchObject({ status: 'PAID', payment: { transaction_id: id } });
  });

  test('marked by hand while a payment is under way: that is closed; what is paid all the same is one too many', async () => {
    const [closed, late] = [await ask(), await ask()];
    await visitor(closed.link).begin();
    await markPaidByHand(ctx, closed.link.id, { note: null });
    await work();
    expect(await stored(closed)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await present(closed)).toMatchObject({ status: 'PAID_BY_HAND' });

    const { id } = await visitor(late.link).begin();
    await markPaidByHand(ctx, late.link.id, { note: 'Cash' });
    await pay(id);
    await work();
    expect(await stored(late)).toMatchObject([{ status: 'SUCCEEDED', over_limit: true }]);
    expect(await present(late)).toMatchObject({ status: 'PAID', paid_by_hand: { note: 'Cash' } });
  });

  test('paid and marked at once: one is refused, or the payment says that it is one too many', async () => {
    for (let round = 0; round < 16; round++) {
      const request = await ask();
      const { id } = await visitor(request.link).begin();
      const [, marked] = await Promise.all([
        pay(id),
        refusal(markPaidByHand(ctx, request.link.id, { note: null })),
      ]);
      await work();
      const [row] = await stored(request);
      const byHand = (await present(request)).paid_by_hand !== null;
      expect(byHand).toBe(marked === 'done');
      expect(['SUCCEEDED', 'CANCELLED']).toContain(row?.status);
      // Nobody has paid twice unseen, and nobody has to who has paid once.
      expect(row?.status === 'SUCCEEDED' || byHand).toBe(true);
      if (row?.status === 'SUCCEEDED') expect(row.over_limit).toBe(byHand);
    }
  });
});

describe('paid by hand', () => {
  test('records who, when and a note, moves no money, and the same again changes nothing', async () => {
    const cashier = await person('cashier');
    const request = await ask({}, cashier);
    const before = await books();
    const marked = await markPaidByHand(cashier, request.link.id, { note: 'Cash at the counter' });
    expect(presentPaymentRequest(marked)).toMatchObject({
      status: 'PAID_BY_HAND',
      paid_by_hand: {
        at: marked.paidByHand?.at.toISOString(),
        by: cashier.user.name,
        note: 'Cash at the counter',
        amount: '150.00',
      },
    });
    // What the verb answers is what is there.
    expect(presentPaymentRequest(marked)).toEqual(await present(request));
    const again = await markPaidByHand(cashier, request.link.id, { note: 'Cash at the counter' });
    expect(again.paidByHand?.at).toEqual(marked.paidByHand?.at);
    for (const [by, note] of [
      [await person('owner'), 'Cash at the counter'],
      [cashier, 'Another note'],
    ] as const)
      expect(await refusal(markPaidByHand(by, request.link.id, { note }))).toBe('INVALID_STATE');
    expect(await refusal(cancelPaymentRequest(ctx, request.link.id))).toBe('INVALID_STATE');
    expect(await books()).toEqual(before);
  });

  test('two who take the money at once: one is refused', async () => {
    const request = await ask();
    const marks = [await person('developer'), await person('owner')];
    const outcomes = await Promise.all(
      marks.map((by) => refusal(markPaidByHand(by, request.link.id, { note: null }))),
    );
    expect(outcomes.sort()).toEqual(['INVALID_STATE', 'done']);
  });

  test('a cancelled one is not paid by hand', async () => {
    const request = await ask();
    await cancelPaymentRequest(ctx, request.link.id);
    expect(await refusal(markPaidByHand(ctx, request.link.id, { note: null }))).toBe('INVALID_STATE');
  });
});

async function books() {
  return sqlClient()`select count(*)::int as n from journals`;
}
