import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { closeDatabase } from '#db/client';
import { migrate } from '#db/migrate';
import { type Environment, systemContext } from '#lib/context';
import { validate } from '#lib/http/validate';
import { lowestIdAt } from '#lib/ids';
import { deliveryQuery, eventQuery, getDelivery, listDeliveries, listEvents } from '#lib/webhooks/log';
import { resendFailed } from '#lib/webhooks/resend';
import { median, startDatabase, strike } from '#proof/speed/stage';
import { step } from '#scripts/terminal';

// node --import ./scripts/load-environment.js proof/webhooks/delivery-log.ts [--many 1000000] [--runs 100] [--plan force_generic_plan]
// What a page of the delivery log costs among a thousand and among a million deliveries, by every shape of its query,
// and how long it takes to make a hundred thousand due again. The verbs are called without HTTP, which would hide a
// difference. Each size has a database and a process of its own; the two take turns query by query.
//
// SANDBOX: all SUCCEEDED but ten FAILED. LIVE: all FAILED but ten SUCCEEDED. Ten of each are for an endpoint of its own.

const { values: options } = parseArgs({
  options: {
    many: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '100' },
    plan: { type: 'string', default: 'auto' },
  },
});

const MAX_RATIO = 2;
const RARE = 10;
const ATTEMPTS = 2;
const CLIENT = '00000000-0000-7000-8000-0000000000c1';
const ENDPOINT = '00000000-0000-7000-8000-0000000000e1';
const RARE_ENDPOINT = '00000000-0000-7000-8000-0000000000e2';
const DAYS = 365;
const TO_RESEND = 100_000;

type Query = Record<string, string>;
interface Shape {
  list: 'deliveries' | 'events' | 'delivery' | 'resend';
  environment: Environment;
  query: Query;
}

if (process.send) await measure();
else await bench();

async function bench(): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    const url = await step('A PostgreSQL of its own', () => startDatabase(false));
    const databases: { child: ChildProcess; shapes: Map<string, Shape> }[] = [];
    for (const size of [1_000, Number(options.many)]) {
      const databaseUrl = await newDatabase(url, `deliveries_${size}`);
      const shapes = await step(`${size.toLocaleString('en')} deliveries in each environment, by SQL`, () =>
        fill(databaseUrl, size),
      );
      const env = { ...process.env, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' };
      const child = fork(import.meta.filename, process.argv.slice(2), {
        env: { ...env, KAIRA_SECRET: 'x'.repeat(32) },
      });
      children.push(child);
      databases.push({ child, shapes });
    }
    const [small, big] = databases as [(typeof databases)[0], (typeof databases)[0]];
    console.log(`\n${''.padEnd(72)} ${'1,000'.padStart(9)} ${options.many.padStart(9)}  ratio   (p50, ms)`);
    for (const [name, shape] of small.shapes) {
      let [few, many] = await compare(small.child, shape, big.child, big.shapes.get(name)!);
      // Something else on this machine may have fallen on the one and not on the other.
      if (many / few > MAX_RATIO)
        [few, many] = await compare(small.child, shape, big.child, big.shapes.get(name)!);
      const ratio = many / few;
      console.log(
        `${name.padEnd(72)} ${few.toFixed(2).padStart(9)} ${many.toFixed(2).padStart(9)} ${ratio.toFixed(2).padStart(6)}${ratio > MAX_RATIO ? `  OVER ${MAX_RATIO}` : ''}`,
      );
      if (ratio > MAX_RATIO) process.exitCode = 1;
    }
    const resend: Shape = { list: 'resend', environment: 'LIVE', query: {} };
    const took = await timeOf(big.child, resend);
    console.log(
      `\nresend-failed of ${TO_RESEND.toLocaleString('en')} deliveries: ${(took / 1000).toFixed(1)} s`,
    );
  } finally {
    for (const child of children) child.kill();
    await strike();
  }
}

/** The p50 of each, in turns. */
async function compare(a: ChildProcess, ofA: Shape, b: ChildProcess, ofB: Shape): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < Number(options.runs); run++) {
    times[0].push(await timeOf(a, ofA));
    times[1].push(await timeOf(b, ofB));
  }
  return [median(times[0]), median(times[1])];
}

