import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#db/client';
import type { Interruption } from './checker.ts';
import { comesTrue, startWorker, type WorkerProcess } from './stage.ts';

export interface Killer {
  /** SIGKILL to a worker at random, as soon as all are up, and a new one at once. */
  kill(): Promise<void>;
  /** SIGSTOP to a worker at random, and SIGCONT after this time. Not killed meanwhile. */
  pause(forMs: number): Promise<void>;
  /** All that was done, once it is known which leases were left behind. */
  interruptions(): Promise<Interruption[]>;
  /** Ends the workers as an operator would. */
  end(): Promise<void>;
}

const claimedAfterMs = 1_000;
/** An attempt to an endpoint of the trials has long been written down by then, if its worker lives. */
const settledAfterMs = 3_000;
const upWithinMs = 60_000;
const mostLifeMs = 1_500;

/** So many workers on one database, and the hand that kills them. */
export function startWorkers(databaseUrl: string, count: number, kairaSecret?: string): Killer {
  const sql = connect(databaseUrl, 2, 'kaira killer');
  const workers = new Set<WorkerProcess>();
  const paused = new Set<WorkerProcess>();
  const known: Promise<Interruption>[] = [];
  const begin = () => void workers.add(startWorker(databaseUrl, kairaSecret));
  for (let index = 0; index < count; index++) begin();

  /** Each worker listens on a connection of its own. One that is killed sooner than that has nothing to lose. */
  const areUp = async () => {
    const [row] = await sql`
      select count(*)::int from pg_stat_activity where datname = current_database() and query ~* '^listen "?kaira_work'`;
    return row?.count === workers.size;
  };
  const victim = async (): Promise<WorkerProcess> => {
    if (!(await comesTrue(areUp, upWithinMs, 100))) throw new Error('the workers did not all come up');
    // Else it would be the one that came up last, with all that waited claimed and nothing sent.
    await sleep(Math.random() * mostLifeMs);
    const free = [...workers].filter((each) => !paused.has(each));
    return free[Math.floor(Math.random() * free.length)]!;
  };

  const leases = async () => {
    const rows = await sql<{ id: string; token: string; endsAt: number }[]>`
      select id, lease_token as token, extract(epoch from run_at)::float8 * 1000 as "endsAt"
      from deliveries where lease_token is not null`;
    return [...rows];
  };

  /** Of the leases at one moment, those that nobody has given back after a while: their worker is gone, or stands still. */
  const leftBehind = async (before: Awaited<ReturnType<typeof leases>>) => {
    // A claim that was on its way to the database then is answered there, though nobody hears of it.
    await sleep(claimedAfterMs);
    const claimed = await leases();
    await sleep(settledAfterMs);
    const tokens = new Map((await leases()).map((each) => [each.id, each.token]));
    const distinct = new Map([...before, ...claimed].map((each) => [each.id + each.token, each]));
    return [...distinct.values()]
      .filter((each) => tokens.get(each.id) === each.token)
      .map((each) => ({ deliveryId: each.id, endsAt: each.endsAt }));
  };

  return {
    async kill() {
      const worker = await victim();
      const at = Date.now();
      worker.signal('SIGKILL');
      await worker.exited;
      workers.delete(worker);
      begin();
      const before = await leases();
      known.push(leftBehind(before).then((left) => ({ at, until: null, leases: left })));
    },
    async pause(forMs) {
      const worker = await victim();
      paused.add(worker);
      const at = Date.now();
      worker.signal('SIGSTOP');
      const left = await leftBehind(await leases());
      await sleep(at + forMs - Date.now());
      const until = Date.now();
      worker.signal('SIGCONT');
      paused.delete(worker);
      known.push(Promise.resolve({ at, until, leases: left }));
    },
    interruptions: () => Promise.all(known),
    async end() {
      await Promise.all(known);
      await Promise.all([...workers].map((each) => each.stop()));
      await sql.end();
    },
  };
}
