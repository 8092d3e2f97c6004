import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, type Environment, systemContext } from '#lib/context';
import { newId } from '#lib/ids';

let database: TestDatabase;
let sql: Sql;
let verbs: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  validate: typeof import('#lib/http/validate').validate;
  log: typeof import('#lib/webhooks/log');
};

// Each is one row of the naive model, in the form in which the API shows it, and what only a filter knows of it.
interface Delivery {
  owner: Context;
  reference: string;
  shown: {
    id: string;
    event_id: string;
    endpoint_id: string;
    transaction_id: string;
    event: string;
    status: string;
    attempts: Record<string, unknown>[];
    next_attempt_at: string | null;
    created_at: string;
  };
}
interface Event {
  owner: Context;
  shown: { id: string; event: string; data: { id: string }; created_at: string };
}

const deliveries: Delivery[] = [];
const events: Event[] = [];
const owners: Context[] = [];
const endpoints: string[] = [newId(), newId(), newId()];
const statuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED'] as const;
/** Several rows share a millisecond. */
const millisecond = (index: number) => new Date(Date.UTC(2026, 10, 20, 8, 30) + (index >> 2) * 7);
const TRANSACTIONS = 80;

/** The same numbers in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = numbersFrom(7);

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  verbs = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/http/validate')),
    log: await import('#lib/webhooks/log'),
  };
  const clients = await Promise.all(
    ['Shop', 'Other shop'].map(async (name) => ({
      id: await verbs.createClient({ name, businessPhone: '+2207012345', businessEmail: 'a@kaira.example' }),
      name,
      commissionBps: 150,
    })),
  );
  const environments: Environment[] = ['SANDBOX', 'LIVE'];
  for (const client of clients) {
    for (const environment of environments) owners.push(systemContext(client, environment));
  }
  for (const owner of owners) await fill(owner);
});

afterAll(() => database.drop());

/** References repeat, over both types and over attempts; one status and one endpoint are rare. */
async function fill(owner: Context): Promise<void> {
  const own = { client_id: owner.client.id, environment: owner.environment };
  for (let index = 0; index < TRANSACTIONS; index++) {
    const at = millisecond(index * 4);
    const reference = `order-${index % 25}`;
    const transaction = {
      ...own,
      id: newId(at),
      type: index % 2 === 0 ? 'collection' : 'payout',
      client_reference: reference,
      attempt: 1 + Math.floor(index / 25),
      request_hash: Buffer.alloc(32),
      provider: 'PROVIDER_W',
      amount_bututs: 2500,
      commission_bps: 150,
      status: 'PENDING',
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    };
    await sql`insert into transactions ${sql(transaction)}`;
    for (let sequence = 1; sequence <= 1 + (index % 3); sequence++) {
      await tell(owner, transaction.id, reference, sequence, millisecond(index * 4 + sequence));
    }
  }
}

async function tell(owner: Context, transactionId: string, reference: string, sequence: number, at: Date) {
  const own = { client_id: owner.client.id, environment: owner.environment };
  const created = { created_at: at.toISOString() };
  const event = { id: newId(at), event: 'payment.succeeded', data: { id: transactionId }, ...created };
  await sql`
    insert into events ${sql({
      ...own,
      ...created,
      id: event.id,
      transaction_id: transactionId,
      sequence,
      event: event.event,
      body: JSON.stringify({ event: event.event, data: event.data }),
      position: sequence,
    })}`;
  events.push({ owner, shown: event });
  for (const [index, endpointId] of endpoints.entries()) {
    if (index === 2 && random(20) > 0) continue;
    const status = random(25) === 0 ? 'FAILED' : statuses[[0, 1, 1, 3][random(4)]!]!;
    const isUnderWay = status === 'PENDING' && random(2) === 0;
    const attempts = Array.from({ length: random(4) }, (_, attempt) => ({
      attempt: attempt + 1,
      at: new Date(at.getTime() + attempt * 30_000).toISOString(),
      address: random(2) ? '127.0.0.1' : null,
      response_status: random(2) ? 500 : null,
      latency_ms: random(10_000),
      response_excerpt: random(2) ? 'seen "it" \\ 😀' : null,
      error: random(2) ? 'refused' : null,
      request_headers: random(2) ? { 'x-gw-attempt': String(attempt + 1) } : null,
    }));
    const shown = {
      id: newId(at),
      event_id: event.id,
      endpoint_id: endpointId,
      transaction_id: transactionId,
      event: event.event,
      status,
      attempts,
      next_attempt_at: status === 'PENDING' && !isUnderWay ? millisecond(10_000).toISOString() : null,
      ...created,
    };
    deliveries.push({ owner, reference, shown });
    const { attempts: _, next_attempt_at: __, ...columns } = shown;
    await sql`
      insert into deliveries ${sql({
        ...own,
        ...columns,
        attempts: attempts.length,
        run_at: status === 'PENDING' ? millisecond(10_000).toISOString() : null,
        lease_token: isUnderWay ? newId() : null,
      })}`;
    for (const each of [...attempts].reverse()) {
      await sql`
        insert into delivery_attempts ${sql({
          ...each,
          client_id: owner.client.id,
          delivery_id: shown.id,
          request_headers: each.request_headers && JSON.stringify(each.request_headers),
        })}`;
    }
  }
}

