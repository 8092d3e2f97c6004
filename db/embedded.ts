import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, parse, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import {
  type Cluster,
  createCluster,
  type EmbeddedPostgresOptions,
  hasCluster,
  lockFolder,
  openCluster,
  pollMs,
  preparePassword,
  requireSameMajor,
  superuser,
  writeDurably,
} from '#db/embedded/cluster';
import { EmbeddedPostgresError, explained, explainedOutput, ownServer } from '#db/embedded/faults';
import { findRunning, isPostmaster, readPidFile, stop } from '#db/embedded/postmaster';
import { cleanEnvironment, findBinaries } from '#db/embedded/programs';

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** True if the server was running already: it outlived a killed process, or another process uses it now. */
  reused: boolean;
  pid: number;
  /** Ends the server for everybody who uses it, a reused one too, and may be called more than once. */
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;

const logKeptBytes = 10 * 1024 * 1024;

/**
 * Answers with a PostgreSQL that runs on `folder` and accepts connections, started or found running. It outlives
 * Ctrl-C and this process; only `stop` ends it. Throws `EmbeddedPostgresError` for all that a person can put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  try {
    const cluster = await openCluster(folder, options, await findBinaries(options.programs));
    const unlock = await lockFolder(cluster);
    try {
      return await findOrStart(cluster);
    } finally {
      unlock();
    }
  } catch (error) {
    throw explained(error, folder);
  }
}

async function findOrStart(unopened: Cluster): Promise<EmbeddedPostgres> {
  const cluster = { ...unopened, password: await preparePassword(unopened) };
  if (!hasCluster(cluster.data)) await createCluster(cluster);
  await requireSameMajor(cluster);

  const deadline = Date.now() + readyWithinMs;
  let port: number | undefined;
  for (;;) {
    const running = await findRunning(cluster);
    if (running) {
      const isGone = async () => !(await isPostmaster(running.pid, cluster.data));
      const answering = await becomesReady(cluster, running.pid, isGone, deadline);
      if (answering === undefined) continue;
      cluster.log(`PostgreSQL was running already on port ${answering} and is used again`);
      return present(cluster, { pid: running.pid, port: answering, reused: true, isGone });
    }
    port ??= await chooseOwnPort(cluster);
    const server = await launch(cluster, port);
    const isGone = async () => server.hasEnded();
    try {
      if (await becomesReady(cluster, server.pid, isGone, deadline)) {
        cluster.log(`PostgreSQL runs on port ${port}`);
        return present(cluster, { pid: server.pid, port, reused: false, isGone });
      }
    } catch (error) {
      // One that is still recovering is left to finish: stopped, it would begin anew at the next start.
      if ((await readPidFile(cluster.data))?.status === 'ready') await stop(cluster, server.pid, isGone);
      throw error;
    }
    const output = await server.output();
    const isPortTaken = /could not bind|could not create any TCP\/IP sockets/.test(output);
    const mayPass = /lock file .* already exists|pre-existing shared memory block/.test(output);
    if ((!isPortTaken && !mayPass) || Date.now() > deadline) {
      throw await explainedOutput(cluster, 'start', output);
    }
    if (isPortTaken) port = await chooseFreePort();
    // What a killed server leaves behind, its children above all, ends within moments.
    else await sleep(200);
  }
}

async function chooseOwnPort(cluster: Cluster): Promise<number> {
  const stored = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => ''));
  const isPort = Number.isInteger(stored) && stored > 0 && stored < 65_536;
  if (isPort && (await listenOnce(stored)) === stored) return stored;
  return chooseFreePort();
}

async function chooseFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (!port) throw new EmbeddedPostgresError(`No port is free on 127.0.0.1: ${ownServer}.`);
  return port;
}

/** The port that was listened on for a moment; undefined if it is taken. */
async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    // Exclusive: in a cluster of Node processes the primary would otherwise share the port out.
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

interface Server {
  pid: number;
  hasEnded(): boolean;
  /** What it has written to the log since it was launched. */
  output(): Promise<string>;
}

