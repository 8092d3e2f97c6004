import { invariant } from '#lib/errors';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait after each failed attempt, before jitter: eleven attempts over about 71 hours (contract.md §7). */
export const webhookRetryDelaysMs: readonly number[] = [
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** Spreads the retries of an endpoint that failed as a whole, so that they do not all return in the same second. */
const jitterShare = 0.2;

/** An endpoint may ask for a longer wait, but not park a delivery for days. */
const maxRetryAfterSeconds = 3_600;

/**
 * Milliseconds until the next attempt once `attemptsMade` (from 1) have failed, or `undefined` when the schedule is
 * over. `random` is in [0, 1). `Retry-After` lengthens a wait, up to an hour, and never shortens it.
 */
export function nextAttemptDelayMs(
  attemptsMade: number,
  random: number,
  retryAfterSeconds?: number | null,
): number | undefined {
  invariant(Number.isInteger(attemptsMade) && attemptsMade >= 1, 'a retry follows at least one attempt');
  invariant(random >= 0 && random < 1, 'the jitter is drawn from [0, 1)');
  const delayMs = webhookRetryDelaysMs[attemptsMade - 1];
  if (delayMs === undefined) return undefined;
  const jitteredMs = Math.round(delayMs * (1 + jitterShare * (2 * random - 1)));
  const askedMs = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds) * secondMs;
  return Math.max(jitteredMs, askedMs);
}
