import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import type { SendResult, WebhookSender } from '#lib/webhooks/send';

let database: TestDatabase;
let sql: Sql;
let verbs: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  deliver: typeof import('#lib/webhooks/deliver');
  getDelivery: typeof import('#lib/webhooks/log').getDelivery;
  resend: typeof import('#lib/webhooks/resend');
  seal: typeof import('#lib/seal').seal;
  places: typeof import('#lib/seal').places;
};
let shop: Context;
let other: Context;
let endpoint: string;
let second: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  verbs = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/webhooks/log')),
    ...(await import('#lib/seal')),
    deliver: await import('#lib/webhooks/deliver'),
    resend: await import('#lib/webhooks/resend'),
  };
});

afterAll(() => database.drop());

beforeEach(async () => {
  await sql`delete from deliveries`;
  await sql`delete from webhook_endpoints`;
  [shop, other] = [await newShop(), await newShop()];
  [endpoint, second] = [await endpointOf(shop), await endpointOf(shop)];
});

async function newShop(): Promise<Context> {
  const facts = { name: 'Shop', businessPhone: '+2207012345', businessEmail: 'shop@kaira.example' };
  return systemContext({ id: await verbs.createClient(facts), name: 'Shop', commissionBps: 150 }, 'SANDBOX');
}