type Query = Record<string, string>;
interface Page {
  data: { id: string }[];
  pagination: { limit: number; next_cursor: string | null };
}

/** Every page of a list until its end. */
async function walk(list: (query: Query) => Promise<Page>, query: Query, limit: number) {
  const seen: { id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list({ ...query, limit: String(limit), ...(cursor && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    if (page.pagination.next_cursor !== null) expect(page.data).toHaveLength(limit);
    expect(page.pagination.limit).toBe(limit);
    seen.push(...page.data);
    cursor = page.pagination.next_cursor;
  }
  return seen;
}

const listDeliveries = (owner: Context) => (query: Query) =>
  verbs.log.listDeliveries(owner, verbs.validate(verbs.log.deliveryQuery, query));
const listEvents = (owner: Context) => (query: Query) =>
  verbs.log.listEvents(owner, verbs.validate(verbs.log.eventQuery, query));

const newestFirst = <Shown extends { id: string }>(rows: { shown: Shown }[]) =>
  rows.map((each) => each.shown).sort((a, b) => (a.id < b.id ? 1 : -1));
const isWithin = (query: Query, createdAt: string) =>
  (query.since === undefined || createdAt >= query.since) &&
  (query.until === undefined || createdAt < query.until);

function deliveriesInModel(owner: Context, query: Query) {
  return newestFirst(
    deliveries.filter(
      ({ owner: its, reference, shown }) =>
        its === owner &&
        isWithin(query, shown.created_at) &&
        (query.reference === undefined || query.reference === reference) &&
        (['status', 'endpoint_id', 'event_id', 'transaction_id'] as const).every(
          (name) => query[name] === undefined || query[name] === shown[name],
        ),
    ),
  );
}

const times: Query[] = [
  {},
  { since: millisecond(40).toISOString() },
  { until: millisecond(40).toISOString() },
  { since: millisecond(60).toISOString(), until: millisecond(61 + 4).toISOString() },
  { since: millisecond(80).toISOString(), until: millisecond(80).toISOString() },
];

describe('the delivery log', () => {
  longTest(
    'has for every combination of filters exactly the rows that fit, each once, at every size of a page',
    async () => {
      const [owner, , stranger] = owners as [Context, Context, Context];
      const some = deliveries.filter((each) => each.owner === owner)[150]!;
      const strange = deliveries.find((each) => each.owner === stranger)!.shown;
      const subjects: Query[] = [
        {},
        { transaction_id: some.shown.transaction_id },
        { event_id: some.shown.event_id },
        { reference: some.reference },
        {
          transaction_id: some.shown.transaction_id,
          event_id: some.shown.event_id,
          reference: some.reference,
        },
        { transaction_id: some.shown.transaction_id, reference: 'order-1' },
        { reference: 'unknown' },
        { event_id: strange.event_id },
        { transaction_id: strange.transaction_id },
      ];
      const withEndpoint: Query[] = [
        {},
        ...[...endpoints, newId()].map((id) => ({ endpoint_id: id })),
        { endpoint_id: endpoints[0]!.toUpperCase() },
      ];
      const withStatus: Query[] = [{}, ...statuses.map((status) => ({ status }))];
      const model = (query: Query) =>
        deliveriesInModel(owner, {
          ...query,
          ...(query.endpoint_id && { endpoint_id: query.endpoint_id.toLowerCase() }),
        });
      let tried = 0;
      let rows = 0;
      for (const subject of subjects) {
        for (const endpoint of withEndpoint) {
          for (const status of withStatus) {
            for (const time of times) {
              const query = { ...subject, ...endpoint, ...status, ...time };
              const expected = model(query);
              const seen = await walk(
                listDeliveries(owner),
                query,
                expected.length > 60 ? 40 : 1 + (tried % 7),
              );
              expect(seen, JSON.stringify(query)).toStrictEqual(expected);
              tried++;
              rows += seen.length;
            }
          }
        }
      }
      expect(tried).toBe(9 * 6 * 5 * 5);
      expect(rows).toBeGreaterThan(3_000);
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7])('gives each row once in pages of %i', async (limit) => {
    for (const owner of owners) {
      expect(await walk(listDeliveries(owner), {}, limit)).toStrictEqual(deliveriesInModel(owner, {}));
      const query = { endpoint_id: endpoints[0]! };
      expect(await walk(listDeliveries(owner), query, limit)).toStrictEqual(deliveriesInModel(owner, query));
    }
  });

  it('shows one delivery to its owner and to nobody else', async () => {
    for (const { owner, shown } of deliveries.filter((_, index) => index % 10 === 0)) {
      expect(await verbs.log.getDelivery(owner, shown.id)).toStrictEqual(shown);
      for (const other of owners.filter((each) => each !== owner)) {
        await expect(verbs.log.getDelivery(other, shown.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    }
    await expect(verbs.log.getDelivery(owners[0]!, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('counts a time between two milliseconds as the later one, in any zone', async () => {
    const [owner] = owners as [Context];
    const at = deliveriesInModel(owner, {})[20]!.created_at;
    const after = new Date(Date.parse(at) + 1).toISOString();
    const minutes = (text: string, zone: string, hours: number) =>
      new Date(Date.parse(text) + hours * 3_600_000).toISOString().replace('Z', zone);
    const between = at.replace('Z', '0005Z');
    for (const [given, meant] of [
      [{ since: between }, { since: after }],
      [{ until: between }, { until: after }],
      [{ since: at.replace('Z', '000Z') }, { since: at }],
      [
        { since: minutes(at, '+01:00', 1), until: minutes(after, '-05:00', -5) },
        { since: at, until: after },
      ],
      [{ since: '0001-01-01T00:00:00Z', until: '9999-12-31T23:59:59-23:59' }, {}],
    ] satisfies [Query, Query][]) {
      const expected = deliveriesInModel(owner, meant);
      expect(expected.length).toBeGreaterThan(0);
      expect(await walk(listDeliveries(owner), given, 100), JSON.stringify(given)).toStrictEqual(expected);
    }
  });
});

describe('the events', () => {
  it('have for every combination of filters exactly the rows that fit, each once', async () => {
    for (const owner of owners) {
      const own = events.filter((each) => each.owner === owner);
      const strange = events.find((each) => each.owner !== owner)!.shown.data.id;
      const subjects: Query[] = [{}, { transaction_id: own[20]!.shown.data.id }, { transaction_id: strange }];
      for (const subject of subjects) {
        for (const [index, time] of times.entries()) {
          const query = { ...subject, ...time };
          const expected = newestFirst(
            own.filter(
              ({ shown }) =>
                isWithin(query, shown.created_at) &&
                (query.transaction_id === undefined || query.transaction_id === shown.data.id),
            ),
          );
          expect(await walk(listEvents(owner), query, 1 + index), JSON.stringify(query)).toStrictEqual(
            expected,
          );
        }
      }
    }
  });
});

it('an event that a verb made stands at the time of its change, in the list as in the filters', async () => {
  const { initiateCollection } = await import('#lib/collections/initiate-collection');
  const { bookCollectionNews } = await import('#lib/rail-work/book-collection');
  const { name, id, commissionBps } = owners[0]!.client;
  const paidAt = '2026-03-01T09:00:00.000Z';
  const ctx = systemContext({ id, name, commissionBps }, 'SANDBOX', () => new Date(paidAt));
  const facts = { currency: 'GMD' as const, provider: 'PROVIDER_W' as const, metadata: {} };
  const { transaction } = await initiateCollection(ctx, {
    ...facts,
    amount: 50_05n,
    client_reference: 'at-its-time',
    customer_mobile: '+2207012345',
  });
  await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  const found = await walk(listEvents(ctx), { since: paidAt, until: '2026-03-01T09:00:00.001Z' }, 10);
  expect(found).toMatchObject([{ created_at: paidAt }]);
});

describe('a filter that says nothing sensible is refused', () => {
  it.each([
    ['status', 'failed'],
    ['status', ''],
    ['endpoint_id', 'x'],
    ['event_id', ''],
    ['transaction_id', `${newId()}0`],
    ['reference', ''],
    ['reference', 'a\u0000b'],
    ['reference', 'x'.repeat(256)],
    ['since', '2026-11-20'],
    ['since', '2026-11-20T08:30:00'],
    ['since', '2026-02-30T08:30:00Z'],
    ['since', '2026-11-20T08:30:00 01:00'],
    ['since', '1763627400'],
    ['until', ''],
    ['until', 'yesterday'],
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'x'],
  ])('%s=%j', async (name, value) => {
    const query = { [name]: value };
    const fields = [{ path: name }];
    const refusal = { code: 'VALIDATION_ERROR', details: { fields } };
    expect(() => verbs.validate(verbs.log.deliveryQuery, query)).toThrow(
      expect.objectContaining(asError(refusal)),
    );
    if (!['status', 'endpoint_id', 'event_id', 'reference'].includes(name)) {
      expect(() => verbs.validate(verbs.log.eventQuery, query)).toThrow(
        expect.objectContaining(asError(refusal)),
      );
    }
  });

  const asError = (refusal: { code: string; details: { fields: { path: string }[] } }) => ({
    code: refusal.code,
    details: { fields: refusal.details.fields.map((each) => expect.objectContaining(each)) },
  });
});
