import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { getBalance } from '#lib/clients/account-figures';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { resendOtp } from '#lib/collections/resend-otp';
import { type Context, type Environment, systemContext } from '#lib/context';
import { shareOfConnections } from '#lib/http/room';
import { newId } from '#lib/ids';
import { startWorker } from '#lib/jobs/worker';
import { auditLedger } from '#lib/ledger/audit';
import { fundFloat } from '#lib/ledger/fund-float';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { getReversalView } from '#lib/payouts/reversal';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { requireReversible } from '#lib/rail-work/reverse';
import type { CollectionScenario, PayoutScenario } from '#lib/rails/scenarios';
import { advanceClock, advanceRequest } from '#lib/sandbox/advance-clock';
import { fundRailFloat, listRailFloats } from '#lib/sandbox/rail-floats';
import { REVERSAL_WINDOW_MS } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';
import { createEndpoint } from '#lib/webhooks/endpoints';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(() => database.drop());

const HOUR = 3_600;
const DAY = 24 * HOUR;

async function shop(environment: Environment = 'SANDBOX'): Promise<Context> {
  return systemContext(await newClient(), environment);
}

let references = 0;

async function collect(
  ctx: Context,
  scenario?: CollectionScenario,
  more: { amount?: bigint; provider?: string; reference?: string } = {},
): Promise<Transaction> {
  const { amount = 150_00n, provider = 'PROVIDER_W', reference = `collection-${references++}` } = more;
  const { transaction } = await initiateCollection(ctx, {
    ...{ amount, currency: 'GMD', client_reference: reference, provider, metadata: {} },
    customer_mobile: '+2207012345',
    ...(scenario && { scenario }),
  });
  return transaction;
}

/** 985.00 to pay out, and a float. */
async function fill(ctx: Context, float = 1_000_00n): Promise<void> {
  const stock = await collect(ctx, undefined, { amount: 1_000_00n });
  await bookCollectionNews(ctx, stock, { state: 'SUCCEEDED' });
  if (float > 0n) await fundFloat(ctx, 'PROVIDER_W', float);
}

async function pay(ctx: Context, scenario?: PayoutScenario, reference = `payout-${references++}`) {
  const { transaction } = await initiatePayout(ctx, {
    ...{ amount: 10_00n, currency: 'GMD', client_reference: reference, provider: 'PROVIDER_W', metadata: {} },
    recipient_mobile: '+2203456789',
    ...(scenario && { scenario }),
  });
  return transaction;
}

const advance = (ctx: Context, seconds: number) => advanceClock(ctx, { seconds });
const statusOf = async (transaction: Transaction) => (await reread(transaction)).status;

/** How often the turn was asked for so far, whatever came of it. */
async function countingLooks(): Promise<() => Promise<number>> {
  await sql.unsafe(`
    create sequence if not exists clock_looks;
    create or replace function count_look() returns trigger language plpgsql security definer as
      $$ begin perform nextval('clock_looks'); return new; end $$;
    create or replace trigger count_look before insert on sandbox_clocks for each row execute function count_look()`);
  return async () => Number((await sql`select last_value from clock_looks`)[0]?.last_value);
}

interface Receiver {
  url: string;
  hooks: { event: string; eventId: string; delivery: string; attempt: number; transaction: string }[];
  answer: (response: ServerResponse) => void;
  server: Server;
}