async function endpointOf(ctx: Context): Promise<string> {
  const id = newId();
  const secret = verbs.seal(
    verbs.places.webhookSecret(id),
    'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  );
  await sql`
    insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, created_at)
    values (${ctx.client.id}, ${ctx.environment}, ${id}, 'http://localhost:1/', ${secret}, 'MDE=', now())`;
  return id;
}

const pause = (id: string) => sql`update webhook_endpoints set status = 'PAUSED' where id = ${id}`;
const resume = (id: string) => sql`update webhook_endpoints set status = 'ACTIVE' where id = ${id}`;
const remove = (id: string) => sql`update webhook_endpoints set deleted_at = now() where id = ${id}`;

/** Deliveries that stand so and were made then, each of an event of its own; their ids. */
async function standing(
  ctx: Context,
  endpointId: string,
  status: string,
  facts: { count?: number; at?: Date; runAt?: Date; leaseToken?: string; attempts?: number } = {},
): Promise<string[]> {
  const at = (facts.at ?? new Date()).toISOString();
  const rows = await sql`
    with e as (
      insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
      select ${ctx.client.id}, ${ctx.environment}, uuid_v7(${at}), gen_random_uuid(), 1, 'payment.failed', '{"n":' || n || '}', n, ${at}
      from generate_series(1, ${facts.count ?? 1}::int) n returning *
    )
    insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, attempts, run_at, lease_token, created_at)
    select client_id, environment, uuid_v7(${at}), id, ${endpointId}, transaction_id, event, ${status}, ${facts.attempts ?? 0}::int,
           ${facts.runAt?.toISOString() ?? null}, ${facts.leaseToken ?? null}, created_at
    from e returning id`;
  return rows.map((row) => row.id);
}

const rowOf = async (id: string) => {
  const [row] = await sql`
    select status, attempts, attempts_at_resend, lease_token, run_at <= now() + interval '1 second' as due from deliveries where id = ${id}`;
  return row!;
};

const countDue = async (ctx: Context, endpointId?: string): Promise<number> => {
  const [row] = await sql`
    select count(*)::int from deliveries
    where client_id = ${ctx.client.id} and status = 'PENDING' and run_at <= now() + interval '1 second' and attempts_at_resend = attempts
      ${endpointId ? sql`and endpoint_id = ${endpointId}` : sql``}`;
  return row!.count;
};

const refused: SendResult = {
  outcome: 'failed',
  status: 500,
  address: '127.0.0.1',
  latencyMs: 1,
  responseExcerpt: null,
  retryAfterSeconds: null,
  error: 'It answered 500.',
};
const senderOf = (result: SendResult): WebhookSender => ({ send: async () => result, close: async () => {} });

/** Attempts one after the other without the waits between them, until nothing is left to do; how many were made. */
async function attemptAll(result: SendResult): Promise<number> {
  for (let made = 0; ; ) {
    await sql`update deliveries set run_at = now() - interval '1 second' where status = 'PENDING'`;
    const claimed = await verbs.deliver.claimDeliveries(8);
    if (claimed.length === 0) return made;
    for (const each of claimed) await verbs.deliver.deliver(senderOf(result), each);
    made += claimed.length;
  }
}

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

describe('a resend', () => {
  it.each([
    ['SUCCEEDED', {}],
    ['FAILED', {}],
    ['SKIPPED', {}],
    ['PENDING', { runAt: new Date(Date.now() + hour) }],
  ] as const)('of a %s one makes it due, with all of the schedule before it', async (status, facts) => {
    const [id] = await standing(shop, endpoint, status, { ...facts, attempts: 7 });
    const shown = await verbs.resend.resendDelivery(shop, id!);
    expect(shown).toStrictEqual(await verbs.getDelivery(shop, id!));
    expect(shown).toMatchObject({ id, status: 'PENDING' });
    expect(await rowOf(id!)).toEqual({
      status: 'PENDING',
      attempts: 7,
      attempts_at_resend: 7,
      lease_token: null,
      due: true,
    });
  });

  it('gives eleven attempts more, each time', async () => {
    const [id] = await standing(shop, endpoint, 'PENDING', { runAt: new Date() });
    expect(await attemptAll(refused)).toBe(11);
    for (const total of [22, 33]) {
      await verbs.resend.resendDelivery(shop, id!);
      expect(await attemptAll(refused)).toBe(11);
      const delivery = await verbs.getDelivery(shop, id!);
      expect(delivery).toMatchObject({ status: 'FAILED', next_attempt_at: null });
      expect(delivery.attempts.map((each) => each.attempt)).toEqual(
        Array.from({ length: total }, (_, index) => index + 1),
      );
    }
  });

  it('leaves one alone whose attempt is under way, which is then written back', async () => {
    const [id] = await standing(shop, endpoint, 'PENDING', { runAt: new Date() });
    const [claimed] = await verbs.deliver.claimDeliveries(1);
    expect(await verbs.resend.resendDelivery(shop, id!)).toMatchObject({
      status: 'PENDING',
      next_attempt_at: null,
    });
    expect(await rowOf(id!)).toMatchObject({ lease_token: claimed!.leaseToken, attempts_at_resend: 0 });
    await verbs.deliver.deliver(
      senderOf({ ...refused, outcome: 'delivered', status: 200, error: null }),
      claimed!,
    );
    expect(await rowOf(id!)).toMatchObject({ status: 'SUCCEEDED', attempts: 1 });
  });

  it('repeated at the same instant as a claim makes one attempt at a time, and never fails', async () => {
    const [id] = await standing(shop, endpoint, 'FAILED');
    for (let turn = 0; turn < 10; turn++) {
      const [claims] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => verbs.deliver.claimDeliveries(4))),
        ...Array.from({ length: 6 }, () => verbs.resend.resendDelivery(shop, id!)),
      ]);
      // A column keeps milliseconds, rounded: what is due now may lie ahead of the next statement.
      await new Promise((resolve) => setTimeout(resolve, 2));
      const claimed = [...claims.flat(), ...(await verbs.deliver.claimDeliveries(4))];
      expect(claimed).toHaveLength(1);
      await verbs.deliver.deliver(senderOf({ ...refused, outcome: 'delivered', status: 200 }), claimed[0]!);
    }
    expect((await verbs.getDelivery(shop, id!)).attempts).toHaveLength(10);
  });

  it('to an endpoint that takes nothing is INVALID_STATE with the remedy, and changes nothing', async () => {
    const [id] = await standing(shop, endpoint, 'FAILED');
    await pause(endpoint);
    await expect(verbs.resend.resendDelivery(shop, id!)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining(`PATCH /api/v1/webhook-endpoints/${endpoint} {"status":"ACTIVE"}`),
    });
    await resume(endpoint);
    await remove(endpoint);
    await expect(verbs.resend.resendDelivery(shop, id!)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('deleted'),
    });
    expect(await rowOf(id!)).toMatchObject({ status: 'FAILED' });
  });

  it("of somebody else's, or of the same client's other environment, is NOT_FOUND", async () => {
    const [id] = await standing(shop, endpoint, 'FAILED');
    for (const stranger of [other, systemContext(shop.client, 'LIVE')]) {
      await expect(verbs.resend.resendDelivery(stranger, id!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await rowOf(id!)).toMatchObject({ status: 'FAILED' });
  });
});

