import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { applicationUrl } from '#db/roles';
import { freePort } from '#scripts/free-port';
import { callKinds, listedKinds, noticeKinds } from '#simulator/misbehaviour';

export { freePort };

// What the soak of the live rails runs on: a database server, the rails in a process of their own, and gateways that
// can be killed. `strike` ends all of it.

const root = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 120_000;
const endWithinMs = 15_000;
const children = new Set<ChildProcess>();
let database: EmbeddedPostgres | undefined;
let folder: string | undefined;

/** The settings that the gateways and this process share. */
const common = {
  TZ: 'UTC',
  KAIRA_MODE: 'local',
  KAIRA_SECRET: 'a secret of the soak, 32 characters or more',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
};

/** A folder that `strike` removes, for logs, books and databases. */
export async function openFolder(): Promise<string> {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-soak-')));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  await chmod(folder, 0o755);
  return folder;
}

/** Durable as in production unless `fast`; in a folder of its own, which is the answer with its address. */
export async function startDatabase(
  fast: boolean,
  settings: Record<string, string> = {},
): Promise<{ url: string; folder: string; pid: number }> {
  const own = folder ?? (await openFolder());
  database = await startEmbeddedPostgres({
    folder: path.join(own, 'postgres'),
    throwAway: fast,
    settings: { max_wal_size: '4GB', max_connections: '200', ...settings },
  });
  setDatabase(database.url);
  return { url: database.url, folder: own, pid: database.pid };
}

/** The database of this process's own settings from now on. */
export function setDatabase(url: string): void {
  Object.assign(process.env, common, { DATABASE_URL: applicationUrl(url), LOG_LEVEL: 'error' });
}

