import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { visitor } from '#e2e/setup/payer';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { answerCheckout } from '#lib/checkout/answer-checkout';
import { findCheckout } from '#lib/checkout/find-checkout';
import { createClient } from '#lib/clients/create-client';
import { type Context, type Environment, systemContext } from '#lib/context';
import { socketFacts } from '#lib/http/peer';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { getPaymentLink } from '#lib/payment-links/get-payment-link';
import { readLinkChange, readNewLink } from '#lib/payment-links/link-request';
import { linkCollectionsQuery, listLinkCollections } from '#lib/payment-links/list-link-collections';
import { listPaymentLinks, paymentLinkQuery } from '#lib/payment-links/list-payment-links';
import { type PaymentLink, presentPaymentLink } from '#lib/payment-links/payment-link';
import { qrPngRoute, qrSvgRoute } from '#lib/payment-links/qr-route';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';
import { claimOperations, runOperation } from '#lib/rail-work/turn';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';

let testDatabase: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ctx = await newShop('<b>Kunta</b> & Sons');
});
afterAll(() => testDatabase.drop());

async function newShop(name: string, environment: Environment = 'SANDBOX'): Promise<Context> {
  const id = await createClient({
    name,
    businessPhone: '+2207000000',
    businessEmail: `${newId()}@example.com`,
  });
  return systemContext({ id, name, commissionBps: 150 }, environment);
}

async function newLink(facts: Record<string, unknown> = {}): Promise<PaymentLink> {
  const body = await readNewLink('SANDBOX', { title: 'School fees', amount: '150.00', ...facts });
  return (await createPaymentLink(ctx, body)).link;
}

const present = async (link: PaymentLink) => presentPaymentLink(await getPaymentLink(ctx, link.id));

async function pay(id: string): Promise<void> {
  const checkout = await findCheckout(id);
  if (checkout) await answerCheckout(checkout, 'pay');
}

async function stored(link: PaymentLink) {
  return sqlClient()`
    select id, status, attempt, client_reference, provider, over_limit, late, metadata from transactions
    where payment_link_id = ${link.id} order by id`;
}

describe('a form of another site', () => {
  test.each(['cross-site', 'same-site'])(
    '%s: begins nothing, ends nothing and makes nobody known',
    async (site) => {
      const link = await newLink();
      const payer = visitor(link);
      const { id } = await payer.begin();
      const forged = visitor(link, { site });
      const sent = await forged.send({
        visitor: `${'A'.repeat(22)}.1`,
        attempt: '1',
        provider: 'PROVIDER_W',
      });
      expect(sent).toMatchObject({ status: 303, location: `/pay/${link.code}` });
      expect(await forged.act(id, { action: 'change' })).toMatchObject({
        status: 303,
        location: `/pay/${link.code}/${id}`,
      });
      expect(await stored(link)).toMatchObject([{ id, status: 'PENDING' }]);
      expect(await forged.form()).not.toMatchObject({ visitor: `${'A'.repeat(22)}.1` });
      // An older browser does not say where a form stands.
      expect((await visitor(link, { site: '' }).begin()).id).not.toBe('');
    },
  );
});

const counted = (rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => String(status))].map(([status, of]) => [status, of.length]),
  );

