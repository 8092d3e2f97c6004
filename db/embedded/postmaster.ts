import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Cluster, pollMs } from '#db/embedded/cluster';
import { EmbeddedPostgresError, isSystemError } from '#db/embedded/faults';
import { run } from '#db/embedded/programs';

/** What the file `postmaster.pid` says; its lines are named in src/include/utils/pidfile.h of PostgreSQL. */
interface PidFile {
  pid: number;
  port: number;
  status: string;
}

const fastShutdownMs = 15_000;

const immediateShutdownMs = 10_000;

/**
 * The server that runs on this data, if any. A file whose process is gone is left to PostgreSQL, which replaces it;
 * one whose process is somebody else's would keep PostgreSQL from starting, so it is removed.
 */
export async function findRunning(cluster: Cluster): Promise<PidFile | undefined> {
  const file = await readPidFile(cluster.data);
  if (!file) return undefined;
  if (!isAlive(file.pid)) return undefined;
  if (await isPostmaster(file.pid, cluster.data)) return file;
  await rm(join(cluster.data, 'postmaster.pid'), { force: true });
  cluster.log(`Removed postmaster.pid: process ${file.pid} is not a PostgreSQL on this data`);
  return undefined;
}

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const path = join(data, 'postmaster.pid');
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = await readFile(path, 'utf8').catch((error) => {
      if (isSystemError(error) && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const lines = text.split('\n').map((line) => line.trim());
    const pid = Number(lines[0]);
    if (Number.isInteger(pid) && pid > 0)
      return { pid, port: Number(lines[3]), status: lines[7] ?? 'starting' };
    // A server that starts right now has made the file and not yet filled it.
    await sleep(pollMs);
  }
  await rm(path, { force: true });
  return undefined;
}

/** Numbers of processes are given out again, so that a live process proves nothing: its program and folder do. */
export async function isPostmaster(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const command = await commandLine(pid);
    return command.includes('postgres') && command.includes(data);
  }
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(words[0]!) !== 'postgres') return false;
    const named = words[words.indexOf('-D') + 1];
    return named === data || readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string> {
  const [program, words] =
    process.platform === 'win32'
      ? [
          'powershell.exe',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
        ]
      : ['ps', ['-ww', '-o', 'args=', '-p', String(pid)]];
  const { stdout } = await promisify(execFile)(program as string, words as string[], {
    windowsHide: true,
  }).catch(() => ({ stdout: '' }));
  return stdout;
}

/** Fast shutdown, then immediate: https://www.postgresql.org/docs/18/server-shutdown.html. */
export async function stop(cluster: Cluster, pid: number, isGone: () => Promise<boolean>): Promise<void> {
  if (await endsWithin(fastShutdownMs, 'SIGINT')) return;
  cluster.log(
    `PostgreSQL (process ${pid}) has not ended in ${fastShutdownMs / 1000} s and is stopped at once`,
  );
  if (await endsWithin(immediateShutdownMs, 'SIGQUIT')) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) does not stop: end that process before you start again.`,
  );

  async function endsWithin(timeoutMs: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<boolean> {
    if (await isGone()) return true;
    await signalPostmaster(cluster, pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(pollMs);
    }
    return isGone();
  }
}

async function signalPostmaster(cluster: Cluster, pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (process.platform === 'win32') {
    // There a signal from Node would end the process outright; pg_ctl speaks PostgreSQL's own.
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    await run(cluster.binaries.pg_ctl, ['stop', '-D', cluster.data, '-m', mode, '--no-wait'], undefined);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ESRCH') return;
    throw new EmbeddedPostgresError(
      `PostgreSQL (process ${pid}) belongs to another user and cannot be stopped: stop it as that user or as root.`,
      { cause: error },
    );
  }
}
