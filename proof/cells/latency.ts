import type { Chance } from '#proof/simulation/chance';

/** How likely an answer takes longer than so many ms. Two points are known of it; what lies beyond the second is a guess. */
export interface Latency {
  above(ms: number): number;
}

const Z_99 = 2.3263478740408408;

/** Lognormal through the two: a thin tail. */
export function thinTail(p50Ms: number, p99Ms: number): Latency {
  const spread = Math.log(p99Ms / p50Ms) / Z_99;
  return { above: (ms) => (ms <= 0 ? 1 : normalAbove(Math.log(ms / p50Ms) / spread)) };
}

/** A power law through the two, above the median: a heavy tail. */
export function heavyTail(p50Ms: number, p99Ms: number): Latency {
  const power = Math.log(50) / Math.log(p99Ms / p50Ms);
  return { above: (ms) => (ms <= 0 ? 1 : Math.min(1, 0.5 * (ms / p50Ms) ** -power)) };
}

export function slower({ above }: Latency, times: number): Latency {
  return { above: (ms) => above(ms / times) };
}

/** The last of all answers: later than `ms` where any of them is. */
export function lastOf(all: readonly (readonly [Latency, number])[]): Latency {
  return {
    above: (ms) =>
      -Math.expm1(
        all.reduce(
          (sum, [each, count]) => (count === 0 ? sum : sum + count * Math.log1p(-each.above(ms))),
          0,
        ),
      ),
  };
}

/** In ms, what the share `share` takes at most. */
export function atShare({ above }: Latency, share: number): number {
  let [least, most] = [1e-6, 1e9];
  for (let turn = 0; turn < 200; turn++) {
    const middle = Math.sqrt(least * most);
    if (above(middle) > 1 - share) least = middle;
    else most = middle;
  }
  return most;
}

/** One that is lognormal through the two (Box and Muller). */
export function draw(chance: Chance, p50Ms: number, p99Ms: number): number {
  const normal = Math.sqrt(-2 * Math.log1p(-chance.number())) * Math.cos(2 * Math.PI * chance.number());
  return p50Ms * Math.exp((Math.log(p99Ms / p50Ms) / Z_99) * normal);
}

/** The upper tail of the normal distribution, right to seven digits of its own size (Numerical Recipes, 6.2, erfcc). */
export function normalAbove(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  ];
  const more = [-0.82215223, 0.17087277];
  const sum = [...terms, ...more].reduceRight((above, term) => term + t * above, 0);
  const tail = (t * Math.exp(-x * x + sum)) / 2;
  return z >= 0 ? tail : 1 - tail;
}
