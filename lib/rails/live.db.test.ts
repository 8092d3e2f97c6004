import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/transactions/transaction';
import { type RailSimulator, startRailSimulator } from '#scripts/rails-simulator/server';

// The live flow against the rail simulator over real HTTP: what the rails do wrong must never cost money.

let database: TestDatabase;
let simulator: RailSimulator;
let ear: Server;
let sql: Sql;
let ctx: Context;
let kit: Awaited<ReturnType<typeof load>>;

async function load() {
  return {
    ...(await import('#lib/cases/open-case')),
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/collections/cancel-collection')),
    ...(await import('#lib/collections/get-collection')),
    ...(await import('#lib/collections/resend-otp')),
    ...(await import('#lib/collections/submit-otp')),
    ...(await import('#lib/jobs/rail-operations')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/notices/receive-notice')),
    ...(await import('#lib/notices/work-notice')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/payouts/release-held-payouts')),
    ...(await import('#lib/payouts/reverse-payout')),
    ...(await import('#lib/transactions/read')),
  };
}

beforeAll(async () => {
  ear = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, , provider = ''] = (request.url ?? '').split('/');
    const headers = new Headers(request.headers as Record<string, string>);
    const took = await kit.receiveNotice(provider, Buffer.concat(chunks), headers, new Date()).then(
      () => 200,
      () => 401,
    );
    response.writeHead(took).end();
  });
  await new Promise<void>((resolve) => ear.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(ear.address() as AddressInfo).port}`;
  simulator = await startRailSimulator({ notify: `${baseUrl}/rails/{rail}/notify`, float: '100000.00' });
  Object.assign(process.env, simulator.settings, { BASE_URL: baseUrl });
  database = await createTestDatabase();
  sql = (await import('#db/client')).sqlClient();
  kit = await load();
  const id = await kit.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 's@k.example',
  });
  await kit.ensureAccounts();
  ctx = {
    client: { id, name: 'Shop', commissionBps: 150 },
    environment: 'LIVE',
    actor: { type: 'system' },
    now: () => new Date(),
  };
  for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C']) {
    await kit.fundFloat(ctx, provider, 100_000_00n);
  }
  // Something to pay out of.
  const paid = await collect(50_000_00n);
  await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
  await settle();
  expect(await statusOf(paid)).toBe('SUCCEEDED');
}, 60_000);

afterAll(async () => {
  await simulator.close();
  const { closeRailConnections } = await import('#lib/rails/call-rail');
  await closeRailConnections();
  ear.close();
  await database.drop();
});

beforeEach(() => control('behave', {}));

async function control(order: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${simulator.url}/control/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${order}: ${answer}`);
  return JSON.parse(answer || '{}');
}

let order = 0;
async function collect(
  amount: bigint,
  provider = 'PROVIDER_W',
  reference = `r${++order}`,
): Promise<Transaction> {
  const request = {
    amount,
    currency: 'GMD',
    client_reference: reference,
    provider,
    customer_mobile: mobile(),
    metadata: {},
  } as const;
  return (await kit.initiateCollection(ctx, request)).transaction;
}

async function payOut(
  amount: bigint,
  provider = 'PROVIDER_W',
  reference = `p${++order}`,
): Promise<Transaction> {
  const request = {
    amount,
    currency: 'GMD',
    recipient_mobile: mobile(),
    client_reference: reference,
    provider,
    metadata: {},
  } as const;
  return (await kit.initiatePayout(ctx, request)).transaction;
}

/** Each payment has a customer of its own. */
function mobile(): string {
  return `+2207${String(100_000 + order)}`;
}

/** Does all that a worker would do within the next day, round by round. */
async function settle(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await sql`update rail_operations set run_at = now() where kind <> 'close' and environment = 'LIVE'`;
    await sql`update rail_notices set run_at = now() where run_at is not null`;
    const notices = await kit.claimNotices(100);
    await Promise.all(notices.map((each) => kit.workNotice(each)));
    const operations = await kit.claimOperations(100);
    await Promise.all(operations.map((each) => kit.runOperation(each)));
    for (const queue of await kit.listReleasableQueues()) await kit.releaseHeldPayouts(queue);
  }
}

async function present(transaction: Transaction): Promise<Transaction> {
  return kit.reread(transaction);
}

async function statusOf(transaction: Transaction): Promise<string> {
  return (await present(transaction)).status;
}

async function casesOf(transaction: Transaction): Promise<string[]> {
  const rows = await sql`select kind from cases where transaction_id = ${transaction.id} and status = 'OPEN'`;
  return rows.map((row) => row.kind);
}

async function callsOf(transaction: Transaction, operation: string): Promise<string[]> {
  const rows = await sql`
    select outcome from rail_calls where transaction_id = ${transaction.id} and operation = ${operation} order by started_at`;
  return rows.map((row) => row.outcome);
}

