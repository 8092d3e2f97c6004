import { rateLimited } from '#lib/http/respond';
import { type BucketRate, createTokenBuckets } from '#lib/http/token-bucket';
import { settings } from '#lib/settings';

const MAX_RATED = 100_000;

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as { kairaRates?: ReturnType<typeof createTokenBuckets> };

/**
 * Takes one request of `who`: a key, a person or an address. Throws `RATE_LIMITED` beyond their own limit, or beyond
 * the general one. Each server process has its share of it.
 */
export function requireRateOf(who: string, named: string, own?: BucketRate): void {
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST, WEB_CONCURRENCY } = settings();
  const share = (rate: BucketRate) => ({
    ratePerSecond: rate.ratePerSecond / WEB_CONCURRENCY,
    burst: Math.max(1, Math.floor(rate.burst / WEB_CONCURRENCY)),
  });
  const general = { ratePerSecond: RATE_LIMIT_PER_SECOND, burst: RATE_LIMIT_BURST };
  shared.kairaRates ??= createTokenBuckets({ ...share(general), maxKeys: MAX_RATED });
  const taken = shared.kairaRates.take(who, performance.now(), own && share(own));
  if (taken.allowed) return;
  const limit = own ?? general;
  throw rateLimited(
    `Too many requests: ${named} may make ${limit.ratePerSecond} a second, with bursts of ${limit.burst}. Wait for Retry-After, then repeat this one.`,
    taken,
  );
}
