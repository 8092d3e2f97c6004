import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '../setup/server.ts';
import { copyTemplate, dropDatabase } from '../setup/throw-away-postgres.ts';
import type { Json } from './support.ts';

// `npm start` as a process. Not covered: a full disk, and Ctrl-C in a real terminal.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
const started: Start[] = [];
/** The one that several tests look at. */
let outlasting: Start | undefined;
/** As a rail that moves money is given. */
const liveRail = {
  RAIL_W_BASE_URL: 'https://rail.invalid',
  RAIL_W_API_KEY: 'a key of a rail',
  RAIL_W_NOTICE_SECRETS: 'a secret of a rail',
};

interface Start {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  exited: Promise<number | null>;
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-start-')));
  // PostgreSQL runs as another user where we are root.
  await chmod(folder, 0o755);
});

afterEach(() => endAll((each) => each !== outlasting));

afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function endAll(which: (each: Start) => boolean = () => true): Promise<void> {
  for (const each of started.filter(which)) {
    each.child.kill('SIGTERM');
    await each.exited;
    started.splice(started.indexOf(each), 1);
  }
}

// They stop by themselves before anything slow, so they may run beside each other.
describe.concurrent('what keeps it from starting is one sentence and exit code 1', () => {
  test('a port that is taken', async () => {
    const stranger = createServer().listen(0);
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    await refuses(
      { PORT: String(port) },
      new RegExp(`^Port ${port} is taken by another program: stop that one`),
    );
    stranger.close();
  });

  test('a setting that is wrong', () =>
    refuses({ PORT: 'se7en' }, /^PORT must be a whole number .*\.env\.example/));

  test('a rail with a part of its settings, or a setting that no rail has', async () => {
    const stderr = await refuses(
      { RAIL_W_API_KEY: 'hunter2' },
      /^RAIL_W_BASE_URL, RAIL_W_NOTICE_SECRETS missing: /,
    );
    expect(stderr).not.toContain('hunter2');
    await refuses({ RAIL_W_API_KEI: 'hunter2' }, /^RAIL_W_API_KEI: no rail has such a setting$/m);
  });

  test('a mode that does not exist', () => refuses({ KAIRA_MODE: 'staging' }, /^KAIRA_MODE /));

  test('production without its settings', () =>
    refuses(
      { NODE_ENV: 'production' },
      /^DATABASE_URL is missing \(.*\); KAIRA_SECRET is missing \(.*\)\. See \.env\.example/,
    ));

  test('production with a setting that is misspelt', () =>
    refuses(
      {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://localhost/kaira',
        BASE_URL: 'https://pay.example.com',
        KAIRA_SECRET: 'a secret of the tests, 32 characters or more',
        DATABASE_POLL: '8',
      },
      /^DATABASE_POLL is not a setting of Kaira\./,
    ));

  test.each(['127.0.0.1', 'localhost'])('a DATABASE_URL on %s that nobody answers', async (host) => {
    const url = `postgres://kaira:hunter2@${host}:${await freePort()}/kaira`;
    const stderr = await refuses({ DATABASE_URL: url }, /^The database at DATABASE_URL could not be reached/);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('hunter2');
  });

  test.each(['start', 'migrate', 'worker'])(
    'production as a superuser, for scripts/%s.ts',
    async (script) => {
      await refuses(
        {
          NODE_ENV: 'production',
          KAIRA_MODE: 'production',
          DATABASE_URL: inject('databaseUrl'),
          BASE_URL: 'https://pay.example.com',
          KAIRA_SECRET: 'a secret of the tests, 32 characters or more',
        },
        /^The role postgres of DATABASE_URL is a superuser, so that .* role of its own/,
        script,
      );
    },
  );

  test('a data folder that is a file', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await refuses({ KAIRA_DATA_DIR: file }, /^[^\n]*file[^\n]*$/);
  });

  test('a data folder that cannot be made', () =>
    refuses({ KAIRA_DATA_DIR: '/proc/kaira' }, /^[^\n]*\/proc\/kaira[^\n]*$/));
});

