import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { longTest } from '#e2e/setup/long-test';
import { leadTo } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/transactions/transaction';

// The drill of docs/operations/backup-restore.md: a backup of a gateway that is at work, put back elsewhere by the very
// commands, and recounted. A PostgreSQL of its own, durable as in production.

const secret = 'the secret of this drill, which is kept apart';
const root = path.resolve(import.meta.dirname, '..');
const withinMs = 120_000;

/** What was acknowledged to a caller. */
interface Acknowledged {
  id: string;
  status: string;
}
/** The moments of the drill, each with all that was acknowledged by then. */
interface Mark {
  at: Date;
  acknowledged: Acknowledged[];
}

let home: string;
let server: EmbeddedPostgres;
let backups: string[];
const acknowledged: Acknowledged[] = [];
const marks: Record<'beforeBackup' | 'afterBackup' | 'later', Mark> = {} as never;
let endpoint: { id: string; secret: string };
let lastPosition: string;

beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-backup-')));
  await chmod(home, 0o755);
  const folder = path.join(home, 'original', 'postgres');
  server = await startEmbeddedPostgres({ folder });
  await migrate(server.url, applicationUrl(server.url));
  await runs('backup', ['--to', path.join(home, 'backups'), '--archive'], 'original');
  // Archiving begins with a start.
  await server.stop();
  server = await startEmbeddedPostgres({ folder });

  leadTo(server.url);
  Object.assign(process.env, { KAIRA_SECRET: secret, WEBHOOK_ALLOW_PRIVATE: '1' });
  const { newClient } = await import('#e2e/setup/people');
  const { createEndpoint } = await import('#lib/webhooks/endpoints');
  const client = await newClient();
  const ctx: Context = { client, environment: 'LIVE', actor: { type: 'system' }, now: () => new Date() };
  const made = await createEndpoint(ctx, {
    url: 'http://localhost:4444/hook',
    events: [],
    payload_form: 'current',
    description: null,
  });
  endpoint = { id: made.endpoint.id, secret: made.secret };

  const stopping = new AbortController();
  const load = Promise.all([
    work(client, stopping.signal),
    work(client, stopping.signal),
    work(client, stopping.signal),
  ]);
  const acknowledgedMore = async (count: number) => {
    const wanted = acknowledged.length + count;
    await vi.waitUntil(() => acknowledged.length >= wanted, { timeout: withinMs, interval: 20 });
  };
  await acknowledgedMore(20);
  marks.beforeBackup = await mark();
  await runs('backup', ['--to', path.join(home, 'backups')], 'original');
  marks.afterBackup = await mark();
  await acknowledgedMore(20);
  marks.later = await mark();
  await acknowledgedMore(20);
  stopping.abort();
  await load;
  await archiveAll();
  backups = (await readdir(path.join(home, 'backups'))).filter((name) => name !== 'wal').sort();
}, withinMs);

