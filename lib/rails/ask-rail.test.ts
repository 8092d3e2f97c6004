import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askRail } from '#lib/rails/ask-rail';
import type { Outcome } from '#lib/rails/rail';

vi.mock('#lib/log', () => ({ log: { info: () => {}, error: () => {} }, describeError: () => ({}) }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A rail that answers when it is told to, and how many calls it has at this moment. */
function slowRail() {
  const open: (() => void)[] = [];
  const ask = (clientId: string, provider = 'PROVIDER_W', paymentLinkId: string | null = null) =>
    askRail(
      { environment: 'LIVE', provider, clientId, paymentLinkId },
      'send',
      () =>
        new Promise<Outcome<string>>((resolve) => {
          open.push(() => resolve({ kind: 'done', value: 'paid' }));
        }),
    );
  return { ask, open };
}

test('what strangers began at a client’s links has turns of its own, and leaves the client all of its own', async () => {
  const { ask, open } = slowRail();
  const strangers = Array.from({ length: 40 }, () => ask('shop', 'PROVIDER_W', 'a link'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(4);
  const own = Array.from({ length: 16 }, () => ask('shop'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(6_000);
  for (const answer of open) answer();
  const ends = async (calls: Promise<Outcome<string>>[]) =>
    (await Promise.all(calls)).map(({ kind }) => kind);
  expect(new Set(await ends(own))).toEqual(new Set(['done']));
  expect((await ends(strangers)).filter((kind) => kind === 'not_sent')).toHaveLength(36);
});

test('one client has a quarter of the connections to a rail at most, and holds up nobody else', async () => {
  const { ask, open } = slowRail();
  const rush = Array.from({ length: 40 }, () => ask('greedy'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(16);
  void ask('modest');
  void ask('greedy', 'PROVIDER_C');
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(18);
  // One answer lets the next one in; who waits for too long has sent nothing.
  open[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(19);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(open).toHaveLength(19);
  for (const answer of open) answer();
  const outcomes = (await Promise.all(rush)).map(({ kind }) => kind);
  expect(outcomes.filter((kind) => kind === 'done')).toHaveLength(17);
  expect(outcomes.filter((kind) => kind === 'not_sent')).toHaveLength(23);
});
