import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#proof/soak/stage';

// A container of an image as crun runs it: nothing can be written but /tmp and a volume, no capability, not root, no new privileges,
// and the network of this machine, where the database listens. What the image says of itself is read from its configuration.

/** The part of an image's configuration that runs it. https://github.com/opencontainers/image-spec/blob/v1.1.0/config.md */
export interface ImageConfig {
  User?: string;
  Env?: string[];
  Cmd?: string[];
  WorkingDir?: string;
  StopSignal?: string;
  /** Docker's format alone has it. */
  Healthcheck?: { Test: string[] };
}

export interface Container {
  port: number;
  /** Of its first process, as this machine counts them. */
  pid: number;
  /** Everything that it has written. */
  output(): string;
  /** Runs a program inside; answers with its exit code and what it wrote. */
  exec(words: string[]): { code: number; output: string };
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

interface Plan {
  name: string;
  folder: string;
  /** Where the image is mounted. */
  rootfs: string;
  config: ImageConfig;
  environment: Record<string, string>;
  /** Mounted where the image keeps its data, as a volume that outlives the container. */
  data?: string | undefined;
  /** Instead of the image's own command. */
  command?: string[] | undefined;
}

/** `getconf CLK_TCK`, which is the same on every Linux. */
const ticksPerSecond = 100;
const running = new Set<{ child: ChildProcess; name: string; state: string }>();

/** Resolves when it runs, which is before it is ready. */
export async function startContainer(plan: Plan): Promise<Container> {
  const bundle = path.join(plan.folder, plan.name);
  const state = path.join(plan.folder, 'crun');
  const port = await freePort();
  mkdirSync(bundle, { recursive: true });
  writeFileSync(path.join(bundle, 'config.json'), JSON.stringify(runtimeConfig(plan, port)));
  const log = path.join(bundle, 'output.log');
  const out = openSync(log, 'w');
  const pidFile = path.join(bundle, 'pid');
  const [program, words] = crun(state, 'run', '--bundle', bundle, '--pid-file', pidFile, plan.name);
  const child = spawn(program, words, { stdio: ['ignore', out, out] });
  closeSync(out);
  const entry = { child, name: plan.name, state };
  running.add(entry);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(entry);
    return code as number | null;
  });
  return {
    port,
    get pid() {
      return Number(readFileSync(pidFile, 'utf8'));
    },
    output: () => readFileSync(log, 'utf8'),
    exec(inside) {
      try {
        const output = execFileSync(
          ...crun(state, 'exec', '--cwd', plan.config.WorkingDir || '/', plan.name, ...inside),
          {
            encoding: 'utf8',
            stdio: 'pipe',
          },
        );
        return { code: 0, output };
      } catch (error) {
        const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
        return { code: status, output: `${stdout}${stderr}` };
      }
    },
    ended,
  };
}

/** SIGKILL to all that still run. */
export async function killContainers(): Promise<void> {
  await Promise.all(
    [...running].map(async ({ child, name, state }) => {
      const gone = once(child, 'exit');
      spawnSync(...crun(state, 'kill', name, 'KILL'));
      await gone;
    }),
  );
}

/** It refuses where both versions of control groups are mounted, so there it does not see the second: it uses neither. */
function crun(state: string, ...words: string[]): [program: string, words: string[]] {
  const own = ['crun', '--root', state, '--cgroup-manager=disabled', ...words];
  const hide = 'umount /sys/fs/cgroup/unified 2> /dev/null; exec "$@"';
  return ['unshare', ['--mount', 'sh', '-c', hide, 'sh', ...own]];
}

/** https://github.com/opencontainers/runtime-spec/blob/v1.0.2/config.md; only what differs from nothing is said. */
function runtimeConfig({ name, rootfs, config, environment, data, command }: Plan, port: number): object {
  const [uid, gid] = (config.User || '0:0').split(':').map(Number);
  const none: string[] = [];
  const env = Object.entries({ ...environment, PORT: String(port) }).map(([key, value]) => `${key}=${value}`);
  return {
    ociVersion: '1.0.2',
    hostname: name,
    root: { path: rootfs, readonly: true },
    process: {
      user: { uid, gid },
      args: command ?? config.Cmd,
      env: [...(config.Env ?? []), ...env],
      cwd: config.WorkingDir || '/',
      capabilities: { bounding: none, effective: none, permitted: none, inheritable: none, ambient: none },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      {
        destination: '/tmp',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'noexec', 'size=64m'],
      },
      ...(data === undefined
        ? []
        : [
            {
              destination: '/var/lib/kaira',
              type: 'bind',
              source: data,
              options: ['bind', 'rw', 'nosuid', 'nodev'],
            },
          ]),
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys'],
      readonlyPaths: ['/proc/sys'],
    },
  };
}

/** Of a process and all below it. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  const below = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return below.reduce((sum, child) => sum + processorSecondsOf(Number(child)), own);
}
