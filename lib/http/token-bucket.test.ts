import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

const usual = { ratePerSecond: 100, burst: 200, maxKeys: 10_000 };

describe('a token bucket', () => {
  test('lets a burst through, then refuses and says when to come again', () => {
    const buckets = createTokenBuckets(usual);
    for (let taken = 1; taken <= 200; taken++) {
      expect(buckets.take('key', 0)).toEqual({
        allowed: true,
        remaining: 200 - taken,
        limit: 200,
        retryAfterSeconds: 0,
        resetSeconds: Math.ceil(taken / 100),
      });
    }
    expect(buckets.take('key', 0)).toEqual({
      allowed: false,
      remaining: 0,
      limit: 200,
      retryAfterSeconds: 1,
      resetSeconds: 2,
    });
  });

  test('then lets exactly the rate through: one in 10 ms', () => {
    const buckets = createTokenBuckets(usual);
    for (let taken = 0; taken < 200; taken++) buckets.take('key', 0);
    const allowedAt: number[] = [];
    for (let nowMs = 1; nowMs <= 1_000; nowMs++)
      if (buckets.take('key', nowMs).allowed) allowedAt.push(nowMs);
    expect(allowedAt).toEqual(Array.from({ length: 100 }, (_, index) => (index + 1) * 10));
  });

  test('does not save up more than the burst', () => {
    const buckets = createTokenBuckets(usual);
    buckets.take('key', 0);
    expect(buckets.take('key', 3_600_000).remaining).toBe(199);
  });

  test('a refused request costs nothing, and what it was told to wait suffices', () => {
    const buckets = createTokenBuckets({ ratePerSecond: 0.1, burst: 1, maxKeys: 10 });
    buckets.take('key', 0);
    const refused = buckets.take('key', 1_000);
    expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 9 });
    expect(buckets.take('key', 1_000 + refused.retryAfterSeconds * 1_000).allowed).toBe(true);
  });

  test('one key never spends what is another key’s', () => {
    const buckets = createTokenBuckets({ ...usual, burst: 1 });
    expect(buckets.take('a', 0).allowed).toBe(true);
    expect(buckets.take('a', 0).allowed).toBe(false);
    expect(buckets.take('b', 0).allowed).toBe(true);
    expect(buckets.take('__proto__', 0).allowed).toBe(true);
  });

  test('an override takes the place of the default, at once in both directions', () => {
    const buckets = createTokenBuckets(usual);
    expect(buckets.take('key', 0, { ratePerSecond: 1, burst: 2 })).toMatchObject({ remaining: 1, limit: 2 });
    expect(buckets.take('key', 0)).toMatchObject({ remaining: 0, limit: 200 });
    expect(buckets.take('key', 2_000)).toMatchObject({ remaining: 199 });
    expect(buckets.take('key', 2_000, { ratePerSecond: 1, burst: 2 })).toMatchObject({ remaining: 1 });
  });

  test('a clock that goes back and forth gives nothing', () => {
    const buckets = createTokenBuckets({ ratePerSecond: 1, burst: 1, maxKeys: 10 });
    expect(buckets.take('key', 10_000).allowed).toBe(true);
    for (const nowMs of [0, 10_000, 5_000, 10_999]) expect(buckets.take('key', nowMs).allowed).toBe(false);
    expect(buckets.take('key', 11_000).allowed).toBe(true);
  });

  test('remembers at most so many keys, and forgets the one that was used longest ago', () => {
    const buckets = createTokenBuckets({ ratePerSecond: 1, burst: 1, maxKeys: 2 });
    buckets.take('a', 0);
    buckets.take('b', 0);
    buckets.take('a', 1);
    buckets.take('c', 2);
    expect(buckets.take('a', 3).allowed).toBe(false);
    expect(buckets.take('b', 3).allowed).toBe(true);
  });

  test('in no span does a key get more than rate × time + burst', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 300 });
    const rate = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(gaps, rate, rate, (list, ratePerSecond, burst) => {
        const buckets = createTokenBuckets({ ratePerSecond, burst, maxKeys: 10 });
        const allowedAt: number[] = [];
        let nowMs = 0;
        for (const gap of list) {
          nowMs += gap < 200 ? 0 : gap;
          const taken = buckets.take('key', nowMs);
          expect(taken.remaining).toBeGreaterThanOrEqual(0);
          expect(taken.allowed).toBe(taken.retryAfterSeconds === 0);
          if (taken.allowed) allowedAt.push(nowMs);
        }
        for (let first = 0; first < allowedAt.length; first++) {
          for (let last = first; last < allowedAt.length; last++) {
            const seconds = (allowedAt[last]! - allowedAt[first]!) / 1_000;
            expect(last - first + 1).toBeLessThanOrEqual(ratePerSecond * seconds + burst + 1e-9);
          }
        }
      }),
    );
  });

  test('a rate of zero or less, and a burst below one, are bugs', () => {
    for (const ratePerSecond of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createTokenBuckets({ ...usual, ratePerSecond })).toThrow('Invariant');
      expect(() => createTokenBuckets(usual).take('key', 0, { ratePerSecond, burst: 1 })).toThrow(
        'Invariant',
      );
    }
    expect(() => createTokenBuckets({ ...usual, burst: 0 })).toThrow('Invariant');
  });
});
