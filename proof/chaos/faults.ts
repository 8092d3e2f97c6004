import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { chanceOf } from '#simulator/chance';
import type { AppProcess, Fleet } from './processes.ts';
import type { Wire } from './wire.ts';

// What goes wrong in a run, one thing after the other, drawn by the seed. What lasts goes on while the next one comes.

export interface FaultRecord {
  kind: FaultKind | 'primary_killed';
  detail: string;
  /** Milliseconds of the system clock: when it struck, and when all that it took away was given back. */
  at: number;
  until: number;
}

export interface FaultStage {
  fleet: Fleet;
  /** A connection of the trial's own, past the proxy. It may break with the server. */
  sql: Sql;
  databaseUrl: string;
  databaseWire: Wire;
  railsWire: Wire;
  /** Stops PostgreSQL at once (`-m immediate`) and starts it again; resolves when it answers. */
  restartDatabase(): Promise<void>;
}

export interface FaultPlan {
  seed: number;
  /** Seconds between one fault and the next, least and most. */
  everySeconds: readonly [number, number];
  /** How long a process stands still, and how long a wire is bad, in seconds. */
  pauseSeconds: readonly [number, number];
  wireSeconds: readonly [number, number];
  /** The kinds to draw from, each as often as it stands there before all come anew. */
  deck: readonly FaultKind[];
  /** Goes on until all of the deck has come once, though the load may be over. */
  isWholeDeck: boolean;
}

const hourMs = 3_600_000;
const slowedByMs = 150;
/** More than the server has. */
const fillWith = 400;

interface Draw {
  /** From 0 to just below 1, the same for the same word. */
  chance(word: string): number;
  between(word: string, range: readonly [number, number]): number;
  plan: FaultPlan;
}

/** Says what it did; undefined: there was nothing to strike. */
type Act = (stage: FaultStage, draw: Draw) => Promise<string | undefined>;

const acts = {
  async server_killed(stage, draw) {
    const victim = oneOf(stage.fleet.servers, draw);
    await victim?.kill();
    return victim?.name;
  },
  async worker_killed(stage, draw) {
    const victim = oneOf(stage.fleet.workers, draw);
    await victim?.kill();
    return victim?.name;
  },
  /** PostgreSQL ends all others then, and recovers. */
  async backend_killed(stage, draw) {
    const all = await backends(stage.sql);
    const pid = all[Math.floor(draw.chance('backend') * all.length)];
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return pid === undefined ? undefined : `1 of ${all.length}`;
  },
  async backends_terminated(stage, draw) {
    const all = await backends(stage.sql);
    const share = 0.1 + 0.9 * draw.chance('share');
    const chosen = all.filter((_, index) => draw.chance(`backend ${index}`) < share);
    await stage.sql`select pg_terminate_backend(pid) from unnest(${chosen}::int[]) pid`;
    return chosen.length === 0 ? undefined : `${chosen.length} of ${all.length}`;
  },
  async postgres_stopped(stage) {
    await stage.restartDatabase();
    return '-m immediate';
  },
  server_paused: (stage, draw) => pause(stage.fleet.servers, draw),
  worker_paused: (stage, draw) => pause(stage.fleet.workers, draw),
  database_cut: (stage, draw) => spoil('cut', stage.databaseWire, draw),
  database_black_hole: (stage, draw) => spoil('hole', stage.databaseWire, draw),
  database_slow: (stage, draw) => spoil('slow', stage.databaseWire, draw),
  rails_cut: (stage, draw) => spoil('cut', stage.railsWire, draw),
  rails_black_hole: (stage, draw) => spoil('hole', stage.railsWire, draw),
  rails_slow: (stage, draw) => spoil('slow', stage.railsWire, draw),
  /** All connections of the server are taken, and some of ours ended meanwhile. */
  async connections_filled(stage, draw) {
    const forMs = draw.between('time', draw.plan.wireSeconds) * 1000;
    const filler = postgres(stage.databaseUrl, {
      max: fillWith,
      connect_timeout: 5,
      fetch_types: false,
      onnotice: () => {},
    });
    const held = Array.from({ length: fillWith }, () =>
      filler`select pg_sleep(${forMs / 1000}::float8)`.then(
        () => 1,
        () => 0,
      ),
    );
    await sleep(Math.min(1_000, forMs / 2));
    await stage.databaseWire.cut(0);
    const taken = (await Promise.all(held)).reduce((sum: number, each) => sum + each, 0);
    await filler.end({ timeout: 0 });
    return `${taken} taken for ${(forMs / 1000).toFixed(1)} s`;
  },
  async rolling_restart(stage) {
    for (const server of stage.fleet.servers) {
      await server.ready();
      await server.restart();
    }
    return `${stage.fleet.servers.length} servers by SIGTERM`;
  },
  async clock_jump(stage, draw) {
    const victim = oneOf([...stage.fleet.servers, ...stage.fleet.workers], draw);
    if (victim === undefined) return undefined;
    const offsetMs = victim.clockOffsetMs !== 0 ? 0 : draw.chance('direction') < 0.5 ? -hourMs : hourMs;
    victim.setClock(offsetMs);
    return `${victim.name} ${offsetMs === 0 ? 'is right again' : offsetMs > 0 ? '+1 h' : '-1 h'}`;
  },
} satisfies Record<string, Act>;