describe('one data folder, in the order of its life', () => {
  const data = () => path.join(folder, 'data');
  let key: string;

  let first: Awaited<ReturnType<typeof startUp>>;

  test('a first start makes all there is, and its curl lines work as printed', async () => {
    first = await startUp({ WEB_CONCURRENCY: '2' });
    outlasting = started.at(-1);
    const { output, port, child } = first;
    // The servers know the application's address alone, and nobody has to be warned.
    expect(output.stderr).not.toContain('can change the books');
    const servers = (await childrenOf(child)).filter(isServer);
    expect(servers).toHaveLength(2);
    for (const pid of servers) {
      const given = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(given).toContain('DATABASE_URL=postgres://kaira_app:');
      expect(given).not.toMatch(/postgres:\/\/postgres:|DATABASE_OWNER_URL/);
    }
    const demo = JSON.parse(await readFile(path.join(data(), 'demo.json'), 'utf8'));
    key = demo.clients[0].keys.test;
    for (const file of ['demo.json', 'secret']) {
      expect((await stat(path.join(data(), file))).mode & 0o777).toBe(0o600);
    }
    expect(output.stdout).toContain(`http://localhost:${port}/api/v1`);
    expect(output.stdout).toContain(`${demo.admin.email}  ${demo.admin.password}`);
    const [pay = '', look = ''] = output.stdout.split('\n').filter((line) => line.startsWith('curl '));
    const paid = JSON.parse((await run('sh', ['-c', pay])).stdout);
    expect(paid).toMatchObject({ status: 'success', data: { amount: '100.00', status: 'PENDING' } });
    await expect
      .poll(async () => JSON.parse((await run('sh', ['-c', look])).stdout).data.status, { timeout: 15_000 })
      .toBe('SUCCEEDED');
  });

  test('beside it, a second start on the same data waits and says who is in the way, a scrape counts for all servers, and all that is killed is replaced', async () => {
    const { child, port } = first;
    // It waits ten seconds for the folder.
    const other = start({ PORT: String(await freePort()) });
    const servers = (await childrenOf(child)).filter(isServer);
    const { requests } = await counted(port);
    const expected = { processes: 2, requests: requests + 20 };
    for (let time = 0; time < 20; time++) {
      await fetch(`http://localhost:${port}/api/v1/client/transactions`, {
        headers: { Authorization: `Bearer ${key}`, Connection: 'close' },
      });
    }
    // Whichever of them is scraped.
    for (let time = 0; time < 5; time++) expect(await counted(port)).toEqual(expected);
    process.kill(servers[0]!, 'SIGKILL');
    for (let time = 0; time < 20; time++) {
      const answer = await fetch(`http://localhost:${port}/healthz`, {
        headers: { Connection: 'close' },
        signal: AbortSignal.timeout(5_000),
      });
      expect(answer.status).toBe(200);
    }
    await expect
      .poll(async () => (await childrenOf(child)).filter((pid) => isServer(pid) && !servers.includes(pid)), {
        timeout: 20_000,
      })
      .toHaveLength(1);
    await expect.poll(() => counted(port), { timeout: 20_000 }).toEqual(expected);
    const before = await runningPostgres();
    process.kill(before, 'SIGKILL');
    await expect.poll(async () => (await runningPostgres()) !== before, { timeout: 20_000 }).toBe(true);
    await expect
      .poll(async () => (await fetch(`http://localhost:${port}/readyz`)).status, { timeout: 20_000 })
      .toBe(200);
    expect(await other.exited).toBe(1);
    expect(other.output.stderr.trim()).toMatch(/^Another Kaira is running on the data in [^\n]*$/);
    expect(other.output.stdout).toContain('waiting for it to stop');
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  });

  test('after kill -9 a further start takes over, keeps the data and makes nothing anew; SIGTERM ends all of it with 0', async () => {
    const servers = (await childrenOf(first.child)).filter(isServer);
    first.child.kill('SIGKILL');
    await first.exited;
    outlasting = undefined;
    await expect.poll(() => servers.filter(isServer), { timeout: 10_000 }).toEqual([]);
    const { child, exited, port, output } = await startUp({ PORT: String(first.port) });
    expect(output.stdout).not.toContain('Creating the demo data');
    const answer = await fetch(`http://localhost:${port}/api/v1/client/transactions`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('100.00');
    const postgresPid = await runningPostgres();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(isAlive(postgresPid)).toBe(false);
    await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
  });

  test('SIGTERM in the middle of the start ends it with 0 and leaves no PostgreSQL', async () => {
    const { child, exited } = start({ PORT: String(await freePort()) });
    await expect.poll(async () => isAlive(await runningPostgres()), { timeout: 20_000 }).toBe(true);
    const postgresPid = await runningPostgres();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(isAlive(postgresPid)).toBe(false);
  });

  test('admin:create makes an operator once', async () => {
    const words = ['scripts/admin-create.ts', '--email', 'Fatou@Example.com', '--name', 'Fatou Bah'];
    const { stdout } = await run(process.execPath, words, { cwd: root, env: environment({}) });
    expect(stdout).toMatch(/E-mail {4}fatou@example\.com\n {2}Password {2}\S{12,}\n/);
    await expect(run(process.execPath, words, { cwd: root, env: environment({}) })).rejects.toMatchObject({
      code: 1,
      stderr: 'A user with the e-mail fatou@example.com exists already; nothing was changed.\n',
    });
  });

  test('beside rails that move money the people of the demo are warned of, and nothing of theirs is printed', async () => {
    const demo = JSON.parse(await readFile(path.join(data(), 'demo.json'), 'utf8'));
    const { output } = await startUp({ ...liveRail, KAIRA_WORKER: 'off' });
    expect(output.stdout).toMatch(/People of the demo.* can sign in beside rails that move money/);
    for (const secret of [
      demo.admin.password,
      ...demo.clients.flatMap((each: Json) => [each.password, each.keys.live]),
    ])
      expect(output.stdout).not.toContain(secret);
  });

  async function counted(port: number) {
    const answer = await fetch(`http://localhost:${port}/metrics`, { headers: { Connection: 'close' } });
    const text = await answer.text();
    const [, processes] = /^kaira_processes (\d+)$/m.exec(text) ?? [];
    const requests = [...text.matchAll(/^kaira_http_request_seconds_count\{.*\} (\d+)$/gm)];
    return {
      processes: Number(processes),
      requests: requests.reduce((sum, [, count]) => sum + Number(count), 0),
    };
  }

  async function startUp(extra: Record<string, string> = {}) {
    const port = Number(extra.PORT ?? (await freePort()));
    const own = start({ PORT: String(port), ...extra });
    await Promise.race([
      expect.poll(() => own.output.stdout, { timeout: 80_000 }).toContain('Ctrl-C stops it.'),
      own.exited.then((code) => {
        throw new Error(`it ended with ${code}:\n${own.output.stdout}\n${own.output.stderr}`);
      }),
    ]);
    return { ...own, port };
  }

  async function runningPostgres(): Promise<number> {
    const text = await readFile(path.join(data(), 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
    return Number.parseInt(text, 10);
  }
});

test('a DATABASE_URL that is set is used as it is: a new database elsewhere, or one beside rails that move money, gets no demo data', async () => {
  const name = `kaira_start_${process.pid}`;
  const DATABASE_URL = await copyTemplate(inject('postgresUrl'), name);
  const data = path.join(folder, 'no-demo');
  const begin = async (extra: Record<string, string>) => {
    const own = start({
      PORT: String(await freePort()),
      DATABASE_URL,
      KAIRA_DATA_DIR: data,
      KAIRA_WORKER: 'off',
      ...extra,
    });
    await expect.poll(() => own.output.stdout, { timeout: 80_000 }).toContain('Ctrl-C stops it.');
    own.child.kill('SIGTERM');
    await own.exited;
    return own.output;
  };
  try {
    const { stdout, stderr } = await begin({});
    expect(stdout).toContain('the one at DATABASE_URL');
    expect(stdout).not.toMatch(/[Dd]emo|[Pp]assword|sk_/);
    // A superuser's, for both.
    expect(stderr).toContain('is a superuser, so that');
    await expect(stat(path.join(data, 'postgres'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await begin(liveRail)).stdout).not.toMatch(/[Dd]emo|[Pp]assword|sk_/);
    await expect(stat(path.join(data, 'demo.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    await refuses(
      {
        DATABASE_URL,
        KAIRA_DATA_DIR: data,
        KAIRA_DEMO_DATA: 'always',
        ...liveRail,
        PORT: String(await freePort()),
      },
      /^KAIRA_DEMO_DATA=always makes people whose passwords are printed, and is refused beside rails/,
    );
  } finally {
    await dropDatabase(inject('postgresUrl'), name);
  }
});

function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    KAIRA_DATA_DIR: path.join(folder, 'data'),
    PAGES_AT_START: 'off',
    LOG_LEVEL: 'silent',
    ...extra,
  } as unknown as NodeJS.ProcessEnv;
}

function start(extra: Record<string, string>, script = 'start', mayLast = true): Start {
  const child = spawn(process.execPath, [`scripts/${script}.ts`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(extra),
    ...(!mayLast && { timeout: 60_000 }),
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const own = { child, output, exited: once(child, 'exit').then(([code]) => code as number | null) };
  if (mayLast) started.push(own);
  return own;
}

/** Starts it, expects it to refuse with one line that matches, and answers with that line. */
async function refuses(extra: Record<string, string>, sentence: RegExp, script = 'start'): Promise<string> {
  const { exited, output } = start({ PORT: String(await freePort()), ...extra }, script, false);
  expect(await exited).toBe(1);
  // That it owns the books is no reason not to start.
  const said =
    extra.KAIRA_MODE === 'production'
      ? output.stderr.trim()
      : output.stderr.replace(/^The role .* can change the books: .*\n/m, '').trim();
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toMatch(sentence);
  return output.stderr;
}

function run(program: string, words: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return promisify(execFile)(program, words, options);
}

async function childrenOf({ pid }: ChildProcess): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim().split(/\s+/).map(Number);
}

const isServer = (pid: number) => isAlive(pid) && commandOf(pid).includes('server.mjs');

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** One that has ended and whose new parent has not asked for it yet has no command any more. */
function isAlive(pid: number): boolean {
  return commandOf(pid) !== '';
}