describe('a payment link', () => {
  test('has the fields of the contract, and a code of ten letters', async () => {
    const link = await newLink({ amount: '100', metadata: { class: '4b' } });
    expect(await present(link)).toEqual({
      id: link.id,
      code: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{10}$/),
      url: expect.stringMatching(new RegExp(`/pay/${link.code}$`)),
      qr_svg_url: expect.stringMatching(/\/qr\.svg$/),
      qr_png_url: expect.stringMatching(/\/qr\.png$/),
      title: 'School fees',
      description: null,
      amount: '100.00',
      min_amount: null,
      max_amount: null,
      currency: 'GMD',
      max_payments: null,
      expires_at: null,
      providers: null,
      fields: [],
      success_url: null,
      client_reference: null,
      metadata: { class: '4b' },
      status: 'ACTIVE',
      environment: 'SANDBOX',
      payments: { opened: 0, succeeded: 0 },
      collected_bututs: 0,
      collected_gmd: '0.00',
      created_at: link.createdAt.toISOString(),
      updated_at: link.updatedAt.toISOString(),
    });
  });

  test('tells all that is wrong at once', async () => {
    const refused = await readNewLink('LIVE', {
      amount: '1.234',
      max_payments: 0,
      expires_at: '2020-01-01T00:00:00Z',
      providers: [],
      fields: [{ label: 'x' }],
      success_url: 'http://shop.example',
    }).catch((error) => error);
    expect(refused.code).toBe('VALIDATION_ERROR');
    expect(refused.details.fields.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['amount', 'expires_at', 'fields.0.key', 'max_payments', 'providers', 'success_url', 'title'].sort(),
    );
  });

  test.each([
    ['client_reference', { amount: '5.00', client_reference: 'a' }],
    ['min_amount', { amount: '5.00', min_amount: '2.00' }],
    ['max_amount', { min_amount: '5.00', max_amount: '2.00' }],
    ['fields', { metadata: { k: 'v' }, fields: [{ key: 'k', label: 'K' }] }],
  ])('is refused where %s contradicts the rest', async (path, facts) => {
    const refused = await readNewLink('SANDBOX', { title: 'T', ...facts }).catch((error) => error);
    expect(refused.details?.fields.map((each: { path: string }) => each.path)).toEqual([path]);
  });

  test('with a bad amount alone is INVALID_AMOUNT, and asks for no card data', async () => {
    await expect(readNewLink('SANDBOX', { title: 'T', amount: '0.10' })).rejects.toMatchObject({
      code: 'INVALID_AMOUNT',
    });
    const fields = [{ key: 'card_number', label: 'Card' }];
    await expect(readNewLink('SANDBOX', { title: 'T', fields })).rejects.toMatchObject({
      code: 'CARD_DATA_NOT_ACCEPTED',
    });
  });

  test('of a reference is one, however often it is asked for, and no other', async () => {
    const body = { title: 'One', amount: '10.00', max_payments: 1, client_reference: `ref-${newId()}` };
    const made = await Promise.all(
      Array.from({ length: 16 }, async () => createPaymentLink(ctx, await readNewLink('SANDBOX', body))),
    );
    expect(new Set(made.map(({ link }) => link.id)).size).toBe(1);
    expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(
      createPaymentLink(ctx, await readNewLink('SANDBOX', { ...body, amount: '11.00' })),
    ).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
  });

  test('changes what is given, never its amount, and is nobody else’s', async () => {
    const link = await newLink({ description: 'Term 2' });
    const change = readLinkChange('SANDBOX', { title: 'Fees', status: 'INACTIVE', max_payments: 3 });
    await updatePaymentLink(ctx, link.id, change);
    expect(await present(link)).toMatchObject({
      title: 'Fees',
      description: 'Term 2',
      status: 'INACTIVE',
      max_payments: 3,
    });
    expect(() => readLinkChange('SANDBOX', { amount: '150.00' })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    );
    const other = await newShop('Other');
    await expect(getPaymentLink(other, link.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(updatePaymentLink(other, link.id, change)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const live = systemContext(ctx.client, 'LIVE');
    await expect(getPaymentLink(live, link.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is listed by what it says of itself', async () => {
    const shop = await newShop('Lister');
    const make = async (facts: Record<string, unknown> = {}) =>
      (await createPaymentLink(shop, await readNewLink('SANDBOX', { title: 'T', ...facts }))).link;
    const [active, off, over, done] = [
      await make(),
      await make(),
      await make(),
      await make({ max_payments: 1, amount: '10.00' }),
    ];
    await updatePaymentLink(shop, off.id, { status: 'INACTIVE' });
    await sqlClient()`update payment_links set expires_at = now() - interval '1 second' where id = ${over.id}`;
    await pay((await visitor(done).begin()).id);
    const idsOf = async (status?: string) =>
      (await listPaymentLinks(shop, paymentLinkQuery.parse(status ? { status } : {}))).data.map(
        ({ id }) => id,
      );
    expect(await idsOf()).toEqual([done.id, over.id, off.id, active.id]);
    expect(await idsOf('ACTIVE')).toEqual([active.id]);
    expect(await idsOf('INACTIVE')).toEqual([off.id]);
    expect(await idsOf('EXPIRED')).toEqual([over.id]);
    expect(await idsOf('COMPLETED')).toEqual([done.id]);
  });
});

describe('what came through a link', () => {
  test('is listed page by page, newest first, without what came through another', async () => {
    const [link, other] = [await newLink(), await newLink()];
    const ids: string[] = [];
    for (let payer = 0; payer < 3; payer++) ids.unshift((await visitor(link).begin()).id);
    await visitor(other).begin();
    await pay(ids[0] as string);
    const first = await listLinkCollections(ctx, link.id, linkCollectionsQuery.parse({ limit: '2' }));
    expect(first.data.map((each) => [each.transaction_id, each.status])).toEqual([
      [ids[0], 'SUCCEEDED'],
      [ids[1], 'PENDING'],
    ]);
    const cursor = first.pagination.next_cursor ?? '';
    const last = await listLinkCollections(ctx, link.id, linkCollectionsQuery.parse({ limit: '2', cursor }));
    expect(last.data.map(({ transaction_id }) => transaction_id)).toEqual([ids[2]]);
    expect(last.pagination.next_cursor).toBeNull();
  });

  test('is nobody else’s, and in live nothing of the sandbox’s', async () => {
    const link = await newLink();
    await visitor(link).begin();
    const query = linkCollectionsQuery.parse({});
    const live: Context = { ...ctx, environment: 'LIVE' };
    for (const stranger of [await newShop('Another'), live])
      await expect(listLinkCollections(stranger, link.id, query)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});

/** The worker's part, as long as something is due. */
async function work(): Promise<void> {
  for (;;) {
    const claimed = await claimOperations(50);
    if (claimed.length === 0) return;
    for (const operation of claimed) await runOperation(operation);
  }
}

describe('the payment page', () => {
  test('says business, purpose and amount, escaped, in 15 KB without a script', async () => {
    const link = await newLink({ title: '<i>Fees</i>', fields: [{ key: 'child', label: '<u>Child</u>' }] });
    const { status, page } = await visitor(link).open();
    expect(status).toBe(200);
    for (const part of [
      '&lt;b&gt;Kunta',
      '&lt;i&gt;Fees',
      '&lt;u&gt;Child',
      '150.00',
      'Wallet W',
      'Wallet A',
      'Card',
    ])
      expect(page).toContain(part);
    expect(page).not.toMatch(/<script|<img|<i>|<u>/);
    expect(gzipSync(page).length).toBeLessThan(15 * 1024);
  });

  test.each([
    ['', '', 'en'],
    ['?lang=fr', '', 'fr'],
    ['?lang=en', 'fr', 'en'],
    ['', 'fr-SN,fr;q=0.9,en;q=0.5', 'fr'],
    ['', 'wo,en;q=0.4,fr;q=0.8', 'fr'],
    ['', 'wo', 'en'],
    ['?lang=de', 'fr;q=0', 'en'],
  ])('with %s and a browser of "%s" speaks %s', async (query, language, expected) => {
    const { page } = await visitor(await newLink(), { language }).open(query);
    expect(page).toContain(`<html lang="${expected}"`);
    expect(page).toContain(expected === 'fr' ? 'Payer' : 'Pay with');
  });

  test('has its code drawn as a picture once, thirty of them at once for one address, and as often as one likes for print', async () => {
    const links = await Promise.all(Array.from({ length: 60 }, () => newLink()));
    const draw = (route: typeof qrPngRoute, { code }: { code: string }, address: string) =>
      socketFacts.run({ address, encrypted: false }, async () => {
        const context = { params: Promise.resolve({ code }) };
        return (await route(new Request(`http://kaira.test/pay/${code}/qr`), context)).status;
      });
    const times = (route: typeof qrPngRoute, of: { code: string }[]) =>
      Promise.all(of.map((link) => draw(route, link, '10.9.9.9')));
    expect(new Set(await times(qrPngRoute, Array(60).fill(links[0])))).toEqual(new Set([200]));
    const pictures = await times(qrPngRoute, links);
    expect(pictures.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
    expect(pictures.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(new Set(await times(qrSvgRoute, links))).toEqual(new Set([200]));
    expect(await draw(qrPngRoute, links[59]!, '10.9.9.8')).toBe(200);
  });

  test('of nobody is 404; switched off, over or paid it is 410 and says why', async () => {
    const link = await newLink({ max_payments: 1 });
    const nobody = { ...link, code: 'zzzzzzzzzz' };
    expect((await visitor(nobody).open()).status).toBe(404);
    await updatePaymentLink(ctx, link.id, { status: 'INACTIVE' });
    const off = await visitor(link).open();
    expect([off.status, off.page.includes('switched off')]).toEqual([410, true]);
    expect((await visitor(link).send({ provider: 'PROVIDER_W' })).status).toBe(410);
    await updatePaymentLink(ctx, link.id, { status: 'ACTIVE' });
    await pay((await visitor(link).begin()).id);
    const paid = await visitor(link).open();
    expect([paid.status, paid.page.includes('paid already')]).toEqual([410, true]);
    expect(await stored(link)).toHaveLength(1);
  });

  test('takes the wallet’s page, and what was asked for stands in the metadata', async () => {
    const link = await newLink({
      metadata: { class: '4b' },
      fields: [{ key: 'child', label: 'Child', required: true }],
      success_url: 'https://shop.example/thanks',
    });
    const payer = visitor(link);
    const missing = await payer.begin();
    expect([missing.status, missing.page.includes('This is needed')]).toEqual([422, true]);
    const card = await payer.begin({ field0: '4111 1111 1111 1111' });
    expect([card.status, card.page.includes('card number')]).toEqual([422, true]);
    const begun = await payer.begin({ field0: 'Awa' });
    expect(begun.status).toBe(303);
    const fresh = await payer.look(begun.id, '?go=1');
    expect(fresh.page).toMatch(/http-equiv="refresh" content="0;url=[^"]*\/checkout\//);
    await pay(begun.id);
    const { page } = await payer.look(begun.id);
    for (const part of ['Payment received', '/r/', 'https://shop.example/thanks'])
      expect(page).toContain(part);
    const [row] = await stored(link);
    expect(row).toMatchObject({
      metadata: { class: '4b', child: 'Awa' },
      client_reference: expect.stringMatching(new RegExp(`^${link.code}-[1-9A-HJ-NP-Za-km-z]{8}$`)),
    });
    expect(await present(link)).toMatchObject({
      payments: { opened: 1, succeeded: 1 },
      collected_gmd: '150.00',
    });
    const list = await listTransactions(ctx, transactionQuery.parse({ payment_link_id: link.id }));
    expect(list.data).toMatchObject([{ payment_link: { id: link.id, code: link.code } }]);
    expect(list.pagination.total).toBe(1);
    const [event] = await sqlClient()`select body from events where transaction_id = ${begun.id}`;
    expect(JSON.parse(event?.body).data.payment_link).toEqual({ id: link.id, code: link.code });
  });

  test('asks for the one-time password on its own page', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const noNumber = await payer.begin({ provider: 'PROVIDER_A' });
    expect([noNumber.status, noNumber.page.includes('sends a code')]).toEqual([422, true]);
    const { id } = await payer.begin({ provider: 'PROVIDER_A', mobile: '701 2345' });
    expect((await payer.look(id)).page).toContain('name="otp"');
    const wrong = await payer.act(id, { action: 'otp', otp: '123456' });
    expect([wrong.status, wrong.page.includes('Tries left: 2')]).toEqual([422, true]);
    await payer.act(id, { action: 'otp', otp: '000 000' });
    expect((await payer.look(id)).page).toContain('Payment received');
  });

  test('lets the payer type the amount within its bounds', async () => {
    const link = await newLink({ amount: null, min_amount: '10.00', max_amount: '2000.00' });
    for (const amount of ['9.99', '2000.01', '1,50', '', 'x', '-5'])
      expect((await visitor(link).begin({ amount })).status, amount).toBe(422);
    await visitor(link).begin({ amount: '1,500' });
    expect(await present(link)).toMatchObject({ payments: { opened: 1 } });
  });

  test('guesses the wallet by the number, and leaves the choice to the payer', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const { status, page } = await payer.send({ ...(await payer.form()), mobile: '7012345' });
    expect(status).toBe(200);
    expect(page).toContain('Wallet A fits your number');
    expect(page).toMatch(/value="PROVIDER_A" checked/);
    expect(await stored(link)).toHaveLength(0);
  });

  test('says of no wallet that it fits a number of which that is not known', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const { status, page } = await payer.send({ ...(await payer.form()), mobile: '9912345' });
    expect(status).toBe(422);
    expect(page).not.toContain('fits your number');
    expect(page).toContain('Choose how you want to pay.');
    expect(page).not.toMatch(/value="PROVIDER_\w+" checked/);
  });
});

describe('nobody is charged twice', () => {
  // Whatever the races below did, the books and the links agree.
  afterAll(async () => {
    const alone = connect(testDatabase.url, 1);
    const lines = await auditLedger(alone);
    await alone.end();
    expect(lines.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  test.each([true, false])(
    'a form sent 32 times at once is one attempt (cookies kept: %s)',
    async (keepsCookies) => {
      const link = await newLink();
      const payer = visitor(link, { keepsCookies });
      const form = { ...(await payer.form()), provider: 'PROVIDER_W' };
      const sent = await Promise.all(Array.from({ length: 32 }, () => payer.send(form)));
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
      expect(sent.every(({ status }) => status === 303)).toBe(true);
      expect(await stored(link)).toHaveLength(1);
    },
  );

  test('reloading, coming back, another tab and an old form lead to what was begun, and to what was paid', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const [one, other] = [await payer.form(), await payer.form()];
    const { id } = await payer.send({ ...one, provider: 'PROVIDER_W' });
    expect((await payer.open()).id).toBe(id);
    expect((await payer.send({ ...other, provider: 'PROVIDER_A', mobile: '7012345' })).id).toBe(id);
    await pay(id);
    expect((await payer.open()).id).toBe(id);
    expect((await payer.open('?retry=1')).id).toBe(id);
    expect((await payer.send({ ...other, provider: 'PROVIDER_W' })).id).toBe(id);
    expect((await payer.send({ ...one, attempt: '2', provider: 'PROVIDER_W' })).id).toBe(id);
    expect(counted(await stored(link))).toEqual({ SUCCEEDED: 1 });
  });

  test('another wallet closes what is open first, and what was paid wins', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const first = await payer.begin();
    const changed = await payer.act(first.id, { action: 'change' });
    expect(changed.location).toContain('retry=1');
    const second = await payer.send({ ...(await payer.form('?retry=1')), provider: 'PROVIDER_C' });
    expect(second.id).not.toBe(first.id);
    const rows = await stored(link);
    expect(rows.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['CANCELLED', 1],
      ['PENDING', 2],
    ]);
    expect(new Set(rows.map(({ client_reference }) => client_reference)).size).toBe(1);
    await pay(second.id);
    expect((await payer.act(second.id, { action: 'change' })).id).toBe(second.id);
    expect(counted(await stored(link))).toEqual({ CANCELLED: 1, SUCCEEDED: 1 });
  });

  test('who pays and asks for another wallet at once has either paid or not, and is never charged twice', async () => {
    const link = await newLink();
    for (let round = 0; round < 8; round++) {
      const payer = visitor(link);
      const { id } = await payer.begin({ provider: 'PROVIDER_A', mobile: '7012345' });
      await Promise.all([
        payer.act(id, { action: 'otp', otp: '000000' }),
        payer.act(id, { action: 'change' }),
      ]);
      const [row] = await sqlClient()`select status from transactions where id = ${id}`;
      expect(['SUCCEEDED', 'CANCELLED']).toContain(row?.status);
      const next = await payer.send({ ...(await payer.form('?retry=1')), provider: 'PROVIDER_W' });
      if (row?.status === 'SUCCEEDED') expect([id, '']).toContain(next.id);
    }
    const paid = await sqlClient()`
      select client_reference from transactions where payment_link_id = ${link.id} and status = 'SUCCEEDED'`;
    expect(new Set(paid.map((each) => each.client_reference)).size).toBe(paid.length);
  });

  test('a stranger without cookies has a hundred payments of a link open at most, and other payers begin theirs', async () => {
    const link = await newLink();
    const stranger = visitor(link, { keepsCookies: false });
    const sent = await Promise.all(Array.from({ length: 90 }, () => stranger.begin()));
    // Each asks for two pages, of which an address has 200 at once, and 100 a second after that.
    await new Promise((done) => setTimeout(done, 1500));
    sent.push(...(await Promise.all(Array.from({ length: 40 }, () => stranger.begin()))));
    expect(counted(await stored(link)).PENDING).toBeLessThanOrEqual(101);
    expect(sent.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(29);
    expect((await visitor(link).begin()).status).toBe(303);
    // One that has ended gives its room to another.
    const begun = sent.filter(({ id }) => id !== '');
    for (const { id } of begun.slice(0, 2)) await pay(id);
    expect((await stranger.begin()).status).toBe(303);
  });

  test('a further payment is one that its payer asked for', async () => {
    const link = await newLink();
    const payer = visitor(link);
    const first = await payer.begin();
    await payer.act(first.id, { action: 'again' });
    expect((await payer.open()).id).toBe(first.id);
    await pay(first.id);
    await Promise.all([payer.act(first.id, { action: 'again' }), payer.act(first.id, { action: 'again' })]);
    const second = await payer.begin();
    expect([second.status, second.id]).not.toEqual([303, first.id]);
    await pay(second.id);
    expect(counted(await stored(link))).toEqual({ SUCCEEDED: 2 });
  });

  test('64 payers at a link for one payment: one is taken as such, what else was open is closed', async () => {
    const link = await newLink({ max_payments: 1 });
    const begun = await Promise.all(Array.from({ length: 64 }, async () => (await visitor(link).begin()).id));
    expect(new Set(begun).size).toBe(64);
    await pay(begun[7] as string);
    await work();
    expect(counted(await stored(link))).toEqual({ SUCCEEDED: 1, CANCELLED: 63 });
    expect(await present(link)).toMatchObject({
      status: 'COMPLETED',
      payments: { opened: 64, succeeded: 1 },
    });
  });

  test('64 who pay it at once: each is credited, one within the limit, and 63 say that they are too many', async () => {
    const link = await newLink({ max_payments: 1 });
    const begun = await Promise.all(Array.from({ length: 64 }, async () => (await visitor(link).begin()).id));
    await Promise.all(begun.map(pay));
    await work();
    const rows = await stored(link);
    expect(counted(rows)).toEqual({ SUCCEEDED: 64 });
    expect(rows.filter(({ over_limit }) => !over_limit)).toHaveLength(1);
    const [{ events } = { events: 0 }] = await sqlClient()`
      select count(*)::int as events from events e
      join transactions t on t.id = e.transaction_id
      where t.payment_link_id = ${link.id} and (e.body::jsonb->'data'->>'over_limit' is not null) = t.over_limit`;
    expect(events).toBe(64);
    expect(await present(link)).toMatchObject({ payments: { succeeded: 64 }, collected_gmd: '9600.00' });
  });

  test('whoever comes after the last payment begins nothing, however late the form is sent', async () => {
    const link = await newLink({ max_payments: 1 });
    const late = visitor(link);
    const form = { ...(await late.form()), provider: 'PROVIDER_W' };
    const early = Array.from({ length: 8 }, () => visitor(link));
    const { id } = await (early[0] as (typeof early)[0]).begin();
    await Promise.all([pay(id), late.send(form), ...early.slice(1).map((each) => each.begin())]);
    await work();
    expect((await stored(link)).filter(({ status }) => status === 'PENDING')).toHaveLength(0);
    expect(counted(await stored(link)).SUCCEEDED).toBe(1);
  });

  test('a link with a reference has one attempt for all, which the collection then carries', async () => {
    const reference = `order-${newId()}`;
    const link = await newLink({ max_payments: 1, client_reference: reference });
    const begun = await Promise.all(Array.from({ length: 16 }, async () => (await visitor(link).begin()).id));
    const [row, ...others] = await stored(link);
    expect(others).toHaveLength(0);
    expect(row?.client_reference).toBe(reference);
    expect(new Set(begun.filter((id) => id !== ''))).toEqual(new Set([row?.id]));
    const failing = await newLink({
      amount: '400.00',
      max_payments: 1,
      client_reference: `order-${newId()}`,
    });
    const payer = visitor(failing);
    const first = await payer.begin();
    await pay(first.id);
    expect((await payer.look(first.id)).page).toContain('not enough money');
    const second = await payer.send({ ...(await payer.form('?retry=1')), provider: 'PROVIDER_C' });
    expect([second.status, second.id === first.id]).toEqual([303, false]);
  });

  test('an id of another link shows nothing', async () => {
    const [link, other] = [await newLink(), await newLink()];
    const { id } = await visitor(link).begin();
    expect((await visitor(other).look(id)).status).toBe(404);
    expect((await visitor(other).act(id, { action: 'change' })).status).toBe(404);
    expect(counted(await stored(link))).toEqual({ PENDING: 1 });
  });
});
