import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { getHealth, type Health } from '#lib/health/get-health';
import { knownJobs } from '#lib/health/job-words';
import type { HealthLine } from '#lib/health/line';
import { readServers } from '#lib/health/read-servers';
import { startWorker } from '#lib/jobs/worker';
import { recordAudit } from '#lib/ledger/run-audit';
import { settings } from '#lib/settings';

let database: TestDatabase;
let sql: Sql;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  await ensureAccounts();
  folder = mkdtempSync(path.join(tmpdir(), 'kaira-health-'));
  settings().KAIRA_DATA_DIR = folder;
  settings().KAIRA_MODE = 'production';
});
afterAll(async () => {
  settings().KAIRA_MODE = 'local';
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(async () => {
  await sql`delete from workers`;
  await sql`delete from backups`;
});

const look = () => getHealth(new Date());

function linesOf({ lines }: Health, area: HealthLine['area']) {
  return lines.filter((line) => line.area === area).map(({ tone, text }) => [tone, text]);
}

describe('what the health of an installation is read from', () => {
  it('a worker tells of each of its periodic jobs, and is missed once it has stopped', async () => {
    const worker = startWorker(folder);
    await expect
      .poll(
        async () => {
          const [row] = await sql`select turns from workers`;
          return Object.values<{ done_at: string | null }>(row?.turns ?? {}).filter((each) => each.done_at)
            .length;
        },
        { timeout: 30_000, interval: 200 },
      )
      // The first heartbeat comes before the first turn of others, and the second after it.
      .toBeGreaterThan(5);
    await worker.stop();
    const at = await look();
    expect(linesOf(at, 'workers')).toEqual([
      ['succeeded', 'One worker works, and each periodic job was done in time.'],
    ]);
    expect(at.jobs.filter(({ job }) => !knownJobs.includes(job))).toEqual([]);
    await sql`update workers set seen_at = seen_at - interval '5 minutes'`;
    expect(linesOf(await look(), 'workers')[0]?.[1]).toMatch(
      /^No worker works: the last one was seen 5 minutes ago/,
    );
  });

  it('a job that no worker has done in time is named', async () => {
    await sql`
      insert into workers (id, name, version, started_at, seen_at, turns)
      select gen_random_uuid(), 'one 1', '0.1.0', now(), now(),
             jsonb_build_object('seals', jsonb_build_object('done_at', now() - interval '6 minutes', 'due_at', now() - interval '5 minutes'))`;
    const at = await look();
    expect(linesOf(at, 'workers')[0]).toEqual([
      'failed',
      'Sealing the books: this was due 5 minutes ago, and no worker has done it.',
    ]);
    expect(at.jobs).toMatchObject([{ job: 'seals', is_late: true }]);
  });

  it('what is due and nobody takes up is told with how much waits', async () => {
    await sql`
      insert into messages (event, address, kind, facts, run_at, useful_until, created_at)
      select 'e' || n, 'a@example.com', 'invitation', '{}', now() - interval '10 minutes', now() + interval '1 day', now()
      from generate_series(1, 3) n`;
    const [overdue, waits] = linesOf(await look(), 'backlog');
    expect(overdue?.[1]).toMatch(/^A message to a person has been due for 10 minutes/);
    expect(waits?.[1]).toMatch(/; no webhooks and 3 messages that wait/);
    await sql`delete from messages`;
  });

  it('an old backup and an old or failed recount are told, and what a recount found', async () => {
    await sql`update clients set created_at = now() - interval '9 days'`;
    await sql`insert into backups values (now() - interval '73 hours')`;
    const old = await look();
    expect(linesOf(old, 'backups')).toEqual([
      ['failed', expect.stringMatching(/^The last backup that was whole ended 3 days ago/)],
    ]);
    expect(linesOf(old, 'audit')).toEqual([['failed', 'The books have never been recounted.']]);
    await sql`insert into backups default values`;
    await recordAudit(sql, [{ name: 'sums', violations: 2, examples: [] } as never], 100);
    const found = await look();
    expect(linesOf(found, 'backups')[0]?.[0]).toBe('succeeded');
    expect(linesOf(found, 'audit')[0]?.[1]).toMatch(/found 2 things wrong/);
    await sql`
      insert into ledger_audits (id, started_by_name, started_at, seen_at, checks_total, lines, error)
      select 'ffffffff-0000-7000-8000-000000000000', 'A', now(), now(), 1, '[]', 'The disk was full.'`;
    expect(linesOf(await look(), 'audit')[1]?.[1]).toBe('The newest recount did not end: The disk was full.');
    await sql`delete from ledger_audits`;
  });

  it('a disk that is nearly full is told, and that the disk of a server of one’s own is not known', async () => {
    const { lines } = await getHealth(new Date(), async () => ({
      bavail: 100,
      blocks: 10_000,
      bsize: 1_000_000,
    }));
    const disks = lines.filter(({ area }) => area === 'disk').map(({ tone, text }) => [tone, text]);
    expect(disks).toEqual([
      ['failed', 'The disk of the data folder on this machine has 100 MB free of 10.0 GB.'],
      [
        'unknown',
        expect.stringMatching(/^The free space of the database is not known: PostgreSQL is a server/),
      ],
    ]);
  });

  it('the disk of the built-in database is looked at, as long as that is the one in use', async () => {
    const { port, hostname } = new URL(settings().DATABASE_URL);
    mkdirSync(path.join(folder, 'postgres'), { recursive: true });
    writeFileSync(path.join(folder, 'postgres/port'), `${port || 5432}\n`);
    const texts = linesOf(await look(), 'disk').map(([, text]) => text);
    if (hostname === '127.0.0.1')
      expect(texts[1]).toMatch(/^The disk of the built-in database on this machine has/);
    rmSync(path.join(folder, 'postgres'), { recursive: true });
  });

  it('the certificate that browsers meet is told by the days that it has left, and what they say against it', async () => {
    const before = settings().baseUrl;
    const made = ['-days', '5', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'key.pem', '-out', 'cert.pem'];
    execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=localhost'], {
      cwd: folder,
      stdio: 'pipe',
    });
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(path.join(folder, name)));
    const server = createServer({ key, cert } as object).on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    settings().baseUrl = `https://localhost:${port}`;
    expect(linesOf(await look(), 'certificates')).toEqual([
      ['failed', `Browsers refuse the certificate of localhost:${port}: DEPTH_ZERO_SELF_SIGNED_CERT.`],
      ['failed', `The certificate of localhost:${port} ends in 4 days.`],
    ]);
    server.close();
    await once(server, 'close');
    expect(linesOf(await look(), 'certificates')).toEqual([
      ['unknown', `The certificate of localhost:${port} is not known: nobody answers there with TLS.`],
    ]);
    settings().baseUrl = before;
  });

  it('each server that DATABASE_URL names is asked by itself', async () => {
    const url = settings().DATABASE_URL;
    const { host } = new URL(url);
    const found = await readServers(url.replace(host, `${host},127.0.0.1:1`));
    expect(found).toEqual([
      { name: host, state: 'primary', behindSeconds: null },
      { name: '127.0.0.1:1', state: 'away', behindSeconds: null },
    ]);
  });

  it('the database, its schema and the versions are read as the application’s role may', async () => {
    const at = await look();
    expect(linesOf(at, 'database')[0]?.[1]).toMatch(
      /^PostgreSQL \d+(\.\d+)? answers, and holds \d+(\.\d)? MB\.$/,
    );
    expect(linesOf(at, 'versions')).toEqual([
      ['succeeded', expect.stringMatching(/^This server is Kaira \d+\.\d+\.\d+ on Node 24\./)],
      ['succeeded', expect.stringMatching(/^The database has had all \d+ migrations/)],
    ]);
    expect(linesOf(at, 'history')[0]?.[0]).toBe('succeeded');
    expect(linesOf(at, 'seals')).toHaveLength(1);
  });
});
