import { hash } from 'node:crypto';

/** A stream of numbers that is a pure function of the seed and its name. */
export interface Chance {
  /** From 0 to just below 1. */
  number(): number;
  /** A whole number from 0 to just below `bound`. */
  below(bound: number): number;
  is(share: number): boolean;
  between(least: number, most: number): number;
  of<T>(all: readonly T[]): T;
  /** One of the choices, each as likely as its weight. */
  pick<T>(weights: readonly (readonly [T, number])[]): T;
}

/** sfc32 of Chris Doty-Humphrey's PractRand: small, fast, and passes its own tests. https://pracrand.sourceforge.net */
export function createChance(seed: number, name: string): Chance {
  const start = hash('sha256', JSON.stringify([seed, name]), 'buffer');
  let [a, b, c, count] = [0, 4, 8, 12].map((at) => start.readInt32LE(at)) as [number, number, number, number];
  const number = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(number() * bound);
  return {
    number,
    below,
    is: (share) => number() < share,
    between: (least, most) => least + number() * (most - least),
    of: (all) => all[below(all.length)]!,
    pick(weights) {
      let left = number() * weights.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of weights) {
        if (left < weight) return choice;
        left -= weight;
      }
      return weights.at(-1)![0];
    },
  };
}