async function launch(cluster: Cluster, port: number): Promise<Server> {
  await writeDurably(join(cluster.folder, 'port'), `${port}\n`, cluster.runAs);
  const path = join(cluster.folder, 'postgres.log');
  if (existsSync(path) && (await stat(path)).size > logKeptBytes) await rename(path, `${path}.1`);
  const settings = {
    ...cluster.settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  };
  const log = await open(path, 'a', 0o600);
  try {
    if (cluster.runAs) await log.chown(cluster.runAs.uid, cluster.runAs.gid);
    const { size } = await log.stat();
    const child = spawn(
      cluster.binaries.postgres,
      [
        '-D',
        cluster.data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        // A session of its own: a terminal's Ctrl-C or hang-up reaches us and not the server.
        detached: true,
        // A file, not a pipe: it is still there when this process is not.
        stdio: ['ignore', log.fd, log.fd],
        cwd: parse(cluster.data).root,
        env: cleanEnvironment(),
        windowsHide: true,
        ...(cluster.runAs ? { uid: cluster.runAs.uid, gid: cluster.runAs.gid } : {}),
      },
    );
    let hasEnded = false;
    child.once('exit', () => {
      hasEnded = true;
    });
    await once(child, 'spawn');
    child.unref();
    return {
      pid: child.pid!,
      hasEnded: () => hasEnded,
      output: async () => (await readFile(path)).subarray(size).toString('utf8'),
    };
  } finally {
    await log.close();
  }
}

/** The port on which the server accepts our password; undefined if the server is gone. */
async function becomesReady(
  cluster: Cluster,
  pid: number,
  isGone: () => Promise<boolean>,
  deadline: number,
): Promise<number | undefined> {
  for (;;) {
    if (await isGone()) return undefined;
    const file = await readPidFile(cluster.data);
    const isOurs = file?.pid === pid;
    // Who answers on the port before the file says so may be somebody else's server.
    if (isOurs && file.status === 'ready' && (await isAccepted(cluster, file.port))) return file.port;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${pid}, ${isOurs ? file.status : 'not started'}) did not answer within ${readyWithinMs / 1000} s and may still be recovering: ` +
          `start again in a minute, and read ${join(cluster.folder, 'postgres.log')} if that does not help.`,
      );
    }
    await sleep(pollMs);
  }
}

async function isAccepted(cluster: Cluster, port: number): Promise<boolean> {
  const sql = connect(cluster, port, superuser);
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${cluster.database}`;
    if (!found) {
      await sql`create database ${sql(cluster.database)}`;
      cluster.log(`Created the database ${cluster.database}`);
    }
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    // https://www.postgresql.org/docs/18/errcodes-appendix.html, class 28
    if (code.startsWith('28')) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL on port ${port} refuses the password in ${join(cluster.folder, 'password')}: put the right one back, or remove ${cluster.folder} to start with an empty database.`,
        { cause: error },
      );
    }
    // It may pass: stopping or starting (57P03, 57P01), every connection in use (53300), not listening yet.
    const mayPass = code.startsWith('57') || code === '53300' || /^(E[A-Z]+|CONN\w+)$/.test(code);
    // The server may still be creating the database (23505, 42P04, 55006) for an owner that was killed meanwhile.
    if (mayPass || ['23505', '42P04', '55006'].includes(code)) return false;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs but could not prepare the database "${cluster.database}" (${(error as Error).message}): see ${join(cluster.folder, 'postgres.log')}.`,
      { cause: error },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect(cluster: Cluster, port: number, database: string): postgres.Sql {
  return postgres({
    host: '127.0.0.1',
    port,
    database,
    username: superuser,
    password: cluster.password,
    ssl: false,
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
  });
}

function present(
  cluster: Cluster,
  server: { pid: number; port: number; reused: boolean; isGone: () => Promise<boolean> },
): EmbeddedPostgres {
  const { pid, port, reused, isGone } = server;
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(cluster.database)}`,
    port,
    reused,
    pid,
    stop: () => {
      stopping ??= stop(cluster, pid, isGone);
      return stopping;
    },
  };
}