/** What the rail itself says that it paid or took for one of ours. */
async function paidByRail(rail: string, reference: string): Promise<number> {
  const state = (await (await fetch(`${simulator.url}/control/state?reference=${reference}`)).json()) as {
    payments: { rail: string; state: string }[];
    payouts: { rail: string; state: string }[];
  };
  return [...state.payments, ...state.payouts].filter((each) => each.rail === rail && each.state === 'paid')
    .length;
}

describe('a collection on a redirect rail', () => {
  it.each(['PROVIDER_W', 'PROVIDER_C'])('is opened, paid and credited once on %s', async (provider) => {
    const opened = await collect(150_00n, provider);
    expect(opened).toMatchObject({ status: 'PENDING', redirectUrl: expect.stringContaining(simulator.url) });
    await control('pay', { rail: provider, reference: opened.id });
    await settle();
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    const [entries] = await sql`select count(*)::int as n from journals where transaction_id = ${opened.id}`;
    expect(entries?.n).toBe(1);
  });

  it('whose answer was lost is found again by our reference', async () => {
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'open', kind: 'error_500_done', times: 1 });
    const started = await collect(160_00n);
    expect(started).toMatchObject({ status: 'PENDING', redirectUrl: null });
    await settle(2);
    expect((await present(started)).redirectUrl).not.toBeNull();
    expect(await callsOf(started, 'start')).toEqual(['unknown', 'done']);
  });

  it('that did not reach the rail is refused with PROVIDER_UNAVAILABLE, and a repeat opens it', async () => {
    const { findRail } = await import('#lib/rails/registry');
    const rail = await findRail('LIVE', 'PROVIDER_W');
    const start = rail?.startCollection;
    Object.assign(rail ?? {}, { startCollection: async () => ({ kind: 'not_sent', why: 'refused' }) });
    await expect(collect(161_00n, 'PROVIDER_W', 'again')).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    Object.assign(rail ?? {}, { startCollection: start });
    const repeated = await collect(161_00n, 'PROVIDER_W', 'again');
    expect(repeated.redirectUrl).not.toBeNull();
  });

  it('is closed at the rail when it is cancelled; one that was paid a moment before is paid', async () => {
    const left = await collect(170_00n);
    expect((await kit.cancelCollection(ctx, left.id)).transaction.status).toBe('CANCELLED');
    await expect(control('pay', { rail: 'PROVIDER_W', reference: left.id })).rejects.toThrow();

    const paid = await collect(171_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: paid.id });
    expect((await kit.cancelCollection(ctx, paid.id)).transaction.status).toBe('SUCCEEDED');
  });

  it('that the rail ends only by itself and that is paid after it was cancelled is credited late', async () => {
    const left = await collect(172_00n, 'PROVIDER_C');
    expect((await kit.cancelCollection(ctx, left.id)).transaction.status).toBe('CANCELLED');
    await control('pay', { rail: 'PROVIDER_C', reference: left.id });
    await settle();
    expect(await present(left)).toMatchObject({ status: 'SUCCEEDED', late: true });
  });

  it('is credited twice and flagged when a re-offer and its first session are both paid', async () => {
    const first = await collect(173_00n, 'PROVIDER_C', 'twice');
    await kit.cancelCollection(ctx, first.id);
    const second = await collect(173_00n, 'PROVIDER_C', 'twice');
    expect(second.attempt).toBe(2);
    for (const each of [first, second]) await control('pay', { rail: 'PROVIDER_C', reference: each.id });
    await settle();
    expect([await statusOf(first), await statusOf(second)]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect([...(await casesOf(first)), ...(await casesOf(second))]).toEqual(['double_payment']);
  });
});

describe('notices', () => {
  it.each(['wrong_amount', 'wrong_currency'])(
    'of a %s open a case and move nothing by themselves',
    async (kind) => {
      const opened = await collect(180_00n);
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind, times: 1 });
      await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
      await settle();
      // The rail's own record has the right amount.
      expect(await statusOf(opened)).toBe('SUCCEEDED');
      expect(await casesOf(opened)).toEqual(['mismatch']);
    },
  );

  it('that are forged, repeated or replayed change nothing', async () => {
    const opened = await collect(181_00n);
    for (const kind of ['forged', 'duplicate', 'replayed']) {
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind, times: 1 });
    }
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle();
    const [journals] = await sql`select count(*)::int as n from journals where transaction_id = ${opened.id}`;
    expect([await statusOf(opened), journals?.n]).toEqual(['SUCCEEDED', 1]);
  });

  it('that are lost are made up for by a look-up', async () => {
    const opened = await collect(182_00n);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });

  it('of a payment that we do not know become a case, once', async () => {
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'notice',
      kind: 'unknown_reference',
      times: 1,
    });
    const opened = await collect(183_00n);
    await control('pay', { rail: 'PROVIDER_W', reference: opened.id });
    await settle(12);
    const rows = await sql`select 1 from cases where kind = 'unknown_reference'`;
    expect(rows).toHaveLength(1);
  });
});

