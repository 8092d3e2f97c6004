import { test } from 'vitest';
import { isLongRun } from './is-long-run.ts';

/**
 * A test that takes many seconds of processor time for what few changes can break, or is the short form of a command of
 * its own. `npm run test:long` runs these with all others; `npm test` says how many it has left out.
 */
export const longTest = test.skipIf(!isLongRun);

/** Of so many that are drawn at random, or repeated: a quarter each day, other ones each time, and all in a long run. */
export const daily = (all: number): number => (isLongRun ? all : Math.ceil(all / 4));
