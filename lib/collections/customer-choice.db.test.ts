import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { visitor } from '#e2e/setup/payer';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { getCollection } from '#lib/collections/get-collection';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { listRecentCollections } from '#lib/collections/list-recent-collections';
import { CHOICE_MS } from '#lib/collections/offer-choice';
import { presentCollection, presentCollectionStatus } from '#lib/collections/present-collection';
import { readCollection } from '#lib/collections/read-collection';
import { endOverdue, endUnchosen, findUnchosenById } from '#lib/collections/unchosen';
import { type Context, systemContext } from '#lib/context';
import { takeTurn } from '#lib/http/idempotency';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { beginAttempt } from '#lib/payment-links/begin-attempt';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { findLinkByCode } from '#lib/payment-links/find-open-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { forgetRailSettings } from '#lib/rails/rail-settings';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';
import { advanceClock } from '#lib/sandbox/advance-clock';
import { findTransaction } from '#lib/transactions/read';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = systemContext(await newClient(), 'SANDBOX');
});
afterAll(() => database.drop());

const noHeaders = new Headers();
const anyReference = () => `order-${newId()}`;

async function offer(facts: Record<string, unknown> = {}, by = ctx, headers = noHeaders) {
  const body = {
    amount: '150.00',
    currency: 'GMD',
    client_reference: anyReference(),
    provider: 'CUSTOMER_CHOICE',
    ...facts,
  };
  const { transaction, replayed } = await initiateCollection(by, await readCollection(by, body, headers));
  return { body, replayed, id: transaction.id, answer: presentCollection(transaction) };
}

const statusOf = async (referenceOrId: string, by = ctx) =>
  presentCollectionStatus(await getCollection(by, referenceOrId));

const pageOf = ({ answer }: Awaited<ReturnType<typeof offer>>) => ({
  code: answer.redirect_url?.split('/pay/')[1] ?? '',
});

async function pay(id: string, how: 'pay' | 'cancel' = 'pay'): Promise<void> {
  const checkout = await findCheckout(id);
  if (checkout) await answerCheckout(checkout, how);
}

const rowsOf = (reference: unknown) => sqlClient()`
  select id, attempt, status, provider, over_limit, late from transactions
  where client_id = ${ctx.client.id} and client_reference = ${String(reference)} order by attempt`;

const eventsOf = async (id: string) =>
  (
    await sqlClient()`select event, body::jsonb -> 'data' as data from events where transaction_id = ${id} order by id`
  ).map(({ event, data }) => ({ event, data: typeof data === 'string' ? JSON.parse(data) : data }));

const later = (ms: number): Context => ({ ...ctx, now: () => new Date(Date.now() + ms) });

const linkId = async (id: string) =>
  (await sqlClient()`select id from payment_links where reserved_id = ${id}`)[0]?.id as string;

