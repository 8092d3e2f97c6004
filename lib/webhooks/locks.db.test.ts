import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { newId } from '#lib/ids';
import { claimDeliveries, deliver, skipForIdleEndpoints } from '#lib/webhooks/deliver';
import { updateEndpoint } from '#lib/webhooks/endpoints';
import { releaseHeldBack } from '#lib/webhooks/held-back';
import { resendDelivery, resendFailed } from '#lib/webhooks/resend';

// What each lock of a delivery and its endpoint is there for: without it, the scenario ends otherwise
// (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let ctx: ReturnType<typeof memberContext>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
});
beforeEach(async () => {
  await sql`delete from deliveries`;
  ctx = memberContext(await newClient());
});
afterAll(() => database.drop());

const endpoint = async (session: Sql = sql, id = newId()) => {
  await session`
    insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, created_at)
    values (${ctx.client.id}, 'SANDBOX', ${id}, 'https://shop.example/', '\\x00', '0000', now())`;
  return id;
};

async function delivery(endpointId: string, facts: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const eventId = newId();
  const body = '{}';
  await sql`
    insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
    values (${ctx.client.id}, 'SANDBOX', ${eventId}, ${newId()}, 1, 'payment.succeeded', ${body}, 1, now())`;
  const row = {
    ...{ client_id: ctx.client.id, environment: 'SANDBOX', id, event_id: eventId, endpoint_id: endpointId },
    ...{
      transaction_id: newId(),
      event: 'payment.succeeded',
      status: 'PENDING',
      created_at: new Date().toISOString(),
    },
    run_at: new Date(Date.now() - 60_000).toISOString(),
    ...facts,
  };
  await sql`insert into deliveries ${sql(row as never)}`;
  return id;
}

const claim = async (session: Sql = sql, most = 10) => {
  const rows = await session`select id from claim_deliveries(10, 10, ${most}, 10, 60, ${newId()}::uuid)`;
  return rows.map(({ id }) => id);
};

describe('a claim', () => {
  lockTest(
    'counts what another one takes at the same time: no endpoint has more under way than it may',
    async () => {
      const id = await endpoint();
      await delivery(id);
      await delivery(id);
      const second = await whileOpen(
        (session) => claim(session, 1),
        () => claim(sql, 1),
      );
      expect(second).toEqual({ waited: true, value: [] });
    },
  );

  lockTest('leaves what somebody else has locked, and waits for nobody', async () => {
    const id = await endpoint();
    const [locked, free] = [await delivery(id), await delivery(id)];
    const second = await whileOpen(
      (session) => session`update deliveries set status = 'SKIPPED', run_at = null where id = ${locked}`,
      () => claim(),
    );
    expect(second).toEqual({ waited: false, value: [free] });
  });
});

describe('endpoints', () => {
  lockTest('are twenty at most, also where the last two are added at the same time', async () => {
    for (let n = 0; n < 19; n++) await endpoint();
    const second = await whileOpen(
      (session) => endpoint(session),
      () => endpoint(),
    );
    expect(second).toEqual({ waited: true, error: 'KA010' });
  });

  lockTest('that two change: the log says of the second how the first one left it', async () => {
    const id = await endpoint();
    const second = await whileOpen(
      (session) => session`update webhook_endpoints set description = 'first' where id = ${id}`,
      () => updateEndpoint(ctx, id, { description: 'second' }),
    );
    expect(second).toMatchObject({ waited: true, value: { description: 'second' } });
    const [line] = await sql`select before->>'description' as before from audit_log where subject_id = ${id}`;
    expect(line).toEqual({ before: 'first' });
  });
});

describe('what waits for an endpoint that is paused', () => {
  lockTest('is skipped but for what somebody else has locked, and nobody is waited for', async () => {
    const id = await endpoint();
    const [locked, free] = [await delivery(id), await delivery(id)];
    await sql`update webhook_endpoints set status = 'PAUSED' where id = ${id}`;
    const second = await whileOpen(
      (session) => session`update deliveries set event = 'changed' where id = ${locked}`,
      () => skipForIdleEndpoints(),
    );
    expect(second).toEqual({ waited: false, value: 1 });
    const rows = await sql`select status from deliveries where id in ${sql([locked, free])} order by id`;
    expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'SKIPPED']);
  });

  lockTest('and has a lease is skipped when that is over', async () => {
    const id = await endpoint();
    const leased = await delivery(id, {
      lease_token: newId(),
      run_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await sql`update webhook_endpoints set status = 'PAUSED' where id = ${id}`;
    expect(await skipForIdleEndpoints()).toBe(0);
    await sql`update deliveries set run_at = now() - interval '1 second' where id = ${leased}`;
    expect(await skipForIdleEndpoints()).toBe(1);
  });

  lockTest('is not skipped while the endpoint is being resumed', async () => {
    const id = await endpoint();
    await delivery(id);
    await sql`update webhook_endpoints set status = 'PAUSED' where id = ${id}`;
    const second = await whileOpen(
      (session) => session`update webhook_endpoints set status = 'ACTIVE' where id = ${id}`,
      () => skipForIdleEndpoints(),
    );
    expect(second).toEqual({ waited: true, value: 0 });
  });
});