afterAll(async () => {
  const { closeDatabase } = await import('#db/client');
  await closeDatabase();
  await server?.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Money that comes in and goes out, one after the other; each step is noted once it was acknowledged. */
async function work(client: Context['client'], signal: AbortSignal): Promise<void> {
  const { move, newLiveCollection, newLivePayout } = await import('#e2e/setup/live');
  const note = ({ id, status }: Transaction) => acknowledged.push({ id, status });
  while (!signal.aborted) {
    const collection = await newLiveCollection(client);
    note(collection);
    note(await move(client, collection, { kind: 'rail_succeeded', railReference: `r-${collection.id}` }));
    const payout = await newLivePayout(client);
    note(payout);
    note(await move(client, payout, { kind: 'payout_delivered', railReference: `p-${payout.id}` }));
    // Enough that something is always under way, and not all that the machine has.
    await sleep(10);
  }
}

async function mark(): Promise<Mark> {
  const done = [...acknowledged];
  const at = await withDatabase(
    server.url,
    async (sql) => (await sql`select clock_timestamp() as now`)[0]?.now,
  );
  // Whatever is committed from here on is later than this moment.
  return { at, acknowledged: done };
}

async function archiveAll(): Promise<void> {
  await withDatabase(server.url, async (sql) => {
    const [{ position } = { position: '' }] = await sql`select max(position)::text as position from events`;
    lastPosition = position;
    const [{ file } = { file: '' }] = await sql`select pg_walfile_name(pg_switch_wal()) as file`;
    for (let tries = 0; tries < 600; tries++) {
      const [row] =
        await sql`select last_archived_wal >= ${file} as done, failed_count::int as failed from pg_stat_archiver`;
      if (row?.done) return;
      await sleep(50);
    }
    throw new Error('the archive is behind');
  });
}

async function withDatabase<T>(url: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
}

/** One of our commands, as `npm run` starts it, on a data folder of the drill. */
function command(
  script: string,
  words: string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, KAIRA_DATA_DIR: path.join(home, folder), KAIRA_SECRET: secret, ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'scripts', `${script}.ts`), ...words],
      { env, cwd: root },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

async function runs(script: string, words: string[], folder: string): Promise<string> {
  const { code, output } = await command(script, words, folder);
  expect([code, output]).toEqual([0, expect.any(String)]);
  return output;
}

const latest = () => path.join(home, 'backups', backups.at(-1) ?? '');

/** Puts the newest backup back, recounts the books, and lets a test look. */
async function restored(
  folder: string,
  words: string[],
  look: (sql: Sql, url: string) => Promise<void>,
): Promise<void> {
  await runs('restore', ['--from', latest(), ...words], folder);
  const audit = await command('audit', [], folder);
  expect([audit.code, audit.output]).toEqual([0, expect.stringMatching(/\d+ invariants, 0 violations/)]);
  const copy = await startEmbeddedPostgres({ folder: path.join(home, folder, 'postgres') });
  try {
    await withDatabase(copy.url, (sql) => look(sql, copy.url));
  } finally {
    await copy.stop();
  }
}

/** Which of what was acknowledged is not there, or stands before what was said of it. */
async function missing(sql: Sql, list: Acknowledged[]): Promise<Acknowledged[]> {
  const rows = await sql`
    select transaction_id as id, to_status as status from transaction_changes where transaction_id in ${sql(list.map(({ id }) => id))}`;
  const known = new Set(rows.map(({ id, status }) => `${id} ${status}`));
  return list.filter(({ id, status }) => !known.has(`${id} ${status}`));
}

/** What a process with this secret makes of the sealed secret of the endpoint. */
function readSealed(url: string, withSecret: string): Promise<string> {
  const ask = `
    const { places, unseal } = await import('./lib/seal.ts');
    const { default: postgres } = await import('postgres');
    const sql = postgres(process.env.DATABASE_URL, { max: 1 });
    const [row] = await sql\`select secret_sealed from webhook_endpoints where id = \${process.env.ENDPOINT}\`;
    await sql.end();
    try { console.log(unseal(places.webhookSecret(process.env.ENDPOINT), row.secret_sealed)); } catch (error) { console.log(error.message); }`;
  const env = { ...process.env, DATABASE_URL: url, KAIRA_SECRET: withSecret, ENDPOINT: endpoint.id };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', ask], { env, cwd: root }, (_, stdout, stderr) =>
      resolve((stdout + stderr).trim()),
    );
  });
}

test('a backup that is whole is noted in the database, and one that was not begun is not', async () => {
  const { sqlClient } = await import('#db/client');
  // The first order only had the archive set up.
  const [row] = await sqlClient()`select count(*)::int as backups, max(finished_at) as last from backups`;
  expect(row?.backups).toBe(1);
  expect(new Date(row?.last).getTime()).toBeGreaterThan(marks.beforeBackup.at.getTime());
});

