import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { applicationUrl } from '#db/roles';
import { listenForWork } from '#lib/jobs/wake';
import { type Chance, createChance } from './chance.ts';
import { simulateDatabase } from './database.ts';
import { createFaults } from './faults.ts';
import { createGateway } from './gateway.ts';
import { createProcesses } from './processes.ts';
import { type RailsPlan, simulateRails } from './rails.ts';
import { createReceivers } from './receivers.ts';
import { raise, type Stage } from './stage.ts';
import { installTimeline, isSimulated, Timeline, within } from './timeline.ts';
import { wakeWorkers, work } from './workers.ts';

export interface OpenedStage {
  stage: Stage;
  /** A connection on which nothing goes wrong and no time passes. */
  looker: Sql;
  chance(name: string): Chance;
  /** From here on the clock, the timers and chance are the real ones again. */
  leave(): void;
  /** Rejections that nobody hears are no violations any more. */
  stopListening(): void;
}

/** A gateway in virtual time from `startsAt` on, with nothing in it yet: no process runs before `stage.processes.start()`. */
export async function openStage(options: {
  seed: number;
  /** A migrated, empty database whose `now()` is `sim.now`; see prepare.ts. */
  url: string;
  startsAt: number;
  without: readonly string[];
  rails?: RailsPlan;
}): Promise<OpenedStage> {
  const { seed, url, startsAt } = options;
  const looker = postgres(url, { max: 1, onnotice: () => {} });
  // The real connections are made before time stands still.
  await looker`select 1`;
  const timeline = new Timeline(startsAt);
  const faults = createFaults(seed, new Set(options.without));
  const chance = (name: string) => createChance(seed, name);
  const violations: string[] = [];
  const loose = (error: unknown) => {
    if (!isSimulated(error)) violations.push(`a rejection that nobody heard: ${(error as Error)?.stack}`);
  };
  const processes = createProcesses(timeline, faults, chance('processes'), (each) => {
    if (each.name.startsWith('worker')) void work(each).catch(loose);
  });
  const parts = { timeline, faults, processes };
  const database = simulateDatabase(applicationUrl(url), {
    ...parts,
    chance: chance('database'),
    onDone(text) {
      if (/commit_changes|insert into rail_notices|fund_float|with written as/.test(text)) wakeWorkers();
    },
  });
  await database.open();
  // Whatever a module draws or looks at while it is loaded is no part of the run.
  const gateway = await createGateway({ ...parts, chance: chance('network') });
  const leave = installTimeline(timeline, seed);
  shareDatabase(database.sql, database);
  listenForWork(() => wakeWorkers());

  const stage: Stage = {
    ...{ seed, timeline, faults, database, processes, violations },
    look: (ask) =>
      new Promise((resolve, reject) => {
        timeline.after(0, () => timeline.hold(Promise.resolve(ask(looker)).then(resolve, reject)));
      }),
    railChance: chance('rails'),
    workerChance: chance('workers'),
    rails: undefined as never,
    gateway,
    receivers: createReceivers({ ...parts, chance: chance('receivers') }),
    visits: 0,
    operations: () => stage.gateway.requests + stage.gateway.notices + stage.visits,
  };
  raise(stage);
  process.on('unhandledRejection', loose);
  stage.rails = simulateRails({
    ...{ seed, timeline, faults, plan: options.rails },
    chance: chance('rail simulator'),
    async carryNotice(path, body, headers) {
      stage.gateway.notices++;
      stage.gateway.requests--;
      const answer = await stage.gateway.ask('POST', path, { raw: body, headers });
      return answer?.status;
    },
  });
  Object.assign(process.env, stage.rails.settings);
  return { stage, looker, chance, leave, stopListening: () => process.off('unhandledRejection', loose) };
}

/** Each process has a pool of its own, because statements of one pool may leave together. */
function shareDatabase(sql: Sql, world: object): void {
  const shared = globalThis as { kairaDb?: unknown; kairaRailFaces?: unknown };
  // What the run before has remembered of its own database.
  shared.kairaRailFaces = undefined;
  shared.kairaDb = drizzle(sql, { casing: 'snake_case' });
  const pools = new WeakMap<object, Sql>();
  Object.defineProperty(globalThis, 'kairaSql', {
    configurable: true,
    get() {
      const owner = within.getStore() ?? world;
      const pool = pools.get(owner) ?? (new Proxy(sql, {}) as Sql);
      pools.set(owner, pool);
      return pool;
    },
  });
}
