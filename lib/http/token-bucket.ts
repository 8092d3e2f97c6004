import { invariant } from '#lib/errors';

export interface BucketRate {
  ratePerSecond: number;
  /** How many may come at once after a pause. */
  burst: number;
}

export interface Taken {
  allowed: boolean;
  /** How many more may come at once now. */
  remaining: number;
  limit: number;
  /** Whole seconds until one more is allowed; 0 when this one was. */
  retryAfterSeconds: number;
  /** Whole seconds until the whole burst is there again. */
  resetSeconds: number;
}

export interface TokenBuckets {
  /** Takes one token for `key`. `overrides` take the place of the default rate, from this call on. */
  take(key: string, nowMs: number, overrides?: BucketRate): Taken;
}

/** Thousandths of a token: whole milliseconds at a whole rate then add up without rounding. */
const TOKEN = 1_000;

/**
 * One token bucket per key, in memory: in any span of t seconds a key gets at most `ratePerSecond` × t + `burst`.
 * `nowMs` is best a monotonic clock; one that goes backwards gives nothing. At most `maxKeys` are remembered.
 * Each process counts for itself: with n processes a key gets up to n times as much.
 *
 * Not rate-limiter-flexible: it counts in fixed windows, so a rate with a burst needs two of its limiters, a promise
 * each and a timer per key; this is one map and a subtraction.
 */
export function createTokenBuckets(options: BucketRate & { maxKeys: number }): TokenBuckets {
  requireRate(options);
  invariant(options.maxKeys >= 1, 'at least one bucket is kept');
  // In order of use: the first is the one that was used longest ago, so it is the likeliest to be full again.
  const buckets = new Map<string, { level: number; atMs: number }>();

  function take(key: string, nowMs: number, overrides?: BucketRate): Taken {
    const { ratePerSecond, burst } = overrides ?? options;
    if (overrides !== undefined) requireRate(overrides);
    const full = burst * TOKEN;
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      if (buckets.size >= options.maxKeys) forgetOldest();
      bucket = { level: full, atMs: nowMs };
    } else {
      buckets.delete(key);
      const elapsedMs = Math.max(0, nowMs - bucket.atMs);
      bucket.level = Math.min(full, bucket.level + elapsedMs * ratePerSecond);
      bucket.atMs += elapsedMs;
    }
    buckets.set(key, bucket);

    const allowed = bucket.level >= TOKEN;
    if (allowed) bucket.level -= TOKEN;
    return {
      allowed,
      remaining: Math.floor(bucket.level / TOKEN),
      limit: burst,
      retryAfterSeconds: allowed ? 0 : Math.ceil((TOKEN - bucket.level) / ratePerSecond / 1_000),
      resetSeconds: Math.ceil((full - bucket.level) / ratePerSecond / 1_000),
    };
  }

  /** A full bucket loses nothing by this; another starts full again, which is the price of a bounded memory. */
  function forgetOldest(): void {
    const oldest = buckets.keys().next();
    if (!oldest.done) buckets.delete(oldest.value);
  }

  return { take };
}

function requireRate({ ratePerSecond, burst }: BucketRate): void {
  invariant(ratePerSecond > 0 && Number.isFinite(ratePerSecond), 'a rate is above zero');
  invariant(burst >= 1 && Number.isFinite(burst), 'a burst is at least one');
}
