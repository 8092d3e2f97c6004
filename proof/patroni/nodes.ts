import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificates } from '#proof/outage/certificates';
import { soundPatroni } from './sound-patroni.ts';

// Three machines that are network namespaces of this one: each has an address, an etcd, a Patroni and its PostgreSQL, by
// the very files of deploy/patroni/. What befalls one of them befalls all that runs in it.

export interface Node {
  name: string;
  address: string;
  folder: string;
  /** Of the namespace, and of the cable that leads into it. */
  namespace: string;
  cable: string;
}

export interface Machines {
  nodes: readonly Node[];
  /** Etcd and Patroni, where they do not run. */
  start(node: Node, what?: readonly Part[]): void;
  /** To everything that runs in it, or to those of this name alone. */
  signal(node: Node, signal: NodeJS.Signals, name?: string): void;
  /** Packets to and from it vanish, and nobody is told. */
  cut(node: Node): void;
  mend(node: Node): void;
  stop(): void;
}

type Part = 'etcd' | 'patroni';

const root = path.resolve(import.meta.dirname, '../..');
const bridge = 'kaira-br';
const network = '10.77.0';
export const addresses = [11, 12, 13].map((last) => `${network}.${last}`);
export const PASSWORD = 'of-the-trial-only';
/** Debian has one version in each release. */
export const BINARIES = execFileSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | tail -1'], {
  encoding: 'utf8',
}).trim();

export function startMachines(folder: string, certificates: Certificates): Machines {
  const patroni = soundPatroni(folder);
  const postgres = idsOf('postgres');
  const nodes = addresses.map((address, index): Node => {
    const name = `database-${index + 1}`;
    const own = path.join(folder, name);
    for (const each of ['', 'etcd', 'tls', 'run']) {
      mkdirSync(path.join(own, each), { recursive: true, mode: 0o750 });
      chownSync(path.join(own, each), ...postgres);
    }
    for (const [from, to] of [
      [certificates.authority, 'authority.pem'],
      [certificates.certificate, 'database.pem'],
      [certificates.key, 'database.key'],
    ] as const) {
      const file = path.join(own, 'tls', to);
      copyFileSync(from, file);
      execFileSync('chmod', ['600', file]);
      chownSync(file, ...postgres);
    }
    return { name, address, folder: own, namespace: `kaira-${index + 1}`, cable: `kaira-c${index + 1}` };
  });
  mkdirSync(path.join(folder, 'pgbackrest'));
  chownSync(path.join(folder, 'pgbackrest'), ...postgres);
  removeNetwork(nodes);
  const children: ChildProcess[] = [];
  let isStopped = false;
  /** As systemd by Debian's units: what fails begins again, such as a Patroni whose etcd has just begun; what is killed does not. */
  const begin = (node: Node, part: Part) => {
    const child = run(node, part === 'etcd' ? 'etcd' : patroni, { part, nodes, folder });
    children.push(child);
    child.once('exit', (code) => {
      if (code && !isStopped) setTimeout(() => !isStopped && begin(node, part), 1_000).unref();
    });
  };
  const machines: Machines = {
    nodes,
    start(node, what = ['etcd', 'patroni']) {
      for (const each of what) begin(node, each);
    },
    signal(node, signal, name) {
      for (const pid of pidsIn(node)) {
        if (name !== undefined && nameOf(pid) !== name) continue;
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended.
        }
      }
    },
    cut: ({ cable }) => ip(`link set ${cable} nomaster`),
    mend: ({ cable }) => ip(`link set ${cable} master ${bridge}`),
    stop() {
      isStopped = true;
      for (const node of nodes) {
        for (const signal of ['SIGCONT', 'SIGKILL', 'SIGKILL'] as const) machines.signal(node, signal);
      }
      for (const child of children) child.kill('SIGKILL');
      removeNetwork(nodes);
    },
  };
  try {
    makeNetwork(nodes);
    for (const node of nodes) machines.start(node);
    return machines;
  } catch (error) {
    machines.stop();
    throw error;
  }
}

