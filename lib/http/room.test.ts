import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createRoom, type Guest, guestOf, type Room } from '#lib/http/room';

const guest = (id: string, most = 2, queue = 2): Guest => ({ id, most, queue });
const waitsMs = { own: 200, everybodys: 50 };

/** Requests that stay until they are told to end, and who began in which order. */
function visitors(room: Room) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (name: string, who: Guest, signal?: AbortSignal) =>
    room.within(who, signal, async () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
    });
  const endOne = async () => {
    ends.shift()?.();
    await sleep(1);
  };
  return { begun, enter, endOne };
}

const isBusy = expect.objectContaining({
  code: 'RATE_LIMITED',
  details: { limit: 'concurrency' },
  headers: expect.objectContaining({
    'retry-after': '1',
    'ratelimit-limit': '4',
    'ratelimit-remaining': '0',
  }),
});
const isOverloaded = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });

describe('places for requests', () => {
  it('gives nobody more than their share, and others their own at once', async () => {
    const room = createRoom(4, { waitsMs });
    const { begun, enter, endOne } = visitors(room);
    const all = [enter('a1', guest('a')), enter('a2', guest('a')), enter('a3', guest('a'))];
    await sleep(1);
    expect(begun).toEqual(['a1', 'a2']);
    all.push(enter('b1', guest('b')));
    await sleep(1);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (let left = 3; left > 0; left--) await endOne();
    await Promise.all(all);
    expect(room.taken()).toBe(0);
  });

  it('shares the places of a party between its members, each with a queue and turns of its own', async () => {
    const room = createRoom(100, { waitsMs });
    const { begun, enter, endOne } = visitors(room);
    const [sandbox, live] = ['sandbox', 'live'].map((id) => ({ ...guest(id), party: 'a client' })) as [
      Guest,
      Guest,
    ];
    const all = [1, 2, 3, 4].map((each) => enter(`s${each}`, sandbox));
    // The sandbox has all the places and a full queue: a live request waits for one, and is not refused.
    await expect(enter('s5', sandbox)).rejects.toEqual(isBusy);
    all.push(enter('l1', live), enter('l2', live));
    await sleep(1);
    expect(begun).toEqual(['s1', 's2']);
    for (let left = 6; left > 0; left--) await endOne();
    expect(begun).toEqual(['s1', 's2', 's3', 'l1', 's4', 'l2']);
    await Promise.all(all);
    expect(room.taken()).toBe(0);
  });

  it('refuses with 429 what finds its own queue full or waits for long, and never anybody else', async () => {
    const room = createRoom(100, { waitsMs });
    const { begun, enter, endOne } = visitors(room);
    const first = [1, 2, 3, 4].map((each) => enter(`a${each}`, guest('a')));
    const late = Promise.allSettled(first.slice(2));
    await expect(enter('a5', guest('a'))).rejects.toEqual(isBusy);
    const other = enter('b1', guest('b'));
    expect((await late).map((each) => each.status === 'rejected' && each.reason)).toEqual([isBusy, isBusy]);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    // Who gave up has left the queue.
    await endOne();
    const next = enter('a6', guest('a'));
    for (let left = 3; left > 0; left--) await endOne();
    await Promise.all([first[0], first[1], other, next]);
  });

  it('gives strangers a share together, however many they are, and the rest to whom we know', async () => {
    const room = createRoom(6, { mostOfStrangers: 3, waitsMs: { own: 5_000, everybodys: 50 } });
    const { begun, enter, endOne } = visitors(room);
    const stranger = (id: string) => enter(id, { ...guest(id), isStranger: true });
    const all = ['s1', 's2', 's3', 's4', 's5'].map(stranger);
    await sleep(1);
    expect(begun).toEqual(['s1', 's2', 's3']);
    all.push(enter('a1', guest('a')), enter('b1', guest('b')));
    await sleep(1);
    expect(begun).toEqual(['s1', 's2', 's3', 'a1', 'b1']);
    // They are too many for each other, and not for everybody.
    await sleep(100);
    await endOne();
    expect(begun).toEqual(['s1', 's2', 's3', 'a1', 'b1', 's4']);
    for (let left = 6; left > 0; left--) await endOne();
    await Promise.all(all);
    expect(begun.at(-1)).toBe('s5');
    expect(room.taken()).toBe(0);
  });

  it('tells strangers who wait long for each other to come again, and never that everybody is too much', async () => {
    const room = createRoom(6, { mostOfStrangers: 1, waitsMs: { own: 100, everybodys: 10 } });
    const { enter, endOne } = visitors(room);
    const stranger = (id: string) => enter(id, { ...guest(id), isStranger: true });
    const first = stranger('s1');
    await expect(stranger('s2')).rejects.toEqual(isBusy);
    await endOne();
    await first;
  });

  it('serves the queues in turn', async () => {
    const room = createRoom(1, { waitsMs: { own: 5_000, everybodys: 5_000 } });
    const { begun, enter, endOne } = visitors(room);
    const all = [enter('x', guest('x'))];
    for (const each of ['a1', 'a2', 'a3']) all.push(enter(each, guest('a', 1, 9)));
    all.push(enter('b1', guest('b')), enter('c1', guest('c')));
    await sleep(1);
    for (let left = 6; left > 0; left--) await endOne();
    await Promise.all(all);
    expect(begun).toEqual(['x', 'a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('says 503, and sooner, where everybody together is too much', async () => {
    const room = createRoom(1, { waitsMs });
    const { enter, endOne } = visitors(room);
    const first = enter('a1', guest('a'));
    const startedAt = performance.now();
    await expect(enter('b1', guest('b'))).rejects.toEqual(isOverloaded);
    expect(performance.now() - startedAt).toBeLessThan(180);
    await endOne();
    await first;
  });

  it('forgets who hangs up while waiting, and gives back the place of what fails', async () => {
    const room = createRoom(1, { waitsMs });
    const { begun, enter, endOne } = visitors(room);
    const first = enter('a1', guest('a'));
    const caller = new AbortController();
    const gone = enter('a2', guest('a'), caller.signal);
    caller.abort(new Error('hung up'));
    await expect(gone).rejects.toThrow('hung up');
    await endOne();
    await first;
    await expect(room.within(guest('a'), undefined, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect([begun, room.taken()]).toEqual([['a1'], 0]);
  });

  it('counts nobody who waits for a rail, and never twice', async () => {
    const room = createRoom(1);
    const seen: number[] = [];
    await room.within(guest('a'), undefined, async () => {
      seen.push(room.taken());
      await Promise.all([
        room.away(async () => {
          await sleep(5);
          seen.push(room.taken());
        }),
        room.away(() => sleep(10)),
      ]);
      seen.push(room.taken());
    });
    // A worker of the same process has no place to give back.
    await room.away(async () => void seen.push(room.taken()));
    expect(seen).toEqual([1, 0, 1, 0]);
  });

  it('lets who waited for an earlier request queue for a place like anybody', async () => {
    const room = createRoom(1, { waitsMs });
    const { begun, enter, endOne } = visitors(room);
    const steps: string[] = [];
    const waiting = room.within(guest('a', 1), undefined, async () => {
      await room.aside(() => sleep(5));
      steps.push(`goes on with ${room.taken()}`);
    });
    await sleep(1);
    const other = enter('b1', guest('b'));
    await sleep(20);
    expect([begun, steps]).toEqual([['b1'], []]);
    await endOne();
    await Promise.all([waiting, other]);
    expect([steps, room.taken()]).toEqual([['goes on with 1'], 0]);
  });
});

describe('the share of one guest', () => {
  it('is a quarter of the places, reads and changes together, and reads are a quarter of the connections', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1/nowhere');
    vi.stubEnv('KAIRA_SECRET', 'a secret of the tests, 32 characters or more');
    const changes = guestOf('c', { isRead: false, environment: 'LIVE' });
    const reads = guestOf('c', { isRead: true, environment: 'LIVE' });
    expect([changes.most + reads.most, reads.most]).toEqual([50, 4]);
    expect(changes.id).not.toBe(guestOf('c', { isRead: false, environment: 'SANDBOX' }).id);
    expect(reads.party).toBe(guestOf('c', { isRead: true, environment: 'SANDBOX' }).party);
    expect([changes.queue, guestOf('c', { isRead: true, burst: 7 }).queue]).toEqual([200, 7]);
  });
});
