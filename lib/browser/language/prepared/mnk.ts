import type { Catalogue } from '#lib/browser/language/words';

/**
 * Mandinka. Empty, and offered to nobody: to be written by somebody who speaks it from childhood, read by a second one, and
 * signed for here with both names and the day.
 */
export const mnk: Catalogue = {};

export const signedOffBy: readonly string[] = [];