/** A program of the node as the user `postgres`, in its namespace; its output in the folder's log. */
export function inside(node: Node, words: readonly string[]): string[] {
  return [
    ...['netns', 'exec', node.namespace, 'setpriv', '--reuid', 'postgres', '--regid', 'postgres'],
    ...['--clear-groups', '--inh-caps=-all', ...words],
  ];
}

/** A file of deploy/patroni/ with the trial's paths and addresses in the place of a company's. */
export function shipped(file: string, node: Node, folder: string): string {
  return readFileSync(path.join(root, 'deploy/patroni', file), 'utf8')
    .replaceAll('/etc/kaira/tls', path.join(node.folder, 'tls'))
    .replaceAll('/srv/kaira/pgbackrest', path.join(folder, 'pgbackrest'))
    .replaceAll('/var/run/postgresql', path.join(node.folder, 'run'))
    .replaceAll('/var/lib/postgresql/kaira', path.join(node.folder, 'data'))
    .replaceAll('/var/lib/postgresql', node.folder)
    .replaceAll('/var/lib/etcd/kaira', path.join(node.folder, 'etcd'))
    .replaceAll(/\/usr\/lib\/postgresql\/\d+\/bin/g, BINARIES)
    .replaceAll('10.0.0.', `${network}.`);
}

function run(
  node: Node,
  program: string,
  { part, nodes, folder }: { part: Part; nodes: readonly Node[]; folder: string },
): ChildProcess {
  const config = path.join(node.folder, 'patroni.yml');
  writeFileSync(config, shipped('patroni.yml', node, folder));
  writeFileSync(path.join(node.folder, 'pgbackrest.conf'), shipped('pgbackrest.conf', node, folder));
  const file = part === 'etcd' ? 'etcd.conf' : 'patroni_env.conf';
  const environment = Object.fromEntries(
    shipped(file, node, folder)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])
      .map(([name, value]) => [name, ownOf(name, value, node, nodes)]),
  );
  const log = openSync(path.join(node.folder, `${part}.log`), 'a');
  return spawn('ip', inside(node, part === 'etcd' ? [program] : [program, config]), {
    cwd: node.folder,
    env: {
      PATH: process.env.PATH,
      HOME: node.folder,
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      ...environment,
      PGBACKREST_CONFIG: path.join(node.folder, 'pgbackrest.conf'),
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', log, log],
  });
}

/** What the first machine's example says, of this machine. */
function ownOf(name: string, value: string, node: Node, nodes: readonly Node[]): string {
  if (name.endsWith('_PASSWORD')) return PASSWORD;
  // What lists all machines is the same on each.
  if (name === 'ETCD_INITIAL_CLUSTER') return value;
  return value.replaceAll(nodes[0]!.name, node.name).replaceAll(nodes[0]!.address, node.address);
}

function makeNetwork(nodes: readonly Node[]): void {
  ip(`link add ${bridge} type bridge`);
  ip(`addr add ${network}.1/24 dev ${bridge}`);
  ip(`link set ${bridge} up`);
  for (const { namespace, cable, address } of nodes) {
    ip(`netns add ${namespace}`);
    ip(`link add ${cable} type veth peer name eth0 netns ${namespace}`);
    ip(`link set ${cable} master ${bridge} up`);
    ip(`-n ${namespace} addr add ${address}/24 dev eth0`);
    ip(`-n ${namespace} link set eth0 up`);
    ip(`-n ${namespace} link set lo up`);
  }
}

/** Also what a trial before this one has left. */
function removeNetwork(nodes: readonly Node[]): void {
  for (const { namespace, cable } of nodes) {
    for (const words of [`link del ${cable}`, `netns del ${namespace}`]) quietly(words);
  }
  quietly(`link del ${bridge}`);
}

function ip(words: string): void {
  execFileSync('ip', words.split(' '), { stdio: 'pipe' });
}

function quietly(words: string): void {
  try {
    ip(words);
  } catch {
    // There is none.
  }
}

function pidsIn({ namespace }: Node): number[] {
  try {
    const text = execFileSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8', stdio: 'pipe' });
    return text.split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function nameOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function idsOf(user: string): [number, number] {
  const of = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return [of('-u'), of('-g')];
}