const receivers: Receiver[] = [];
afterAll(() => {
  for (const { server } of receivers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(ctx: Context, answer: Receiver['answer'] = (response) => response.end()) {
  const receiver = { hooks: [], answer, url: '' } as unknown as Receiver;
  receiver.server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { event, data } = JSON.parse(text);
    receiver.hooks.push({
      event,
      eventId: String(request.headers['x-gw-event-id']),
      delivery: String(request.headers['x-gw-delivery']),
      attempt: Number(request.headers['x-gw-attempt']),
      transaction: data.id,
    });
    receiver.answer(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.server.once('listening', resolve));
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/`;
  receivers.push(receiver);
  const asked = { url: receiver.url, events: [], payload_form: 'current', description: null } as const;
  const { endpoint } = await createEndpoint(ctx, { ...asked, events: [] });
  return Object.assign(receiver, { id: endpoint.id });
}

const eventsOf = async ({ clientId, id }: Transaction) =>
  (
    await sql`select event from events where client_id = ${clientId} and transaction_id = ${id} order by sequence`
  ).map((row) => row.event);

const attemptsOf = async (endpointId: string) =>
  sql`select d.id, d.status, d.attempts, array_agg(a.error order by a.attempt) as errors,
        array_agg(a.request_headers is not null order by a.attempt) as sent
      from deliveries d left join delivery_attempts a on a.client_id = d.client_id and a.delivery_id = d.id
      where d.endpoint_id = ${endpointId} group by d.client_id, d.environment, d.id order by d.id`;

async function broken() {
  return (await auditLedger(sql)).filter(({ violations }) => violations > 0);
}

describe('a scenario of a collection', () => {
  test.each([
    ['success', 'SUCCEEDED', null],
    ['insufficient_funds', 'FAILED', 'INSUFFICIENT_FUNDS'],
    ['account_blocked', 'FAILED', 'ACCOUNT_BLOCKED'],
    ['declined', 'FAILED', 'DECLINED'],
    ['expired', 'EXPIRED', null],
    ['cancelled', 'CANCELLED', null],
    ['late_success', 'SUCCEEDED', null],
    ['unknown_then_success', 'SUCCEEDED', null],
    ['unknown_then_failure', 'FAILED', 'DECLINED'],
    ['duplicate_webhook', 'SUCCEEDED', null],
    ['webhooks_out_of_order', 'SUCCEEDED', null],
  ] as const)('%s ends as %s, on every rail', async (scenario, status, code) => {
    const ctx = await shop();
    for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD']) {
      const collection = await collect(ctx, scenario, { provider });
      expect(collection).toMatchObject({ status: 'PENDING', scenario });
      await advance(ctx, 60);
      expect(await reread(collection), provider).toMatchObject({ status, failureCode: code });
    }
  });

  test('late_success expires first, and is then paid, late and once', async () => {
    const ctx = await shop();
    const collection = await collect(ctx, 'late_success');
    await advance(ctx, 2);
    expect(await statusOf(collection)).toBe('EXPIRED');
    await advance(ctx, 10);
    expect(await reread(collection)).toMatchObject({ status: 'SUCCEEDED', late: true });
    expect(await eventsOf(collection)).toEqual(['payment.expired', 'payment.succeeded']);
    await advance(ctx, DAY);
    expect((await getBalance(ctx)).total_collected_gmd).toBe('150.00');
  });

  test('of an amount that is magic decides nothing, and is not kept', async () => {
    const ctx = await shop();
    const failed = await collect(ctx, 'success', { amount: 400_00n });
    const open = await collect(ctx, 'success', { amount: 200_00n });
    await advance(ctx, DAY);
    expect(await reread(failed)).toMatchObject({ status: 'FAILED', scenario: null });
    expect(await statusOf(open)).toBe('PENDING');
    await expect(collect(ctx, 'success', { amount: 500_00n })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
    });
  });

  test('is what the first request of a reference named: a repeat without one is the same, with another it clashes', async () => {
    const ctx = await shop();
    const first = await collect(ctx, 'declined', { reference: 'order' });
    expect((await collect(ctx, undefined, { reference: 'order' })).id).toBe(first.id);
    expect((await collect(ctx, 'declined', { reference: 'order' })).id).toBe(first.id);
    const clash = collect(ctx, 'success', { reference: 'order' });
    await expect(clash).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
    await collect(ctx, undefined, { reference: 'plain' });
    const late = collect(ctx, 'success', { reference: 'plain' });
    await expect(late).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
    // A re-offer is another attempt, with a scenario of its own.
    const expired = await collect(ctx, 'expired', { reference: 'again' });
    await advance(ctx, 5);
    const again = await collect(ctx, 'success', { reference: 'again' });
    expect([again.id === expired.id, again.attempt, again.scenario]).toEqual([false, 2, 'success']);
  });

  test('webhooks_out_of_order: the payment is heard of before the expiry that came before it', async () => {
    const ctx = await shop();
    const receiver = await listen(ctx);
    const collection = await collect(ctx, 'webhooks_out_of_order');
    await advance(ctx, 60);
    expect(await eventsOf(collection)).toEqual(['payment.expired', 'payment.succeeded']);
    expect(receiver.hooks.map(({ event }) => event)).toEqual(['payment.succeeded', 'payment.expired']);
  });

  test('duplicate_webhook: the same event arrives twice, by two deliveries', async () => {
    const ctx = await shop();
    const receiver = await listen(ctx);
    const collection = await collect(ctx, 'duplicate_webhook');
    await advance(ctx, 60);
    expect(await eventsOf(collection)).toEqual(['payment.succeeded']);
    expect(receiver.hooks).toHaveLength(2);
    expect(new Set(receiver.hooks.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(receiver.hooks.map(({ delivery }) => delivery)).size).toBe(2);
    expect((await getBalance(ctx)).total_collected_gmd).toBe('150.00');
  });
});

describe('a scenario of a payout', () => {
  test.each([
    ['success', 'SUCCEEDED', ['payout.succeeded'], 'SUCCEEDED'],
    ['recipient_not_found', 'FAILED', ['payout.failed'], 'FAILED'],
    ['recipient_inactive', 'FAILED', ['payout.failed'], 'FAILED'],
    ['float_short', 'AWAITING_LIQUIDITY', ['payout.pending', 'payout.succeeded'], 'SUCCEEDED'],
    ['pending_then_success', 'PENDING', ['payout.pending', 'payout.succeeded'], 'SUCCEEDED'],
    ['pending_then_failure', 'PENDING', ['payout.pending', 'payout.failed'], 'FAILED'],
    ['reversed', 'SUCCEEDED', ['payout.succeeded', 'payout.reversed'], 'REVERSED'],
  ] as const)('%s is answered as %s, and sends %j', async (scenario, status, events, end) => {
    const ctx = await shop();
    await fill(ctx);
    const payout = await pay(ctx, scenario);
    expect(payout).toMatchObject({ status, scenario });
    await advance(ctx, HOUR + 1);
    expect(await statusOf(payout)).toBe(end);
    expect(await eventsOf(payout)).toEqual(events);
    const isGone = end === 'SUCCEEDED';
    expect(await getBalance(ctx)).toMatchObject({
      available_balance_gmd: isGone ? '975.00' : '985.00',
      held_gmd: '0.00',
    });
  });

  test('decides also where the float has nothing', async () => {
    const ctx = await shop();
    await fill(ctx, 0n);
    expect(await statusOf(await pay(ctx))).toBe('AWAITING_LIQUIDITY');
    expect(await statusOf(await pay(ctx, 'success'))).toBe('SUCCEEDED');
    expect(await statusOf(await pay(ctx, 'recipient_not_found'))).toBe('FAILED');
    const held = await pay(ctx, 'float_short');
    await advance(ctx, HOUR);
    expect(await statusOf(held)).toBe('SUCCEEDED');
    // What the refused one had brought has paid it.
    const floats = await listRailFloats(ctx);
    expect(floats.find(({ provider }) => provider === 'PROVIDER_W')?.balanceBututs).toBe(0n);
  });

  test('float_short waits for an hour or for the float to be funded, and others do not wait for it', async () => {
    const ctx = await shop();
    await fill(ctx);
    const held = await pay(ctx, 'float_short');
    expect(await statusOf(await pay(ctx))).toBe('SUCCEEDED');
    await advance(ctx, HOUR - 60);
    expect(await statusOf(held)).toBe('AWAITING_LIQUIDITY');
    await fundRailFloat(ctx, { provider: 'PROVIDER_W', amount: '1.00' });
    await advance(ctx, 1);
    const worker = startWorker();
    try {
      await expect.poll(() => statusOf(held), { timeout: 15_000 }).toBe('SUCCEEDED');
    } finally {
      await worker.stop();
    }
  });

  test('is what the first request of a reference named', async () => {
    const ctx = await shop();
    await fill(ctx);
    const first = await pay(ctx, 'recipient_not_found', 'payout');
    expect((await pay(ctx, undefined, 'payout')).id).toBe(first.id);
    await expect(pay(ctx, 'success', 'payout')).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
  });
});

describe('the clock of a sandbox', () => {
  test('brings what is due within the time, and nothing that is due later', async () => {
    const ctx = await shop();
    const collection = await collect(ctx);
    expect(await advance(ctx, 29 * 60)).toEqual({ advanced_seconds: 29 * 60, done: 0 });
    expect(await statusOf(collection)).toBe('PENDING');
    expect(await advance(ctx, 61)).toEqual({ advanced_seconds: 61, done: 1 });
    expect(await reread(collection)).toMatchObject({ status: 'EXPIRED' });
    // The books say when it happened, which is now.
    const { completedAt } = await reread(collection);
    expect(Math.abs(Date.now() - (completedAt?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('belongs to one client: others and live stay where they are', async () => {
    const [ctx, other] = [await shop(), await shop()];
    const [own, foreign] = [await collect(ctx), await collect(other)];
    await advance(ctx, DAY);
    expect([await statusOf(own), await statusOf(foreign)]).toEqual(['EXPIRED', 'PENDING']);
    expect(await reread(foreign)).toEqual(foreign);
    const live: Context = { ...ctx, environment: 'LIVE' };
    await expect(advance(live, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('makes every attempt of the schedule at an endpoint that fails, and none twice', async () => {
    const ctx = await shop();
    const receiver = await listen(ctx, (response) => response.writeHead(500).end());
    await collect(ctx, 'success');
    // The rail's word, and eleven attempts over some 71 hours; after three days of failures the endpoint is paused.
    const { done } = await advance(ctx, 5 * DAY);
    const [delivery] = await attemptsOf(receiver.id);
    expect(receiver.hooks.map(({ attempt }) => attempt)).toEqual(receiver.hooks.map((_, index) => index + 1));
    expect(done).toBe(1 + receiver.hooks.length);
    expect(delivery?.attempts).toBe(receiver.hooks.length);
    expect(receiver.hooks.length).toBeGreaterThanOrEqual(10);
  });

  test('a retry that is due within the time is made, one that is not waits', async () => {
    const ctx = await shop();
    const receiver = await listen(ctx, (response) => response.writeHead(500).end());
    await collect(ctx, 'success');
    await advance(ctx, 10);
    expect(receiver.hooks).toHaveLength(1);
    await advance(ctx, 40);
    expect(receiver.hooks).toHaveLength(2);
    receiver.answer = (response) => response.end();
    await advance(ctx, HOUR);
    expect(await attemptsOf(receiver.id)).toMatchObject([{ status: 'SUCCEEDED', attempts: 3 }]);
  });

  longTest(
    'does not wait for an endpoint that never answers more than once, and says what was not sent',
    async () => {
      const ctx = await shop();
      const receiver = await listen(ctx, () => {});
      await collect(ctx, 'success');
      const startedAt = performance.now();
      expect(await advance(ctx, 30 * DAY)).toMatchObject({ advanced_seconds: 30 * DAY });
      expect(performance.now() - startedAt).toBeLessThan(40_000);
      const [delivery] = await attemptsOf(receiver.id);
      expect(receiver.hooks).toHaveLength(1);
      expect(delivery?.sent).toEqual([true, ...Array(delivery?.attempts - 1).fill(false)]);
      expect(delivery?.errors[1]).toMatch(/^Not sent/);
      expect(delivery?.attempts).toBeGreaterThanOrEqual(10);
    },
    60_000,
  );

  test('lets a one-time password be sent again when its minute is over', async () => {
    const ctx = await shop();
    const { id } = await collect(ctx, undefined, { provider: 'PROVIDER_A' });
    await expect(resendOtp(ctx, id)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await advance(ctx, 61);
    await resendOtp(ctx, id);
    await expect(resendOtp(ctx, id)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('ends the window in which a payout can be taken back', async () => {
    const ctx = await shop();
    await fill(ctx);
    const before = await pay(ctx);
    await advance(ctx, 2 * DAY);
    const between = await pay(ctx);
    await advance(ctx, DAY + 1);
    const wordOf = (payout: Transaction) =>
      requireReversible(payout, REVERSAL_WINDOW_MS).then(
        () => 'may be taken back',
        (error) => error.message,
      );
    const over = 'The 72 hours in which a payout can be reversed are over.';
    expect([await wordOf(before), await wordOf(between)]).toEqual([over, 'may be taken back']);
    expect(await getReversalView(before, new Date())).toMatchObject({ why_not: 'window_over' });
    expect(await getReversalView(between, new Date())).toMatchObject({ why_not: null });
  });

  test('moved by many at once is moved by each, one after the other, and nothing happens twice', async () => {
    const ctx = await shop();
    const receiver = await listen(ctx);
    const collections = await Promise.all(Array.from({ length: 8 }, () => collect(ctx)));
    const answers = await Promise.all(Array.from({ length: 6 }, () => advance(ctx, 6 * 60)));
    expect(answers.map(({ advanced_seconds }) => advanced_seconds)).toEqual(Array(6).fill(360));
    for (const collection of collections) {
      expect(await statusOf(collection)).toBe('EXPIRED');
      expect(await eventsOf(collection)).toEqual(['payment.expired']);
    }
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(16);
    expect(receiver.hooks).toHaveLength(8);
  });

  test('while others have the turn, a few calls wait, one of them asks for it, and the rest are refused at once', async () => {
    const ctx = await shop();
    const looks = await countingLooks();
    await sql`
      insert into sandbox_clocks (client_id, lease_token, lease_until)
      values (${ctx.client.id}, ${newId()}, now() + interval '50 seconds')`;
    const gone = new AbortController();
    const before = await looks();
    const calls = Array.from({ length: 60 }, () => advanceClock(ctx, { seconds: 1 }, gone.signal));
    const ends = calls.map((call) => call.then(String, ({ code }) => String(code)));
    await sleep(1_500);
    expect((await looks()) - before).toBeLessThan(12);
    const early = await Promise.all(ends.map((end) => Promise.race([end, 'waits'])));
    expect(early.filter((each) => each === 'waits')).toHaveLength(21);
    expect(early.filter((each) => each === 'RATE_LIMITED')).toHaveLength(39);
    // Who hangs up waits no longer, and asks for nothing more.
    gone.abort();
    await Promise.all(ends);
    const then = await looks();
    await sleep(1_200);
    expect(await looks()).toBe(then);
    await sql`update sandbox_clocks set lease_until = now() where client_id = ${ctx.client.id}`;
    expect(await advance(ctx, 1)).toMatchObject({ advanced_seconds: 1 });
  });

  test('beside a worker does nothing twice, and counts what the worker did of it', async () => {
    const ctx = await shop();
    await fill(ctx);
    const receiver = await listen(ctx);
    const worker = startWorker();
    try {
      const late = await Promise.all(Array.from({ length: 10 }, () => collect(ctx, 'late_success')));
      const gone = await Promise.all(Array.from({ length: 10 }, () => pay(ctx, 'reversed')));
      await advance(ctx, DAY);
      for (const each of late) expect(await eventsOf(each)).toEqual(['payment.expired', 'payment.succeeded']);
      for (const each of gone) expect(await eventsOf(each)).toEqual(['payout.succeeded', 'payout.reversed']);
      expect(receiver.hooks).toHaveLength(40);
      expect(new Set(receiver.hooks.map(({ eventId }) => eventId)).size).toBe(40);
    } finally {
      await worker.stop();
    }
  }, 60_000);

  longTest(
    'of a sandbox with much to do moves in coarse steps, and all of it happens',
    async () => {
      const ctx = await shop();
      const receiver = await listen(ctx, (response) => response.writeHead(503).end());
      const collections = await Promise.all(Array.from({ length: 210 }, () => collect(ctx, 'success')));
      // On a slow machine one call is not enough: each says how far it came, and the next one goes on from there.
      const sum = { advanced_seconds: 0, done: 0 };
      while (sum.advanced_seconds < HOUR) {
        const answer = await advance(ctx, HOUR - sum.advanced_seconds);
        sum.advanced_seconds += answer.advanced_seconds;
        sum.done += answer.done;
      }
      expect(new Set(await Promise.all(collections.map(statusOf)))).toEqual(new Set(['SUCCEEDED']));
      // At once, after half a minute, two more and ten more; the next one would be half an hour later.
      const attempts = receiver.hooks.length / collections.length;
      expect(attempts).toBeGreaterThanOrEqual(4);
      expect(attempts).toBeLessThanOrEqual(5);
      expect(sum.done).toBe(collections.length + receiver.hooks.length);
    },
    240_000,
  );

  test('takes a thousand deliveries at a time into hand, those first that were due first', async () => {
    const ctx = await shop();
    for (let index = 0; index < 20; index++) await listen(ctx);
    for (let index = 0; index < 51; index++)
      await bookCollectionNews(ctx, await collect(ctx), { state: 'SUCCEEDED' });
    await sql`
      update deliveries set run_at = now() - interval '1 day' where client_id = ${ctx.client.id}
        and id = (select id from deliveries where client_id = ${ctx.client.id} order by id desc limit 1)`;
    const token = newId();
    await sql`
      insert into sandbox_clocks (client_id, lease_token, lease_until)
      values (${ctx.client.id}, ${token}, now() + interval '1 minute')`;
    const take = async () =>
      (await sql`select move_sandbox_clock(${ctx.client.id}, ${token}, 0, 0) as step`)[0]?.step.deliveries;
    expect(await take()).toBe(1_000);
    const left = await sql`
      select id from deliveries where client_id = ${ctx.client.id} and status = 'PENDING' and lease_token is null`;
    const [last] =
      await sql`select id from deliveries where client_id = ${ctx.client.id} order by id desc limit 1`;
    expect(left.map(({ id }) => id)).not.toContain(last?.id);
    expect(await take()).toBe(left.length);
  }, 60_000);

  test('that calls many endpoints which fail leaves the connections of the database to others', async () => {
    const ctx = await shop();
    const receivers = await Promise.all(
      Array.from({ length: 20 }, () => listen(ctx, (response) => response.writeHead(503).end())),
    );
    for (let index = 0; index < 10; index++)
      await bookCollectionNews(ctx, await collect(ctx), { state: 'SUCCEEDED' });
    await sql.unsafe(`
      create or replace function write_slowly() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.02); return new; end $$;
      create or replace trigger write_slowly before insert on delivery_attempts for each row execute function write_slowly()`);
    let most = 0;
    let isDone = false;
    const looking = (async () => {
      while (!isDone) {
        const [row] = await sql`
          select count(*)::int as writing from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%insert into delivery_attempts%'
            and pid <> pg_backend_pid()`;
        most = Math.max(most, row?.writing);
        await sleep(5);
      }
    })();
    try {
      await advance(ctx, 1);
    } finally {
      isDone = true;
      await looking;
      await sql`drop function write_slowly() cascade`;
    }
    expect(receivers.every(({ hooks }) => hooks.length > 0)).toBe(true);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(shareOfConnections());
  }, 60_000);

  test('takes whole seconds from 1 to a year', () => {
    for (const seconds of [0, -1, 1.5, 31_536_001, '60', null, undefined, Number.NaN]) {
      expect(advanceRequest.safeParse({ seconds }).success, String(seconds)).toBe(false);
    }
    expect(advanceRequest.safeParse({ seconds: 31_536_000 }).success).toBe(true);
  });

  test('leaves books that the audit finds nothing in', async () => {
    // What counted the looks is none of Kaira's.
    await sql`drop function count_look() cascade`;
    expect(await broken()).toEqual([]);
  });
});
