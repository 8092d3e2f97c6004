import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { SendResult, WebhookRequest, WebhookSender } from '#lib/webhooks/send';

let database: TestDatabase;
let sql: Sql;
let modules: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  createUser: typeof import('#lib/clients/create-user').createUser;
  deliver: typeof import('#lib/webhooks/deliver');
  getWebhookBacklog: typeof import('#lib/webhooks/backlog').getWebhookBacklog;
  newId: typeof import('#lib/ids').newId;
  seal: typeof import('#lib/seal').seal;
  places: typeof import('#lib/seal').places;
};

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  modules = {
    createClient: (await import('#lib/clients/create-client')).createClient,
    createUser: (await import('#lib/clients/create-user')).createUser,
    deliver: await import('#lib/webhooks/deliver'),
    getWebhookBacklog: (await import('#lib/webhooks/backlog')).getWebhookBacklog,
    newId: (await import('#lib/ids')).newId,
    ...(await import('#lib/seal')),
  };
});

afterAll(() => database.drop());

beforeEach(async () => {
  await sql`delete from deliveries`;
  await sql`delete from webhook_endpoints`;
});

const delivered: SendResult = {
  outcome: 'delivered',
  status: 200,
  address: '127.0.0.1',
  latencyMs: 1,
  responseExcerpt: null,
  retryAfterSeconds: null,
  error: null,
};

function recordingSender(result: SendResult = delivered): WebhookSender & { sent: WebhookRequest[] } {
  const sent: WebhookRequest[] = [];
  return {
    sent,
    async send(request) {
      sent.push(request);
      return result;
    },
    async close() {},
  };
}

const newClient = () =>
  modules.createClient({ name: 'Shop', businessPhone: '+2207012345', businessEmail: 'shop@kaira.example' });

async function endpointOf(
  clientId: string,
  facts: { secret?: Buffer; form?: 'current' | 'legacy' } = {},
): Promise<string> {
  const id = modules.newId();
  const secret =
    facts.secret ??
    modules.seal(modules.places.webhookSecret(id), 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=');
  await sql`
    insert into webhook_endpoints (client_id, environment, id, url, payload_form, secret_sealed, secret_last4, created_at)
    values (${clientId}, 'SANDBOX', ${id}, 'http://localhost:1/', ${facts.form ?? 'current'}, ${secret}, 'MDE=', now())`;
  return id;
}

/** Deliveries that have been due for `ageSeconds`, each of an event of its own. */
async function dueFor(
  clientId: string,
  endpointId: string,
  count: number,
  ageSeconds: number,
): Promise<void> {
  await sql`
    with e as (
      insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
      select ${clientId}, 'SANDBOX', uuid_v7(now()), gen_random_uuid(), 1, 'payout.pending', '{"current":1}', null, event_position(), now()
      from generate_series(1, ${count}) returning *
    )
    insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, run_at, created_at)
    select client_id, environment, uuid_v7(now()), id, ${endpointId}, transaction_id, event, 'PENDING',
           now() - make_interval(secs => ${ageSeconds}), now() from e`;
}

describe('a claim', () => {
  it('gives another client its turn, however many dead endpoints and however old a backlog one client has', async () => {
    const [crowd, other] = [await newClient(), await newClient()];
    for (let index = 0; index < 20; index++) await dueFor(crowd, await endpointOf(crowd), 20, 3600);
    await dueFor(other, await endpointOf(other), 1, 1);
    const claimed = await modules.deliver.claimDeliveries(256);
    expect(claimed.filter((each) => each.clientId === other)).toHaveLength(1);
    expect(claimed.filter((each) => each.clientId === crowd)).toHaveLength(64);
    expect(await modules.deliver.claimDeliveries(256)).toHaveLength(0);
  });

  it('serves a client who has waited less when a slot comes free of those who hold them all', async () => {
    for (let index = 0; index < 4; index++) {
      const crowd = await newClient();
      for (let each = 0; each < 16; each++) await dueFor(crowd, await endpointOf(crowd), 20, 3600);
    }
    const underWay = await modules.deliver.claimDeliveries(256);
    expect(underWay).toHaveLength(256);
    const late = await newClient();
    await dueFor(late, await endpointOf(late), 1, 1);
    await sql`delete from deliveries where id = ${underWay[0]!.id}`;
    expect((await modules.deliver.claimDeliveries(1)).map((each) => each.clientId)).toEqual([late]);
  });

  it('takes four at most for one endpoint, and no more while those are under way', async () => {
    const client = await newClient();
    await dueFor(client, await endpointOf(client), 10, 5);
    expect(await modules.deliver.claimDeliveries(64)).toHaveLength(4);
    expect(await modules.deliver.claimDeliveries(64)).toHaveLength(0);
  });

  it('takes more for an endpoint that answers fast, up to 32, and four again once it has failed', async () => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    const sender = recordingSender();
    let most = 0;
    for (let turn = 0; turn < 12; turn++) {
      await dueFor(client, endpoint, 40, 5);
      const claimed = await modules.deliver.claimDeliveries(256);
      most = Math.max(most, claimed.length);
      expect(await modules.deliver.claimDeliveries(256)).toHaveLength(0);
      for (const each of claimed) await modules.deliver.deliver(sender, each);
    }
    expect(most).toBe(32);
    const [one] = await modules.deliver.claimDeliveries(1);
    await modules.deliver.deliver(recordingSender({ ...delivered, outcome: 'failed', status: 500 }), one!);
    await sql`update webhook_endpoints set failing_since = null where id = ${endpoint}`;
    expect(await modules.deliver.claimDeliveries(256)).toHaveLength(4);
  });

  it('takes four at most for one endpoint, also when many workers claim at one instant', async () => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    for (let turn = 0; turn < 10; turn++) {
      await dueFor(client, endpoint, 10, 5);
      const claims = await Promise.all(Array.from({ length: 8 }, () => modules.deliver.claimDeliveries(64)));
      expect(claims.flat()).toHaveLength(4);
      await sql`delete from deliveries`;
    }
  });

  it('takes one for an endpoint that fails, and no more of such than there are slots for them', async () => {
    const client = await newClient();
    for (let index = 0; index < 3; index++) {
      const endpoint = await endpointOf(client);
      await dueFor(client, endpoint, 5, 5);
      await sql`update webhook_endpoints set failing_since = now() where id = ${endpoint}`;
    }
    const sound = await endpointOf(client);
    await dueFor(client, sound, 5, 1);
    const claimed = await modules.deliver.claimDeliveries(64, 2);
    expect(claimed.filter((each) => each.isFailing)).toHaveLength(2);
    expect(claimed.filter((each) => !each.isFailing)).toHaveLength(4);
    expect((await modules.deliver.claimDeliveries(64, 64)).map((each) => each.isFailing)).toEqual([true]);
  });
});