describe('resending what failed', () => {
  it('takes all FAILED ones made since then, of every active endpoint, and nothing else', async () => {
    const [paused, removed] = [await endpointOf(shop), await endpointOf(shop)];
    const strange = await endpointOf(other);
    await standing(other, strange, 'FAILED');
    for (const each of [endpoint, second, paused, removed]) {
      await standing(shop, each, 'FAILED', { count: 3, at: ago(1) });
      await standing(shop, each, 'FAILED', { count: 2, at: ago(5) });
      await standing(shop, each, 'SUCCEEDED', { count: 2, at: ago(1) });
      await standing(shop, each, 'SKIPPED', { count: 2, at: ago(1) });
    }
    await pause(paused);
    await remove(removed);
    expect(await verbs.resend.resendFailed(shop, { since: ago(2) })).toEqual({ count: 6 });
    expect(await countDue(shop)).toBe(6);
    expect(await verbs.resend.resendFailed(shop, { since: ago(2) })).toEqual({ count: 0 });
    expect(await verbs.resend.resendFailed(shop, { since: ago(6), endpoint_id: second })).toEqual({
      count: 2,
    });
    expect(await countDue(shop, second)).toBe(5);
    expect(await countDue(other)).toBe(0);
  });

  it('begins with the very millisecond that is named', async () => {
    const at = ago(3);
    await standing(shop, endpoint, 'FAILED', { at });
    expect(await verbs.resend.resendFailed(shop, { since: new Date(at.getTime() + 1) })).toEqual({
      count: 0,
    });
    expect(await verbs.resend.resendFailed(shop, { since: at })).toEqual({ count: 1 });
  });

  it('is INVALID_STATE for a paused or deleted endpoint, and NOT_FOUND for an unknown one', async () => {
    const since = ago(1);
    const code = (endpointId: string) =>
      verbs.resend.resendFailed(shop, { since, endpoint_id: endpointId }).then(
        () => 'done',
        (error) => error.code,
      );
    await pause(endpoint);
    await remove(second);
    expect(await code(endpoint)).toBe('INVALID_STATE');
    expect(await code(second)).toBe('INVALID_STATE');
    expect(await code(newId())).toBe('NOT_FOUND');
    expect(await code(await endpointOf(other))).toBe('NOT_FOUND');
  });

  it('makes each due once, whoever else does it or claims meanwhile, and over many batches', async () => {
    await standing(shop, endpoint, 'FAILED', { count: 12_000, at: ago(1) });
    await standing(shop, second, 'FAILED', { count: 5_000, at: ago(1) });
    const [first, again, ...claims] = await Promise.all([
      verbs.resend.resendFailed(shop, { since: ago(2) }),
      verbs.resend.resendFailed(shop, { since: ago(2) }),
      ...Array.from({ length: 20 }, () => verbs.deliver.claimDeliveries(8)),
    ]);
    expect(first.count + again.count).toBe(17_000);
    const [row] = await sql`select count(*)::int from deliveries where status = 'PENDING'`;
    expect(row?.count).toBe(17_000);
    expect(claims.flat().length).toBeLessThanOrEqual(8);
  });

  it('leaves what somebody else holds locked, and waits for nobody', async () => {
    const [held] = await standing(shop, endpoint, 'FAILED', { count: 3 });
    const { connect } = await import('#db/client');
    const holder = connect(database.url, 1, 'test');
    try {
      await holder.begin(async (locked) => {
        await locked`select from deliveries where id = ${held!} for update`;
        expect(await verbs.resend.resendFailed(shop, { since: ago(1) })).toEqual({ count: 2 });
      });
    } finally {
      await holder.end();
    }
    expect(await verbs.resend.resendFailed(shop, { since: ago(1) })).toEqual({ count: 1 });
  });
});

