import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLanes, type Lanes } from '#lib/together';

// The lanes of a pool that nothing here asks for anything.
const shared = globalThis as { kairaSql?: Sql | undefined };
const before = shared.kairaSql;
beforeAll(() => {
  shared.kairaSql = (() => {}) as unknown as Sql;
});
afterAll(() => {
  if (before) shared.kairaSql = before;
  else delete shared.kairaSql;
});

const WAITS_MS = 300;
const STATEMENT_MS = 5;

/** Lanes that tell what each statement carried. */
function lanesThatTell(changes: Partial<Lanes<number, string>> = {}) {
  const statements: number[][] = [];
  const does = async (items: number[]) => {
    statements.push(items);
    await sleep(STATEMENT_MS);
    return items.map(String);
  };
  const send = createLanes<number, string>({
    ...{ underWay: 1, carries: 8, waitsMs: WAITS_MS },
    alone: async (_sql, item) => (await does([item]))[0] as string,
    together: (_sql, items) => does(items),
    ...changes,
  });
  return { statements, send };
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

test('who comes one after the other never waits for company', async () => {
  const { statements, send } = lanesThatTell();
  const ms = await took(async () => {
    for (const item of [1, 2, 3, 4]) expect(await send('lane', item)).toBe(String(item));
  });
  expect(statements).toEqual([[1], [2], [3], [4]]);
  expect(ms).toBeLessThan(WAITS_MS + 4 * STATEMENT_MS);
});

test('what comes while a statement is under way shares the next one', async () => {
  const { statements, send } = lanesThatTell();
  await Promise.all([1, 2, 3].map((item) => send('lane', item)));
  expect(statements).toEqual([[1], [2, 3]]);
});

test('after one that had company the first waits for others, and no longer than it may', async () => {
  const { statements, send } = lanesThatTell();
  await Promise.all([1, 2, 3].map((item) => send('lane', item)));
  const late = sleep(WAITS_MS / 2).then(() => send('lane', 5));
  expect(await took(() => send('lane', 4))).toBeGreaterThanOrEqual(WAITS_MS);
  await late;
  expect(statements).toEqual([[1], [2, 3], [4, 5]]);
});

test('a wait that brought nobody is the last', async () => {
  const { statements, send } = lanesThatTell();
  await Promise.all([1, 2, 3].map((item) => send('lane', item)));
  expect(await took(() => send('lane', 4))).toBeGreaterThanOrEqual(WAITS_MS);
  expect(await took(() => send('lane', 5))).toBeLessThan(WAITS_MS);
  expect(statements).toEqual([[1], [2, 3], [4], [5]]);
});

test('a full statement leaves at once', async () => {
  const { statements, send } = lanesThatTell({ carries: 2, waitsMs: 60_000 });
  await Promise.all([1, 2, 3].map((item) => send('lane', item)));
  await Promise.all([4, 5].map((item) => send('lane', item)));
  expect(statements).toEqual([[1], [2, 3], [4, 5]]);
});

test('without a wait nobody waits, whatever came before', async () => {
  const { statements, send } = lanesThatTell({ waitsMs: 0 });
  await Promise.all([1, 2, 3].map((item) => send('lane', item)));
  expect(await took(() => send('lane', 4))).toBeLessThan(WAITS_MS);
  expect(statements).toEqual([[1], [2, 3], [4]]);
});
