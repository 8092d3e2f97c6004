import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context, Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { createEventParser } from '#scripts/event-source';

let database: TestDatabase;
let sql: Sql;
/** Connections of their own, for transactions that stay open. */
let apart: Sql;
let modules: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  migrate: typeof import('#db/migrate').migrate;
  newId: typeof import('#lib/ids').newId;
  makeCursor: typeof import('#lib/http/paging').makeCursor;
  seal: typeof import('#lib/seal').seal;
  places: typeof import('#lib/seal').places;
  openEventStream: typeof import('#lib/webhooks/stream').openEventStream;
};
const opened: AbortController[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { connect } = await import('#db/client');
  sql = superuserSql();
  apart = connect(database.url, 4, 'test');
  modules = {
    createClient: (await import('#lib/clients/create-client')).createClient,
    migrate: (await import('#db/migrate')).migrate,
    newId: (await import('#lib/ids')).newId,
    makeCursor: (await import('#lib/http/paging')).makeCursor,
    ...(await import('#lib/seal')),
    openEventStream: (await import('#lib/webhooks/stream')).openEventStream,
  };
});

afterEach(() => {
  for (const each of opened.splice(0)) each.abort();
});

afterAll(async () => {
  await apart.end();
  await database.drop();
});

const keyId = '01900000-0000-7000-8000-0000000000aa';
const usualTiming = { heartbeatMs: 15_000, checkMs: 15_000, stallMs: 30_000, lifetimeMs: 3_600_000 };

async function newContext(environment: Environment = 'SANDBOX'): Promise<Context> {
  const { createClient } = modules;
  const id = await createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  return {
    client: { id, name: 'Shop', commissionBps: 150 },
    environment,
    actor: { type: 'api_key', id: keyId },
    now: () => new Date(),
  };
}

/** `count` events in one transaction; their ids, in their order. */
async function write(
  { client, environment }: Context,
  count = 1,
  options: { via?: Sql; event?: string; id?: string; createdAt?: Date; legacyBody?: string | null } = {},
): Promise<string[]> {
  const { via = sql, event = 'payment.succeeded', createdAt = new Date(), legacyBody = null } = options;
  const ids = Array.from({ length: count }, () => options.id ?? modules.newId());
  await via`
    insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
    select ${client.id}, ${environment}, id, gen_random_uuid(), 1, ${event}, '{"event":"' || id || '"}', ${legacyBody},
           event_position(), ${createdAt.toISOString()}
    from unnest(${ids}::uuid[]) as id`;
  return ids.sort();
}

async function newEndpoint(
  { client, environment }: Context,
  facts: { secret?: string; previous?: string; form?: 'legacy'; events?: string },
): Promise<string> {
  const id = modules.newId();
  const { places, seal } = modules;
  const { secret = 'whsec_AQE=', previous, form = 'current', events = '{}' } = facts;
  await sql`
    insert into webhook_endpoints (client_id, environment, id, url, events, payload_form, secret_sealed, secret_last4,
                                   previous_secret_sealed, previous_secret_expires_at, created_at)
    values (${client.id}, ${environment}, ${id}, 'http://localhost:1/', ${events}, ${form}, ${seal(places.webhookSecret(id), secret)}, 'AQE=',
            ${previous === undefined ? null : seal(places.previousWebhookSecret(id), previous)}, now() + interval '1 hour', now())`;
  return id;
}

interface Reader {
  /** The ids of the next events, whatever else comes between. */
  events(count: number): Promise<string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the data of a message is unknown on purpose.
  next(): Promise<{ event: string; data: any; lastEventId: string }>;
  /** The text of the next chunk; undefined at the end. */
  chunk(): Promise<string | undefined>;
  cancel(): Promise<void>;
}

interface Opening {
  query?: Record<string, string>;
  lastEventId?: string;
  timing?: Partial<typeof usualTiming>;
  requireAccess?: () => Promise<void>;
}

