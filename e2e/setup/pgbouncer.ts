import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server.ts';

/** A real one, where Debian's package `pgbouncer` is installed; tests that need it are skipped elsewhere, and say so. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface PgBouncer {
  /** Of the same database and role as the one behind it. */
  url: string;
  stop(): Promise<void>;
}

/** In front of the database at `url`, with the settings that are usual for a client like ours. */
export async function startPgBouncer(
  url: string,
  settings: { pool_mode: 'session' | 'transaction' | 'statement'; [name: string]: string },
): Promise<PgBouncer> {
  const behind = new URL(url);
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-pgbouncer-')));
  await chmod(folder, 0o755);
  const port = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ...settings,
  };
  const login = `user=${behind.username} password='${decodeURIComponent(behind.password)}'`;
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${behind.hostname} port=${behind.port} ${login}\n[pgbouncer]\n${Object.entries(
      lines,
    )
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  // It refuses to be root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const through = new URL(url);
  through.port = String(port);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let time = 0; !(await listens(port)); time++) {
    if (time === 100) {
      await stop();
      throw new Error('PgBouncer did not start.');
    }
    await sleep(50);
  }
  return { url: through.href, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
