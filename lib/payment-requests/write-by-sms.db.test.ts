import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { newClient } from '#e2e/setup/people';
import { type SmsGateway, startSmsGateway } from '#e2e/setup/sms-gateway';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { log } from '#lib/log';
import { listOutbox } from '#lib/messages/list-outbox';
import { claimMessages, sendMessage } from '#lib/messages/send-message';
import { isMobile } from '#lib/messages/text-sender';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import type { PaymentRequest } from '#lib/payment-requests/payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { remindCustomers } from '#lib/payment-requests/write-to-customer';
import { spellingsOf } from '#lib/phone';
import { listBody } from '#lib/request-lists/check-list';
import { createList } from '#lib/request-lists/create-list';
import { settings } from '#lib/settings';

let database: TestDatabase;
let gateway: SmsGateway;
let ctx: Context;
beforeAll(async () => {
  database = await createTestDatabase();
  gateway = await startSmsGateway();
  Object.assign(settings(), {
    SMS_URL: gateway.url,
    SMS_HEADER: 'X-Key: secret-of-the-gateway',
    SMS_BODY: '{"to":"{to}","text":"{text}"}',
  });
  ctx = systemContext(await newClient(), 'LIVE');
});
afterEach(async () => {
  gateway.taken.splice(0);
  await superuserSql()`delete from messages`;
});
afterAll(async () => {
  for (const name of ['SMS_URL', 'SMS_HEADER', 'SMS_BODY'] as const) delete settings()[name];
  await gateway.close();
  await database.drop();
});

