import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomesReady, begin, freePort } from '#proof/soak/stage';

// Servers and workers of Kaira as an operator runs them: apart, and under a supervisor that starts what has ended.

export interface AppProcess {
  kind: 'server' | 'worker';
  /** Its file of output, without the ending. */
  name: string;
  /** Of a server. */
  port: number;
  origin: string;
  /** A balancer that asks for its health would send it requests. */
  isUp: boolean;
  /** Stopped at this moment by `pause`. */
  isPaused: boolean;
  clockOffsetMs: number;
  /** SIGKILL; resolves when it is gone. Its supervisor starts another one. */
  kill(): Promise<void>;
  /** SIGTERM, and resolves when another one is ready. */
  restart(): Promise<void>;
  /** SIGSTOP, and SIGCONT after this time. */
  pause(forMs: number): Promise<void>;
  /** Its clock is so far ahead from now on, until it ends. */
  setClock(offsetMs: number): void;
  /** Resolves when it is up. */
  ready(): Promise<void>;
}

export interface Fleet {
  servers: AppProcess[];
  workers: AppProcess[];
  /** Processes that ended though nobody had asked them to. */
  ownDeaths: { name: string; at: number }[];
  /** From now on nobody is started again. */
  retire(): void;
}

export interface FleetPlan {
  servers: number;
  workers: number;
  folder: string;
  environment: Record<string, string>;
}

/** How long a balancer takes to see that a server does not answer. */
const noticedAfterMs = 2_000;
const startAgainMs = 300;
const readyLookMs = 50;

/** Resolves when all of them are ready. */
export async function startFleet(plan: FleetPlan): Promise<Fleet> {
  let isRetired = false;
  const fleet: Fleet = {
    servers: [],
    workers: [],
    ownDeaths: [],
    retire() {
      isRetired = true;
    },
  };
  const supervise = async (kind: AppProcess['kind'], number: number) => {
    const port = await freePort();
    const name = `${kind}-${number}`;
    const clock = `${plan.folder}/${name}.clock`;
    let child: ChildProcess | undefined;
    let isWanted = false;
    const start = async () => {
      writeFileSync(clock, '0');
      each.clockOffsetMs = 0;
      isWanted = false;
      const program = kind === 'server' ? 'server.ts' : 'scripts/worker.ts';
      const started = begin(['--import', './proof/chaos/clock.ts', program], `${name}.log`, {
        ...plan.environment,
        CHAOS_CLOCK: clock,
        KAIRA_WORKER: 'off',
        PORT: String(port),
        HOST: '127.0.0.1',
      });
      child = started;
      started.once('exit', () => {
        each.isUp = false;
        if (isRetired) return;
        if (!isWanted) fleet.ownDeaths.push({ name, at: Date.now() });
        void sleep(isWanted ? 0 : startAgainMs).then(() => {
          // One that ends before it is up is started again by its own end.
          if (!isRetired) start().catch(() => {});
        });
      });
      await becomesReady(started, name);
      each.isUp = child === started && started.exitCode === null && started.signalCode === null;
    };
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      const ending = child!;
      if (ending.exitCode !== null || ending.signalCode !== null) return;
      const exited = once(ending, 'exit');
      isWanted = true;
      each.isUp = false;
      ending.kill(signal);
      await exited;
    };
    const each: AppProcess = {
      kind,
      name,
      port,
      origin: `http://127.0.0.1:${port}`,
      isUp: false,
      isPaused: false,
      clockOffsetMs: 0,
      kill: () => end('SIGKILL'),
      async restart() {
        await end('SIGTERM');
        await each.ready();
      },
      async pause(forMs) {
        const paused = child!;
        each.isPaused = true;
        paused.kill('SIGSTOP');
        const noticed = setTimeout(() => {
          each.isUp = false;
        }, noticedAfterMs);
        await sleep(forMs);
        clearTimeout(noticed);
        paused.kill('SIGCONT');
        each.isPaused = false;
        each.isUp = child === paused && paused.exitCode === null && paused.signalCode === null;
      },
      setClock(offsetMs) {
        writeFileSync(clock, String(offsetMs));
        each.clockOffsetMs = offsetMs;
        child!.kill('SIGUSR2');
      },
      async ready() {
        while (!each.isUp && !isRetired) await sleep(readyLookMs);
      },
    };
    (kind === 'server' ? fleet.servers : fleet.workers).push(each);
    await start();
  };
  await Promise.all([
    ...Array.from({ length: plan.servers }, (_, index) => supervise('server', index + 1)),
    ...Array.from({ length: plan.workers }, (_, index) => supervise('worker', index + 1)),
  ]);
  return fleet;
}
