import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#db/embedded';
import { OneSentenceError } from '#db/one-sentence-error';
import { builtInAddresses } from '#db/roles';
import { freePort } from '#scripts/free-port';

const withinMs = 120_000;
const pages = ['/', '/login', '/docs/quick-start', '/api/v1/client/transactions'];

/**
 * Guarantee: beside the build of `app` stands what V8 makes of the code when Kaira starts there, readable by the user of
 * this number, so that a start from a disk that cannot be written is as quick as a second one. It is found where `app` is
 * elsewhere, and not used by another version of Node, another processor, or for a file that differs. What runs for it is
 * Kaira itself, by the program `node`, with a PostgreSQL that goes with it.
 */
export async function warmCompileCache(app: string, node: string, uid: number): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-warm-')));
  // PostgreSQL runs as another user where we are root.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), throwAway: true });
  const children: ChildProcess[] = [];
  try {
    const port = await freePort();
    const { owner, application } = builtInAddresses(postgres.url);
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      KAIRA_MODE: 'production',
      DATABASE_URL: application,
      DATABASE_OWNER_URL: owner,
      KAIRA_SECRET: crypto.randomUUID(),
      KAIRA_DATA_DIR: folder,
      BASE_URL: `http://localhost:${port}`,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
    } as unknown as NodeJS.ProcessEnv;
    const run = (script: string): ChildProcess => {
      const words = ['--import', './scripts/load-environment.js', `scripts/${script}.ts`];
      const child = spawn(node, words, { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      children.push(child);
      return child;
    };
    run('start');
    await untilReady(`http://127.0.0.1:${port}/readyz`, children);
    for (const page of pages) await (await fetch(`http://127.0.0.1:${port}${page}`)).arrayBuffer();
    const worker = run('worker');
    await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
    // At its end each process writes down what it has compiled.
    await end(run('migrate'), undefined);
    await Promise.all(children.map((child) => end(child, 'SIGTERM')));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  giveTo(uid, path.join(app, '.next/cache/kaira-compile'));
}

async function untilReady(address: string, children: ChildProcess[]): Promise<void> {
  const deadline = performance.now() + withinMs;
  const isReady = () =>
    fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    const hasEnded = children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (hasEnded || performance.now() > deadline)
      throw new OneSentenceError('Kaira does not start from what the image is made of; see above.');
    await sleep(100);
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | undefined): Promise<void> {
  if (child.exitCode === null) {
    const exited = once(child, 'exit');
    if (signal) child.kill(signal);
    await exited;
  }
  if (child.exitCode !== 0)
    throw new OneSentenceError('Kaira ended with an error while the image was made; see above.');
}

/** Node keeps a folder for each user, with the user's number at the end of its name. */
function giveTo(uid: number, cache: string): void {
  for (const name of readdirSync(cache))
    renameSync(path.join(cache, name), path.join(cache, name.replace(/-\d+$/, `-${uid}`)));
}