async function open(ctx: Context, options: Opening = {}): Promise<Reader> {
  const hangUp = new AbortController();
  opened.push(hangUp);
  const stream = await modules.openEventStream(
    ctx,
    {
      method: 'GET',
      query: options.query ?? {},
      headers: new Headers(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
      signal: hangUp.signal,
      requireAccess: options.requireAccess ?? (async () => {}),
    },
    { ...usualTiming, ...options.timing },
  );
  if (stream === null) throw new Error('a GET has a stream');
  const reader = stream.getReader();
  const parser = createEventParser();
  const messages: Awaited<ReturnType<Reader['next']>>[] = [];
  const chunk = async () => {
    const { done, value } = await reader.read();
    if (done) return undefined;
    for (const each of parser.read(value)) messages.push({ ...each, data: JSON.parse(each.data) });
    return Buffer.from(value).toString();
  };
  const next = async () => {
    while (messages.length === 0) {
      if ((await chunk()) === undefined) throw new Error('the stream is over');
    }
    return messages.shift() as Awaited<ReturnType<Reader['next']>>;
  };
  return {
    next,
    chunk,
    cancel: () => reader.cancel(),
    async events(count) {
      const ids: string[] = [];
      while (ids.length < count) {
        const { event, data } = await next();
        if (event === 'message') ids.push(data.id);
      }
      return ids;
    },
  };
}

/** A transaction that wrote an event and is not committed yet. */
async function holdWrite(ctx: Context, id?: string): Promise<{ ids: string[]; commit(): Promise<void> }> {
  const connection = await apart.reserve();
  await connection`begin`;
  const ids = await write(ctx, 1, { via: connection, ...(id !== undefined && { id }) });
  return {
    ids,
    commit: async () => {
      await connection`commit`;
      connection.release();
    },
  };
}

const faultOf = (error: unknown) => (error instanceof AppError ? error.code : error);

describe('order', () => {
  it('an event that is committed late, with an earlier id and position, is not missed and keeps its place', async () => {
    const ctx = await newContext();
    const reader = await open(ctx);
    const before = await write(ctx);
    const late = await holdWrite(ctx, '01900000-0000-7000-8000-000000000001');
    const after = [...(await write(ctx)), ...(await write(ctx))];
    expect(await reader.events(1)).toEqual(before);
    // What was committed behind the open transaction waits for it; other clients' events would too.
    await write(await newContext());
    await late.commit();
    expect(await reader.events(3)).toEqual([...late.ids, ...after]);
  });

  it('what is under way while a stream begins is not missed', async () => {
    const ctx = await newContext();
    const late = await holdWrite(ctx);
    const reader = await open(ctx);
    await late.commit();
    expect(await reader.events(1)).toEqual(late.ids);
  });

  it('none is missed and none comes twice while transactions overlap and the reader comes back again and again', async () => {
    const ctx = await newContext();
    const first = await open(ctx);
    let { lastEventId } = await first.next();
    await first.cancel();
    const written: string[] = [];
    const writers = Array.from({ length: 3 }, async () => {
      for (let turn = 0; turn < 40; turn++) {
        const held = await holdWrite(ctx);
        written.push(...held.ids);
        await apart`select pg_sleep(random() * 0.02)`;
        await held.commit();
      }
    });
    const read: string[] = [];
    while (read.length < 120) {
      const reader = await open(ctx, { lastEventId, timing: { heartbeatMs: 20 } });
      for (let text = ''; text !== ': heartbeat\n\n'; ) {
        text = (await reader.chunk()) ?? '';
        const [, cursor, data] = /^id: (\S+)\ndata: (.+)\n\n$/.exec(text) ?? [];
        if (data === undefined) continue;
        lastEventId = cursor as string;
        read.push(JSON.parse(data).id);
      }
      await reader.cancel();
    }
    await Promise.all(writers);
    expect(read.toSorted()).toEqual(written.toSorted());
  });

  it('is kept over pages, also inside one transaction', async () => {
    const ctx = await newContext();
    const ids = [...(await write(ctx, 250)), ...(await write(ctx, 30))];
    const reader = await open(ctx, { query: { since: '1970-01-01T00:00:00Z' } });
    expect(await reader.events(280)).toEqual(ids);
  });
});

describe('a beginning', () => {
  it('without a word is now', async () => {
    const ctx = await newContext();
    await write(ctx, 3);
    // Once they were told, nothing that still runs in the cluster can come before them: only then is now after them.
    await (await open(ctx, { query: { since: '1970-01-01T00:00:00Z' } })).events(3);
    const reader = await open(ctx);
    const later = await write(ctx);
    expect(await reader.events(1)).toEqual(later);
  });

  it('after any id gives exactly the rest, by header and by query, and the header wins', async () => {
    const ctx = await newContext();
    const ids = await write(ctx, 5);
    const reader = await open(ctx, { query: { since: '1970-01-01T00:00:00Z' } });
    const cursors = [(await reader.next()).lastEventId];
    for (let index = 0; index < 5; index++) cursors.push((await reader.next()).lastEventId);
    for (const [index, cursor] of cursors.slice(0, 5).entries()) {
      expect(await (await open(ctx, { lastEventId: cursor })).events(5 - index)).toEqual(ids.slice(index));
      const both = await open(ctx, { lastEventId: cursor, query: { cursor: cursors[0] as string } });
      expect(await both.events(5 - index)).toEqual(ids.slice(index));
      expect(await (await open(ctx, { query: { cursor } })).events(5 - index)).toEqual(ids.slice(index));
      for (const each of opened.splice(0)) each.abort();
    }
  });

  it('after the open message alone misses nothing that came before the reader came back', async () => {
    const ctx = await newContext();
    const reader = await open(ctx);
    const { event, data, lastEventId } = await reader.next();
    expect([event, data.cursor]).toEqual(['open', lastEventId]);
    await reader.cancel();
    const missed = await write(ctx, 2);
    expect(await (await open(ctx, { lastEventId })).events(2)).toEqual(missed);
  });

  it('at a time is with the first event of that time or later', async () => {
    const ctx = await newContext();
    const [early, late] = [new Date(Date.now() - 60_000), new Date(Date.now() - 1_000)];
    await write(ctx, 2, { createdAt: early });
    const ids = await write(ctx, 2, { createdAt: late });
    // A transaction of another database of the cluster may hold all of them back for a moment.
    const whole = await open(ctx, { query: { since: '1970-01-01T00:00:00Z' } });
    await whole.events(4);
    await whole.cancel();
    const reader = await open(ctx, { query: { since: late.toISOString() } });
    expect(await reader.events(2)).toEqual(ids);
    const none = await open(ctx, { query: { since: new Date(Date.now() + 1_000).toISOString() } });
    const later = await write(ctx);
    expect(await none.events(1)).toEqual(later);
  });

  it('at a time is right also among events from before positions, which share one', async () => {
    const ctx = await newContext();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const ids: string[] = [];
    for (const hours of [4, 3, 2, 1]) {
      const at = hoursAgo(hours);
      ids.push(modules.newId(at));
      await sql`
        insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
        values (${ctx.client.id}, ${ctx.environment}, ${ids.at(-1)!}, gen_random_uuid(), 1, 'payment.succeeded', '{}', 0,
                ${at.toISOString()})`;
    }
    ids.push(...(await write(ctx)));
    const reader = await open(ctx, { query: { since: hoursAgo(2.5).toISOString() } });
    expect(await reader.events(3)).toEqual(ids.slice(2));
  });

  it.each([
    { lastEventId: 'x' },
    { query: { cursor: 'x' } },
    { query: { cursor: Buffer.from('01900000-0000-7000-8000-00000000000a').toString('base64url') } },
    { query: { since: 'yesterday' } },
    { query: { since: '2026-11-20T08:30:00' } },
    { query: { since: '1969-12-31T00:00:00Z' } },
    { query: { events: 'payment.succeeded,nothing' } },
    { query: { events: '' } },
  ])('that is none is refused: %j', async (options) => {
    const ctx = await newContext();
    await expect(open(ctx, options).catch(faultOf)).resolves.toBe('VALIDATION_ERROR');
  });

  it('that no event of this database can have yet is refused', async () => {
    const ctx = await newContext();
    const cursor = modules.makeCursor([modules.newId(), '999999999999999']);
    await expect(open(ctx, { lastEventId: cursor }).catch(faultOf)).resolves.toBe('VALIDATION_ERROR');
  });

  it('lies before every later event, also when the database is restored into a cluster that counts from lower numbers', async () => {
    const ctx = await newContext();
    const empty = await newContext();
    const ids = await write(ctx, 2);
    // As if the cluster that it came from had counted much further, in events and beside them.
    await sql`update event_position_base set base = base + 1000000`;
    ids.push(...(await write(ctx, 2)));
    await sql`update event_position_base set base = base + 1000000`;
    const cursors: string[] = [];
    for (const each of [ctx, empty]) {
      cursors.push((await (await open(each)).next()).lastEventId);
    }
    await sql`update event_position_base set system_identifier = 'another', base = 0`;
    await modules.migrate(database.url);
    const [base] = await sql`
      select base = (select max(position) + (1::bigint << 32) from events) as is_highest,
             system_identifier = (select system_identifier::text from pg_control_system()) as is_own
      from event_position_base`;
    expect(base).toEqual({ is_highest: true, is_own: true });
    const later = await write(ctx, 2);
    expect(await (await open(ctx, { lastEventId: cursors[0] as string })).events(2)).toEqual(later);
    const first = await write(empty);
    expect(await (await open(empty, { lastEventId: cursors[1] as string })).events(1)).toEqual(first);
    const all = await open(ctx, { query: { since: '1970-01-01T00:00:00Z' } });
    expect(await all.events(6)).toEqual([...ids, ...later]);
  });
});

describe('a selection', () => {
  it('never has an event of another client or environment', async () => {
    const [own, other] = [await newContext(), await newContext()];
    const live: Context = { ...own, environment: 'LIVE' };
    const readers = [];
    for (const ctx of [own, other, live]) readers.push(await open(ctx));
    const ids = [await write(own), await write(other), await write(live)];
    for (const [index, reader] of readers.entries()) {
      expect(await reader.events(1)).toEqual(ids[index]);
    }
    const last = await write(live);
    expect(await readers[2]?.events(1)).toEqual(last);
  });

  it('of types passes over the others, and a heartbeat tells the place behind them', async () => {
    const ctx = await newContext();
    const reader = await open(ctx, {
      query: { events: 'payout.failed,payout.succeeded' },
      timing: { heartbeatMs: 50 },
    });
    const { lastEventId: start } = await reader.next();
    await write(ctx, 3);
    let told = '';
    while (!told.includes('id: ')) told = (await reader.chunk()) ?? '';
    const cursor = /^id: (\S+)\n: heartbeat\n\n$/.exec(told)?.[1];
    expect(cursor).not.toBe(start);
    const wanted = await write(ctx, 1, { event: 'payout.failed' });
    expect(await reader.events(1)).toEqual(wanted);
    expect(await (await open(ctx, { lastEventId: cursor as string })).events(1)).toEqual(wanted);
  });

  it('of an endpoint is signed with its secrets, in its form, with its deliveries, and tells no secret', async () => {
    const ctx = await newContext();
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const previous = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
    const endpoint = await newEndpoint(ctx, {
      secret,
      previous,
      form: 'legacy',
      events: '{payment.succeeded}',
    });
    const reader = await open(ctx, { query: { endpoint_id: endpoint } });
    expect((await reader.next()).data.signing_secret).toBeNull();
    await write(ctx, 1, { event: 'payout.failed', legacyBody: '{}' });
    await write(ctx, 1);
    const [id = ''] = await write(ctx, 1, { legacyBody: '{"event":"transaction.completed"}' });
    const delivery = modules.newId();
    await sql`
      insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, created_at)
      select client_id, environment, ${delivery}, id, ${endpoint}, transaction_id, event, 'FAILED', now()
      from events where id = ${id}`;
    const { data } = await reader.next();
    const hex = (key: string) =>
      createHmac('sha256', key).update('{"event":"transaction.completed"}').digest('hex');
    expect(data).toMatchObject({ id, body: '{"event":"transaction.completed"}' });
    expect(data.headers).toMatchObject({
      'x-gw-signature': hex(secret),
      'x-gw-signature-previous': hex(previous),
      'x-gw-event-id': id,
      'x-gw-attempt': '1',
    });
    expect([delivery, id]).toContain(data.headers['x-gw-delivery']);
    const again = await open(ctx, { query: { endpoint_id: endpoint, since: '1970-01-01T00:00:00Z' } });
    expect((await again.next()).event).toBe('open');
    expect((await again.next()).data.headers['x-gw-delivery']).toBe(delivery);
    for (const stranger of [await newContext(), { ...ctx, environment: 'LIVE' as const }]) {
      const refused = open(stranger, { query: { endpoint_id: endpoint } });
      await expect(refused.catch(faultOf)).resolves.toBe('NOT_FOUND');
    }
    await sql`update webhook_endpoints set deleted_at = now() where id = ${endpoint}`;
    await write(ctx, 1, { legacyBody: '{}' });
    await expect(reader.next()).rejects.toThrow('the stream is over');
  });

  it('without an endpoint is signed with a secret of the key, the same each time and another for each key', async () => {
    const ctx = await newContext();
    const { data } = await (await open(ctx)).next();
    expect(data.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await (await open(ctx)).next()).data.signing_secret).toBe(data.signing_secret);
    const other: Context = { ...ctx, actor: { type: 'api_key', id: modules.newId() } };
    expect((await (await open(other)).next()).data.signing_secret).not.toBe(data.signing_secret);
  });
});

