import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Order } from './child.ts';
import type { SimulationServer } from './prepare.ts';
import type { RunReport } from './run.ts';

/** A process keeps the modules of all its runs in memory: after so many it is followed by a new one. */
const RUNS_PER_PROCESS = 25;

let runs = 0;

export type Wanted = Omit<Order, 'url'>;

/** Runs all that is wanted, on so many processes; each report as it comes, in no order. Stops when `onReport` says so. */
export async function runSeeds(
  server: SimulationServer,
  all: Iterable<Wanted>,
  processes: number,
  onReport: (wanted: Wanted, report: RunReport) => boolean | undefined,
): Promise<void> {
  const queue = all[Symbol.iterator]();
  let isOver = false;
  const lane = async () => {
    let child: ChildProcess | undefined;
    try {
      for (let own = 0; !isOver; own++) {
        const next = queue.next();
        if (next.done) break;
        if (child === undefined || own % RUNS_PER_PROCESS === 0) {
          child?.disconnect();
          child = await start();
        }
        const name = `run_${process.pid}_${++runs}`;
        const url = await server.make(name);
        const report = await ask(child, { ...next.value, url });
        await server.drop(name);
        if (onReport(next.value, report)) isOver = true;
      }
    } finally {
      // Also after an error: a process that is still connected would hold the command open.
      if (child?.connected) child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: processes }, lane));
}

/** One run. Throws what the process itself failed of. */
async function ask(child: ChildProcess, order: Order): Promise<RunReport> {
  child.send(order);
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(([code]) => [
    { fault: `seed ${order.seed}: the process ended with ${code}` },
  ]);
  ended.catch(() => {});
  const answered = once(child, 'message', { signal });
  const [message] = (await Promise.race([answered, ended])) as [{ report?: RunReport; fault?: string }];
  over.abort();
  if (message.report === undefined) throw new Error(message.fault);
  return message.report;
}

async function start(): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'child.ts'), {
    cwd: path.resolve(import.meta.dirname, '../..'),
    execArgv: ['--import', './scripts/load-environment.js', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, TZ: 'UTC' },
  });
  await once(child, 'message');
  return child;
}