describe('a collection that leaves the wallet to its customer', () => {
  test('is a collection without a provider, whose address is the hosted page', async () => {
    const made = await offer({ amount: '150', customer_name: 'Awa', metadata: { order: '7' } });
    const { client_reference } = made.body;
    const expected = {
      transaction_id: made.id,
      client_reference,
      amount: '150.00',
      currency: 'GMD',
      status: 'PENDING',
      provider: null,
      provider_name: null,
      redirect_url: expect.stringMatching(/\/pay\/[1-9A-HJ-NP-Za-km-z]{10}$/),
      next_action: null,
      environment: 'SANDBOX',
      customer_name: 'Awa',
      customer_mobile: null,
      metadata: { order: '7' },
      receipt_url: null,
      created_at: made.answer.created_at,
      expires_at: new Date(Date.parse(made.answer.created_at) + CHOICE_MS).toISOString(),
    };
    expect(made.answer).toEqual(expected);
    const attempts = [
      {
        transaction_id: made.id,
        status: 'PENDING',
        provider: null,
        provider_name: null,
        created_at: made.answer.created_at,
      },
    ];
    for (const name of [client_reference, made.id])
      expect(await statusOf(String(name))).toMatchObject({ ...expected, attempts, completed_at: null });
    expect(await rowsOf(client_reference)).toHaveLength(0);
    const links = await listPaymentLinks(ctx, paymentLinkQuery.parse({}));
    expect(links.data).toEqual([]);
    expect((await listRecentCollections(ctx, { onlyOpen: true })).map(({ id }) => id)).toContain(made.id);
  });

  test('keeps its id, time and address when the wallet is chosen, and needs nothing but its page', async () => {
    const made = await offer({ customer_mobile: '+2207012345', error_url: 'https://shop.example/basket' });
    const payer = visitor(pageOf(made));
    const form = await payer.open();
    expect(form.page).toContain('Pay with the number ending 345');
    expect(form.page).not.toContain('7012345');
    expect(form.page).toContain(String(made.body.client_reference));
    expect(form.page).toContain('href="https://shop.example/basket"');
    const begun = await payer.begin({ provider: 'PROVIDER_A', mobile: '701 2345' });
    expect(begun.id).toBe(made.id);
    const asked = await statusOf(String(made.body.client_reference));
    expect(asked).toMatchObject({
      transaction_id: made.id,
      provider: 'PROVIDER_A',
      next_action: null,
      redirect_url: made.answer.redirect_url,
      created_at: made.answer.created_at,
      customer_mobile: '+2207012345',
    });
    expect(asked).not.toHaveProperty('payment_link');
    const paid = await payer.act(made.id, { action: 'otp', otp: '000000' });
    expect(paid.location).toContain(made.id);
    expect((await payer.look(made.id)).page).toContain('Receipt');
    expect(await statusOf(made.id)).toMatchObject({
      status: 'SUCCEEDED',
      redirect_url: made.answer.redirect_url,
    });
    const [event] = await eventsOf(made.id);
    expect(event).toMatchObject({
      event: 'payment.succeeded',
      data: { id: made.id, provider: 'PROVIDER_A' },
    });
    expect(event?.data).not.toHaveProperty('payment_link');
    // Whoever opens the address afterwards is told so.
    expect((await visitor(pageOf(made)).open()).status).toBe(410);
  });

  test('is one, however often and by how many it is asked for', async () => {
    const reference = anyReference();
    const all = await Promise.all(Array.from({ length: 16 }, () => offer({ client_reference: reference })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const same = { client_reference: reference };
    for (const other of [
      { amount: '151.00' },
      { customer_name: 'Awa' },
      { provider: 'PROVIDER_W' },
      { provider: 'PROVIDER_C' },
    ])
      await expect(offer({ ...same, ...other })).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
    const link = { title: 'Rice', amount: '150.00', max_payments: 1, ...same };
    await expect(createPaymentLink(ctx, await readNewLink('SANDBOX', link))).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });
    expect(await rowsOf(reference)).toHaveLength(0);
    await expect(
      offer({ client_reference: reference }, { ...ctx, client: await newClient() }),
    ).resolves.toMatchObject({ replayed: false });
  });

  test('is refused for a reference that is a collection’s or a payment link’s already', async () => {
    const { body } = await offer({ provider: 'PROVIDER_W' });
    const choice = { ...body, provider: 'CUSTOMER_CHOICE' };
    await expect(offer(choice)).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
    const reference = anyReference();
    const link = { title: 'Rice', amount: '150.00', max_payments: 1, client_reference: reference };
    await createPaymentLink(ctx, await readNewLink('SANDBOX', link));
    await expect(offer({ client_reference: reference })).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });
  });

  test('is asked for by its name only, and where there is something to choose', async () => {
    expect((await offer({ provider: undefined })).answer.provider).toBe('PROVIDER_W');
    await expect(offer({ provider: 'customer_choice' })).rejects.toMatchObject({
      code: 'provider_not_enabled',
    });
    await expect(offer({ amount: '500.00' })).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    const closed = systemContext(await newClient(), 'SANDBOX');
    await sqlClient()`
      insert into client_rails (client_id, environment, provider, direction, enabled)
      select ${closed.client.id}, 'SANDBOX', p, 'collection', false
      from unnest('{PROVIDER_W,PROVIDER_A,PROVIDER_C,PROVIDER_C_CARD}'::text[]) p`;
    forgetRailSettings();
    await expect(offer({}, closed)).rejects.toMatchObject({ code: 'provider_not_enabled' });
  });

  test('has its answer stored for an idempotency key by the statement that makes it', async () => {
    const render = (result: unknown) => ({
      responseStatus: 200,
      body: JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    });
    const take = () => takeTurn(ctx, 'choice-1', Buffer.alloc(32, 1), render);
    const turn = await take();
    if (!(turn && 'lease' in turn)) throw new Error('the key was free');
    const made = await offer({}, { ...ctx, idempotency: turn.lease });
    expect(turn.lease.stored).toBe(true);
    expect(JSON.stringify(await take())).toContain(made.id);
  });
});

