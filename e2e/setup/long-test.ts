import { test } from 'vitest';

/**
 * A test that takes many seconds of processor time for what few changes can break, or is the short form of a command of
 * its own. `npm run test:long` runs these with all others; `npm test` says how many it has left out.
 */
export const longTest = test.skipIf(process.env.KAIRA_LONG_TESTS === undefined);