describe('the card rail', () => {
  it('is told by its notice alone', async () => {
    const opened = await collect(190_00n, 'PROVIDER_C_CARD');
    expect(opened).toMatchObject({
      nextStep: 'show_card_page',
      cardPageUrl: expect.stringContaining('/checkout/pay/'),
    });
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle();
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });

  it('is asked once at the end, when its notice was lost', async () => {
    const opened = await collect(191_00n, 'PROVIDER_C_CARD');
    await control('misbehave', { rail: 'PROVIDER_C_CARD', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: opened.id });
    await settle(3);
    expect(await statusOf(opened)).toBe('PENDING');
    await sql`update rail_operations set run_at = now() where transaction_id = ${opened.id} and kind = 'close'`;
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
  });
});

describe('the rail with a one-time password', () => {
  async function codeFor(transaction: Transaction): Promise<string> {
    const query = new URLSearchParams({ mobile: transaction.mobile ?? '' });
    const answer = (await (await fetch(`${simulator.url}/control/sms?${query}`)).json()) as {
      otp?: string;
      code?: string;
    };
    return answer.otp ?? answer.code ?? '';
  }

  it('charges once for a right code, and its leave to charge is given back', async () => {
    const opened = await collect(200_01n, 'PROVIDER_A');
    expect(opened).toMatchObject({ nextStep: 'submit_otp', otpAttemptsRemaining: 3 });
    await expect(kit.submitOtp(ctx, opened.id, '0000')).rejects.toMatchObject({ code: 'INVALID_OTP' });
    const { transaction } = await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    expect(transaction.status).toBe('SUCCEEDED');
    await settle(2);
    expect((await present(opened)).railStateSealed).toBeNull();
    const left = await sql`select kind from rail_operations where transaction_id = ${opened.id}`;
    expect(left).toEqual([]);
  });

  it('charges once for a right code that comes ten times at once', async () => {
    const opened = await collect(200_02n, 'PROVIDER_A');
    const code = await codeFor(opened);
    await Promise.allSettled(Array.from({ length: 10 }, () => kit.submitOtp(ctx, opened.id, code)));
    await settle(2);
    expect(await statusOf(opened)).toBe('SUCCEEDED');
    expect(await callsOf(opened, 'charge')).toEqual(['done']);
  });

  it('is never charged again when the answer was lost, but left to a person', async () => {
    const opened = await collect(200_03n, 'PROVIDER_A');
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'error_500_done', times: 1 });
    const { transaction } = await kit.submitOtp(ctx, opened.id, await codeFor(opened));
    expect(transaction.status).toBe('PENDING');
    await sql`update rail_operations set run_at = now() where transaction_id = ${opened.id}`;
    await settle();
    expect(await statusOf(opened)).toBe('PENDING');
    expect(await casesOf(opened)).toEqual(['unknown_outcome']);
    expect(await callsOf(opened, 'charge')).toEqual(['unknown']);
  });
});