describe('what somebody else has in hand', () => {
  const leased = { lease_token: newId(), run_at: new Date(Date.now() + 60_000).toISOString() };
  const untouched = async (id: string) => {
    const [row] =
      await sql`select lease_token, run_at > now() as waits, attempts, status from deliveries where id = ${id}`;
    expect(row).toMatchObject({ lease_token: leased.lease_token, waits: true, status: 'PENDING' });
  };

  lockTest('is not sent again by whoever asks for it', async () => {
    const id = await delivery(await endpoint(), leased);
    // It was being claimed while it was looked at.
    await sql`update deliveries set lease_token = null where id = ${id}`;
    const second = await whileOpen(
      (session) => session`update deliveries set lease_token = ${leased.lease_token} where id = ${id}`,
      () => resendDelivery(ctx, id),
    );
    expect(second).toMatchObject({ waited: true, value: { next_attempt_at: null } });
    await untouched(id);
  });

  lockTest('is not sent again with all that failed', async () => {
    const id = await delivery(await endpoint(), { ...leased, attempts: 1 });
    await resendFailed(ctx, { since: new Date(Date.now() - 3_600_000) });
    await untouched(id);
  });

  lockTest('is not released by a scenario of the sandbox, nor counted among what it holds back', async () => {
    const id = await delivery(await endpoint(), leased);
    const [row] = await sql`select transaction_id from deliveries where id = ${id}`;
    const payment = { clientId: ctx.client.id, environment: 'SANDBOX', id: row?.transaction_id };
    expect(await releaseHeldBack(payment as never)).toBe(true);
    await untouched(id);
  });

  lockTest('is not released by a scenario that found it before', async () => {
    const id = await delivery(await endpoint(), { run_at: leased.run_at });
    const [row] = await sql`select transaction_id from deliveries where id = ${id}`;
    const payment = { clientId: ctx.client.id, environment: 'SANDBOX', id: row?.transaction_id };
    const second = await whileOpen(
      (session) => session`update deliveries set lease_token = ${leased.lease_token} where id = ${id}`,
      () => releaseHeldBack(payment as never),
    );
    expect(second).toEqual({ waited: true, value: false });
    await untouched(id);
  });

  const attempted = async (outcome: 'delivered' | 'failed') => {
    // What arrives while another one is written down is written together.
    const ids = await Promise.all(Array.from({ length: 4 }, async () => delivery(await endpoint())));
    const claimed = await claimDeliveries(10);
    await sql`update deliveries set lease_token = ${leased.lease_token}, run_at = ${leased.run_at} where id in ${sql(ids)}`;
    const result = {
      outcome,
      status: 200,
      address: null,
      latencyMs: 1,
      responseExcerpt: null,
      retryAfterSeconds: null,
      error: null,
    };
    await Promise.all(claimed.map((each) => deliver({} as never, each, result)));
    for (const id of ids) await untouched(id);
    expect(await sql`select from delivery_attempts where delivery_id in ${sql(ids)}`).toHaveLength(0);
  };
  lockTest('is not written down as delivered by who had it before', () => attempted('delivered'));
  lockTest('is not written down as failed by who had it before', () => attempted('failed'));
});

describe('what is sent again', () => {
  lockTest('leaves what somebody else has locked, and does not wait for it', async () => {
    const id = await endpoint();
    const [locked, free] = [
      await delivery(id, { status: 'FAILED', run_at: null }),
      await delivery(id, { status: 'FAILED', run_at: null }),
    ];
    const second = await whileOpen(
      (session) => session`update deliveries set event = 'changed' where id = ${locked}`,
      () => resendFailed(ctx, { since: new Date(Date.now() - 3_600_000) }),
    );
    expect(second).toMatchObject({ waited: false });
    const rows = await sql`select status from deliveries where id in ${sql([locked, free])} order by id`;
    expect(rows.map(({ status }) => status)).toEqual(['FAILED', 'PENDING']);
  });
});