const DAY_MS = 86_400_000;
const noon = (days = 0) =>
  new Date(`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
const day = (days: number) => noon(days).toISOString().slice(0, 10);
const newMobile = () => `+2207${randomInt(100_000, 1_000_000)}`;

async function ask(facts: Record<string, unknown> = {}, by = ctx): Promise<PaymentRequest> {
  const body = await readNewRequest(by.environment, {
    ...{ description: 'Rice for the shop', customer_name: 'Awa Ceesay', amount: '1500.00' },
    ...{ customer_mobile: newMobile(), send_sms: true },
    ...facts,
  });
  return (await createPaymentRequest(by, body)).request;
}

const faultOf = (facts: Record<string, unknown>) =>
  ask(facts).then(
    () => undefined,
    (error) => error.details.fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
  );

async function sendAll(): Promise<void> {
  for (let claimed = await claimMessages(50); claimed.length > 0; claimed = await claimMessages(50))
    await Promise.all(claimed.map(sendMessage));
}

const messagesTo = ({ link }: PaymentRequest) => sqlClient()`
  select event, facts ->> 'when' as when, status, fault, attempts from messages
  where address = ${link.customerMobile} order by created_at, event`;
const textsTo = ({ link }: PaymentRequest) =>
  gateway.taken
    .map(({ body }) => JSON.parse(body) as { to: string; text: string })
    .filter(({ to }) => to === link.customerMobile)
    .map(({ text }) => text);

/** As if it had been made so many days ago. */
const later = ({ link }: PaymentRequest, days: number) =>
  superuserSql()`update payment_links set created_at = created_at - make_interval(days => ${days}) where id = ${link.id}`;

describe('a customer with a number and no e-mail address', () => {
  test('is sent one SMS when the request is made, however often it is asked for and by however many workers', async () => {
    const number = newMobile();
    const facts = { customer_mobile: number, client_reference: `once ${number}`, due_on: day(30) };
    const request = await ask(facts);
    await ask(facts);
    await Promise.all([sendAll(), sendAll(), sendAll()]);
    expect(textsTo(request)).toEqual([
      expect.stringMatching(
        /asks you to pay GMD 1,500\.00 for Rice for the shop by .+\. http.+\/pay\/\w{10}$/,
      ),
    ]);
    expect(await messagesTo(request)).toMatchObject([{ status: 'SENT', attempts: 1, fault: null }]);
    expect(gateway.taken[0]?.headers['x-key']).toBe('secret-of-the-gateway');
  });

  test('is reminded once before the day and once after it, and not any more once it is cancelled', async () => {
    const [request, gone] = [await ask({ due_on: day(2) }), await ask({ due_on: day(2) })];
    for (const each of [request, gone]) await later(each, 3);
    await cancelPaymentRequest(ctx, gone.link.id);
    for (const days of [0, 1, 3, 4]) await Promise.all([1, 2].map(() => remindCustomers(noon(days))));
    expect((await messagesTo(request)).map(({ when }) => when).sort()).toEqual(['asked', 'due', 'overdue']);
    await sendAll();
    expect(textsTo(request)).toHaveLength(3);
    expect(textsTo(gone)).toEqual([]);
    expect(await messagesTo(gone)).toMatchObject([{ status: 'GIVEN_UP' }]);
  });

  test('is not taken for one whose e-mail address begins like a number', async () => {
    const customer_email = `+${randomInt(1_000_000)}@customer.example`;
    await ask({ customer_mobile: undefined, customer_email, send_sms: false, send_email: true });
    for (let times = 0; times < 2; times++) await ask();
    const claimed = (await claimMessages(50)).map(({ address }) => address);
    expect(claimed).toHaveLength(3);
    expect(claimed.filter(isMobile)).toHaveLength(2);
    expect(claimed.filter((address) => !isMobile(address))).toEqual([customer_email]);
  });

  test('holds up no letter: of many texts two are in hand, and a letter goes before them', async () => {
    await superuserSql()`delete from messages`;
    for (let times = 0; times < 6; times++) await ask({ customer_mobile: newMobile() });
    const letter = `${randomInt(1_000_000)}@customer.example`;
    await ask({ customer_mobile: undefined, customer_email: letter, send_sms: false, send_email: true });
    const taken = async (limit: number) => (await claimMessages(limit)).map(({ address }) => address);
    const first = await taken(4);
    expect(first).toHaveLength(3);
    expect(first).toContain(letter);
    expect(await taken(4)).toEqual([]);
    await sqlClient()`update messages set status = 'SENT', run_at = null where status = 'SENDING'`;
    expect(await taken(1)).toHaveLength(1);
    expect(await taken(4)).toHaveLength(1);
    await superuserSql()`delete from messages`;
  });

  test('is not written to in the sandbox, without the tick, or beyond five in a day', async () => {
    const sandbox = systemContext(await newClient(), 'SANDBOX');
    expect(await messagesTo(await ask({}, sandbox))).toEqual([]);
    expect(await messagesTo(await ask({ send_sms: false }))).toEqual([]);
    const number = newMobile();
    for (let times = 0; times < 5; times++) await ask({ customer_mobile: number });
    for (const again of spellingsOf(number)) {
      const refused = await ask({ customer_mobile: again }).catch((error) => error);
      expect(refused.code).toBe('RATE_LIMITED');
    }
  });

  test('of a file is sent one, and those with an address an e-mail', async () => {
    const [number, email] = [newMobile(), 'awa@customer.example'];
    const csv = `ref,name,phone,email,amount\nS-1,Awa,${newMobile()},${email},10\nS-2,Lamin,${number},,20`;
    await createList(ctx, listBody.parse({ name: 'Fees', csv, send_email: true, send_sms: true }));
    const rows = await sqlClient()`select address from messages order by facts ->> 'amount'`;
    expect(rows.map(({ address }) => address)).toEqual([email, number]);
  });
});

describe('what speaks against it is said of its field', () => {
  test.each([
    [
      'no number',
      { customer_mobile: null, customer_email: 'a@b.example' },
      [['customer_mobile', 'no_mobile']],
    ],
    ['an address as well', { customer_email: 'a@b.example' }, [['send_sms', 'has_email']]],
  ])('%s', async (_what, facts, faults) => {
    expect(await faultOf(facts)).toEqual(faults);
  });

  test('an installation in production without a gateway', async () => {
    const { SMS_URL } = settings();
    Object.assign(settings(), { SMS_URL: undefined, KAIRA_MODE: 'production' });
    expect(await faultOf({})).toEqual([['send_sms', 'not_available']]);
    Object.assign(settings(), { SMS_URL, KAIRA_MODE: 'local' });
  });
});

describe('where the gateway', () => {
  test('refuses for now, it is asked again later; where nobody knows, never', async () => {
    const [busy, broken, wrong] = [await ask(), await ask(), await ask()];
    const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level));
    for (const [request, fault] of [
      [busy, 503],
      [broken, 500],
      [wrong, 400],
    ] as const) {
      const [mine] = (await claimMessages(50)).filter(
        ({ address }) => address === request.link.customerMobile,
      );
      await superuserSql()`update messages set run_at = now(), status = 'WAITING' where status = 'SENDING' and address <> ${request.link.customerMobile}`;
      gateway.faults.push(fault);
      if (mine) await sendMessage(mine);
    }
    expect(await messagesTo(busy)).toMatchObject([{ status: 'WAITING', fault: 'the SMS gateway said 503' }]);
    expect(await messagesTo(broken)).toMatchObject([{ status: 'IN_DOUBT' }]);
    expect(await messagesTo(wrong)).toMatchObject([
      { status: 'GIVEN_UP', fault: 'the SMS gateway said 400' },
    ]);
    await superuserSql()`update messages set run_at = now() where status = 'WAITING'`;
    await sendAll();
    expect(await messagesTo(busy)).toMatchObject([{ status: 'SENT', attempts: 2 }]);
    expect(textsTo(broken)).toHaveLength(1);
    const told = JSON.stringify(spies.flatMap(({ mock }) => mock.calls));
    for (const part of [busy, broken, wrong].map(({ link }) => link.customerMobile?.slice(4)))
      expect(told).not.toContain(part);
    for (const secret of ['secret-of', 'Rice', 'account=7']) expect(told).not.toContain(secret);
    vi.restoreAllMocks();
  });

  test('has it, operators read the text under Outbox', async () => {
    const request = await ask();
    await sendAll();
    const { messages } = await listOutbox(true);
    expect(messages.find(({ address }) => address === request.link.customerMobile)).toMatchObject({
      subject: 'SMS',
      status: 'SENT',
      is_kept: false,
      text: textsTo(request)[0],
    });
  });
});
