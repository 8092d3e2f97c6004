import { hash, randomUUID } from 'node:crypto';

/**
 * A number from 0 to just below 1 that is a pure function of the seed and the words, whatever the order of arrival.
 * The words are kept apart: `ab`, `c` is not `a`, `bc`.
 */
export function chanceOf(seed: number, ...words: (string | number)[]): number {
  const digest = hash('sha256', JSON.stringify([seed, ...words]), 'buffer');
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** One of the choices, each as likely as its weight, by a number from 0 to just below 1. */
export function pick<T extends string>(chance: number, weights: readonly (readonly [T, number])[]): T {
  let left = chance * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of weights) {
    if (left < weight) return choice;
    left -= weight;
  }
  return weights.at(-1)![0];
}

/** A name that nobody can guess, with the prefix that the rail gives it. */
export function newId(prefix: string): string {
  return prefix + randomUUID().replaceAll('-', '');
}
