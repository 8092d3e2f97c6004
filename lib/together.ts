import type { Sql } from 'postgres';
import { sqlClient, sqlState } from '#db/client';

// Statements that would wait for each other leave together. A statement's commit waits for the disk, so one at a time
// they are as fast as the disk is. While statements of a lane are under way, what comes waits and then leaves as one,
// with one flush. On a quiet day each leaves at once and alone; where the statement before had company, the next one waits
// some milliseconds for it, because each change costs the less the more of them a statement carries.

export interface Lanes<Item, Result> {
  /** So many statements of a lane are under way at once. */
  underWay: number;
  /** What one statement carries at most, so that it stays far below its time limit. */
  carries: number;
  /** So long the first of a statement waits for others, if the statement before it had any. */
  waitsMs?: number;
  /** Sorts what shares a statement, so that two statements take their locks in the same order. */
  order?(a: Item, b: Item): number;
  alone(sql: Sql, item: Item): Promise<Result>;
  /** All of them in one statement; the results in the same places. */
  together(sql: Sql, items: Item[]): Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  underWay: number;
  waiting: Waiting<Item, Result>[];
  /** Of the last statement, where that matters to the next. */
  hadCompany: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Guarantee: each item is done as `alone` does it, in a statement of its own or with others of its lane; a statement
 * that is refused because of one of them is done again for each by itself. Each pool has lanes of its own.
 */
export function createLanes<Item, Result>(
  plan: Lanes<Item, Result>,
): (lane: string, item: Item) => Promise<Result> {
  const lanesOf = new WeakMap<Sql, Map<string, Lane<Item, Result>>>();
  return (name, item) => {
    const sql = sqlClient();
    const lanes = lanesOf.get(sql) ?? new Map<string, Lane<Item, Result>>();
    lanesOf.set(sql, lanes);
    const lane = lanes.get(name) ?? { underWay: 0, waiting: [], hadCompany: false };
    lanes.set(name, lane);
    const leave = () => {
      if (lane.underWay >= plan.underWay) return;
      if (lane.waiting.length === 0) {
        if (lane.underWay === 0 && !lane.hadCompany) lanes.delete(name);
        return;
      }
      const waitMs = waitsStill(plan, lane);
      if (waitMs > 0) {
        lane.timer ??= setTimeout(() => {
          lane.timer = undefined;
          leave();
        }, waitMs);
        return;
      }
      const batch = lane.waiting.splice(0, plan.carries);
      lane.hadCompany = Boolean(plan.waitsMs) && batch.length > 1;
      lane.underWay++;
      void settle(plan, sql, batch).finally(() => {
        lane.underWay--;
        leave();
      });
    };
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, since: performance.now(), resolve, reject });
      leave();
    });
  };
}

/** Milliseconds. */
function waitsStill<Item, Result>(
  { waitsMs = 0, carries }: Lanes<Item, Result>,
  { hadCompany, waiting }: Lane<Item, Result>,
): number {
  const [first] = waiting;
  if (first === undefined || !hadCompany || waiting.length >= carries) return 0;
  return first.since + waitsMs - performance.now();
}

/** Settles each of the batch; never rejects. */
async function settle<Item, Result>(
  plan: Lanes<Item, Result>,
  sql: Sql,
  batch: Waiting<Item, Result>[],
): Promise<void> {
  const each = () =>
    Promise.all(batch.map(({ item, resolve, reject }) => plan.alone(sql, item).then(resolve, reject)));
  if (batch.length === 1) return void (await each());
  const { order } = plan;
  if (order) batch.sort((a, b) => order(a.item, b.item));
  try {
    const results = await plan.together(
      sql,
      batch.map(({ item }) => item),
    );
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (wasRolledBack(error)) await each();
    else for (const { reject } of batch) reject(error);
  }
}

/** The server has said that it refused the statement: nothing of it was done. Of a broken connection nobody knows. */
function wasRolledBack(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|53|25006)/.test(code);
}