describe('a stream', () => {
  it('has a heartbeat while nothing happens, also while the database is away', async () => {
    const ctx = await newContext();
    const reader = await open(ctx, { timing: { heartbeatMs: 50 } });
    await reader.next();
    for (let turn = 0; turn < 3; turn++) expect(await reader.chunk()).toBe(': heartbeat\n\n');
    for (let turn = 0; turn < 3; turn++) {
      await apart`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'kaira'`;
      for (let beat = 0; beat < 14; beat++) expect(await reader.chunk()).toBe(': heartbeat\n\n');
    }
    const [id] = await write(ctx, 1, { via: apart });
    expect(await reader.events(1)).toEqual([id]);
  });

  it('is one of four at most of an account, and makes room in whatever way it ends', async () => {
    const ctx = await newContext();
    const full = async () => {
      const readers = [];
      for (let count = 0; count < 4; count++) readers.push(await open(ctx));
      await expect(open(ctx).catch(faultOf)).resolves.toBe('RATE_LIMITED');
      return readers;
    };
    const [first] = await full();
    await open({ ...ctx, environment: 'LIVE' });
    await first?.cancel();
    await open(ctx);
    // Callers who hang up.
    for (const each of opened.splice(0)) each.abort();
    await full();
  });

  it('ends when its caller would be refused by now, and goes on when that cannot be known', async () => {
    const ctx = await newContext();
    let looks = 0;
    const reader = await open(ctx, {
      timing: { checkMs: 20 },
      requireAccess: async () => {
        looks++;
        if (looks < 3) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        if (looks > 5) throw new AppError('UNAUTHORIZED', 'revoked');
      },
    });
    await reader.next();
    expect(await reader.chunk()).toBeUndefined();
    expect(looks).toBe(6);
  });

  it('ends with its time, and when its reader takes nothing for too long', async () => {
    const ctx = await newContext();
    const reader = await open(ctx, { timing: { lifetimeMs: 50 } });
    await reader.next();
    expect(await reader.chunk()).toBeUndefined();
    const slow = await open(ctx, { timing: { stallMs: 50 } });
    await slow.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(slow.chunk()).rejects.toThrow('took nothing');
  });

  it('fetches nothing that its reader does not ask for', async () => {
    const ctx = await newContext();
    const endpoint = await newEndpoint(ctx, {});
    await write(ctx, 300);
    const query = { endpoint_id: endpoint, since: '1970-01-01T00:00:00Z' };
    const reader = await open(ctx, { query });
    await reader.events(1);
    await sql`update webhook_endpoints set deleted_at = now() where id = ${endpoint}`;
    await reader.events(99);
    await expect(reader.next()).rejects.toThrow('the stream is over');
  });
});
