import { test } from '@playwright/test';
import { isLongRun } from './is-long-run.ts';

/** The elements are the same in both: each day journeys look at one, and e2e/pages at both in turns. */
export const themes: readonly ('light' | 'dark')[] = isLongRun ? ['light', 'dark'] : ['light'];

/**
 * As e2e/setup/long-test.ts: first in a journey that another one resembles, or that looks at many dialogs, or in a file or
 * a block of them.
 */
export function leaveToLongRun(): void {
  test.skip(!isLongRun, 'for npm run test:long');
}
