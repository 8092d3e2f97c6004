import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import { Killed, type SimulatedProcess, type Timeline, within } from './timeline.ts';

export interface Processes {
  /** Of this sort, those that are alive. */
  alive(sort: 'web' | 'worker'): SimulatedProcess[];
  /** Whether the process at hand dies here: it is killed, and `Killed` is thrown. Or it stands still, and goes on later. */
  mayDie(): Promise<void>;
  kill(process: SimulatedProcess): void;
  /** Rejects, when the process dies first; later, while it stands still. Outside any process: the promise itself. */
  orDeath<T>(promise: Promise<T>): Promise<T>;
  /** Everybody goes on, with a true clock. */
  heal(): void;
  restarts: number;
  start(): void;
}

/** Two servers and two workers. What dies is followed by a new one after 0.2 to 20 s; `onStart` sets it to work. */
export function createProcesses(
  timeline: Timeline,
  faults: Faults,
  chance: Chance,
  onStart: (process: SimulatedProcess) => void,
): Processes {
  const all = new Set<SimulatedProcess>();
  const processes: Processes = {
    alive: (sort) => [...all].filter((each) => each.isAlive && each.name.startsWith(sort)),
    async mayDie() {
      const process = within.getStore();
      if (process === undefined) return;
      if (!process.isAlive) throw new Killed(process);
      if (faults.strikes('pause')) process.pausedUntil = timeline.now + chance.between(20_000, 200_000);
      if (faults.strikes('crash')) {
        processes.kill(process);
        throw new Killed(process);
      }
      if (process.pausedUntil > timeline.now) await processes.orDeath(Promise.resolve());
    },
    kill(process) {
      if (!process.isAlive) return;
      process.isAlive = false;
      processes.restarts++;
      all.delete(process);
      const waits = [...process.waits];
      process.waits.clear();
      for (const tell of waits) tell(new Killed(process));
      for (const work of timeline.takeTimersOf(process)) work();
      timeline.after(chance.between(200, 20_000), () => begin(process.name));
    },
    orDeath(promise) {
      const process = within.getStore();
      if (process === undefined) return promise;
      if (!process.isAlive) return Promise.reject(new Killed(process));
      return new Promise((resolve, reject) => {
        process.waits.add(reject);
        const hear = (tell: () => void) => {
          process.waits.delete(reject);
          tell();
        };
        const whenAwake = (tell: () => void) =>
          process.pausedUntil > timeline.now ? timeline.after(0, () => hear(tell), process) : hear(tell);
        promise.then(
          (value) => whenAwake(() => resolve(value)),
          (error) => whenAwake(() => reject(error)),
        );
      });
    },
    heal() {
      for (const process of all) {
        process.pausedUntil = 0;
        process.skewMs = 0;
      }
    },
    restarts: 0,
    start() {
      for (const name of ['web1', 'web2', 'worker1', 'worker2']) begin(name);
    },
  };
  const begin = (name: string) => {
    const process: SimulatedProcess = { name, isAlive: true, skewMs: 0, pausedUntil: 0, waits: new Set() };
    all.add(process);
    jump(process);
    within.run(process, onStart, process);
  };
  const jump = (process: SimulatedProcess) => {
    if (faults.share('clock_jump') === 0) return;
    const rarely = 3_600_000 / faults.share('clock_jump');
    timeline.after(chance.between(0, rarely), () => {
      if (!process.isAlive || faults.share('clock_jump') === 0) return;
      faults.note('clock_jump');
      process.skewMs = chance.is(0.3) ? 0 : Math.round(chance.between(-3_600_000, 3_600_000));
      jump(process);
    });
  };
  return processes;
}
