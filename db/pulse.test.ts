import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPulse } from './pulse.ts';

test('a return is noticed though a question of before it is still under way', async () => {
  const hangsMs = 4_000;
  let isAway = true;
  const isStopped = Promise.withResolvers<void>();
  const isBack = Promise.withResolvers<void>();
  const pulse = createPulse({
    silentMs: 100,
    // What was asked while it was away is lost; the first is given up at once, to be quick.
    isThere: async () => {
      if (isAway && pulse.isStopped()) await sleep(hangsMs, undefined, { ref: false });
      return !isAway;
    },
    tell: (state) => (state === 'stopped' ? isStopped : isBack).resolve(),
  });
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
  socket.on('error', () => {});
  pulse.watch(socket as Socket);
  socket.write('a statement');
  await isStopped.promise;
  // Until one has been asked.
  await sleep(600);
  isAway = false;
  const backAt = performance.now();
  await isBack.promise;
  expect(performance.now() - backAt).toBeLessThan(hangsMs / 2);
});

test('a connection that is not made is silence too, and is broken with all else', async () => {
  const isStopped = Promise.withResolvers<void>();
  const pulse = createPulse({
    silentMs: 10_000,
    isThere: async () => false,
    tell: (state) => state === 'stopped' && isStopped.resolve(),
  });
  const late = Promise.withResolvers<Socket>();
  const socket = new Duplex({ read() {} }) as Socket;
  const connecting = pulse.during(late.promise);
  await expect(connecting).rejects.toMatchObject({ code: 'CONNECTION_SILENT' });
  await isStopped.promise;
  late.resolve(socket);
  await expect.poll(() => socket.destroyed).toBe(true);
});