describe('a delivery', () => {
  it('whose secret cannot be decrypted fails alone and is tried again later', async () => {
    const [broken, sound] = [await newClient(), await newClient()];
    await dueFor(broken, await endpointOf(broken, { secret: Buffer.alloc(60, 7) }), 1, 5);
    await dueFor(sound, await endpointOf(sound), 1, 5);
    const sender = recordingSender();
    const claimed = await modules.deliver.claimDeliveries(64);
    const results = await Promise.all(claimed.map((each) => modules.deliver.deliver(sender, each)));
    expect(results.map((each) => each.outcome).sort()).toEqual(['delivered', 'failed']);
    expect(sender.sent).toHaveLength(1);
    const [row] =
      await sql`select status, attempts, run_at > now() as later from deliveries where client_id = ${broken}`;
    expect(row).toEqual({ status: 'PENDING', attempts: 1, later: true });
    const [attempt] =
      await sql`select error, request_headers from delivery_attempts where client_id = ${broken}`;
    expect(attempt?.error).toContain('cannot be decrypted');
    expect(attempt?.request_headers).toBeNull();
    const { endpoints } = await modules.getWebhookBacklog('SANDBOX');
    const answers = new Map(endpoints.map((each) => [each.client.id, each.last_answer]));
    expect(answers.get(broken)).toContain('cannot be decrypted');
    // What is wrong on our side is not held against the endpoint.
    const [endpoint] = await sql`select failing_since from webhook_endpoints where client_id = ${broken}`;
    expect(endpoint?.failing_since).toBeNull();
  });

  it('keeps the payload form with which it was made when its endpoint changes to the other', async () => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    await dueFor(client, endpoint, 1, 5);
    await sql`update webhook_endpoints set payload_form = 'legacy' where id = ${endpoint}`;
    const sender = recordingSender();
    for (const each of await modules.deliver.claimDeliveries(64)) await modules.deliver.deliver(sender, each);
    expect(sender.sent.map((each) => each.body)).toEqual(['{"current":1}']);
  });

  it('whose lease was lost writes nothing back', async () => {
    const client = await newClient();
    await dueFor(client, await endpointOf(client), 1, 5);
    const [claimed] = await modules.deliver.claimDeliveries(64);
    await sql`update deliveries set lease_token = gen_random_uuid() where client_id = ${client}`;
    await modules.deliver.deliver(recordingSender(), claimed!);
    const [row] = await sql`select status, attempts from deliveries where client_id = ${client}`;
    expect(row).toEqual({ status: 'PENDING', attempts: 0 });
  });

  it('that is answered 410 disables its endpoint, and what waits there is skipped', async () => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    await dueFor(client, endpoint, 5, 5);
    const gone = recordingSender({ ...delivered, outcome: 'gone', status: 410, error: 'Gone' });
    const [first] = await modules.deliver.claimDeliveries(1);
    await modules.deliver.deliver(gone, first!);
    await sql`update deliveries set lease_token = null where client_id = ${client}`;
    await modules.deliver.skipForIdleEndpoints();
    const [status] = await sql`select status from webhook_endpoints where id = ${endpoint}`;
    expect(status?.status).toBe('DISABLED');
    const rows =
      await sql`select status, count(*)::int from deliveries where client_id = ${client} group by 1 order by 1`;
    expect(rows.map((row) => [row.status, row.count])).toEqual([
      ['FAILED', 1],
      ['SKIPPED', 4],
    ]);
  });

  it('that is answered 410, or fails, at an address that its endpoint has left says nothing about the new one', async () => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    await dueFor(client, endpoint, 2, 5);
    const [first, second] = await modules.deliver.claimDeliveries(2);
    await sql`update webhook_endpoints set url = 'http://localhost:2/' where id = ${endpoint}`;
    const answers = (outcome: 'gone' | 'failed', status: number) =>
      recordingSender({ ...delivered, outcome, status, error: 'No' });
    await modules.deliver.deliver(answers('gone', 410), first!);
    await modules.deliver.deliver(answers('failed', 503), second!);
    const [row] = await sql`select status, failing_since from webhook_endpoints where id = ${endpoint}`;
    expect(row).toEqual({ status: 'ACTIVE', failing_since: null });
  });

  const failed: SendResult = {
    ...delivered,
    outcome: 'failed',
    status: 503,
    error: 'The endpoint answered 503',
  };
  const statusAfterFailure = async (
    record: { failing: string | null; last: string | null },
    result = failed,
  ) => {
    const client = await newClient();
    const endpoint = await endpointOf(client);
    const email = `${modules.newId()}@kaira.example`;
    await modules.createUser({ clientId: client, email, name: 'Dev', role: 'developer' });
    await sql`
      update webhook_endpoints
      set failing_since = now() - ${record.failing}::interval, last_failed_at = now() - ${record.last}::interval
      where id = ${endpoint}`;
    await dueFor(client, endpoint, 1, 5);
    for (const each of await modules.deliver.claimDeliveries(64)) {
      await modules.deliver.deliver(recordingSender(result), each);
    }
    const [row] = await sql`
      select status, failing_since > now() - interval '1 minute' as fails_newly, failing_since is null as is_sound
      from webhook_endpoints where id = ${endpoint}`;
    return row;
  };

  it('that fails pauses an endpoint with nothing but failures for three days, and its developers are told once', async () => {
    await sql`delete from messages`;
    const row = await statusAfterFailure({ failing: '73 hours', last: '23 hours' });
    expect(row).toMatchObject({ status: 'PAUSED' });
    expect(await sql`select kind, facts from messages`).toEqual([
      {
        kind: 'endpoint_paused',
        facts: { name: 'Dev', host: 'localhost:1', environment: 'sandbox' },
      },
    ]);
  });

  it('that fails before the three days are over does not pause it, and tells nobody', async () => {
    await sql`delete from messages`;
    const row = await statusAfterFailure({ failing: '71 hours', last: '23 hours' });
    expect(row).toMatchObject({ status: 'ACTIVE', fails_newly: false });
    expect(await sql`select 1 from messages`).toHaveLength(0);
  });

  it('that fails after a month of silence begins a new row of failures', async () => {
    const row = await statusAfterFailure({ failing: '30 days', last: '27 days' });
    expect(row).toMatchObject({ status: 'ACTIVE', fails_newly: true });
  });

  it('that is taken ends a row of failures', async () => {
    const row = await statusAfterFailure({ failing: '73 hours', last: '1 hour' }, delivered);
    expect(row).toMatchObject({ status: 'ACTIVE', is_sound: true });
  });
});