/** Ends everything. `keep` leaves the folder with the book, the logs and the database's files. */
export async function strike(keep: boolean): Promise<void> {
  await Promise.all([...children].map(end));
  await database?.stop();
  if (folder && !keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // A stopped process hears of nothing but this and SIGKILL.
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await exited;
  clearTimeout(overdue);
}

export interface Rails {
  origin: string;
  book: string;
  /** The gateway's settings by which it reaches them. */
  settings: Record<string, string>;
  /** The same for the second wallet of each rail, where there is one. */
  settings2: Record<string, string> | undefined;
  /** `GET` without a body, else `POST`. Undefined: 404. */
  control<T>(order: string, body?: object): Promise<T | undefined>;
  /** The rail's own record of a day, as CSV: of all its wallets. */
  statement(rail: string, day: string): Promise<string>;
  /** When each kill was. */
  kills: number[];
  /** SIGKILL to all four rails, and new ones with the same book at once. */
  kill(): Promise<void>;
}

export interface RailsPlan {
  seed: number;
  chaos: number;
  /** What each wallet holds at first, in dalasi. */
  float: string;
  /** How long a session takes money. */
  sessionSeconds: number;
  customerLateSeconds: number;
  lateSeconds: number;
  /** Where those notices go for which a payment names no address. */
  notify: string;
  /** How many each rail has. */
  wallets?: 1 | 2;
  /** After how many days some payouts come back by the seed; left out: none do. */
  returnDays?: readonly [number, number];
  /** Where it listens, and the address by which gateways and customers reach it, where something stands between. */
  port?: number;
  publicUrl?: string;
}

/** `npm run rails:simulate` with customers that act by the seed, and a book that outlives it. */
export async function startRails(plan: RailsPlan): Promise<Rails> {
  const port = plan.port ?? (await freePort());
  const book = path.join(folder!, 'book.jsonl');
  const origin = `http://127.0.0.1:${port}`;
  const options = {
    port,
    'public-url': plan.publicUrl ?? origin,
    book,
    notify: plan.notify,
    // As people do: who was not told where to pay cannot pay.
    customers: 'visit',
    chaos: plan.chaos,
    seed: plan.seed,
    // Our references are random; amounts repeat from run to run.
    'seed-by': 'amount',
    'session-seconds': plan.sessionSeconds,
    'customer-late-seconds': plan.customerLateSeconds,
    'late-seconds': plan.lateSeconds,
    'hold-seconds': 15,
    kinds: [...callKinds, ...noticeKinds, ...listedKinds].join(','),
    float: plan.float,
    wallets: plan.wallets ?? 1,
    ...(plan.returnDays && { 'return-days': plan.returnDays.join('-') }),
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const start = async (credentials: Record<string, string>) => {
    const child = begin(['scripts/rails-simulate.ts', ...words], 'rails.log', credentials);
    const { settings, settings2 } = (await becomesReady(child, 'the rail simulator')) as {
      settings: typeof credentials;
      settings2?: typeof credentials;
    };
    return { child, settings, settings2 };
  };
  let running = await start({});
  const { settings, settings2 } = running;
  // Those of the second wallet go by the same names, with a number.
  const kept = {
    ...settings,
    ...Object.fromEntries(Object.entries(settings2 ?? {}).map(([name, value]) => [`${name}_2`, value])),
  };
  const kills: number[] = [];
  const ask = async (order: string, body?: object): Promise<Response | undefined> => {
    const request = {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    let answer: Response | undefined;
    for (let tries = 1; answer === undefined; tries++) {
      answer = await fetch(`${origin}/control${order}`, request).catch((error: unknown) => {
        // It may be starting anew.
        if (tries >= 60) throw error;
        return undefined;
      });
      if (answer === undefined) await sleep(500);
    }
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status === 404) return undefined;
    throw new Error(`The rail simulator answered ${answer.status} to ${order}: ${text}`);
  };
  return {
    origin,
    book,
    settings,
    settings2,
    kills,
    async kill() {
      const exited = once(running.child, 'exit');
      kills.push(Date.now());
      running.child.kill('SIGKILL');
      await exited;
      running = await start(kept);
    },
    control: async <T>(order: string, body?: object) => (await ask(order, body))?.json() as T | undefined,
    async statement(rail, day) {
      const ofWallet = async (wallet: number) =>
        (await (await ask(`/statement?rail=${rail}&day=${day}&wallet=${wallet}`))?.text()) ?? '';
      const first = await ofWallet(1);
      if (settings2 === undefined) return first;
      // Without the line of titles.
      return first + (await ofWallet(2)).split('\r\n').slice(1).join('\r\n');
    },
  };
}

export interface Gateway {
  origin: string;
  /** Ready for requests, as far as we know. */
  isUp: boolean;
}

export interface Gateways {
  all: readonly Gateway[];
  /** When each kill was. */
  kills: number[];
  /** SIGKILL to one at random, and a new one in its place at once. False: there is no other one up yet. */
  kill(): Promise<boolean>;
}

/** So many servers of Kaira, each with the worker inside, on one database. */
export async function startGateways(ports: number[], environment: Record<string, string>): Promise<Gateways> {
  const kills: number[] = [];
  let isOver = false;
  const all = ports.map((port) => ({
    port,
    origin: `http://127.0.0.1:${port}`,
    isUp: false,
    child: undefined as ChildProcess | undefined,
  }));
  const start = async (gateway: (typeof all)[number]) => {
    const child = begin(['server.ts'], `gateway-${gateway.port}.log`, {
      ...environment,
      PORT: String(gateway.port),
      HOST: '127.0.0.1',
      BASE_URL: gateway.origin,
    });
    gateway.child = child;
    child.once('exit', () => {
      if (gateway.child === child) gateway.isUp = false;
    });
    await becomesReady(child, 'a gateway');
    gateway.isUp = true;
  };
  await Promise.all(all.map(start));
  return {
    all,
    kills,
    async kill() {
      const up = all.filter((each) => each.isUp);
      const victim = up[Math.floor(Math.random() * up.length)];
      const isLast = up.length === 1 && all.length > 1;
      if (!victim?.child || isLast || isOver) return false;
      victim.isUp = false;
      const exited = once(victim.child, 'exit');
      kills.push(Date.now());
      victim.child.kill('SIGKILL');
      await exited;
      start(victim).catch((error: unknown) => {
        isOver = true;
        console.error(error);
        process.exitCode = 1;
      });
      return true;
    },
  };
}

/** A process of Kaira's own with the settings of a soak, in production mode. What it writes is in `log`. */
export function begin(program: string[], log: string, environment: Record<string, string>): ChildProcess {
  const out = openSync(path.join(folder!, log), 'a');
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      ...common,
      KAIRA_DATA_DIR: path.join(folder!, 'data'),
      ...environment,
    } as unknown as NodeJS.ProcessEnv,
    // All of ours end when the channel closes, so none outlives us.
    stdio: ['ignore', out, out, 'ipc'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Its first message. Throws if it ends before. */
export async function becomesReady(child: ChildProcess, name: string): Promise<unknown> {
  const deadline = AbortSignal.timeout(readyWithinMs);
  const ended = once(child, 'exit', { signal: deadline }).then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready:\n${endOf(name)}`);
  });
  ended.catch(() => {});
  const [message] = (await Promise.race([once(child, 'message', { signal: deadline }), ended])) as unknown[];
  return message;
}

/** The folder with it may be gone when somebody wants to look. */
function endOf(name: string): string {
  try {
    return readFileSync(path.join(folder!, `${name}.log`), 'utf8').slice(-1_000);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Repeats `look` until it answers true; false when the time is over. */
export async function comesTrue(
  look: () => Promise<boolean>,
  withinMs: number,
  everyMs = 1_000,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await look()) return true;
    if (Date.now() > deadline) return false;
    await sleep(everyMs);
  }
}
