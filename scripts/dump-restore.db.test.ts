import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { freePort } from '#e2e/setup/server';
import { leadTo } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';

// The lines that docs/operations/backup-restore.md gives for a PostgreSQL of one's own, run as they stand there, with the
// server and the tools of one version that this machine has. Skipped where it has none; which versions work is told there.

const root = path.resolve(import.meta.dirname, '..');
const withinMs = 90_000;
const installed = findInstalled();

function findInstalled(): { bin: string; major: number } | undefined {
  const folders = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
  ]);
  const whole = folders.filter((bin) =>
    ['postgres', 'initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'createdb'].every((name) =>
      existsSync(path.join(bin, name)),
    ),
  );
  return whole
    .map((bin) => ({
      bin,
      major: Number(
        /(\d+)/.exec(execFileSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[1],
      ),
    }))
    .filter(({ major }) => major >= 15)
    .sort((a, b) => b.major - a.major)[0];
}

/** PostgreSQL refuses to be root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => /^(postgres|nobody):/.test(each));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The shell lines of the guide under this heading. */
function linesOf(heading: string): string {
  const guide = readFileSync(path.join(root, 'docs/operations/backup-restore.md'), 'utf8');
  const section = guide.slice(guide.indexOf(`## ${heading}`));
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

const title = 'a server of one’s own';
const why = 'skipped: this machine has no PostgreSQL server of 15 or newer with its pg_dump';

describe.skipIf(installed === undefined)(installed === undefined ? `${title} (${why})` : title, () => {
  const { bin = '' } = installed ?? {};
  let home: string;
  let data: string;
  const user = ordinaryUser();
  const acknowledged: string[] = [];
  let beforeDump: string[];
  let url: string;

  const asUser = (program: string, words: string[]) =>
    execFileSync(path.join(bin, program), words, {
      ...user,
      cwd: home,
      stdio: 'ignore',
      env: { ...process.env, LC_ALL: 'C' },
    });

  const shell = (lines: string, environment: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment };
      execFile('/bin/sh', ['-ec', lines], { env, cwd: home }, (error, stdout, stderr) =>
        error ? reject(new Error(stdout + stderr)) : resolve(stdout),
      );
    });

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'kaira-dump-')));
    data = path.join(home, 'data');
    chmodSync(home, 0o755);
    if (user) chownSync(home, user.uid, user.gid);
    const port = await freePort();
    asUser('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    asUser('pg_ctl', ['-D', data, '-o', settings, '-l', path.join(home, 'log'), '-w', 'start']);
    url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await migrate(url, applicationUrl(url));
    leadTo(url);
    Object.assign(process.env, { KAIRA_SECRET: randomBytes(32).toString('hex') });
    const { newClient } = await import('#e2e/setup/people');
    const client = await newClient();
    const stopping = new AbortController();
    const load = Promise.all([work(client, stopping.signal), work(client, stopping.signal)]);
    await vi.waitUntil(() => acknowledged.length > 10, { timeout: withinMs, interval: 20 });
    beforeDump = [...acknowledged];
    await shell(linesOf('With a server of your own').split('# elsewhere')[0] ?? '', {
      DATABASE_URL: applicationUrl(url),
      DATABASE_OWNER_URL: url,
    });
    stopping.abort();
    await load;
  }, withinMs);

  afterAll(async () => {
    const { closeDatabase } = await import('#db/client');
    await closeDatabase();
    asUser('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  async function work(client: Context['client'], signal: AbortSignal): Promise<void> {
    const { move, newLiveCollection, newLivePayout } = await import('#e2e/setup/live');
    while (!signal.aborted) {
      const collection = await newLiveCollection(client);
      await move(client, collection, { kind: 'rail_succeeded', railReference: `r-${collection.id}` });
      const payout = await newLivePayout(client);
      acknowledged.push(collection.id, payout.id);
    }
  }

  test('a dump that is made under load is restored with all of before it, and its books balance', {
    timeout: withinMs,
  }, async () => {
    const restored = url.replace(/postgres$/, 'kaira_restored');
    await shell(linesOf('With a server of your own').split('# elsewhere')[1] ?? '', {
      DATABASE_OWNER_URL: restored,
    });
    const sql = postgres(restored, { max: 1, onnotice: () => {} });
    const rows = await sql`select id from transactions where id in ${sql(beforeDump)}`;
    await sql.end();
    expect(beforeDump.length).toBeGreaterThan(5);
    expect(rows).toHaveLength(beforeDump.length);
    await migrate(restored, applicationUrl(restored));
    const audit = await shell(`"${process.execPath}" "${path.join(root, 'scripts/audit.ts')}"`, {
      DATABASE_URL: applicationUrl(restored),
    });
    expect(audit).toMatch(/\d+ invariants, 0 violations/);
  });
});
