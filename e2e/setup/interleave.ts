import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { expect, test } from 'vitest';
import { superuserSql } from '#e2e/setup/test-database';
import { type Plant, plantsOf } from '#proof/locks/plants';

// Two or three sessions in an order that chance would seldom bring about: what a lock is there for.

/** How one that worked beside the first ended. */
export interface Ended<T> {
  /** It stood before a lock of another's when the first one's transaction ended. */
  waited: boolean;
  value?: T;
  /** The code of an error: a SQLSTATE, or of an `AppError`. */
  error?: string;
}

interface Order<T> {
  /** Works in a transaction that stays open until the others wait for a lock or have ended. */
  first: (session: Sql) => PromiseLike<unknown>;
  /** Each begins when the one before it waits for a lock or has ended; on a connection of the product's, or any other. */
  others: (() => PromiseLike<T>)[];
  /** What the first one does in the same transaction while the others wait. */
  meanwhile?: (session: Sql) => PromiseLike<unknown>;
  /** How its transaction ends, if not by a commit. */
  end?: 'rollback';
}

/** One that stands still for longer has neither a lock to wait for nor an end. */
const STANDS_STILL_MS = 8_000;

/** Guarantee: every session is where it is said to be before the next one begins. The database must be this file's own. */
export async function interleave<T>({ first, others, meanwhile, end }: Order<T>): Promise<Ended<T>[]> {
  const session = await openSession();
  const ends: Promise<Ended<T>>[] = [];
  try {
    await session`begin`;
    await first(session);
    for (const other of others) {
      let isOver = false;
      const begun = Promise.resolve(other());
      const ended = begun.then(
        (value) => ({ waited: false, value }),
        (error) => ({ waited: false, error: String(error?.code ?? error) }),
      );
      void ended.then(() => {
        isOver = true;
      });
      const waitsBefore = ends.length;
      const waited = await standsStill(() => isOver, waitsBefore);
      ends.push(ended.then((each) => ({ ...each, waited })));
    }
    await meanwhile?.(session);
    await session.unsafe(end ?? 'commit');
    return await Promise.all(ends);
  } finally {
    await session.end();
  }
}

/** For the common case of two. */
export async function whileOpen<T>(
  first: Order<T>['first'],
  other: () => PromiseLike<T>,
  more: Pick<Order<T>, 'meanwhile' | 'end'> = {},
): Promise<Ended<T>> {
  const [ended] = await interleave({ first, others: [other], ...more });
  return ended as Ended<T>;
}

/** Whether it waits for a lock; false when it is over. Those who began before it may be waiting still. */
async function standsStill(isOver: () => boolean, most: number): Promise<boolean> {
  const endsAt = Date.now() + STANDS_STILL_MS;
  const before = most === 0 ? 0 : await countWaiting();
  while (Date.now() < endsAt) {
    if (isOver()) return false;
    if ((await countWaiting()) > Math.min(before, most)) return true;
    await sleep(5);
  }
  throw new Error('A session neither waits for a lock nor ends.');
}

async function countWaiting(): Promise<number> {
  const [row] = await superuserSql()`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return row?.waiting;
}

/** By a name of Kaira's, as what it writes is the product's. */
async function openSession(): Promise<Sql> {
  const { host, port, user, database } = superuserSql().options;
  return postgres({
    ...{ host: host[0] as string, port: port[0] as number, username: user, database, max: 1 },
    password: superuserSql().options.pass ?? undefined,
    onnotice: () => {},
    connection: { application_name: 'kaira first' },
  } as never);
}

let planted: Plant | undefined;

/** Of `db/functions`, for what stands in no function; while a lock is planted away, without it. */
export function functionsText(file: string): string {
  return planted?.file === file ? planted.text : readFileSync(file, 'utf8');
}

/**
 * A scenario of locks (proof/locks/inventory.ts): a test, and, while locks are planted away, one more for each of them, which
 * passes when the scenario fails without that lock: in a database whose function is without it, or with a pool that leaves it
 * out of a query.
 */
export function lockTest(title: string, scenario: () => Promise<void>): void {
  test(title, scenario);
  if (!process.env.KAIRA_WITHOUT_LOCKS) return;
  for (const plant of plantsOf(title)) {
    test(`without ${plant.name}`, async () => {
      planted = plant;
      const restore = await plantAway(plant);
      try {
        await expect(scenario()).rejects.toThrow();
      } finally {
        planted = undefined;
        await restore();
      }
    });
  }
}

/** Returns how the lock comes back. */
async function plantAway(plant: Plant): Promise<() => Promise<void>> {
  if ('without' in plant) {
    await superuserSql().unsafe(plant.without);
    return async () => {
      await superuserSql().unsafe(plant.put);
    };
  }
  const shared = globalThis as { kairaSql?: Sql };
  const { sqlClient } = await import('#db/client');
  const pool = sqlClient();
  let isMet = false;
  const leaveOut = (part: string) => {
    if (!part.includes(plant.find)) return part;
    isMet = true;
    return part.replace(plant.find, plant.instead);
  };
  shared.kairaSql = new Proxy(pool, {
    apply: (_, __, [strings, ...args]) => {
      if (!Array.isArray((strings as TemplateStringsArray | undefined)?.raw)) return pool(strings, ...args);
      const parts = (strings as TemplateStringsArray).map(leaveOut);
      return pool(Object.assign(parts, { raw: parts }), ...args);
    },
  });
  return async () => {
    shared.kairaSql = pool;
    if (!isMet) throw new Error(`No query of the scenario has ${plant.name}.`);
  };
}
