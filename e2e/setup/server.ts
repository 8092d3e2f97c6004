import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { applicationUrl } from '#db/roles';
import { freePort } from '#scripts/free-port';
import { serverFile } from './bundled-server.ts';
import type {} from './database.ts';
import { booksAreSound } from './sound-books.ts';
import { copyTemplate, dropDatabase } from './throw-away-postgres.ts';

export { freePort };

declare module 'vitest' {
  interface ProvidedContext {
    /** Without a slash at its end. */
    baseUrl: string;
    /** Of another one on its database, behind a proxy with TLS. */
    proxiedUrl: string;
    /** Of the database that the server at `baseUrl` uses, as a superuser, to look behind the API. */
    databaseUrl: string;
    /** The server's KAIRA_SECRET. */
    kairaSecret: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 60_000;
const endWithinMs = 15_000;

export interface TestServer {
  baseUrl: string;
  databaseUrl: string;
  secret: string;
  stop(): Promise<void>;
}

/** The files run side by side on one database, and leave its books as they must be. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.getProvidedContext().postgresUrl;
  const server = await startTestServer(serverUrl);
  const shared = { DATABASE_URL: server.databaseUrl, KAIRA_SECRET: server.secret };
  const proxied = await startTestServer(serverUrl, { ...behindProxy, ...shared });
  // No test waits for Next.
  await fetch(`${server.baseUrl}/docs/quick-start`);
  project.provide('baseUrl', server.baseUrl);
  project.provide('proxiedUrl', proxied.baseUrl);
  project.provide('databaseUrl', server.databaseUrl);
  project.provide('kairaSecret', server.secret);
  return async () => {
    // Thrown, it would keep what was set up before from being torn down.
    await booksAreSound(server.databaseUrl).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exitCode = 1;
    });
    await Promise.all([server.stop(), proxied.stop()]);
  };
}

/** The jobs are done by the server on the same database that has a worker. */
export const behindProxy = { KAIRA_WORKER: 'off', TRUST_PROXY: '1' };

/**
 * A real server, as it runs in production, on a free port and, unless one is given, a database of its own, in which it
 * is the application's role. Of both, `databaseUrl` is the superuser's.
 */
export async function startTestServer(
  postgresUrl: string,
  environment: Record<string, string> = {},
): Promise<TestServer> {
  const name = `kaira_server_${randomBytes(6).toString('hex')}`;
  const isOwn = environment.DATABASE_URL === undefined;
  const databaseUrl = environment.DATABASE_URL ?? (await copyTemplate(postgresUrl, name));
  const port = await freePort();
  const secret = randomBytes(32).toString('base64url');
  // All databases of the tests are copies of the same books: what one server acknowledged is not in another's.
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'kaira-server-'));
  const child = spawn(process.execPath, [serverFile], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TZ: 'UTC',
      NODE_ENV: 'production',
      KAIRA_MODE: 'local',
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      KAIRA_SECRET: secret,
      SANDBOX_RESOLVE_MS: '300',
      WEBHOOK_ALLOW_PRIVATE: '1',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
      LOG_LEVEL: 'warn',
      KAIRA_DATA_DIR: dataFolder,
      PAGES_AT_START: 'off',
      ...environment,
      DATABASE_URL: applicationUrl(databaseUrl),
    } as unknown as NodeJS.ProcessEnv,
  });
  const output = collectOutput(child);
  try {
    await becomesReady(child, output);
  } catch (error) {
    child.kill('SIGKILL');
    if (isOwn) await dropDatabase(postgresUrl, name);
    throw error;
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    databaseUrl,
    secret,
    stop: async () => {
      await endProcess(child);
      await rm(dataFolder, { recursive: true, force: true });
      if (isOwn) await dropDatabase(postgresUrl, name);
    },
  };
}

async function becomesReady(child: ChildProcess, output: () => string): Promise<void> {
  const timeout = AbortSignal.timeout(readyWithinMs);
  await Promise.race([
    once(child, 'message', { signal: timeout }).catch(() => {
      throw new Error(`server.ts was not ready within ${readyWithinMs / 1000} s:\n${output()}`);
    }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`server.ts ended with code ${code} before it was ready:\n${output()}`);
    }),
  ]);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await exited;
  clearTimeout(overdue);
}

/** The last of what a child wrote, for the message of a failure; and it must be read, or the child would block. */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-20_000);
    });
  }
  return () => text;
}
