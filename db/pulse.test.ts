import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { createPulse, type Sessions } from './pulse.ts';

test('a return is noticed though a question of before it is still under way', async () => {
  const hangsMs = 4_000;
  let isAway = true;
  const isStopped = Promise.withResolvers<void>();
  const isBack = Promise.withResolvers<void>();
  const pulse = createPulse({
    silentMs: 100,
    // What was asked while it was away is lost; the first is given up at once, to be quick.
    lookFor: async () => {
      if (isAway && pulse.isStopped()) await sleep(hangsMs, undefined, { ref: false });
      return isAway ? undefined : {};
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
    lookFor: async () => undefined,
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

test.each([
  { what: 'the same commit waits for its standby, look after look', isSame: true, code: 'CONNECTION_SILENT' },
  { what: 'but not where each look finds another, which waits for a moment', isSame: false, code: undefined },
])('a statement is told that the database is silent where $what', async ({ isSame, code }) => {
  let looks = 0;
  const pulse = createPulse({
    silentMs: 60_000,
    lookFor: async () => ({ waitingCommit: `1 ${isSame ? 0 : ++looks}` }),
  });
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
  const broken = new Promise<string | undefined>((resolve) => {
    socket.on('error', (error) => resolve((error as { code?: string }).code));
  });
  pulse.watch(socket as Socket);
  socket.write('a statement');
  expect(await Promise.race([broken, sleep(3_000)])).toBe(code);
  socket.destroy();
});

describe('long work', () => {
  /** The code with which it breaks, and when; undefined: not within `withinMs`. */
  async function beSilent(lookFor: Parameters<typeof createPulse>[0]['lookFor'], withinMs: number) {
    const pulse = createPulse({ silentMs: Infinity, isPatient: true, lookFor });
    const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
    const broken = Promise.withResolvers<string | undefined>();
    socket.on('error', (error) => broken.resolve((error as NodeJS.ErrnoException).code));
    pulse.watch(socket as Socket);
    socket.write('a statement');
    const code = await Promise.race([broken.promise, sleep(withinMs)]);
    socket.destroy();
    expect(() => pulse.requireBeat()).not.toThrow();
    return code;
  }
  const askedIn = (ms: number) => sleep(ms, undefined, { ref: false });

  test.concurrent('ends within 10 s of the database’s last word, each look of which waits for two', async () => {
    expect(await beSilent(() => askedIn(2_000), 10_000)).toBe('CONNECTION_SILENT');
  });

  longTest.concurrent('does not end because two looks of three have no answer', async () => {
    let looks = 0;
    expect(await beSilent(async () => (++looks % 3 === 0 ? {} : undefined), 8_000)).toBeUndefined();
    expect(looks).toBeGreaterThan(5);
  });

  longTest.concurrent('does not end because a commit waits for its standby', async () => {
    expect(await beSilent(async () => ({ waitingCommit: '1 0' }), 5_000)).toBeUndefined();
  });

  longTest.concurrent(
    'does not end because this process stood still while the database answered',
    async () => {
      expect(await beSilent(() => askedIn(3_100), 12_000)).toBeUndefined();
    },
  );

  longTest.concurrent('has the database asked every two seconds, and no more', async () => {
    let looks = 0;
    const look = async () => {
      looks++;
      return {};
    };
    await beSilent(look, 5_000);
    expect(looks).toBeLessThanOrEqual(3);
  });
});

describe('a connection that is silent while new ones are answered', () => {
  /** BackendKeyData and ReadyForQuery. */
  const greeting = (session: number) => {
    const bytes = Buffer.from([75, 0, 0, 0, 12, 0, 0, 0, 0, 1, 2, 3, 4, 90, 0, 0, 0, 5, 73]);
    bytes.writeInt32BE(session, 5);
    return bytes;
  };
  /** The code with which it breaks; undefined: it does not within `withinMs`. */
  async function fallSilent(say: () => Sessions, withinMs: number, timeline = '00000001') {
    const pulse = createPulse({ silentMs: 60_000, lookFor: async () => ({ timeline, sessions: say() }) });
    const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() });
    const broken = Promise.withResolvers<string>();
    socket.on('error', (error) => broken.resolve((error as NodeJS.ErrnoException).code ?? ''));
    pulse.watch(socket as Socket, '00000001');
    socket.push(greeting(4711));
    // Until it is known.
    await sleep(1_300);
    socket.write('a statement');
    const answer = await Promise.race([broken.promise, sleep(withinMs)]);
    socket.destroy();
    return answer ?? undefined;
  }

  test.concurrent('breaks within 3 s when its process has nothing to do', async () => {
    expect(await fallSilent(() => new Map([[4711, false]]), 3_000)).toBe('CONNECTION_LOST');
  });

  test.concurrent('breaks when its process is gone', async () => {
    const startedAt = performance.now();
    const say = () => new Map(performance.now() - startedAt < 1_300 ? [[4711, false]] : [[1, false]]);
    expect(await fallSilent(say, 3_000)).toBe('CONNECTION_LOST');
  });

  test.concurrent('breaks when another server was promoted, also one with a process of the same number', async () => {
    const told = [new Map([[1, false]]), new Map([[4711, true]])].map((said) =>
      fallSilent(() => said, 3_000, '00000002'),
    );
    expect(await Promise.all(told)).toEqual(['CONNECTION_LOST', 'CONNECTION_LOST']);
  });

  test.concurrent('is left alone while its process is at work, and where it is a pooler’s', async () => {
    const left = [new Map([[4711, true]]), new Map([[815, false]])].map((said) =>
      fallSilent(() => said, 4_000),
    );
    expect(await Promise.all(left)).toEqual([undefined, undefined]);
  });

  longTest.concurrent('is left alone when only every other look finds its process without work', async () => {
    let isAtWork = false;
    const say = () => {
      isAtWork = !isAtWork;
      return new Map([[4711, isAtWork]]);
    };
    expect(await fallSilent(say, 4_000)).toBeUndefined();
  });
});
