import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Before it a leader that froze takes back the lock that another has by then: https://github.com/patroni/patroni/pull/2689 */
const LOWEST = '3.0.3';
/** The release of Debian whose Patroni is taken where the machine's own is older. */
const NEWER = 'trixie';

/** The Patroni of this machine, or, unpacked into the folder, that of a newer Debian from the same mirror. */
export function soundPatroni(folder: string): string {
  if (versionOf('patroni').localeCompare(LOWEST, 'en', { numeric: true }) >= 0) return 'patroni';
  const apt = path.join(folder, 'apt');
  for (const each of ['lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(path.join(apt, each), { recursive: true });
  const [mirror] = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], {
    encoding: 'utf8',
  }).split('\n');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(path.join(apt, 'sources.list'), `deb [signed-by=${keys}] ${mirror} ${NEWER} main\n`);
  const options = {
    'Dir::Etc::sourcelist': path.join(apt, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': path.join(apt, 'lists'),
    'Dir::Cache': path.join(apt, 'cache'),
  };
  const words = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  execFileSync('apt-get', [...words, '-qq', 'update'], { stdio: 'ignore' });
  execFileSync('apt-get', [...words, '-qq', 'download', 'patroni'], { cwd: apt, stdio: 'ignore' });
  const archive = readdirSync(apt).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error(`There is no Patroni of ${NEWER} to be had.`);
  const root = path.join(apt, 'root');
  execFileSync('dpkg', ['-x', path.join(apt, archive), root]);
  const program = path.join(folder, 'patroni');
  const modules = path.join(root, 'usr/lib/python3/dist-packages');
  writeFileSync(
    program,
    `#!/bin/sh\nPYTHONPATH='${modules}' exec /usr/bin/python3 '${root}/usr/bin/patroni' "$@"\n`,
  );
  for (const each of [program, apt, root]) chmodSync(each, 0o755);
  return program;
}

function versionOf(program: string): string {
  return /\d+(\.\d+)+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0';
}