describe('whoever chooses', () => {
  test.each([1, 2, 3])('two choices at once are one payment (round %i)', async () => {
    const made = await offer();
    const payers = Array.from({ length: 8 }, () => visitor(pageOf(made)));
    const wallets = ['PROVIDER_W', 'PROVIDER_C', 'PROVIDER_C_CARD'];
    const begun = await Promise.all(
      payers.map((payer, index) => payer.begin({ provider: wallets[index % 3] ?? '', mobile: '7012345' })),
    );
    expect(new Set(begun.map(({ id }) => id))).toEqual(new Set([made.id]));
    expect(await rowsOf(made.body.client_reference)).toMatchObject([{ id: made.id, status: 'PENDING' }]);
  });

  test('a later choice is another attempt, once the first one was closed at its rail', async () => {
    const made = await offer();
    const [first, tab] = [visitor(pageOf(made)), visitor(pageOf(made))];
    await first.begin();
    expect((await tab.open()).id).toBe(made.id);
    await first.act(made.id, { action: 'change' });
    const second = await first.send({ ...(await first.form('?retry=1')), provider: 'PROVIDER_C' });
    expect(second.id).not.toBe(made.id);
    await pay(second.id);
    const answer = await statusOf(String(made.body.client_reference));
    expect(answer).toMatchObject({ transaction_id: second.id, status: 'SUCCEEDED', provider: 'PROVIDER_C' });
    expect(answer.attempts.map(({ transaction_id: id, status, provider }) => [id, status, provider])).toEqual(
      [
        [second.id, 'SUCCEEDED', 'PROVIDER_C'],
        [made.id, 'CANCELLED', 'PROVIDER_W'],
      ],
    );
    expect((await statusOf(made.id)).provider).toBe('PROVIDER_W');
    expect((await offer(made.body)).id).toBe(second.id);
  });

  test('what was paid wins over another choice, and what is paid late is credited and says so', async () => {
    const paid = await offer();
    const payer = visitor(pageOf(paid));
    await payer.begin();
    await pay(paid.id);
    expect((await payer.act(paid.id, { action: 'change' })).location).toContain(paid.id);
    expect(await rowsOf(paid.body.client_reference)).toHaveLength(1);

    const made = await offer();
    const again = visitor(pageOf(made));
    await again.begin();
    await again.act(made.id, { action: 'change' });
    const second = await again.send({ ...(await again.form('?retry=1')), provider: 'PROVIDER_C' });
    await pay(second.id);
    const closed = await findTransaction(ctx.client.id, 'SANDBOX', made.id);
    if (closed === undefined) throw new Error('the first attempt is there');
    await bookCollectionNews(ctx, closed, { state: 'SUCCEEDED' });
    expect(await rowsOf(made.body.client_reference)).toMatchObject([
      { status: 'SUCCEEDED', late: true, over_limit: true },
      { status: 'SUCCEEDED', over_limit: false },
    ]);
    expect((await eventsOf(made.id)).at(-1)?.data).toMatchObject({ over_limit: true });
  });

  test('whoever was declined may try another wallet', async () => {
    const made = await offer({ amount: '400.00' });
    const payer = visitor(pageOf(made));
    await payer.begin();
    await pay(made.id);
    expect((await statusOf(made.id)).status).toBe('FAILED');
    expect((await offer(made.body)).answer).toMatchObject({ transaction_id: made.id, status: 'FAILED' });
    const second = await payer.send({ ...(await payer.form('?retry=1')), provider: 'PROVIDER_C' });
    expect((await rowsOf(made.body.client_reference)).map(({ id }) => id)).toEqual([made.id, second.id]);
  });
});

