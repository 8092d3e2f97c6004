import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { slotLoop } from '#lib/jobs/worker';

let looks: number[];
/** What the looks to come find, one after the other; those after the last find nothing. */
let finds: (() => Promise<void>)[][];
let loop: ReturnType<typeof slotLoop>;

beforeEach(async () => {
  vi.useFakeTimers();
  [looks, finds] = [[], []];
  loop = slotLoop('deliveries', { slots: 4 }, async () => {
    looks.push(Date.now());
    return finds.shift() ?? [];
  });
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

const done = async () => {};

/** How long after each look the next one came, from a wake that finds a piece of work until all is still. */
async function gapsAfterWake(...found: (typeof finds)[number][]): Promise<number[]> {
  looks.length = 0;
  finds = [[done], ...found];
  loop.wake();
  await vi.advanceTimersByTimeAsync(300);
  return looks.slice(1).map((at, index) => at - looks[index]!);
}

describe('a slot that comes free', () => {
  test('has the worker look again at once, and less and less often while nothing was held back', async () => {
    const gaps = [];
    for (let turn = 0; turn < 6; turn++) gaps.push(await gapsAfterWake());
    expect(gaps).toEqual([[5], [10], [20], [40], [40], [40]]);
  });

  test('is filled every 5 ms again from the first look on that finds what was held back', async () => {
    for (let turn = 0; turn < 4; turn++) await gapsAfterWake();
    expect(await gapsAfterWake([done], [done], [done])).toEqual([40, 5, 5, 5]);
    expect(await gapsAfterWake([done])).toEqual([10, 5]);
  });

  test('changes nothing for what wakes the worker', async () => {
    for (let turn = 0; turn < 4; turn++) await gapsAfterWake();
    looks.length = 0;
    for (let turn = 0; turn < 3; turn++) {
      loop.wake();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(looks.map((at) => at - looks[0]!)).toEqual([0, 1, 2]);
  });
});