async function timeOf(child: ChildProcess, shape: Shape): Promise<number> {
  child.send(shape);
  const ended = new AbortController();
  try {
    const [ms] = (await Promise.race([
      once(child, 'message', ended),
      once(child, 'exit', ended).then(() =>
        Promise.reject(new Error('a measuring process ended (see above)')),
      ),
    ])) as [number];
    return ms;
  } finally {
    ended.abort();
  }
}

/** The other side: runs what it is sent, one at a time, and says how long it took. */
async function measure(): Promise<void> {
  const client = { id: CLIENT, name: 'Shop', commissionBps: 150 };
  process.on('message', async ({ list, environment, query }: Shape) => {
    const ctx = systemContext(client, environment);
    const startedAt = performance.now();
    if (list === 'delivery') await getDelivery(ctx, query.id!);
    else if (list === 'events') await listEvents(ctx, validate(eventQuery, query));
    else if (list === 'deliveries') await listDeliveries(ctx, validate(deliveryQuery, query));
    else {
      const since = new Date(Date.now() - (DAYS * 24 * 3_600_000 * TO_RESEND) / Number(options.many));
      const { count } = await resendFailed(ctx, { since });
      if (count < TO_RESEND * 0.9) console.error(`only ${count} were due again`);
    }
    process.send?.(performance.now() - startedAt);
  });
  process.on('disconnect', () => void closeDatabase());
}

async function newDatabase(url: string, name: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  await sql`alter database ${sql(name)} set plan_cache_mode = ${sql.unsafe(options.plan)}`;
  await sql.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  await migrate(made.href);
  return made.href;
}

/** One transaction, event and delivery each `DAYS` / `size`, and the shapes to be measured on them. */
async function fill(databaseUrl: string, size: number): Promise<Map<string, Shape>> {
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { synchronous_commit: 'off', session_replication_role: 'replica', jit: 'off' } as never,
  });
  for (const [environment, usual, rare] of [
    ['SANDBOX', 'SUCCEEDED', 'FAILED'],
    ['LIVE', 'FAILED', 'SUCCEEDED'],
  ] as const) {
    for (const id of [ENDPOINT, RARE_ENDPOINT]) {
      await sql`
        insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, created_at)
        values (${CLIENT}, ${environment}, ${id}, 'https://shop.example.com/', '', '', now())`;
    }
    // The rare ones are the oldest but for a fifth, so that a walk from the newest would pass nearly all others.
    await sql`
      create unlogged table filled as
      select i, uuid_v7(at) as id, uuid_v7(at) as event_id, uuid_v7(at) as delivery_id, at,
             case when i between ${size / 5}::int and ${size / 5 + RARE - 1}::int then ${rare} else ${usual} end as status,
             (case when i between ${size / 5 + 5}::int and ${size / 5 + RARE + 4}::int then ${RARE_ENDPOINT} else ${ENDPOINT} end)::uuid as endpoint_id
      from generate_series(1, ${size}::int) i cross join lateral (
        select date_trunc('milliseconds', now() - make_interval(days => ${DAYS}::int) * (1 - i / ${size}::float8)) as at
      ) a`;
    await sql`
      insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
        amount_bututs, commission_bps, status, created_at, updated_at)
      select ${CLIENT}, ${environment}, id, 'collection', 'order-' || i, 1, '', 'PROVIDER_W', 2500, 150, 'PENDING', at, at
      from filled`;
    await sql`
      insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
      select ${CLIENT}, ${environment}, event_id, id, 1, 'payment.succeeded',
             format('{"event":"payment.succeeded","data":{"id":"%s","reference":"order-%s"}}', id, i), i, at
      from filled`;
    await sql`
      insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, attempts, created_at)
      select ${CLIENT}, ${environment}, delivery_id, event_id, endpoint_id, id, 'payment.succeeded', status, ${ATTEMPTS}, at
      from filled`;
    await sql`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, request_headers, address, response_status, latency_ms, response_excerpt)
      select ${CLIENT}, delivery_id, attempt, at, '{"content-type":"application/json","x-gw-attempt":"1"}', '192.0.2.1', 200, 12, 'seen'
      from filled cross join generate_series(1, ${ATTEMPTS}::int) attempt`;
    await sql`drop table filled`;
  }
  await sql`vacuum analyze`;
  const shapes = await shapesOf(sql, size);
  await sql.end();
  return shapes;
}

