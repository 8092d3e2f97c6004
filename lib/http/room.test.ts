import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRoom } from '#lib/http/room';

describe('room for requests', () => {
  it('refuses what is one too many, and has room again when one has ended', async () => {
    const room = createRoom(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const both = [room.within(() => promise), room.within(() => promise)];
    expect(() => room.requireRoom()).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
    resolve();
    await Promise.all(both);
    expect(() => room.requireRoom()).not.toThrow();
    await expect(room.within(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(room.taken()).toBe(0);
  });

  it('counts nobody who waits for a rail, and never twice', async () => {
    const room = createRoom(1);
    const seen: number[] = [];
    await room.within(async () => {
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
});
