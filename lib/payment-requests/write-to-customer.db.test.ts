import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { renderMessage } from '#lib/messages/render-message';
import { claimMessages, sendMessage } from '#lib/messages/send-message';
import { readSubscription, unsubscribe, unsubscribePath } from '#lib/messages/unsubscribe';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import type { PaymentRequest } from '#lib/payment-requests/payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { remindCustomers } from '#lib/payment-requests/write-to-customer';
import { listBody } from '#lib/request-lists/check-list';
import { createList } from '#lib/request-lists/create-list';

let database: TestDatabase;
let ctx: Context;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = await newShop();
});
afterAll(() => database.drop());

const newShop = async (environment: Context['environment'] = 'LIVE') =>
  systemContext(await newClient(), environment);
const newEmail = () => `${newId()}@customer.example`;
const DAY_MS = 86_400_000;
/** Noon in Banjul, so many days from now. */
const noon = (days = 0) =>
  new Date(`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
const day = (days: number) => noon(days).toISOString().slice(0, 10);

async function ask(facts: Record<string, unknown> = {}, by = ctx): Promise<PaymentRequest> {
  const body = await readNewRequest(by.environment, {
    description: 'Rice for the shop',
    customer_name: 'Awa Ceesay',
    customer_email: newEmail(),
    amount: '1500.00',
    send_email: true,
    ...facts,
  });
  return (await createPaymentRequest(by, body)).request;
}

/** What was written to whoever is asked, in the order of writing. */
async function toldOf({ customerEmail }: PaymentRequest) {
  const rows = await sqlClient()`
    select event, facts, status, fault from messages where address = ${customerEmail?.toLowerCase() ?? ''} order by created_at, event`;
  return rows.map(({ event, facts, status, fault }) => ({
    when: facts.when,
    event: event as string,
    facts: facts as Record<string, string>,
    status,
    fault,
  }));
}
const whens = async (request: PaymentRequest) => (await toldOf(request)).map(({ when }) => when);

describe('a customer', () => {
  test('is written to when the request is made, once, by whom, what for, how much and where to pay', async () => {
    const request = await ask({
      due_on: day(30),
      customer_email: `Awa.${newEmail()}`,
      client_reference: 'once',
    });
    await ask({
      due_on: day(30),
      customer_email: request.customerEmail,
      client_reference: 'once',
    });
    const [told, ...more] = await toldOf(request);
    expect(more).toEqual([]);
    const { subject, text } = await renderMessage('payment_request', told?.facts ?? {});
    expect(subject).toBe(`${ctx.client.name} asks you to pay GMD 1,500.00`);
    for (const part of ['Awa Ceesay', 'Rice for the shop', 'Please pay by', `/pay/${request.link.code}`])
      expect(text).toContain(part);
    expect(text).toContain('stops all messages of this kind');
  });

  test.each([
    ['without the tick', { send_email: false }, 'LIVE'],
    ['in the sandbox', {}, 'SANDBOX'],
  ] as const)('is not written to %s', async (_how, facts, environment) => {
    const shop = await newShop(environment);
    const request = await ask({ due_on: day(1), ...facts }, shop);
    await later(request, 3);
    await remindCustomers(noon());
    await remindCustomers(noon(3));
    expect(await whens(request)).toEqual([]);
  });

  test('of a link or an address in a text reads none of it', async () => {
    const request = await ask({ description: 'Win at evil.example now' });
    const [told] = await toldOf(request);
    const { text, subject } = await renderMessage('payment_request', told?.facts ?? {});
    expect(`${subject} ${text}`).not.toContain('evil');
  });

  test('without an address cannot be written to', async () => {
    const refused = await ask({ customer_email: null, customer_mobile: '+2207012345' }).catch(
      (error) => error,
    );
    expect(refused.details.fields).toMatchObject([{ path: 'customer_email', code: 'no_email' }]);
  });

  test('is reminded once before the day and once after it, however many workers look', async () => {
    const request = await ask({ due_on: day(2) });
    await later(request, 3);
    const look = (days: number) => Promise.all([1, 2, 3].map(() => remindCustomers(noon(days))));
    await look(-1);
    expect(await whens(request)).toEqual(['asked']);
    for (const days of [0, 1, 2]) await look(days);
    expect(await whens(request)).toEqual(['asked', 'due']);
    for (const days of [3, 4, 8]) await look(days);
    const told = await toldOf(request);
    expect(told.map(({ when }) => when).sort()).toEqual(['asked', 'due', 'overdue']);
    const overdue = told.find(({ when }) => when === 'overdue');
    const { subject, text } = await renderMessage('payment_request', overdue?.facts ?? {});
    expect(subject).toBe(`Not paid yet: GMD 1,500.00 to ${ctx.client.name}`);
    expect(text).toContain('It is not paid yet, and you still can.');
  });

  test('is not reminded at night, nor of the day on the day it was asked, nor of a day that was past already', async () => {
    const [night, fresh, past] = [
      await ask({ due_on: day(1) }),
      await ask({ due_on: day(1) }),
      await ask({ due_on: day(-3) }),
    ];
    await later(night, 3);
    await remindCustomers(new Date(`${day(0)}T05:00:00Z`));
    expect(await whens(night)).toEqual(['asked']);
    await remindCustomers(noon());
    expect(await whens(night)).toEqual(['asked', 'due']);
    expect(await whens(fresh)).toEqual(['asked']);
    expect(await whens(past)).toEqual(['asked']);
  });

  test('who has paid, here or by hand, or whose request was cancelled, is not reminded', async () => {
    const [paid, byHand, gone] = [
      await ask({ due_on: day(1) }),
      await ask({ due_on: day(1) }),
      await ask({ due_on: day(1) }),
    ];
    for (const request of [paid, byHand, gone]) await later(request, 3);
    await markPaidByHand(ctx, byHand.link.id, { note: null });
    await cancelPaymentRequest(ctx, gone.link.id);
    await superuserSql()`update payment_links set succeeded_count = 1, collected_bututs = amount_bututs where id = ${paid.link.id}`;
    await remindCustomers(noon());
    await remindCustomers(noon(3));
    for (const request of [paid, byHand, gone]) expect(await whens(request)).toEqual(['asked']);
  });

  test('who has paid a part is reminded of what is left', async () => {
    const request = await ask({ due_on: day(1), allow_part_payments: true });
    await later(request, 3);
    await superuserSql()`
      update payment_links set succeeded_count = 1, collected_bututs = 50000 where id = ${request.link.id}`;
    for (const days of [0, 3]) await remindCustomers(noon(days));
    const letters = await Promise.all(
      (await toldOf(request)).slice(1).map(({ facts }) => renderMessage('payment_request', facts)),
    );
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      `Not all paid yet: GMD 1,000.00 to ${ctx.client.name}`,
      expect.stringMatching(/^Reminder: GMD 1,000.00 to /),
    ]);
    expect(letters.map(({ text }) => text).join(' ')).toContain('That is what is left of it.');
  });

  test('is not sent what was written before the request was closed', async () => {
    const request = await ask();
    await cancelPaymentRequest(ctx, request.link.id);
    for (;;) {
      const claimed = await claimMessages(50);
      if (claimed.length === 0) break;
      for (const message of claimed)
        if (message.address === request.customerEmail) await sendMessage(message);
    }
    expect(await toldOf(request)).toMatchObject([
      { status: 'GIVEN_UP', fault: expect.stringContaining('paid or closed') },
    ]);
  });

  test('who stops such messages by their link gets none, of any business', async () => {
    const request = await ask({ due_on: day(1) });
    await later(request, 3);
    const address = request.customerEmail ?? '';
    const token = unsubscribePath({ address, kind: 'payment_request' })?.split('/').pop() ?? '';
    const subscription = readSubscription(token);
    expect(subscription).toMatchObject({ address, kind: 'payment_request' });
    if (subscription) {
      await unsubscribe(subscription, undefined, new Date());
      await unsubscribe(subscription, undefined, new Date());
    }
    await remindCustomers(noon());
    const other = await ask({ customer_email: address.toUpperCase() }, await newShop());
    expect(other.customerEmail).toBe(address.toUpperCase());
    expect(await whens(request)).toEqual(['asked']);
  });

  test('is written to five times in a day by one business at most, and what is beyond is refused whole', async () => {
    const email = newEmail();
    const shop = await newShop();
    for (let times = 0; times < 5; times++) await ask({ customer_email: email }, shop);
    const refused = await ask({ customer_email: email.toUpperCase() }, shop).catch((error) => error);
    expect(refused.code).toBe('RATE_LIMITED');
    const [count] =
      await sqlClient()`select count(*)::int as n from payment_requests where client_id = ${shop.client.id}`;
    expect(count?.n).toBe(5);
    await ask({ customer_email: email, send_email: false }, shop);
  });

  test('of a file is written to where a row has an address', async () => {
    const shop = await newShop();
    const [one, two] = [newEmail(), newEmail()];
    const csv = `ref,name,phone,email,amount\nF-1,Awa,7012345,${one},10\nF-2,Lamin,7012346,,10\nF-3,,,${two},20`;
    const body = { name: 'Fees', csv };
    await createList(shop, listBody.parse({ ...body, send_email: true }));
    expect(await createList(shop, listBody.parse(body))).toMatchObject({ made: 0, there: 3 });
    const rows = await sqlClient()`
      select address, facts ->> 'amount' as amount, facts ->> 'name' as name from messages where address = any (${[one, two]}) order by 2`;
    expect(rows).toMatchObject([
      { address: one, amount: 'GMD 10.00', name: 'Awa' },
      { address: two, amount: 'GMD 20.00', name: 'there' },
    ]);
  });
});

/** As if it had been made so many days ago. */
async function later({ link }: PaymentRequest, days: number): Promise<void> {
  await superuserSql()`update payment_links set created_at = created_at - make_interval(days => ${days}) where id = ${link.id}`;
  // What was written of it as well, so that the order is the same at each hour of the day.
  await superuserSql()`update messages set created_at = created_at - make_interval(days => ${days}) where event like ${`%:${link.id}`}`;
}