describe('a backup of a gateway at work', () => {
  longTest(
    'alone has all that was acknowledged before it began; its books balance, and what is sealed opens with its secret only',
    {
      timeout: withinMs,
    },
    async () => {
      expect(marks.beforeBackup.acknowledged.length).toBeGreaterThan(10);
      await restored('alone', ['--alone'], async (sql, url) => {
        expect(await missing(sql, marks.beforeBackup.acknowledged)).toEqual([]);
        // What is sealed opens with the same secret, and with no other.
        const opened = await Promise.all(
          [secret, 'another secret of the right length'].map((each) => readSealed(url, each)),
        );
        expect(opened[0]).toBe(endpoint.secret);
        expect(opened[1]).toMatch(
          /cannot be read: it was altered, or KAIRA_SECRET is not the one that sealed it/,
        );
      });
    },
  );

  test('with the archive has all that was ever acknowledged, and events come after the last', {
    timeout: withinMs,
  }, async () => {
    await restored('newest', [], async (sql, url) => {
      expect(await missing(sql, acknowledged)).toEqual([]);
      const settings = await sql`
        select name from pg_settings where name ~ '^(archive_(mode|command)|restore_command|recovery_target_time)$' and setting not in ('', 'off', '(disabled)')`;
      expect(settings, 'it archives nowhere').toEqual([]);
      await migrate(url, applicationUrl(url));
      const [row] = await sql`
        select event_position() > ${lastPosition}::bigint + (1::bigint << 31) as "isLater", max(position)::text as last, base::text, system_identifier
        from event_position_base left join events on true group by base, system_identifier`;
      expect(row, lastPosition).toMatchObject({ isLater: true });
    });
  });

  longTest(
    'with the archive until a moment has all of before it and nothing of after it',
    {
      timeout: withinMs,
    },
    async () => {
      const { at, acknowledged: before } = marks.later;
      await restored('until', ['--until', at.toISOString()], async (sql) => {
        expect(await missing(sql, before)).toEqual([]);
        expect(before.length).toBeGreaterThan(marks.afterBackup.acknowledged.length);
        const [row] = await sql`
        select (select count(*)::int from transaction_changes where at > ${at.toISOString()}::timestamptz) as after`;
        expect(row?.after).toBe(0);
        expect((await missing(sql, acknowledged)).length).toBeGreaterThan(0);
      });
    },
  );

  test('has neither the secret nor anything sealed in clear', async () => {
    const files = await readdir(latest(), { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile())) {
      const bytes = await readFile(path.join(file.parentPath, file.name));
      expect(bytes.includes(secret), file.name).toBe(false);
      expect(bytes.includes(endpoint.secret), file.name).toBe(false);
    }
  });
});

describe('a restore is refused', () => {
  const refusal = async (words: string[], folder = 'nowhere', environment: Record<string, string> = {}) => {
    const { code, output } = await command('restore', words, folder, environment);
    expect(code).toBe(1);
    return output.trim();
  };

  test('with another secret, over a database, or to a moment that it has not', async () => {
    const from = ['--from', latest()];
    const early = marks.beforeBackup.at.toISOString();
    const refusals: [said: RegExp, words: string[], folder?: string, environment?: Record<string, string>][] =
      [
        [/^KAIRA_SECRET is not the one of this backup/, from, 'nowhere', { KAIRA_SECRET: 'x'.repeat(40) }],
        [/^There is a database in .+ already/, from, 'original'],
        [/^This backup ends at/, [...from, '--until', early]],
        [/^--until is a time with its zone/, [...from, '--until', 'yesterday']],
        [/^DATABASE_URL is set/, from, 'nowhere', { DATABASE_URL: 'postgres://127.0.0.1/x' }],
      ];
    await Promise.all(
      refusals.map(async ([said, words, folder, environment]) =>
        expect(await refusal(words, folder, environment)).toMatch(said),
      ),
    );
  });

  test('where a byte of the backup was changed, and leaves no database behind', async () => {
    const file = path.join(latest(), 'data', 'PG_VERSION');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('8', '7'));
    expect(await refusal(['--from', latest()], 'damaged')).toBe(
      'The backup is damaged: PG_VERSION is not what it was.',
    );
    await writeFile(file, text);
    expect(await readdir(path.join(home, 'damaged', 'postgres'))).not.toContain('data');
  });
});
