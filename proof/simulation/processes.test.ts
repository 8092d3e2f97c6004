import { describe, expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { createFaults, faultKinds } from './faults.ts';
import { createProcesses } from './processes.ts';
import { calm, Killed, type SimulatedProcess, Timeline, within } from './timeline.ts';

/** One that stands still until `pausedUntil`, and nothing else goes wrong. */
function standStill(pausedUntil: number) {
  const timeline = new Timeline(0);
  const all: SimulatedProcess[] = [];
  const faults = createFaults(1, new Set(faultKinds));
  const processes = createProcesses(timeline, faults, createChance(1, 'test'), (each) => all.push(each));
  processes.start();
  const [process] = all as [SimulatedProcess];
  process.pausedUntil = pausedUntil;
  return { timeline, processes, process };
}

describe('a process that stands still', () => {
  test.each([
    ['hears an answer', ({ orDeath }: ReturnType<typeof createProcesses>) => orDeath(Promise.resolve())],
    ['hears a failure', ({ orDeath }) => orDeath(Promise.reject(new Error('no'))).catch(() => {})],
    ['does its next thing', ({ mayDie }) => mayDie()],
  ])('%s when it goes on, and not before', async (_what, act) => {
    const { timeline, processes, process } = standStill(1_000);
    let at: number | undefined;
    void within
      .run(process, () => act(processes))
      .then(() => {
        at = timeline.now;
      });
    await calm();
    expect(at).toBeUndefined();
    await timeline.run(() => at !== undefined);
    expect(at).toBe(1_000);
  });

  test('is told at once that it is killed', async () => {
    const { processes, process } = standStill(1_000);
    const waiting = within.run(process, () => processes.orDeath(Promise.resolve('an answer')));
    await calm();
    processes.kill(process);
    await expect(waiting).rejects.toBeInstanceOf(Killed);
  });
});