describe('a replay', () => {
  it('makes what the endpoint missed due, and nothing of another', async () => {
    await standing(shop, endpoint, 'SKIPPED', { count: 4, at: ago(30) });
    await standing(shop, endpoint, 'SKIPPED', { count: 3, at: ago(1) });
    await standing(shop, endpoint, 'FAILED', { count: 2, at: ago(1) });
    await standing(shop, second, 'SKIPPED', { count: 2, at: ago(1) });
    expect(await verbs.resend.replayEndpoint(shop, endpoint, { since: ago(2) })).toEqual({ count: 3 });
    expect(await verbs.resend.replayEndpoint(shop, endpoint, {})).toEqual({ count: 4 });
    expect(await verbs.resend.replayEndpoint(shop, endpoint, {})).toEqual({ count: 0 });
    expect(await countDue(shop, endpoint)).toBe(7);
    expect(await countDue(shop, second)).toBe(0);
  });

  it('misses nothing that is being skipped while the endpoint is resumed', async () => {
    const [held] = await standing(shop, endpoint, 'PENDING', { count: 20, runAt: ago(-1) });
    await pause(endpoint);
    const { connect } = await import('#db/client');
    const holder = connect(database.url, 1, 'test');
    let skipping: Promise<number> | undefined;
    try {
      await holder.begin(async (locked) => {
        await locked`select from deliveries where id = ${held!} for update`;
        skipping = verbs.deliver.skipForIdleEndpoints();
        await Promise.race([skipping, sleep(500)]);
        await resume(endpoint);
        await verbs.resend.replayEndpoint(shop, endpoint, {});
      });
      await skipping;
    } finally {
      await holder.end();
    }
    const rows = await sql`select status from deliveries where endpoint_id = ${endpoint}`;
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['PENDING']));
  });

  it('is INVALID_STATE while the endpoint is not active, and NOT_FOUND for one that is gone or not ours', async () => {
    await standing(shop, endpoint, 'SKIPPED');
    const code = (ctx: Context, id: string) =>
      verbs.resend.replayEndpoint(ctx, id, {}).then(
        () => 'done',
        (error) => error.code,
      );
    await pause(endpoint);
    expect(await code(shop, endpoint)).toBe('INVALID_STATE');
    expect(await code(other, endpoint)).toBe('NOT_FOUND');
    expect(await code(shop, 'x')).toBe('NOT_FOUND');
    await remove(endpoint);
    expect(await code(shop, endpoint)).toBe('NOT_FOUND');
    expect(await countDue(shop)).toBe(0);
  });
});

describe('a limit', () => {
  it('resending what failed includes what waits for its next attempt, and not what was never tried', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    const [waiting] = await standing(shop, endpoint, 'PENDING', { runAt, attempts: 3 });
    await standing(shop, endpoint, 'PENDING', { runAt });
    await standing(shop, endpoint, 'PENDING', { runAt, attempts: 2, leaseToken: newId() });
    const since = new Date(Date.now() - 60_000);
    expect(await verbs.resend.resendFailed(shop, { since })).toEqual({ count: 1 });
    const rows =
      await sql`select id, attempts_at_resend from deliveries where run_at <= now() + interval '1 second'`;
    expect(rows).toMatchObject([{ id: waiting, attempts_at_resend: 3 }]);
    expect(await verbs.resend.resendFailed(shop, { since })).toEqual({ count: 0 });
  });

  it('what was attempted fifty times is resent no more', async () => {
    const [often] = await standing(shop, endpoint, 'FAILED', { attempts: 50 });
    await sql`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, latency_ms)
      select ${shop.client.id}, ${often!}, n, now(), 1 from generate_series(1, 50) n`;
    await expect(verbs.resend.resendDelivery(shop, often!)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await verbs.resend.resendFailed(shop, { since: new Date(0) })).toEqual({ count: 0 });
  });
});
