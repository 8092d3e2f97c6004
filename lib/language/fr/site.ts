import type { Catalogue } from '#lib/browser/language/words';

/** The start page. */
export const site: Catalogue = {};