describe('a collection that nobody chose a wallet for', () => {
  test('is cancelled by its client, says so, and takes no choice any more', async () => {
    const made = await offer();
    const payer = visitor(pageOf(made));
    const form = { ...(await payer.form()), provider: 'PROVIDER_W' };
    const { transaction } = await cancelCollection(ctx, made.id);
    expect([transaction.id, transaction.status]).toEqual([made.id, 'CANCELLED']);
    expect(await eventsOf(made.id)).toMatchObject([
      {
        event: 'payment.cancelled',
        data: { id: made.id, provider: null, provider_name: null, status: 'CANCELLED' },
      },
    ]);
    expect((await payer.send(form)).status).toBe(410);
    expect((await payer.open()).status).toBe(410);
    expect((await cancelCollection(ctx, made.id)).transaction.status).toBe('CANCELLED');
    const listed = await listTransactions(
      ctx,
      transactionQuery.parse({ reference: made.body.client_reference }),
    );
    expect(listed.data).toMatchObject([{ transaction_id: made.id, provider: null, status: 'CANCELLED' }]);
  });

  test('expires a day later, as whoever looks or a worker finds out', async () => {
    const [looked, swept] = [await offer(), await offer()];
    expect(await statusOf(looked.id, later(CHOICE_MS + 1))).toMatchObject({
      status: 'EXPIRED',
      provider: null,
    });
    await sqlClient()`update payment_links set expires_at = now() where reserved_id = ${swept.id}`;
    expect(await endOverdue()).toEqual([swept.id]);
    expect(await endOverdue()).toEqual([]);
    for (const { id, body } of [looked, swept]) {
      expect(await eventsOf(id)).toMatchObject([{ event: 'payment.expired', data: { provider: null } }]);
      expect(await rowsOf(body.client_reference)).toHaveLength(1);
    }
    expect((await visitor(pageOf(swept)).open()).status).toBe(410);
  });

  test.each([1, 2, 3, 4, 5, 6])('of the first choice and its end, one is (round %i)', async (round) => {
    const made = await offer();
    const payer = visitor(pageOf(made));
    const form = { ...(await payer.form()), provider: 'PROVIDER_W' };
    const end = async () => {
      if (round % 2 === 0) return void (await cancelCollection(ctx, made.id));
      const link = await findUnchosenById(ctx, made.id);
      if (link) await endUnchosen(ctx, link, 'rail_expired');
    };
    const [sent] = await Promise.all([payer.send(form), end(), end()]);
    const rows = await rowsOf(made.body.client_reference);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.id).toBe(made.id);
    // Told at once, or led to what became of it.
    expect([410, 303]).toContain(sent.status);
    if (sent.status === 410) expect(rows[0]?.provider).toBe('CUSTOMER_CHOICE');
    else expect(sent.id).toBe(made.id);
    expect(rows[0]?.status === 'PENDING').toBe(rows[0]?.provider === 'PROVIDER_W' && round % 2 === 1);
  });

  test('passes with the clock of its sandbox', async () => {
    const own = systemContext(await newClient(), 'SANDBOX');
    const made = await offer({}, own);
    expect(await advanceClock(own, { seconds: CHOICE_MS / 1000 - 60 })).toMatchObject({ done: 0 });
    expect((await statusOf(made.id, own)).status).toBe('PENDING');
    expect(await advanceClock(own, { seconds: 120 })).toMatchObject({ done: 1, advanced_seconds: 120 });
    expect((await statusOf(made.id, own)).status).toBe('EXPIRED');
  });

  test('is offered anew at the same page, or as a collection that names its rail', async () => {
    const made = await offer();
    await cancelCollection(ctx, made.id);
    const anew = await offer({ ...made.body, customer_name: 'Awa' });
    expect(anew.replayed).toBe(false);
    expect(anew.id).not.toBe(made.id);
    expect(anew.answer.redirect_url).toBe(made.answer.redirect_url);
    expect((await statusOf(String(made.body.client_reference))).attempts).toMatchObject([
      { transaction_id: anew.id, status: 'PENDING', provider: null },
      { transaction_id: made.id, status: 'CANCELLED', provider: null },
    ]);
    expect((await statusOf(made.id)).status).toBe('CANCELLED');
    await expect(offer({ ...made.body, amount: '151.00' })).rejects.toMatchObject({
      code: 'DUPLICATE_REFERENCE',
    });
    const begun = await visitor(pageOf(made)).begin();
    expect(begun.id).toBe(anew.id);
    await cancelCollection(ctx, anew.id);
    const named = await offer({ ...made.body, provider: 'PROVIDER_C' });
    expect(named.answer.provider).toBe('PROVIDER_C');
    expect((await rowsOf(made.body.client_reference)).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect((await visitor(pageOf(made)).open()).status).toBe(410);
    await expect(offer(made.body)).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
  });

  test('is offered anew once, however many ask, and whoever chooses meanwhile', async () => {
    const made = await offer();
    const stale = await findLinkByCode(pageOf(made).code);
    await cancelCollection(ctx, made.id);
    const anew = await Promise.all(Array.from({ length: 16 }, () => offer(made.body)));
    expect(new Set(anew.map(({ id }) => id)).size).toBe(1);
    expect(anew.filter(({ replayed }) => !replayed)).toHaveLength(1);
    // Somebody whose request had read the page before.
    const chosen = { provider: 'PROVIDER_W', amountBututs: 150_00n, mobile: null, answers: {} };
    const form = { reference: String(made.body.client_reference), attempt: 2, network: '10.9.9.9' };
    const begun = stale && (await beginAttempt(stale, { ...chosen, ...form }));
    expect(begun).toMatchObject({ id: anew[0]?.id, attempt: 2, status: 'PENDING' });
    expect(await linkId(anew[0]?.id ?? '')).toBeUndefined();
  });

  test('a business that cancels what was chosen takes no other wallet either', async () => {
    const made = await offer();
    const payer = visitor(pageOf(made));
    await payer.begin();
    await cancelCollection(ctx, made.id);
    expect((await payer.send({ ...(await payer.form('?retry=1')), provider: 'PROVIDER_C' })).status).toBe(
      410,
    );
    // Nor after an attempt that came to nothing.
    const declined = await offer({ amount: '400.00' });
    const other = visitor(pageOf(declined));
    await other.begin();
    await pay(declined.id);
    expect((await cancelCollection(ctx, declined.id)).transaction.status).toBe('FAILED');
    expect((await other.open('?retry=1')).status).toBe(410);
    await expect(cancelCollection(ctx, declined.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('does what its scenario says, whatever is chosen', async () => {
    const scenario = new Headers({ 'x-gw-scenario': 'insufficient_funds' });
    const made = await offer({}, ctx, scenario);
    await visitor(pageOf(made)).begin({ provider: 'PROVIDER_C' });
    expect(await sqlClient()`select scenario from transactions where id = ${made.id}`).toMatchObject([
      { scenario: 'insufficient_funds' },
    ]);
    expect(await linkId(made.id)).toBeUndefined();
  });
});

test('the books of all of this are without a fault', async () => {
  const alone = connect(process.env.DATABASE_URL ?? '', 1);
  const lines = await auditLedger(alone);
  await alone.end();
  expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
});
