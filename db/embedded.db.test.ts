import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { EmbeddedPostgresError } from './embedded/faults.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

// Not covered: Windows and macOS, a full disk, a read-only disk, and a recovery that takes longer than a start may.

// A start is one second here, and much more on a busy machine with a slow disk.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const isRoot = process.getuid?.() === 0;
let root: string;
const started: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'kaira-embedded-')));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  await chmod(root, 0o755);
});

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
});

afterAll(async () => {
  for (const pid of serversLeft()) process.kill(pid, 'SIGQUIT');
  while (serversLeft().length > 0) await sleep(20);
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

describe('one cluster, in the order of its life', () => {
  const folder = () => join(root, 'life');

  test('a fresh folder gives a PostgreSQL 18 in UTF-8, locale C and UTC on 127.0.0.1 only', async () => {
    const lines: string[] = [];
    const server = await start(folder(), { log: (line) => lines.push(line), settings: { work_mem: '5MB' } });
    expect(server.reused).toBe(false);
    expect(server.url).toMatch(
      new RegExp(`^postgres://postgres:[\\w-]{32}@127\\.0\\.0\\.1:${server.port}/kaira$`),
    );
    const [found] = await query(
      server,
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
         (select datcollate from pg_database where datname = current_database()) as locale,
         current_setting('timezone') as timezone, current_setting('listen_addresses') as addresses,
         current_setting('unix_socket_directories') as sockets, current_setting('password_encryption') as passwords,
         current_setting('work_mem') as work_mem, current_setting('fsync') as fsync`,
    );
    expect(found).toEqual({
      major: 18,
      encoding: 'UTF8',
      locale: 'C',
      timezone: 'UTC',
      addresses: '127.0.0.1',
      sockets: '',
      passwords: 'scram-sha-256',
      work_mem: '5MB',
      fsync: 'off',
    });
    await query(server, 'create table kept (line text)');
    await query(server, `insert into kept values ('first')`);
    expect((await stat(join(folder(), 'password'))).mode & 0o777).toBe(0o600);
    expect(lines.at(-1)).toBe(`PostgreSQL runs on port ${server.port}`);
  });

  test('a wrong password is refused', async () => {
    const server = await start(folder());
    const sql = postgres(server.url.replace(/:[\w-]{32}@/, ':wrong@'), { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' });
    await sql.end();
  });

  test('a stop ends the process, may be repeated, and the next start has the same port and data', async () => {
    const before = await start(folder());
    await Promise.all([before.stop(), before.stop()]);
    await before.stop();
    expect(serversLeft()).toEqual([]);
    const after = await start(folder());
    expect(after).toMatchObject({ port: before.port, reused: false });
    expect(await kept(after)).toEqual(['first']);
  });

  test('of three starts at once, in two processes, one starts the server and the others use it', async () => {
    const [one, other, owner] = await Promise.all([start(folder()), start(folder()), startOwner(folder())]);
    expect([one.reused, other.reused, owner.server.reused].sort()).toEqual([false, true, true]);
    expect([other.pid, owner.server.pid]).toEqual([one.pid, one.pid]);
  });

  test('the server outlives a killed owner, is used again, and is stopped all the same', async () => {
    const owner = await startOwner(folder());
    process.kill(owner.pid, 'SIGKILL');
    await owner.exited;
    const server = await start(folder());
    expect(server).toMatchObject({ reused: true, pid: owner.server.pid, port: owner.server.port });
    expect(await kept(server)).toEqual(['first', ...Array(2).fill('by the owner')]);
    await server.stop();
    expect(serversLeft()).toEqual([]);
  });

  test("Ctrl-C in the owner's terminal does not reach the server", async () => {
    const owner = await startOwner(folder());
    // A terminal signals the whole process group of its foreground job.
    process.kill(-owner.pid, 'SIGINT');
    await owner.exited;
    const server = await start(folder());
    expect(server).toMatchObject({ reused: true, pid: owner.server.pid });
    expect(await kept(server)).toHaveLength(4);
  });

  test('a start while an orphan is shutting down waits and then starts anew', async () => {
    const before = await start(folder());
    process.kill(before.pid, 'SIGINT');
    const after = await start(folder());
    expect(after.reused).toBe(false);
    expect(after.pid).not.toBe(before.pid);
    expect(await kept(after)).toHaveLength(4);
  });

  test('a killed server recovers at the next start with every commit', async () => {
    const before = await start(folder(), { throwAway: false });
    await query(before, `insert into kept values ('before the crash')`);
    process.kill(before.pid, 'SIGKILL');
    const after = await start(folder());
    expect(after.reused).toBe(false);
    expect((await kept(after)).at(-1)).toBe('before the crash');
  });

  test('a pid file that names a live process of somebody else does not block the start', async () => {
    const stranger = spawn('sleep', ['60']);
    const data = join(folder(), 'data');
    await writeFile(
      join(data, 'postmaster.pid'),
      `${stranger.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
    );
    const server = await start(folder());
    expect(server.reused).toBe(false);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  test('an empty pid file does not block the start', async () => {
    await writeFile(join(folder(), 'data', 'postmaster.pid'), '');
    const server = await start(folder());
    expect(server.reused).toBe(false);
  });

  test('a port that somebody else took is left to them, and the one taken instead is remembered', async () => {
    const port = Number(await readFile(join(folder(), 'port'), 'utf8'));
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    const server = await start(folder());
    expect(server.port).not.toBe(port);
    expect(await kept(server)).toHaveLength(5);
    expect(Number(await readFile(join(folder(), 'port'), 'utf8'))).toBe(server.port);
    await server.stop();
    stranger.close();
  });

  test('a setting that PostgreSQL does not know is named in the error', async () => {
    await expect(start(folder(), { settings: { no_such_setting: '1' } })).rejects.toThrow(
      /could not start, it said "FATAL: .*unrecognized configuration parameter "no_such_setting""/,
    );
  });

  test('a lost or wrong password is said plainly, and no server is left running', async () => {
    const path = join(folder(), 'password');
    const right = await readFile(path, 'utf8');
    await writeFile(path, 'wrong\n');
    await expect(start(folder())).rejects.toThrow(
      /refuses the password in .*password: put the right one back/,
    );
    expect(serversLeft()).toEqual([]);
    await rm(path);
    await expect(start(folder())).rejects.toThrow(/The password of the database is missing: put .* back/);
    await writeFile(path, right, { mode: 0o600 });
  });

  test('data of another major version is refused with what to do', async () => {
    const path = join(folder(), 'data', 'PG_VERSION');
    await writeFile(path, '16\n');
    await expect(start(folder())).rejects.toThrow(/made by PostgreSQL 16 and this is PostgreSQL 18: dump it/);
    await writeFile(path, '18\n');
  });
});

longTest('a creation that was killed midway is thrown away and begun anew', async () => {
  const folder = join(root, 'half');
  const owner = spawnOwner(folder);
  const data = join(folder, 'data');
  await expect
    .poll(async () => (existsSync(folder) ? (await readdir(folder)).join(' ') : ''), {
      timeout: 10_000,
      interval: 5,
    })
    .toContain('data.partial');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(existsSync(data)).toBe(false);
  const server = await start(folder);
  expect(server.reused).toBe(false);
  await query(server, 'select 1');
  await server.stop();
  expect(existsSync(join(data, 'PG_VERSION'))).toBe(true);
});

longTest('data that is kept is synced to the disk', async () => {
  const server = await start(join(root, 'durable'), { throwAway: false });
  const [found] = await query(
    server,
    `select current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as all`,
  );
  expect(found).toEqual({ all: 'ononon' });
  await server.stop();
});

test('a folder of other files is not taken for data', async () => {
  const folder = join(root, 'strange');
  await mkdir(join(folder, 'data'), { recursive: true });
  await writeFile(join(folder, 'data', 'letter.txt'), 'dear reader');
  const error = await start(folder).catch((cause) => cause);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect(error.message).toMatch(/holds files but no PostgreSQL data: move them away/);
  expect(await readdir(join(folder, 'data'))).toEqual(['letter.txt']);
});

test('a file in place of the folder is said plainly', async () => {
  const folder = join(root, 'file');
  await writeFile(folder, '');
  await expect(start(folder)).rejects.toThrow(/is a file where a folder for the database is needed/);
});

test.skipIf(!isRoot)(
  'a folder that the user of PostgreSQL may not enter is named before anything is made',
  async () => {
    const closed = join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const error = await start(join(closed, 'project', '.data')).catch((cause) => cause);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error.message).toMatch(
      new RegExp(
        `refuses to run as root, and the user "\\w+".* may not enter ${closed}: move the project .* DATABASE_URL`,
      ),
    );
    expect(await readdir(join(closed, 'project', '.data'))).toEqual([]);
  },
);

type Options = Omit<Parameters<typeof startEmbeddedPostgres>[0], 'folder'>;

async function start(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder, throwAway: true, ...options });
  started.push(server);
  return server;
}

async function query(server: EmbeddedPostgres, text: string): Promise<postgres.Row[]> {
  const sql = postgres(server.url, { max: 1 });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

async function kept(server: EmbeddedPostgres): Promise<string[]> {
  const rows = await query(server, 'select line from kept order by ctid');
  return rows.map((row) => row.line as string);
}

/** A process of its own that starts the server, writes one line and then waits to be killed. */
function spawnOwner(folder: string) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    const { default: postgres } = await import(${JSON.stringify(import.meta.resolve('postgres'))});
    const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, throwAway: true });
    const sql = postgres(server.url);
    await sql\`insert into kept values ('by the owner')\`;
    console.log(JSON.stringify({ pid: server.pid, port: server.port, reused: server.reused }));
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  return owner;
}

async function startOwner(folder: string) {
  const owner = spawnOwner(folder);
  const exited = once(owner, 'exit');
  const [line] = await once(createInterface(owner.stdout), 'line');
  const server = JSON.parse(line) as { pid: number; port: number; reused: boolean };
  return { pid: owner.pid!, exited, server };
}

/** Every process of PostgreSQL on a folder of these tests; its children name no folder and end with it. */
function serversLeft(): number[] {
  const { stdout } = spawnSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(`-D ${root}`));
  return lines.map((line) => Number.parseInt(line, 10));
}
