import { rateLimited } from '#lib/http/respond';
import { takeOfShared } from '#lib/http/shared-rate';
import { type BucketRate, createTokenBuckets, type Taken } from '#lib/http/token-bucket';
import { settings } from '#lib/settings';

const MAX_RATED = 100_000;

/** Kept on `globalThis`, because Next bundles its own copy of this module beside the one that server.ts loads. */
const shared = globalThis as { kairaRates?: ReturnType<typeof createTokenBuckets> };

/** Of what has no key: a person's session, the pages that an address asks for. */
const WITHOUT_KEY = { ratePerSecond: 100, burst: 200 };

/**
 * Takes one request of a key, of all servers together where there are several. Throws `RATE_LIMITED` beyond its client's
 * own limit, or beyond the general one.
 */
export async function requireRateOfKey(keyId: string, own: BucketRate | undefined): Promise<void> {
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST, sharesRates } = settings();
  const rate = own ?? { ratePerSecond: RATE_LIMIT_PER_SECOND, burst: RATE_LIMIT_BURST };
  const taken = sharesRates ? await takeOfShared(keyId, rate) : undefined;
  if (taken) requireTaken(taken, 'this key', rate);
  else requireRate(keyId, 'this key', rate);
}

/**
 * The same of a person or a network: as much as people need, however little keys are given; and more only where the
 * general limit was raised.
 */
export function requireRateOf(who: string, named: string, least: BucketRate = WITHOUT_KEY): void {
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST } = settings();
  const isRaised = RATE_LIMIT_PER_SECOND > WITHOUT_KEY.ratePerSecond;
  requireRate(who, named, {
    ratePerSecond: isRaised ? RATE_LIMIT_PER_SECOND : least.ratePerSecond,
    burst: Math.max(least.burst, RATE_LIMIT_BURST),
  });
}

/** A file that takes tens of milliseconds of the one thread to draw, which anybody may ask for. */
const DRAWN = { ratePerSecond: 2, burst: 30 };

/** Takes one drawing for a network, whatever the general limit. Throws `RATE_LIMITED`. */
export function requireRateOfDrawing(network: string): void {
  requireRate(`drawings for ${network}`, 'your address, with files that are drawn for it,', DRAWN);
}

/** Each server process has its share of it. */
function requireRate(who: string, named: string, rate: BucketRate): void {
  const { WEB_CONCURRENCY } = settings();
  const share = {
    ratePerSecond: rate.ratePerSecond / WEB_CONCURRENCY,
    burst: Math.max(1, Math.floor(rate.burst / WEB_CONCURRENCY)),
  };
  shared.kairaRates ??= createTokenBuckets({ ...share, maxKeys: MAX_RATED });
  requireTaken(shared.kairaRates.take(who, performance.now(), share), named, rate);
}

function requireTaken(taken: Taken, named: string, rate: BucketRate): void {
  if (taken.allowed) return;
  throw rateLimited(
    `Too many requests: ${named} may make ${rate.ratePerSecond} a second, with bursts of ${rate.burst}. Wait for Retry-After, then repeat this one.`,
    taken,
  );
}
