import { describe, expect, test } from 'vitest';
import { nextAttemptDelayMs, webhookRetryDelaysMs } from './schedule.ts';

const middle = 0.5;

describe('the retry schedule', () => {
  test('is that of the contract: eleven attempts, then it is over', () => {
    const delays = Array.from({ length: 11 }, (_, index) => nextAttemptDelayMs(index + 1, middle));
    const seconds = delays.map((delay) => delay && delay / 1_000);
    expect(seconds).toEqual([30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400, undefined]);
  });

  test('lasts about 71 hours', () => {
    const hours = webhookRetryDelaysMs.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(Math.round(hours)).toBe(71);
  });

  test('jitter stays within 20 % either way', () => {
    expect(nextAttemptDelayMs(1, 0)).toBe(24_000);
    expect(nextAttemptDelayMs(1, 0.999_999_9)).toBe(36_000);
  });

  test('Retry-After lengthens a wait, never shortens it, and counts for an hour at most', () => {
    expect(nextAttemptDelayMs(1, middle, 300)).toBe(300_000);
    expect(nextAttemptDelayMs(1, middle, 5)).toBe(30_000);
    expect(nextAttemptDelayMs(1, middle, 1e9)).toBe(3_600_000);
    expect(nextAttemptDelayMs(1, middle, null)).toBe(30_000);
  });

  test('Retry-After does not extend a schedule that is over', () => {
    expect(nextAttemptDelayMs(11, middle, 300)).toBeUndefined();
  });

  test('a retry without an attempt, or jitter out of range, is a bug', () => {
    for (const attemptsMade of [0, -1, 1.5, Number.NaN]) {
      expect(() => nextAttemptDelayMs(attemptsMade, middle)).toThrow('Invariant');
    }
    for (const random of [-0.1, 1, Number.NaN])
      expect(() => nextAttemptDelayMs(1, random)).toThrow('Invariant');
  });
});