async function shapesOf(sql: Sql, size: number): Promise<Map<string, Shape>> {
  const shapes = new Map<string, Shape>();
  const atRank = async (environment: Environment, share: number) => {
    const [row] = await sql`
      select d.*, t.client_reference from deliveries d
      join transactions t on t.client_id = d.client_id and t.environment = d.environment and t.id = d.transaction_id
      where d.client_id = ${CLIENT} and d.environment = ${environment} and d.id >= ${lowestIdAt(new Date(Date.now() - (1 - share) * DAYS * 24 * 3_600_000))}
      order by d.id limit 1`;
    return row!;
  };
  const cursorAt = (id: string) => Buffer.from(id).toString('base64url');
  const add = (name: string, environment: Environment, query: Query, list: Shape['list'] = 'deliveries') =>
    shapes.set(name, { list, environment, query });

  for (const [environment, usual, rare] of [
    ['SANDBOX', 'SUCCEEDED', 'FAILED'],
    ['LIVE', 'FAILED', 'SUCCEEDED'],
  ] as const) {
    const middle = await atRank(environment, 0.5);
    const deep = { cursor: cursorAt((await atRank(environment, 0.25)).id) };
    const pastAll = { cursor: cursorAt((await atRank(environment, 0.19)).id) };
    const since = { since: new Date(middle.created_at).toISOString() };
    const until = { until: since.since };
    const of = `${usual}, ${RARE} ${rare}:`;
    for (const [title, query] of [
      ['first page', {}],
      ['limit=100', { limit: '100' }],
      [`status=${usual}`, { status: usual }],
      [`status=${rare}`, { status: rare }],
      ['status=SKIPPED (none)', { status: 'SKIPPED' }],
      ['endpoint_id', { endpoint_id: ENDPOINT }],
      [`endpoint_id of ${RARE}`, { endpoint_id: RARE_ENDPOINT }],
      ['endpoint_id unknown', { endpoint_id: CLIENT }],
      [`endpoint_id, status=${usual}`, { endpoint_id: ENDPOINT, status: usual }],
      [`endpoint_id, status=${rare}`, { endpoint_id: ENDPOINT, status: rare }],
      [`endpoint_id of ${RARE}, status=${usual}`, { endpoint_id: RARE_ENDPOINT, status: usual }],
      [`endpoint_id of ${RARE}, status=PENDING (none)`, { endpoint_id: RARE_ENDPOINT, status: 'PENDING' }],
    ] as [string, Query][]) {
      add(`${of} ${title}`, environment, query);
      add(`${of} ${title}, deep cursor`, environment, { ...query, ...deep });
      add(`${of} ${title}, since`, environment, { ...query, ...since });
      add(`${of} ${title}, until`, environment, { ...query, ...until });
      add(`${of} ${title}, cursor past the rare`, environment, { ...query, ...pastAll });
    }
    const subjects: [string, Query][] = [
      ['transaction_id', { transaction_id: middle.transaction_id }],
      ['event_id', { event_id: middle.event_id }],
      ['reference', { reference: middle.client_reference }],
      ['reference unknown', { reference: 'unknown' }],
      ['event_id unknown', { event_id: CLIENT }],
    ];
    for (const [title, query] of subjects) {
      add(`${of} ${title}`, environment, query);
      add(`${of} ${title}, status=${usual}`, environment, { ...query, status: usual });
      add(`${of} ${title}, status=${rare} (none)`, environment, { ...query, status: rare });
      add(`${of} ${title}, endpoint_id, status, since`, environment, {
        ...query,
        ...since,
        endpoint_id: ENDPOINT,
        status: usual,
      });
      add(`${of} ${title}, deep cursor (none)`, environment, { ...query, ...deep });
    }
    add(`${of} one delivery`, environment, { id: middle.id }, 'delivery');
    add(`${of} events, first page`, environment, {}, 'events');
    add(`${of} events, deep cursor`, environment, deep, 'events');
    add(`${of} events, since`, environment, since, 'events');
    add(`${of} events, until`, environment, until, 'events');
    add(`${of} events, transaction_id`, environment, { transaction_id: middle.transaction_id }, 'events');
    add(`${of} events, transaction_id unknown`, environment, { transaction_id: CLIENT }, 'events');
  }
  if (size < 100) throw new Error('a thousand is the least that shows anything');
  return shapes;
}
