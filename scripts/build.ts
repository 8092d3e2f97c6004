import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { holdLock } from '#db/file-lock';
import { OneSentenceError } from '#db/one-sentence-error';
import { compressBuild } from '#scripts/compress-build';
import { reportFailure, StoppedError, step } from '#scripts/terminal';

const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, '.next/kaira-build.json');
const buildId = path.join(root, '.next/BUILD_ID');
/** What servers run. The routes and all of `lib` are in it; beside it in `.next` are the pages. */
export const builtServer = path.join(root, '.next/kaira/server.mjs');
/** All that is compiled, or that changes what it compiles to; not tsconfig.json, which the build itself edits. */
const sources = [
  ...[
    'app',
    'components',
    'lib',
    'db',
    'public',
    'server.ts',
    'scripts/bundle-server.ts',
    'scripts/compress-build.ts',
  ],
  ...['next.config.ts', 'postcss.config.mjs', 'package-lock.json'],
];
/** The last three Next asks for and would install, by which the lock file changes, and with it the digest of what was built. */
const neededPackages = ['rolldown', 'typescript', '@types/react', '@types/node'];
const neededBytes = 300 * 1024 * 1024;
const lockWithinMs = 10 * 60_000;
/**
 * Ends the build when the process that wanted it is gone, so that no build outlives it and meets the next one. Only in
 * our own child: Next's workers inherit the option, and one whose channel is let go ends in the middle of its work.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  `if(process.ppid===${process.pid}){process.on('disconnect',()=>process.exit(1));process.channel?.unref();}`,
)}`;

if (import.meta.main) {
  await build({ force: !process.argv.includes('--if-needed') }).catch(reportFailure);
}

/** Whether `.next` was built from the files as they are. */
export function isBuildCurrent(): boolean {
  if (!existsSync(stamp) || !existsSync(buildId)) return false;
  return JSON.parse(readFileSync(stamp, 'utf8')).digest === sourcesDigest();
}

/**
 * Guarantee: when it returns, `.next` is built from the present files. One build at a time: a second process waits
 * for the first and then finds its result current. Throws `OneSentenceError`, after the output of a failed build.
 */
export async function build(
  options: { force?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  if (!options.force && isBuildCurrent()) return;
  const release = await holdLock(path.join(root, 'node_modules/.cache/kaira-build.lock'), {
    waitMs: lockWithinMs,
    onWait: () => process.stdout.write('  Another process is building; waiting for it\n'),
    signal: options.signal,
  });
  if (options.signal?.aborted) throw new StoppedError();
  if (!release)
    throw new OneSentenceError('Another process has been building for ten minutes: end it and start again.');
  try {
    if (!options.force && isBuildCurrent()) return;
    const missing = neededPackages.filter((name) => !existsSync(path.join(root, 'node_modules', name)));
    if (missing.length > 0) {
      throw new OneSentenceError(
        `The build needs development packages and misses ${missing.join(', ')}: run npm ci without --omit=dev and start again.`,
      );
    }
    const disk = await statfs(root);
    if (disk.bavail * disk.bsize < neededBytes) {
      throw new OneSentenceError(
        `The disk of ${root} has less than ${neededBytes / 1024 / 1024} MB free, which the build needs: free some space and start again.`,
      );
    }
    await step('Building the pages (only after a change of the code)', () => runBuild(options.signal));
  } finally {
    release();
  }
}

async function runBuild(signal: AbortSignal | undefined): Promise<void> {
  const digest = sourcesDigest();
  rmSync(stamp, { force: true });
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, ['--import', endWithParent, next, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // CI: what Next misses after all it says, and installs nothing.
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const abort = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', abort);
  const [code] = await once(child, 'close');
  signal?.removeEventListener('abort', abort);
  if (signal?.aborted) throw new StoppedError();
  if (code !== 0) {
    process.stderr.write(`\n${output.trimEnd()}\n`);
    throw new OneSentenceError(
      /ENOSPC/.test(output)
        ? 'The build failed because the disk is full: free some space and start again.'
        : 'The build failed; its output is above.',
    );
  }
  if (!existsSync(buildId)) {
    throw new OneSentenceError(
      'Another program removed the build while it was made (a next build by hand?): start again.',
    );
  }
  await compressBuild(path.join(root, '.next/static'));
  const { bundleServer } = await import('#scripts/bundle-server');
  await bundleServer(builtServer);
  writeFileSync(stamp, `${JSON.stringify({ digest })}\n`);
}

function sourcesDigest(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Names below the root, in one order everywhere; tests change no build. */
function filesUnder(source: string): string[] {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (path.extname(source) !== '') return [source];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