export type FaultKind = keyof typeof acts;
export const faultKinds = Object.keys(acts) as FaultKind[];

/** Kills twice as often as the rest. */
export const fullDeck: readonly FaultKind[] = [
  ...faultKinds,
  'server_killed',
  'worker_killed',
  'backend_killed',
];

/** Strikes until `isOver`, and resolves when the last that lasted has been given back. */
export async function strikeFaults(
  stage: FaultStage,
  plan: FaultPlan,
  isOver: () => boolean,
  onFault: (record: FaultRecord) => void,
): Promise<FaultRecord[]> {
  const records: FaultRecord[] = [];
  const lasting: Promise<void>[] = [];
  let deck: FaultKind[] = [];
  for (let turn = 0; ; turn++) {
    const chance = (word: string) => chanceOf(plan.seed, 'chaos', word, turn);
    const between = (word: string, [least, most]: readonly [number, number]) =>
      least + (most - least) * chance(word);
    const isDone = () => isOver() && !(plan.isWholeDeck && turn < plan.deck.length);
    if (!(await waitFor(between('wait', plan.everySeconds) * 1000, isDone))) break;
    if (deck.length === 0) deck = [...plan.deck];
    const [kind] = deck.splice(Math.floor(chance('kind') * deck.length), 1) as [FaultKind];
    const at = Date.now();
    lasting.push(
      (acts[kind] as Act)(stage, { chance, between, plan })
        // The database may be away at this moment, by another fault.
        .catch(() => undefined)
        .then((detail) => {
          if (detail === undefined) return;
          const record = { kind, detail, at, until: Date.now() };
          records.push(record);
          onFault(record);
        }),
    );
  }
  await Promise.all(lasting);
  return records.toSorted((a, b) => a.at - b.at);
}

async function waitFor(ms: number, isOver: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) {
    if (isOver()) return false;
    await sleep(Math.min(100, ms));
  }
  return !isOver();
}

function oneOf(all: AppProcess[], draw: Draw): AppProcess | undefined {
  const up = all.filter((each) => each.isUp && !each.isPaused);
  return up[Math.floor(draw.chance('victim') * up.length)];
}

async function pause(all: AppProcess[], draw: Draw): Promise<string | undefined> {
  const victim = oneOf(all, draw);
  const seconds = draw.between('time', draw.plan.pauseSeconds);
  await victim?.pause(seconds * 1000);
  return victim && `${victim.name} for ${seconds.toFixed(1)} s`;
}

async function spoil(how: 'cut' | 'hole' | 'slow', wire: Wire, draw: Draw): Promise<string> {
  const seconds = draw.between('time', draw.plan.wireSeconds);
  const connections = wire.connections();
  if (how === 'slow') await wire.slow(seconds * 1000, slowedByMs);
  else await wire[how](seconds * 1000);
  return `${connections} connections for ${seconds.toFixed(1)} s`;
}

/** Those of the gateways, by their numbers of process. */
async function backends(sql: Sql): Promise<number[]> {
  const rows = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'kaira' and pid <> pg_backend_pid() order by pid`;
  return rows.map((row) => row.pid);
}