describe('a payout', () => {
  it.each(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])('is delivered once on %s', async (provider) => {
    const sent = await payOut(30_00n, provider);
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await callsOf(sent, 'send')).toEqual(['done']);
  });

  it.each(['error_500_done', 'reset_done', 'html', 'empty'])(
    'whose answer is %s is PENDING, and paid once',
    async (kind) => {
      await control('misbehave', { rail: 'PROVIDER_W', operation: 'payout', kind, times: 1 });
      const sent = await payOut(31_00n);
      expect(sent.status).toBe('PENDING');
      const [event] = await sql`select event from events where transaction_id = ${sent.id}`;
      expect(event?.event).toBe('payout.pending');
      await settle();
      expect(await statusOf(sent)).toBe('SUCCEEDED');
      expect(await paidByRail('PROVIDER_W', sent.id)).toBe(1);
    },
  );

  it.each(['PROVIDER_W', 'PROVIDER_C'])(
    'that the rail did not do on %s is sent again with the same key',
    async (provider) => {
      await control('misbehave', {
        rail: provider,
        operation: 'payout',
        kind: 'error_500_not_done',
        times: 1,
      });
      const sent = await payOut(32_00n, provider);
      expect(sent.status).toBe('PENDING');
      await settle();
      expect(await statusOf(sent)).toBe('SUCCEEDED');
      expect(await paidByRail(provider, sent.id)).toBe(1);
      expect(await callsOf(sent, 'send')).toHaveLength(1);
    },
  );

  it('whose answer was lost on a rail without a key is never sent again, but left to a person', async () => {
    await control('misbehave', { rail: 'PROVIDER_A', operation: 'payout', kind: 'error_500_done', times: 1 });
    const sent = await payOut(33_00n, 'PROVIDER_A');
    await settle();
    expect(await statusOf(sent)).toBe('PENDING');
    expect(await casesOf(sent)).toEqual(['unknown_outcome']);
    expect(await callsOf(sent, 'send')).toEqual(['unknown']);
  });

  it('that the rail refuses is FAILED with its reason, and the money is back', async () => {
    const before = await balance();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'payout',
      kind: 'refusal',
      code: 'recipient-account-inactive',
      times: 1,
    });
    const sent = await payOut(34_00n);
    expect(sent).toMatchObject({ status: 'FAILED', failureCode: 'RECIPIENT_INACTIVE' });
    expect(await balance()).toBe(before);
  });

  it('for which the rail itself is short is held, and goes out when it no longer is', async () => {
    await control('float', { rail: 'PROVIDER_W', amount: '5.00' });
    const sent = await payOut(35_00n);
    expect(sent.status).toBe('AWAITING_LIQUIDITY');
    await settle(2);
    expect(await statusOf(sent)).toBe('AWAITING_LIQUIDITY');
    await control('float', { rail: 'PROVIDER_W', amount: '90000.00' });
    await sql`update rail_wallets set short_until = null`;
    await settle();
    expect(await statusOf(sent)).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', sent.id)).toBe(1);
  });

  it('is sent by a worker when its process died between the intent and the call', async () => {
    const { decide } = await import('#lib/transactions/decide');
    const { commitChanges } = await import('#lib/transactions/advance');
    const { newTransaction } = await import('#lib/transactions/new-transaction');
    const { intentToSend } = await import('#lib/payouts/send-payout');
    const { newCall } = await import('#lib/transactions/rail-side');
    const { newId } = await import('#lib/ids');
    const now = new Date();
    const facts = {
      id: newId(now),
      type: 'payout',
      clientReference: 'died',
      attempt: 1,
      requestHash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      amountBututs: 36_00n,
      mobile: '+2207012345',
    } as const;
    const draft = newTransaction(ctx, facts, now);
    const change = decide(null, draft, { kind: 'initiated' }, now);
    if ('refused' in change) throw new Error('refused');
    await commitChanges(ctx, [{ ...change, ...intentToSend(newCall(now, facts.id)) }]);
    await settle();
    expect(await statusOf(draft)).toBe('SUCCEEDED');
    expect(await paidByRail('PROVIDER_W', draft.id)).toBe(1);
  });
});

describe('a reversal', () => {
  const operator = () => ({
    user: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Fatou', email: 'f@k.example', role: 'admin' },
    sessionId: 's',
    clientId: undefined,
    address: undefined,
    userAgent: null,
    now: () => new Date(),
  });
  const reverse = async (payout: Transaction) =>
    kit.reversePayout(
      operator() as Parameters<typeof kit.reversePayout>[0],
      ctx,
      await present(payout),
      'sent twice',
    );

  it('gives the money back once, also when the answer was lost', async () => {
    const before = await balance();
    const sent = await payOut(40_00n);
    await settle();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'reverse',
      kind: 'error_500_done',
      times: 1,
    });
    expect((await reverse(sent)).status).toBe('SUCCEEDED');
    await expect(reverse(sent)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await settle();
    expect(await statusOf(sent)).toBe('REVERSED');
    expect((await reverse(sent)).status).toBe('REVERSED');
    expect(await balance()).toBe(before);
  });

  it('that the rail refuses is told in its own words and changes nothing', async () => {
    const sent = await payOut(41_00n);
    await settle();
    await control('misbehave', {
      rail: 'PROVIDER_W',
      operation: 'reverse',
      kind: 'refusal',
      code: 'insufficient-funds',
      times: 1,
    });
    await expect(reverse(sent)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('insufficient-funds'),
    });
    expect(await statusOf(sent)).toBe('SUCCEEDED');
  });

  it('that the rail began itself takes the same way', async () => {
    const sent = await payOut(42_00n);
    await settle();
    await control('reverse', { rail: 'PROVIDER_W', reference: sent.id });
    await settle();
    expect(await statusOf(sent)).toBe('REVERSED');
  });
});

describe('in the end', () => {
  it('the books are whole', async () => {
    const { auditLedger } = await import('#lib/ledger/audit');
    const alone = postgres(database.url, { max: 1 });
    const lines = await auditLedger(alone, { now: new Date() });
    await alone.end();
    expect(lines.filter((line) => line.violations > 0)).toEqual([]);
  });
});

async function balance(): Promise<bigint> {
  const { readBooks } = await import('#lib/ledger/balances');
  return (await readBooks(ctx.client.id, 'LIVE')).balances.get('available') ?? 0n;
}
